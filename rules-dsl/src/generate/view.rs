//! From where generated code looks at facts, and what it does where a test fails.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// From where a scope's code looks.
#[derive(Clone)]
pub(super) struct View {
    /// The token on the left, or the slot of a left fact.
    pub(super) left: TokenStream,
    /// The slot on the right, or the number of a group, of an element or of a branch.
    pub(super) right: TokenStream,
    /// What to do where a test fails, or a pattern that has matched does not (which is never reached).
    pub(super) on_mismatch: TokenStream,
    /// The moment at which facts are read, where that is not now.
    pub(super) moment: Option<TokenStream>,
    /// Whether a block follows, to which Rust's lints apply, but not to what is bound for it.
    pub(super) before_block: bool,
}

impl View {
    /// Of code that looks at one thing, a token or the slot of a fact, of which all tests hold.
    fn of(local: &str) -> Self {
        let local = Ident::new(local, Span::call_site());
        View {
            left: quote! { #local },
            right: quote! { #local },
            on_mismatch: quote! { ::core::unreachable!() },
            moment: None,
            before_block: false,
        }
    }

    /// Of code that looks at the token of a match.
    pub(super) fn of_match() -> Self {
        View::of("__token")
    }

    /// Of code that looks at a token on the left alone.
    pub(super) fn of_left() -> Self {
        View::of("__left")
    }

    /// Of code that looks at a member of a summary, which a local holds.
    pub(super) fn of_member(local: &str, moment: Option<TokenStream>) -> Self {
        View {
            moment,
            ..View::of(local)
        }
    }

    /// Of loops: all that their code looks at stands in locals of its own.
    pub(super) fn of_locals() -> Self {
        let nowhere = quote! { ::core::unreachable!() };
        View {
            left: nowhere.clone(),
            right: nowhere,
            ..View::of("__slot")
        }
    }

    /// Of code that looks at a fact.
    pub(super) fn of_fact(on_mismatch: TokenStream) -> Self {
        View {
            on_mismatch,
            ..View::of("__slot")
        }
    }

    /// Of code that looks at a pair.
    pub(super) fn of_pair(on_mismatch: TokenStream) -> Self {
        View {
            left: quote! { __left },
            right: quote! { __right },
            on_mismatch,
            ..View::of("__left")
        }
    }
}
