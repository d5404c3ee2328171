//! The `rules!` macro: tokens in, the rule compiler, tokens out.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use rules_dsl::unstable::compile_block;

/// Compiles a ruleset in place.
#[proc_macro]
pub fn rules(input: TokenStream) -> TokenStream {
    compile_block(input.into(), cfg!(feature = "explain")).into()
}
