//! `P last 100`: an accumulate over the latest events alone.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Expr, parse_quote};

use crate::ast::{self, Accumulate, ConditionKind};
use crate::hir::{Condition, ElementId, Expression, Last};
use crate::vocabulary as say;

use super::names::{peeled, plain, span_range, text};
use super::relations::Of;
use super::rules::RuleResolver;

impl RuleResolver<'_, '_> {
    /// How many of the events of an accumulate's pattern it ranges over; `source` are its conditions, which the scope
    /// sees.
    pub(super) fn resolve_last(
        &mut self,
        accumulate: &Accumulate,
        source: &[Condition],
    ) -> Option<Last> {
        let last = accumulate.last.as_ref()?;
        let at = last.word;
        if !self.has_clock("last", at) {
            return None;
        }
        let element = self.only_event(accumulate, source)?;
        if !self.is_event(element) {
            self.report_no_event(element, at, say::last_of_no_event);
            return None;
        }
        if !self.is_number(&last.number) {
            return None;
        }
        let time = self.times(Of::Pattern(element), None, at).begins;
        let name = time.name.clone();
        self.scope.bind_unchecked(&name, time.variable);
        let expr: Expr = parse_quote! { #name };
        let needs = self.needs_of_expr(&expr);
        Some(Last {
            number: self.number(&last.number),
            time: Expression {
                expr: Box::new(expr),
                needs,
                text: time.operand.text,
            },
            text: text(&last.tokens),
        })
    }

    /// The fact of the only pattern, where each match is of another one; reported where there may be several of one.
    fn only_event(&mut self, accumulate: &Accumulate, source: &[Condition]) -> Option<ElementId> {
        let word = accumulate.last.as_ref()?.word;
        let several = |condition: &&ast::Condition| match &condition.kind {
            ConditionKind::Pattern(pattern) => self.context.kinds.named(&pattern.path).is_some(),
            ConditionKind::Either(_)
            | ConditionKind::For { .. }
            | ConditionKind::Accumulate(_)
            | ConditionKind::Lookup(_)
            | ConditionKind::Call(_) => true,
            ConditionKind::Quantified(..)
            | ConditionKind::Forall { .. }
            | ConditionKind::Test(_)
            | ConditionKind::TestLet(..)
            | ConditionKind::Let(..)
            | ConditionKind::Due(_) => false,
        };
        let is_several = accumulate
            .source
            .iter()
            .any(|condition| several(&condition));
        let facts = source.iter().filter_map(|condition| match condition {
            Condition::Fact { element, .. } => Some(*element),
            _ => None,
        });
        match facts.collect::<Vec<_>>()[..] {
            [fact] if !is_several => Some(fact),
            // What is wrong with the pattern has been reported.
            [] if !is_several => None,
            _ => {
                self.report(say::last_of_several().at(word));
                None
            }
        }
    }

    /// Whether an expression is a constant that is a number of events; reported where it is not.
    fn is_number(&mut self, number: &Expr) -> bool {
        let is_constant = match peeled(number) {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(digits) if digits.base10_digits() == "0" => {
                    self.report(say::last_of_none().at(span_range(number)));
                    return false;
                }
                syn::Lit::Int(digits) => matches!(digits.suffix(), "" | "usize"),
                _ => false,
            },
            Expr::Path(path) => {
                let name = path.path.get_ident();
                name.is_none_or(|name| self.scope.lookup(name).is_none())
            }
            _ => false,
        };
        if !is_constant {
            self.report(say::last_no_constant(text(number)).at(span_range(number)));
        }
        is_constant
    }

    /// A constant of a number of events, which rustc checks where it stands.
    fn number(&mut self, number: &Expr) -> Ident {
        let constants = &mut self.context.span_checks;
        let name = format_ident!("__{}_last_{}", plain(&self.context.name), constants.len());
        let at = span_range(number).start;
        let constant: TokenStream = quote_spanned! {at=>
            #[allow(non_upper_case_globals)]
            const #name: usize = #number;
            #[allow(clippy::all)]
            const _: () = ::core::assert!(#number > 0, "the last 0 events are none");
        };
        constants.push(constant);
        name
    }
}
