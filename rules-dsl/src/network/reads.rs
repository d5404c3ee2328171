//! The fields of a fact that certain tests read, of all that a query reads of it.
//!
//! What a query gives is read when it is called. Only what its facts are chosen and looked up by is of
//! interest to an index when a fact changes.

use std::collections::BTreeSet;

use crate::hir::{
    ElementId, ElementKind, Field, Operand, OperandKind, Rule, Ruleset, Source, TestId, TestKind,
    VariableId,
};

use crate::names::{member_name, plain};

use super::{Context, Reads};

/// What some tests read of an element's fact.
pub(super) fn reads_of(
    ruleset: &Ruleset,
    context: &Context,
    element: ElementId,
    tests: impl Iterator<Item = TestId>,
) -> Reads {
    let rule = ruleset.rule(context.rule);
    let mut read = Read {
        rule,
        context,
        element,
        members: BTreeSet::new(),
        itself: false,
    };
    for test in tests {
        read.add_test(test);
    }
    let ElementKind::Fact {
        fact_type,
        variant,
        reads,
        whole,
    } = &rule.elements[element.0].kind
    else {
        unreachable!("patterns bind facts");
    };
    if read.itself {
        // What of it, only the whole query says.
        return Reads::of(reads, *whole);
    }
    let variant = variant.as_ref().and_then(|path| path.segments.last());
    let variant = variant.map(|segment| plain(&segment.ident));
    let fields = read.members.into_iter().map(|member| {
        let variant = variant.clone();
        let field = Field { variant, member };
        let place = ruleset.fact_types[fact_type.0].fields.get_index_of(&field);
        place.expect("what tests name is noted as read")
    });
    Reads::of(&fields.collect(), false)
}

/// What is read of an element's fact.
struct Read<'a> {
    rule: &'a Rule,
    context: &'a Context,
    element: ElementId,
    /// Its fields by name; `None` is the variant.
    members: BTreeSet<Option<String>>,
    /// Whether it is used itself.
    itself: bool,
}

impl Read<'_> {
    fn add_test(&mut self, test: TestId) {
        let test = &self.rule.tests[test.0];
        match &test.kind {
            TestKind::Variant(element) if *element == self.element => {
                self.members.insert(None);
            }
            TestKind::Match {
                element,
                member,
                joins,
                ..
            } => {
                self.add_member(*element, member);
                for (_, operand) in joins {
                    self.add(operand);
                }
            }
            TestKind::Compare { left, right, .. } => {
                self.add(left);
                self.add(right);
            }
            TestKind::Variant(_)
            | TestKind::Expr(_)
            | TestKind::Relation { .. }
            | TestKind::Let { .. } => {}
        }
        for &variable in &test.needs.variables {
            self.add_variable(variable);
        }
    }

    fn add(&mut self, operand: &Operand) {
        match &operand.kind {
            OperandKind::Place { element, member } => self.add_member(*element, member),
            OperandKind::Variable(variable) => self.add_variable(*variable),
            OperandKind::Expr(_) => {}
        }
        for &variable in &operand.needs.variables {
            self.add_variable(variable);
        }
    }

    fn add_variable(&mut self, variable: VariableId) {
        match &self.rule.variables[variable.0].source {
            Source::Fact(element) => self.itself |= *element == self.element,
            Source::Field { element, member } => self.add_member(*element, member),
            Source::Test(test) => self.add_test(*test),
            Source::Either { either, branches } => {
                if let Some(&branch) = self.context.branches.get(either) {
                    self.add_variable(branches[branch]);
                }
            }
            Source::Accumulate(_) | Source::Key { .. } | Source::Each(_) | Source::Parameter(_) => {
            }
        }
    }

    fn add_member(&mut self, element: ElementId, member: &syn::Member) {
        if element == self.element {
            self.members.insert(Some(member_name(member)));
        }
    }
}
