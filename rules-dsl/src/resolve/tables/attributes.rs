//! Attributes of tables.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use rules_tables::Hit;
use syn::parse::Parse;

use crate::ast::Attribute;
use crate::diagnostic::Diagnostics;

use super::super::attributes::{allow, invalid, parsed, report_repeated, takes_nothing, unknown};
use super::super::rule_attributes::lines;

/// What the attributes of a table say.
#[derive(Default)]
pub(super) struct TableSettings {
    pub(super) docs: Vec<String>,
    pub(super) hit: Hit,
    /// Where `#[reload]` stands.
    pub(super) reload: Option<Span>,
    pub(super) passed: Vec<TokenStream>,
    pub(super) allows: BTreeSet<String>,
}

const HITS: &str = "`unique`, `first`, `any` or `collect`";

pub(super) fn resolve_table_attributes(
    attrs: &[Attribute],
    found: &mut Diagnostics,
) -> TableSettings {
    let mut settings = TableSettings::default();
    report_repeated(attrs, &["hit", "reload"], found);
    for attr in attrs {
        match attr.name.as_str() {
            "hit" => {
                if let Some(word) = parsed(attr, Ident::parse, HITS, found) {
                    match hit(&word) {
                        Some(hit) => settings.hit = hit,
                        None => invalid(attr, HITS, found),
                    }
                }
            }
            "reload" => {
                takes_nothing(attr, found);
                settings.reload = Some(attr.name_span);
            }
            "allow" => {
                let passed = allow(attr, &mut settings.allows, found);
                settings.passed.extend(passed);
            }
            "doc" => match syn::parse2::<syn::LitStr>(attr.args.clone()) {
                Ok(doc) => settings.docs.extend(lines(&doc.value())),
                Err(_) => settings.passed.push(attr.tokens.clone()),
            },
            "deprecated" | "must_use" => settings.passed.push(attr.tokens.clone()),
            _ => unknown(attr, "a table", &["hit", "reload", "allow", "doc"], found),
        }
    }
    settings
}

fn hit(word: &Ident) -> Option<Hit> {
    Some(match word.to_string().as_str() {
        "unique" => Hit::Unique,
        "first" => Hit::First,
        "any" => Hit::Any,
        "collect" => Hit::Collect,
        _ => return None,
    })
}
