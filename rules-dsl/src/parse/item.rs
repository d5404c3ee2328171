//! Items: one function for each kind, grammar node in, syntax tree out.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::Parse;

use super::grammar::{Node, Rule};
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, Block, FactDecl, FactItem, Foreign, Global, Group, Item, Kind, Rule as RuleItem,
};
use crate::vocabulary as say;

impl Parser<'_> {
    /// An item that is not the header; `None` where a mistake was reported.
    pub(super) fn parse_item(&mut self, node: &Node) -> Option<Item> {
        let declared = node.part(Rule::declaration).only();
        match declared.rule {
            Rule::use_item => {
                let mut item: syn::ItemUse = self.parse_rust(node, "`;`", Parse::parse)?;
                item.attrs.clear();
                let attrs = self.parse_attributes(node.all(Rule::attribute));
                Some(Item::Use(Foreign { attrs, item }))
            }
            Rule::type_item => {
                let mut item: syn::ItemType = self.parse_rust(node, "`;`", Parse::parse)?;
                item.attrs.clear();
                let attrs = self.parse_attributes(node.all(Rule::attribute));
                Some(Item::Type(Foreign { attrs, item }))
            }
            Rule::rust_item => {
                self.parse_rust(node, "an item", <syn::Item as Parse>::parse)?;
                Some(Item::Rust(self.tokens(node)))
            }
            Rule::fact_item => self.parse_fact(node, declared).map(Item::Fact),
            Rule::query_item => {
                let query = self.parse_query(node, declared)?;
                Some(Item::Query(Box::new(query)))
            }
            Rule::table_item => {
                let table = self.parse_table(node, declared)?;
                Some(Item::Table(Box::new(table)))
            }
            Rule::kind_item => self.parse_kind(node, declared).map(Item::Kind),
            Rule::ruleset_item => {
                self.error(declared.range.clone(), say::ruleset_again());
                None
            }
            _ => self.parse_private_item(node, declared),
        }
    }

    /// The items that have no visibility of their own.
    fn parse_private_item(&mut self, node: &Node, declared: &Node) -> Option<Item> {
        if let Some(vis) = node.child(Rule::visibility) {
            self.error(vis.range.clone(), say::useless_visibility());
        }
        let attrs = self.parse_attributes(node.all(Rule::attribute));
        match declared.rule {
            Rule::global_item => self.parse_global(attrs, declared).map(Item::Global),
            Rule::rule_item => {
                let rule = self.parse_rule(attrs, node, declared)?;
                Some(Item::Rule(Box::new(rule)))
            }
            Rule::group_item => self.parse_group(attrs, declared).map(Item::Group),
            rule => unreachable!("`{rule:?}` is no declaration"),
        }
    }

    /// The visibility before an item.
    pub(super) fn parse_visibility(&mut self, item: &Node) -> Option<syn::Visibility> {
        match item.child(Rule::visibility) {
            Some(node) => self.parse_rust(node, "an item", Parse::parse),
            None => Some(syn::Visibility::Inherited),
        }
    }

    /// A fact reads as the struct or the enum that it declares: `struct` stands in for `fact`, or
    /// `fact` falls away before `enum`.
    fn parse_fact(&mut self, node: &Node, declared: &Node) -> Option<FactDecl> {
        let attrs = self.parse_attributes(node.all(Rule::attribute));
        let is_enum = declared.child(Rule::fact_enum).is_some();
        let start = node.child(Rule::visibility).unwrap_or(declared).range.start;
        let fact = declared.part(Rule::FACT);

        let mut tokens = self.marked(start..fact.range.start);
        if !is_enum {
            let span = self.source.span_at(fact.range.start);
            tokens.extend([TokenTree::from(Ident::new("struct", span))]);
        }
        tokens.extend(self.marked(fact.range.end..declared.range.end));
        let mut item = if is_enum {
            self.parse_fact_item(tokens, node).map(FactItem::Enum)
        } else {
            self.parse_fact_item(tokens, node).map(FactItem::Struct)
        }?;
        self.require_sizes(&mut item);
        Some(FactDecl { attrs, item })
    }

    fn parse_fact_item<T: syn::parse::Parse>(
        &mut self,
        tokens: TokenStream,
        node: &Node,
    ) -> Option<T> {
        syn::parse2(tokens)
            .map_err(|error| self.report_syn(&error, node))
            .ok()
    }

    fn parse_kind(&mut self, item: &Node, node: &Node) -> Option<Kind> {
        let attrs = self.parse_attributes(item.all(Rule::attribute));
        let vis = self.parse_visibility(item);
        let name = self.parse_name(node.part(Rule::name));
        let types = node.all(Rule::path).map(|path| self.parse_path(path));
        let types: Vec<Option<syn::Path>> = types.collect();
        let fields = node.all(Rule::kind_field).map(|field| {
            let name = self.parse_name(field.part(Rule::name))?;
            let ty = match field.child(Rule::rust_type) {
                Some(ty) => Some(self.parse_sized_type(ty, "`,` or `}`")?),
                None => None,
            };
            Some((name, ty))
        });
        let fields: Vec<Option<_>> = fields.collect();
        Some(Kind {
            attrs,
            vis: vis?,
            name: name?,
            types: types.into_iter().collect::<Option<_>>()?,
            fields: fields.into_iter().collect::<Option<_>>()?,
        })
    }

    fn parse_global(&mut self, attrs: Vec<Attribute>, node: &Node) -> Option<Global> {
        let name = self.parse_name(node.part(Rule::name))?;
        let mut ty = self.parse_sized_type(node.part(Rule::to_semi), "`;`")?;
        self.require_own_data(&mut ty, "a global");
        Some(Global { attrs, name, ty })
    }

    /// Every part of the rule is parsed, and its mistakes are reported, before one that is missing
    /// drops the rule.
    fn parse_rule(&mut self, attrs: Vec<Attribute>, item: &Node, node: &Node) -> Option<RuleItem> {
        let name = self.parse_name(node.part(Rule::name));
        let when = self.parse_conditions(node.part(Rule::when).part(Rule::body));
        let then = self.parse_block(node.part(Rule::then).part(Rule::body));
        let undo = node
            .child(Rule::undo)
            .map(|undo| self.parse_block(undo.part(Rule::body)));
        Some(RuleItem {
            attrs,
            name: name?,
            when,
            then,
            undo,
            lost: std::mem::take(&mut self.lost),
            range: item.range.clone(),
        })
    }

    /// The rules whose names stand in an item that did not parse: their variants are there all the same.
    pub(super) fn broken_rules(&self, range: &Range<usize>) -> Vec<RuleItem> {
        let tokens: Vec<TokenTree> = self.marked(range.clone()).into_iter().collect();
        let names = tokens.windows(2).filter_map(|pair| match pair {
            [TokenTree::Ident(word), TokenTree::Ident(name)] if word == "rule" => Some(name),
            _ => None,
        });
        names.map(|name| broken_rule(name, range)).collect()
    }

    fn parse_group(&mut self, attrs: Vec<Attribute>, node: &Node) -> Option<Group> {
        let name = self.parse_name(node.part(Rule::name));
        let mut rules = Vec::new();
        self.parse_each(
            node.part(Rule::body).inside(),
            Rule::member_rule,
            |parser, parsed| match parsed {
                Parsed::Node(node) => {
                    let attrs = parser.parse_attributes(node.all(Rule::attribute));
                    rules.extend(parser.parse_rule(attrs, node, node.part(Rule::rule_item)));
                }
                Parsed::Skipped(range) => {
                    rules.extend(parser.broken_rules(&range));
                }
            },
        );
        Some(Group {
            attrs,
            name: name?,
            rules,
        })
    }
}

fn broken_rule(name: &Ident, range: &Range<usize>) -> RuleItem {
    RuleItem {
        attrs: Vec::new(),
        name: name.clone(),
        when: Vec::new(),
        then: Block {
            pieces: Vec::new(),
            open: name.span(),
            close: name.span(),
        },
        undo: None,
        lost: BTreeSet::new(),
        range: range.clone(),
    }
}
