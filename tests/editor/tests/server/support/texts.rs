//! Texts, positions in them as the protocol counts, and what edits make of them.

use lsp_types as lsp;

/// A text without its `$0`, and where that stands.
pub(crate) fn cursor(text: &str) -> (String, lsp::Position) {
    let at = text.find("$0").expect("a place");
    (text.replacen("$0", "", 1), position(text, at))
}

/// The position of a byte offset.
pub(crate) fn position(text: &str, at: usize) -> lsp::Position {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let character: usize = before[start..].chars().map(char::len_utf16).sum();
    lsp::Position {
        line: u32::try_from(line).expect("a short text"),
        character: u32::try_from(character).expect("a short text"),
    }
}

/// The text of a range.
pub(crate) fn slice(text: &str, range: lsp::Range) -> String {
    let (start, end) = (offset(text, range.start), offset(text, range.end));
    text[start..end].to_owned()
}

/// The byte offset of a position, which must be there.
fn offset(text: &str, position: lsp::Position) -> usize {
    try_offset(text, position).unwrap_or_else(|| panic!("{position:?} lies outside {text:?}"))
}

/// The byte offset of a position; `None` where there is none, or within a character or a line's end.
pub(crate) fn try_offset(text: &str, position: lsp::Position) -> Option<usize> {
    let mut line_start = 0;
    for _ in 0..position.line {
        let rest = &text[line_start..];
        let end = rest.find(['\n', '\r'])?;
        line_start += end
            + if rest[end..].starts_with("\r\n") {
                2
            } else {
                1
            };
    }
    let mut units = 0;
    for (at, character) in text[line_start..].char_indices() {
        if units == position.character {
            return Some(line_start + at);
        }
        if matches!(character, '\n' | '\r') || units > position.character {
            return None;
        }
        units += u32::try_from(character.len_utf16()).ok()?;
    }
    (units == position.character).then_some(text.len())
}

/// The text with edits made, the last first.
pub(crate) fn edited(text: &str, edits: &[lsp::TextEdit]) -> String {
    let mut edits: Vec<&lsp::TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| offset(text, edit.range.start));
    let mut text_now = text.to_owned();
    for edit in edits.iter().rev() {
        let (start, end) = (offset(text, edit.range.start), offset(text, edit.range.end));
        text_now.replace_range(start..end, &edit.new_text);
    }
    text_now
}
