//! Names what a ruleset is made of, each with a digest of its tokens: where two versions of a ruleset differ, the parts
//! say in what. (What a saved session is compared by is in `versions`.)

use std::collections::BTreeMap;
use std::fmt;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{Action, Expression, FactType, Rule, Ruleset};

use super::names;
use super::tables::emit_strategy;
use super::token_digest::digest;
use super::versions::{answers, identity};

/// Something of which a ruleset is made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    /// `rule`, `fact type`, `table`.
    pub(crate) kind: &'static str,
    /// `None` for what a ruleset has one of.
    pub(crate) name: Option<String>,
}

impl Part {
    /// One of several of a kind.
    pub(crate) fn of(kind: &'static str, name: impl Into<String>) -> Self {
        let name = Some(name.into());
        Self { kind, name }
    }

    /// What a ruleset has one of.
    fn only(kind: &'static str) -> Self {
        Self { kind, name: None }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{} `{name}`", self.kind),
            None => write!(f, "the {}", self.kind),
        }
    }
}

/// The parts, each with its digest.
pub(crate) fn parts(ruleset: &Ruleset) -> Vec<(Part, u64)> {
    let named = |kind, name: &Ident| Part::of(kind, names::plain(name));
    let mut parts = vec![(
        Part::only("strategy"),
        digest(emit_strategy(&ruleset.strategy)),
    )];
    if let Some(clock) = &ruleset.clock {
        parts.push((Part::only("clock"), digest(clock.ty.to_token_stream())));
    }
    for fact_type in &ruleset.fact_types {
        let part = match &fact_type.table {
            Some(table) => named("table", table),
            None => named("fact type", &fact_type.name),
        };
        if fact_type.site.is_none() {
            parts.push((part, digest(declaration(fact_type))));
        }
    }
    let mut asked: BTreeMap<String, TokenStream> = BTreeMap::new();
    for site in ruleset.fact_types.iter().filter_map(|of| of.site.as_ref()) {
        let of_query = asked.entry(site.query.clone()).or_default();
        let of_rule = |rule: &Rule| tokens(ruleset, rule);
        of_query.extend(answers(ruleset, site, &site.question.expr, of_rule));
    }
    let asked = asked.into_iter();
    parts.extend(asked.map(|(name, told)| (Part::of("query", name), digest(told))));
    if ruleset.backtrack {
        let part = Part::of("attribute", "#[backtrack]");
        parts.push((part, digest(TokenStream::new())));
    }
    for global in &ruleset.globals {
        let (ty, trailed) = (&global.ty, global.trailed);
        let part = named("global", &global.name);
        parts.push((part, digest(quote! { #ty #trailed })));
    }
    for group in &ruleset.groups {
        parts.push((named("group", group), digest(TokenStream::new())));
    }
    for rule in &ruleset.rules {
        parts.push((named("rule", &rule.name), digest(tokens(ruleset, rule))));
    }
    parts
}

/// What the ruleset says of a fact type.
fn declaration(fact_type: &FactType) -> TokenStream {
    let identity = identity(&fact_type.identity);
    let event = fact_type.event.as_ref().map(|event| {
        let (at, until, expires) = (&event.at, &event.until, &event.expires);
        quote! { event(#at, #until, #expires) }
    });
    let identity = quote! { #identity #event };
    let Some(declaration) = &fact_type.declaration else {
        return identity;
    };
    let fields = declaration.fields.iter().map(|(field, ty)| {
        let (variant, member) = (&field.variant, &field.member);
        let name = [variant, member].map(|name| name.clone().unwrap_or_default());
        quote! { #(#name)* #ty }
    });
    let derived = declaration.derived;
    quote! { #identity #derived #(#fields,)* }
}

/// A rule: its attributes, conditions and blocks.
fn tokens(ruleset: &Ruleset, rule: &Rule) -> TokenStream {
    let group = rule.group.map(|group| &ruleset.groups[group.0]);
    let salience = &rule.salience;
    let computed = rule.computed_salience.as_ref().map(text);
    let on_change = rule.on_change.iter().map(text);
    let flags = [
        rule.no_loop,
        rule.once,
        rule.lock_on_active,
        rule.auto_focus,
    ];
    let conditions = &rule.texts;
    let then = block(&rule.then);
    let undo = rule.undo.as_ref().map(block);
    quote! {
        #group #salience #computed #(#on_change)* #(#flags)* #(#conditions;)* then #then undo #undo
    }
}

fn text(expression: &Expression) -> &str {
    &expression.text
}

fn block(action: &Action) -> TokenStream {
    action.tokens(&action.block.pieces)
}
