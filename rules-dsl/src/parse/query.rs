//! Queries, and what they have in common with tables: what can be called.

use proc_macro2::Ident;

use super::Parser;
use super::grammar::{Node, Rule};
use crate::ast::{Attribute, Query};

/// What can be called, before its body: its attributes, who sees it, its name and its parameters.
pub(super) struct Signature {
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: syn::Visibility,
    pub(super) name: Ident,
    pub(super) params: Vec<(Ident, syn::Type)>,
}

impl Parser<'_> {
    /// A query; as with a rule, all of its mistakes are reported first.
    pub(super) fn parse_query(&mut self, item: &Node, node: &Node) -> Option<Query> {
        let signature = self.parse_signature(item, node);
        let when = self.parse_conditions(node.part(Rule::when).part(Rule::body));
        let select = match (node.child(Rule::rust_type), node.child(Rule::expression)) {
            (Some(ty), Some(expr)) => {
                let ty = self.parse_sized_type(ty, "`{`");
                let expr = self.parse_expr(expr, "`}`");
                Some((ty?, expr?))
            }
            _ => None,
        };
        let signature = signature?;
        Some(Query {
            attrs: signature.attrs,
            vis: signature.vis,
            name: signature.name,
            params: signature.params,
            select,
            when,
            lost: std::mem::take(&mut self.lost),
            range: item.range.clone(),
        })
    }

    /// What stands before the body of a query or a table.
    pub(super) fn parse_signature(&mut self, item: &Node, node: &Node) -> Option<Signature> {
        let attrs = self.parse_attributes(item.all(Rule::attribute));
        let vis = match item.child(Rule::visibility) {
            Some(_) => self.parse_visibility(item),
            None => Some(self.vis.clone()),
        };
        let name = self.parse_name(node.part(Rule::name));
        let params: Vec<Option<_>> = node
            .all(Rule::parameter)
            .map(|parameter| self.parse_parameter(parameter))
            .collect();
        Some(Signature {
            attrs,
            vis: vis?,
            name: name?,
            params: params.into_iter().collect::<Option<_>>()?,
        })
    }

    fn parse_parameter(&mut self, node: &Node) -> Option<(Ident, syn::Type)> {
        let name = self.parse_name(node.part(Rule::name));
        let ty = self.parse_sized_type(node.part(Rule::rust_type), "`,` or `)`");
        Some((name?, ty?))
    }
}
