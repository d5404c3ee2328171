//! The file of Rust that a build script writes, and the table that leads from it to the `.rules` text.
//!
//! prettyplease prints tokens and forgets where they came from. So its text is split into tokens
//! again, and these are paired with those it was given: what is printed of a user's token is known
//! by its byte range. A line that has such tokens ends with a comment that names the first one's
//! place, for whoever reads rustc's message about it; the table has all of them, for `rules check`.

mod align;
mod table;

use std::fmt::Write as _;
use std::ops::Range;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use crate::source::Files;
use align::align;

use table::Run;

pub use table::{InvalidTable, Table};

/// A file of Rust.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// Its text.
    pub code: String,
    /// What of it was written by the user, and where.
    pub table: Table,
}

/// A token without inside, a bracket among them, and what it was given for.
#[derive(Debug)]
struct Leaf {
    text: String,
    span: Span,
}

/// A token of the printed text that is the user's.
struct UserToken {
    run: Run,
    line: usize,
    column: usize,
    /// Whether it says where it is from: a bracket does not, nor a `pub`, which fields take over.
    is_telling: bool,
}

impl Output {
    /// Prints tokens that the compiler made of `files`.
    #[must_use]
    pub fn new(tokens: &TokenStream, files: &Files) -> Self {
        let code = match syn::parse2(tokens.clone()) {
            Ok(file) => prettyplease::unparse(&file),
            // Not for us to judge: rustc says what is wrong with it, at a place in it.
            Err(_) => tokens.to_string(),
        };
        let (given, mut printed) = (leaves(tokens), Vec::new());
        if let Ok(again) = code.parse::<TokenStream>() {
            printed = leaves(&again);
        }
        let users: Vec<UserToken> = align(&given, &printed)
            .into_iter()
            .filter_map(|(given, printed)| user_token(given, printed, files))
            .collect();
        let tokens: Vec<Range<usize>> = printed.iter().map(|leaf| leaf.span.byte_range()).collect();
        let (code, runs) = annotate(&code, &tokens, users, files);
        let table = Table::new(runs, &code, files);
        Output { code, table }
    }
}

/// The tokens of a stream one after the other, the brackets of groups among them.
fn leaves(tokens: &TokenStream) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    push_leaves(tokens.clone(), &mut leaves);
    leaves
}

fn push_leaves(tokens: TokenStream, leaves: &mut Vec<Leaf>) {
    for token in tokens {
        let TokenTree::Group(group) = token else {
            leaves.push(Leaf {
                text: token.to_string(),
                span: token.span(),
            });
            continue;
        };
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        let bracket = |text: &str, span| {
            let text = text.to_owned();
            (!text.is_empty()).then_some(Leaf { text, span })
        };
        leaves.extend(bracket(open, group.span_open()));
        push_leaves(group.stream(), leaves);
        leaves.extend(bracket(close, group.span_close()));
    }
}

fn user_token(given: &Leaf, printed: &Leaf, files: &Files) -> Option<UserToken> {
    // A token of ours has no range, and that is told faster than that it has no file.
    if given.span.byte_range().is_empty() {
        return None;
    }
    let (_, written) = files.locate(given.span.into())?;
    let (file, line, column) = files.place(given.span);
    let first = given.text.chars().next()?;
    Some(UserToken {
        run: Run {
            generated: printed.span.byte_range(),
            file,
            written,
        },
        line,
        column: column + 1,
        is_telling: given.text != "pub"
            && (first.is_alphanumeric() || matches!(first, '_' | '"' | '\'')),
    })
}

/// Ends lines with comments, which moves what stands below. `tokens` are the ranges of all tokens: a line
/// that ends within one, a literal of several lines, can have no comment.
fn annotate(
    code: &str,
    tokens: &[Range<usize>],
    users: Vec<UserToken>,
    files: &Files,
) -> (String, Vec<Run>) {
    let names: Vec<_> = files
        .iter()
        .map(|file| file.path().file_name().unwrap_or_default().display())
        .collect();
    let (mut text, mut runs) = (String::with_capacity(code.len()), Vec::new());
    let (mut users, mut tokens) = (users.into_iter().peekable(), tokens.iter().peekable());
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let shift = text.len() - start;
        text.push_str(&code[start..end]);
        let mut first = None;
        while let Some(mut user) = users.next_if(|user| user.run.generated.start < end) {
            user.run.generated.start += shift;
            user.run.generated.end += shift;
            runs.push(user.run.clone());
            first = first.or_else(|| user.is_telling.then_some(user));
        }
        while tokens.next_if(|token| token.end <= end).is_some() {}
        let is_open = tokens.peek().is_some_and(|token| token.start < end);
        let is_doc = line.trim_start().starts_with("//");
        if let Some(user) = first.filter(|_| !is_open && !is_doc) {
            let name = &names[user.run.file];
            _ = write!(text, " // {name}:{}:{}", user.line, user.column);
        }
        text.push_str(&code[end..start + line.len()]);
        start += line.len();
    }
    (text, runs)
}

#[cfg(test)]
mod tests;
