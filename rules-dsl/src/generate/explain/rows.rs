//! The conditions of a rule as rows: which counters each has.

use proc_macro2::Span;

use crate::hir::{ElementId, Function, Rule, TestId};
use crate::plan::{Nest, Scan, Step, StepId, StepKind};

/// A row of an explanation: a step of the plan, which is a condition or a branch of one.
pub(super) struct Row {
    pub(super) text: String,
    /// How many conditions it stands in.
    pub(super) depth: usize,
    /// The element of a pattern.
    pub(super) fact: Option<ElementId>,
    /// Its tests, left to right.
    pub(super) tests: Vec<RowTest>,
    /// The number of its first counter: those of the partial matches that reach it and that pass it, and of
    /// the facts, then one for each test.
    pub(super) base: usize,
    /// Where it is written; of one that stands for what is in it, where that begins.
    pub(super) span: Option<Span>,
    /// Whether there may be partial matches that reach it and do not pass.
    pub(super) may_fail: bool,
}

/// A test of a row.
#[derive(Clone, Copy)]
pub(super) struct RowTest {
    pub(super) test: TestId,
    pub(super) counted: Counted,
    /// The number of the counter of what fails it.
    pub(super) failed: usize,
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

    /// The tests on facts alone, or the others.
    pub(super) fn tests(&self, alone: bool) -> Vec<RowTest> {
        let tests = self.tests.iter();
        let tests = tests.filter(|test| (test.counted == Counted::Facts) == alone);
        tests.copied().collect()
    }
}

/// The rows of a rule, by the numbers of the steps of its plan as written.
pub(super) struct Rows<'r> {
    rule: &'r Rule,
    all: Vec<Row>,
    counters: usize,
}

impl<'r> Rows<'r> {
    pub(super) fn of(rule: &'r Rule, plan: &Nest) -> Self {
        let mut rows = Rows {
            rule,
            all: Vec::new(),
            counters: 0,
        };
        rows.add_steps(&plan.steps, 0);
        let mut inside = None;
        for row in rows.all.iter_mut().rev() {
            row.span = row.span.or(inside);
            inside = row.span;
        }
        rows
    }

    /// All, from the top.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Row> {
        self.all.iter()
    }

    /// That of a step.
    pub(super) fn row(&self, step: StepId) -> &Row {
        &self.all[step.0]
    }

    fn add_steps(&mut self, steps: &[Step], depth: usize) {
        for step in steps {
            debug_assert_eq!(step.id.0, self.all.len(), "steps are numbered from the top");
            self.add_step(step, depth);
        }
    }

    fn add_step(&mut self, step: &Step, depth: usize) {
        let rule = self.rule;
        let written = |element: ElementId| {
            let element = &rule.elements[element.0];
            (element.text.clone(), Some(element.span.start))
        };
        match &step.kind {
            StepKind::Scan(scan) => {
                let element = scan.element;
                self.push(written(element), depth, Some(element), counted(scan));
                self.may_fail();
            }
            StepKind::Tests(tests) => {
                let written = tests.iter().map(|id| {
                    let test = &rule.tests[id.0];
                    if test.is_let() || test.text.starts_with("if ") {
                        test.text.clone()
                    } else {
                        format!("if {}", test.text)
                    }
                });
                let text = written.collect::<Vec<_>>().join("; ");
                let span = tests.first().map(|id| rule.tests[id.0].span.start);
                let counted = tests.iter().map(|&test| (test, Counted::Matches));
                self.push((text, span), depth, None, counted.collect());
            }
            StepKind::Each { element, .. } => {
                self.push(written(*element), depth, None, Vec::new());
                self.may_fail();
            }
            StepKind::Quantified(quantified) => {
                self.push((quantified.text.clone(), None), depth, None, Vec::new());
                self.may_fail();
                self.add_nests(&quantified.inner, depth + 1);
            }
            StepKind::Accumulate {
                accumulate,
                element,
                inner,
                tests,
            } => {
                let counted = tests.iter().map(|&test| (test, Counted::Results));
                self.push(written(*element), depth, None, counted.collect());
                let accumulate = &rule.accumulates[accumulate.0];
                if !accumulate.by.is_empty() || fails_of_nothing(&accumulate.function) {
                    self.may_fail();
                }
                self.add_nests(inner, depth + 1);
            }
            StepKind::Either(branches) => {
                self.push(("either".to_owned(), None), depth, None, Vec::new());
                self.may_fail();
                for branch in branches {
                    if let Some((begun, steps)) = branch.split_first() {
                        self.add_step(begun, depth + 1);
                        self.add_steps(steps, depth + 2);
                    }
                }
            }
            StepKind::Branch { branch, .. } => {
                let text = format!("branch {}", branch + 1);
                self.push((text, None), depth, None, Vec::new());
                self.may_fail();
            }
        }
    }

    /// Says of the last row that it may fail.
    fn may_fail(&mut self) {
        if let Some(row) = self.all.last_mut() {
            row.may_fail = true;
        }
    }

    fn add_nests(&mut self, nests: &[Nest], depth: usize) {
        for nest in nests {
            self.add_steps(&nest.steps, depth);
        }
    }

    /// Adds a row, which may fail if it has tests; a `let` is no test.
    fn push(
        &mut self,
        (text, span): (String, Option<Span>),
        depth: usize,
        fact: Option<ElementId>,
        tests: Vec<(TestId, Counted)>,
    ) {
        let base = self.counters;
        self.counters += 3;
        let mut row = Row {
            text,
            depth,
            fact,
            tests: Vec::new(),
            base,
            span,
            may_fail: false,
        };
        for (test, counted) in tests {
            if self.rule.tests[test.0].is_let() {
                continue;
            }
            row.tests.push(RowTest {
                test,
                counted,
                failed: self.counters,
            });
            self.counters += 1;
        }
        row.may_fail = !row.tests.is_empty();
        self.all.push(row);
    }
}

/// Whether an accumulate of no member has no result.
fn fails_of_nothing(function: &Function) -> bool {
    match function {
        Function::Min(_)
        | Function::Max(_)
        | Function::MinBy(..)
        | Function::MaxBy(..)
        | Function::Avg(_) => true,
        Function::Count | Function::Collect(_) | Function::Sum(_) | Function::User(..) => false,
    }
}

/// Which tests of a pattern are made on facts alone.
fn counted(scan: &Scan) -> Vec<(TestId, Counted)> {
    let counted = scan.tests.iter().map(|test| {
        let is_own = scan.own.contains(test);
        (
            *test,
            if is_own {
                Counted::Facts
            } else {
                Counted::Pairs
            },
        )
    });
    counted.collect()
}
