//! The `rules!` macro: tokens in, the rule compiler, tokens out.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Compiles a ruleset in place.
#[proc_macro]
pub fn rules(input: TokenStream) -> TokenStream {
    rules_dsl::unstable::compile_tokens(input.into()).into()
}
