//! Attributes: ours are read, Rust's pass through, all others are errors.
//!
//! What all kinds of items share, and the small kinds. Rulesets, facts and rules have a file each; the
//! functions there return what the attributes of one item say.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::ast::Attribute;
use crate::diagnostic::{Code, Diagnostics, Level, SpanRange};
use crate::vocabulary as say;

use super::names::span_range;

/// Attributes of a global; whether it is `#[trailed]`.
pub(super) fn resolve_global_attributes(attrs: &[Attribute], found: &mut Diagnostics) -> bool {
    let mut trailed = false;
    report_repeated(attrs, &["trailed"], found);
    for attr in attrs {
        match attr.name.as_str() {
            "doc" => {}
            "trailed" => {
                trailed = true;
                takes_nothing(attr, found);
            }
            _ => unknown(attr, "a global", &["trailed", "doc"], found),
        }
    }
    trailed
}

/// Attributes of a group: none but its documentation.
pub(super) fn resolve_group_attributes(attrs: &[Attribute], found: &mut Diagnostics) {
    for attr in attrs {
        match attr.name.as_str() {
            "doc" => {}
            _ => unknown(attr, "a group", &["doc"], found),
        }
    }
}

/// `#[allow(…)]`: our own warnings go to `allows`; what is left goes to rustc.
pub(super) fn allow(
    attr: &Attribute,
    allows: &mut BTreeSet<String>,
    found: &mut Diagnostics,
) -> Option<TokenStream> {
    let list = Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let Ok(lints) = list.parse2(attr.args.clone()) else {
        return Some(attr.tokens.clone());
    };
    let mut others = Vec::new();
    for lint in &lints {
        let path = lint.path();
        if path.segments.len() != 2 || path.segments[0].ident != "rules" {
            others.push(lint);
            continue;
        }
        let name = &path.segments[1].ident;
        if warnings().iter().any(|lint| name == lint) {
            allows.insert(name.to_string());
        } else {
            let help = say::suggestion(&name.to_string(), &warnings(), "the warnings are");
            found.push(say::unknown_warning(name).or_help(help).at(name.span()));
        }
    }
    // A reason alone is one for what is silenced here.
    let is_lint = |other: &&&syn::Meta| !other.path().is_ident("reason");
    let has_lints = others.iter().any(|other| is_lint(&other));
    has_lints.then(|| quote!(#[allow(#(#others),*)]))
}

/// What `#[allow(rules::…)]` silences: the warnings, and one error.
fn warnings() -> Vec<&'static str> {
    let silenced = |code: &&Code| {
        code.level() == Level::Warning
            || matches!(code, Code::Unstratified | Code::UnboundedRecursion)
    };
    Code::ALL
        .iter()
        .filter(silenced)
        .map(|code| code.name())
        .collect()
}

/// What an attribute's arguments say; an error where they are not `what` it takes.
pub(super) fn parsed<T>(
    attr: &Attribute,
    parse: impl FnOnce(syn::parse::ParseStream<'_>) -> syn::Result<T>,
    what: &str,
    found: &mut Diagnostics,
) -> Option<T> {
    let result = parse.parse2(attr.args.clone());
    if result.is_err() {
        invalid(attr, what, found);
    }
    result.ok()
}

/// `#[was(…)]`: the names that something had before.
pub(super) fn earlier_names(attr: &Attribute, found: &mut Diagnostics) -> Vec<Ident> {
    let list = Punctuated::<Ident, syn::Token![,]>::parse_terminated;
    let names = parsed(attr, list, EARLIER_NAMES, found).unwrap_or_default();
    if names.is_empty() && attr.args.is_empty() {
        invalid(attr, EARLIER_NAMES, found);
    }
    names.into_iter().collect()
}

const EARLIER_NAMES: &str = "the names that it had before, oldest first";

/// Reports arguments where there are none to be.
pub(super) fn takes_nothing(attr: &Attribute, found: &mut Diagnostics) {
    if !attr.args.is_empty() {
        found.push(say::no_arguments(&attr.name).at(span_range(&attr.args)));
    }
}

/// Reports arguments that are not what an attribute takes.
pub(super) fn invalid(attr: &Attribute, what: &str, found: &mut Diagnostics) {
    let span = SpanRange::of(&attr.args).unwrap_or(attr.name_span.into());
    found.push(say::wrong_arguments(&attr.name, what).at(span));
}

/// Reports an attribute that means nothing where it stands.
pub(super) fn unknown(attr: &Attribute, on: &str, known: &[&str], found: &mut Diagnostics) {
    let help = match attr.name.as_str() {
        "cfg" | "cfg_attr" => Some(say::condition_of_build()),
        name => say::suggestion(name, known, "there are"),
    };
    let wording = say::unknown_attribute(&attr.name, on).or_help(help);
    found.push(wording.at(attr.name_span));
}

/// Reports the second of attributes that stand once.
pub(super) fn report_repeated(attrs: &[Attribute], single: &[&str], found: &mut Diagnostics) {
    for (at, attr) in attrs.iter().enumerate() {
        let is_single = single.contains(&attr.name.as_str());
        let first = attrs[..at].iter().find(|earlier| earlier.name == attr.name);
        if let Some(first) = first.filter(|_| is_single) {
            let wording = say::attribute_again(&attr.name);
            found.push(wording.at_second(attr.name_span, first.name_span));
        }
    }
}
