//! Calls of queries as conditions: `x in path(a, b) if guard`, and `reachable(a, b)`.
//!
//! The grammar reads the latter as a fact pattern with positions; that its name is no type's tells them apart.

use syn::Token;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;

use super::Parser;
use super::grammar::{Node, Rule};
use crate::ast::Call;

/// Whether a node is a call: results are bound, or what reads as a pattern has the name of a function.
pub(super) fn is_call(text: &str, node: &Node) -> bool {
    if node.rule == Rule::answer {
        return true;
    }
    let name = &text[node.part(Rule::path).range.clone()];
    let name = name.strip_prefix("r#").unwrap_or(name);
    let is_function = name.starts_with(|first: char| first == '_' || first.is_lowercase());
    let is_bare = node.child(Rule::binding).is_none() && node.child(Rule::tuple_fields).is_some();
    is_function && is_bare && !name.contains(':')
}

impl Parser<'_> {
    /// A call, of which [`is_call`] holds.
    pub(super) fn parse_call(&mut self, node: &Node) -> Option<Call> {
        let result = match node.child(Rule::answered) {
            Some(result) => Some(self.parse_pat(result, "`in`")?),
            None => None,
        };
        let (called, list) = if node.rule == Rule::answer {
            (Rule::name, Rule::parentheses)
        } else {
            (Rule::path, Rule::tuple_fields)
        };
        let name = self.parse_name(node.part(called));
        let arguments = self.parse_rust(node.part(list), "`,` or `)`", parse_arguments);
        let guard = self.parse_guard(node)?;
        Some(Call {
            result,
            name: name?,
            arguments: arguments?.into_iter().collect(),
            guard,
        })
    }
}

fn parse_arguments(input: ParseStream<'_>) -> syn::Result<Punctuated<syn::Expr, Token![,]>> {
    let arguments;
    syn::parenthesized!(arguments in input);
    arguments.parse_terminated(syn::Expr::parse, Token![,])
}
