//! Generates what `#[error(…)]` makes of blocks: functions that return a `Result`.
//!
//! Without it no block can fail, and calls that fire give their value as it is.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::visit_mut::{self, VisitMut};

use crate::hir::Ruleset;

/// The associated types of `Program` about failing, and the function that gives callers their results.
pub(super) fn emit_outcome(ruleset: &Ruleset) -> TokenStream {
    let failure = emit_failure(ruleset);
    let (outcome, body) = if ruleset.error.is_some() {
        let result =
            quote! { ::core::result::Result<__T, __rules::RuleError<Self::Error, Self::Rule>> };
        (result, quote! { __result })
    } else {
        let body = quote! {
            match __result {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__failure) => match __failure.error {},
            }
        };
        (quote! { __T }, body)
    };
    let source = ruleset.error.as_ref().map(|_| {
        quote! {
            fn error_source(
                __error: &Self::Error,
            ) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
                (&&&__rt::Source(__error)).__source()
            }
        }
    });
    quote! {
        type Error = #failure;
        type Outcome<__T> = #outcome;

        fn outcome<__T>(
            __result: ::core::result::Result<__T, __rules::RuleError<Self::Error, Self::Rule>>,
        ) -> Self::Outcome<__T> {
            #body
        }

        #source
    }
}

/// What blocks fail with.
pub(super) fn emit_failure(ruleset: &Ruleset) -> TokenStream {
    ruleset.error.as_ref().map_or_else(
        || quote! { ::core::convert::Infallible },
        quote::ToTokens::to_token_stream,
    )
}

/// The call of a block's function, as a `Result`.
pub(super) fn emit_call(ruleset: &Ruleset, call: &TokenStream) -> TokenStream {
    if ruleset.error.is_some() {
        return call.clone();
    }
    quote! { { #call; ::core::result::Result::Ok(()) } }
}

/// What a block's function returns, and its last expressions.
pub(super) fn emit_body(ruleset: &Ruleset, block: TokenStream) -> (TokenStream, TokenStream) {
    let Some(error) = &ruleset.error else {
        return (TokenStream::new(), block);
    };
    let returns = quote! { -> ::core::result::Result<(), #error> };
    // It has been parsed before: where it cannot be, rustc says what is wrong with it.
    let Ok(mut block) = syn::parse2::<syn::Block>(block.clone()) else {
        return (returns, block);
    };
    Returns.visit_block_mut(&mut block);
    if ends_in_result(&block) {
        return (returns, block.into_token_stream());
    }
    let body = quote! {
        #block
        #[allow(unreachable_code)]
        ::core::result::Result::Ok(())
    };
    (returns, body)
}

/// Whether the value of a block is written as a `Result`: `Ok(())` or `Err(e)`, in some branch at least.
fn ends_in_result(block: &syn::Block) -> bool {
    let Some(syn::Stmt::Expr(last, None)) = block.stmts.last() else {
        return false;
    };
    is_result(last)
}

fn is_result(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Call(call) => {
            matches!(&*call.func, syn::Expr::Path(path) if path.path.is_ident("Ok") || path.path.is_ident("Err"))
        }
        syn::Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            ends_in_result(&branch.then_branch)
                || otherwise.is_some_and(|(_, otherwise)| is_result(otherwise))
        }
        syn::Expr::Match(choice) => choice.arms.iter().any(|arm| is_result(&arm.body)),
        syn::Expr::Block(block) => ends_in_result(&block.block),
        _ => false,
    }
}

/// Lets `return;` mean that the block has ended well, where it is the block that it leaves.
struct Returns;

impl VisitMut for Returns {
    fn visit_expr_return_mut(&mut self, node: &mut syn::ExprReturn) {
        if node.expr.is_none() {
            node.expr = Some(Box::new(
                syn::parse_quote! { ::core::result::Result::Ok(()) },
            ));
        }
        visit_mut::visit_expr_return_mut(self, node);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
