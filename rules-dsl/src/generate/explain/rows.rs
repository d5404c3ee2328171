//! The conditions of a rule as rows: which counters each has, and what stands inside it.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::needed;
use crate::hir::{Accumulate, Condition, ElementId, Rule, Source, TestId, TestKind, VariableId};

/// A row of an explanation: a condition, or a branch of one.
pub(super) struct Row {
    pub(super) text: String,
    /// How many conditions it stands in.
    pub(super) depth: usize,
    /// The element of a pattern.
    pub(super) fact: Option<ElementId>,
    /// Its tests, left to right.
    pub(super) tests: Vec<RowTest>,
    /// The number of its first counter: those of the partial matches that reach it and that pass it, of
    /// the facts and of the suitable ones, then two for each test.
    pub(super) base: usize,
}

/// A test of a row.
#[derive(Clone, Copy)]
pub(super) struct RowTest {
    pub(super) test: TestId,
    pub(super) counted: Counted,
    /// The number of the counter of what passes; that of what fails comes after it.
    pub(super) base: usize,
}

/// What a test is made on: as in the runtime.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    Facts,
    Pairs,
    Results,
    Matches,
}

impl Row {
    pub(super) fn reached(&self) -> usize {
        self.base
    }

    pub(super) fn passed(&self) -> usize {
        self.base + 1
    }

    pub(super) fn facts(&self) -> usize {
        self.base + 2
    }

    pub(super) fn suitable(&self) -> usize {
        self.base + 3
    }

    /// The tests on facts alone, or the others.
    pub(super) fn tests(&self, alone: bool) -> Vec<RowTest> {
        let tests = self.tests.iter();
        let tests = tests.filter(|test| (test.counted == Counted::Facts) == alone);
        tests.copied().collect()
    }
}

/// A condition with its row and what stands inside it.
pub(super) struct Item<'a> {
    pub(super) condition: &'a Condition,
    pub(super) row: usize,
    pub(super) inner: Vec<Inner<'a>>,
}

/// A list of conditions inside another: a branch with a row of its own, or all there is.
pub(super) struct Inner<'a> {
    pub(super) row: Option<usize>,
    pub(super) items: Vec<Item<'a>>,
}

/// Makes the rows of a rule.
pub(super) struct Rows<'a> {
    rule: &'a Rule,
    all: Vec<Row>,
    counters: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn of(rule: &'a Rule) -> (Vec<Row>, Vec<Item<'a>>) {
        let mut rows = Rows {
            rule,
            all: Vec::new(),
            counters: 0,
        };
        let items = rows.items(&rule.conditions, 0);
        (rows.all, items)
    }

    fn items(&mut self, conditions: &'a [Condition], depth: usize) -> Vec<Item<'a>> {
        let items = conditions.iter();
        items.map(|condition| self.item(condition, depth)).collect()
    }

    fn item(&mut self, condition: &'a Condition, depth: usize) -> Item<'a> {
        let rule = self.rule;
        let written = |element: &ElementId| rule.elements[element.0].text.clone();
        let (row, inner) = match condition {
            Condition::Fact { element, tests } => {
                let tests = self.of_pattern(*element, tests);
                let row = self.push(written(element), depth, Some(*element), tests);
                (row, Vec::new())
            }
            Condition::Test(id) => {
                let source = &rule.tests[id.0].text;
                let text = if rule.tests[id.0].is_let() {
                    source.clone()
                } else {
                    format!("if {source}")
                };
                let counted = vec![(*id, Counted::Matches)];
                (self.push(text, depth, None, counted), Vec::new())
            }
            Condition::Quantified {
                conditions, text, ..
            } => {
                let row = self.push(text.clone(), depth, None, Vec::new());
                (row, vec![self.all(conditions, depth + 1)])
            }
            Condition::Either { branches, .. } => {
                let row = self.push("either".to_owned(), depth, None, Vec::new());
                let mut inner = Vec::new();
                for (number, branch) in branches.iter().enumerate() {
                    let text = format!("branch {}", number + 1);
                    let row = Some(self.push(text, depth + 1, None, Vec::new()));
                    let items = self.items(branch, depth + 2);
                    inner.push(Inner { row, items });
                }
                (row, inner)
            }
            Condition::Accumulate(id) => {
                let Accumulate {
                    element,
                    source,
                    tests,
                    ..
                } = &rule.accumulates[id.0];
                let tests = tests.iter().map(|&test| (test, Counted::Results));
                let row = self.push(written(element), depth, None, tests.collect());
                (row, vec![self.all(source, depth + 1)])
            }
            Condition::Each(id) => {
                let row = self.push(written(&rule.eaches[id.0].element), depth, None, Vec::new());
                (row, Vec::new())
            }
        };
        Item {
            condition,
            row,
            inner,
        }
    }

    fn all(&mut self, conditions: &'a [Condition], depth: usize) -> Inner<'a> {
        Inner {
            row: None,
            items: self.items(conditions, depth),
        }
    }

    /// Which tests of a pattern are made on facts alone.
    fn of_pattern(&self, element: ElementId, tests: &[TestId]) -> Vec<(TestId, Counted)> {
        let alone = BTreeSet::from([element]);
        let counted = |&test: &TestId| {
            let needs = needed(self.rule, test, &BTreeMap::new());
            let variables = &self.rule.tests[test.0].needs.variables;
            if needs.is_subset(&alone) && !rest_on_conditions(self.rule, variables, tests) {
                (test, Counted::Facts)
            } else {
                (test, Counted::Pairs)
            }
        };
        tests.iter().map(counted).collect()
    }

    /// Adds a row; a `let` is no test.
    fn push(
        &mut self,
        text: String,
        depth: usize,
        fact: Option<ElementId>,
        tests: Vec<(TestId, Counted)>,
    ) -> usize {
        let base = self.counters;
        self.counters += 4;
        let mut row = Row {
            text,
            depth,
            fact,
            tests: Vec::new(),
            base,
        };
        for (test, counted) in tests {
            if self.rule.tests[test.0].is_let() {
                continue;
            }
            row.tests.push(RowTest {
                test,
                counted,
                base: self.counters,
            });
            self.counters += 2;
        }
        self.all.push(row);
        self.all.len() - 1
    }
}

/// Whether variables have no value before other conditions than a pattern, with these tests, hold: an `if let`, a
/// branch.
fn rest_on_conditions(rule: &Rule, variables: &BTreeSet<VariableId>, own: &[TestId]) -> bool {
    let mut variables = variables.iter();
    variables.any(|variable| match &rule.variables[variable.0].source {
        Source::Test(test) => {
            let binding = &rule.tests[test.0];
            let is_test = matches!(binding.kind, TestKind::Let { .. }) && !binding.is_let();
            is_test && !own.contains(test)
                || rest_on_conditions(rule, &binding.needs.variables, own)
        }
        Source::Either { .. } => true,
        _ => false,
    })
}
