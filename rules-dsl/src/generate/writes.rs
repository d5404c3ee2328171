//! Generates what `modify` statements say of the fields that they write.
//!
//! Where a set of fields is one word, it stands at the statement; else its place among all that the ruleset's
//! statements write, which stand together.

use indexmap::IndexSet;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use crate::hir::{Action, ElementKind, Modify, Rule, Ruleset};
use crate::network::Reads;

use super::literals::{FieldSets, int};

/// The sets of fields that the `modify` statements of a ruleset write.
pub(super) struct Writes {
    sets: FieldSets,
    /// Them, where they are of several words.
    all: IndexSet<Reads>,
}

impl Writes {
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        let sets = FieldSets::of(ruleset);
        let of_rule = |rule: &Rule| {
            let modifies = rule.actions().flat_map(Action::modifies);
            let written = modifies.filter_map(|modify| written(ruleset, rule, modify));
            written.collect::<Vec<_>>()
        };
        let all = match sets.words() {
            None => IndexSet::new(),
            Some(_) => ruleset.rules.iter().flat_map(of_rule).collect(),
        };
        Writes { sets, all }
    }

    /// What a statement says of the fields that it writes.
    pub(super) fn said(&self, ruleset: &Ruleset, rule: &Rule, modify: &Modify) -> TokenStream {
        let Some(written) = written(ruleset, rule, modify) else {
            return quote! { !0 };
        };
        let said = match self.all.get_index_of(&written) {
            Some(place) => int(place).to_token_stream(),
            None => self.sets.set(&written),
        };
        let Some(path) = may_lend(ruleset, rule, modify) else {
            return said;
        };
        quote! {
            {
                use __rt::LendsNothing as _;
                if __rt::Lends::<#path>::FIELDS { !0 } else { #said }
            }
        }
    }

    /// The constant of them all, where statements say places in it.
    pub(super) fn emit(&self) -> Option<TokenStream> {
        self.sets.words()?;
        let ty = self.sets.ty();
        let all = self.all.iter().map(|written| self.sets.set(written));
        Some(quote! { const WRITES: &'static [#ty] = &[#(#all),*]; })
    }
}

/// The type that a statement modifies, where it writes what may be a field of something in the fact, which the type derefs to:
/// neither does the ruleset declare the type, nor a rule read a field of that name. rustc knows whether the type does.
fn may_lend<'r>(ruleset: &'r Ruleset, rule: &Rule, modify: &Modify) -> Option<&'r syn::Path> {
    let fact_type = &ruleset.fact_types[rule.pattern_type(modify.target.element?)?.0];
    let writes = modify.writes.as_ref()?;
    let is_known = writes
        .iter()
        .all(|field| fact_type.fields.contains_key(field));
    (fact_type.declaration.is_none() && !is_known).then_some(&fact_type.path)
}

/// The fields that a statement writes, of those that some rule reads; nothing where it may write any.
fn written(ruleset: &Ruleset, rule: &Rule, modify: &Modify) -> Option<Reads> {
    let writes = modify.writes.as_ref()?;
    let ElementKind::Fact { fact_type, .. } = rule.elements[modify.target.element?.0].kind else {
        return None;
    };
    let fields = &ruleset.fact_types[fact_type.0].fields;
    let mut written = Reads::whole();
    for place in writes.iter().filter_map(|field| fields.get_index_of(field)) {
        written.add(&Reads::field(place));
    }
    Some(written)
}
