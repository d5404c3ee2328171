//! Queries called in Rust code, and tables in blocks: it may mean a function of the name that stands outside, but then hardly
//! ever beside a query.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::block;
use crate::hir::{Action, EffectKind, OperandKind, Piece, Rule, Ruleset, TestKind};
use crate::names::plain;
use crate::vocabulary as say;

use super::{Found, rules_and_queries};

/// Finds what is called as a function in tests and blocks and is the name of a query, or in blocks of a table.
pub(super) fn check_query_in_rust(ruleset: &Ruleset, found: &mut Found<'_>) {
    let queries = ruleset.queries.iter().map(|query| &query.rule.name);
    let queries = not_rust(ruleset, queries);
    let tables = not_rust(ruleset, ruleset.tables.iter().map(|table| &table.name));
    if queries.is_empty() && tables.is_empty() {
        return;
    }
    for subject in rules_and_queries(ruleset) {
        let rule = subject.rule;
        for name in called(tests_of(rule).chain(blocks_of(rule)), &queries) {
            found.push(rule, say::query_in_rust(&name).at(name.span()));
        }
        for name in called(blocks_of(rule), &tables) {
            let wording = say::table_in_rust(&name, &ruleset.name);
            found.push(rule, wording.at(name.span()));
        }
    }
}

/// Of some names those that no Rust item of the ruleset says.
fn not_rust<'r>(ruleset: &Ruleset, names: impl Iterator<Item = &'r Ident>) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = names.map(plain).collect();
    for item in ruleset.items.iter().chain(&ruleset.uses) {
        leave_out_named(item.clone(), &mut names);
    }
    names
}

/// What some code calls of these names.
fn called(code: impl Iterator<Item = TokenStream>, names: &BTreeSet<String>) -> Vec<Ident> {
    let mut called = Vec::new();
    for code in code.filter(|_| !names.is_empty()) {
        find_called(code, names, &mut called);
    }
    called
}

/// The Rust code of a rule's conditions.
fn tests_of(rule: &Rule) -> impl Iterator<Item = TokenStream> {
    let tests = rule.tests.iter().map(|test| match &test.kind {
        TestKind::Expr(expr) | TestKind::Let { expr, .. } => expr.to_token_stream(),
        TestKind::Compare { left, right, .. } => {
            let sides = [left, right].into_iter();
            let sides = sides.filter_map(|side| match &side.kind {
                OperandKind::Expr(expr) => Some(expr.to_token_stream()),
                _ => None,
            });
            sides.collect()
        }
        TestKind::Variant(_) | TestKind::Match { .. } | TestKind::Relation { .. } => {
            TokenStream::new()
        }
    });
    let eaches = rule.eaches.iter();
    tests.chain(eaches.map(|each| each.expr.expr.to_token_stream()))
}

/// The Rust code of its blocks.
fn blocks_of(rule: &Rule) -> impl Iterator<Item = TokenStream> {
    rule.actions().map(tokens_of)
}

/// The Rust of a block, and of the effects in it.
fn tokens_of(action: &Action) -> TokenStream {
    fn of(action: &Action, pieces: &[Piece]) -> TokenStream {
        block::tokens(pieces, &mut |effect| match &action.effects[effect.0].kind {
            EffectKind::Insert(insert) => of(action, &insert.fact),
            EffectKind::Modify(modify) => of(action, &modify.body.pieces),
            _ => TokenStream::new(),
        })
    }
    of(action, &action.block.pieces)
}

/// Leaves out the names that an item has in it: it may declare something of the name.
fn leave_out_named(item: TokenStream, names: &mut BTreeSet<String>) {
    for token in item {
        match token {
            TokenTree::Ident(ident) => {
                names.remove(&plain(&ident));
            }
            TokenTree::Group(group) => leave_out_named(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Finds the calls of functions of some names, but for methods and paths.
fn find_called(code: TokenStream, names: &BTreeSet<String>, called: &mut Vec<Ident>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    for (place, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        if group.delimiter() == Delimiter::Parenthesis
            && let [before @ .., TokenTree::Ident(name)] = &tokens[..place]
            && names.contains(&plain(name))
            && !is_open(before)
        {
            called.push(name.clone());
        }
        find_called(group.stream(), names, called);
    }
}

/// Whether what follows some tokens is a part of something else: a method, the end of a path, a function that is declared.
fn is_open(tokens: &[TokenTree]) -> bool {
    let is = |token: &TokenTree, mark| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    match tokens {
        [.., first, second] if is(first, ':') && is(second, ':') => true,
        [.., TokenTree::Ident(word)] => word == "fn",
        // A range is none: `0..n(id)`.
        [.., first, second] if is(second, '.') => !is(first, '.'),
        [second] => is(second, '.'),
        _ => false,
    }
}
