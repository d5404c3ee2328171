//! A file part by part: what did not change since the file was read last is not read again.
//!
//! A part is an item with what stands before it, a few of them where brackets are missing. Parts are known by their text,
//! so that one that has moved, by a line above it for example, is found as well.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::super::lexemes::{begins_item, closing, is_group, lexeme};
use super::read::read_part;
use super::{File, Item, Member, Name, Symbol, Token, Variable};

/// What is known of the parts of a file, by their texts.
#[derive(Debug, Default)]
pub(crate) struct Parts(HashMap<String, Arc<File>>);

/// Reads a text of which some parts may be known. `path` says no more than what messages would call it.
pub(crate) fn read(path: &Path, text: &str, before: &Parts) -> (File, Parts) {
    let (mut file, mut parts) = (File::default(), Parts::default());
    for range in split(text) {
        let part = &text[range.clone()];
        let known = before.0.get(part).or_else(|| parts.0.get(part));
        let known = known.map_or_else(|| Arc::new(read_part(path, part)), Arc::clone);
        file.append(&known, range.start);
        parts.0.insert(part.to_owned(), known);
    }
    (file, parts)
}

/// Reads the part of a text in which a place stands, and nothing else. Returns it with where it begins.
pub(crate) fn read_around(path: &Path, text: &str, offset: usize) -> (File, usize) {
    let parts = split(text);
    let around = parts.partition_point(|part| part.end <= offset);
    let range = parts.get(around).cloned().unwrap_or_default();
    (read_part(path, &text[range.clone()]), range.start)
}

/// The parts of a text, one after the other.
pub(crate) fn split(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let read = scan(text, 0, false, &mut parts);
    scan(text, read, true, &mut parts);
    parts
}

/// An open bracket.
struct Open {
    close: char,
    /// By how much its line is indented.
    indent: usize,
    is_group: bool,
}

/// Adds the parts from a place on. Returns where the first begins that is not closed, if not `is_broken` says that this is
/// known: then brackets are taken for closed as `repair` closes them.
fn scan(text: &str, from: usize, is_broken: bool, parts: &mut Vec<Range<usize>>) -> usize {
    let mut start = from;
    let mut open: Vec<Open> = Vec::new();
    let (mut indent, mut leads, mut line_start) = (0, true, from);
    let mut at = from;
    while let Some(first) = text[at..].chars().next() {
        let length = lexeme(&text[at..]);
        if matches!(first, '\n' | '\r') {
            (indent, leads, line_start) = (0, true, at + 1);
        } else if first.is_whitespace() {
            indent += usize::from(leads);
        } else {
            if is_broken && leads && begins_item(&text[at..]) {
                let is_member = indent > 0 && open.first().is_some_and(|open| open.is_group);
                if !is_member && !open.is_empty() {
                    open.clear();
                    parts.push(start..at);
                    start = at;
                }
            }
            let ends = match first {
                '(' | '[' | '{' => {
                    open.push(Open {
                        close: closing(first),
                        indent,
                        is_group: is_group(&text[line_start..at]),
                    });
                    false
                }
                ')' | ']' | '}' => {
                    while is_broken && leads && open.last().is_some_and(|last| last.indent > indent)
                    {
                        open.pop();
                    }
                    let place = open.iter().rposition(|open| open.close == first);
                    open.truncate(place.unwrap_or(open.len()));
                    let is_last = place == Some(0) && first == '}';
                    is_last && item_follows(&text[at + 1..])
                }
                ';' => open.is_empty(),
                _ => false,
            };
            if ends {
                parts.push(start..at + 1);
                start = at + 1;
            }
            leads = false;
        }
        at += length;
    }
    if !open.is_empty() && !is_broken {
        return start;
    }
    if start < text.len() {
        parts.push(start..text.len());
    }
    text.len()
}

/// The words with which items begin, those of Rust among them.
const ITEM_WORDS: [&str; 25] = [
    "pub",
    "ruleset",
    "use",
    "type",
    "fact",
    "global",
    "rule",
    "query",
    "group",
    "table",
    "kind",
    "fn",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "mod",
    "const",
    "static",
    "extern",
    "unsafe",
    "async",
    "auto",
    "macro_rules",
];

/// Whether what follows is an item, or nothing. (A `use` and a `kind` go on after their braces.)
fn item_follows(text: &str) -> bool {
    let mut rest = text.trim_start();
    while rest.starts_with("//") && !rest.starts_with("///") || rest.starts_with("/*") {
        rest = rest[lexeme(rest)..].trim_start();
    }
    let word = &rest[..lexeme(rest)];
    rest.is_empty() || rest.starts_with("///") || word == "#" || ITEM_WORDS.contains(&word)
}

impl File {
    /// Adds what is known of a part that begins at an offset.
    fn append(&mut self, part: &File, offset: usize) {
        let moved = |range: &Range<usize>| range.start + offset..range.end + offset;
        let variables = self.variables.len();
        self.items.extend(part.items.iter().map(|item| {
            let mut item = item.clone();
            item.shift(offset);
            item
        }));
        self.names.extend(part.names.iter().map(|name| Name {
            range: moved(&name.range),
            symbol: match &name.symbol {
                Symbol::Variable(id) => Symbol::Variable(id + variables),
                symbol => symbol.clone(),
            },
            ..*name
        }));
        self.variables
            .extend(part.variables.iter().map(|variable| Variable {
                scopes: variable.scopes.iter().map(moved).collect(),
                ..variable.clone()
            }));
        self.imports.extend(part.imports.iter().cloned());
        self.tokens.extend(part.tokens.iter().map(|token| Token {
            range: moved(&token.range),
            kind: token.kind,
        }));
    }
}

impl Item {
    fn shift(&mut self, offset: usize) {
        self.each_range(&mut |range| *range = range.start + offset..range.end + offset);
    }

    /// Calls a function with each range in it.
    pub(super) fn each_range(&mut self, change: &mut dyn FnMut(&mut Range<usize>)) {
        change(&mut self.name_range);
        change(&mut self.range);
        for section in &mut self.sections {
            change(&mut section.range);
        }
        for member in self.members.iter_mut().chain(&mut self.params) {
            member.each_range(change);
        }
        for rule in &mut self.rules {
            rule.each_range(change);
        }
    }
}

impl Member {
    fn each_range(&mut self, change: &mut dyn FnMut(&mut Range<usize>)) {
        change(&mut self.range);
        change(&mut self.name_range);
        for member in &mut self.members {
            member.each_range(change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        split(text).into_iter().map(|part| &text[part]).collect()
    }

    #[test]
    fn each_item_is_a_part_with_what_stands_before_it() {
        let text = "// a\nuse a::{b};\n/// c\nfact C { x: u8 } // d\nkind K = A or B { x };\nrule r { when { } then { f(\"}\"); } }\n";
        assert_eq!(
            parts(text),
            [
                "// a\nuse a::{b};",
                "\n/// c\nfact C { x: u8 }",
                " // d\nkind K = A or B { x };",
                "\nrule r { when { } then { f(\"}\"); } }",
                "\n"
            ]
        );
    }

    #[test]
    fn a_part_that_is_not_closed_ends_where_the_next_item_begins() {
        let text =
            "rule a { }\nrule b {\n    when { A {\n    }\nrule c { }\nrule d { kind as u8 }\n";
        assert_eq!(
            parts(text),
            [
                "rule a { }",
                "\nrule b {\n    when { A {\n    }\n",
                "rule c { }",
                "\nrule d { kind as u8 }",
                "\n"
            ]
        );
        let text = "group g {\n rule a { when {\n rule b { }\n}\nfact F;\n";
        assert_eq!(parts(text).len(), 3);
    }

    #[test]
    fn a_file_read_in_parts_is_the_same_whatever_is_known_of_it() {
        let path = Path::new("a.rules");
        let before = "fact A { x: u8 }\nrule r { when { a @ A { x } if x > 1; } then { retract a; } }\nrule s { when { A { x }; } then { f(x); } }\n";
        let after = before.replacen("fact", "/// Döc\n fact", 1);
        let (_, known) = read(path, before, &Parts::default());
        let (again, kept) = read(path, &after, &known);
        let (anew, _) = read(path, &after, &Parts::default());
        assert_eq!(format!("{again:?}"), format!("{anew:?}"));
        let same = kept.0.iter().filter(|(text, part)| {
            let old = known.0.get(*text);
            old.is_some_and(|old| Arc::ptr_eq(old, part))
        });
        assert_eq!(same.count(), 3, "two rules and the end of the line");
        assert_eq!(kept.0.len(), 4, "nothing is kept of what is gone");
    }

    #[test]
    fn the_part_around_a_place_is_read_alone() {
        let text = "fact A { x: u8 }\nrule r { when { A { x }; } then { } }\nfact B;\n";
        let (file, start) = read_around(Path::new("a.rules"), text, text.find("then").unwrap_or(0));
        assert_eq!((file.items.len(), start), (1, 16));
        assert_eq!(file.variables[0].name, "x");
    }
}
