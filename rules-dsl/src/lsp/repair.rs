//! A text that cannot be split into tokens, made one that can: what an editor has between two key strokes.
//!
//! Brackets that are missing are added, by the indentation of the lines and where items begin; what closes nothing, and
//! quotes without an end, become spaces. What results is read for names and outlines, never shown: mistakes are told
//! by the compiler on the text itself. Each place leads back to one of the text.

use std::str::FromStr as _;

use proc_macro2::TokenStream;

use super::lexemes::{begins_item, closing, is_group, lexeme};

/// So many tokens are blanked before a text is given up.
const TRIES: usize = 40;

/// A text that can be split into tokens.
#[derive(Debug)]
pub(super) struct Repaired {
    /// The text.
    pub(super) text: String,
    /// Where brackets that have been added stand in `text`, in order.
    added: Vec<usize>,
}

impl Repaired {
    /// Repairs a text, where that is needed.
    pub(super) fn of(text: &str) -> Self {
        // As the compiler, which takes a byte order mark off; here places stay what they are.
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => format!("   {rest}"),
            None => text.to_owned(),
        };
        if TokenStream::from_str(&text).is_ok() {
            return Self {
                text,
                added: Vec::new(),
            };
        }
        let mut repaired = balance(&text);
        for _ in 0..TRIES {
            let Err(error) = TokenStream::from_str(&repaired.text) else {
                return repaired;
            };
            let at = error.span().byte_range().start;
            blank_token(&mut repaired.text, at);
        }
        // Nothing is known of it; its length is right.
        Self {
            text: " ".repeat(text.len()),
            added: Vec::new(),
        }
    }

    /// The place in the text as it was of one in the repaired text.
    pub(super) fn original(&self, offset: usize) -> usize {
        offset - self.added.partition_point(|at| *at < offset)
    }
}

/// Blanks what begins at a place: a quote with the rest of its line, or one character.
fn blank_token(text: &mut String, at: usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let Some(first) = text[at..].chars().next() else {
        // The end: something before it is open that `balance` did not see.
        text.push(' ');
        return;
    };
    let length = match first {
        '"' | '\'' | 'r' | 'b' | 'c' => text[at..].find('\n').unwrap_or(text.len() - at),
        _ => first.len_utf8(),
    };
    text.replace_range(at..at + length, &" ".repeat(length));
}

/// A bracket that is open.
struct Open {
    close: char,
    /// By how much its line is indented.
    indent: usize,
    /// Whether it is that of a `group`.
    is_group: bool,
}

/// Adds the brackets that are missing, and blanks those that close nothing.
fn balance(text: &str) -> Repaired {
    let mut repaired = Repaired {
        text: String::with_capacity(text.len()),
        added: Vec::new(),
    };
    let mut open: Vec<Open> = Vec::new();
    let (mut indent, mut leads, mut line_start) = (0, true, 0);
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let length = lexeme(&text[at..]);
        match first {
            '\n' | '\r' => (indent, leads, line_start) = (0, true, at + 1),
            _ if first.is_whitespace() => indent += usize::from(leads),
            _ => {
                if leads && begins_item(&text[at..]) {
                    let is_member = indent > 0 && open.first().is_some_and(|open| open.is_group);
                    close_down_to(&mut repaired, &mut open, usize::from(is_member));
                }
                match first {
                    '(' | '[' | '{' => open.push(Open {
                        close: closing(first),
                        indent,
                        is_group: is_group(&text[line_start..at]),
                    }),
                    ')' | ']' | '}' => {
                        if leads {
                            let deeper = |open: &&Open| open.indent > indent;
                            let count = open.iter().rev().take_while(deeper).count();
                            let depth = open.len() - count;
                            close_down_to(&mut repaired, &mut open, depth);
                        }
                        let place = open.iter().rposition(|open| open.close == first);
                        let Some(place) = place else {
                            repaired.text.push(' ');
                            (at, leads) = (at + 1, false);
                            continue;
                        };
                        close_down_to(&mut repaired, &mut open, place + 1);
                        open.pop();
                    }
                    _ => {}
                }
                leads = false;
            }
        }
        repaired.text.push_str(&text[at..at + length]);
        at += length;
    }
    close_down_to(&mut repaired, &mut open, 0);
    repaired
}

/// Closes the innermost brackets until so many are open.
fn close_down_to(repaired: &mut Repaired, open: &mut Vec<Open>, depth: usize) {
    while open.len() > depth {
        let Some(last) = open.pop() else { return };
        repaired.added.push(repaired.text.len());
        repaired.text.push(last.close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        Repaired::of(text).text
    }

    #[test]
    fn a_text_of_tokens_stays_as_it_is() {
        let text = "rule a { when { } then { } } // }";
        assert_eq!(repaired(text), text);
    }

    #[test]
    fn a_pattern_that_is_not_closed_ends_with_its_conditions() {
        let text = "rule a {\n    when {\n        Cell { ro\n    }\n    then { }\n}\n";
        let closed = "rule a {\n    when {\n        Cell { ro\n    }}\n    then { }\n}\n";
        assert_eq!(repaired(text), closed);
    }

    #[test]
    fn what_is_open_ends_where_the_next_item_begins() {
        let text = "rule a {\n when {\n\nrule b { when { } then { } }\n";
        assert_eq!(
            repaired(text),
            "rule a {\n when {\n\n}}rule b { when { } then { } }\n"
        );
        let text = "group g {\n rule a { when {\n rule b { }\n}\n";
        assert_eq!(
            repaired(text),
            "group g {\n rule a { when {\n }}rule b { }\n}\n"
        );
    }

    #[test]
    fn each_place_leads_back() {
        let text = "rule a {\n when {\n\nrule b { }\n";
        let repaired = Repaired::of(text);
        let at = repaired.text.find("rule b").unwrap_or_default();
        assert_eq!(
            repaired.original(at),
            text.find("rule b").unwrap_or_default()
        );
        assert_eq!(repaired.original(3), 3);
    }

    #[test]
    fn quotes_without_an_end_and_brackets_that_close_nothing_are_blanked() {
        assert_eq!(repaired("a } \"b\nc"), "a     \nc");
        assert_eq!(repaired("\u{feff}a"), "   a");
    }

    #[test]
    fn whatever_a_text_is_it_becomes_tokens_and_no_shorter() {
        for text in [
            "'",
            "r#\"",
            "/* ",
            "\u{1f980} ) ( é",
            "\"\\",
            "b'",
            "}{",
            "`\\",
        ] {
            let repaired = Repaired::of(text);
            assert!(TokenStream::from_str(&repaired.text).is_ok(), "{text}");
            assert!(
                repaired.original(repaired.text.len()) >= text.len(),
                "{text}"
            );
        }
    }
}
