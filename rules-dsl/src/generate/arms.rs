//! Methods that go by a number: which function of the ruleset each number calls.

use proc_macro2::TokenStream;
use quote::quote;

/// The arms by which the functions of a ruleset are called, for each method that calls some.
#[derive(Default)]
pub(super) struct Arms {
    pub(super) hash_fact: TokenStream,
    pub(super) order_fact: TokenStream,
    pub(super) is_hashed: TokenStream,
    pub(super) is_ordered: TokenStream,
    pub(super) order_left: TokenStream,
    pub(super) hash_lefts: TokenStream,
    pub(super) filter: TokenStream,
    pub(super) each: TokenStream,
    pub(super) search: TokenStream,
    pub(super) count: TokenStream,
    pub(super) outer: TokenStream,
    pub(super) complete: TokenStream,
    pub(super) number: TokenStream,
    pub(super) compare: TokenStream,
    pub(super) times: TokenStream,
    pub(super) differs: TokenStream,
    pub(super) best_hash: TokenStream,
    pub(super) collected: TokenStream,
    pub(super) accumulate: TokenStream,
    pub(super) reset: TokenStream,
    pub(super) conclude: TokenStream,
    pub(super) copy_state: TokenStream,
    pub(super) forget_state: TokenStream,
    pub(super) group_hash: TokenStream,
    pub(super) same_group: TokenStream,
    pub(super) hash_is_exact: TokenStream,
    pub(super) salience: TokenStream,
    pub(super) fire: TokenStream,
    pub(super) insert_of: TokenStream,
    pub(super) undo: TokenStream,
    pub(super) unchanged: TokenStream,
    pub(super) decided: TokenStream,
    /// The constant that says what look-ups are counted, whole; empty where none are.
    pub(super) look_ups: TokenStream,
    /// The method that explains, whole; empty where none does.
    pub(super) explain: TokenStream,
}

/// A method that goes by a number; without arms that of the trait does.
pub(super) fn method(
    head: &TokenStream,
    number: &TokenStream,
    arms: &TokenStream,
    otherwise: &TokenStream,
) -> TokenStream {
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn #head {
            match #number { #arms _ => { #otherwise } }
        }
    }
}
