//! Lines of words, as files and commands have them: words, and texts in quotes.

use std::error::Error;
use std::fmt;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The number of the line, from 1; none of a command.
    pub line: Option<usize>,
    /// What is wrong.
    pub text: String,
}

impl Mistake {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Mistake {
            line: None,
            text: text.into(),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.text)
    }
}

impl Error for Mistake {}

/// The words of a line, texts in quotes among them; what follows a `#` is left out, and so is the mark with which editors
/// begin a file in UTF-8.
///
/// # Errors
///
/// Fails if a quote is not closed or has nothing in it.
pub fn words(line: &str) -> Result<Vec<String>, Mistake> {
    let mut words = Vec::new();
    let mut rest = line.strip_prefix('\u{feff}').unwrap_or(line).trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '#' => break,
            '"' => rest[1..]
                .split_once('"')
                .ok_or_else(|| Mistake::new("a quote is not closed"))?,
            _ => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        if word.trim().is_empty() {
            return Err(Mistake::new("nothing stands in the quotes"));
        }
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Ok(words)
}

/// Reads a text line by line; empty lines are passed over.
pub(crate) fn each_line(
    text: &str,
    mut read: impl FnMut(&[&str]) -> Result<(), Mistake>,
) -> Result<(), Mistake> {
    for (line, number) in text.lines().zip(1..) {
        let words = words(line).and_then(|words| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if words.is_empty() {
                Ok(())
            } else {
                read(&words)
            }
        });
        words.map_err(|mistake| Mistake {
            line: Some(number),
            ..mistake
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_quotes_are_words() {
        let found = words(r#" road "North Port" Ulm  7 # by the sea"#).unwrap();
        assert_eq!(found, ["road", "North Port", "Ulm", "7"]);
        assert!(words(r#"road "North"#).is_err());
        for nothing in [r#""""#, r#"to """#, r#"road A B 1 " ""#] {
            let mistake = words(nothing).unwrap_err();
            assert_eq!(mistake.text, "nothing stands in the quotes");
        }
    }

    #[test]
    fn a_file_may_begin_with_a_byte_order_mark() {
        assert_eq!(words("\u{feff}town Ulm 1 2").unwrap()[0], "town");
        assert_eq!(words("\u{feff}").unwrap(), [""; 0]);
    }
}
