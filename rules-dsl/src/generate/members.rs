//! Values of the members of summaries.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::Ruleset;
use crate::network::Branch;

use super::definitions::Definitions;
use super::scope::{Scope, Storage, in_branches};
use super::view::View;

/// The value of a member, and the statements before it.
pub(super) struct MemberValue {
    pub(super) bindings: TokenStream,
    pub(super) value: TokenStream,
}

impl MemberValue {
    /// An expression over two values, to which it refers as `__first` and `__second`.
    pub(super) fn with(&self, second: &MemberValue, expr: &TokenStream) -> TokenStream {
        let MemberValue { bindings, value } = self;
        let MemberValue {
            bindings: second_bindings,
            value: second_value,
        } = second;
        // Temporary values in the first are to outlive the second.
        quote! {
            {
                #bindings
                match &#value {
                    __first => {
                        #second_bindings
                        match &#second_value { __second => #expr }
                    }
                }
            }
        }
    }
}

/// Code that evaluates something in the branch by which a member of a summary came.
pub(super) fn by_branch<'a>(
    (ruleset, definitions): (&'a Ruleset, &'a Definitions<'a>),
    branches: &'a [Branch],
    view: &View,
    value: impl Fn(&mut Scope<'a>) -> TokenStream,
) -> MemberValue {
    if let [branch] = branches {
        let mut scope = Scope::new(ruleset, definitions, &branch.context, view.clone());
        scope.lends = true;
        let value = value(&mut scope);
        return MemberValue {
            bindings: scope.finish(),
            value,
        };
    }
    let facts = Storage::default();
    let value = in_branches((ruleset, definitions), branches, view, &facts, value);
    let facts = facts.places();
    MemberValue {
        bindings: quote! { #(let #facts;)* },
        value,
    }
}
