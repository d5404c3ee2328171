//! Generates Rust: the last stage. The resolved model gives the items that users see, the network the
//! tables and the tests, the plans the loops of queries, explanations and searches for whole matches; what rules share is in the
//! runtime.
//!
//! What users do not see stands in one `const _`, where `__rules` is the runtime and `__rt` what of it is
//! for generated code alone.

mod action;
mod aliases;
mod arms;
mod bulk;
mod classify;
mod clone;
mod comparisons;
mod conditions;
mod constants;
mod decision_tables;
mod definitions;
mod entering;
mod entry;
mod explain;
mod fact_fields;
mod facts;
#[cfg(feature = "cli")]
mod fingerprint;
mod fragments;
mod graph;
mod identities;
mod items;
mod keys;
mod lent;
mod level;
mod literals;
mod loops;
mod members;
mod names;
mod parts;
mod past;
mod program;
mod queries;
mod results;
mod save;
mod scope;
mod search;
mod searches;
mod session;
mod spelling;
mod states;
mod summaries;
mod tables;
mod temporaries;
#[cfg(all(test, feature = "build-script"))]
mod tests;
mod time;
mod token_digest;
mod versions;
mod view;
mod writes;

#[cfg(feature = "cli")]
pub(crate) use fingerprint::{Part, parts};

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::hir::Ruleset;
use crate::network::Network;
use crate::plan::Plans;
use crate::profile::Profile;

use arms::Arms;
use conditions::ConditionWriter;
use definitions::Definitions;
use names::Names;

/// What of a ruleset's code is generated, and by what.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether sessions have the methods `explain` and `explain_fact`.
    pub explains: bool,
    /// What an earlier run has counted.
    pub profile: Profile,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            explains: true,
            profile: Profile::default(),
        }
    }
}

/// Generates the code of a ruleset. `position` gives the expression of type `Position` for a place in
/// the source; the runtime is called `__rules` there.
#[must_use]
pub(crate) fn generate(
    ruleset: &Ruleset,
    plans: &Plans,
    network: &Network,
    options: &Options,
    position: impl Fn(Span) -> TokenStream,
) -> TokenStream {
    let (ruleset, aliases) = &aliases::name_types(ruleset);
    let names = Names::new(ruleset);
    let definitions = Definitions::new(ruleset, network);
    let with_past = past::types_with_past(ruleset);
    let writer = ConditionWriter {
        with_past: &with_past,
        ruleset,
        network,
        definitions: &definitions,
        names: &names,
    };
    let mut arms = Arms::default();
    let classifications = writer.classifications();
    let alphas = writer.emit_alphas(&classifications);
    let tests = writer.emit_tests(&mut arms);
    let searches = writer.emit_searches(&mut arms);
    let summaries = writer.emit_summaries(&mut arms);
    let saliences = action::emit_saliences(ruleset, network, &definitions, &names, &mut arms);
    let decided = decision_tables::emit_decided(ruleset, network, &definitions, &names, &mut arms);
    let watched = past::emit_watched(ruleset, network, &definitions, &names, &mut arms);
    let actions = action::emit_actions(ruleset, network, &definitions, &names, &mut arms);
    let inserts = writer.emit_inserts(&mut arms);

    let Ruleset {
        runtime,
        uses,
        items: user_items,
        ..
    } = ruleset;
    let states = states::state_fields(ruleset, network);
    let items = items::emit_items(ruleset, &names, &states);
    let markers = decision_tables::emit_markers(ruleset);
    let sites = queries::emit_sites(ruleset);
    let methods = session::emit_methods(ruleset, &names);
    let identities = identities::emit_identities(ruleset, &names);
    let keys = keys::emit_keys(ruleset, &names);
    let tables = decision_tables::emit_tables(ruleset, &position);
    let queries = queries::emit_queries(ruleset, plans, network, &definitions, &names);
    let mut explain = TokenStream::new();
    if options.explains {
        explain = explain::emit_explain(ruleset, plans, &definitions, &names);
        arms.explain = explain::emit_program_methods(ruleset, plans);
    }
    let plan = tables::emit_plan(ruleset, network, &definitions);
    let program = program::emit_program(ruleset, network, &names, &states, &arms, &plan, &position);
    let clone = clone::emit_clone(ruleset, &names, &states);
    let save = save::emit_save(ruleset, &names, &states, &plan);
    let search = search::emit_backtrack(ruleset, &names, &states);
    let fact_types = writer.emit_fact_types(&classifications);
    let (generated, name, imports) = (generated(), &names.program, emit_imports(runtime));
    let clock = time::emit_clock(ruleset, &names);
    let code = quote! {
        #imports

        #methods
        #identities
        #keys
        #queries
        #tables
        #program
        #search
        #clone
        #save
        #clock
        #fact_types

        #generated
        impl #name {
            #alphas
            #tests
            #searches
            #summaries
            #saliences
            #decided
            #watched
        }

        impl #name {
            #actions
            #inserts
        }

        #explain
    };
    let code = time::with_spans(ruleset, code);
    quote! {
        #(#uses)*
        #(#user_items)*

        #markers
        #sites
        #aliases
        #items

        // A session that is public may have queries over facts that are not.
        #[allow(unused_qualifications, private_interfaces, private_bounds)]
        const _: () = {
            #code
        };
    }
}

/// The names that the code inside the `const _` uses, and the check that they are those of this compiler's runtime.
fn emit_imports(runtime: &syn::Path) -> TokenStream {
    let version = env!("CARGO_PKG_VERSION");
    quote! {
        #[allow(unused_imports)]
        use #runtime as __rules;
        #[allow(unused_imports)]
        use #runtime::generated as __rt;
        #[allow(unused_imports)]
        use #runtime::generated::{
            BindReference as _, BindValue as _, CompareEqual as _, CompareWritten as _,
            DigitsNumber as _, DigitsOther as _, ExactHash as _, GroupKeyItself as _, InexactHash as _,
            KeyFieldParts as _, KeyFieldWhole as _, KeyHash as _, KeyUnhashed as _,
            RankFloat as _, RankOther as _, RankTotal as _, ShowDebug as _, ShowOpaque as _,
            SidesSame as _, SidesReferred as _, SidesTexts as _, SidesScanned as _,
            SourceItself as _, SourceNone as _, SourceWithin as _,
            EndsOrdinal as _, EndsOther as _, OffsetOrdinal as _, OffsetOther as _, PlacedOrdinal as _, PlacedOther as _,
            LevelSame as _, LevelRight as _, LevelLeft as _, LevelRightTwice as _,
            LevelLeftTwice as _, LevelTexts as _, LevelUnlike as _,
            OrderSame as _, OrderRight as _, OrderLeft as _, OrderRightTwice as _,
            OrderLeftTwice as _,
            MatchedString as _, MatchedItself as _, TotalNumber as _, TotalOther as _,
            AgainCopied as _, AgainIterated as _, NoDeclaration as _, NoStatement as _,
            InstantItself as _, InstantOther as _,
        };

        const _: () = __rt::check_version(#version);
    }
}

/// The attribute of code that rules' conditions are put into: where they stand there, and how often, is
/// not the user's doing. (What stands in a block is the user's alone and has every lint.)
fn generated() -> TokenStream {
    quote! { #[allow(unused, clippy::all, clippy::pedantic, irrefutable_let_patterns)] }
}
