//! The names of items: each stands once, and none hides a method of the session.
//!
//! Checked on the syntax tree before anything is resolved. Queries and the accessors of keys are
//! methods of the session, beside those that every session has.

use std::collections::HashMap;

use heck::ToSnakeCase;
use proc_macro2::Ident;

use crate::ast::Item;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

use super::declarations;
use super::names::{at_line, plain, variant_name};

/// The methods that a session has of itself, in alphabetical order.
const METHODS: &[&str] = &[
    "agenda",
    "builder",
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
    "update",
    "why",
];

/// The words of Rust that cannot be a method's name, not even after `r#`.
const WORDS: &[&str] = &["crate", "self", "super"];

/// Reports each second item of one kind and name, and each name that the session has already.
pub(super) fn check_names(items: &[Item], diagnostics: &mut Diagnostics) {
    let mut names = Names::default();
    for item in items {
        match item {
            Item::Fact(fact) => {
                let name = declarations::name_of(fact);
                let is_new = names.add("fact", name, diagnostics);
                if is_new && declarations::has_key(fact) {
                    let accessor = plain(name).to_snake_case();
                    if WORDS.contains(&accessor.as_str()) {
                        report_word(name, &accessor, diagnostics);
                    } else {
                        names.add_method(Method::Accessor, name, accessor, diagnostics);
                    }
                }
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
                    names.add_method(Method::Query, &query.name, name, diagnostics);
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
    Accessor,
}

/// The names seen so far.
#[derive(Default)]
struct Names<'i> {
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
        let line = at_line(first.span(), name.span());
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
        false
    }

    fn add_method(
        &mut self,
        kind: Method,
        item: &'i Ident,
        method: String,
        diagnostics: &mut Diagnostics,
    ) {
        if METHODS.contains(&method.as_str()) {
            diagnostics.push(
                Diagnostic::error(
                    Code::ReservedName,
                    item.span(),
                    reserved(kind, item, &method),
                )
                .help("give it another name"),
            );
            return;
        }
        let Some((first_kind, first)) = self.methods.get(&method) else {
            self.methods.insert(method, (kind, item));
            return;
        };
        let line = at_line(first.span(), item.span());
        let message = format!(
            "{} is named `{method}`, as is {}, defined {line}",
            what(kind, item),
            what(*first_kind, first)
        );
        diagnostics.push(
            Diagnostic::error(Code::DuplicateName, item.span(), message)
                .label(first.span(), "first defined here")
                .help("give one of them another name"),
        );
    }
}

fn report_word(fact: &Ident, accessor: &str, diagnostics: &mut Diagnostics) {
    let message = format!(
        "a fact with a key cannot be named `{fact}`: its accessor would be `{accessor}`, a word of Rust"
    );
    diagnostics.push(
        Diagnostic::error(Code::ReservedName, fact.span(), message).help("give it another name"),
    );
}

fn reserved(kind: Method, item: &Ident, method: &str) -> String {
    match kind {
        Method::Query => {
            format!("a query cannot be named `{item}`: every session has a method of that name")
        }
        Method::Accessor => format!(
            "a fact with a key cannot be named `{item}`: its accessor would be `{method}`, a method \
             that every session has"
        ),
    }
}

fn what(kind: Method, item: &Ident) -> String {
    match kind {
        Method::Query => format!("the query `{item}`"),
        Method::Accessor => format!("the key accessor of `{item}`"),
    }
}
