//! The tokens of a text that did not parse, and how a form is compared with them.

use std::ops::Range;

use super::forms::Form;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Source;
use crate::vocabulary::{self as say, Help};

/// The tokens of a range of the text.
pub(super) struct Leaves<'s> {
    source: &'s Source,
    pub(super) ranges: Vec<Range<usize>>,
}

impl<'s> Leaves<'s> {
    pub(super) fn new(source: &'s Source, range: &Range<usize>) -> Self {
        let ranges = source.leaf_ranges(range).collect();
        Self { source, ranges }
    }

    /// The text of a token; none behind the last.
    pub(super) fn text(&self, index: usize) -> &'s str {
        let range = self.ranges.get(index).cloned();
        range.map_or("", |range| &self.source.text()[range])
    }

    /// The number of the token at an offset.
    pub(super) fn index(&self, offset: usize) -> usize {
        self.ranges.partition_point(|range| range.end <= offset)
    }

    /// The brackets that are open at the end of some tokens.
    pub(super) fn open_brackets(&self, indices: Range<usize>) -> Vec<usize> {
        let mut open = Vec::new();
        for index in indices {
            match self.text(index) {
                "(" | "[" | "{" => open.push(index),
                ")" | "]" | "}" => {
                    open.pop();
                }
                _ => {}
            }
        }
        open
    }

    /// The number of the token after a group that begins at one.
    pub(super) fn after_group(&self, open: usize) -> usize {
        let mut depth = 0;
        for index in open..self.ranges.len() {
            match self.text(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return index + 1;
            }
        }
        self.ranges.len()
    }

    /// Where the statements begin that a token stands in, from the innermost on.
    pub(super) fn statement_starts(&self, index: usize) -> impl Iterator<Item = usize> {
        let open = self.open_brackets(0..index).into_iter().rev();
        let blocks = open.filter(|open| self.text(*open) == "{");
        let inside = blocks.map(|open| open + 1).chain([0]);
        inside.map(move |inside| self.statement_start(inside, index))
    }

    /// Where the field begins in which a token stands; the token itself where it stands in none.
    pub(super) fn field_start(&self, index: usize) -> usize {
        let Some(open) = self.open_brackets(0..index).pop() else {
            return index;
        };
        let comma = (open..index).rfind(|at| self.text(*at) == ",");
        comma.unwrap_or(open) + 1
    }

    /// The block that follows an `if`, as if it were Rust's.
    pub(super) fn block_of_test(&self) -> Option<usize> {
        let mut at = usize::from(self.text(0) == "if");
        while at > 0 && at < self.ranges.len() {
            match self.text(at) {
                "{" => return Some(at),
                "(" | "[" => at = self.after_group(at),
                _ => at += 1,
            }
        }
        None
    }

    /// Where an item begins after its attributes and its visibility.
    pub(super) fn after_attributes(&self) -> usize {
        let mut at = 0;
        while self.text(at) == "#" && self.text(at + 1) == "[" {
            at = self.after_group(at + 1);
        }
        at + usize::from(self.text(at) == "pub")
    }

    /// Where the statement begins that holds a token, among those that begin at `inside`.
    fn statement_start(&self, inside: usize, index: usize) -> usize {
        let mut start = inside;
        let mut at = inside;
        while at < index {
            let is_group = matches!(self.text(at), "(" | "[" | "{");
            let next = if is_group {
                self.after_group(at)
            } else {
                at + 1
            };
            let ends = matches!(self.text(at), ";" | "{");
            if ends && next <= index {
                start = next;
            }
            at = next;
        }
        start
    }

    /// The first place where one of some forms begins, told in place of what was told.
    pub(super) fn first_within(
        &self,
        forms: &[Form],
        mut indices: Range<usize>,
        told: &Diagnostic,
    ) -> Option<Diagnostic> {
        indices.find_map(|start| self.first_of(forms, start, told))
    }

    /// The first of some forms that begins at a token, told in place of what was told.
    pub(super) fn first_of(
        &self,
        forms: &[Form],
        start: usize,
        told: &Diagnostic,
    ) -> Option<Diagnostic> {
        forms.iter().find_map(|form| self.tell(form, start, told))
    }

    /// A form, told in place of what was told, if it begins at a token.
    fn tell(&self, form: &Form, start: usize, told: &Diagnostic) -> Option<Diagnostic> {
        let mut at = start;
        let mut help = form.help.to_owned();
        let mut found = String::new();
        let mut marked: Option<Range<usize>> = None;
        for part in form.tokens.split(' ') {
            let (is_marked, part) = match part.strip_prefix('^') {
                Some(part) => (true, part),
                None => (false, part),
            };
            let text = self.text(at);
            if !matches(part, text) {
                return None;
            }
            if is_marked {
                found.push_str(text);
                let range = self.ranges[at].clone();
                let first = marked.map_or(range.start, |marked| marked.start);
                marked = Some(first..range.end);
            }
            help = filled(&help, part, text);
            at = match part {
                "(…)" | "{…}" => self.after_group(at),
                _ => at + 1,
            };
        }
        let expected = if form.expected.is_empty() {
            let told = told.message.strip_prefix("expected ")?;
            told.split(", found ").next()?
        } else {
            form.expected
        };
        let wording = say::expected(expected, format!("`{found}`"));
        let span = self.source.span(marked?);
        let help = Help {
            text: help,
            mend: form.instead().map(|word| Edit::Replace(word.to_owned())),
        };
        Some(wording.or_help(Some(help)).at(span))
    }
}

/// A help in which the word that a part of a form stands for is filled in.
fn filled(help: &str, part: &str, text: &str) -> String {
    let name = match part {
        "NAME" if help.contains("{NAME}") => "{NAME}",
        "NAME" => "{OTHER}",
        "TYPE" => "{TYPE}",
        "NUMBER" => "{NUMBER}",
        "TEXT" => "{TEXT}",
        _ if part.contains('/') => "{WORD}",
        _ => return help.to_owned(),
    };
    help.replace(name, text)
}

/// Whether a token is what a part of a form stands for.
pub(super) fn matches(part: &str, text: &str) -> bool {
    let begins = |is: fn(char) -> bool| text.starts_with(is);
    match part {
        "NAME" => begins(|first| first == '_' || first.is_lowercase()),
        "TYPE" => begins(char::is_uppercase),
        "TEXT" => begins(|first| first == '"'),
        "NUMBER" => begins(|first| first.is_ascii_digit()),
        "(…)" => text == "(",
        "{…}" => text == "{",
        _ => part.split('/').any(|word| word == text),
    }
}
