//! The `rules!` macro: tokens in, the rule compiler, tokens out.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use rules_dsl::unstable::{Options, compile_tokens_with};

/// Compiles a ruleset in place.
#[proc_macro]
pub fn rules(input: TokenStream) -> TokenStream {
    let options = Options {
        explains: cfg!(feature = "explain"),
    };
    compile_tokens_with(input.into(), options).into()
}
