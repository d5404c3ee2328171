//! The `rules!` macro: tokens in, the rule compiler, tokens out.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use rules_dsl::unstable::{compile_block, compile_tokens};

/// Compiles a ruleset in place.
#[proc_macro]
pub fn rules(input: TokenStream) -> TokenStream {
    compile_block(input.into(), cfg!(feature = "explain")).into()
}

/// The same for rulesets of the runtime itself, of which no run counts anything.
#[doc(hidden)]
#[proc_macro]
pub fn rules_of_runtime(input: TokenStream) -> TokenStream {
    compile_tokens(input.into()).into()
}
