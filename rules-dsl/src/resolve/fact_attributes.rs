//! Attributes of declared facts: how facts are told apart, and who may insert them.
//!
//! What is not ours is the Rust item's.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use crate::ast::Attribute;
use crate::diagnostic::Diagnostics;
use crate::hir::{Identity, KeyField};
use crate::vocabulary as say;

use super::attributes::{allow, parsed, report_repeated, takes_nothing};
use super::names::member_name;
use super::shape::{Members, Shape};

/// What the attributes of a fact say.
pub(super) struct FactSettings {
    pub(super) identity: Identity,
    /// Whether only rules insert it.
    pub(super) derived: bool,
    /// Whether it says itself what it derives.
    pub(super) derives: bool,
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
        derived: false,
        derives: false,
        passed: Vec::new(),
        allows: BTreeSet::new(),
    };
    report_repeated(attrs, &["unique", "key", "derived"], found);
    report_both(attrs, found);
    for attr in attrs {
        match attr.name.as_str() {
            "unique" => {
                takes_nothing(attr, found);
                settings.identity = Identity::Unique;
            }
            "key" => settings.identity = Identity::Key(key(attr, name, shape, found)),
            "derived" => {
                takes_nothing(attr, found);
                settings.derived = true;
            }
            "allow" => {
                let passed = allow(attr, &mut settings.allows, found);
                settings.passed.extend(passed);
            }
            name => {
                settings.derives |= name == "derive";
                settings.passed.push(attr.tokens.clone());
            }
        }
    }
    settings
}

/// Reports `#[unique]` beside `#[key(…)]`.
pub(super) fn report_both(attrs: &[Attribute], found: &mut Diagnostics) {
    let find = |name: &str| attrs.iter().find(|attr| attr.name == name);
    let both = attrs
        .iter()
        .filter(|attr| ["unique", "key"].contains(&attr.name.as_str()));
    if let (Some(_), Some(_)) = (find("unique"), find("key"))
        && let [first, second, ..] = both.collect::<Vec<_>>()[..]
    {
        let wording = say::unique_and_key(&first.name);
        found.push(wording.at_second(second.name_span, first.name_span));
    }
}

/// The fields of a declared fact's key, those that are there.
fn key(attr: &Attribute, name: &str, shape: &Shape, found: &mut Diagnostics) -> Vec<KeyField> {
    let members = match shape {
        Shape::Struct(members) => members,
        Shape::Enum(_) => &Members::Unit,
    };
    let field = |input: ParseStream<'_>| Ok((input.parse()?, None));
    let mut key = key_of(attr, field, "fields, separated by commas", found);
    key.retain(|KeyField { member, .. }| {
        let (has, field) = (members.has(member), member_name(member));
        if !has {
            let help = say::suggestion(&field, &members.names(), "its fields are");
            let wording = say::unknown_field(name, field).or_help(help);
            found.push(wording.at(member.span()));
        }
        has
    });
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
