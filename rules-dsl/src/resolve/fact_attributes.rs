//! Attributes of declared facts: how facts are told apart, and who may insert them.
//!
//! What is not ours is the Rust item's.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use crate::ast::Attribute;
use crate::diagnostic::Diagnostics;
use crate::hir::{Best, Identity, KeyField};
use crate::source::mentions;
use crate::vocabulary as say;

use super::attributes::{allow, earlier_names, parsed, report_repeated, takes_nothing};
use super::names::member_name;
use super::shape::{Members, Shape};

/// What the attributes of a fact say.
pub(super) struct FactSettings {
    pub(super) identity: Identity,
    /// The names that it had before.
    pub(super) was: Vec<Ident>,
    /// Whether only rules insert it.
    pub(super) derived: bool,
    /// Whether it says itself what it derives.
    pub(super) derives: bool,
    /// Whether that is `PartialEq` among others.
    pub(super) derives_eq: bool,
    pub(super) passed: Vec<TokenStream>,
    pub(super) allows: BTreeSet<String>,
}

/// Attributes of a declared fact of a name and a shape.
pub(super) fn resolve_fact_attributes(
    attrs: &[Attribute],
    name: &str,
    shape: &Shape,
    found: &mut Diagnostics,
) -> FactSettings {
    let mut settings = FactSettings {
        identity: Identity::Plain,
        was: Vec::new(),
        derived: false,
        derives: false,
        derives_eq: false,
        passed: Vec::new(),
        allows: BTreeSet::new(),
    };
    report_repeated(attrs, &["unique", "key", "best", "derived", "was"], found);
    report_both(attrs, found);
    for attr in attrs {
        match attr.name.as_str() {
            "unique" => {
                takes_nothing(attr, found);
                settings.identity = Identity::Unique;
            }
            "key" => settings.identity = Identity::Key(key(attr, name, shape, found)),
            "best" => {
                // What rules derive is theirs.
                settings.derived = true;
                if let Some(best) = declared_best(attr, name, shape, found) {
                    settings.identity = Identity::Best(Box::new(best));
                }
            }
            "derived" => {
                takes_nothing(attr, found);
                settings.derived = true;
            }
            "was" => settings.was = earlier_names(attr, found),
            // `event_attributes` reads it.
            "event" => {}
            "allow" => {
                let passed = allow(attr, &mut settings.allows, found);
                settings.passed.extend(passed);
            }
            name => {
                let derives = name == "derive";
                settings.derives |= derives;
                settings.derives_eq |= derives && mentions(attr.args.clone(), &["PartialEq"]);
                settings.passed.push(attr.tokens.clone());
            }
        }
    }
    settings
}

/// Reports two of `#[unique]`, `#[key(…)]` and `#[best(…)]`.
pub(super) fn report_both(attrs: &[Attribute], found: &mut Diagnostics) {
    let mut tell_apart = attrs
        .iter()
        .filter(|attr| ["unique", "key", "best"].contains(&attr.name.as_str()));
    let Some(first) = tell_apart.next() else {
        return;
    };
    if let Some(second) = tell_apart.find(|attr| attr.name != first.name) {
        let wording = if first.name == "best" || second.name == "best" {
            say::best_and_other(&first.name, &second.name)
        } else {
            say::unique_and_key(&first.name)
        };
        found.push(wording.at_second(second.name_span, first.name_span));
    }
}

/// What `#[best(…)]` of a declared fact names, where its fields are there.
fn declared_best(
    attr: &Attribute,
    name: &str,
    shape: &Shape,
    found: &mut Diagnostics,
) -> Option<Best> {
    let best = best(attr, found)?;
    let members = match shape {
        Shape::Struct(members) => members,
        Shape::Enum(_) => &Members::Unit,
    };
    let mut is_known = true;
    for KeyField { member, .. } in best.fields() {
        is_known &= report_unknown(member, name, members, found);
    }
    is_known.then_some(best)
}

/// What `#[best(…)]` names.
pub(super) fn best(attr: &Attribute, found: &mut Diagnostics) -> Option<Best> {
    let takes = "`min: field` or `max: field`, then `by(fields)`";
    let (least, member, by) = parsed(attr, parse_best, takes, found)?;
    let mut fields: Vec<KeyField> = Vec::new();
    for member in by {
        let name = member_name(&member);
        if fields
            .iter()
            .any(|known| member_name(&known.member) == name)
        {
            found.push(say::best_names_twice(name).at(member.span()));
        } else {
            fields.push(KeyField { member, ty: None });
        }
    }
    let value = KeyField { member, ty: None };
    let by = fields;
    Some(Best { least, value, by })
}

/// `min: cost, by(from, to)`
fn parse_best(input: ParseStream<'_>) -> syn::Result<(bool, syn::Member, Vec<syn::Member>)> {
    let word: syn::Ident = input.parse()?;
    let least = match word.to_string().as_str() {
        "min" => true,
        "max" => false,
        _ => return Err(syn::Error::new(word.span(), "`min` or `max`")),
    };
    input.parse::<syn::Token![:]>()?;
    let value = input.parse()?;
    input.parse::<syn::Token![,]>()?;
    let word: syn::Ident = input.parse()?;
    if word != "by" {
        return Err(syn::Error::new(word.span(), "`by`"));
    }
    let fields;
    syn::parenthesized!(fields in input);
    let by = Punctuated::<_, syn::Token![,]>::parse_terminated(&fields)?;
    input.parse::<Option<syn::Token![,]>>()?;
    Ok((least, value, by.into_iter().collect()))
}

/// Whether a fact has a field; it is reported where it has not.
pub(super) fn report_unknown(
    member: &syn::Member,
    name: &str,
    members: &Members,
    found: &mut Diagnostics,
) -> bool {
    let (has, field) = (members.has(member), member_name(member));
    if !has {
        let help = say::suggestion(&field, &members.names(), "its fields are");
        let wording = say::unknown_field(name, field).or_help(help);
        found.push(wording.at(member.span()));
    }
    has
}

/// The fields of a declared fact's key, those that are there.
fn key(attr: &Attribute, name: &str, shape: &Shape, found: &mut Diagnostics) -> Vec<KeyField> {
    let members = match shape {
        Shape::Struct(members) => members,
        Shape::Enum(_) => &Members::Unit,
    };
    let field = |input: ParseStream<'_>| Ok((input.parse()?, None));
    let mut key = key_of(attr, field, "fields, separated by commas", found);
    key.retain(|KeyField { member, .. }| report_unknown(member, name, members, found));
    key
}

/// The fields of the key of a type that the ruleset does not declare. Each may be given its type.
pub(super) fn typed_key(attr: &Attribute, found: &mut Diagnostics) -> Vec<KeyField> {
    let field = |input: ParseStream<'_>| {
        let member = input.parse()?;
        let colon: Option<syn::Token![:]> = input.parse()?;
        let ty = colon.map(|_| input.parse()).transpose()?;
        Ok((member, ty))
    };
    key_of(
        attr,
        field,
        "fields, separated by commas, each with its type or without: `id: u32`",
        found,
    )
}

/// The fields that a key names, each once.
fn key_of(
    attr: &Attribute,
    field: fn(ParseStream<'_>) -> syn::Result<(syn::Member, Option<syn::Type>)>,
    takes: &str,
    found: &mut Diagnostics,
) -> Vec<KeyField> {
    if !has_parentheses(attr) {
        found.push(say::key_of_nothing().at(attr.name_span));
        return Vec::new();
    }
    let list = |input: ParseStream<'_>| {
        Punctuated::<_, syn::Token![,]>::parse_terminated_with(input, field)
    };
    let mut key: Vec<KeyField> = Vec::new();
    for (member, ty) in parsed(attr, list, takes, found).unwrap_or_default() {
        let name = member_name(&member);
        if key.iter().any(|known| member_name(&known.member) == name) {
            found.push(say::key_names_twice(name).at(member.span()));
        } else {
            key.push(KeyField { member, ty });
        }
    }
    key
}

/// `#[key()]` and not `#[key]`: the arguments of both are empty.
fn has_parentheses(attr: &Attribute) -> bool {
    let last = attr.tokens.clone().into_iter().last();
    let Some(TokenTree::Group(brackets)) = last else {
        return false;
    };
    let last = brackets.stream().into_iter().last();
    matches!(last, Some(TokenTree::Group(_)))
}
