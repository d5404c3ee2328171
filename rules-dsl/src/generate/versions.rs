//! What a saved session is compared by when it is restored: the parts of a ruleset on which its matches and its facts
//! depend, each with a digest, the fact types that it names and the names that it had before.
//!
//! Blocks, saliences and groups may change: what has fired stays so, and what is to fire does what the later version
//! says. So may the fields of facts, which serde reads.

use std::collections::BTreeSet;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use crate::analysis::asked::asker;
use crate::hir::{FactType, FactTypeId, Identity, Rule, Ruleset, Site, Wait};

use super::names;
use super::tables::emit_strategy;
use super::token_digest::digest;

/// A part of a ruleset.
pub(super) struct Part {
    /// What it is called.
    pub(super) name: String,
    /// Of what may not change. Fact types stand in it by their places in `types`.
    pub(super) digest: u64,
    /// The fact types that it names, in the order in which it first does.
    pub(super) types: Vec<String>,
    /// Of what orders a rule's matches on the agenda.
    pub(super) agenda: u64,
    /// What it was called, oldest first.
    pub(super) was: Vec<String>,
}

/// What a ruleset is made of.
pub(super) struct Version {
    pub(super) parts: Vec<Part>,
    /// For each fact type the place of its part.
    pub(super) fact_types: Vec<usize>,
}

/// The version of a ruleset whose network has this expression.
pub(super) fn version(ruleset: &Ruleset, plan: &TokenStream) -> Version {
    let mut version = Version {
        parts: Vec::new(),
        fact_types: Vec::new(),
    };
    let types = TypeNames::of(ruleset);
    version.push("the strategy", emit_strategy(&ruleset.strategy), &[]);
    if let Some(clock) = &ruleset.clock {
        version.push("the clock", clock.ty.to_token_stream(), &[]);
    }
    for (number, fact_type) in ruleset.fact_types.iter().enumerate() {
        version.fact_types.push(version.parts.len());
        version.push_fact_type(ruleset, FactTypeId(number), fact_type, &types);
    }
    if ruleset.backtrack {
        version.push("`#[backtrack]`", TokenStream::new(), &[]);
    }
    for global in &ruleset.globals {
        let (ty, trailed) = (&global.ty, global.trailed);
        let name = format!("global `{}`", names::plain(&global.name));
        version.push(&name, quote! { #ty #trailed }, &[]);
    }
    for group in &ruleset.groups {
        let name = format!("group `{}`", names::plain(group));
        version.push(&name, TokenStream::new(), &[]);
    }
    for rule in &ruleset.rules {
        let name = format!("rule `{}`", names::plain(&rule.name));
        version.push_about(&name, &types, matching(rule), &rule.was);
        if let Some(part) = version.parts.last_mut() {
            part.agenda = digest(ordering(ruleset, rule));
        }
    }
    version.push("the network", plan.clone(), &[]);
    version
}

impl Version {
    fn push(&mut self, name: &str, tokens: TokenStream, was: &[Ident]) {
        self.push_about(name, &TypeNames::default(), tokens, was);
    }

    /// Adds a part that names fact types.
    fn push_about(&mut self, name: &str, types: &TypeNames, tokens: TokenStream, was: &[Ident]) {
        let mut met = Vec::new();
        let tokens = types.numbered(tokens, &mut met);
        let kind = name.split('`').next().unwrap_or_default();
        let was = was.iter();
        self.parts.push(Part {
            name: name.to_owned(),
            digest: digest(tokens),
            types: met,
            agenda: 0,
            was: was
                .map(|earlier| format!("{kind}`{}`", names::plain(earlier)))
                .collect(),
        });
    }

    fn push_fact_type(
        &mut self,
        ruleset: &Ruleset,
        id: FactTypeId,
        fact_type: &FactType,
        types: &TypeNames,
    ) {
        if let Some(site) = &fact_type.site {
            let called = called(ruleset, id, site);
            let before = self
                .parts
                .iter()
                .filter(|part| part.name.starts_with(&called));
            let name = match before.count() {
                0 => called,
                before => format!("{called} ({})", before + 1),
            };
            let question = parsed(&site.question.text);
            let answers = answers(ruleset, site, question, matching);
            self.push_about(&name, types, answers, &[]);
            return;
        }
        let name = match &fact_type.table {
            Some(table) => format!("table `{}`", names::plain(table)),
            None => format!("fact type `{}`", names::plain(&fact_type.name)),
        };
        self.push(&name, told_apart(fact_type), &fact_type.was);
    }
}

/// What the facts of a hidden type are, in words.
fn called(ruleset: &Ruleset, id: FactTypeId, site: &Site) -> String {
    let rule = asker(ruleset, id).map(|(rule, _)| names::plain(&ruleset.rule(rule).name));
    let rule = rule.unwrap_or_default();
    match &site.waits {
        Some(Wait::Due) => format!("the instants of rule `{rule}`"),
        Some(Wait::Window(_)) => format!("the instants of window `{}`", site.question.text),
        None => format!("what rule `{rule}` asks of query `{}`", site.query),
    }
}

/// What a rule's matches follow from, and what is noted of its firings.
fn matching(rule: &Rule) -> TokenStream {
    let on_change = rule.on_change.iter().map(|watched| parsed(&watched.text));
    let conditions = rule.texts.iter().map(|text| parsed(text));
    let once = rule.once;
    quote! { #(#conditions;)* then #once #(#on_change)* }
}

/// What orders a rule's matches on the agenda, but for a salience that is a number.
fn ordering(ruleset: &Ruleset, rule: &Rule) -> TokenStream {
    let group = rule.group.map(|group| &ruleset.groups[group.0]);
    let salience = rule.computed_salience.as_ref();
    let salience = salience.map(|salience| parsed(&salience.text));
    let auto_focus = rule.auto_focus;
    quote! { #group #auto_focus #salience }
}

/// A text as tokens; what is none stands as it is.
fn parsed(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| text.to_token_stream())
}

/// How facts of a type are told apart, and when they are.
fn told_apart(fact_type: &FactType) -> TokenStream {
    let identity = identity(&fact_type.identity);
    let event = fact_type.event.as_ref().map(|event| {
        let (at, until) = (&event.at, &event.until);
        quote! { event(#at, #until) }
    });
    quote! { #identity #event }
}

/// What answers are, and come from: a call's question, and the rules behind it as `of_rule` tells them.
pub(super) fn answers(
    ruleset: &Ruleset,
    site: &Site,
    question: impl ToTokens,
    of_rule: impl Fn(&Rule) -> TokenStream,
) -> TokenStream {
    let Site { asked, reached, .. } = site;
    let answer = site.answer();
    let queries = ruleset.queries.iter();
    let queries = queries.filter(|query| reached.contains(&names::plain(&query.rule.name)));
    let queries = queries.map(|query| {
        let select = query.select.as_ref().map(|(_, select)| &select.expr);
        let rule = of_rule(&query.rule);
        quote! { #rule #select }
    });
    quote! { #asked #answer #question #(#queries)* }
}

/// How facts are told apart.
pub(super) fn identity(identity: &Identity) -> TokenStream {
    match identity {
        Identity::Plain | Identity::Unsaid => quote! {},
        Identity::Unique => quote! { unique },
        Identity::Key(key) => {
            let members = key.iter().map(|field| &field.member);
            quote! { key(#(#members),*) }
        }
        Identity::Best(best) => {
            let (least, value) = (best.least, &best.value.member);
            let by = best.by.iter().map(|field| &field.member);
            quote! { best(#least #value by(#(#by),*)) }
        }
    }
}

/// The names of fact types. Digests go by the places in which a part names them: so it shows apart what a type is called.
#[derive(Default)]
struct TypeNames(BTreeSet<String>);

impl TypeNames {
    fn of(ruleset: &Ruleset) -> Self {
        let types = ruleset.fact_types.iter();
        let types = types.filter(|of| of.site.is_none() && of.table.is_none());
        TypeNames(types.map(|of| names::plain(&of.name)).collect())
    }

    /// The tokens with a number in the place of each of these names. Those that are met are noted.
    fn numbered(&self, tokens: TokenStream, met: &mut Vec<String>) -> TokenStream {
        if self.0.is_empty() {
            return tokens;
        }
        let numbered = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(ident) if self.0.contains(&names::plain(&ident)) => {
                let name = names::plain(&ident);
                let place = met.iter().position(|met| *met == name);
                let place = place.unwrap_or_else(|| {
                    met.push(name);
                    met.len() - 1
                });
                TokenTree::Ident(format_ident!("__type{place}"))
            }
            TokenTree::Group(group) => {
                let inner = self.numbered(group.stream(), met);
                TokenTree::Group(Group::new(group.delimiter(), inner))
            }
            other => other,
        });
        numbered.collect()
    }
}
