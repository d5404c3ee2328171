//! Attributes of declared facts: how facts are told apart, and who may insert them.
//!
//! What is not ours is the Rust item's.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use crate::ast::Attribute;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::hir::Identity;

use super::attributes::{allow, parsed, report_repeated, takes_nothing};
use super::declarations::{Members, Shape};
use super::names::{member_name, suggestion};

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

fn report_both(attrs: &[Attribute], found: &mut Diagnostics) {
    let find = |name: &str| attrs.iter().find(|attr| attr.name == name);
    if let (Some(unique), Some(key)) = (find("unique"), find("key")) {
        let message = "a fact is either `#[unique]` or has a `#[key(…)]`";
        found.push(
            Diagnostic::error(Code::InvalidAttribute, unique.name_span, message)
                .label(key.name_span, "the key")
                .help("facts of one key are one: leave `#[unique]` out"),
        );
    }
}

/// The fields of a key, those that are there.
fn key(attr: &Attribute, name: &str, shape: &Shape, found: &mut Diagnostics) -> Vec<syn::Member> {
    if !has_parentheses(attr) {
        let message = "`#[key]` needs the fields of the key";
        found.push(
            Diagnostic::error(Code::InvalidAttribute, attr.name_span, message)
                .help("`#[key(a, b)]`, or `#[key()]` for one fact at the most"),
        );
        return Vec::new();
    }
    let list =
        |input: ParseStream<'_>| Punctuated::<syn::Member, syn::Token![,]>::parse_terminated(input);
    let named = parsed(attr, list, "fields, separated by commas", found).unwrap_or_default();
    let members = match shape {
        Shape::Struct(members) => members,
        Shape::Enum(_) => &Members::Unit,
    };
    let mut key: Vec<syn::Member> = Vec::new();
    for member in named {
        let field = member_name(&member);
        if !members.has(&member) {
            let message = format!("`{name}` has no field `{field}`");
            let mut error = Diagnostic::error(Code::UnknownField, member.span(), message);
            error.help = suggestion(&field, &members.names(), "its fields are");
            found.push(error);
        } else if key.iter().any(|known| member_name(known) == field) {
            let message = format!("the key names `{field}` twice");
            found.push(Diagnostic::error(
                Code::InvalidAttribute,
                member.span(),
                message,
            ));
        } else {
            key.push(member);
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
