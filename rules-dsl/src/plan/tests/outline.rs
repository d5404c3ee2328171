//! Plans as compact text: a line for each step, inner ones further to the right.

use std::path::Path;

use crate::diagnostic::Diagnostics;
use crate::hir::{Rule, TestId};
use crate::plan::{self, Nest, Plans, Scan, Step, StepKind};
use crate::{parse, resolve, source::Source};

/// The steps of a rule in the joined order.
pub(super) fn joined(when: &str) -> String {
    let (rule, plans) = planned(when);
    let mut outline = Outline::of(&rule);
    outline.nests(plans.joined(crate::hir::RuleId(0)), 0);
    outline.text
}

/// Those in the order as written.
pub(super) fn written(when: &str) -> String {
    let (rule, plans) = planned(when);
    let mut outline = Outline::of(&rule);
    let nest = plans.written(crate::hir::RuleId(0));
    outline.nests(nest.map_or(&[], std::slice::from_ref), 0);
    outline.text
}

fn planned(when: &str) -> (Rule, Plans) {
    let text = format!(
        "fact A {{ x: u32, y: u32 }} fact B {{ x: u32, y: u32 }} fact C {{ x: u32, y: u32 }}
        rule r {{ when {{ {when} }} then {{}} }}"
    );
    let source = Source::from_text(Path::new("test.rules"), text);
    let mut diagnostics = Diagnostics::default();
    let written = parse::parse(&source).0;
    let ruleset = resolve::resolve(&written, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    let plans = plan::plan(&ruleset);
    (ruleset.rules[0].clone(), plans)
}

struct Outline<'r> {
    rule: &'r Rule,
    text: String,
}

impl<'r> Outline<'r> {
    fn of(rule: &'r Rule) -> Self {
        let text = String::new();
        Outline { rule, text }
    }

    fn line(&mut self, depth: usize, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += &"  ".repeat(depth);
        self.text += line.trim_end();
    }

    fn nests(&mut self, nests: &[Nest], depth: usize) {
        for (number, nest) in nests.iter().enumerate() {
            if number > 0 {
                self.line(depth, "--");
            }
            self.steps(&nest.steps, depth);
        }
    }

    fn steps(&mut self, steps: &[Step], depth: usize) {
        for step in steps {
            self.step(step, depth);
        }
    }

    fn step(&mut self, step: &Step, depth: usize) {
        let head = |element: crate::hir::ElementId| {
            let text = &self.rule.elements[element.0].text;
            text.split([' ', '(']).next().unwrap_or_default().to_owned()
        };
        match &step.kind {
            StepKind::Scan(scan) => {
                let line = format!("scan {}{}", head(scan.element), self.of_scan(scan));
                self.line(depth, &line);
            }
            StepKind::Tests(tests) => self.line(depth, &format!("test {}", self.tests(tests))),
            StepKind::Each { tests, .. } => {
                self.line(depth, &format!("each {}", self.tests(tests)));
            }
            StepKind::Quantified(quantified) => {
                let fact = quantified.fact.as_ref();
                let counted = fact.map(|fact| format!(" counts{}", self.of_scan(fact)));
                let word = quantified.quantifier.word();
                self.line(depth, &format!("{word}{}", counted.unwrap_or_default()));
                self.nests(&quantified.inner, depth + 1);
            }
            StepKind::Accumulate { inner, tests, .. } => {
                self.line(depth, &format!("accumulate {}", self.tests(tests)));
                self.nests(inner, depth + 1);
            }
            StepKind::Branch { branch, .. } => self.line(depth, &format!("branch {branch}")),
            StepKind::Either(branches) => {
                self.line(depth, "either");
                for branch in branches {
                    self.steps(branch, depth + 1);
                }
            }
        }
    }

    fn of_scan(&self, scan: &Scan) -> String {
        let keys = scan.keys.right.iter().map(|part| part.test).collect();
        let parts: [(&str, Vec<TestId>); 3] = [
            ("own", scan.own_tests()),
            ("joins", scan.joins()),
            ("by", keys),
        ];
        let parts = parts.iter().filter(|(_, tests)| !tests.is_empty());
        let parts = parts.map(|(word, tests)| format!(" {word} {}", self.tests(tests)));
        parts.collect()
    }

    fn tests(&self, tests: &[TestId]) -> String {
        let written = tests
            .iter()
            .map(|test| format!("[{}]", self.rule.tests[test.0].text));
        written.collect::<Vec<_>>().join(" ")
    }
}
