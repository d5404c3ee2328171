//! The code of small rulesets, a file for each kind of condition or effect: of the plan the nodes, then the functions
//! that are the ruleset's own.

mod accumulate;
mod bound;
mod common_lookups;
mod join;
mod look_up_order;
mod negation;
mod search;
mod wider_lookups;

use std::path::Path;

use quote::quote;
use syn::{Expr, ExprStruct, ImplItem, ImplItemFn, Item, ItemImpl};

use super::Options;
use crate::printer::text;
use crate::source::Source;

/// The code of rules and facts, of which it shows what each test is about.
struct Code {
    impls: Vec<ItemImpl>,
}

impl Code {
    fn of(ruleset: &str) -> Self {
        let source = Source::from_text(Path::new("small.rules"), ruleset.to_owned());
        let options = Options {
            explains: false,
            ..Options::default()
        };
        let crate::Compiled {
            code, diagnostics, ..
        } = crate::compile_with(&source, &options);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let file: syn::File = syn::parse2(code).unwrap();
        let hidden = file.items.into_iter().find_map(|item| match item {
            Item::Const(item) if item.ident == "_" => Some(*item.expr),
            _ => None,
        });
        let Some(Expr::Block(hidden)) = hidden else {
            panic!("what users do not see stands in a block");
        };
        let items = hidden.block.stmts.into_iter();
        let impls = items.filter_map(|statement| match statement {
            syn::Stmt::Item(Item::Impl(item)) => Some(item),
            _ => None,
        });
        Code {
            impls: impls.collect(),
        }
    }

    /// What each node of the plan is, after the condition that it stands for.
    fn nodes(&self) -> String {
        let plan = self.plan();
        let lines = table(&plan, "nodes").into_iter().map(|node| {
            let Expr::Struct(node) = node else {
                panic!("a node is a struct");
            };
            let doc = node.attrs[0].meta.require_name_value().unwrap();
            let doc = text(&doc.value);
            let kind = text(&field(&node, "kind")).replace("__rt::NodeKind::", "");
            format!(
                "{}: {}\n",
                doc.trim_matches([' ', '"']),
                kind.replace("__rt::", "")
            )
        });
        lines.collect()
    }

    /// The functions of these names, in the order in which they stand.
    fn functions(&self, names: &[&str]) -> String {
        let all = self.impls.iter().flat_map(functions);
        let shown = all.filter(|function| names.contains(&function.sig.ident.to_string().as_str()));
        let shown: Vec<String> = shown.map(print).collect();
        assert_eq!(shown.len(), names.len(), "{names:?}");
        shown.join("\n")
    }

    /// The methods of the impls of `Conditions` and `Program`: those that the ruleset needs.
    fn methods(&self) -> Vec<String> {
        let impls = ["Conditions", "Program"].map(|name| self.impl_of(name));
        let all = impls.into_iter().flat_map(functions);
        all.map(|function| function.sig.ident.to_string()).collect()
    }

    fn impl_of(&self, name: &str) -> &ItemImpl {
        let is_of = |item: &&ItemImpl| {
            let of = item
                .trait_
                .as_ref()
                .and_then(|(path, _)| path.segments.last());
            of.is_some_and(|of| of.ident == name)
        };
        self.impls.iter().find(is_of).unwrap()
    }

    fn plan(&self) -> ExprStruct {
        let items = &self.impl_of("Conditions").items;
        let plan = items.iter().find_map(|item| match item {
            ImplItem::Const(item) if item.ident == "PLAN" => Some(&item.expr),
            _ => None,
        });
        let Some(Expr::Reference(plan)) = plan else {
            panic!("the plan is a reference");
        };
        match &*plan.expr {
            Expr::Struct(plan) => plan.clone(),
            _ => panic!("the plan is a struct"),
        }
    }
}

/// The elements of a table of the plan.
fn table(plan: &ExprStruct, name: &str) -> Vec<Expr> {
    match field(plan, name) {
        Expr::Reference(table) => match *table.expr {
            Expr::Array(array) => array.elems.into_iter().collect(),
            _ => panic!("a table is an array"),
        },
        _ => panic!("a table is a reference"),
    }
}

fn field(of: &ExprStruct, name: &str) -> Expr {
    let is_named =
        |field: &&syn::FieldValue| matches!(&field.member, syn::Member::Named(of) if of == name);
    of.fields.iter().find(is_named).unwrap().expr.clone()
}

fn functions(of: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    of.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// A function as a file of its own would have it, with its documentation and without lints' attributes.
fn print(function: &ImplItemFn) -> String {
    let mut function = function.clone();
    function
        .attrs
        .retain(|attribute| attribute.path().is_ident("doc"));
    let printed = prettyplease::unparse(&syn::parse2(quote! { #function }).unwrap());
    let is_allowance = |line: &&str| line.trim().starts_with("#[allow(") && line.ends_with(")]");
    let lines = printed.lines().filter(|line| !is_allowance(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}
