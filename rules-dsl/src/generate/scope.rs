//! Binds, in front of a user's expression, the variables that it uses.
//!
//! Each piece of generated code (a test, a key, a block) looks at a token, a pair or a fact. A scope
//! emits the `let`s that lead from there to the variables, each once and only where needed.

mod member;
mod place;
mod storage;
mod test;
mod variable;

use std::borrow::Cow;
use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{ElementId, Rule, Ruleset, TestId, VariableId};
use crate::network::Context;

use super::definitions::Definitions;
use super::view::View;

pub(super) use member::{MemberSteps, in_branches};
pub(super) use storage::Storage;

/// Emits bindings.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) context: Cow<'a, Context>,
    pub(super) view: View,
    pub(super) code: TokenStream,
    pub(super) elements: HashSet<ElementId>,
    pub(super) variant_fields: HashSet<String>,
    /// The fields for which the tests to come ask.
    pub(super) expected: Vec<(ElementId, syn::Member)>,
    pub(super) tests: HashSet<TestId>,
    pub(super) variables: HashSet<VariableId>,
    pub(super) keys: HashSet<VariableId>,
    /// The variables whose places are bound.
    pub(super) places: HashSet<VariableId>,
    /// Whether what expressions borrow may outlive the code.
    pub(super) lends: bool,
    /// Where the facts that variables name are to be stored, where the code is a block that they outlive.
    pub(super) facts: Option<Storage>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(
        ruleset: &'a Ruleset,
        definitions: &'a Definitions<'a>,
        context: &'a Context,
        view: View,
    ) -> Self {
        Scope {
            ruleset,
            definitions,
            context: Cow::Borrowed(context),
            view,
            code: TokenStream::new(),
            elements: HashSet::new(),
            variant_fields: HashSet::new(),
            expected: Vec::new(),
            tests: HashSet::new(),
            variables: HashSet::new(),
            keys: HashSet::new(),
            places: HashSet::new(),
            lends: false,
            facts: None,
        }
    }

    /// The code so far.
    pub(super) fn finish(self) -> TokenStream {
        self.code
    }

    pub(super) fn push(&mut self, code: TokenStream) {
        self.code.extend(code);
    }

    /// Adds a `let`.
    pub(super) fn bind(&mut self, binding: TokenStream) {
        if self.view.before_block {
            self.push(
                quote! { #[allow(unused_variables, unused_mut, unused_parens, clippy::all, clippy::pedantic)] },
            );
        }
        self.push(binding);
    }

    pub(super) fn rule(&self) -> &'a Rule {
        self.ruleset.rule(self.context.rule)
    }
}
