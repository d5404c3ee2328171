//! Attributes of a ruleset: its strategy, its error type, its runtime.
//!
//! Read once, before the items: whether there is search changes what a block may say.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{Parse, Parser};

use crate::ast::Attribute;
use crate::diagnostic::Diagnostics;
use crate::hir::{ClockType, Strategy};
use crate::vocabulary as say;

use super::attributes::{allow, invalid, parsed, report_repeated, takes_nothing, unknown};
use super::stages::{Stage, listed_stages};

/// What the attributes of a ruleset say.
pub(super) struct RulesetSettings {
    pub(super) runtime: syn::Path,
    pub(super) strategy: Strategy,
    /// `#[stages(…)]`
    pub(super) stages: Vec<Stage>,
    pub(super) error: Option<syn::Type>,
    pub(super) backtrack: bool,
    pub(super) clock: Option<ClockType>,
    pub(super) passed: Vec<TokenStream>,
    /// What `#[allow]` says of rustc's lints: it goes for every rule and query too.
    pub(super) lints: Vec<TokenStream>,
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
        stages: Vec::new(),
        error: None,
        backtrack: false,
        clock: None,
        passed: Vec::new(),
        lints: Vec::new(),
        allows: BTreeSet::new(),
    };
    report_repeated(
        attrs,
        &["strategy", "stages", "crate", "error", "backtrack", "clock"],
        found,
    );
    for attr in attrs {
        match attr.name.as_str() {
            "strategy" => settings.strategy = strategy(attr, found).unwrap_or_default(),
            "stages" => settings.stages = listed_stages(attr, found),
            "crate" => {
                if let Some(path) = parsed(attr, syn::Path::parse_mod_style, "a path", found) {
                    settings.runtime = path;
                }
            }
            "error" => settings.error = parsed(attr, syn::Type::parse, "a type", found),
            "clock" => {
                settings.clock = parsed(attr, syn::Type::parse, "a type", found).map(ClockType::of);
            }
            "backtrack" => {
                settings.backtrack = true;
                takes_nothing(attr, found);
            }
            "allow" => settings
                .lints
                .extend(allow(attr, &mut settings.allows, found)),
            "doc" | "expect" | "warn" | "deny" | "forbid" | "cfg" | "cfg_attr" | "deprecated"
            | "must_use" => settings.passed.push(attr.tokens.clone()),
            _ => unknown(attr, "a ruleset", RULESET_ATTRIBUTES, found),
        }
    }
    settings.passed.extend(settings.lints.iter().cloned());
    settings
}

const RULESET_ATTRIBUTES: &[&str] = &[
    "strategy",
    "stages",
    "error",
    "backtrack",
    "clock",
    "crate",
    "allow",
    "doc",
];

fn strategy(attr: &Attribute, found: &mut Diagnostics) -> Option<Strategy> {
    let mut args = attr.args.clone().into_iter();
    let Some(TokenTree::Ident(name)) = args.next() else {
        invalid(attr, "a strategy, such as `depth` or `breadth`", found);
        return None;
    };
    let text = name.to_string();
    let rest: Vec<TokenTree> = args.collect();
    let strategy = match text.as_str() {
        "depth" => Strategy::Depth,
        "breadth" => Strategy::Breadth,
        "lex" => Strategy::Lex,
        "mea" => Strategy::Mea,
        "complexity" => Strategy::Complexity,
        "simplicity" => Strategy::Simplicity,
        "order" => Strategy::Order,
        "random" => {
            let seed = seed(&rest);
            if seed.is_none() {
                invalid(attr, "a seed with `random`: `random(42)`", found);
            }
            return Some(Strategy::Random(Box::new(seed?)));
        }
        _ => {
            let help = say::suggestion(&text, STRATEGIES, "the strategies are");
            found.push(say::unknown_strategy(text).or_help(help).at(name.span()));
            return None;
        }
    };
    if !rest.is_empty() {
        invalid(attr, &format!("nothing more with `{text}`"), found);
    }
    Some(strategy)
}

/// The expression in the parentheses after `random`.
fn seed(rest: &[TokenTree]) -> Option<syn::Expr> {
    match rest {
        [TokenTree::Group(group)] => syn::Expr::parse.parse2(group.stream()).ok(),
        _ => None,
    }
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
