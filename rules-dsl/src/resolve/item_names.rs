//! The names of items: each stands once, and none hides a method of the session.
//!
//! Checked on the syntax tree before anything is resolved. Queries and the accessors of keys are
//! methods of the session, beside those that every session has.

use std::collections::HashMap;

use heck::ToSnakeCase;
use proc_macro2::Ident;

use crate::ast::{Foreign, Item};
use crate::diagnostic::Diagnostics;
use crate::parse::ACCUMULATES;
use crate::vocabulary as say;

use super::names::{plain, variant_name};
use super::{declarations, foreign, use_trees};

/// The methods that a session has of itself, in alphabetical order.
pub(super) const METHODS: &[&str] = &[
    "agenda",
    "builder",
    "changes",
    "checkpoint",
    "clone",
    "commit",
    "contains",
    "explain",
    "explain_fact",
    "facts",
    "focus",
    "get",
    "globals",
    "globals_mut",
    "halt",
    "handles",
    "insert",
    "insert_all",
    "is_empty",
    "len",
    "listener",
    "listener_mut",
    "network",
    "new",
    "next_solution",
    "replace",
    "retract",
    "rollback",
    "run",
    "run_limit",
    "skip",
    "step",
    "transaction",
    "unwatch",
    "update",
    "why",
    "without_globals",
];

/// The methods that a session with a clock has besides.
const CLOCK_METHODS: &[&str] = &["advance_to", "late", "next_instant", "now", "tick_to"];

/// The words of Rust that cannot be a method's name, not even after `r#`.
const WORDS: &[&str] = &["crate", "self", "super"];

/// Whether a session has a method of that name of itself.
pub(crate) fn is_session_method(name: &str, has_clock: bool) -> bool {
    METHODS.contains(&name) || has_clock && CLOCK_METHODS.contains(&name)
}

/// Reports each second item of one kind and name, and each name that the session has already.
/// `has_clock` says whether it has those of a clock.
pub(super) fn check_names(items: &[Item], has_clock: bool, diagnostics: &mut Diagnostics) {
    let mut names = Names {
        has_clock,
        ..Names::default()
    };
    for item in items {
        match item {
            Item::Fact(fact) => {
                let name = declarations::name_of(fact);
                let is_new = names.add("fact", name, diagnostics);
                if is_new && declarations::has_key(fact) {
                    names.add_accessor(name, diagnostics);
                }
            }
            Item::Use(Foreign { attrs, item }) if foreign::gives_key(attrs) => {
                for name in use_trees::brought_in(&item.tree).names {
                    names.add_accessor(name, diagnostics);
                }
            }
            Item::Type(Foreign { attrs, item }) if foreign::gives_key(attrs) => {
                names.add_accessor(&item.ident, diagnostics);
            }
            Item::Global(global) => {
                names.add("global", &global.name, diagnostics);
            }
            Item::Rule(rule) => {
                names.add("rule", &rule.name, diagnostics);
            }
            Item::Query(query) => {
                if names.add("query", &query.name, diagnostics) {
                    let name = plain(&query.name);
                    let watch = format!("watch_{name}");
                    names.add_method(Method::Query, &query.name, name, diagnostics);
                    names.add_method(Method::Watch, &query.name, watch, diagnostics);
                }
            }
            Item::Kind(kind) => {
                names.add("kind", &kind.name, diagnostics);
            }
            Item::Table(table) => {
                if names.add("table", &table.name, diagnostics) {
                    let name = plain(&table.name);
                    let load = format!("load_{name}");
                    if ACCUMULATES.contains(&name.as_str()) {
                        let wording = say::table_like_accumulate(&table.name);
                        diagnostics.push(wording.at(table.name.span()));
                    }
                    names.add_method(Method::Table, &table.name, name, diagnostics);
                    if table.attrs.iter().any(|attr| attr.name == "reload") {
                        names.add_method(Method::Load, &table.name, load, diagnostics);
                    }
                }
            }
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

/// What a ruleset gives the session as a method.
#[derive(Clone, Copy)]
enum Method {
    Query,
    Watch,
    Table,
    Load,
    Accessor,
}

/// The names seen so far.
#[derive(Default)]
struct Names<'i> {
    has_clock: bool,
    items: HashMap<(&'static str, String), &'i Ident>,
    methods: HashMap<String, (Method, &'i Ident)>,
}

impl<'i> Names<'i> {
    /// Adds an item; whether it is the first of its kind and name.
    fn add(&mut self, kind: &'static str, name: &'i Ident, diagnostics: &mut Diagnostics) -> bool {
        let key = match kind {
            "rule" | "group" => variant_name(name),
            _ => plain(name),
        };
        let Some(first) = self.items.get(&(kind, key.clone())) else {
            self.items.insert((kind, key), name);
            return true;
        };
        let wording = if plain(first) == plain(name) {
            say::duplicate_item(kind, name)
        } else {
            say::duplicate_variant(kind, name, key, first)
        };
        diagnostics.push(wording.at_second(name.span(), first.span()));
        false
    }

    /// Adds the accessor of a fact type with a key.
    fn add_accessor(&mut self, name: &'i Ident, diagnostics: &mut Diagnostics) {
        let accessor = plain(name).to_snake_case();
        if WORDS.contains(&accessor.as_str()) {
            diagnostics.push(say::keyword_accessor(name, accessor).at(name.span()));
        } else {
            self.add_method(Method::Accessor, name, accessor, diagnostics);
        }
    }

    fn add_method(
        &mut self,
        kind: Method,
        item: &'i Ident,
        method: String,
        diagnostics: &mut Diagnostics,
    ) {
        if is_session_method(&method, self.has_clock) {
            let wording = match kind {
                Method::Query | Method::Watch => say::reserved_query(item),
                Method::Table | Method::Load => say::reserved_table(item),
                Method::Accessor => say::reserved_accessor(item, &method),
            };
            diagnostics.push(wording.at(item.span()));
            return;
        }
        let Some((first_kind, first)) = self.methods.get(&method) else {
            self.methods.insert(method, (kind, item));
            return;
        };
        let wording = say::duplicate_method(what(kind, item), method, what(*first_kind, first));
        diagnostics.push(wording.at_second(item.span(), first.span()));
    }
}

fn what(kind: Method, item: &Ident) -> String {
    match kind {
        Method::Query => format!("the query `{item}`"),
        Method::Watch => format!("what watches the query `{item}`"),
        Method::Table => format!("the table `{item}`"),
        Method::Load => format!("what loads the table `{item}`"),
        Method::Accessor => format!("the key accessor of `{item}`"),
    }
}
