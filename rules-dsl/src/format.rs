//! Formats `.rules` text: beside the pipeline, for `rules fmt`.
//!
//! The grammar's own nodes say what stands where; each is written on one line where it fits, as the printer
//! spaces it, and else broken in the way of its kind. Blocks, expressions that do not fit and the Rust
//! items among rules are laid out by prettyplease. What a comment stands in the midst of is left as it
//! is. A body that its author wrote on one line stays on one, as long as it fits.

mod block;
mod comments;
mod condition;
mod effect;
mod fact;
mod item;
mod pattern;
mod rust;
mod table;
mod writer;

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use crate::diagnostic::Diagnostics;
use crate::parse::{Node, Rule, match_rule, parse_alone};
use crate::printer;
use crate::source::{File, Source};
use crate::vocabulary as say;
use comments::comments;
use writer::Writer;

/// How long a line may be, in characters.
pub const WIDTH: usize = 100;

/// How often a text is formatted at the most, until it stays.
const GOES: usize = 4;

/// By how much what stands within is indented.
const INDENT: usize = 4;

/// The text of a source's file, formatted.
///
/// # Errors
///
/// What `parse` finds wrong; the formatter says nothing of names and types. What looks like the look-up of a table is
/// one, as the table may stand in another file.
///
/// # Panics
///
/// Where the source is not of one file.
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    Ok(format_with_ends(source)?.0)
}

/// Which of the first and the last item of a text have empty lines around them.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(
    not(feature = "lsp"),
    expect(dead_code, reason = "the language server alone asks how texts meet")
)]
pub(crate) struct Ends {
    pub(crate) first_stands_apart: bool,
    pub(crate) last_stands_apart: bool,
}

/// The same, with what decides of the lines around the text where it is a part of a file; `None` where it has no items.
///
/// An expression that the printer puts into braces, as it does with an arm that does not fit, is a statement from then on,
/// and laid out otherwise. So what has changed is formatted again, until it stays.
pub(crate) fn format_with_ends(source: &Source) -> Result<(String, Option<Ends>), Diagnostics> {
    let (mut text, mut ends) = format_once(source)?;
    let Some(file) = source.files().iter().next() else {
        return Ok((text, ends));
    };
    let mut is_settled = text == file.text();
    for _ in 1..GOES {
        if is_settled {
            break;
        }
        let again = alone(file, &text);
        let Ok((next, next_ends)) = format_once(&again) else {
            break;
        };
        is_settled = next == text;
        (text, ends) = (next, next_ends);
    }
    Ok((text, ends))
}

fn format_once(source: &Source) -> Result<(String, Option<Ends>), Diagnostics> {
    parse_alone(source).1.into_result()?;
    let mut files = source.files().iter();
    let (Some(file), None) = (files.next(), files.next()) else {
        panic!("one file is formatted at a time");
    };
    let is_right =
        |formatted: &str| formatted == file.text() || says_the_same(source, file, formatted);
    let all = Formatter::write(source, file, BTreeSet::new());
    if is_right(&all.text) {
        return Ok((all.text, all.ends));
    }
    // An item that would not say the same stays as it is.
    let others = |item| {
        all.items
            .iter()
            .copied()
            .filter(move |&other| other != item)
    };
    let is_wrong = |&&item: &&usize| {
        let alone = Formatter::write(source, file, others(item).collect());
        !is_right(&alone.text)
    };
    let wrong = all.items.iter().filter(is_wrong).copied().collect();
    let rest = Formatter::write(source, file, wrong);
    if is_right(&rest.text) {
        return Ok((rest.text, rest.ends));
    }
    Err(say::unformattable().at(source.span_at(0)).into())
}

/// A file, written.
struct Written {
    text: String,
    ends: Option<Ends>,
    /// Where its items begin.
    items: Vec<usize>,
}

/// Writes a file. The methods that write a kind of node stand in that kind's file.
struct Formatter<'s> {
    source: &'s Source,
    file: &'s File,
    /// Where its tokens stand.
    tokens: &'s [Range<usize>],
    writer: Writer<'s>,
    /// Where items begin that stay as they are.
    left: BTreeSet<usize>,
}

impl<'s> Formatter<'s> {
    /// Writes a file, but for some items, which stay as they are.
    fn write(source: &'s Source, file: &'s File, left: BTreeSet<usize>) -> Written {
        let mut formatter = Self {
            source,
            file,
            tokens: source.token_ranges(),
            writer: Writer::new(file.text(), comments(source, file)),
            left,
        };
        let (items, ends) = formatter.write_file();
        Written {
            text: formatter.writer.finish(),
            ends,
            items,
        }
    }

    /// The bytes of the file that a node stands in.
    fn range(&self, node: &Node) -> Range<usize> {
        self.file_range(node.range.clone())
    }

    /// The bytes of the file that a range of the source's text stands for.
    fn file_range(&self, range: Range<usize>) -> Range<usize> {
        self.source.file_range(&range)
    }

    fn tokens(&self, node: &Node) -> TokenStream {
        self.source.tokens(node.range.clone())
    }

    /// What was written in a range of the file.
    fn written(&self, range: Range<usize>) -> &'s str {
        &self.file.text()[range]
    }

    /// Whether documentation stands in a range of the file: it is tokens, which would be written as attributes.
    fn has_documentation(&self, range: &Range<usize>) -> bool {
        let start = self
            .tokens
            .partition_point(|token| token.start < range.start);
        let tokens = self.tokens[start..].iter();
        let mut tokens = tokens.take_while(|token| token.start < range.end);
        tokens.any(|token| {
            let written = self.written(token.clone());
            written.starts_with("//") || written.starts_with("/*")
        })
    }

    /// A range of the source's text on one line. `None` where a comment stands in it, or the spacing would
    /// make other tokens of it.
    fn flat(&self, range: &Range<usize>) -> Option<String> {
        let in_file = self.file_range(range.clone());
        if self.writer.has_comment(&in_file) || self.has_documentation(&in_file) {
            return None;
        }
        flat_text(&self.source.tokens(range.clone()))
    }

    /// The next nodes of a rule in a range, to its end.
    fn nodes(&self, entry: Rule, range: Range<usize>) -> Vec<Node> {
        let text = self.source.text();
        let mut nodes = Vec::new();
        let mut at = range.start;
        loop {
            let rest = &text[at..range.end];
            at += rest.len() - rest.trim_start_matches(' ').len();
            if at >= range.end {
                return nodes;
            }
            let node = match_rule(self.source, entry, &(at..range.end));
            let node = node.unwrap_or_else(|_| unreachable!("`parse` has matched all of it"));
            at = node.range.end;
            nodes.push(node);
        }
    }
}

/// Tokens on one line. `None` where they would not be the same tokens.
fn flat_text(tokens: &TokenStream) -> Option<String> {
    let flat = printer::text(tokens);
    let again: TokenStream = flat.parse().ok()?;
    (!flat.contains('\n') && words(tokens) == words(&again)).then_some(flat)
}

/// The words and operators of a stream, without the commas and semicolons that may be left out.
fn words(tokens: &TokenStream) -> Vec<String> {
    let mut words = Vec::new();
    push_words(tokens.clone(), &mut words);
    words
}

fn push_words(tokens: TokenStream, words: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                words.push(format!("{:?}", group.delimiter()));
                push_words(group.stream(), words);
                words.push(String::new());
            }
            TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ';') => {
                let is_needed =
                    tokens.peek().is_some() && words.last().is_some_and(|w| !w.is_empty());
                words.extend(is_needed.then(|| mark.to_string()));
            }
            token => words.push(token.to_string().replace("r#__", "__")),
        }
    }
}

/// A source of one file, with another text in it.
fn alone(file: &File, text: &str) -> Source {
    let text = (file.path().to_owned(), text.to_owned());
    Source::from_files(Some("Ruleset"), [text])
}

/// Whether two texts have the same words, literals and comments in the same order.
fn says_the_same(before: &Source, file: &File, formatted: &str) -> bool {
    let after = alone(file, formatted);
    let (_, diagnostics) = parse_alone(&after);
    !diagnostics.has_errors() && said(before) == said(&after)
}

fn said(source: &Source) -> (Vec<String>, Vec<String>) {
    let mut words = Vec::new();
    for part in source.parts() {
        said_words(source.tokens(part.clone()), &mut words);
    }
    let comments = source
        .files()
        .iter()
        .flat_map(|file| comments(source, file));
    let comments = comments.map(|comment| comment.text.split_whitespace().collect());
    (words, comments.collect())
}

fn said_words(tokens: TokenStream, words: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => said_words(group.stream(), words),
            TokenTree::Punct(_) => {}
            token => words.push(token.to_string().replace("r#__", "__")),
        }
    }
}

#[cfg(test)]
mod tests;
