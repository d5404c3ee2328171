//! Names what a ruleset is made of, each with a digest of its tokens: a saved session is restored only by
//! the ruleset that saved it, and where the two differ the parts say in what.
//!
//! Spaces, comments and documentation do not count; nor do commas, semicolons and braces, of which a
//! formatter adds some and takes some away.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};

use crate::hir::{Action, Expression, FactType, Identity, Rule, Ruleset, Site};

use super::names;
use super::tables::emit_strategy;

/// The parts, and the network that a ruleset is compiled to: how each is called, and its digest.
pub(super) fn parts_with_network(ruleset: &Ruleset, plan: &TokenStream) -> Vec<(String, u64)> {
    let mut parts = parts(ruleset);
    parts.push(("the network".to_owned(), digest(plan.clone())));
    parts
}

/// The parts: how each is called, and its digest.
pub(crate) fn parts(ruleset: &Ruleset) -> Vec<(String, u64)> {
    let named = |what: &str, name: &proc_macro2::Ident| format!("{what} `{}`", names::plain(name));
    let mut parts = vec![(
        "the strategy".to_owned(),
        digest(emit_strategy(&ruleset.strategy)),
    )];
    if let Some(clock) = &ruleset.clock {
        parts.push(("the clock".to_owned(), digest(clock.ty.to_token_stream())));
    }
    for fact_type in &ruleset.fact_types {
        let name = match &fact_type.table {
            Some(table) => named("table", table),
            None => named("fact type", &fact_type.name),
        };
        if fact_type.site.is_none() {
            parts.push((name, digest(declaration(fact_type))));
        }
    }
    let mut asked: BTreeMap<String, TokenStream> = BTreeMap::new();
    for site in ruleset.fact_types.iter().filter_map(|of| of.site.as_ref()) {
        let of_query = asked.entry(format!("query `{}`", site.query)).or_default();
        of_query.extend(answers(ruleset, site));
    }
    parts.extend(asked.into_iter().map(|(name, told)| (name, digest(told))));
    if ruleset.backtrack {
        parts.push(("`#[backtrack]`".to_owned(), digest(TokenStream::new())));
    }
    for global in &ruleset.globals {
        let (ty, trailed) = (&global.ty, global.trailed);
        let name = named("global", &global.name);
        parts.push((name, digest(quote! { #ty #trailed })));
    }
    for group in &ruleset.groups {
        parts.push((named("group", group), digest(TokenStream::new())));
    }
    for rule in &ruleset.rules {
        parts.push((named("rule", &rule.name), digest(tokens(ruleset, rule))));
    }
    parts
}

/// What answers are, and come from.
fn answers(ruleset: &Ruleset, site: &Site) -> TokenStream {
    let Site { asked, reached, .. } = site;
    let (answer, question) = (site.answer(), &site.question.expr);
    let queries = ruleset.queries.iter();
    let queries = queries.filter(|query| reached.contains(&names::plain(&query.rule.name)));
    let queries = queries.map(|query| {
        let select = query.select.as_ref().map(|(_, select)| &select.expr);
        let rule = tokens(ruleset, &query.rule);
        quote! { #rule #select }
    });
    quote! { #asked #answer #question #(#queries)* }
}

/// What the ruleset says of a fact type.
fn declaration(fact_type: &FactType) -> TokenStream {
    let identity = match &fact_type.identity {
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
    };
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

/// A digest of tokens, whatever their spacing: 64-bit FNV-1a over their texts. (G. Fowler, L. C. Noll,
/// K.-P. Vo, *The FNV Non-Cryptographic Hash Algorithm*, 1991.)
struct Digest(u64);

fn digest(tokens: TokenStream) -> u64 {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    digest.add(tokens);
    digest.0
}

impl Digest {
    fn add(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            if is_mark(&token, '#') && tokens.next_if(is_doc).is_some() {
                continue;
            }
            if is_mark(&token, ',') || is_mark(&token, ';') {
                continue;
            }
            let TokenTree::Group(group) = token else {
                self.word(&token.to_string());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace | Delimiter::None => {
                    self.add(group.stream());
                    continue;
                }
            };
            self.word(open);
            self.add(group.stream());
            self.word(close);
        }
    }

    fn word(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether a token is what stands behind the `#` of documentation.
fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else {
        return false;
    };
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_and_documentation_do_not_count_and_all_else_does() {
        let of = |text: &str| digest(text.parse().unwrap());
        let one = of("let x = a[1] + /* one */ \"b c\";");
        assert_eq!(one, of("let x=a [ 1 ]+\"b c\" ;"));
        assert_eq!(one, of("#[doc = \"x\"] let x = a[1] + \"b c\";"));
        for other in [
            "let x = a[1] + \"bc\";",
            "let x = a[1 + \"b c\"];",
            "let x = a(1) + \"b c\";",
            "#[allow(y)] let x = a[1] + \"b c\";",
        ] {
            assert_ne!(one, of(other), "{other}");
        }
    }

    #[test]
    fn what_a_formatter_adds_does_not_count() {
        let of = |text: &str| digest(text.parse().unwrap());
        assert_eq!(
            of("match x { A => { f(1,) } B => g(), }"),
            of("match x { A => f(1), B => { g() } }")
        );
    }
}
