//! Generates explanations: for each rule a search that counts what passes each condition and each test.
//!
//! The functions are generic in the session's listener, so that a program that asks for no explanation
//! carries none of them. They come after all else: what is wrong with a condition, rustc says first of the
//! network's code, and here says it again only in the same words, which it leaves out.

mod places;
mod rows;
mod search;
mod shown;

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::hir::{Rule, RuleId, Ruleset};
use crate::network::Context;
use crate::plan::{MatchElement, Nest, Plans, Step};

use super::definitions::Definitions;
use super::entry::Entry;
use super::literals::{int, kind};
use super::loops::{LoopWriter, emit_numbers};
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

use rows::{Counted, Row, Rows};
use search::{Counting, emit_candidates};

/// The program's methods, by which a listener is told explanations, and where their conditions stand.
pub(super) fn emit_program_methods(ruleset: &Ruleset, plans: &Plans) -> TokenStream {
    let session = &ruleset.name;
    let places = places::emit_places(ruleset, plans);
    quote! {
        #places

        fn explain<L_: __rules::Listener>(
            session: &__rules::Session<Self, L_>,
            rule: usize,
        ) -> ::core::option::Option<__rules::Explanation> {
            ::core::option::Option::Some(#session::<L_>::__explain(session, rule))
        }
    }
}

/// The methods `explain` and `explain_fact`.
pub(super) fn emit_explain(
    ruleset: &Ruleset,
    plans: &Plans,
    definitions: &Definitions<'_>,
    names: &Names,
) -> TokenStream {
    let Names { program, rules, .. } = names;
    let (name, generated) = (&ruleset.name, super::generated());
    let (mut functions, mut all, mut rows_of_rules) =
        (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for (number, rule) in ruleset.rules.iter().enumerate() {
        let id = RuleId(number);
        // Where errors leave a rule its name alone, nothing is planned.
        let nothing = Nest::default();
        let plan = plans.written(id).unwrap_or(&nothing);
        let rows = Rows::of(rule, plan);
        let function = format_ident!("__explain_{number}");
        all.extend(quote! { Self::#function, });
        rows_of_rules.extend(emit_rows(ruleset, id, &rows));
        functions.extend(emit_function(
            ruleset,
            definitions,
            (id, &function, program),
            (&rows, plan),
        ));
    }
    quote! {
        #[allow(unused_imports)]
        use __rt::{
            AddendNumber as _, AddendOther as _, ElementsIterated as _, ElementsOther as _,
            SummedNumber as _, SummedOther as _,
        };

        #generated
        #[allow(dead_code, unreachable_pub)]
        impl<L_: __rules::Listener> #name<L_> {
            const __EXPLAINED: &'static [&'static [__rt::ConditionPlan]] = &[#rows_of_rules];

            /// Why a rule did or did not fire: how many facts and partial matches pass each of its conditions
            /// and tests. It is computed when it is asked for, by trying all facts: the time it takes grows with
            /// the product of the facts that are suitable for patterns.
            #[must_use]
            pub fn explain(&self, rule: #rules) -> __rules::Explanation {
                Self::__explain(&self.session, rule as usize)
            }

            /// The first test that a fact fails in each pattern of a rule for facts of its type, with the
            /// values compared.
            #[must_use]
            pub fn explain_fact<__F: 'static>(
                &self,
                rule: #rules,
                handle: __rules::Handle<__F>,
            ) -> __rules::FactExplanation
            where
                #program: __rt::Holds<__F>,
            {
                self.session.__explain_fact(
                    rule as usize,
                    Self::__EXPLAINED[rule as usize],
                    handle,
                    |__counting| Self::__count(rule as usize)(&self.session, __counting),
                )
            }

            fn __count(rule: usize) -> fn(&__rules::Session<#program, L_>, &mut __rt::Counting) {
                let functions: &[fn(&__rules::Session<#program, L_>, &mut __rt::Counting)] = &[#all];
                functions[rule]
            }

            fn __explain(
                session: &__rules::Session<#program, L_>,
                rule: usize,
            ) -> __rules::Explanation {
                session.__explain(
                    rule,
                    Self::__EXPLAINED[rule],
                    |__counting| Self::__count(rule)(session, __counting),
                )
            }

            #functions
        }
    }
}

/// The conditions of a rule, as its explanation shows them.
fn emit_rows(ruleset: &Ruleset, id: RuleId, rows: &Rows<'_>) -> TokenStream {
    let rule = ruleset.rule(id);
    let rows = rows.iter().map(|row| {
        let fact = row.fact.and_then(|element| {
            let Some(fact_type) = rule.pattern_type(element) else {
                unreachable!("a pattern's element is a fact");
            };
            if ruleset.fact_types[fact_type.0].site.is_some() {
                return None;
            }
            let (element, kind) = (int(element.0), kind(fact_type));
            Some(quote! { (#element, #kind) })
        });
        let depth = (row.depth > 0).then(|| int(row.depth));
        let hidden = (!is_shown(ruleset, rule, row)).then_some(false);
        let tests = row.tests.iter().map(|test| {
            let text = &rule.tests[test.test.0].text;
            let counted = match test.counted {
                Counted::Facts => quote! { Facts },
                Counted::Pairs => quote! { Pairs },
                Counted::Results => quote! { Results },
                Counted::Matches => quote! { Matches },
            };
            quote! { __rt::TestPlan { text: #text, counted: __rules::Counted::#counted } }
        });
        Entry::of("ConditionPlan")
            .value("text", &row.text)
            .other("depth", depth)
            .option("fact", fact)
            .list("tests", tests)
            .other("shown", hidden)
    });
    quote! { &[#(#rows),*], }
}

/// Whether a row is shown: not what another condition is made of.
fn is_shown(ruleset: &Ruleset, rule: &Rule, row: &Row) -> bool {
    let of = row.fact.and_then(|element| rule.pattern_type(element));
    let site = of.and_then(|of| ruleset.fact_types[of.0].site.as_ref());
    site.is_none_or(|site| site.waits.is_none())
}

/// The function that counts for a rule.
fn emit_function(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    (id, name, program): (RuleId, &Ident, &Ident),
    (rows, plan): (&Rows<'_>, &Nest),
) -> TokenStream {
    let rule = ruleset.rule(id);
    let context = Context::of_locals(ruleset, id, BTreeMap::new());
    let scope = Scope::new(ruleset, definitions, &context, View::of_locals());
    let style = Counting { rows };
    let writer = LoopWriter::new(&style);
    let candidates = emit_candidates(rows, &writer, &scope);
    let nests = std::slice::from_ref(plan);
    let matches = writer.search(nests, &[], &scope, &|elements, level| {
        emit_match(&plan.steps, elements, &level)
    });
    let attrs = &rule.attrs;
    let doc = format!(" `{}`: what passes its conditions", names::rule(rule));
    quote! {
        #[doc = #doc]
        #(#attrs)*
        #[inline(never)]
        fn #name(session: &__rules::Session<#program, L_>, __counting: &mut __rt::Counting) {
            let (__memory, __network) = session.__read();
            #candidates
            #matches
        }
    }
}

/// Notes a match.
fn emit_match(steps: &[Step], elements: &[MatchElement], level: &Scope<'_>) -> TokenStream {
    let numbers = emit_numbers(elements, level, |element| {
        let hash = names::hash(element);
        quote! { #hash }
    });
    let facts = elements.iter().filter_map(|element| match *element {
        MatchElement::Fact(element) if !level.is_answer(element) => {
            let (slab, slot) = (level.slab(element), level.slot(element));
            Some(quote! { __memory.#slab.id(#slot) })
        }
        _ => None,
    });
    let bindings = level.show_bindings(steps);
    let shown = (!bindings.is_empty()).then(|| quote! { let __shown = });
    quote! {
        #shown __counting.found(&[#(#numbers),*], &[#(#facts),*]);
        #bindings
    }
}
