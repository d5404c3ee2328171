//! Plans the search for the matches of a nest from the fact of one of its patterns.
//!
//! The other patterns follow in an order in which each can be looked up by what is bound before it, or is of a type of which
//! there is one fact at the most, as far as there is one, else as written. Of those that can be looked up next the one comes
//! first of which there is one fact at the most for what is bound; then that of which an earlier run has counted that it
//! leaves the least to do, else one that is looked up by a key before one within a range, and the one that is written
//! first. A fact of which there is one at the most is looked up among all of its type, and the pattern's own tests are made
//! then: so the patterns of many rules, which differ in a constant, ask one index. Each test is made as soon as what it needs
//! is bound; one that runs the user's code not before the tests to its left on the same elements, which may guard it.
//!
//! Where what is bound leads to two patterns that others join in a circle, the search may begin with either, and the loops
//! are planned for both: the one with fewer facts goes first. So of a triangle's edges that go on from a hub none is looked
//! at where few come to its other end, and the work stays within what the largest answer would take. (Ngo, Porat, Ré and
//! Rudra, *Worst-case optimal join algorithms*, 2012, of which this is the case of one step.)
//!
//! A `not`, an `exists` or a `unique` over one pattern is asked as soon as the facts are bound to which that pattern is
//! joined: its *outer* facts. From a fact that it counts a search begins, too: first for outer facts that go with it,
//! then from these for whole matches.

use std::collections::BTreeSet;

use syn::Member;

use crate::analysis::changes::Changes;
use crate::analysis::touched::needed;
use crate::hir::{ElementId, Identity, KeyField, Rule, Ruleset, TestId};
use crate::profile::{LookUp, PlannedSearch, RuleProfile};

use super::keys::{Keys, Range, field_of};
use super::placement::is_plain;
use super::{Nest, Quantified, Scan, Step, StepId, StepKind};

/// A search from the fact of one pattern of a nest.
#[derive(Debug, Clone)]
pub(crate) struct Seeded {
    /// The place of the pattern among those of the nest.
    pub place: usize,
    /// The loops over the facts of the others. The number of such a step is the place of its pattern; those of counted
    /// patterns follow.
    pub nest: Nest,
    /// The loops that begin with another pattern, where others join that one to the first in a circle.
    pub other: Option<Nest>,
    /// Whether a run that counts what its loops go over tells which order of them would take less.
    pub counts: bool,
}

/// How a counted pattern of a nest is asked, and how what it decides is found from a fact that it counts.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    /// The condition.
    pub quantified: Quantified,
    /// The places of the patterns to which it is joined: those of its outer facts.
    pub outer: Vec<usize>,
    /// From its outer facts, the loop over the facts that it counts.
    pub facts: Nest,
    /// From a fact that it counts, the loops over outer facts.
    pub back: Nest,
    /// From outer facts, the loops over the others of a match; all other counted patterns are asked.
    pub rest: Nest,
}

/// How the matches of a nest are found from any one fact.
#[derive(Debug)]
pub(crate) struct Searches {
    /// From the fact of each pattern.
    pub seeds: Vec<Seeded>,
    /// For each counted pattern.
    pub counted: Vec<Counted>,
}

/// How few facts a loop goes over, as far as that can be guessed: the fewest first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// Those of a key, or the only one.
    Key,
    /// Those between two bounds.
    Between,
    /// Those beyond one.
    Beyond,
}

/// What a nest is made of, where it is made of patterns and counted patterns alone.
#[derive(Debug, Clone)]
pub(crate) struct Patterns<'a> {
    /// The patterns.
    pub scans: Vec<&'a Scan>,
    /// The counted patterns: each condition with its pattern.
    pub counted: Vec<(&'a Quantified, &'a Scan)>,
}

impl<'a> Patterns<'a> {
    /// The patterns of some steps, if there is nothing else.
    #[must_use]
    pub(crate) fn of(steps: &[&'a Step]) -> Option<Self> {
        let (mut scans, mut counted) = (Vec::new(), Vec::new());
        for step in steps {
            match &step.kind {
                StepKind::Scan(scan) => scans.push(scan),
                StepKind::Quantified(quantified) => {
                    counted.push((quantified, quantified.fact.as_ref()?));
                }
                StepKind::Branch { .. } => {}
                StepKind::Tests(_)
                | StepKind::Each { .. }
                | StepKind::Accumulate { .. }
                | StepKind::Either(_) => return None,
            }
        }
        Some(Patterns { scans, counted })
    }
}

impl Seeded {
    /// The loop with which it begins, with the number of its step, where there is but one way to begin.
    #[must_use]
    pub(crate) fn first_scan(&self) -> Option<(usize, &Scan)> {
        self.nest.first_scan().filter(|_| self.other.is_none())
    }

    /// The same loop, to be changed.
    pub(crate) fn first_scan_mut(&mut self) -> Option<&mut Scan> {
        if self.other.is_some() {
            return None;
        }
        match &mut self.nest.steps.first_mut()?.kind {
            StepKind::Scan(scan) => Some(scan),
            _ => None,
        }
    }

    /// What it goes over, as it is written.
    pub(crate) fn planned(&self, rule: &Rule, patterns: &Patterns<'_>) -> PlannedSearch {
        let from = patterns.scans[self.place].element;
        let loops = self.nest.scans().map(|(_, scan)| scan.look_up(rule));
        PlannedSearch {
            from: rule.elements[from.0].text.clone(),
            look_ups: loops.collect(),
        }
    }

    /// In how many ways it can go.
    #[must_use]
    pub(crate) fn ways(&self) -> usize {
        1 + usize::from(self.other.is_some())
    }

    /// The patterns bound before each loop that goes over all facts of its pattern, with the place of that.
    pub(crate) fn far_scans(&self, ruleset: &Ruleset, rule: &Rule) -> Vec<(Vec<usize>, usize)> {
        let mut bound = vec![self.place];
        let scans = self.nest.scans().filter_map(move |(place, scan)| {
            let far = (!scan.is_near(ruleset, rule)).then(|| (bound.clone(), place));
            bound.push(place);
            far
        });
        scans.collect()
    }
}

impl Counted {
    /// The pattern.
    ///
    /// # Panics
    ///
    /// Never: only conditions over one pattern are planned so.
    #[must_use]
    pub(crate) fn fact(&self) -> &Scan {
        let fact = self.quantified.fact.as_ref();
        fact.expect("it counts the facts of one pattern")
    }

    /// Whether the pattern is joined to other patterns, and no loop goes over all facts of a pattern: those that it counts
    /// are found by a key.
    #[must_use]
    pub(crate) fn is_looked_up(&self, ruleset: &Ruleset, rule: &Rule) -> bool {
        let mut scans = [&self.back, &self.rest].into_iter().flat_map(Nest::scans);
        !self.outer.is_empty()
            && self.fact().is_told(ruleset, rule)
            && scans.all(|(_, scan)| scan.is_near(ruleset, rule))
    }
}

impl Scan {
    /// Whether a loop does not go over all facts of its pattern: it looks them up by a key or within a range, or there is
    /// one at the most.
    fn is_near(&self, ruleset: &Ruleset, rule: &Rule) -> bool {
        self.is_told(ruleset, rule) || !self.keys.ranges.is_empty()
    }

    /// How few facts a loop that is near goes over, as far as that can be guessed.
    fn nearness(&self, ruleset: &Ruleset, rule: &Rule) -> Nearness {
        let is_closed = |range: &Range| !(range.least.is_empty() || range.greatest.is_empty());
        if self.is_told(ruleset, rule) {
            Nearness::Key
        } else if self.keys.ranges.iter().any(is_closed) {
            Nearness::Between
        } else {
            Nearness::Beyond
        }
    }

    /// Whether a loop goes over the facts of a key, or the only one.
    fn is_told(&self, ruleset: &Ruleset, rule: &Rule) -> bool {
        !self.keys.left.is_empty() || self.is_of_single(ruleset, rule)
    }

    /// Whether there is one fact of its type at the most.
    pub(crate) fn is_of_single(&self, ruleset: &Ruleset, rule: &Rule) -> bool {
        let fact_type = rule.pattern_type(self.element);
        fact_type.is_some_and(|of| ruleset.fact_types[of.0].is_single())
    }

    /// Whether its tests on the fact alone run no code of the user's: they may be made on facts that its alpha memory
    /// does not have.
    fn has_plain_own_tests(&self, rule: &Rule) -> bool {
        self.own.iter().all(|&test| is_plain(rule, test))
    }

    /// What a loop goes over, as it is written.
    pub(crate) fn look_up(&self, rule: &Rule) -> LookUp {
        let Keys { left, ranges, .. } = &self.keys;
        let bounds = ranges
            .iter()
            .flat_map(|range| range.least.iter().chain(&range.greatest));
        let parts = left.iter().chain(bounds);
        let tests: BTreeSet<TestId> = parts.map(|part| part.test).collect();
        let written = tests
            .into_iter()
            .map(|test| rule.tests[test.0].text.as_str());
        LookUp {
            condition: rule.elements[self.element.0].text.clone(),
            by: written.collect::<Vec<_>>().join("; "),
        }
    }

    /// Whether a loop goes over the facts of a key, in no order.
    pub(crate) fn is_by_key(&self, ruleset: &Ruleset, rule: &Rule) -> bool {
        let Keys { left, ranges, .. } = &self.keys;
        !left.is_empty() && ranges.is_empty() && !self.is_of_single(ruleset, rule)
    }

    /// Whether its keys tell which fact it is.
    pub(crate) fn finds_one(&self, ruleset: &Ruleset, rule: &Rule) -> bool {
        self.identity(ruleset, rule).is_some()
    }

    /// Where its keys tell which fact it is: the places of those that ask the own key of the fact's type, one for each
    /// field of that, in its order.
    fn identity(&self, ruleset: &Ruleset, rule: &Rule) -> Option<Vec<usize>> {
        let fact_type = rule.pattern_type(self.element)?;
        let Identity::Key(key) = &ruleset.fact_types[fact_type.0].identity else {
            return None;
        };
        let asking = |field: &KeyField| {
            let mut parts = self.keys.right.iter();
            parts.position(|part| {
                let of = field_of(rule, part.operand(rule));
                of == Some((self.element, &field.member))
            })
        };
        key.iter().map(asking).collect()
    }
}

impl Nest {
    /// The loop with which it begins, with the number of its step; none where it begins by asking a counted pattern.
    #[must_use]
    pub(crate) fn first_scan(&self) -> Option<(usize, &Scan)> {
        match self.steps.first()? {
            Step {
                id,
                kind: StepKind::Scan(scan),
            } => Some((id.0, scan)),
            _ => None,
        }
    }

    /// The loops over facts, each with the number of its step.
    pub(crate) fn scans(&self) -> impl Iterator<Item = (usize, &Scan)> {
        self.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Scan(scan) => Some((step.id.0, scan)),
            _ => None,
        })
    }
}

/// Plans the searches for the matches of a nest of such patterns; none where a counted pattern is joined to something
/// else than the others.
pub(crate) fn plan(
    ruleset: &Ruleset,
    (changes, profile): (&Changes, RuleProfile<'_>),
    rule: &Rule,
    nest: &Nest,
    patterns: &Patterns<'_>,
) -> Option<Searches> {
    let tests = patterns.scans.iter().flat_map(|scan| scan.joins());
    let mut seeder = Seeder {
        ruleset,
        changes,
        profile,
        rule,
        nest,
        patterns,
        tests: tests.collect(),
        outer: Vec::new(),
    };
    let outer = patterns.counted.iter().map(|(_, fact)| seeder.outer(fact));
    seeder.outer = outer.collect::<Option<_>>()?;
    let places = 0..patterns.scans.len();
    let counted = 0..patterns.counted.len();
    Some(Searches {
        seeds: places.map(|place| seeder.seed(place)).collect(),
        counted: counted.map(|number| seeder.counted(number)).collect(),
    })
}

struct Seeder<'a> {
    ruleset: &'a Ruleset,
    changes: &'a Changes,
    /// What an earlier run has counted of the rule.
    profile: RuleProfile<'a>,
    rule: &'a Rule,
    nest: &'a Nest,
    patterns: &'a Patterns<'a>,
    /// The tests that join the patterns, in the order in which the nest makes them.
    tests: Vec<TestId>,
    /// For each counted pattern, the places of its outer facts.
    outer: Vec<Vec<usize>>,
}

/// What is bound in a search, and what is still to be done.
struct Begun<'t> {
    bound: BTreeSet<ElementId>,
    /// The tests to make, in order; those that are made already among them.
    tests: &'t [TestId],
    made: BTreeSet<TestId>,
    /// The patterns to loop over.
    left: Vec<usize>,
    /// The counted patterns to ask.
    to_ask: Vec<usize>,
}

impl Seeder<'_> {
    /// The places of the patterns to which a counted pattern is joined, if it is joined to such alone, and no test that needs
    /// others may guard code of the user's in it.
    fn outer(&self, fact: &Scan) -> Option<Vec<usize>> {
        let mut places = BTreeSet::new();
        let joins = fact.joins();
        let outer = self.needs(&joins);
        let mut code: Vec<TestId> = joins.clone();
        code.retain(|&test| !is_plain(self.rule, test));
        let code = self.needs(&code);
        let may_guard = |test: &TestId| {
            let needs = self.needs(&[*test]);
            !needs.is_disjoint(&code) && !needs.is_subset(&outer)
        };
        if self.tests.iter().any(may_guard) {
            return None;
        }
        for element in outer {
            if element == fact.element {
                continue;
            }
            let mut scans = self.patterns.scans.iter();
            places.insert(scans.position(|scan| scan.element == element)?);
        }
        Some(places.into_iter().collect())
    }

    /// What some tests need.
    fn needs(&self, tests: &[TestId]) -> BTreeSet<ElementId> {
        let needs = tests.iter();
        let needs = needs.flat_map(|&test| needed(self.rule, test, &self.nest.branches));
        needs.collect()
    }

    fn seed(&self, place: usize) -> Seeded {
        let (nest, has_choice) = self.follow(self.begin(place));
        let other = self.other_way(place, &nest);
        // Which way a circle goes is decided as it is searched.
        let counts = has_choice && other.is_none();
        Seeded {
            place,
            nest,
            other,
            counts,
        }
    }

    fn begin(&self, place: usize) -> Begun<'_> {
        Begun {
            bound: BTreeSet::from([self.patterns.scans[place].element]),
            tests: &self.tests,
            made: BTreeSet::new(),
            left: self.all_but(&[place]),
            to_ask: (0..self.patterns.counted.len()).collect(),
        }
    }

    /// The loops from the fact of a pattern that begin with another one than a nest does, where the two are joined in a
    /// circle, and facts of both are looked up by a key.
    fn other_way(&self, place: usize, nest: &Nest) -> Option<Nest> {
        let is_keyed = |scan: &Scan| {
            scan.is_by_key(self.ruleset, self.rule) && !scan.finds_one(self.ruleset, self.rule)
        };
        let (first, _) = nest.first_scan().filter(|(_, scan)| is_keyed(scan))?;
        let mut begun = self.begin(place);
        let other = begun.left.iter().position(|&other| {
            other != first
                && is_keyed(&self.scan(other, &begun))
                && self.are_joined(first, other, place)
        })?;
        let first = self.follow_with(other, &mut begun);
        let (mut other, _) = self.follow(begun);
        other.steps.insert(0, first);
        let is_near = |(_, scan): (usize, &Scan)| scan.is_near(self.ruleset, self.rule);
        let are_near = other.scans().all(is_near);
        are_near.then_some(other)
    }

    /// Whether tests join two patterns, be it by way of others, but for one that is left out.
    fn are_joined(&self, one: usize, other: usize, without: usize) -> bool {
        let elements = |place: usize| self.patterns.scans[place].element;
        let mut reached = BTreeSet::from([elements(one)]);
        loop {
            let before = reached.len();
            for &test in &self.tests {
                let mut needs = self.needs(&[test]);
                needs.remove(&elements(without));
                if !needs.is_disjoint(&reached) {
                    reached.extend(needs);
                }
            }
            if reached.contains(&elements(other)) || reached.len() == before {
                return reached.contains(&elements(other));
            }
        }
    }

    fn counted(&self, number: usize) -> Counted {
        let (quantified, fact) = self.patterns.counted[number];
        let outer = &self.outer[number];
        let tests = [&self.tests[..], &fact.joins()].concat();
        let (back, _) = self.follow(Begun {
            bound: BTreeSet::from([fact.element]),
            tests: &tests,
            made: BTreeSet::new(),
            left: outer.clone(),
            to_ask: Vec::new(),
        });
        let made = back.scans().flat_map(|(_, scan)| scan.joins());
        let elements = outer.iter();
        let elements = elements.map(|&place| self.patterns.scans[place].element);
        let others = 0..self.patterns.counted.len();
        let (rest, _) = self.follow(Begun {
            bound: elements.collect(),
            tests: &self.tests,
            made: made.collect(),
            left: self.all_but(outer),
            to_ask: others.filter(|&other| other != number).collect(),
        });
        let facts = Nest {
            branches: self.nest.branches.clone(),
            steps: vec![Step {
                id: StepId(self.number_of(number)),
                kind: StepKind::Scan(fact.clone()),
            }],
        };
        Counted {
            quantified: quantified.clone(),
            outer: outer.clone(),
            facts,
            back,
            rest,
        }
    }

    /// The number of the step of a counted pattern.
    fn number_of(&self, counted: usize) -> usize {
        self.patterns.scans.len() + counted
    }

    /// The places of all patterns but some.
    fn all_but(&self, places: &[usize]) -> Vec<usize> {
        let all = 0..self.patterns.scans.len();
        all.filter(|place| !places.contains(place)).collect()
    }

    /// The steps that follow what is bound, and whether several patterns could have come next at one.
    fn follow(&self, mut begun: Begun<'_>) -> (Nest, bool) {
        let (mut steps, mut has_choice) = (Vec::new(), false);
        loop {
            let scans: Vec<Scan> = begun
                .left
                .iter()
                .map(|&place| self.scan(place, &begun))
                .collect();
            let finds_one = |scan: &Scan| scan.finds_one(self.ruleset, self.rule);
            let next = if let Some(next) = scans.iter().position(finds_one) {
                next
            } else {
                self.ask(&mut begun, &mut steps);
                if begun.left.is_empty() {
                    break;
                }
                let near = scans.iter().enumerate();
                let near = near.filter(|(_, scan)| scan.is_near(self.ruleset, self.rule));
                let near: Vec<(usize, &Scan)> = near.collect();
                has_choice |= near.len() > 1;
                self.first(&near)
            };
            steps.push(self.follow_with(next, &mut begun));
        }
        let branches = self.nest.branches.clone();
        (Nest { branches, steps }, has_choice)
    }

    /// Of the patterns that could come next, each with its place among those that are left, the place of the one that does;
    /// where none could, the first of all.
    fn first(&self, near: &[(usize, &Scan)]) -> usize {
        let has_counted = self.profile.has_counted();
        let first = match near {
            [] => None,
            [first] => Some(first),
            // The first of equal ones.
            several => several.iter().min_by_key(|(_, scan)| {
                let selectivity = || self.profile.selectivity(&scan.look_up(self.rule));
                let counted = has_counted.then(selectivity);
                (counted, scan.nearness(self.ruleset, self.rule))
            }),
        };
        first.map_or(0, |&(next, _)| next)
    }

    /// The loop over the facts of a pattern, given its place among those that are left.
    fn follow_with(&self, next: usize, begun: &mut Begun<'_>) -> Step {
        let place = begun.left.remove(next);
        let scan = self.scan(place, begun);
        begun.bound.insert(scan.element);
        begun.made.extend(scan.tests.iter().copied());
        Step {
            id: StepId(place),
            kind: StepKind::Scan(scan),
        }
    }

    /// Asks the counted patterns whose outer facts are bound: those that run the user's code when all is.
    fn ask(&self, begun: &mut Begun<'_>, steps: &mut Vec<Step>) {
        let Begun {
            bound,
            left,
            to_ask,
            ..
        } = begun;
        to_ask.retain(|&number| {
            let (quantified, fact) = self.patterns.counted[number];
            let joins = fact.joins();
            let is_early = joins.iter().all(|&test| is_plain(self.rule, test));
            let mut needs = self.needs(&joins).into_iter();
            let can_ask = needs.all(|needed| needed == fact.element || bound.contains(&needed));
            let asks = can_ask && (is_early || left.is_empty());
            if asks {
                steps.push(Step {
                    id: StepId(self.number_of(number)),
                    kind: StepKind::Quantified(quantified.clone()),
                });
            }
            !asks
        });
    }

    /// The loop over the facts of a pattern, with the tests that can be made in it where so much is bound.
    fn scan(&self, place: usize, begun: &Begun<'_>) -> Scan {
        let of = self.patterns.scans[place];
        let is_bound =
            |element: &ElementId| *element == of.element || begun.bound.contains(element);
        let mut joins = Vec::new();
        // Of tests that wait, what they are about.
        let mut waiting: BTreeSet<ElementId> = BTreeSet::new();
        let tests = begun.tests.iter();
        for &test in tests.filter(|test| !begun.made.contains(test)) {
            let needs = needed(self.rule, test, &self.nest.branches);
            let is_guarded = !is_plain(self.rule, test) && !needs.is_disjoint(&waiting);
            if is_guarded || !needs.iter().all(is_bound) {
                waiting.extend(needs);
            } else {
                joins.push(test);
            }
        }
        let keys = Keys::of(
            self.rule,
            &self.nest.branches,
            &joins,
            of.element,
            |of, member| self.is_moved(of, member),
        );
        let mut scan = Scan {
            element: of.element,
            tests: of.own_tests().into_iter().chain(joins).collect(),
            own: of.own.clone(),
            keys,
        };
        if let Some(identity) = scan.identity(self.ruleset, self.rule) {
            scan.keys.ranges.clear();
            if scan.has_plain_own_tests(self.rule) {
                scan.own.clear();
                scan.keys.keep(&identity);
            }
        }
        scan
    }

    /// Whether rules modify a field of an element's facts.
    fn is_moved(&self, element: ElementId, member: &Member) -> bool {
        let fact_type = self.rule.pattern_type(element);
        fact_type.is_some_and(|of| self.changes.writes(of, member))
    }
}
