//! Arguments of which a clone is handed over: a variable may be a reference where a parameter takes a value.

use proc_macro2::Span;
use syn::{Expr, Stmt, parse_quote_spanned};

/// The clone of a place.
pub(crate) fn clone_of(place: &Expr, span: Span) -> Expr {
    parse_quote_spanned! { span=> {
        #[allow(unused_imports)]
        use ::core::clone::Clone as _;
        #place.clone()
    } }
}

/// The place of which an argument is the [clone](clone_of); any other argument itself.
pub(crate) fn cloned(argument: &Expr) -> &Expr {
    if let Expr::Block(block) = argument
        && let [
            Stmt::Item(syn::Item::Use(_)),
            Stmt::Expr(Expr::MethodCall(clone), None),
        ] = &block.block.stmts[..]
        && clone.method == "clone"
    {
        &clone.receiver
    } else {
        argument
    }
}
