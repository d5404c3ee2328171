//! Stages: saliences by name, listed once, on the ruleset.
//!
//! `#[stages(admit, act, _, report)]` says in which order they come; `_` is where the rules stand that are in no
//! stage, which is the end where it is not said. A rule says `#[stage(act)]`, and has the stage's salience.

use proc_macro2::{Ident, Literal};
use quote::quote;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Token, parse_quote_spanned};

use crate::ast::Attribute;
use crate::diagnostic::Diagnostics;
use crate::vocabulary as say;

use super::attributes::{invalid, parsed};

/// How far stages are apart: a rule outside them may have a salience of its own that is less.
const STEP: i32 = 1_000;

/// One of the stages of a ruleset.
pub(super) struct Stage {
    name: Ident,
    salience: i32,
}

/// What stands in the list.
enum Entry {
    Named(Ident),
    /// `_`
    Others(Token![_]),
}

impl syn::parse::Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![_]) {
            input.parse().map(Self::Others)
        } else {
            input.parse().map(Self::Named)
        }
    }
}

const LISTED: &str =
    "the stages, first to last, and `_` for rules that are in none: `admit, act, _, report`";

/// `#[stages(…)]`: each with its salience.
pub(super) fn listed_stages(attr: &Attribute, found: &mut Diagnostics) -> Vec<Stage> {
    let list = Punctuated::<Entry, Token![,]>::parse_terminated;
    let Some(entries) = parsed(attr, list, LISTED, found) else {
        return Vec::new();
    };
    let mut names: Vec<Ident> = Vec::new();
    let mut others = None;
    for entry in entries {
        match entry {
            Entry::Named(name) => match names.iter().find(|earlier| **earlier == name) {
                Some(first) => {
                    let wording = say::stage_again(&name);
                    found.push(wording.at_second(name.span(), first.span()));
                }
                None => names.push(name),
            },
            Entry::Others(_) if others.is_none() => others = Some(names.len()),
            Entry::Others(again) => found.push(say::others_again().at(again.span())),
        }
    }
    if names.is_empty() {
        invalid(attr, LISTED, found);
    }
    let others = others.unwrap_or(names.len());
    let stages = names.into_iter().enumerate();
    stages
        .map(|(place, name)| Stage {
            name,
            salience: salience(place, others),
        })
        .collect()
}

/// Above zero before the others, below it after them.
fn salience(place: usize, others: usize) -> i32 {
    let steps = |count: usize| STEP.saturating_mul(i32::try_from(count).unwrap_or(i32::MAX));
    if place < others {
        steps(others - place)
    } else {
        -steps(place - others + 1)
    }
}

/// The salience of a rule in a stage.
pub(super) fn salience_of(
    name: &Ident,
    stages: &[Stage],
    found: &mut Diagnostics,
) -> Option<syn::Expr> {
    let Some(stage) = stages.iter().find(|stage| stage.name == *name) else {
        let names: Vec<String> = stages.iter().map(|stage| stage.name.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        found.push(if names.is_empty() {
            say::no_stages(name).at(name.span())
        } else {
            let help = say::suggestion(&name.to_string(), &names, "the stages are");
            say::unknown_stage(name).or_help(help).at(name.span())
        });
        return None;
    };
    let steps = Literal::u32_unsuffixed(stage.salience.unsigned_abs());
    let minus = (stage.salience < 0).then(|| quote!(-));
    Some(parse_quote_spanned!(name.span()=> #minus #steps))
}
