//! Finds the keys of a join: of its tests the equalities by which one side can look up the other, and what orders them.

use std::collections::{BTreeMap, BTreeSet};

use syn::{BinOp, Expr, ExprBinary, Member, UnOp};

use crate::analysis::touched::{FieldsRead, add_variable, needed};
use crate::hir::{
    EitherId, ElementId, Operand, OperandKind, Rule, Source, TestId, TestKind, VariableId,
};
use crate::names::member_name;

/// The two sides of the equality tests by which facts are looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    /// What is bound before: a side of each test.
    pub left: Vec<KeyPart>,
    /// What is asked of the fact: the other side of the same tests.
    pub right: Vec<KeyPart>,
    /// The fields of the fact that are compared with what is bound before, by `<` and its kin: two at the most.
    pub ranges: Vec<Range>,
}

/// Within which values a field of a fact lies.
#[derive(Debug, Clone)]
pub(crate) struct Range {
    /// The field: a side of one of the tests.
    pub field: KeyPart,
    /// The other sides of those by which it is no less than they are.
    pub least: Vec<KeyPart>,
    /// The other sides of those by which it is no greater.
    pub greatest: Vec<KeyPart>,
}

/// A value on the left of a join by which a field on its right is bounded.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    /// The value: a side of a test.
    pub value: KeyPart,
    /// The place of the field among the [ranges](Keys::ranges).
    pub field: usize,
}

/// By so many values on the left the two sides of a join look one another up: enough for a window, or for extents that overlap.
const MOST_BOUNDS: usize = 2;

/// So many fields of a pattern are ordered: enough for the facts whose extents overlap.
const MOST_RANGES: usize = 2;

/// One side of a comparison of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyPart {
    /// The test.
    pub test: TestId,
    /// Which of the test's comparisons.
    pub comparison: usize,
    /// Whether it is the left operand of that.
    pub left_operand: bool,
}

impl KeyPart {
    /// The operand that it is.
    ///
    /// # Panics
    ///
    /// If the test is no comparison.
    #[must_use]
    pub(crate) fn operand(self, rule: &Rule) -> &Operand {
        let comparisons = rule.tests[self.test.0].comparisons();
        let Some((left, _, right)) = comparisons.into_iter().nth(self.comparison) else {
            unreachable!("keys are sides of comparisons");
        };
        if self.left_operand { left } else { right }
    }

    /// The side of the comparison of its test whose types say of which types its own is: what a test implies is all of one, and
    /// may be said with a sum that the user's type does not have.
    #[must_use]
    pub(crate) fn of_its_type(self, rule: &Rule) -> KeyPart {
        let test = &rule.tests[self.test.0];
        let own = test.comparisons().len() - test.implied.len();
        KeyPart {
            comparison: self.comparison.min(own),
            ..self
        }
    }

    /// Whether it is evaluated without running the user's code.
    #[must_use]
    pub(crate) fn runs_no_code(self, rule: &Rule) -> bool {
        runs_no_code(rule, &self.operand(rule).kind)
    }

    /// Whether the comparison is an equality.
    #[must_use]
    pub(crate) fn is_equality(self, rule: &Rule) -> bool {
        let comparisons = rule.tests[self.test.0].comparisons();
        matches!(comparisons[self.comparison], (_, BinOp::Eq(_), _))
    }

    /// Whether the other side of its comparison, of `<` or its kin, is no less than this one.
    #[must_use]
    pub(crate) fn is_least(self, rule: &Rule) -> bool {
        let comparisons = rule.tests[self.test.0].comparisons();
        let (_, op, _) = comparisons[self.comparison];
        is_greater(op) != self.left_operand
    }

    /// Whether it has the last place where it has none of its own, not the first: where it bounds from above, and may have none
    /// though its type has places, as a sum may.
    #[must_use]
    pub(crate) fn is_last_without_place(self, rule: &Rule) -> bool {
        let is_computed = matches!(self.operand(rule).kind, OperandKind::Expr(_));
        is_computed && !self.is_least(rule)
    }

    /// The other side of its comparison.
    #[must_use]
    pub(crate) fn other(self) -> KeyPart {
        KeyPart {
            left_operand: !self.left_operand,
            ..self
        }
    }
}

impl Keys {
    /// Keeps the equalities at some places alone, in their order.
    pub(super) fn keep(&mut self, places: &[usize]) {
        for side in [&mut self.left, &mut self.right] {
            *side = places.iter().map(|&place| side[place]).collect();
        }
    }

    /// The values on the left by which kept joins look up what is on either side of them. As tokens wait there for facts that
    /// may never come, none that runs code of the user's.
    pub(crate) fn bounds(&self, rule: &Rule) -> Vec<Bound> {
        let ranges = self.ranges.iter().enumerate();
        let ends = ranges.flat_map(|(field, range)| {
            [&range.least, &range.greatest].map(|values| {
                let mut values = values.iter().copied();
                let value = values.find(|value| is_computed_freely(rule, value.operand(rule)));
                value.map(|value| Bound { value, field })
            })
        });
        ends.flatten().take(MOST_BOUNDS).collect()
    }

    /// Of the tests that join an element to what is bound before it, those by which it can be looked up. `moved` says
    /// of a field of a fact that is bound before whether rules modify it.
    pub(super) fn of(
        rule: &Rule,
        branches: &BTreeMap<EitherId, usize>,
        joins: &[TestId],
        element: ElementId,
        moved: impl Fn(ElementId, &Member) -> bool,
    ) -> Keys {
        let mut keys = Keys::default();
        let mut only_keys = true;
        for (number, &test) in joins.iter().enumerate() {
            let left = left_side(rule, branches, test, element).filter(|side| {
                // The user's code in a key would run ahead of tests to its left, which may guard it.
                let sides = [*side, side.other()].map(|side| side.operand(rule));
                sides.iter().all(|side| runs_no_code(rule, &side.kind))
                    || only_keys && !is_guarded(rule, branches, test, &joins[..number])
            });
            only_keys &= left.is_some();
            if let Some(left) = left {
                keys.left.push(left);
                keys.right.push(left.other());
            }
        }
        keys.ranges = ranges(rule, branches, joins, element);
        // Of the facts of a key, about half lie on one side of a bound: it is not worth an order. A bound that rules move
        // on leaves few on one side, and is asked again and again.
        let is_moved = |bound: &KeyPart| {
            let of = field_of(rule, bound.operand(rule));
            of.is_some_and(|(of, member)| moved(of, member))
        };
        if !keys.left.is_empty() && !are_closed(&keys.ranges) {
            keys.ranges
                .retain(|range| range.least.iter().chain(&range.greatest).any(is_moved));
        }
        keys
    }
}

/// Whether a test reads what one of those before it reads, too.
fn is_guarded(
    rule: &Rule,
    branches: &BTreeMap<EitherId, usize>,
    test: TestId,
    before: &[TestId],
) -> bool {
    needed(rule, test, branches).into_iter().any(|element| {
        let read = FieldsRead::of(rule, test, element);
        let mut before = before.iter();
        before.any(|&other| FieldsRead::of(rule, other, element).meets(&read))
    })
}

/// Whether ranges have an end on either side.
fn are_closed(ranges: &[Range]) -> bool {
    let mut bounded = ranges.iter();
    bounded.any(|range| !range.least.is_empty())
        && ranges.iter().any(|range| !range.greatest.is_empty())
}

/// The fields of an element that tests order by what is bound before it. That is evaluated ahead of all tests of the
/// element, so it must run no code of the user's, unless nothing stands to its left.
fn ranges(
    rule: &Rule,
    branches: &BTreeMap<EitherId, usize>,
    joins: &[TestId],
    element: ElementId,
) -> Vec<Range> {
    let mut ranges: Vec<(&Member, Range)> = Vec::new();
    let mut bounds = Vec::new();
    for (number, &test) in joins.iter().enumerate() {
        let comparisons = 0..rule.tests[test.0].comparisons().len();
        let found = comparisons.filter_map(|comparison| {
            let (bound, is_least) = bound(rule, branches, (test, comparison), element)?;
            Some((bound, is_least, number > 0))
        });
        bounds.extend(found);
    }
    for (bound, is_least, is_guarded) in bounds {
        let field = field_of(rule, bound.other().operand(rule));
        let Some((_, member)) = field.filter(|(of, _)| *of == element) else {
            continue;
        };
        if is_guarded && !is_computed_freely(rule, bound.operand(rule)) {
            continue;
        }
        let place = ranges.iter().position(|(known, _)| *known == member);
        let place = place.unwrap_or_else(|| {
            let range = Range {
                field: bound.other(),
                least: Vec::new(),
                greatest: Vec::new(),
            };
            ranges.push((member, range));
            ranges.len() - 1
        });
        let (_, range) = &mut ranges[place];
        if is_least {
            range.least.push(bound);
        } else {
            range.greatest.push(bound);
        }
    }
    // One that is bounded on both sides tells more, and one that is bounded by the same field of another fact, as in
    // `a.id < b.id`, less. The fields' names decide which is the first, so that overlapping extents ask one index from
    // either side.
    let is_open = |range: &Range| range.least.is_empty() || range.greatest.is_empty();
    let is_twin = |member: &Member, range: &Range| {
        let mut bounds = range.least.iter().chain(&range.greatest);
        bounds.any(|bound| {
            let of = field_of(rule, bound.operand(rule));
            of.is_some_and(|(_, other)| other == member)
        })
    };
    ranges.sort_by_key(|(member, range)| (is_open(range), is_twin(member, range)));
    ranges.truncate(MOST_RANGES);
    ranges.sort_by_key(|(member, range)| (is_open(range), member_name(member)));
    ranges.into_iter().map(|(_, range)| range).collect()
}

/// For a test that orders the element alone and what is on the left alone: its side on the left, and whether the
/// element is no less than that.
fn bound(
    rule: &Rule,
    branches: &BTreeMap<EitherId, usize>,
    (test, comparison): (TestId, usize),
    element: ElementId,
) -> Option<(KeyPart, bool)> {
    let (_, op, _) = rule.tests[test.0].comparisons()[comparison];
    if !is_greater(op) && !matches!(op, BinOp::Lt(_) | BinOp::Le(_)) {
        return None;
    }
    let left = left_of(rule, branches, (test, comparison), element)?;
    Some((left, left.is_least(rule)))
}

fn is_greater(op: &BinOp) -> bool {
    matches!(op, BinOp::Gt(_) | BinOp::Ge(_))
}

/// The field that an operand is, and of which element.
pub(crate) fn field_of<'r>(
    rule: &'r Rule,
    operand: &'r Operand,
) -> Option<(ElementId, &'r Member)> {
    match &operand.kind {
        OperandKind::Place { element, member } => Some((*element, member)),
        OperandKind::Variable(variable) => match &rule.variables[variable.0].source {
            Source::Field { element, member } => Some((*element, member)),
            _ => None,
        },
        OperandKind::Expr(_) => None,
    }
}

/// Whether a bound runs no code of the user's: a value that is bound, a constant, or the sum or difference of such, which
/// is computed so that it does not overflow. What a `let` binds, or a `for`, is computed anew where it is read.
fn is_computed_freely(rule: &Rule, operand: &Operand) -> bool {
    let is_free = |variable: &VariableId| {
        matches!(rule.variables[variable.0].source, Source::Fact(_))
            || runs_no_code(rule, &OperandKind::Variable(*variable))
    };
    match &operand.kind {
        OperandKind::Expr(expr) => {
            (is_value(expr) || offset(expr).is_some() || is_end(expr))
                && operand.needs.variables.iter().all(is_free)
        }
        kind => runs_no_code(rule, kind),
    }
}

/// Whether an expression is an end of what lies within a distance, as a guard implies it.
fn is_end(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else {
        return false;
    };
    matches!(&*call.func, Expr::Path(path) if path.path.segments[0].ident == "__rt")
}

/// The sides of a sum or difference of values, and whether it is a sum.
pub(crate) fn offset(expr: &Expr) -> Option<(&Expr, bool, &Expr)> {
    match expr {
        Expr::Paren(paren) => offset(&paren.expr),
        Expr::Group(group) => offset(&group.expr),
        Expr::Binary(ExprBinary {
            left, op, right, ..
        }) if is_value(left) && is_value(right) => match op {
            BinOp::Add(_) => Some((left, true, right)),
            BinOp::Sub(_) => Some((left, false, right)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression is a literal, a name or a field of a name.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(field) => matches!(*field.base, Expr::Path(_)),
        Expr::Paren(paren) => is_value(&paren.expr),
        Expr::Group(group) => is_value(&group.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_value(&unary.expr),
        _ => false,
    }
}

/// For an equality between what is on the left alone and the element alone: its side on the left.
fn left_side(
    rule: &Rule,
    branches: &BTreeMap<EitherId, usize>,
    test: TestId,
    element: ElementId,
) -> Option<KeyPart> {
    let TestKind::Compare { op, .. } = &rule.tests[test.0].kind else {
        return None;
    };
    let is_equality = matches!(op, BinOp::Eq(_));
    is_equality.then(|| left_of(rule, branches, (test, 0), element))?
}

/// Of a comparison between what is on the left alone and the element alone: its side on the left.
fn left_of(
    rule: &Rule,
    branches: &BTreeMap<EitherId, usize>,
    (test, comparison): (TestId, usize),
    element: ElementId,
) -> Option<KeyPart> {
    let (left, _, right) = rule.tests[test.0].comparisons()[comparison];
    let elements = |operand: &Operand| {
        let mut elements = BTreeSet::new();
        if let OperandKind::Place { element, .. } = operand.kind {
            elements.insert(element);
        }
        if let OperandKind::Variable(variable) = operand.kind {
            add_variable(rule, variable, branches, &mut elements);
        }
        for &variable in &operand.needs.variables {
            add_variable(rule, variable, branches, &mut elements);
        }
        elements
    };
    let of_element = |set: &BTreeSet<ElementId>| set.len() == 1 && set.contains(&element);
    let of_left = |set: &BTreeSet<ElementId>| !set.is_empty() && !set.contains(&element);
    let (l, r) = (elements(left), elements(right));
    let part = |left_operand| KeyPart {
        test,
        comparison,
        left_operand,
    };
    if of_left(&l) && of_element(&r) {
        Some(part(true))
    } else if of_left(&r) && of_element(&l) {
        Some(part(false))
    } else {
        None
    }
}

/// Whether an operand is evaluated without running the user's code.
pub(super) fn runs_no_code(rule: &Rule, operand: &OperandKind) -> bool {
    match operand {
        OperandKind::Place { .. } => true,
        OperandKind::Variable(variable) => match &rule.variables[variable.0].source {
            Source::Field { .. } | Source::Accumulate(_) | Source::Parameter(_) => true,
            Source::Either { branches, .. } => branches
                .iter()
                .all(|&variable| runs_no_code(rule, &OperandKind::Variable(variable))),
            Source::Fact(_) | Source::Test(_) | Source::Key { .. } | Source::Each(_) => false,
        },
        OperandKind::Expr(_) => false,
    }
}
