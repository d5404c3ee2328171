//! Generates what accumulates and `for` ask of a ruleset: the numbers of sums, the order of members, the
//! elements of `for`.

mod accumulators;
mod best;
mod each;
mod groups;
mod lists;
mod writer;

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use crate::hir::{Expression, Function};
use crate::network::{Branch, Node, NodeKind, SummaryUse};

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::fragments::first_span;
use super::literals::int;
use super::members::MemberValue;

use writer::Summaries;

impl ConditionWriter<'_> {
    /// The functions that summaries and `for` need.
    pub(super) fn emit_summaries(&self, arms: &mut Arms) -> TokenStream {
        let mut all = Summaries {
            arms,
            functions: TokenStream::new(),
        };
        for (number, node) in self.network.nodes.iter().enumerate() {
            match &node.kind {
                NodeKind::Each { element } => {
                    let each = self.definitions.each(node.tests.context.rule, *element);
                    match &each.ty {
                        Some(ty) => self.emit_kept_each(&mut all, number, node, *element, ty),
                        None => self.emit_each(&mut all, number, node, *element),
                    }
                }
                NodeKind::Summary { uses, .. } => {
                    let SummaryUse {
                        rule,
                        result: Some(result),
                        by,
                        ..
                    } = &uses[0]
                    else {
                        continue;
                    };
                    let function = self.definitions.function(*rule, *result);
                    self.emit_function(&mut all, number, node, uses, function);
                    if !by.is_empty() {
                        self.emit_keys(&mut all, number, node, uses);
                    }
                }
                NodeKind::Last { last, of, .. } => {
                    self.emit_times(&mut all, number, node, &of.branches, &last.time);
                    self.emit_keys(&mut all, number, node, std::slice::from_ref(of));
                }
                _ => {}
            }
        }
        all.functions
    }

    /// The function that orders the members of which the latest pass.
    fn emit_times(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        branches: &[Branch],
        time: &Expression,
    ) {
        let [first, second] = [
            ("__first", "__first_moment"),
            ("__second", "__second_moment"),
        ]
        .map(|(member, moment)| {
            let moment = format_ident!("{moment}");
            self.member_value(branches, time, member, Some(quote! { #moment }))
        });
        let ordered = first.with(
            &second,
            &quote! { ::core::cmp::Ord::cmp(__first, __second) },
        );
        let name = self.push_function(
            all,
            ("times", node, number),
            &quote! {
                (__first, __first_moment): (__rt::TokenId, __rt::Moment),
                (__second, __second_moment): (__rt::TokenId, __rt::Moment)
            },
            &quote! { __rt::Ordering },
            &ordered,
        );
        let number = int(number);
        all.arms.times.extend(quote! {
            #number => Self::#name(__memory, __network, __first, __second),
        });
    }

    fn emit_function(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
        function: &Function,
    ) {
        let branches = uses[0].branches.as_slice();
        let number_u32 = int(number);
        match function {
            Function::Count => {}
            Function::Collect(member) => self.emit_collected(all, number, node, uses, *member),
            Function::Sum(expr) | Function::Avg(expr) => {
                let MemberValue { bindings, value } =
                    self.member_value(branches, expr, "__member", None);
                let value = quote_spanned! { first_span(&expr.expr)=> { #value } };
                let name = self.push_function(
                    all,
                    ("number", node, number),
                    &quote! { __member: __rt::TokenId },
                    &quote! { __rt::Number },
                    &quote! { #bindings __rt::Numeric::number(#value) },
                );
                all.arms.number.extend(quote! {
                    #number_u32 => Self::#name(__memory, __network, __member),
                });
            }
            Function::Min(expr)
            | Function::Max(expr)
            | Function::MinBy(expr, _)
            | Function::MaxBy(expr, _) => {
                self.emit_best(all, number, node, uses, (function, expr));
            }
            Function::User(_, expr) => self.emit_accumulate(all, number, node, uses, expr),
        }
    }
}
