//! Positions of the protocol, lines and UTF-16 units, as byte offsets and back.
//!
//! What a client says may lie outside the text: it is taken as the nearest place that is there.

use std::ops::Range;

use lsp_types as lsp;

/// Where the lines of a text begin.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text. A line ends with `\n`, `\r\n` or `\r`.
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
            if ends {
                starts.push(at + 1);
            }
        }
        Self { starts }
    }

    /// The text of a line, its end included; `None` where there is none of the number.
    fn line<'t>(&self, text: &'t str, number: usize) -> Option<(usize, &'t str)> {
        let start = *self.starts.get(number)?;
        let end = self.starts.get(number + 1).copied();
        Some((start, &text[start..end.unwrap_or(text.len())]))
    }

    /// The byte offset of a position: within a character its beginning, behind a line's end that end.
    pub(super) fn offset(&self, text: &str, position: lsp::Position) -> usize {
        let number = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some((start, line)) = self.line(text, number) else {
            return text.len();
        };
        let line = line.trim_end_matches(['\n', '\r']);
        let mut units = 0_u64;
        for (at, character) in line.char_indices() {
            units += character.len_utf16() as u64;
            if units > u64::from(position.character) {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The position of a byte offset; within a character that of its beginning.
    pub(super) fn position(&self, text: &str, offset: usize) -> lsp::Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &text[self.starts[line]..offset];
        let character: usize = before.chars().map(char::len_utf16).sum();
        lsp::Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: u32::try_from(character).unwrap_or(u32::MAX),
        }
    }

    /// The range of some bytes.
    pub(super) fn range(&self, text: &str, range: &Range<usize>) -> lsp::Range {
        lsp::Range {
            start: self.position(text, range.start),
            end: self.position(text, range.end.max(range.start)),
        }
    }

    /// The bytes of a range.
    pub(super) fn bytes(&self, text: &str, range: lsp::Range) -> Range<usize> {
        let start = self.offset(text, range.start);
        start..self.offset(text, range.end).max(start)
    }

    /// Where the line begins in which an offset stands.
    pub(super) fn start_of_line(&self, offset: usize) -> usize {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        self.starts[line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: u32, character: u32) -> lsp::Position {
        lsp::Position { line, character }
    }

    #[test]
    fn an_emoji_is_two_units_and_a_tab_is_one() {
        let text = "\t🦀x\nä";
        let lines = Lines::of(text);
        assert_eq!(lines.position(text, 5), position(0, 3));
        assert_eq!(lines.offset(text, position(0, 3)), 5);
        assert_eq!(lines.position(text, text.len()), position(1, 1));
    }

    #[test]
    fn a_position_within_an_emoji_is_its_beginning() {
        let text = "a🦀";
        assert_eq!(Lines::of(text).offset(text, position(0, 2)), 1);
    }

    #[test]
    fn what_lies_behind_a_line_or_the_text_is_its_end() {
        let text = "ab\r\ncd\re";
        let lines = Lines::of(text);
        assert_eq!(lines.offset(text, position(0, 99)), 2);
        assert_eq!(lines.offset(text, position(1, 99)), 6);
        assert_eq!(lines.offset(text, position(2, 0)), 7);
        assert_eq!(lines.offset(text, position(99, 0)), text.len());
    }
}
