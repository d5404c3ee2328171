//! Look-ups in common: of rules that look facts up by one key, and differ in the tests of their own on these, as in a
//! constant.
//!
//! Each pattern has an index of the facts that pass its own tests. To ask one after the other is many look-ups, most of them
//! for nothing. So one index of all facts of the type is asked first; where it has few of the key, each rule with whose
//! constants they may go makes its tests on these. Where it has many, each asks its own: no rule goes over what is another's.
//! Which way it goes is decided at each look-up, and an index is made when it is first asked.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;

use crate::hir::FactTypeId;

use super::Search;
use super::builder::Builder;
use super::shape::{Shapes, ValueShape};
use super::whole::{Beginning, MOST_BEGINNINGS};

/// So many patterns, each with an index of its own, are worth one look-up more; and of so many it is worth a look at a field
/// which of them a fact goes with.
pub(crate) const FEWEST_INDEXES: usize = 3;

/// What searches look up in common.
#[derive(Debug)]
pub(crate) struct Common {
    /// The index of all facts of the type.
    pub index: usize,
    /// Those of the facts that pass the patterns' own tests; each is a bit of a word.
    pub own: Vec<usize>,
}

/// What decides whether searches can look up in common: which facts, from facts of which type, by which fields of both.
#[derive(Debug, PartialEq, Eq, Hash)]
struct CommonKey {
    from: FactTypeId,
    looked_up: FactTypeId,
    left: Vec<ValueShape>,
    right: Vec<ValueShape>,
}

/// About how many searches are left when those are one that look up in common, counted as searches are added: where they
/// begin in many ways, it is some more.
#[derive(Debug, Default)]
pub(super) struct SearchCount {
    /// How many searches have been looked at.
    seen: usize,
    /// How many of these look up by each key.
    alike: HashMap<CommonKey, usize>,
    /// How many are left of these.
    left: usize,
}

impl SearchCount {
    /// Counts a search.
    fn add(&mut self, key: Option<CommonKey>) {
        self.seen += 1;
        let Some(key) = key else {
            self.left += 1;
            return;
        };
        let alike = self.alike.entry(key).or_default();
        self.left -= functions(*alike);
        *alike += 1;
        self.left += functions(*alike);
    }
}

/// How many are left of so many searches that look up alike.
fn functions(alike: usize) -> usize {
    if alike < FEWEST_INDEXES {
        alike
    } else {
        alike.div_ceil(MOST_BEGINNINGS)
    }
}

/// Searches that look up in common.
#[derive(Default)]
struct Together {
    searches: Vec<usize>,
    beginnings: Vec<Beginning>,
    own: BTreeSet<usize>,
}

impl Together {
    /// Takes in another search, which asks an index of its own, if there is room for it. Returns whether there is.
    fn takes(&mut self, number: usize, own: usize, search: &Search) -> bool {
        let is_new = |of: &&Beginning| !self.beginnings.iter().any(|other| other.begins_like(of));
        let beginnings = self.beginnings.len() + search.beginnings.iter().filter(is_new).count();
        let owns = self.own.len() + usize::from(!self.own.contains(&own));
        if beginnings.max(owns) > MOST_BEGINNINGS {
            return false;
        }
        self.searches.push(number);
        self.own.insert(own);
        for beginning in &search.beginnings {
            let mut others = self.beginnings.iter_mut();
            match others.find(|other| other.begins_like(beginning)) {
                Some(other) => other.seeds.extend(&beginning.seeds),
                None => self.beginnings.push(beginning.clone()),
            }
        }
        true
    }
}

impl Builder<'_> {
    /// About how many searches are left when those are joined that look up in common.
    pub(super) fn count_in_common(&mut self) -> usize {
        if self.ruleset.backtrack {
            return self.network.searches.len();
        }
        for number in self.search_count.seen..self.network.searches.len() {
            let key = self.common_key(&self.network.searches[number]);
            self.search_count.add(key.map(|(key, _)| key));
        }
        self.search_count.left
    }

    /// Joins the searches that are better off with one look-up. Those of a session that goes back ask indexes that are all
    /// there from the beginning: they are left as they are.
    pub(super) fn look_up_in_common(&mut self) {
        if self.ruleset.backtrack {
            return;
        }
        let mut groups: Vec<Vec<Together>> = Vec::new();
        let mut places: HashMap<CommonKey, usize> = HashMap::new();
        for (number, search) in self.network.searches.iter().enumerate() {
            let Some((key, own)) = self.common_key(search) else {
                continue;
            };
            let place = *places.entry(key).or_insert(groups.len());
            if place == groups.len() {
                groups.push(vec![Together::default()]);
            }
            let group = &mut groups[place];
            let last = group.len() - 1;
            if !group[last].takes(number, own, search) {
                group.push(Together::default());
                group[last + 1].takes(number, own, search);
            }
        }
        let wider = self.wider_indexes();
        let groups = groups.into_iter().flatten();
        let mut gone: BTreeSet<usize> = BTreeSet::new();
        for together in groups {
            let enough = if self.ask_one(&together, &wider) {
                2
            } else {
                FEWEST_INDEXES
            };
            if together.own.len() < enough {
                continue;
            }
            let Some((&first, others)) = together.searches.split_first() else {
                continue;
            };
            gone.extend(others);
            self.join_searches(first, together.beginnings, &together.own);
        }
        let searches = mem::take(&mut self.network.searches).into_iter();
        let left = searches
            .enumerate()
            .filter(|(number, _)| !gone.contains(number));
        self.network.searches = left.map(|(_, search)| search).collect();
    }

    /// Whether searches with indexes of their own, by one key, ask that of all facts anyway, each by itself: see
    /// [`wider`](super::wider). None may be better off with a reduced one.
    fn ask_one(&self, together: &Together, wider: &BTreeMap<usize, usize>) -> bool {
        let own = &together.own;
        let asked = own.iter().map(|own| *wider.get(own).unwrap_or(own));
        let asked: BTreeSet<usize> = asked.collect();
        let indexes = own.iter().chain(&asked);
        let keys = indexes.map(|&index| self.network.indexes[index].key.len());
        let mut seeds = together.beginnings.iter().flat_map(|of| &of.seeds);
        let are_reduced = seeds.any(|&(entry, seed)| {
            let seed = self.network.seed(entry, seed);
            let first = seed.plan.first_scan();
            first.is_some_and(|(step, _)| seed.reduced.contains_key(&step))
        });
        asked.len() == 1 && keys.collect::<BTreeSet<_>>().len() == 1 && !are_reduced
    }

    /// By what a search looks up that may do so in common with others, and the index of its own.
    fn common_key(&self, search: &Search) -> Option<(CommonKey, usize)> {
        let &(entry, seed) = search.beginnings.first()?.seeds.first()?;
        let seed = self.network.seed(entry, seed);
        let entry = &self.network.matches[entry];
        let (step, first) = seed.plan.first_scan()?;
        let own = seed.indexes[&step];
        let index = &self.network.indexes[own];
        let is_common = !index.key.is_empty() && index.order.is_empty() && self.is_for_all(own);
        if !is_common {
            return None;
        }
        let shapes = |context| Shapes {
            ruleset: self.ruleset,
            context,
            members: &[],
        };
        let from = entry.patterns()[seed.plan.place];
        let seed_context = entry.context.of_fact(from);
        let key = CommonKey {
            from: self.network.alphas[seed.alpha].fact_type,
            looked_up: self.network.alphas[index.alpha].fact_type,
            left: shapes(&seed_context).key(&first.keys.left),
            right: shapes(&index.context).key(&index.key),
        };
        Some((key, own))
    }

    /// Makes one search of several, in the place of the first of them: each of their patterns' own tests is made in it.
    fn join_searches(&mut self, first: usize, beginnings: Vec<Beginning>, own: &BTreeSet<usize>) {
        for &(entry, seed) in beginnings.iter().flat_map(|of| &of.seeds) {
            let seed = self.network.seed_mut(entry, seed);
            if let Some(scan) = seed.plan.first_scan_mut() {
                scan.own.clear();
            }
        }
        let index = own.first().expect("each has an index of its own");
        let index = self.add_all(*index);
        self.network.searches[first] = Search {
            beginnings,
            common: Some(Common {
                index,
                own: own.iter().copied().collect(),
            }),
        };
    }
}
