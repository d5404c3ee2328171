//! What `min`, `max` and their kin ask of a ruleset.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use crate::hir::{ElementKind, Expression, Function, Rule};
use crate::network::{Branch, Node, SummaryUse};

use super::super::conditions::ConditionWriter;
use super::super::fragments::{first_span, located};
use super::super::literals::int;
use super::super::members::MemberValue;
use super::super::scope::MemberSteps;
use super::writer::Summaries;

impl ConditionWriter<'_> {
    /// What `min`, `max` and their kin ask: how two members compare, and whether two best ones say different things.
    pub(super) fn emit_best(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
        (function, expr): (&Function, &Expression),
    ) {
        let branches = uses[0].branches.as_slice();
        let number_u32 = int(number);
        let (a, b) = (
            self.member_value(branches, expr, "__a", None),
            self.member_value(branches, expr, "__b", None),
        );
        let (first, second) = (format_ident!("__a"), format_ident!("__b"));
        // Locals of ours: at the user's token they would be hidden where a macro of the user's wrote it.
        let span = first_span(&expr.expr);
        let [one, other] =
            [quote! { __first }, quote! { __second }].map(|local| located(local, span));
        let rank = quote_spanned! { span=>
            (&&__rt::Rank(#one, #other)).rank()
        };
        let rank = a.with(&b, &rank);
        let name = self.push_function(
            all,
            ("compare", node, number),
            &quote! { #first: __rt::TokenId, #second: __rt::TokenId },
            &quote! { __rt::Ordering },
            &rank,
        );
        all.arms.compare.extend(quote! {
            #number_u32 => Self::#name(__memory, __network, __a, __b),
        });
        let differs = self.best_differs(branches, function, expr);
        let name = self.push_function(
            all,
            ("differs", node, number),
            &quote! { (__before, __moment): (__rt::TokenId, __rt::Moment), __now: __rt::TokenId },
            &quote! { bool },
            &differs,
        );
        all.arms.differs.extend(quote! {
            #number_u32 => Self::#name(__memory, __network, __before, __now),
        });
        if matches!(function, Function::Min(_) | Function::Max(_))
            && rests_on_results(self.ruleset.rule(node.tests.context.rule), expr)
        {
            self.emit_best_hash(all, number, node, branches, expr);
        }
    }

    /// Whether two best members say different things.
    fn best_differs(
        &self,
        branches: &[Branch],
        function: &Function,
        expr: &Expression,
    ) -> TokenStream {
        let (Function::MinBy(_, member) | Function::MaxBy(_, member)) = function else {
            let moment = quote! { __moment };
            let before = self.member_value(branches, expr, "__before", Some(moment));
            let now = self.member_value(branches, expr, "__now", None);
            let rule = self.ruleset.rule(branches[0].context.rule);
            let changed = rests_on_results(rule, expr)
                .then(|| quote! { __network.rests_on_changed(__before) || });
            let differ = quote! { __rt::Compare(__first, __second).__differ() };
            let differ = before.with(&now, &differ);
            return quote! { #changed #differ };
        };
        let (kind, reads) = self.member_reads(branches[0].context.rule, *member);
        let steps = MemberSteps::of(branches, *member);
        let [before, now] = [quote! { __before }, quote! { __now }].map(|of| steps.fact_of(&of));
        quote! { __network.best_differs(#kind, #before, #now, #reads) }
    }

    /// The function that hashes the value of a member that rests on results of others, where its hash tells all that
    /// `==` compares. What is not equal to itself, as no number, has none.
    fn emit_best_hash(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        branches: &[Branch],
        expr: &Expression,
    ) {
        let MemberValue { bindings, value } = self.member_value(branches, expr, "__member", None);
        let name = self.push_function(
            all,
            ("best_hash", node, number),
            &quote! { __member: __rt::TokenId },
            &quote! { ::core::option::Option<u64> },
            &quote! {
                if !__rt::is_hashed(|| { #bindings __rt::Exact(&#value).__tells() }) {
                    return ::core::option::Option::None;
                }
                #bindings
                match &#value {
                    __value => (!__rt::Compare(__value, __value).__differ())
                        .then(|| __rt::Key(&__rt::GroupKey(__value).__hashed()).__mix(0)),
                }
            },
        );
        let number = int(number);
        all.arms.best_hash.extend(quote! {
            #number => Self::#name(__memory, __network, __member),
        });
    }
}

/// Whether a value may be another where no fact of the member's is another: where an accumulate has found it.
fn rests_on_results(rule: &Rule, expr: &Expression) -> bool {
    let mut elements = expr.needs.elements.iter();
    elements.any(|element| {
        matches!(
            rule.elements[element.0].kind,
            ElementKind::Accumulate(_) | ElementKind::Best { .. }
        )
    })
}
