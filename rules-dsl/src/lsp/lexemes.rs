//! The pieces of a text that need not be tokens: where comments and literals end, where items seem to begin.
//!
//! `repair` mends brackets by it, `names::parts` splits a file into its items; both look at texts that are being written.

/// The length of the comment, the literal or the one character at the beginning of a text.
pub(super) fn lexeme(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment(text).unwrap_or(text.len());
    }
    if text.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        let word = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        let word = word.unwrap_or(text.len());
        let is_prefix = matches!(&text[..word], "b" | "c" | "r" | "br" | "cr");
        if is_prefix && let Some(length) = string(&text[word..], text[..word].contains('r')) {
            return word + length;
        }
        return word;
    }
    if text.starts_with('\'') {
        return character(text).unwrap_or(1);
    }
    string(text, false).unwrap_or(first)
}

/// The length of a string, from its quote or its marks on; it ends with its line where nothing ends it.
fn string(text: &str, is_raw: bool) -> Option<usize> {
    let marks = text.len() - text.trim_start_matches('#').len();
    if !text[marks..].starts_with('"') || marks > 0 && !is_raw {
        return None;
    }
    if is_raw {
        let end = format!("\"{}", "#".repeat(marks));
        let inside = marks + 1;
        let found = text[inside..].find(&end)?;
        return Some(inside + found + end.len());
    }
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a character's literal.
fn character(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    let (_, first) = characters.next()?;
    if first == '\\' {
        characters.next()?;
        return text[1..].find('\'').map(|end| end + 2);
    }
    let (at, end) = characters.next()?;
    (end == '\'').then_some(at + 1)
}

/// The length of a comment that may hold others.
fn block_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += rest.chars().next()?.len_utf8();
        }
    }
}

/// The bracket that closes another.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// Whether a line begins a group.
pub(super) fn is_group(line: &str) -> bool {
    line.trim_start().starts_with("group ")
}

/// Whether an item of the language begins here, which stands within nothing but a group.
pub(super) fn begins_item(text: &str) -> bool {
    let text = text.strip_prefix("pub ").unwrap_or(text);
    let mut words = text.split_whitespace();
    let (word, name) = (words.next(), words.next().unwrap_or_default());
    let begins_name = |name: &str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match word {
        Some("rule" | "query" | "group" | "fact" | "table" | "kind" | "ruleset" | "global") => {
            begins_name(name)
        }
        _ => false,
    }
}
