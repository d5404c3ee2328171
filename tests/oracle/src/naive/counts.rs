//! Explanations: how many facts and partial matches reach and pass each condition, counted as the language says.
//!
//! A row stands for a condition, or for a branch of an `either`, each before those inside it. Tests on a fact alone
//! are put to the facts by themselves; what passes them is joined from left to right.

use super::Session;
use super::found::Binding;
use super::matching::{Matcher, Partial};
use super::memory::{Fact, FactId};
use crate::model::circle::Asked;
use crate::model::condition::{Test, bound};
use crate::model::table::Hit;
use crate::model::{Accumulate, Condition, Expression, Operator, Pattern, Relation};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is counted of a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The partial matches that reach it.
    pub reached: u64,
    /// The partial matches with it.
    pub passed: u64,
    /// Of a pattern: the facts of its type, and those that pass the tests on them alone.
    pub facts: Option<(u64, u64)>,
    /// How many passed and how many failed each test.
    pub tests: Vec<(u64, u64)>,
}

impl Session<'_> {
    /// What is counted of the conditions of the rule at that place of the ruleset.
    #[must_use]
    pub fn explain(&self, rule: usize) -> Vec<Row> {
        let when = &self.ruleset.rules[rule].when;
        let mut matcher = Matcher::new(self.ruleset, &self.memory, self.date);
        matcher.rule = rule;
        let mut counter = Counter {
            matcher,
            rows: Vec::new(),
            patterns: HashMap::new(),
            calls: HashMap::new(),
        };
        let start = Partial {
            bindings: Vec::new(),
            parts: Vec::new(),
        };
        let nothing = Scope {
            names: Vec::new(),
            constants: start.clone(),
        };
        counter.prepare(when, nothing);
        counter.all(start, when, 0);
        counter.count_answers();
        counter.rows
    }
}

struct Counter<'m, 'r> {
    matcher: Matcher<'m, 'r>,
    rows: Vec<Row>,
    /// What is known of the patterns, by their rows.
    patterns: HashMap<usize, Prepared<'r>>,
    /// What is asked at calls of recursive queries, by their rows.
    calls: HashMap<usize, Call>,
}

/// What a call of a recursive query asks.
#[derive(Clone, Default)]
struct Call {
    /// Whether what is asked is the same for every partial match; and what the answer is to be, where its name is bound.
    alone: Vec<bool>,
    /// The answers to each question.
    questions: BTreeMap<Vec<Value>, BTreeSet<Value>>,
    /// What each partial match asks, and what the answer is to be.
    askers: Vec<(Vec<Value>, Option<Value>)>,
}

/// A pattern after its facts were put to the tests on them alone.
#[derive(Clone)]
struct Prepared<'r> {
    /// The tests, and whether each is on the fact alone.
    tests: Vec<(Of<'r>, bool)>,
    suitable: Vec<FactId>,
}

/// A test of a pattern.
#[derive(Clone, Copy)]
enum Of<'r> {
    Field(&'r str, &'r Test),
    Relation(&'r Relation),
    Guard(&'r Expression),
}

/// What is bound before a condition.
#[derive(Clone)]
struct Scope<'r> {
    names: Vec<&'r str>,
    /// Of these, what is bound without any fact.
    constants: Partial<'r>,
}

impl<'r> Counter<'_, 'r> {
    /// Makes the rows, and puts facts to the tests on them alone.
    fn prepare(&mut self, conditions: &'r [Condition], mut scope: Scope<'r>) {
        for condition in conditions {
            let row = self.rows.len();
            self.rows.push(Row::default());
            match condition {
                Condition::Pattern(pattern) => self.prepare_pattern(row, pattern, &scope),
                Condition::Not(block) | Condition::Exists(block) if asks(block).is_some() => {
                    let asked = asks(block).expect("it is one call");
                    self.prepare_asked(row + 1, asked, &scope);
                }
                Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                    self.prepare(block, scope.clone());
                }
                Condition::Forall(left, right) => {
                    self.prepare(left, scope.clone());
                    let mut inside = scope.clone();
                    inside.names.extend(bound(left));
                    self.rows.push(Row::default());
                    self.prepare(right, inside);
                }
                Condition::Either(branches) => {
                    for branch in branches {
                        self.rows.push(Row::default());
                        self.prepare(branch, scope.clone());
                    }
                }
                Condition::Accumulate(accumulate) => {
                    self.prepare(&accumulate.block, scope.clone());
                    let guard = conjuncts(accumulate.guard.as_ref());
                    self.rows[row].tests = vec![(0, 0); guard.len()];
                }
                Condition::If(test) => {
                    let tests = conjuncts(Some(test)).len();
                    self.rows.resize(row + tests, Row::default());
                    for row in &mut self.rows[row..] {
                        row.tests = vec![(0, 0)];
                    }
                }
                Condition::IfLet { .. } => self.rows[row].tests = vec![(0, 0)],
                Condition::Let(name, value) => {
                    let constants = &mut scope.constants;
                    let mut names = variables(value).into_iter();
                    if names.all(|name| constants.bound(name).is_some()) {
                        let value = self.matcher.value(constants, value);
                        constants.bind(name, Binding::Value(value));
                    }
                }
                Condition::LookUp(look_up) if look_up.table.optional => {
                    self.rows[row].tests = vec![(0, 0)];
                }
                Condition::LookUp(look_up) if look_up.table.hit != Hit::Collect => {
                    let constants = &mut scope.constants;
                    let asked = look_up.asked();
                    let mut names = asked.iter().flat_map(variables);
                    if names.all(|name| constants.bound(name).is_some()) {
                        let (_, answer) = self.matcher.answers(constants, look_up)[0];
                        constants.bind(&look_up.name, Binding::Value(answer));
                    }
                }
                Condition::Asked(asked) => {
                    let row = row + usize::from(asked.name.is_none());
                    self.prepare_asked(row, asked, &scope);
                }
                Condition::LookUp(_)
                | Condition::Again(_)
                | Condition::Due(_)
                | Condition::For(..)
                | Condition::Kept(..) => {}
            }
            scope.names.extend(condition.bound());
        }
    }

    /// The answers have this row. A question without results has one before it, unless a `not` or an `exists` is of
    /// nothing else.
    fn prepare_asked(&mut self, row: usize, asked: &Asked, scope: &Scope<'r>) {
        self.rows.resize(row + 1, Row::default());
        let mut names = asked.arguments.iter().flat_map(variables);
        let is_constant = |name: &str| scope.constants.bound(name).is_some();
        let mut alone = vec![names.all(is_constant)];
        let known = asked.name.as_deref();
        let known = known.filter(|name| scope.names.contains(name));
        alone.extend(known.map(is_constant));
        self.rows[row].tests = vec![(0, 0); alone.len()];
        let call = Call {
            alone,
            ..Call::default()
        };
        self.calls.insert(row, call);
    }

    fn ask(&mut self, start: &Partial<'r>, asked: &'r Asked, row: usize) -> Vec<Partial<'r>> {
        let question = self.matcher.question(start, asked);
        let answers = self.matcher.answered(start, asked);
        let of_answers = row + usize::from(!self.calls.contains_key(&row));
        if of_answers > row {
            self.rows[of_answers].reached += 1;
            self.rows[of_answers].passed += answers.len() as u64;
        }
        let name = asked.name.as_deref();
        let known = name.and_then(|name| match start.bound(name) {
            Some(Binding::Value(value)) => Some(*value),
            _ => None,
        });
        let call = self.calls.get_mut(&of_answers).expect("it is prepared");
        call.questions.insert(question.clone(), answers);
        call.askers.push((question, known));
        self.matcher.ask(start, asked)
    }

    /// Counts which answers are those that partial matches ask for.
    fn count_answers(&mut self) {
        for (row, call) in &self.calls {
            let counts = &mut self.rows[*row].tests;
            let answers = call.questions.iter();
            let answers = answers
                .flat_map(|(question, answers)| answers.iter().map(move |of| (question, of)));
            // Whether an answer passes the tests that are alone, or the others, up to the first that it fails.
            let mut pass = |alone: bool, (question, answer): (&Vec<Value>, &Value), asker| {
                let (asked, known): &(Vec<Value>, Option<Value>) = asker;
                let tests = [asked == question, known.is_none_or(|of| of == *answer)];
                let tests = tests.into_iter().zip(&call.alone).zip(counts.iter_mut());
                let mut tests = tests.filter(|((_, of), _)| **of == alone);
                tests.all(|((passes, _), count)| {
                    add(count, passes);
                    passes
                })
            };
            let Some(any) = call.askers.first() else {
                continue;
            };
            let suitable: Vec<_> = answers.filter(|of| pass(true, *of, any)).collect();
            for asker in &call.askers {
                for of in &suitable {
                    pass(false, *of, asker);
                }
            }
        }
    }

    fn prepare_pattern(&mut self, row: usize, pattern: &'r Pattern, scope: &Scope<'r>) {
        let tests = tests(pattern, scope);
        let mut counts = vec![(0, 0); tests.len()];
        let facts: Vec<&Fact<'r>> = self.matcher.memory.of(&pattern.fact).collect();
        let all = facts.len() as u64;
        let mut suitable = Vec::new();
        'facts: for fact in facts {
            let partial = bound_by(pattern, fact, &scope.constants);
            for (&(test, alone), count) in tests.iter().zip(&mut counts) {
                if alone && !self.test(test, fact, &partial, count) {
                    continue 'facts;
                }
            }
            suitable.push(fact.id);
        }
        self.rows[row].facts = Some((all, suitable.len() as u64));
        self.rows[row].tests = counts;
        self.patterns.insert(row, Prepared { tests, suitable });
    }

    /// Counts a test; whether the fact passes it.
    fn test(
        &self,
        test: Of<'r>,
        fact: &Fact<'r>,
        partial: &Partial<'r>,
        count: &mut (u64, u64),
    ) -> bool {
        let value = |expression| self.matcher.value(partial, expression);
        let passes = match test {
            Of::Guard(guard) => value(guard).truth(),
            Of::Relation(relation) => self.matcher.stands(partial, fact, relation),
            Of::Field(field, test) => {
                let found = fact.get(field);
                match test {
                    Test::Any => true,
                    Test::Variable(name) => matches!(
                        partial.bound(name),
                        Some(Binding::Value(bound)) if found.equals(*bound)
                    ),
                    Test::Constant(constant) => found.equals(*constant),
                    Test::OneOf(constants) => constants.iter().any(|one| found.equals(*one)),
                    Test::Range(low, high) => (*low..=*high).contains(&found.int()),
                    Test::Compare(operator, with) => operator.apply(found, value(with)).truth(),
                }
            }
        };
        add(count, passes);
        passes
    }

    /// What a partial match becomes by conditions, the first of which has this row.
    fn all(
        &mut self,
        start: Partial<'r>,
        conditions: &'r [Condition],
        mut row: usize,
    ) -> Vec<Partial<'r>> {
        let mut partials = vec![start];
        for condition in conditions {
            let mut next = Vec::new();
            for partial in &partials {
                next.extend(self.one(partial, condition, row));
            }
            partials = next;
            row += rows(condition);
        }
        partials
    }

    fn one(
        &mut self,
        start: &Partial<'r>,
        condition: &'r Condition,
        row: usize,
    ) -> Vec<Partial<'r>> {
        if let Condition::If(test) = condition {
            let tests = (row..).zip(conjuncts(Some(test)));
            let holds = tests.into_iter().all(|(row, test)| {
                let holds = self.matcher.value(start, test).truth();
                self.rows[row].reached += 1;
                self.count_result(row, 0, holds);
                self.rows[row].passed += u64::from(holds);
                holds
            });
            return holds.then(|| start.clone()).into_iter().collect();
        }
        self.rows[row].reached += 1;
        let next = match condition {
            Condition::Pattern(pattern) => self.join(start, pattern, row),
            Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                let found = self.all(start.clone(), block, row + 1).len();
                let holds = match condition {
                    Condition::Not(_) => found == 0,
                    Condition::Exists(_) => found > 0,
                    _ => found == 1,
                };
                holds.then(|| start.clone()).into_iter().collect()
            }
            Condition::Forall(left, right) => {
                let without = row + 1 + left.iter().map(rows).sum::<usize>();
                let mut holds = true;
                for found in self.all(start.clone(), left, row + 1) {
                    self.rows[without].reached += 1;
                    let lacks = self.all(found, right, without + 1).is_empty();
                    self.rows[without].passed += u64::from(lacks);
                    holds &= !lacks;
                }
                holds.then(|| start.clone()).into_iter().collect()
            }
            Condition::Either(branches) => {
                let mut of_branch = row + 1;
                for branch in branches {
                    self.rows[of_branch].reached += 1;
                    let found = self.all(start.clone(), branch, of_branch + 1).len();
                    self.rows[of_branch].passed += found as u64;
                    of_branch += 1 + branch.iter().map(rows).sum::<usize>();
                }
                self.matcher.one(start, condition)
            }
            Condition::Accumulate(accumulate) => {
                self.all(start.clone(), &accumulate.block, row + 1);
                self.results(start, accumulate, row)
            }
            Condition::LookUp(look_up) if look_up.table.optional => {
                let next = self.matcher.one(start, condition);
                self.count_result(row, 0, !next.is_empty());
                next
            }
            Condition::IfLet { .. } => {
                let next = self.matcher.one(start, condition);
                self.count_result(row, 0, !next.is_empty());
                next
            }
            Condition::Asked(asked) => self.ask(start, asked, row),
            _ => self.matcher.one(start, condition),
        };
        self.rows[row].passed += next.len() as u64;
        next
    }

    fn join(&mut self, start: &Partial<'r>, pattern: &'r Pattern, row: usize) -> Vec<Partial<'r>> {
        let Prepared { tests, suitable } = self.patterns[&row].clone();
        let mut next = Vec::new();
        'facts: for id in suitable {
            let fact = self.matcher.memory.get(id).expect("it is there");
            let partial = bound_by(pattern, fact, start);
            for (number, &(test, alone)) in tests.iter().enumerate() {
                if !alone {
                    let mut count = self.rows[row].tests[number];
                    let passes = self.test(test, fact, &partial, &mut count);
                    self.rows[row].tests[number] = count;
                    if !passes {
                        continue 'facts;
                    }
                }
            }
            let found = self.matcher.pattern(start, pattern, fact);
            next.push(found.expect("it passes each test"));
        }
        next
    }

    /// The results of an accumulate that pass its guard.
    fn results(
        &mut self,
        start: &Partial<'r>,
        accumulate: &'r Accumulate,
        row: usize,
    ) -> Vec<Partial<'r>> {
        let mut results = self.matcher.results(start, start, accumulate);
        results.retain(|partial| {
            let guard = conjuncts(accumulate.guard.as_ref());
            guard.into_iter().enumerate().all(|(number, test)| {
                let holds = self.matcher.value(partial, test).truth();
                self.count_result(row, number, holds);
                holds
            })
        });
        results
    }

    fn count_result(&mut self, row: usize, test: usize, holds: bool) {
        add(&mut self.rows[row].tests[test], holds);
    }
}

/// Counts one more that passed, or failed.
fn add((passed, failed): &mut (u64, u64), holds: bool) {
    *(if holds { passed } else { failed }) += 1;
}

/// The call of a query without results, where conditions are nothing else.
fn asks(block: &[Condition]) -> Option<&Asked> {
    match block {
        [Condition::Asked(asked)] if asked.name.is_none() => Some(asked),
        _ => None,
    }
}

/// How many rows a condition has, those inside it counted.
fn rows(condition: &Condition) -> usize {
    let all = |conditions: &[Condition]| conditions.iter().map(rows).sum::<usize>();
    match condition {
        Condition::Not(block) | Condition::Exists(block) if asks(block).is_some() => 2,
        Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
            1 + all(block)
        }
        Condition::Forall(left, right) => 2 + all(left) + all(right),
        Condition::Either(branches) => {
            1 + branches.iter().map(|branch| 1 + all(branch)).sum::<usize>()
        }
        Condition::Accumulate(accumulate) => 1 + all(&accumulate.block),
        Condition::If(test) => conjuncts(Some(test)).len(),
        Condition::Asked(asked) => 1 + usize::from(asked.name.is_none()),
        _ => 1,
    }
}

/// The tests of a pattern, and whether each is on the fact alone. The first use of a variable is none.
fn tests<'r>(pattern: &'r Pattern, scope: &Scope<'r>) -> Vec<(Of<'r>, bool)> {
    let mut own: Vec<&str> = pattern.name.as_deref().into_iter().collect();
    let mut tests = Vec::new();
    for (field, test) in &pattern.fields {
        let needs = match test {
            Test::Any => continue,
            Test::Variable(name) if own.contains(&name.as_str()) => Vec::new(),
            Test::Variable(name) if !scope.names.contains(&name.as_str()) => {
                own.push(name);
                continue;
            }
            Test::Variable(name) => vec![name.as_str()],
            Test::Constant(_) | Test::OneOf(_) | Test::Range(..) => Vec::new(),
            Test::Compare(_, with) => variables(with),
        };
        tests.push((Of::Field(field, test), needs));
    }
    for relation in &pattern.relations {
        tests.push((Of::Relation(relation), vec![relation.event.as_str()]));
    }
    for test in conjuncts(pattern.guard.as_ref()) {
        tests.push((Of::Guard(test), variables(test)));
    }
    let is_alone = |needs: Vec<&str>| {
        let mut needs = needs.into_iter();
        needs.all(|name| own.contains(&name) || scope.constants.bound(name).is_some())
    };
    let tests = tests.into_iter();
    tests.map(|(test, needs)| (test, is_alone(needs))).collect()
}

/// A partial match with what a pattern binds of a fact.
fn bound_by<'r>(pattern: &'r Pattern, fact: &Fact<'r>, start: &Partial<'r>) -> Partial<'r> {
    let mut partial = start.clone();
    if let Some(name) = &pattern.name {
        partial.bind(name, Binding::Fact(fact.id));
    }
    for (field, test) in &pattern.fields {
        if let Test::Variable(name) = test
            && partial.bound(name).is_none()
        {
            partial.bind(name, Binding::Value(fact.get(field)));
        }
    }
    partial
}

/// The operands of `&&`, from left to right.
fn conjuncts(test: Option<&Expression>) -> Vec<&Expression> {
    match test {
        None => Vec::new(),
        Some(Expression::Binary(Operator::And, left, right)) => {
            let mut all = conjuncts(Some(left));
            all.extend(conjuncts(Some(right)));
            all
        }
        Some(test) => vec![test],
    }
}

/// The variables that an expression names.
fn variables(expression: &Expression) -> Vec<&str> {
    match expression {
        Expression::Constant(_) => Vec::new(),
        Expression::Variable(name)
        | Expression::Shown(name)
        | Expression::Field(name, _)
        | Expression::Total(name)
        | Expression::Length(name)
        | Expression::Vacant(name)
        | Expression::Sum(name, _) => vec![name],
        Expression::Distinct(left, right) => vec![left, right],
        Expression::AsInt(inner)
        | Expression::Owned(inner)
        | Expression::Not(inner)
        | Expression::Wrap(inner) => variables(inner),
        Expression::Binary(_, left, right) => {
            let mut all = variables(left);
            all.extend(variables(right));
            all
        }
    }
}
