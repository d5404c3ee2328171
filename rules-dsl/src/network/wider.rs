//! Look-ups in wider indexes: where a search looks facts up by a key and tests of their own, and another looks some of the
//! same up by less, it asks the other's index and makes the rest of its tests on what that gives.
//!
//! An index of what passes a test, or has a key of several fields, is kept whenever a fact comes, goes or has one of these
//! fields changed. As long as the wider one gives few facts for a key, that costs more than the tests do. So the narrower
//! one is made only when it gives many, and is asked from then on: see the module of that name in the runtime.
//!
//! An index of the same facts by a part of the key is always the wider one. One of all facts is where rules write what the
//! tests read: of the states that facts go through each is a test, and each step a change to the indexes of two. It is added
//! where several such tests go with one key.
//!
//! Left as they are: the loops of a session that goes back, whose indexes are all there from the beginning; of a search that
//! may go two ways, for it decides by how many facts there are; those that are reduced; and indexes that counts or queries
//! ask too, which are there in any case.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Reads;
use super::builder::Builder;
use super::on_demand::on_demand;
use super::shape::ValueShape;
use crate::hir::{FactTypeId, TestId};
use crate::plan::{KeyPart, Scan, StepKind};

/// A wider index.
#[derive(Debug)]
pub(crate) struct Wider {
    /// Which.
    pub index: usize,
    /// What is bound before that is compared with its key.
    pub key: Vec<KeyPart>,
    /// The tests on the fact alone that not all of its facts pass.
    pub own: BTreeSet<TestId>,
}

/// Which facts of a type an index has.
#[derive(PartialEq, Eq)]
enum Facts {
    All,
    /// Those that pass tests on fields which rules write, where these and the key may be asked of other facts too.
    InState,
    /// Those that pass other tests.
    Chosen,
}

/// An index that searches ask by a key alone, as it is compared with others.
struct Asked {
    number: usize,
    fact_type: FactTypeId,
    alpha: usize,
    key: Vec<ValueShape>,
    facts: Facts,
    /// Whether rules write what it reads.
    is_written: bool,
    /// Whether it is made when it is first asked.
    on_demand: bool,
}

impl Asked {
    /// Whether it has all facts of another, by a part of its key, and is worth asking in its place.
    fn is_wider(&self, narrow: &Asked) -> bool {
        self.fact_type == narrow.fact_type
            && if self.alpha == narrow.alpha {
                self.key.len() < narrow.key.len()
            } else {
                self.facts == Facts::All && narrow.facts == Facts::InState
            }
            && self.key.iter().all(|part| narrow.key.contains(part))
    }
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
            let are_many = search.seeds().count() > 1;
            for (_, entry, number) in search.seeds() {
                let seed = self.network.seed(entry, number);
                if seed.plan.other.is_some() {
                    continue;
                }
                let first = seed.plan.first_scan().map(|(step, _)| step);
                for (step, scan) in seed.plan.nest.scans() {
                    let is_open = if first == Some(step) && are_many {
                        // They look up together: none of them by what is reduced.
                        search.common.is_none()
                    } else {
                        !seed.reduced.contains_key(&step)
                    };
                    let own = seed.indexes[&step];
                    if let Some(&index) = wider.get(&own).filter(|_| is_open) {
                        let is_same = self.alpha_of(own) == self.alpha_of(index);
                        let wider = Wider {
                            index,
                            key: self.bound_by(entry, scan, index),
                            own: if is_same {
                                BTreeSet::new()
                            } else {
                                scan.own.clone()
                            },
                        };
                        found.push((entry, number, step, wider));
                    }
                }
            }
        }
        for (entry, number, step, wider) in found {
            let seed = self.network.seed_mut(entry, number);
            for of in &mut seed.plan.nest.steps {
                if let StepKind::Scan(scan) = &mut of.kind
                    && of.id.0 == step
                {
                    scan.own.retain(|test| !wider.own.contains(test));
                }
            }
            seed.wider.insert(step, wider);
        }
    }

    /// For indexes that searches ask by themselves, a wider one that is asked too, and that has none wider itself.
    pub(super) fn wider_indexes(&mut self) -> BTreeMap<usize, usize> {
        let mut numbers = self.asked();
        let mut written = HashMap::new();
        for &number in &numbers {
            let of = self.fact_type(number);
            written.entry(of).or_insert_with(|| self.written(of));
        }
        let on_demand = on_demand(self.ruleset, &self.network);
        let asked = |of: &Self, number: usize| {
            let index = &of.network.indexes[number];
            let fact_type = of.fact_type(number);
            Asked {
                number,
                fact_type,
                alpha: index.alpha,
                key: of.shapes(&index.context).key(&index.key),
                facts: of.facts_of(number, &written[&fact_type]),
                is_written: index.reads.meets(&written[&fact_type]),
                on_demand: on_demand.get(number).is_none_or(|on_demand| *on_demand),
            }
        };
        let mut all: Vec<Asked> = numbers.iter().map(|&number| asked(self, number)).collect();
        let added = self.add_widest(&all).into_iter();
        let added: Vec<usize> = added.filter(|&number| numbers.insert(number)).collect();
        all.extend(added.into_iter().map(|number| asked(self, number)));
        let is_widest = |wide: &&Asked| !all.iter().any(|other| other.is_wider(wide));
        let widest: Vec<&Asked> = all.iter().filter(is_widest).collect();
        let narrow = all.iter().filter(|narrow| narrow.on_demand);
        let wider = narrow.filter_map(|narrow| {
            let wide = widest.iter().filter(|wide| wide.is_wider(narrow));
            let wide = wide.min_by_key(|wide| (wide.is_written, usize::MAX - wide.key.len()))?;
            Some((narrow.number, wide.number))
        });
        wider.collect()
    }

    /// The indexes by a key alone that searches ask in any case.
    fn asked(&self) -> BTreeSet<usize> {
        let mut asked = BTreeSet::new();
        for search in &self.network.searches {
            for (_, entry, number) in search.seeds() {
                asked.extend(self.network.seed(entry, number).asks(search));
            }
        }
        asked.retain(|&index| {
            let index = &self.network.indexes[index];
            index.order.is_empty() && index.reduced.is_none() && !index.key.is_empty()
        });
        asked
    }

    /// The indexes of all facts of a type by a key by which several are asked that have those in one state each.
    fn add_widest(&mut self, asked: &[Asked]) -> Vec<usize> {
        let mut alike: HashMap<(FactTypeId, &[ValueShape]), Vec<usize>> = HashMap::new();
        for index in asked
            .iter()
            .filter(|index| index.facts == Facts::InState && index.on_demand)
        {
            let alike = alike.entry((index.fact_type, &index.key)).or_default();
            alike.push(index.number);
        }
        let several = alike.into_values().filter(|alike| alike.len() > 1);
        let mut several: Vec<usize> = several.map(|alike| alike[0]).collect();
        several.sort_unstable();
        let added = several.into_iter().map(|index| self.add_all(index));
        added.collect()
    }

    /// Which facts an index has, of those whose fields rules write.
    fn facts_of(&self, index: usize, written: &Reads) -> Facts {
        if self.network.has_all(index) {
            return Facts::All;
        }
        let alpha = self.network.indexes[index].alpha;
        let reads = self.network.chosen_by(self.ruleset, alpha);
        if reads.meets(written) && self.is_for_all(index) {
            Facts::InState
        } else {
            Facts::Chosen
        }
    }

    /// The fields that rules write of facts of a type.
    fn written(&self, of: FactTypeId) -> Reads {
        let mut written = Reads::default();
        for (place, field) in self.ruleset.fact_types[of.0].fields.keys().enumerate() {
            if self.changes.writes_named(of, field.member.as_deref()) {
                written.add(&Reads::field(place));
            }
        }
        written
    }

    fn alpha_of(&self, index: usize) -> usize {
        self.network.indexes[index].alpha
    }

    fn fact_type(&self, index: usize) -> FactTypeId {
        self.network.alphas[self.alpha_of(index)].fact_type
    }

    /// What a loop compares with the key of an index, in its order.
    fn bound_by(&self, entry: usize, scan: &Scan, index: usize) -> Vec<KeyPart> {
        let own = self.network.matches[entry].context.of_fact(scan.element);
        let own = self.shapes(&own).key(&scan.keys.right);
        let index = &self.network.indexes[index];
        let parts = self.shapes(&index.context).key(&index.key);
        let places = parts.iter().map(|part| {
            let place = own.iter().position(|of| of == part);
            place.expect("a wider index has a part of the key")
        });
        places.map(|place| scan.keys.left[place]).collect()
    }
}
