//! Attributes: ours are read, Rust's pass through, all others are errors.
//!
//! One function for each kind of item; each returns what the attributes say.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::ast::Attribute;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Level};
use crate::hir::{Identity, Strategy};

use super::names::{span_range, suggestion, text};
use super::unsupported;

/// What the attributes of a ruleset say.
pub(super) struct RulesetSettings {
    pub(super) runtime: syn::Path,
    pub(super) strategy: Strategy,
    pub(super) passed: Vec<TokenStream>,
    pub(super) allows: BTreeSet<String>,
}

/// What the attributes of a fact say.
pub(super) struct FactSettings {
    pub(super) identity: Identity,
    /// Whether it says itself what it derives.
    pub(super) derives: bool,
    pub(super) passed: Vec<TokenStream>,
}

/// What the attributes of a rule say.
#[derive(Default)]
pub(super) struct RuleSettings {
    pub(super) docs: Vec<String>,
    pub(super) salience: Option<syn::Expr>,
    pub(super) no_loop: bool,
    pub(super) tags: Vec<String>,
    pub(super) passed: Vec<TokenStream>,
    pub(super) allows: BTreeSet<String>,
}

/// Attributes of a ruleset.
pub(super) fn resolve_ruleset_attributes(
    attrs: &[Attribute],
    found: &mut Diagnostics,
) -> RulesetSettings {
    let mut settings = RulesetSettings {
        runtime: syn::parse_quote!(::rules_runtime),
        strategy: Strategy::default(),
        passed: Vec::new(),
        allows: BTreeSet::new(),
    };
    report_repeated(attrs, &["strategy", "crate", "error", "backtrack"], found);
    for attr in attrs {
        match attr.name.as_str() {
            "strategy" => settings.strategy = strategy(attr, found).unwrap_or_default(),
            "crate" => {
                if let Some(path) = parsed(attr, syn::Path::parse_mod_style, "a path", found) {
                    settings.runtime = path;
                }
            }
            "error" | "backtrack" => unsupported::report(found, attr.name_span, &attr.name),
            "allow" => settings
                .passed
                .extend(allow(attr, &mut settings.allows, found)),
            "doc" | "expect" | "warn" | "deny" | "forbid" | "cfg" | "cfg_attr" | "deprecated"
            | "must_use" => settings.passed.push(attr.tokens.clone()),
            _ => unknown(attr, "a ruleset", RULESET_ATTRIBUTES, found),
        }
    }
    settings
}

const RULESET_ATTRIBUTES: &[&str] = &["strategy", "error", "backtrack", "crate", "allow", "doc"];

fn strategy(attr: &Attribute, found: &mut Diagnostics) -> Option<Strategy> {
    let mut args = attr.args.clone().into_iter();
    let Some(TokenTree::Ident(name)) = args.next() else {
        invalid(attr, "a strategy, such as `depth` or `breadth`", found);
        return None;
    };
    let text = name.to_string();
    let rest: Vec<TokenTree> = args.collect();
    match text.as_str() {
        "depth" | "breadth" if !rest.is_empty() => {
            invalid(attr, "a strategy, such as `depth` or `breadth`", found);
        }
        "depth" => return Some(Strategy::Depth),
        "breadth" => return Some(Strategy::Breadth),
        "lex" | "mea" | "complexity" | "simplicity" | "order" | "random" => {
            unsupported::report(found, name.span(), &text);
        }
        _ => {
            let message = format!("there is no strategy `{text}`");
            let mut error = Diagnostic::error(Code::UnknownStrategy, name.span(), message);
            error.help = suggestion(&text, STRATEGIES, "the strategies are");
            found.push(error);
        }
    }
    None
}

const STRATEGIES: &[&str] = &[
    "depth",
    "breadth",
    "lex",
    "mea",
    "complexity",
    "simplicity",
    "order",
    "random",
];

/// Attributes of a declared fact. What is not ours is the Rust item's.
pub(super) fn resolve_fact_attributes(
    attrs: &[Attribute],
    found: &mut Diagnostics,
) -> FactSettings {
    let mut settings = FactSettings {
        identity: Identity::Plain,
        derives: false,
        passed: Vec::new(),
    };
    report_repeated(attrs, &["unique", "key", "derived"], found);
    for attr in attrs {
        match attr.name.as_str() {
            "unique" => {
                takes_nothing(attr, found);
                settings.identity = Identity::Unique;
            }
            "key" | "derived" => unsupported::report(found, attr.name_span, &attr.name),
            "allow" => settings
                .passed
                .extend(allow(attr, &mut BTreeSet::new(), found)),
            name => {
                settings.derives |= name == "derive";
                settings.passed.push(attr.tokens.clone());
            }
        }
    }
    settings
}

/// Attributes of a global.
pub(super) fn resolve_global_attributes(attrs: &[Attribute], found: &mut Diagnostics) {
    for attr in attrs {
        match attr.name.as_str() {
            "doc" => {}
            "trailed" => unsupported::report(found, attr.name_span, &attr.name),
            _ => unknown(attr, "a global", &["trailed", "doc"], found),
        }
    }
}

/// Attributes of a rule.
pub(super) fn resolve_rule_attributes(
    attrs: &[Attribute],
    found: &mut Diagnostics,
) -> RuleSettings {
    let mut settings = RuleSettings::default();
    report_repeated(
        attrs,
        &["salience", "no_loop", "once", "lock_on_active"],
        found,
    );
    for attr in attrs {
        match attr.name.as_str() {
            "salience" => {
                let parse = <syn::Expr as syn::parse::Parse>::parse;
                settings.salience = parsed(attr, parse, "an expression of type `i32`", found);
            }
            "no_loop" => {
                takes_nothing(attr, found);
                settings.no_loop = true;
            }
            "tag" => settings.tags.extend(tags(attr, found)),
            "once" | "on_change" | "lock_on_active" | "auto_focus" => {
                unsupported::report(found, attr.name_span, &attr.name);
            }
            "allow" => settings
                .passed
                .extend(allow(attr, &mut settings.allows, found)),
            "doc" => match syn::parse2::<syn::LitStr>(attr.args.clone()) {
                Ok(doc) => settings.docs.extend(lines(&doc.value())),
                Err(_) => settings.passed.push(attr.tokens.clone()),
            },
            _ => unknown(attr, "a rule", RULE_ATTRIBUTES, found),
        }
    }
    settings
}

const RULE_ATTRIBUTES: &[&str] = &[
    "salience",
    "no_loop",
    "once",
    "on_change",
    "lock_on_active",
    "auto_focus",
    "tag",
    "allow",
    "doc",
];

fn lines(doc: &str) -> Vec<String> {
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

/// `#[allow(…)]`: our own warnings go to `allows`; what is left goes to rustc.
fn allow(
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
            let message = format!("there is no warning `rules::{name}`");
            let mut error = Diagnostic::error(Code::UnknownAttribute, name.span(), message);
            error.help = suggestion(&name.to_string(), &warnings(), "the warnings are");
            found.push(error);
        }
    }
    (!others.is_empty()).then(|| quote!(#[allow(#(#others),*)]))
}

/// What `#[allow(rules::…)]` silences: the warnings, and one error.
fn warnings() -> Vec<&'static str> {
    let silenced =
        |code: &&Code| code.level() == Level::Warning || matches!(code, Code::Unstratified);
    Code::ALL
        .iter()
        .filter(silenced)
        .map(|code| code.name())
        .collect()
}

fn parsed<T>(
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

fn takes_nothing(attr: &Attribute, found: &mut Diagnostics) {
    if !attr.args.is_empty() {
        let message = format!("`#[{}]` takes no arguments", attr.name);
        found.push(Diagnostic::error(
            Code::InvalidAttribute,
            span_range(&attr.args),
            message,
        ));
    }
}

fn invalid(attr: &Attribute, what: &str, found: &mut Diagnostics) {
    let message = format!("`#[{}(…)]` takes {what}", attr.name);
    found.push(Diagnostic::error(
        Code::InvalidAttribute,
        attr.name_span,
        message,
    ));
}

fn unknown(attr: &Attribute, on: &str, known: &[&str], found: &mut Diagnostics) {
    let message = format!("there is no attribute `{}` of {on}", attr.name);
    let mut error = Diagnostic::error(Code::UnknownAttribute, attr.name_span, message);
    error.help = suggestion(&attr.name, known, "there are");
    found.push(error);
}

fn report_repeated(attrs: &[Attribute], single: &[&str], found: &mut Diagnostics) {
    for (at, attr) in attrs.iter().enumerate() {
        let is_single = single.contains(&attr.name.as_str());
        let first = attrs[..at].iter().find(|earlier| earlier.name == attr.name);
        if let Some(first) = first.filter(|_| is_single) {
            let message = format!("`#[{}]` is given twice", attr.name);
            found.push(
                Diagnostic::error(Code::InvalidAttribute, attr.name_span, message)
                    .label(first.name_span, "first given here"),
            );
        }
    }
}
