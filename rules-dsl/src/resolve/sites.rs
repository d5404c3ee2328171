//! A recursive query as a condition of a rule: a pattern over the answers to what is asked there.
//!
//! Each call has a hidden type of facts. One of them says that a question has an answer; those stand that the query
//! gives for what the conditions before the call ask. Later stages know no call: they find a pattern, which joins by the
//! arguments. How its facts come to stand is the network's to say (`network::settled`) and the runtime's to do.

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::{Expr, Member, parse_quote, parse_quote_spanned};

use crate::ast::{Call, FieldTest, Query};
use crate::hir::{Condition, ElementKind, Expression, Quantifier, Site, TestId};

use super::names::{plain, text};
use super::rules::RuleResolver;

impl RuleResolver<'_, '_> {
    /// Resolves a call of a recursive query by a rule; `tokens` are the condition's.
    pub(super) fn resolve_site(
        &mut self,
        query: &Query,
        call: &Call,
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        let params = query.params.iter().map(|(_, ty)| ty);
        let asked: syn::Type = parse_quote! { (#(#params,)*) };
        let values = query.params.iter().zip(&call.arguments);
        let values = values.map(|((_, ty), argument)| self.argument_value(ty, argument));
        let values: Vec<Expr> = values.collect();
        let span = call.name.span();
        let question: Expr = parse_quote_spanned! {span=> {
            let __asked: #asked = (#(#values,)*);
            __asked
        } };
        let needs = self.needs_of_expr(&question);
        let source = text(tokens);
        let answer = query.select.as_ref().map(|(ty, _)| ty.clone());
        let site = Site {
            query: plain(&query.name),
            reached: self.context.queries.rests_on(&plain(&query.name)),
            marker: format_ident!("__unnamed"),
            asked,
            answer,
            question: Expression {
                expr: Box::new(question.clone()),
                needs,
                text: source.clone(),
            },
            waits: None,
        };
        let (runtime, ruleset) = (&self.context.runtime, &self.context.name);
        let fact_type = self
            .context
            .fact_types
            .hold_answers(site, runtime, ruleset, span);
        let is_test = call.result.is_none();
        self.inside += usize::from(is_test);
        let kind = ElementKind::Fact {
            fact_type,
            variant: None,
            reads: std::collections::BTreeSet::new(),
            whole: false,
        };
        let element = self.push_element(kind, source.clone(), span.into());
        self.complexity += 1;
        let member = |name: &str| Member::Named(proc_macro2::Ident::new(name, span));
        let compared = FieldTest::Compare(parse_quote! { == }, question);
        let mut tests = self.resolve_field(element, &member("asked"), &compared, true);
        let arguments = call.arguments.iter().map(text).collect::<Vec<_>>();
        let asks = format!("{}({})", plain(&query.name), arguments.join(", "));
        self.call_tests(&tests, &asks);
        if let Some(pattern) = &call.result {
            let bound = FieldTest::Pattern(pattern.clone());
            let results = self.resolve_field(element, &member("answer"), &bound, true);
            self.call_tests(&results, &text(pattern));
            tests.extend(results);
        }
        self.inside -= usize::from(is_test);
        let fact = Condition::Fact { element, tests };
        resolved.push(if is_test {
            Condition::Quantified {
                quantifier: Quantifier::Some,
                conditions: vec![fact],
                text: source,
            }
        } else {
            fact
        });
    }

    /// Gives tests the text by which the user knows them.
    fn call_tests(&mut self, tests: &[TestId], text: &str) {
        let (text, _) = self.in_call(text.to_owned(), Span::call_site().into());
        for test in tests {
            text.clone_into(&mut self.tests[test.0].text);
        }
    }
}
