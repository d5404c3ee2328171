//! The items of a ruleset: declarations and Rust become items, rules and queries are resolved one by
//! one.
//!
//! Called by `resolve` after the declarations have been collected, so that a rule may stand before
//! the facts that it names.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use crate::ast::{self, Item};
use crate::diagnostic::Diagnostics;
use crate::hir::{self, GroupId};

use super::inserts::{BareInsert, Place};
use super::queries::resolve_query;
use super::rules::resolve_rule;
use super::{Context, attributes, declarations};

/// What the items of a ruleset become.
#[derive(Default)]
pub(super) struct Resolved {
    pub(super) items: Vec<TokenStream>,
    pub(super) rules: Vec<hir::Rule>,
    pub(super) queries: Vec<hir::Query>,
    bare_inserts: Vec<(usize, BareInsert)>,
}

/// Resolves the items in order.
pub(super) fn resolve_items(items: &[Item], context: &mut Context<'_>) -> Resolved {
    let mut resolved = Resolved::default();
    let mut groups = 0;
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
            Item::Rule(rule) => push_rule(rule, None, context, &mut resolved),
            Item::Query(query) => {
                resolved.queries.push(resolve_query(query, context));
            }
            Item::Group(group) => {
                attributes::resolve_group_attributes(&group.attrs, context.diagnostics);
                let id = GroupId(groups);
                groups += 1;
                for rule in &group.rules {
                    push_rule(rule, Some(id), context, &mut resolved);
                }
            }
        }
    }
    settle_bare_inserts(&mut resolved, context);
    resolved
}

fn push_rule(
    rule: &ast::Rule,
    group: Option<GroupId>,
    context: &mut Context<'_>,
    resolved: &mut Resolved,
) {
    let (rule, bare_inserts) = resolve_rule(rule, group, context);
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
        let rule = &mut resolved.rules[*rule];
        let action = match insert.place {
            Place::Then => Some(&mut rule.then),
            Place::Undo => rule.undo.as_mut(),
        };
        if let Some(action) = action {
            action.inserts[insert.number].fact_type = fact_type;
        }
    }
}

/// The groups, in order.
pub(super) fn groups_of(items: &[Item]) -> Vec<Ident> {
    let groups = items.iter().filter_map(|item| match item {
        Item::Group(group) => Some(group.name.clone()),
        Item::Use(_)
        | Item::Type(_)
        | Item::Fact(_)
        | Item::Global(_)
        | Item::Rule(_)
        | Item::Query(_)
        | Item::Rust(_) => None,
    });
    groups.collect()
}

/// Resolves the globals, in order.
pub(super) fn resolve_globals(items: &[Item], diagnostics: &mut Diagnostics) -> Vec<hir::Global> {
    let mut globals = Vec::new();
    for item in items {
        match item {
            Item::Global(global) => {
                let trailed = attributes::resolve_global_attributes(&global.attrs, diagnostics);
                globals.push(hir::Global {
                    name: global.name.clone(),
                    ty: global.ty.clone(),
                    trailed,
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
