//! The items of a ruleset: declarations and Rust become items, rules and queries are resolved one by
//! one.
//!
//! Of several items of one kind and name the first stands; `item_names` has reported the others.
//! Called by `resolve` after the declarations have been collected, so that a rule may stand before
//! the facts that it names.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};

use crate::ast::{self, Item};
use crate::diagnostic::Diagnostics;
use crate::hir::{self, GroupId};

use super::names::{plain, variant_name};
use super::queries::resolve_query;
use super::rules::{BareInsert, Place, resolve_rule};
use super::{Context, attributes, declarations, foreign, kinds};

/// What the items of a ruleset become.
#[derive(Default)]
pub(super) struct Resolved {
    pub(super) uses: Vec<TokenStream>,
    pub(super) items: Vec<TokenStream>,
    pub(super) rules: Vec<hir::Rule>,
    pub(super) queries: Vec<hir::Query>,
    bare_inserts: Vec<(usize, BareInsert)>,
    /// The variants of the rules.
    variants: HashSet<String>,
    /// The names of the queries.
    query_names: HashSet<String>,
}

/// Resolves the items in order.
pub(super) fn resolve_items(items: &[Item], context: &mut Context<'_>) -> Resolved {
    let mut resolved = Resolved::default();
    for item in items {
        match item {
            Item::Use(item) => resolved.uses.extend(foreign::resolve_use(item, context)),
            Item::Type(item) => resolved.items.push(foreign::resolve_type(item, context)),
            Item::Rust(tokens) => resolved.items.push(tokens.clone()),
            Item::Fact(fact) => {
                let declared = declarations::resolve_declaration(fact, context.diagnostics);
                let types = &mut context.fact_types;
                if types.declare(fact, declared.declaration, declared.identity) {
                    types.note_earlier_names(declarations::name_of(fact), declared.was);
                    resolved.items.push(declared.rust);
                }
            }
            // Resolved before the items: conditions and blocks anywhere know them.
            Item::Global(_) | Item::Table(_) => {}
            Item::Kind(kind) => resolved.items.extend(kinds::emit_kind(kind, context)),
            Item::Rule(rule) => push_rule(rule, None, context, &mut resolved),
            Item::Query(query) => {
                let query = resolve_query(query, context);
                if resolved.query_names.insert(plain(&query.rule.name)) {
                    resolved.queries.push(query);
                }
            }
            Item::Group(group) => {
                attributes::resolve_group_attributes(&group.attrs, context.diagnostics);
                let same = |other: &Ident| variant_name(other) == variant_name(&group.name);
                let id = context.groups.iter().position(same).map(GroupId);
                for rule in &group.rules {
                    push_rule(rule, id, context, &mut resolved);
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
    if !resolved.variants.insert(variant_name(&rule.name)) {
        return;
    }
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
        let inserted = action.and_then(|action| action.inserts_mut().nth(insert.number));
        if let Some(inserted) = inserted {
            inserted.fact_type = fact_type;
        }
    }
}

/// The groups, in order.
pub(super) fn groups_of(items: &[Item]) -> Vec<Ident> {
    let mut groups: Vec<Ident> = Vec::new();
    for item in items {
        match item {
            Item::Group(group) => {
                let same = |other: &Ident| variant_name(other) == variant_name(&group.name);
                if !groups.iter().any(same) {
                    groups.push(group.name.clone());
                }
            }
            Item::Use(_)
            | Item::Type(_)
            | Item::Fact(_)
            | Item::Global(_)
            | Item::Rule(_)
            | Item::Query(_)
            | Item::Table(_)
            | Item::Kind(_)
            | Item::Rust(_) => {}
        }
    }
    groups
}

/// Resolves the globals, in order.
pub(super) fn resolve_globals(items: &[Item], diagnostics: &mut Diagnostics) -> Vec<hir::Global> {
    let mut globals: Vec<hir::Global> = Vec::new();
    for item in items {
        match item {
            Item::Global(global) => {
                let trailed = attributes::resolve_global_attributes(&global.attrs, diagnostics);
                let same = |other: &hir::Global| plain(&other.name) == plain(&global.name);
                if !globals.iter().any(same) {
                    globals.push(hir::Global {
                        name: global.name.clone(),
                        ty: global.ty.clone(),
                        trailed,
                    });
                }
            }
            Item::Use(_)
            | Item::Type(_)
            | Item::Fact(_)
            | Item::Rule(_)
            | Item::Query(_)
            | Item::Group(_)
            | Item::Table(_)
            | Item::Kind(_)
            | Item::Rust(_) => {}
        }
    }
    globals
}
