//! How an event stands to another: `b @ B { … } within 10s after a`.
//!
//! It is one test, which compares times of the two exactly. Beside it stand comparisons that hold where it does, from
//! which the plan takes ranges, so that an ordered index finds either event from the other.

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{BinOp, Expr, Member, Token, parse_quote};

use crate::ast::{Relation, Side};
use crate::diagnostic::Code;
use crate::hir::{
    Comparison, ElementId, Event, Needs, Operand, OperandKind, Source, Standing, TestId, TestKind,
    VariableId,
};
use crate::vocabulary::{self as say, Wording};

use super::names::{member_name, plain, span_range, text};
use super::rules::RuleResolver;

/// A time of an event.
pub(super) struct Instant {
    /// The hidden variable whose value it is.
    pub(super) name: Ident,
    pub(super) variable: VariableId,
    pub(super) operand: Operand,
}

/// The times of an event.
pub(super) struct Times {
    pub(super) begins: Instant,
    pub(super) ends: Instant,
    /// Whether it has an extent.
    lasts: bool,
}

/// What a relation is said of: the event of the pattern that it belongs to, or one that a variable names.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Pattern(ElementId),
    Variable(VariableId),
}

impl RuleResolver<'_, '_> {
    /// Resolves how the event of a pattern stands to another.
    pub(super) fn resolve_relation(
        &mut self,
        element: ElementId,
        relation: &Relation,
    ) -> Option<TestId> {
        self.complexity += 1;
        let Relation {
            side, word, event, ..
        } = relation;
        if self.context.clock.is_none() {
            // Of events without a clock it has been said.
            let mut found = self.context.diagnostics.iter();
            if !found.any(|found| found.code == Code::NeedsClock) {
                self.report(say::relation_without_clock(side.word()).at(*word));
            }
            return None;
        }
        if let Some(span) = &relation.span {
            self.is_span(span);
        }
        let other = self.event_named(event);
        if !self.is_event(element) {
            self.report_no_event(element, *word, |name| say::no_event(name, side.word()));
            return None;
        }
        let other = other?;
        if self.elements_of(other)? == [element] {
            let wording = say::relation_to_itself(plain(event), side.word());
            self.report(wording.at(event.span()));
            return None;
        }
        if let Some([other]) = self.elements_of(other).as_deref() {
            self.timings.relations.push(Standing {
                event: element,
                side: *side,
                span: relation.span.clone(),
                other: *other,
            });
        }
        let this = self.times(Of::Pattern(element), None, *word);
        let that = self.times(Of::Variable(other), Some(event), *word);
        let other_fact = self.other_fact(element, other, *word);

        let ways = match side {
            Side::After => vec![(&that.ends, &this.begins)],
            Side::Before => vec![(&this.ends, &that.begins)],
            Side::Either => vec![(&that.ends, &this.begins), (&this.ends, &that.begins)],
        };
        let span = relation.span.as_ref();
        let implied = match (&ways[..], span) {
            ([(earlier, later)], None) => vec![no_later(earlier, later, *word)],
            ([(earlier, later)], Some(span)) => {
                let mut implied = vec![no_later(earlier, later, *word)];
                implied.extend(near(earlier, later, span, *word));
                implied
            }
            // Of an event with an extent, no one field lies within bounds.
            (_, Some(span)) if !this.lasts && !that.lasts => {
                let (one, other) = (&that.ends, &this.begins);
                let ways = [near(one, other, span, *word), near(other, one, span, *word)];
                ways.into_iter().flatten().collect()
            }
            _ => Vec::new(),
        };
        let holds = ways.iter().map(|(earlier, later)| {
            let (earlier, later) = (&earlier.name, &later.name);
            if let Some(span) = span {
                let clock = self.clock_at(*word);
                quote! { __rt::is_within::<#clock>(#earlier, #later, #span) }
            } else {
                quote! { #earlier <= #later }
            }
        });
        let tests = other_fact.iter().map(|(test, _)| quote! { #test && });
        let holds: Expr = parse_quote! { #(#tests)* (#(#holds)||*) };

        let mut needs = Needs::default();
        let instants = ways.iter().flat_map(|(earlier, later)| [*earlier, *later]);
        let times: Vec<&Instant> = instants.collect();
        let facts = other_fact.iter().flat_map(|(_, facts)| *facts);
        for variable in times.iter().map(|time| time.variable).chain(facts) {
            self.add_need(&mut needs, variable);
        }
        let mut shown: Vec<Operand> = Vec::new();
        for time in times {
            if !shown.iter().any(|other| other.text == time.operand.text) {
                shown.push(time.operand.clone());
            }
        }
        let kind = TestKind::Relation {
            event: other,
            holds: Box::new(holds),
            times: shown,
        };
        let source = text(&relation.tokens);
        let test = self.push_test(kind, needs, source, span_range(&relation.tokens));
        self.tests[test.0].implied = implied;
        Some(test)
    }

    /// The variable of a name, where it names an event.
    fn event_named(&mut self, name: &Ident) -> Option<VariableId> {
        let Some(variable) = self.scope.lookup(name) else {
            self.scope.note_no_event(name);
            return None;
        };
        let Some(elements) = self.elements_of(variable) else {
            let bound = self.variables[variable.0].name.span();
            self.report(say::related_value(plain(name)).at_second(name.span(), bound));
            return None;
        };
        let other = elements
            .into_iter()
            .find(|&element| !self.is_event(element));
        if let Some(element) = other {
            let related = |of| say::related_fact(plain(name), of);
            self.report_no_event(element, name.span(), related);
            return None;
        }
        Some(variable)
    }

    /// The elements whose facts a variable names: in each branch one.
    pub(super) fn elements_of(&self, variable: VariableId) -> Option<Vec<ElementId>> {
        match &self.variables[variable.0].source {
            Source::Fact(element) => Some(vec![*element]),
            Source::Test(test) => Some(vec![self.members.get(test)?.0]),
            Source::Either { branches, .. } => {
                let elements = branches.iter().map(|&branch| self.elements_of(branch));
                let elements: Option<Vec<_>> = elements.collect();
                Some(elements?.concat())
            }
            Source::Field { .. }
            | Source::Accumulate(_)
            | Source::Key { .. }
            | Source::Each(_)
            | Source::Parameter(_) => None,
        }
    }

    /// Whether a variable names events.
    pub(super) fn is_event_variable(&self, variable: VariableId) -> bool {
        let elements = self.elements_of(variable);
        elements.is_some_and(|elements| elements.iter().all(|&element| self.is_event(element)))
    }

    pub(super) fn event(&self, element: ElementId) -> Option<&Event> {
        let fact_type = self.type_of(element)?;
        self.context.fact_types.get(fact_type).event.as_ref()
    }

    pub(super) fn is_event(&self, element: ElementId) -> bool {
        self.event(element).is_some()
    }

    /// Reports that a fact is no event, unless what its type's attributes say of that has been reported.
    pub(super) fn report_no_event(
        &mut self,
        element: ElementId,
        at: Span,
        wording: impl FnOnce(String) -> Wording,
    ) {
        let Some(fact_type) = self.type_of(element) else {
            return;
        };
        let types = &self.context.fact_types;
        if !types.is_wrong_event(fact_type) {
            let name = types.get(fact_type).name.to_string();
            self.report(wording(name).at(at));
        }
    }

    /// The times of an event; `name` is the variable that names it.
    pub(super) fn times(&mut self, of: Of, name: Option<&Ident>, at: Span) -> Times {
        let elements = match of {
            Of::Pattern(element) => vec![element],
            Of::Variable(variable) => self.elements_of(variable).unwrap_or_default(),
        };
        let lasts = |element: &ElementId| {
            let event = self.event(*element);
            event.is_some_and(|event| event.until.is_some())
        };
        let lasts = elements.iter().any(lasts);
        Times {
            begins: self.instant(of, |event| &event.at, name, at),
            ends: self.instant(of, Event::end, name, at),
            lasts,
        }
    }

    /// A time of an event.
    fn instant(
        &mut self,
        of: Of,
        field: fn(&Event) -> &Member,
        name: Option<&Ident>,
        at: Span,
    ) -> Instant {
        let variable = match of {
            Of::Pattern(element) => self.time_of(element, field, at),
            Of::Variable(variable) => self.in_branches(variable, at, &mut |rule, element| {
                rule.time_of(element, field, at)
            }),
        };
        let (kind, member) = match &self.variables[variable.0].source {
            Source::Field { element, member } => {
                let (element, member) = (*element, member.clone());
                let name = member_name(&member);
                (OperandKind::Place { element, member }, name)
            }
            _ => (OperandKind::Variable(variable), "time".to_owned()),
        };
        let text = name.map_or_else(
            || member.clone(),
            |name| format!("{}.{member}", plain(name)),
        );
        let operand = Operand {
            kind,
            needs: self.needs([], [variable]),
            text: self.in_call(text, at.into()).0,
        };
        Instant {
            name: self.variables[variable.0].name.clone(),
            variable,
            operand,
        }
    }

    /// A hidden variable of a time of a fact.
    fn time_of(
        &mut self,
        element: ElementId,
        field: fn(&Event) -> &Member,
        at: Span,
    ) -> VariableId {
        let member = self.event(element).map(field).cloned();
        let member = member.unwrap_or_else(|| unreachable!("the fact is an event"));
        self.note_field_read(element, &member);
        let name = self.fresh_name(at);
        self.push_hidden(name, Source::Field { element, member })
    }

    /// A hidden variable of what is made of the fact that a variable names: where branches bind it, of that of each.
    fn in_branches(
        &mut self,
        variable: VariableId,
        at: Span,
        make: &mut dyn FnMut(&mut Self, ElementId) -> VariableId,
    ) -> VariableId {
        let Source::Either { either, branches } = self.variables[variable.0].source.clone() else {
            let element = self.elements_of(variable).unwrap_or_default()[0];
            return make(self, element);
        };
        let name = self.fresh_name(at);
        let branches = branches.into_iter().map(|branch| {
            let variable = self.in_branches(branch, at, make);
            // In its branch it has the name of the variable of all.
            self.variables[variable.0].name = name.clone();
            variable
        });
        let branches = branches.collect();
        self.push_hidden(name, Source::Either { either, branches })
    }

    /// Where an event and another may be one: the test that they are not, and its variables.
    fn other_fact(
        &mut self,
        element: ElementId,
        other: VariableId,
        at: Span,
    ) -> Option<(Expr, [VariableId; 2])> {
        let others = self.elements_of(other)?;
        let mut others = others.into_iter().map(|other| self.type_of(other));
        if !others.any(|other| other == self.type_of(element)) {
            return None;
        }
        let mut fact = |rule: &mut Self, element| {
            let name = rule.fresh_name(at);
            rule.push_hidden(name, Source::Fact(element))
        };
        let this = fact(self, element);
        let other = self.in_branches(other, at, &mut fact);
        let [one, two] = [this, other].map(|fact| &self.variables[fact.0].name);
        Some((parse_quote! { !__rt::are_one(&#one, &#two) }, [this, other]))
    }
}

/// `earlier <= later`
fn no_later(earlier: &Instant, later: &Instant, at: Span) -> Comparison {
    Comparison {
        left: earlier.operand.clone(),
        op: BinOp::Le(Token![<=](at)),
        right: later.operand.clone(),
    }
}

/// `later <= earlier + span` and `earlier >= later - span`
fn near(earlier: &Instant, later: &Instant, span: &Expr, at: Span) -> [Comparison; 2] {
    let shifted = |time: &Instant, shifted: Expr| Operand {
        text: text(&shifted),
        kind: OperandKind::Expr(Box::new(shifted)),
        needs: time.operand.needs.clone(),
    };
    let (first, last) = (&earlier.name, &later.name);
    let sum = shifted(earlier, parse_quote! { #first + #span });
    let difference = shifted(later, parse_quote! { #last - #span });
    [
        Comparison {
            left: later.operand.clone(),
            op: BinOp::Le(Token![<=](at)),
            right: sum,
        },
        Comparison {
            left: earlier.operand.clone(),
            op: BinOp::Ge(Token![>=](at)),
            right: difference,
        },
    ]
}
