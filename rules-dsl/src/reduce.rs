//! What of a ruleset with errors is compiled all the same: its types and their methods.
//!
//! Stands between `check` and `generate`, where there are errors. The rest of the user's program then
//! finds what it names, and rustc has nothing to add to what has been reported.

use heck::ToSnakeCase as _;
use proc_macro2::{Ident, TokenTree};
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;

use crate::hir::{FactType, Field, Identity, Ruleset};

/// Drops everything that may be wrong.
pub(crate) fn reduce(ruleset: &mut Ruleset) {
    for item in &mut ruleset.uses {
        // What only rules name is not used now.
        *item = quote! { #[allow(unused_imports)] #item };
    }
    let queries = ruleset.queries.iter().map(|query| plain(&query.rule.name));
    let queries: Vec<String> = queries.collect();
    for fact_type in &mut ruleset.fact_types {
        fact_type.fields.clear();
        fact_type.whole = false;
        reduce_identity(fact_type, &queries);
    }
    for rule in &mut ruleset.rules {
        rule.salience.take_if(|salience| names_a_variable(salience));
        rule.computed_salience = None;
    }
    ruleset.strategy = crate::hir::Strategy::default();
}

/// Whether something in an expression may have been meant as a variable of the rule.
fn names_a_variable(expr: &syn::Expr) -> bool {
    let is_lower = |token| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_lowercase),
        TokenTree::Group(_) => true,
        TokenTree::Literal(_) | TokenTree::Punct(_) => false,
    };
    expr.to_token_stream().into_iter().any(is_lower)
}

/// A key stays where it consists of fields and its accessor has a name of its own.
fn reduce_identity(fact_type: &mut FactType, queries: &[String]) {
    let accessor = plain(&fact_type.name).to_snake_case();
    let Some(declaration) = &mut fact_type.declaration else {
        return;
    };
    let Identity::Key(members) = &declaration.identity else {
        return;
    };
    let is_field = |member: &syn::Member| {
        let member = match member {
            syn::Member::Named(name) => plain(name),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        let variant = None;
        let member = Some(member);
        declaration.fields.contains_key(&Field { variant, member })
    };
    let is_name = syn::parse_str::<Ident>(&accessor).is_ok() && !queries.contains(&accessor);
    if !members.iter().all(is_field) || !is_name {
        declaration.identity = Identity::Plain;
    }
}

/// A name without `r#`.
fn plain(name: &Ident) -> String {
    name.unraw().to_string()
}
