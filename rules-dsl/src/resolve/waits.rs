//! Conditions that the clock alone begins or ends: `due a.at + 30s;`, `P within 10min`, and the `not` that waits.
//!
//! Each has a hidden type of facts: the instants that it asks for and that are still to come. `due` holds where its
//! instant is none of them, a window as long as the end of its event's time in it is. (Where an event expires as it leaves
//! the window, that it is there says so.) Later stages find a pattern that joins by the instant; how its facts come to
//! stand, and go when their time comes, is the runtime's to do. A query asks the clock itself, for it is asked anew each
//! time.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote_spanned};
use syn::{Expr, Member, UnOp, parse_quote, parse_quote_spanned};

use crate::ast::{self, ConditionKind, FieldTest, Side, Window};
use crate::diagnostic::{Code, SpanRange};
use crate::hir::{
    Condition, ElementId, ElementKind, Expression, Moment, Quantifier, Site, Source, TestId,
    TestKind, VariableId, Wait,
};
use crate::names::clock_alias;
use crate::vocabulary as say;

use super::names::{peeled, span_range, text};
use super::relations::{Instant, Of};
use super::rules::RuleResolver;
use super::spans::{check_constant, is_nothing};

/// A condition that asks the clock.
struct Asks<'a> {
    /// The instant; `None` where it lies after all time.
    instant: Expr,
    /// Whether it holds as long as the instant is still to come, or from it on.
    before: bool,
    wait: Wait,
    word: &'a str,
    at: Span,
    text: String,
    /// The instant, where it is seen to lie at a span after an event.
    moment: Option<Moment>,
}

impl RuleResolver<'_, '_> {
    /// `due expr;`
    pub(super) fn resolve_due(
        &mut self,
        expr: &Expr,
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        let at = span_range(tokens).start;
        if !self.has_clock("due", at) {
            return;
        }
        let Some(clock) = &self.context.clock else {
            return;
        };
        let ty = &clock.ty;
        let asks = Asks {
            instant: parse_quote_spanned! {at=> {
                let __instant: #ty = #expr;
                ::core::option::Option::Some(__instant)
            } },
            before: false,
            wait: Wait::Due {
                is_computed: !reads_only(expr),
            },
            word: "due",
            at,
            text: text(tokens),
            moment: self.moment(expr),
        };
        self.ask_clock(asks, resolved);
    }

    /// The windows of a pattern's event.
    pub(super) fn resolve_windows(
        &mut self,
        element: ElementId,
        windows: &[Window],
        resolved: &mut Vec<Condition>,
    ) {
        for window in windows {
            let Window { span, word, tokens } = window;
            if !self.has_clock("within", *word) || !self.is_span(span) {
                continue;
            }
            if !self.is_event(element) {
                self.report_no_event(element, *word, say::window_of_no_event);
                continue;
            }
            self.timings.windows.push((element, span.clone()));
            let times = self.times(Of::Pattern(element), None, *word);
            let begins = self.named(&times.begins);
            let clock = self.clock_at(*word);
            let begins = quote_spanned! {*word=> __rt::Instant::<#clock, _>::of(&#begins).__get() };
            let instant = parse_quote_spanned! {*word=> __rt::later::<#clock>(#begins, #span) };
            if self.recursion.query.is_none() && self.leaves_as_it_expires(element, span) {
                let test = self.test_window(&instant, (*word, text(tokens)));
                let found = resolved
                    .iter_mut()
                    .rev()
                    .find_map(|condition| match condition {
                        Condition::Fact { element: of, tests } if *of == element => Some(tests),
                        _ => None,
                    });
                found
                    .unwrap_or_else(|| unreachable!("the pattern stands before its windows"))
                    .push(test);
                continue;
            }
            let asks = Asks {
                instant,
                before: true,
                wait: Wait::Window(element),
                word: "within",
                at: *word,
                text: text(tokens),
                moment: None,
            };
            self.ask_clock(asks, resolved);
        }
    }

    /// Whether an event leaves a window at the instant at which it expires: then nothing has to be kept of that instant but
    /// what the calendar has.
    fn leaves_as_it_expires(&self, element: ElementId, span: &Expr) -> bool {
        self.event(element).is_some_and(|event| {
            let expires = event.expires.as_deref();
            event.until.is_none() && expires.is_some_and(|expires| text(expires) == text(span))
        })
    }

    /// That an event has not come too late for a window which it leaves as it expires.
    fn test_window(&mut self, instant: &Expr, (at, text): (Span, String)) -> TestId {
        self.complexity += 1;
        let needs = self.needs_of_expr(instant);
        let holds = parse_quote_spanned! {at=> __rt::is_to_come(__seen(__memory), #instant) };
        let kind = TestKind::Expr(Box::new(holds));
        self.push_test(kind, needs, text, at.into())
    }

    /// The instants from which on a `not` is sure: of `not P within d after a;` without braces, when that time is over.
    pub(super) fn resolve_waiting(
        &mut self,
        inner: &[ast::Condition],
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        let [condition] = inner else {
            return;
        };
        let ConditionKind::Pattern(pattern) = &condition.kind else {
            return;
        };
        if matches!(tokens.clone().into_iter().nth(1), Some(TokenTree::Group(_))) {
            return;
        }
        let mut waits: Option<Asks<'_>> = None;
        for relation in &pattern.relations {
            let Some(span) = relation
                .span
                .as_ref()
                .filter(|_| relation.side == Side::After)
            else {
                continue;
            };
            // What is wrong with it is reported where the pattern is resolved.
            let known = self.scope.lookup(&relation.event);
            let Some(event) = known.filter(|&event| self.is_event_variable(event)) else {
                continue;
            };
            if self.context.clock.is_none() {
                continue;
            }
            let times = self.times(Of::Variable(event), Some(&relation.event), relation.word);
            let ends = self.named(&times.ends);
            let (at, text) = (
                relation.word,
                format!("{} + {}", times.ends.operand.text, text(span)),
            );
            let clock = self.clock_at(at);
            let ends = quote_spanned! {at=> __rt::Instant::<#clock, _>::of(&#ends).__get() };
            let instant: Expr = parse_quote_spanned! {at=> __rt::later::<#clock>(#ends, #span) };
            // When the time of one is over there can be none that stands so to all.
            waits = Some(match waits {
                None => Asks {
                    instant,
                    before: false,
                    wait: Wait::Due { is_computed: false },
                    word: "due",
                    at,
                    text: format!("due {text}"),
                    moment: self.moment_after(event, span),
                },
                Some(other) => {
                    let before = other.instant;
                    Asks {
                        instant: parse_quote_spanned! {at=> __rt::earlier(#before, #instant) },
                        text: format!("{} or {text}", other.text),
                        ..other
                    }
                }
            });
        }
        if let Some(waits) = waits {
            self.ask_clock(waits, resolved);
        }
    }

    /// The instant that an expression of a `due` is, where it is a time of an event, or a constant span after one.
    fn moment(&self, expr: &Expr) -> Option<Moment> {
        let (time, span) = match peeled(expr) {
            Expr::Binary(sum) if matches!(sum.op, syn::BinOp::Add(_)) => {
                let span = peeled(&sum.right);
                let is_constant = match span {
                    Expr::Lit(_) => true,
                    Expr::Path(path) => {
                        let name = path.path.get_ident();
                        name.is_none_or(|name| self.scope.lookup(name).is_none())
                    }
                    _ => false,
                };
                if !is_constant {
                    return None;
                }
                (peeled(&sum.left), Some(span.clone()))
            }
            time => (time, None),
        };
        let (event, member) = match time {
            Expr::Field(field) => {
                let Expr::Path(of) = peeled(&field.base) else {
                    return None;
                };
                let variable = self.scope.lookup(of.path.get_ident()?)?;
                let [element] = self.elements_of(variable)?[..] else {
                    return None;
                };
                (element, field.member.clone())
            }
            Expr::Path(path) => {
                let variable = self.scope.lookup(path.path.get_ident()?)?;
                match &self.variables[variable.0].source {
                    Source::Field { element, member } => (*element, member.clone()),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let times = self.event(event)?;
        let of_end = *times.end() == member;
        (of_end || times.at == member).then_some(Moment {
            event,
            of_end,
            span,
        })
    }

    /// A span after the end of an event.
    fn moment_after(&self, event: VariableId, span: &Expr) -> Option<Moment> {
        let [event] = self.elements_of(event)?[..] else {
            return None;
        };
        Some(Moment {
            event,
            of_end: true,
            span: Some(span.clone()),
        })
    }

    /// The name of an instant, by which an expression may use it from now on.
    fn named(&mut self, instant: &Instant) -> Ident {
        self.scope.bind_unchecked(&instant.name, instant.variable);
        instant.name.clone()
    }

    /// The name that generated code has for the clock's type.
    pub(super) fn clock_at(&self, at: Span) -> Ident {
        clock_alias(&self.context.name, at)
    }

    /// Whether there is a clock; reported where there is none.
    pub(super) fn has_clock(&mut self, word: &str, at: Span) -> bool {
        let has = self.context.clock.is_some();
        let mut found = self.context.diagnostics.iter();
        // Where a query is called it is missing as it is in the query.
        if !has && self.calls.is_empty() && !found.any(|found| found.code == Code::NeedsClock) {
            self.report(say::wait_without_clock(word).at(at));
        }
        has
    }

    /// Whether an expression is a span of the clock; reported where it is not.
    pub(super) fn is_span(&mut self, span: &Expr) -> bool {
        let Some(clock) = self.context.clock.clone() else {
            return false;
        };
        if let Expr::Path(path) = peeled(span)
            && let Some(name) = path.path.get_ident()
            && self.scope.lookup(name).is_some()
        {
            _ = self.needs_of_expr(span);
            self.report(say::span_no_constant().at(span_range(span)));
            return false;
        }
        let is_constant = check_constant(span, &clock, self.context.diagnostics);
        if is_constant && is_nothing(span) {
            self.report(say::span_of_nothing(text(span)).at(span_range(span)));
        }
        if self.calls.is_empty() {
            self.context.span_checks.extend(clock.span_check(span));
        }
        is_constant
    }

    fn ask_clock(&mut self, asks: Asks<'_>, resolved: &mut Vec<Condition>) -> Option<()> {
        let Asks {
            instant,
            before,
            wait,
            word,
            at,
            text,
            moment,
        } = asks;
        self.complexity += 1;
        let needs = self.needs_of_expr(&instant);
        let ty = self.context.clock.as_ref()?.ty.clone();
        if let Some(query) = &self.recursion.query {
            if self.context.queries.cycle(query).is_some() {
                self.report(say::wait_in_recursion(word).at(at));
                return None;
            }
            let to_come: Expr =
                parse_quote_spanned! {at=> __rt::is_to_come(__now(__memory), #instant) };
            let holds: Expr = if before {
                to_come
            } else {
                parse_quote! { !#to_come }
            };
            // No memory of facts is to keep what was so at their time: it is an element, if it holds.
            let element = Expression {
                expr: Box::new(parse_quote! { (#holds).then_some(()) }),
                needs,
                text: text.clone(),
            };
            self.bind_answers(&parse_quote! { _ }, (element, false), text, resolved);
            return Some(());
        }
        let asked: syn::Type = parse_quote! { (::core::option::Option<#ty>,) };
        let question: Expr = parse_quote_spanned! {at=> {
            let __asked: #asked = (#instant,);
            __asked
        } };
        let site = Site {
            query: word.to_owned(),
            reached: Vec::new(),
            marker: format_ident!("__unnamed"),
            asked,
            answer: None,
            question: Expression {
                expr: Box::new(question.clone()),
                needs,
                text: text.clone(),
            },
            waits: Some(wait),
        };
        let (condition, element) = self.compare_with_instants(site, question, before, (at, text));
        if !before {
            self.timings.moments.push((element, moment));
        }
        resolved.push(condition);
        Some(())
    }

    /// That an instant is still to come, or is not.
    fn compare_with_instants(
        &mut self,
        site: Site,
        question: Expr,
        holds: bool,
        (at, source): (Span, String),
    ) -> (Condition, ElementId) {
        let event = match &site.waits {
            Some(Wait::Window(event)) => self.type_of(*event),
            _ => None,
        };
        let (runtime, ruleset) = (&self.context.runtime, &self.context.name);
        let types = &mut self.context.fact_types;
        let known = event.and_then(|event| types.window(event, &source));
        let fact_type = known.unwrap_or_else(|| {
            let fact_type = types.hold_answers(site, runtime, ruleset, at);
            if let Some(event) = event {
                types.share_window(event, source.clone(), fact_type);
            }
            fact_type
        });
        self.inside += 1;
        let kind = ElementKind::Fact {
            fact_type,
            variant: None,
            reads: std::collections::BTreeSet::new(),
            whole: false,
        };
        let range: SpanRange = at.into();
        let element = self.push_element(kind, source.clone(), range);
        let member = Member::Named(Ident::new("asked", at));
        let compared = FieldTest::Compare(parse_quote! { == }, question);
        let tests = self.resolve_field(element, &member, &compared, true);
        for test in &tests {
            source.clone_into(&mut self.tests[test.0].text);
        }
        self.inside -= 1;
        let condition = Condition::Quantified {
            quantifier: if holds {
                Quantifier::Some
            } else {
                Quantifier::None
            },
            conditions: vec![Condition::Fact { element, tests }],
            text: source,
        };
        (condition, element)
    }
}

/// Whether an expression does no more than read a variable or its field.
fn reads_only(expr: &Expr) -> bool {
    match peeled(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => reads_only(&field.base),
        Expr::Reference(reference) => reads_only(&reference.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && reads_only(&unary.expr),
        _ => false,
    }
}
