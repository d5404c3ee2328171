//! Which rules' matches are found whole: by loops from the fact that has changed, without partial matches.
//!
//! A token for each beginning of a match saves the join of that beginning where something further right changes, and
//! costs its making, its place in an index and its taking away. Where each further fact of a match can be looked up by
//! what is known of it, from whichever of its facts one begins, the join costs less than keeping it does.
//!
//! The joins of such a rule stand in the network to be looked at. No fact is let into them, unless they serve other
//! rules too.

use std::collections::BTreeMap;

use crate::hir::{FactTypeId, Rule};
use crate::names::plain;
use crate::plan::{self, Nest, Patterns, Scan, Searches, Seeded, Step, plan_searches};

use super::builder::Builder;
use super::in_common::Common;
use super::reduced::{Loops, Partners};
use super::shape::{SearchKey, Shapes};
use super::{Context, Input, Match, Network, NodeKind, Part, Reads, Wider};

/// About so many searches are generated for a ruleset, at the most: each is a function, which takes rustc longer than the
/// tests of a join do. The rules that come first have them.
const MOST_SEARCHES: usize = 200;

/// So many loops are in these, at the most: of those that begin alike, or look up in common, many are in one function.
const MOST_LOOPS: usize = 600;

/// A match that is found whole.
#[derive(Debug)]
pub(crate) struct Whole {
    /// Its facts, left to right.
    pub facts: Vec<Part>,
    /// The searches, from each of them.
    pub seeds: Vec<Seed>,
    /// The counted patterns on which it depends.
    pub counted: Vec<Counted>,
}

/// A search for matches from the fact of one pattern.
#[derive(Debug)]
pub(crate) struct Seed {
    /// The loops.
    pub plan: Seeded,
    /// The alpha memory of the pattern.
    pub alpha: usize,
    /// For the pattern at each other place, the index of its facts.
    pub indexes: BTreeMap<usize, usize>,
    /// The same where the loops go the [other way](Seeded::other).
    pub other_indexes: BTreeMap<usize, usize>,
    /// For a loop, the indexes of those of its facts that have a partner among the facts of another.
    pub reduced: BTreeMap<usize, Vec<Partners>>,
    /// For a loop, the index of more facts that it asks as long as these are few.
    pub wider: BTreeMap<usize, Wider>,
}

impl Seed {
    /// The indexes that it asks in any case as a part of a search: where that looks up in common, for the first loop that of
    /// all facts.
    pub(crate) fn asks(&self, search: &Search) -> impl Iterator<Item = usize> {
        let common = search.common.as_ref();
        let first = self.plan.first_scan().filter(|_| common.is_some());
        let in_common = first.map(|(step, _)| step);
        let steps = self.indexes.iter().chain(&self.other_indexes);
        let own = steps.filter(move |(step, _)| Some(**step) != in_common);
        let own = own.map(|(step, &index)| self.wider.get(step).map_or(index, |wider| wider.index));
        common.map(|common| common.index).into_iter().chain(own)
    }
}

/// Searches that begin alike, with facts of a type and those that they look up: of several rules, where these ask the same
/// there.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// For each alpha memory from whose facts some begin, those; [`MOST_BEGINNINGS`] at the most.
    pub beginnings: Vec<Beginning>,
    /// What they look up in common, where each would look up in an index of its own.
    pub common: Option<Common>,
}

/// How many beginnings a search has, at the most: each is a bit of a word.
pub(super) const MOST_BEGINNINGS: usize = 64;

/// Searches that begin with the facts of an alpha memory.
#[derive(Debug, Clone)]
pub(crate) struct Beginning {
    /// The memory.
    pub alpha: usize,
    /// The fields that their rules read of its facts.
    pub reads: Reads,
    /// The searches: entries of [`Network::matches`], each with its place among the [seeds](Whole::seeds).
    pub seeds: Vec<(usize, usize)>,
}

impl Beginning {
    /// Whether it is with facts of a memory of which so much is read.
    fn is_with(&self, alpha: usize, reads: &Reads) -> bool {
        self.alpha == alpha && self.reads == *reads
    }

    /// Whether both begin with the same facts, of which they read the same.
    pub(super) fn begins_like(&self, other: &Self) -> bool {
        self.is_with(other.alpha, &other.reads)
    }
}

impl Search {
    /// The place of the beginning with facts of a memory of which so much is read.
    fn beginning(&self, alpha: usize, reads: &Reads) -> Option<usize> {
        let mut beginnings = self.beginnings.iter();
        beginnings.position(|of| of.is_with(alpha, reads))
    }

    /// All that begin so, with the places of their beginnings.
    pub(crate) fn seeds(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let beginnings = self.beginnings.iter().enumerate();
        beginnings.flat_map(|(number, beginning)| {
            let seeds = beginning.seeds.iter();
            seeds.map(move |&(entry, seed)| (number, entry, seed))
        })
    }
}

/// A `not`, an `exists` or a `unique` over one pattern, on which matches depend that are found whole.
#[derive(Debug)]
pub(crate) struct Counted {
    /// The loops.
    pub plan: plan::Counted,
    /// The alpha memory of the pattern.
    pub alpha: usize,
    /// A fact that it counts.
    pub fact: Part,
    /// For each step of the loops, the index of its facts.
    pub indexes: BTreeMap<usize, usize>,
}

/// Why the matches of a rule are not found whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhyByTokens {
    /// It has no pattern, but for a gate.
    NoPattern,
    /// Each fact of its one pattern is a match.
    OnePattern,
    /// It has a condition that is no pattern, nor counts the facts of one.
    Conditions,
    /// It remembers what it did.
    Remembered,
    /// It has a pattern of facts that step in when a change is over.
    Late,
    /// It counts facts that fall by themselves.
    Falling,
    /// It counts facts to which none of its patterns leads.
    Outer,
    /// A search would go through all facts of a pattern.
    Far,
    /// The searches of the rules before it are as many as a ruleset has.
    Many,
    /// An earlier run has searched too much in vain.
    Profiled,
}

impl Builder<'_> {
    /// How the matches of steps are found whole, where they are; the steps are what gates leave of a nest.
    pub(super) fn find_whole(
        &mut self,
        context: &Context,
        nest: &Nest,
        steps: &[&Step],
    ) -> Result<Whole, WhyByTokens> {
        let rule = self.rule(context);
        let patterns = Patterns::of(steps).ok_or(WhyByTokens::Conditions)?;
        match (patterns.scans.len(), patterns.counted.len()) {
            (0, 0) => return Err(WhyByTokens::NoPattern),
            (1, 0) => return Err(WhyByTokens::OnePattern),
            _ => {}
        }
        if !is_forgotten(rule) {
            return Err(WhyByTokens::Remembered);
        }
        self.are_searched(context, &patterns)?;
        let profile = self
            .profile
            .of_rule(&plain(&self.ruleset.name), rule.names().map(plain));
        let known = (&self.changes, profile);
        let searches = plan_searches(self.ruleset, known, rule, nest, &patterns);
        let searches = searches.ok_or(WhyByTokens::Outer)?;
        let seeds = searches
            .seeds
            .iter()
            .map(|seed| seed.planned(rule, &patterns));
        if profile.keeps(seeds) {
            return Err(WhyByTokens::Profiled);
        }
        let ways: usize = searches.seeds.iter().map(Seeded::ways).sum();
        let number = ways + 3 * searches.counted.len();
        let (functions, loops) = self.count_searches();
        if functions + number > MOST_SEARCHES || loops + number > MOST_LOOPS {
            return Err(WhyByTokens::Many);
        }
        if !self.is_cheap(rule, &patterns, &searches) {
            return Err(WhyByTokens::Far);
        }
        Ok(self.add_searches(context, &patterns, searches))
    }

    /// How many searches there are, and how many loops in them. Those that begin alike are one search, and so are those
    /// that look up in common; for a counted pattern there are three.
    fn count_searches(&mut self) -> (usize, usize) {
        let searches = self.count_in_common();
        let matches = self.network.matches.iter();
        let wholes = matches.filter_map(Match::whole);
        let (mut seeds, mut counted) = (0, 0);
        for whole in wholes {
            seeds += whole
                .seeds
                .iter()
                .map(|seed| seed.plan.ways())
                .sum::<usize>();
            counted += 3 * whole.counted.len();
        }
        (searches + counted, seeds + counted)
    }

    /// Finds out why searches cannot begin from the facts of some patterns. A fact that falls does so when the matches have
    /// ended that supported it: then a count that depends on it has been asked.
    fn are_searched(&self, context: &Context, patterns: &Patterns<'_>) -> Result<(), WhyByTokens> {
        let falls = |of: FactTypeId| {
            let rules = self.ruleset.rules.iter();
            let mut inserts = rules.flat_map(|rule| rule.then.inserts());
            self.ruleset.fact_types[of.0].site.is_some()
                || inserts
                    .any(|insert| insert.logical && insert.fact_type.is_none_or(|ty| ty == of))
        };
        let rule = self.rule(context);
        // A search begins when all facts of a change are there. Candidates and answers step in later.
        let is_late = |element| {
            let fact_type = rule
                .pattern_type(element)
                .map(|of| &self.ruleset.fact_types[of.0]);
            fact_type.is_some_and(|of| of.is_best() || of.site.is_some())
        };
        if patterns.scans.iter().any(|scan| is_late(scan.element)) {
            return Err(WhyByTokens::Late);
        }
        let mut counted = patterns.counted.iter();
        if counted.any(|(_, fact)| rule.pattern_type(fact.element).is_none_or(falls)) {
            return Err(WhyByTokens::Falling);
        }
        if patterns.scans.is_empty() {
            return Err(WhyByTokens::Outer);
        }
        Ok(())
    }

    /// Whether searches do not go through all facts of a pattern again and again where kept joins would not. Of two
    /// patterns, joins go through them, too; where those that are counted would have to be gone through, it is better to
    /// know their number.
    fn is_cheap(&self, rule: &Rule, patterns: &Patterns<'_>, searches: &Searches) -> bool {
        let Searches { seeds, counted } = searches;
        let is_small = seeds.len() < 3 && counted.is_empty();
        let mut far = seeds.iter().flat_map(|seed| {
            let far = seed.far_scans(self.ruleset, rule);
            far.into_iter()
                .map(|(bound, place)| (seed.place, bound, place))
        });
        let is_looked_up =
            far.all(|(seed, bound, place)| self.joins_all(rule, patterns, (seed, &bound), place));
        let mut counted = counted.iter();
        (is_small || is_looked_up) && counted.all(|of| of.is_looked_up(self.ruleset, rule))
    }

    /// Whether kept joins would go through all facts of a pattern as well, where what is left of it is bound: for the fact
    /// from which the search begins, if that stands to the left. If it stands to the right, they would have done so for
    /// what rules modify to the left, and kept what they found no longer than to the next time.
    fn joins_all(
        &self,
        rule: &Rule,
        patterns: &Patterns<'_>,
        (seed, bound): (usize, &[usize]),
        place: usize,
    ) -> bool {
        let is_modified = |left: usize| {
            let fact_type = rule.pattern_type(patterns.scans[left].element);
            fact_type.is_some_and(|of| self.ruleset.fact_types[of.0].modified)
        };
        let mut left = 0..place;
        patterns.scans[place].keys.left.is_empty()
            && left.clone().all(|left| bound.contains(&left))
            && (seed < place || left.any(is_modified))
    }

    fn add_searches(
        &mut self,
        context: &Context,
        patterns: &Patterns<'_>,
        searches: Searches,
    ) -> Whole {
        let scans = patterns.scans.iter();
        let facts: Vec<Part> = scans
            .clone()
            .map(|scan| self.part(context, scan.element))
            .collect();
        let alphas: Vec<usize> = scans.map(|scan| self.add_alpha(context, scan)).collect();
        let mut indexed = |nest: &Nest| -> BTreeMap<usize, usize> {
            let scans = nest.scans();
            scans
                .map(|(place, scan)| {
                    // Not always the memory of the pattern's own facts.
                    let alpha = self.add_alpha(context, scan);
                    (place, self.add_ordered(alpha, context, scan))
                })
                .collect()
        };
        let seeds = searches.seeds.into_iter().map(|plan| Seed {
            alpha: alphas[plan.place],
            indexes: indexed(&plan.nest),
            other_indexes: plan.other.as_ref().map(&mut indexed).unwrap_or_default(),
            reduced: BTreeMap::new(),
            wider: BTreeMap::new(),
            plan,
        });
        let mut seeds: Vec<Seed> = seeds.collect();
        let nests = searches.counted.into_iter().map(|plan| {
            let mut asked = indexed(&plan.back);
            asked.extend(indexed(&plan.rest));
            (plan, asked)
        });
        let nests: Vec<_> = nests.collect();
        for (number, seed) in seeds.iter().enumerate() {
            let scan = patterns.scans[seed.plan.place];
            self.begin(context, scan, number, (seed, &facts[seed.plan.place].reads));
        }
        let counted = nests.into_iter().map(|(plan, mut indexes)| {
            let pattern = plan.fact();
            let alpha = self.add_alpha(context, pattern);
            let fact = self.part(context, pattern.element);
            for (step, scan) in plan.facts.scans() {
                let index = self.add_ordered(alpha, context, scan);
                indexes.insert(step, index);
            }
            Counted {
                plan,
                alpha,
                fact,
                indexes,
            }
        });
        let counted: Vec<Counted> = counted.collect();
        for seed in &mut seeds {
            seed.reduced = self.add_reduced(Loops {
                context,
                seed,
                counted: &counted,
                patterns: patterns.scans.len(),
            });
        }
        Whole {
            facts,
            seeds,
            counted,
        }
    }

    /// Notes how a search of the match that is added next begins.
    fn begin(
        &mut self,
        context: &Context,
        scan: &Scan,
        number: usize,
        (seed, reads): (&Seed, &Reads),
    ) {
        let numbers = (self.network.matches.len(), number);
        let mut search = self.network.searches.len();
        if let Some((step, first)) = seed.plan.first_scan() {
            let context = context.of_fact(scan.element);
            let shapes = Shapes {
                ruleset: self.ruleset,
                context: &context,
                members: &[],
            };
            let key = SearchKey {
                fact_type: self.network.alphas[seed.alpha].fact_type,
                index: seed.indexes[&step],
                key: shapes.key(&first.keys.left),
                ranges: shapes.ranges(&first.keys.ranges),
            };
            let begun = self.begun.entry(key).or_insert(search);
            let is_full = self.network.searches.get(*begun).is_some_and(|search| {
                search.beginning(seed.alpha, reads).is_none()
                    && search.beginnings.len() == MOST_BEGINNINGS
            });
            if is_full {
                *begun = search;
            }
            search = *begun;
        }
        let searches = &mut self.network.searches;
        if search == searches.len() {
            searches.push(Search::default());
        }
        let search = &mut searches[search];
        let beginning = search.beginning(seed.alpha, reads).unwrap_or_else(|| {
            search.beginnings.push(Beginning {
                alpha: seed.alpha,
                reads: reads.clone(),
                seeds: Vec::new(),
            });
            search.beginnings.len() - 1
        });
        search.beginnings[beginning].seeds.push(numbers);
    }
}

/// Whether nothing is kept of a rule's matches that have fired.
fn is_forgotten(rule: &Rule) -> bool {
    let is_remembered = rule.undo.is_some()
        || rule.once
        || rule.no_loop
        || !rule.on_change.is_empty()
        || rule.then.inserts_logical();
    !is_remembered
}

/// Finds out which nodes take nothing, for all that they would give is found whole.
pub(super) fn mark_kept(network: &mut Network) {
    let mut kept = vec![false; network.nodes.len()];
    let producers: Vec<Option<usize>> = network
        .nodes
        .iter()
        .map(|node| match node.input {
            Input::Node(producer) => Some(producer),
            Input::Root | Input::Alpha(_) => None,
        })
        .collect();
    for (number, node) in network.nodes.iter().enumerate() {
        let keeps = match node.kind {
            NodeKind::Match { index } => network.matches[index].found.is_err(),
            NodeKind::Join { .. } | NodeKind::JoinFacts { .. } | NodeKind::Counted { .. } => false,
            _ => true,
        };
        let mut at = Some(number).filter(|_| keeps);
        while let Some(node) = at.filter(|&node| !kept[node]) {
            kept[node] = true;
            at = producers[node];
        }
    }
    for (node, kept) in network.nodes.iter_mut().zip(kept) {
        node.kept = kept;
    }
}
