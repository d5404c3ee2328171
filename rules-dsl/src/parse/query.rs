//! Queries.

use proc_macro2::Ident;

use super::Parser;
use super::grammar::{Node, Rule};
use crate::ast::Query;

impl Parser<'_> {
    /// A query; as with a rule, all of its mistakes are reported first.
    pub(super) fn parse_query(&mut self, item: &Node, node: &Node) -> Option<Query> {
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
        let when = self.parse_conditions(node.part(Rule::when).part(Rule::body));
        let select = match (node.child(Rule::rust_type), node.child(Rule::expression)) {
            (Some(ty), Some(expr)) => {
                let ty = self.parse_sized_type(ty, "`{`");
                let expr = self.parse_expr(expr, "`}`");
                Some((ty?, expr?))
            }
            _ => None,
        };
        Some(Query {
            attrs,
            vis: vis?,
            name: name?,
            params: params.into_iter().collect::<Option<_>>()?,
            select,
            when,
            lost: std::mem::take(&mut self.lost),
            range: item.range.clone(),
        })
    }

    pub(super) fn parse_parameter(&mut self, node: &Node) -> Option<(Ident, syn::Type)> {
        let name = self.parse_name(node.part(Rule::name));
        let ty = self.parse_sized_type(node.part(Rule::rust_type), "`,` or `)`");
        Some((name?, ty?))
    }
}
