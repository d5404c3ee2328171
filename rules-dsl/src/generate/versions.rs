//! What a saved session is compared by when it is restored: the parts of a ruleset on which its matches and its facts
//! depend, each with a digest, the fact types that it names and the names that it had before.
//!
//! Blocks, saliences and groups may change: what has fired stays so, and what is to fire does what the later version
//! says. So may the fields of facts, which serde reads.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use crate::analysis::asked::{asker, waiting};
use crate::analysis::changes::inserted;
use crate::hir::{Condition, FactType, FactTypeId, Identity, Rule, Ruleset, Site, Wait};

use super::names;
use super::tables::emit_strategy;
use super::token_digest::exact_digest;

/// A part of a ruleset.
pub(super) struct Part {
    /// What it is called.
    pub(super) name: String,
    /// Of what may not change. Fact types stand in it by their places in `types`.
    pub(super) digest: u64,
    /// The fact types that it names, in the order in which it first does.
    pub(super) types: Vec<String>,
    /// Of a rule, what orders its matches and may change.
    pub(super) ordering: Ordering,
    /// What it was called before, the oldest first.
    pub(super) was: Vec<String>,
}

/// What orders a rule's matches on the agenda, and which facts they support.
#[derive(Default)]
pub(super) struct Ordering {
    /// A digest of its computed salience.
    pub(super) salience: u64,
    /// A digest of its group, and whether that gets the focus by its matches.
    pub(super) focus: u64,
    /// The fact types that it derives.
    pub(super) derives: Vec<FactTypeId>,
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
        let inner = inner_types(ruleset, rule);
        let matching = matching(rule);
        version.parts.push(Part {
            ordering: ordering(ruleset, rule),
            ..types.part(&name, quote! { #matching #(#inner)* }, &rule.was)
        });
    }
    version.push("the network", plan.clone(), &[]);
    version
}

impl Version {
    fn push(&mut self, name: &str, tokens: TokenStream, was: &[Ident]) {
        let part = TypeNames::default().part(name, tokens, was);
        self.parts.push(part);
    }

    fn push_fact_type(
        &mut self,
        ruleset: &Ruleset,
        id: FactTypeId,
        fact_type: &FactType,
        types: &TypeNames,
    ) {
        if let Some(site) = &fact_type.site {
            let mut called = called(ruleset, id, site);
            let is_alike = |part: &&Part| part.name.starts_with(&called[0]);
            let before = self.parts.iter().filter(is_alike).count();
            if before > 0 {
                for name in &mut called {
                    *name = format!("{name} ({})", before + 1);
                }
            }
            let question = parsed(&site.question.text);
            let answers = answers(ruleset, site, question, matching);
            let name = called.remove(0);
            // The oldest first, as with types and rules.
            called.reverse();
            self.parts.push(Part {
                was: called,
                ..types.part(&name, answers, &[])
            });
            return;
        }
        let name = match &fact_type.table {
            Some(table) => format!("table `{}`", names::plain(table)),
            None => format!("fact type `{}`", names::plain(&fact_type.name)),
        };
        self.push(&name, told_apart(fact_type), &fact_type.was);
    }
}

/// What the facts of a hidden type are, in words; then what they were, where the rule or the type that tells instants had
/// other names.
fn called(ruleset: &Ruleset, id: FactTypeId, site: &Site) -> Vec<String> {
    let rules = asker(ruleset, id).map(|(rule, _)| {
        let names = ruleset.rule(rule).names();
        names.map(names::plain).collect()
    });
    let rules: Vec<String> = rules.unwrap_or_else(|| vec![String::new()]);
    // What a name ends in, where a type tells the instants: one for each name of that.
    let told_by = |word: &str| {
        let (rule, event) = waiting(ruleset, id)?;
        let of = ruleset.rule(rule).pattern_type(event)?;
        let names = ruleset.fact_types[of.0].names();
        let endings = names.map(|name| format!(" {word} `{}`", names::plain(name)));
        Some(endings.collect::<Vec<_>>())
    };
    let endings = |word| told_by(word).unwrap_or_else(|| vec![String::new()]);
    match &site.waits {
        Some(Wait::Window(_)) => {
            let window = &site.question.text;
            let endings = endings("of").into_iter();
            endings
                .map(|of| format!("the instants of window `{window}`{of}"))
                .collect()
        }
        Some(Wait::Due { .. }) => {
            let endings = endings("for");
            let of_rule = |rule: &String| {
                let names = endings.iter();
                let names = names.map(|of| format!("the instants of rule `{rule}`{of}"));
                names.collect::<Vec<_>>()
            };
            rules.iter().flat_map(of_rule).collect()
        }
        None => {
            let rules = rules.iter();
            rules
                .map(|rule| format!("what rule `{rule}` asks of query `{}`", site.query))
                .collect()
        }
    }
}

/// The types of the facts of which a rule asks how many or which there are, by their oldest names: where a `kind` of them has
/// another type, the rule says something else.
fn inner_types<'r>(ruleset: &'r Ruleset, rule: &Rule) -> impl Iterator<Item = &'r Ident> {
    let mut types = BTreeMap::new();
    add_inner_types(ruleset, rule, (&rule.conditions, false), &mut types);
    types.into_values()
}

fn add_inner_types<'r>(
    ruleset: &'r Ruleset,
    rule: &Rule,
    (conditions, are_inner): (&[Condition], bool),
    types: &mut BTreeMap<String, &'r Ident>,
) {
    for condition in conditions {
        if let Condition::Fact { element, .. } = condition
            && are_inner
            && let Some(of) = rule.pattern_type(*element)
            && ruleset.fact_types[of.0].site.is_none()
        {
            let of = &ruleset.fact_types[of.0];
            types.insert(names::plain(of.was.first().unwrap_or(&of.name)), &of.name);
        }
        let are_inner = are_inner || !matches!(condition, Condition::Either { .. });
        for inner in condition.children(rule) {
            add_inner_types(ruleset, rule, (inner, are_inner), types);
        }
    }
}

/// What a rule's matches follow from, and what is noted of its firings.
fn matching(rule: &Rule) -> TokenStream {
    let on_change = rule.on_change.iter().map(|watched| parsed(&watched.text));
    let conditions = rule.texts.iter().map(|text| parsed(text));
    let once = rule.once;
    quote! { #(#conditions;)* then #once #(#on_change)* }
}

/// What a rule says besides, which may change.
fn ordering(ruleset: &Ruleset, rule: &Rule) -> Ordering {
    let salience = rule.computed_salience.as_ref();
    let salience = salience.map(|salience| parsed(&salience.text));
    let group = rule.group.map(|group| &ruleset.groups[group.0]);
    let auto_focus = rule.auto_focus;
    let derived = rule.then.inserts().filter(|insert| insert.logical);
    Ordering {
        salience: exact_digest(quote! { #salience }),
        focus: exact_digest(quote! { #group #auto_focus }),
        derives: derived
            .flat_map(|insert| inserted(ruleset, insert))
            .collect(),
    }
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

/// The names of fact types. In digests numbers stand for them, so that a type may get another name.
#[derive(Default)]
struct TypeNames(BTreeSet<String>);

impl TypeNames {
    fn of(ruleset: &Ruleset) -> Self {
        let types = ruleset.fact_types.iter();
        let types = types.filter(|of| of.site.is_none() && of.table.is_none());
        TypeNames(types.map(|of| names::plain(&of.name)).collect())
    }

    /// A part that names such types.
    fn part(&self, name: &str, tokens: TokenStream, was: &[Ident]) -> Part {
        let mut types = Vec::new();
        let tokens = self.numbered(tokens, &mut types);
        let kind = name.split('`').next().unwrap_or_default();
        let was = was.iter();
        Part {
            name: name.to_owned(),
            digest: exact_digest(tokens),
            types,
            ordering: Ordering::default(),
            was: was
                .map(|earlier| format!("{kind}`{}`", names::plain(earlier)))
                .collect(),
        }
    }

    /// The tokens with a number in the place of each of these names, which is noted. What stands in something else, as a variant
    /// or a field does, is another thing of that name.
    fn numbered(&self, tokens: TokenStream, met: &mut Vec<String>) -> TokenStream {
        if self.0.is_empty() {
            return tokens;
        }
        let mut marks = [' '; 2];
        let numbered = tokens.into_iter().map(|token| {
            let is_within = marks == [':', ':'] || marks[1] == '.' && marks[0] != '.';
            let mark = match &token {
                TokenTree::Punct(mark) => mark.as_char(),
                _ => ' ',
            };
            marks = [marks[1], mark];
            match token {
                TokenTree::Ident(ident) if !is_within && self.0.contains(&names::plain(&ident)) => {
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
            }
        });
        numbered.collect()
    }
}
