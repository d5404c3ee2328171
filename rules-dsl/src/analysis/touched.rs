//! Which elements an evaluation touches in the branches chosen: those named, and those through which variables come.

use std::collections::{BTreeMap, BTreeSet};

use syn::Member;

use crate::hir::{
    EitherId, ElementId, Needs, Operand, OperandKind, Rule, Source, TestId, TestKind, VariableId,
};

/// The elements that a test touches, in the branches chosen.
pub(crate) fn needed(
    rule: &Rule,
    test: TestId,
    branches: &BTreeMap<EitherId, usize>,
) -> BTreeSet<ElementId> {
    let mut elements = BTreeSet::new();
    add_test(rule, test, branches, &mut elements);
    elements
}

/// Whether a test touches no element but one.
pub(crate) fn needs_alone(
    rule: &Rule,
    test: TestId,
    element: ElementId,
    branches: &BTreeMap<EitherId, usize>,
) -> bool {
    let mut needs = needed(rule, test, branches).into_iter();
    needs.all(|other| other == element)
}

fn add_test(
    rule: &Rule,
    test: TestId,
    branches: &BTreeMap<EitherId, usize>,
    elements: &mut BTreeSet<ElementId>,
) {
    let test = &rule.tests[test.0];
    let mut operands = Vec::new();
    match &test.kind {
        TestKind::Variant(element) => {
            elements.insert(*element);
        }
        TestKind::Match { element, joins, .. } => {
            elements.insert(*element);
            operands.extend(joins.iter().map(|(_, operand)| operand));
        }
        TestKind::Compare { left, right, .. } => operands.extend([left, right]),
        TestKind::Expr(_) | TestKind::Relation { .. } | TestKind::Let { .. } => {}
    }
    for operand in operands {
        match &operand.kind {
            OperandKind::Place { element, .. } => {
                elements.insert(*element);
            }
            OperandKind::Variable(variable) => add_variable(rule, *variable, branches, elements),
            OperandKind::Expr(_) => {}
        }
        for &variable in &operand.needs.variables {
            add_variable(rule, variable, branches, elements);
        }
    }
    for &variable in &test.needs.variables {
        add_variable(rule, variable, branches, elements);
    }
}

/// The elements that a variable's value touches, in the branches chosen.
pub(crate) fn touched(
    rule: &Rule,
    variable: VariableId,
    branches: &BTreeMap<EitherId, usize>,
) -> BTreeSet<ElementId> {
    let mut elements = BTreeSet::new();
    add_variable(rule, variable, branches, &mut elements);
    elements
}

/// Adds the elements that a variable's value touches.
pub(crate) fn add_variable(
    rule: &Rule,
    variable: VariableId,
    branches: &BTreeMap<EitherId, usize>,
    elements: &mut BTreeSet<ElementId>,
) {
    match &rule.variables[variable.0].source {
        Source::Fact(element)
        | Source::Field { element, .. }
        | Source::Accumulate(element)
        | Source::Key { element, .. }
        | Source::Each(element) => {
            elements.insert(*element);
        }
        Source::Parameter(_) => {
            elements.insert(ElementId::PARAMETERS);
        }
        Source::Test(test) => add_test(rule, *test, branches, elements),
        Source::Either {
            either,
            branches: variables,
        } => match branches.get(either) {
            Some(&branch) => add_variable(rule, variables[branch], branches, elements),
            None => {
                for &variable in variables {
                    add_variable(rule, variable, branches, elements);
                }
            }
        },
    }
}

/// What a test reads of the fact of an element, or which parameters.
#[derive(Default)]
pub(crate) struct FieldsRead {
    fields: Vec<Member>,
    /// Whether it may read any field, as by a variable of the fact or one that is computed.
    any: bool,
}

impl FieldsRead {
    /// What a test reads of the fact of an element.
    #[must_use]
    pub(crate) fn of(rule: &Rule, test: TestId, element: ElementId) -> Self {
        let mut read = FieldsRead::default();
        let test = &rule.tests[test.0];
        match &test.kind {
            TestKind::Variant(of) => read.any |= *of == element,
            TestKind::Match {
                element: of,
                member,
                joins,
                ..
            } => {
                read.add_field(element, *of, member);
                for (_, operand) in joins {
                    read.add_operand(rule, element, operand);
                }
            }
            TestKind::Compare { left, right, .. } => {
                read.add_operand(rule, element, left);
                read.add_operand(rule, element, right);
            }
            TestKind::Expr(_) | TestKind::Relation { .. } | TestKind::Let { .. } => {}
        }
        read.add_needs(rule, element, &test.needs);
        read
    }

    /// What an expression reads of it, by what that needs.
    #[must_use]
    pub(crate) fn of_needs(rule: &Rule, needs: &Needs, element: ElementId) -> Self {
        let mut read = FieldsRead::default();
        read.add_needs(rule, element, needs);
        read
    }

    /// Whether it and another read a field both.
    #[must_use]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let reads_none = |read: &Self| !read.any && read.fields.is_empty();
        if self.any || other.any {
            return !reads_none(self) && !reads_none(other);
        }
        self.fields.iter().any(|field| other.fields.contains(field))
    }

    fn add_field(&mut self, element: ElementId, of: ElementId, member: &Member) {
        if of == element {
            self.fields.push(member.clone());
        }
    }

    fn add_operand(&mut self, rule: &Rule, element: ElementId, operand: &Operand) {
        match &operand.kind {
            OperandKind::Place {
                element: of,
                member,
            } => self.add_field(element, *of, member),
            OperandKind::Variable(variable) => self.add_variable(rule, element, *variable),
            OperandKind::Expr(_) => self.add_needs(rule, element, &operand.needs),
        }
    }

    fn add_needs(&mut self, rule: &Rule, element: ElementId, needs: &Needs) {
        for &variable in &needs.variables {
            self.add_variable(rule, element, variable);
        }
    }

    fn add_variable(&mut self, rule: &Rule, element: ElementId, variable: VariableId) {
        match &rule.variables[variable.0].source {
            Source::Field {
                element: of,
                member,
            } => self.add_field(element, *of, member),
            Source::Parameter(number) => {
                self.add_field(element, ElementId::PARAMETERS, &Member::from(*number));
            }
            _ => {
                let touched = touched(rule, variable, &BTreeMap::new());
                self.any |= touched.contains(&element);
            }
        }
    }
}
