//! The items of a ruleset: declarations and Rust become items, rules are resolved one by one.
//!
//! Called by `resolve` after the declarations have been collected, so that a rule may stand before
//! the facts that it names.

use std::collections::HashMap;

use heck::ToUpperCamelCase;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use crate::ast::{self, Item};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::hir;

use super::names::{at_line, plain};
use super::rules::{BareInsert, resolve_rule};
use super::{Context, attributes, declarations, unsupported};

/// What the items of a ruleset become.
#[derive(Default)]
pub(super) struct Resolved {
    pub(super) items: Vec<TokenStream>,
    pub(super) rules: Vec<hir::Rule>,
    bare_inserts: Vec<(usize, BareInsert)>,
}

/// Resolves the items in order.
pub(super) fn resolve_items(items: &[Item], context: &mut Context<'_>) -> Resolved {
    let mut resolved = Resolved::default();
    for item in items {
        match item {
            Item::Use(item) => resolved.items.push(item.to_token_stream()),
            Item::Type(item) => resolved.items.push(item.to_token_stream()),
            Item::Rust(tokens) => resolved.items.push(tokens.clone()),
            Item::Fact(fact) => {
                let (declaration, rust) =
                    declarations::resolve_declaration(fact, context.diagnostics);
                context.fact_types.declare(fact, declaration);
                resolved.items.push(rust);
            }
            // Resolved before the items: conditions and blocks anywhere know them.
            Item::Global(_) => {}
            Item::Rule(rule) => push_rule(rule, context, &mut resolved),
            Item::Query(query) => {
                unsupported::report(context.diagnostics, query.name.span(), "query");
            }
            Item::Group(group) => {
                unsupported::report(context.diagnostics, group.name.span(), "group");
                for rule in &group.rules {
                    push_rule(rule, context, &mut resolved);
                }
            }
        }
    }
    settle_bare_inserts(&mut resolved, context);
    resolved
}

fn push_rule(rule: &ast::Rule, context: &mut Context<'_>, resolved: &mut Resolved) {
    let (rule, bare_inserts) = resolve_rule(rule, context);
    let number = resolved.rules.len();
    resolved
        .bare_inserts
        .extend(bare_inserts.into_iter().map(|insert| (number, insert)));
    resolved.rules.push(rule);
}

/// `insert Marker;` may insert a unit fact or a constant: the former, where it is a fact's name.
fn settle_bare_inserts(resolved: &mut Resolved, context: &Context<'_>) {
    for (rule, insert) in &resolved.bare_inserts {
        let fact_type = context.fact_types.known(&insert.name);
        resolved.rules[*rule].then.inserts[insert.number] = fact_type;
    }
}

/// Resolves the globals, in order.
pub(super) fn resolve_globals(items: &[Item], diagnostics: &mut Diagnostics) -> Vec<hir::Global> {
    let mut globals = Vec::new();
    for item in items {
        match item {
            Item::Global(global) => {
                attributes::resolve_global_attributes(&global.attrs, diagnostics);
                globals.push(hir::Global {
                    name: global.name.clone(),
                    ty: global.ty.clone(),
                    trailed: false,
                });
            }
            Item::Use(_)
            | Item::Type(_)
            | Item::Fact(_)
            | Item::Rule(_)
            | Item::Query(_)
            | Item::Group(_)
            | Item::Rust(_) => {}
        }
    }
    globals
}

/// Reports each second item of one kind and name.
pub(super) fn check_duplicates(items: &[Item], diagnostics: &mut Diagnostics) {
    let mut names = Names::default();
    for item in items {
        match item {
            Item::Fact(fact) => names.add("fact", declarations::name_of(fact), diagnostics),
            Item::Global(global) => names.add("global", &global.name, diagnostics),
            Item::Rule(rule) => names.add("rule", &rule.name, diagnostics),
            Item::Query(query) => names.add("query", &query.name, diagnostics),
            Item::Group(group) => {
                names.add("group", &group.name, diagnostics);
                for rule in &group.rules {
                    names.add("rule", &rule.name, diagnostics);
                }
            }
            Item::Use(_) | Item::Type(_) | Item::Rust(_) => {}
        }
    }
}

/// The names seen so far, by kind.
#[derive(Default)]
struct Names<'i>(HashMap<(&'static str, String), &'i Ident>);

impl<'i> Names<'i> {
    fn add(&mut self, kind: &'static str, name: &'i Ident, diagnostics: &mut Diagnostics) {
        // Rules and groups become variants of an enum, so that `a_b` and `aB` are one name there.
        let key = match kind {
            "rule" | "group" => plain(name).to_upper_camel_case(),
            _ => plain(name),
        };
        let Some(first) = self.0.get(&(kind, key.clone())) else {
            self.0.insert((kind, key), name);
            return;
        };
        let line = at_line(first.span());
        let message = if plain(first) == plain(name) {
            format!("duplicate {kind} `{name}`, first defined {line}")
        } else {
            format!(
                "duplicate {kind} `{name}`: its variant is `{key}`, as is that of `{first}`, first \
                 defined {line}"
            )
        };
        diagnostics.push(
            Diagnostic::error(Code::DuplicateName, name.span(), message)
                .label(first.span(), "first defined here"),
        );
    }
}
