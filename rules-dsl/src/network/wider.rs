//! Look-ups in wider indexes: where a search looks facts up by a key and tests of their own, and another looks some of the
//! same up by less, it asks the other's index and makes the rest of its tests on what that gives.
//!
//! An index of what passes a test, or has a key of several fields, is kept whenever a fact comes, goes or has one of these
//! fields changed. As long as the wider one gives few facts for a key, that costs more than the tests do. So the narrower
//! one is made only when it gives many, and is asked from then on: see the module of that name in the runtime.
//!
//! An index of the same facts by a part of the key is always the wider one. One of all facts is where rules write what the
//! tests read: of the states that facts go through each is a test, and each step a change to the indexes of two. It is added
//! where several such tests go with one key. Left as
//! they are: the loops of a session that goes back, whose indexes are all there from the beginning; of a search that may
//! go two ways, for it decides by how many facts there are; and those that are reduced.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::builder::Builder;
use super::shape::ValueShape;
use super::{Context, FactIndex, Match, Place, Reads, Seed, Whole};
use crate::hir::FactTypeId;
use crate::plan::{KeyPart, Keys, Scan, StepKind, is_plain};

/// A wider index.
#[derive(Debug)]
pub(crate) struct Wider {
    /// Which.
    pub index: usize,
    /// What is bound before that is compared with its key.
    pub key: Vec<KeyPart>,
}

impl Builder<'_> {
    /// Lets searches ask wider indexes.
    pub(super) fn look_up_wider(&mut self) {
        if self.ruleset.backtrack {
            return;
        }
        let wider = self.wider_indexes();
        let mut found = Vec::new();
        for search in &self.network.searches {
            let seeds: Vec<(usize, usize)> = search
                .seeds()
                .map(|(_, entry, seed)| (entry, seed))
                .collect();
            for &(entry, number) in &seeds {
                let of = &self.network.matches[entry];
                let seed = seed_of(of, number);
                if seed.plan.other.is_some() {
                    continue;
                }
                let first = seed.plan.first_scan().map(|(step, _)| step);
                for (step, scan) in seed.plan.nest.scans() {
                    let is_open = if first == Some(step) && seeds.len() > 1 {
                        // They look up together: by what is reduced none does.
                        search.common.is_none()
                    } else {
                        !seed.reduced.contains_key(&step)
                    };
                    if let Some(&index) = wider.get(&seed.indexes[&step]).filter(|_| is_open) {
                        let key = self.bound_by(&of.context, scan, index);
                        found.push((entry, number, step, Wider { index, key }));
                    }
                }
            }
        }
        for (entry, number, step, wider) in found {
            let whole = self.network.matches[entry].found.as_mut();
            let whole = whole.expect("searches are of what is found whole");
            let seed = &mut whole.seeds[number];
            for of in &mut seed.plan.nest.steps {
                if let StepKind::Scan(scan) = &mut of.kind
                    && of.id.0 == step
                {
                    scan.own.clear();
                }
            }
            seed.wider.insert(step, wider);
        }
    }

    /// For indexes that searches ask by themselves, a wider one that they ask too, and that has none wider itself.
    pub(super) fn wider_indexes(&mut self) -> BTreeMap<usize, usize> {
        let wholes = self.network.matches.iter().filter_map(Match::whole);
        let asked = wholes.flat_map(|whole| &whole.seeds);
        let mut asked: BTreeSet<usize> = asked
            .flat_map(|seed| seed.indexes.values().copied())
            .collect();
        asked.extend(self.add_widest(&asked));
        let is_widest = |wide: &usize| !asked.iter().any(|&other| self.is_wider(other, *wide));
        let widest: Vec<usize> = asked.iter().copied().filter(is_widest).collect();
        let wider = asked.iter().filter_map(|&narrow| {
            let wide = widest
                .iter()
                .copied()
                .filter(|&wide| self.is_wider(wide, narrow));
            let wide = wide.min_by_key(|&wide| {
                let index = &self.network.indexes[wide];
                let is_written = self.write(self.fact_type(index), &index.reads);
                (is_written, usize::MAX - index.key.len())
            });
            Some((narrow, wide?))
        });
        wider.collect()
    }

    /// The indexes of all facts of a type by a key by which several are asked that differ in what rules write.
    fn add_widest(&mut self, asked: &BTreeSet<usize>) -> Vec<usize> {
        let mut alike: HashMap<(FactTypeId, Vec<ValueShape>), Vec<usize>> = HashMap::new();
        for &index in asked {
            let of = &self.network.indexes[index];
            if is_by_key(of) && self.tests_what_is_written(of) {
                let key = (self.fact_type(of), self.key_of(of));
                alike.entry(key).or_default().push(index);
            }
        }
        let mut many: Vec<usize> = alike
            .into_values()
            .filter_map(|alike| (alike.len() > 1).then_some(alike[0]))
            .collect();
        many.sort_unstable();
        let many = many.into_iter().map(|index| {
            let FactIndex { context, key, .. } = self.network.indexes[index].clone();
            let element = *context.places.keys().next().expect("keys are of facts");
            let all = Scan {
                element,
                tests: Vec::new(),
                own: BTreeSet::new(),
                keys: Keys::default(),
            };
            let alpha = self.add_alpha(&context, &all);
            self.add_index(alpha, &context, element, &key)
        });
        many.collect()
    }

    /// Whether an index has the facts that pass tests on fields that rules write, which may be made on others too.
    fn tests_what_is_written(&self, index: &FactIndex) -> bool {
        let tests = &self.network.alphas[index.alpha].tests;
        let rule = self.rule(&tests.context);
        let reads = self.network.chosen_by(self.ruleset, index.alpha);
        tests.tests.iter().all(|&test| is_plain(rule, test))
            && self.write(self.fact_type(index), &reads)
    }

    /// Whether an index has all facts of another, by a part of its key, and is worth asking in its place.
    fn is_wider(&self, wide: usize, narrow: usize) -> bool {
        let [of_wide, of_narrow] = [wide, narrow].map(|index| &self.network.indexes[index]);
        let are_by_key = is_by_key(of_wide) && is_by_key(of_narrow);
        if !are_by_key || self.fact_type(of_wide) != self.fact_type(of_narrow) {
            return false;
        }
        let [by, whole] = [of_wide, of_narrow].map(|index| self.key_of(index));
        if !by.iter().all(|part| whole.contains(part)) {
            return false;
        }
        if of_wide.alpha == of_narrow.alpha {
            return by.len() < whole.len();
        }
        self.network.has_all(wide) && self.tests_what_is_written(of_narrow)
    }

    fn fact_type(&self, index: &FactIndex) -> FactTypeId {
        self.network.alphas[index.alpha].fact_type
    }

    fn key_of(&self, index: &FactIndex) -> Vec<ValueShape> {
        self.shapes(&index.context).key(&index.key)
    }

    /// Whether rules write one of these fields of facts of a type.
    fn write(&self, of: FactTypeId, reads: &Reads) -> bool {
        let fields = &self.ruleset.fact_types[of.0].fields;
        let mut modified = self.changes.modified.iter();
        modified.any(|(modified, written)| {
            let is_written = |member: &Option<String>| {
                let written = written.as_ref();
                written.is_none_or(|written| written.iter().any(|of| of.member == *member))
            };
            let mut places = fields.keys().enumerate();
            *modified == of
                && places.any(|(place, field)| {
                    is_written(&field.member) && reads.meets(&Reads::field(place))
                })
        })
    }

    /// What a loop compares with the key of an index, in its order.
    fn bound_by(&self, context: &Context, scan: &Scan, index: usize) -> Vec<KeyPart> {
        let own = Context {
            places: BTreeMap::from([(scan.element, Place::Right)]),
            ..context.clone()
        };
        let own = self.shapes(&own).key(&scan.keys.right);
        let parts = self.key_of(&self.network.indexes[index]);
        let places = parts.iter().map(|part| {
            let place = own.iter().position(|of| of == part);
            place.expect("a wider index has a part of the key")
        });
        places.map(|place| scan.keys.left[place]).collect()
    }
}

fn seed_of(entry: &Match, number: usize) -> &Seed {
    let whole: &Whole = entry.whole().expect("searches are of what is found whole");
    &whole.seeds[number]
}

/// Whether an index is by a key alone.
fn is_by_key(index: &FactIndex) -> bool {
    index.order.is_empty() && index.reduced.is_none() && !index.key.is_empty()
}
