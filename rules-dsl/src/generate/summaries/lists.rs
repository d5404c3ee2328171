//! What a `collect` over several conditions asks of a ruleset: which facts its members come with.

use quote::quote;

use crate::hir::{Condition, ElementId};
use crate::network::{Node, SummaryUse};

use super::super::conditions::ConditionWriter;
use super::super::literals::int;
use super::super::scope::MemberSteps;
use super::writer::Summaries;

impl ConditionWriter<'_> {
    /// The function that gives the fact of a member. Members of one pattern come and go with their facts, and it is not asked
    /// of them.
    pub(super) fn emit_collected(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
        member: ElementId,
    ) {
        let SummaryUse {
            rule,
            result: Some(result),
            branches,
            ..
        } = &uses[0]
        else {
            unreachable!("accumulates have a result");
        };
        if is_one_pattern(&self.ruleset.rule(*rule).accumulate(*result).source) {
            return;
        }
        let (kind, reads) = self.member_reads(*rule, member);
        let fact = MemberSteps::of(branches, member).fact_of(&quote! { __member });
        let name = self.push_function(
            all,
            ("collected", node, number),
            &quote! { __member: __rt::TokenId },
            &quote! { (__rt::Slot, bool) },
            &quote! {
                let __fact = #fact;
                (__fact, __network.is_touched(#kind, #reads, __fact))
            },
        );
        let number = int(number);
        all.arms.collected.extend(quote! {
            #number => ::core::option::Option::Some(Self::#name(__memory, __network, __member)),
        });
    }
}

/// Whether conditions find the facts of one pattern, each once.
fn is_one_pattern(source: &[Condition]) -> bool {
    let is_test = |condition: &&Condition| matches!(condition, Condition::Test(_));
    let mut found = source.iter().filter(|condition| !is_test(condition));
    matches!(
        (found.next(), found.next()),
        (Some(Condition::Fact { .. }), None)
    )
}
