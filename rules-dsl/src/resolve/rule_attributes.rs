//! Attributes of rules and queries.
//!
//! Read as they are written: the expressions among them are resolved with the rule's conditions.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use syn::parse::Parse;
use syn::punctuated::Punctuated;

use crate::ast::Attribute;
use crate::diagnostic::Diagnostics;
use crate::vocabulary as say;

use super::attributes::{allow, earlier_names, parsed, report_repeated, takes_nothing, unknown};
use super::names::text;

/// What the attributes of a rule say.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an attribute of its own"
)]
pub(super) struct RuleSettings {
    pub(super) docs: Vec<String>,
    pub(super) was: Vec<Ident>,
    pub(super) stage: Option<Ident>,
    pub(super) salience: Option<syn::Expr>,
    pub(super) no_loop: bool,
    pub(super) once: bool,
    pub(super) on_change: Vec<syn::Expr>,
    pub(super) lock_on_active: bool,
    pub(super) auto_focus: bool,
    pub(super) tags: Vec<String>,
    pub(super) passed: Vec<TokenStream>,
    pub(super) allows: BTreeSet<String>,
}

/// Attributes of a rule; `grouped` where it stands in a group.
pub(super) fn resolve_rule_attributes(
    attrs: &[Attribute],
    grouped: bool,
    found: &mut Diagnostics,
) -> RuleSettings {
    let mut settings = RuleSettings::default();
    report_repeated(attrs, SINGLE, found);
    for attr in attrs {
        let flag = match attr.name.as_str() {
            "no_loop" => Some(&mut settings.no_loop),
            "once" => Some(&mut settings.once),
            "lock_on_active" => Some(&mut settings.lock_on_active),
            "auto_focus" => Some(&mut settings.auto_focus),
            _ => None,
        };
        if let Some(flag) = flag {
            *flag = true;
            takes_nothing(attr, found);
            continue;
        }
        match attr.name.as_str() {
            "stage" => settings.stage = parsed(attr, Ident::parse, "the name of a stage", found),
            "salience" => {
                let what = "an expression of type `i32`";
                settings.salience = parsed(attr, syn::Expr::parse, what, found);
            }
            "was" => settings.was = earlier_names(attr, found),
            "on_change" => settings.on_change.extend(watched(attr, found)),
            "tag" => settings.tags.extend(tags(attr, found)),
            "allow" => settings
                .passed
                .extend(allow(attr, &mut settings.allows, found)),
            "doc" => settings.read_doc(attr),
            _ => unknown(attr, "a rule", RULE_ATTRIBUTES, found),
        }
    }
    report_stage_and_salience(attrs, found);
    if !grouped {
        report_ungrouped(attrs, found);
    }
    settings
}

/// Attributes of a query.
pub(super) fn resolve_query_attributes(
    attrs: &[Attribute],
    found: &mut Diagnostics,
) -> RuleSettings {
    let mut settings = RuleSettings::default();
    for attr in attrs {
        match attr.name.as_str() {
            "allow" => settings
                .passed
                .extend(allow(attr, &mut settings.allows, found)),
            "doc" => settings.read_doc(attr),
            "deprecated" | "must_use" => settings.passed.push(attr.tokens.clone()),
            _ => unknown(attr, "a query", &["allow", "doc"], found),
        }
    }
    settings
}

const SINGLE: &[&str] = &[
    "stage",
    "salience",
    "no_loop",
    "once",
    "lock_on_active",
    "auto_focus",
    "was",
];

const RULE_ATTRIBUTES: &[&str] = &[
    "stage",
    "salience",
    "no_loop",
    "once",
    "on_change",
    "lock_on_active",
    "auto_focus",
    "tag",
    "was",
    "allow",
    "doc",
];

impl RuleSettings {
    fn read_doc(&mut self, attr: &Attribute) {
        match syn::parse2::<syn::LitStr>(attr.args.clone()) {
            Ok(doc) => self.docs.extend(lines(&doc.value())),
            Err(_) => self.passed.push(attr.tokens.clone()),
        }
    }
}

/// A stage is a salience: a rule has the one or the other.
fn report_stage_and_salience(attrs: &[Attribute], found: &mut Diagnostics) {
    let mut given = attrs
        .iter()
        .filter(|attr| ["stage", "salience"].contains(&attr.name.as_str()));
    let Some(first) = given.next() else { return };
    if let Some(second) = given.find(|second| second.name != first.name) {
        let wording = say::stage_and_salience(&first.name, &second.name);
        found.push(wording.at_second(second.name_span, first.name_span));
    }
}

/// What has to do with the focus means nothing in a rule that is in no group.
fn report_ungrouped(attrs: &[Attribute], found: &mut Diagnostics) {
    for attr in attrs {
        if ["lock_on_active", "auto_focus"].contains(&attr.name.as_str()) {
            found.push(say::outside_groups(&attr.name).at(attr.name_span));
        }
    }
}

fn watched(attr: &Attribute, found: &mut Diagnostics) -> Vec<syn::Expr> {
    let list = |input: syn::parse::ParseStream<'_>| {
        Punctuated::<syn::Expr, syn::Token![,]>::parse_separated_nonempty(input)
    };
    let watched = parsed(attr, list, "expressions, separated by commas", found);
    watched.into_iter().flatten().collect()
}

pub(super) fn lines(doc: &str) -> Vec<String> {
    let lines = doc
        .split('\n')
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned());
    lines.collect()
}

fn tags(attr: &Attribute, found: &mut Diagnostics) -> Vec<String> {
    let list = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let tags = parsed(attr, list, "a list of tags", found).unwrap_or_default();
    tags.iter()
        .map(|tag| match tag {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(string),
                ..
            }) => string.value(),
            tag => text(tag),
        })
        .collect()
}
