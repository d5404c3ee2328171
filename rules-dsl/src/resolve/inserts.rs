//! `insert` statements: which type of fact each inserts, where that stands in it.
//!
//! Part of the resolving of a block. A bare name may be a unit fact's or a constant's, and is settled
//! when all of the ruleset's fact types are known.

use proc_macro2::{Ident, TokenTree};
use syn::Expr;

use crate::hir::{FactTypeId, Piece};
use crate::vocabulary as say;

use super::fact_types::split_variant;
use super::lowering::LoweredInsert;
use super::names::{is_type_name, peeled, plain};
use super::rules::{BareInsert, Place, RuleResolver};

impl RuleResolver<'_, '_> {
    /// Resolves the `insert` statement of a number in a block: the type of its fact, where that stands in it.
    pub(super) fn resolve_insert(
        &mut self,
        insert: &LoweredInsert,
        number: usize,
        place: Place,
    ) -> Option<FactTypeId> {
        if insert.logical && place == Place::Undo {
            self.report(say::logical_undo().at(insert.keyword));
        }
        let fact = syn::parse2::<Expr>(insert.fact.clone()).ok();
        fact.and_then(|fact| {
            let path = constructor(&fact)?;
            let is_bare = matches!(innermost(&fact), Expr::Path(_));
            if let Some(name) = path.get_ident()
                && is_bare
            {
                let name = name.clone();
                self.check_logical(insert, &name);
                self.bare_inserts.push(BareInsert {
                    place,
                    number,
                    name,
                });
                return None;
            }
            let (type_path, variant) = split_variant(path);
            let name = &type_path.segments.last()?.ident;
            if !is_type_name(name) {
                return None;
            }
            self.check_logical(insert, name);
            let fact_type = self.fact_type_of(&type_path);
            if let Expr::Struct(value) = innermost(&fact) {
                let members = value.fields.iter().map(|field| &field.member);
                self.check_members(fact_type, variant.as_ref(), members);
            }
            Some(fact_type)
        })
    }

    fn fact_type_of(&mut self, path: &syn::Path) -> FactTypeId {
        let context = &mut *self.context;
        context.fact_types.named(path, context.diagnostics)
    }

    /// A fact with a key is updated by an insert of its key: it has no support of its own.
    fn check_logical(&mut self, insert: &LoweredInsert, fact_type: &Ident) {
        if insert.logical && self.context.fact_types.has_key(fact_type) {
            self.report(say::logical_key(plain(fact_type)).at(fact_type.span()));
        }
    }
}

/// The path that an expression begins with where it makes a value of a type: `T { … }`, `T(…)`,
/// `T::…` or `T`.
fn constructor(expr: &Expr) -> Option<&syn::Path> {
    match innermost(expr) {
        Expr::Struct(value) => Some(&value.path),
        Expr::Call(call) => match peeled(&call.func) {
            Expr::Path(path) if path.qself.is_none() => Some(&path.path),
            _ => None,
        },
        Expr::Path(path) if path.qself.is_none() => Some(&path.path),
        _ => None,
    }
}

/// The type with whose path an inserted fact begins, and how many tokens that path has. `None` where it
/// begins with none, or is the path and nothing else.
pub(crate) fn constructed_type(fact: &[Piece]) -> Option<(syn::Path, usize)> {
    let tokens: Vec<&TokenTree> = fact
        .iter()
        .map_while(|piece| match piece {
            Piece::Rust(token @ TokenTree::Ident(_)) => Some(token),
            Piece::Rust(token @ TokenTree::Punct(mark)) if mark.as_char() == ':' => Some(token),
            _ => None,
        })
        .collect();
    if tokens.len() == fact.len() {
        return None;
    }
    let path: syn::Path = syn::parse2(tokens.into_iter().cloned().collect()).ok()?;
    let (path, _) = split_variant(&path);
    let is_type = is_type_name(&path.segments.last()?.ident);
    let colons = usize::from(path.leading_colon.is_some()) + path.segments.len() - 1;
    let length = path.segments.len() + 2 * colons;
    is_type.then_some((path, length))
}

/// Whether an inserted fact is what a function of its type returns, as of `T::new(…)`, which may be of another type.
pub(super) fn is_returned(fact: &[Piece]) -> bool {
    let Some((_, length)) = constructed_type(fact) else {
        return false;
    };
    let mut rest = fact[length..].iter().skip_while(
        |piece| matches!(piece, Piece::Rust(TokenTree::Punct(mark)) if mark.as_char() == ':'),
    );
    matches!(rest.next(), Some(Piece::Rust(TokenTree::Ident(name))) if !is_type_name(name))
}

/// An expression without parentheses and `?`.
fn innermost(expr: &Expr) -> &Expr {
    match peeled(expr) {
        Expr::Try(tried) => innermost(&tried.expr),
        expr => expr,
    }
}
