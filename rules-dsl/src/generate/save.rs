//! Generates what saves and restores a session: a call of the runtime's macro, which is nothing unless the
//! runtime has its feature `serde`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::Ruleset;

use super::literals::{self, int};
use super::names::Names;
use super::states::StateField;
use super::versions::{Ordering, Part, version};

/// The call. `plan` is the expression of the network's tables.
pub(super) fn emit_save(
    ruleset: &Ruleset,
    names: &Names,
    states: &[StateField],
    plan: &TokenStream,
) -> TokenStream {
    let (name, runtime) = (&ruleset.name, &ruleset.runtime);
    let Names {
        program,
        builder,
        globals: globals_type,
        ..
    } = names;
    let facts = ruleset.fact_types.iter().map(|fact_type| &fact_type.path);
    let globals = ruleset.globals.iter().map(|global| {
        let (name, ty) = (&global.name, &global.ty);
        quote! { #name: #ty }
    });
    let count = int(ruleset.globals.len());
    let version = version(ruleset, plan);
    let parts = version.parts.iter().map(|part| {
        let Part {
            name, types, was, ..
        } = part;
        let Ordering {
            salience,
            focus,
            derives,
        } = &part.ordering;
        let [digest, salience, focus] = [part.digest, *salience, *focus].map(literals::digest);
        let derives = derives.iter().map(|of| int(of.0));
        quote! {
            #runtime::generated::RulesetPart {
                name: #name,
                digest: #digest,
                types: &[#(#types),*],
                salience: #salience,
                focus: #focus,
                derives: &[#(#derives),*],
                was: &[#(#was),*],
            }
        }
    });
    let kinds = version.fact_types.iter().map(|&place| int(place));
    let past = states.iter().filter(|field| field.has_past).map(|field| {
        let (name, of) = (&field.name, &field.of);
        if field.is_accumulate {
            quote! { #name: <#of as __rules::Accumulator>::Output }
        } else {
            quote! { #name: #of }
        }
    });
    let trailed = ruleset.backtrack.then(|| {
        let trailed = ruleset.globals.iter().filter(|global| global.trailed);
        let types = trailed.map(|global| &global.ty);
        quote! { (#(#types,)*) }
    });
    let clock = ruleset.clock.as_ref().map(|clock| &clock.ty);
    quote! {
        #runtime::save_generated! {
            #name, #builder, #program, #globals_type,
            facts: [#(#facts),*],
            globals: #count [#(#globals),*],
            past: [#(#past),*],
            trailed: [#trailed],
            clock: [#clock],
            parts: [#(#parts),*],
            kinds: [#(#kinds),*],
        }
    }
}
