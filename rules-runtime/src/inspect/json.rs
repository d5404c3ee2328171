//! JSON, written piece by piece.

use alloc::string::String;
use core::fmt::{Display, Write as _};

/// A text of JSON in the making. What stands in a page's script must not end it: so `<` is written as its number.
#[derive(Debug, Default)]
pub(crate) struct Json {
    text: String,
    /// Whether a comma is to come before the next value.
    follows: bool,
}

impl Json {
    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn begin(&mut self) {
        if core::mem::replace(&mut self.follows, true) {
            self.text.push(',');
        }
    }

    fn nest(&mut self, [open, close]: [char; 2], inside: impl FnOnce(&mut Self)) {
        self.begin();
        self.text.push(open);
        self.follows = false;
        inside(self);
        self.text.push(close);
        self.follows = true;
    }

    /// An array.
    pub(crate) fn array(&mut self, inside: impl FnOnce(&mut Self)) {
        self.nest(['[', ']'], inside);
    }

    /// An object.
    pub(crate) fn object(&mut self, inside: impl FnOnce(&mut Self)) {
        self.nest(['{', '}'], inside);
    }

    /// The key of the value that comes next.
    pub(crate) fn key(&mut self, key: &str) {
        self.string(key);
        self.text.push(':');
        self.follows = false;
    }

    /// A number.
    pub(crate) fn number(&mut self, number: impl Display) {
        self.begin();
        _ = write!(self.text, "{number}");
    }

    /// A string.
    pub(crate) fn string(&mut self, string: &str) {
        self.begin();
        self.text.push('"');
        for char in string.chars() {
            match char {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '<' | '\0'..='\x1f' | '\x7f' | '\u{2028}' | '\u{2029}' => {
                    _ = write!(self.text, "\\u{:04x}", u32::from(char));
                }
                char => self.text.push(char),
            }
        }
        self.text.push('"');
    }

    /// An array of strings.
    pub(crate) fn strings(&mut self, strings: &[&str]) {
        self.array(|json| strings.iter().for_each(|string| json.string(string)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_json_that_ends_no_script() {
        let mut json = Json::default();
        json.object(|json| {
            json.key("text");
            json.string("</script>\"\\\n\t\u{7}ä");
            json.key("numbers");
            json.array(|json| {
                json.number(1);
                json.array(|_| {});
                json.number(2);
            });
        });
        assert_eq!(
            json.finish(),
            r#"{"text":"\u003c/script>\"\\\n\u0009\u0007ä","numbers":[1,[],2]}"#
        );
    }
}
