//! Texts that nobody meant, to be compiled: above all mutants, rulesets in which one token is deleted,
//! duplicated, or swapped with the next.
//!
//! The environment variable `MUTANTS` says how many are tried: a number, or `all`. Which ones they are
//! depends on that number alone.

mod doors;
mod processor_time;
mod sample;
mod soup;

use std::fmt;
use std::ops::Range;

use corpus::Ruleset;
use proc_macro2::{Spacing, TokenStream, TokenTree};

pub use doors::{compile_block, compile_file};
pub use processor_time::timed;
pub use sample::{sample, sample_rulesets, sought};
pub use soup::{balanced, soup};

/// What is done to a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mutation {
    /// It is gone.
    Delete,
    /// It stands there twice.
    Duplicate,
    /// It stands after the next.
    Swap,
}

/// A ruleset with one token changed.
#[derive(Debug, Clone)]
pub struct Mutant<'r> {
    /// The ruleset that it is made of.
    pub ruleset: &'r Ruleset,
    /// What was done.
    pub mutation: Mutation,
    /// The number of the token.
    pub token: usize,
    /// The text that results.
    pub text: String,
    /// Where it differs: what was put in and the tokens before and after.
    pub neighbourhood: Range<usize>,
}

/// The mutants of a ruleset, to be made one at a time.
#[derive(Debug)]
pub struct Mutants<'r> {
    ruleset: &'r Ruleset,
    /// Where its tokens stand, brackets among them.
    tokens: Vec<Range<usize>>,
}

impl<'r> Mutants<'r> {
    /// Those of a ruleset. (One that is no tokens, a test of that, has none.)
    #[must_use]
    pub fn of(ruleset: &'r Ruleset) -> Self {
        let mut tokens = Vec::new();
        if let Ok(stream) = ruleset.text.parse::<TokenStream>() {
            push_ranges(stream, &mut tokens);
        }
        Mutants { ruleset, tokens }
    }

    /// The mutant of a number among those of several rulesets.
    #[must_use]
    pub fn nth(all: &[Self], mut number: usize) -> Option<Mutant<'r>> {
        for mutants in all {
            if number < mutants.len() {
                return mutants.get(number);
            }
            number -= mutants.len();
        }
        None
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len() * 3
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// One of them. `None` where a token has no next with which to be swapped.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Mutant<'r>> {
        let text = &self.ruleset.text;
        let token = number / 3;
        let at = self.tokens.get(token)?.clone();
        let word = &text[at.clone()];
        let (mutation, last, put) = match number % 3 {
            // Spaces, lest what stands side by side become one.
            0 => (Mutation::Delete, token, " ".to_owned()),
            1 => (Mutation::Duplicate, token, format!(" {word} {word} ")),
            _ => {
                let next = self.tokens.get(token + 1)?.clone();
                let between = match &text[at.end..next.start] {
                    "" => " ",
                    between => between,
                };
                let swapped = format!(" {}{between}{word} ", &text[next]);
                (Mutation::Swap, token + 1, swapped)
            }
        };
        let end = self.tokens[last].end;
        let before = token.checked_sub(1).map(|before| &self.tokens[before]);
        let after = self.tokens.get(last + 1);
        let (before, after) = (
            before.map_or(0, |before| before.start),
            after.map_or(text.len(), |after| after.end),
        );
        let changed = format!("{}{put}{}", &text[..at.start], &text[end..]);
        Some(Mutant {
            ruleset: self.ruleset,
            mutation,
            token,
            neighbourhood: before..after + changed.len() - text.len(),
            text: changed,
        })
    }
}

impl fmt::Display for Mutant<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, line) = (self.ruleset.path.display(), self.ruleset.line);
        let (mutation, token, text) = (self.mutation, self.token, &self.text);
        writeln!(out, "{mutation:?} token {token} of {path}:{line}:\n{text}")
    }
}

/// Where tokens stand. Documentation, which is several, counts as one, as do marks that are joined.
fn push_ranges(stream: TokenStream, ranges: &mut Vec<Range<usize>>) {
    let mut is_joined = false;
    for token in stream {
        match token {
            TokenTree::Group(group) => {
                push_range(group.span_open().byte_range(), ranges);
                push_ranges(group.stream(), ranges);
                push_range(group.span_close().byte_range(), ranges);
                is_joined = false;
            }
            token => {
                let range = token.span().byte_range();
                match ranges.last_mut() {
                    Some(last) if is_joined => last.end = range.end,
                    _ => push_range(range, ranges),
                }
                is_joined =
                    matches!(token, TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint);
            }
        }
    }
}

/// Adds a range behind those there are; one that is among them is of documentation.
fn push_range(range: Range<usize>, ranges: &mut Vec<Range<usize>>) {
    if ranges.last().is_none_or(|last| last.end <= range.start) {
        ranges.push(range);
    }
}
