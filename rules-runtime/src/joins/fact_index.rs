//! The indexes of the facts of alpha memories.
//!
//! Where every fact of a type is in an index, the fact's slot is its place there. Where only those are that
//! pass an alpha memory's tests, which may be few among many rules, each has a place for each index that it is
//! in, and none for the others.

use alloc::vec::Vec;

use crate::containers::index::{Indexes, Link, NIL, each_item};
use crate::containers::ordered::{Bounds, Item, Ordered, Within};
use crate::containers::trail::{Cells, Mode, Pass, Rows};
use crate::plan::{FactIndex, Plan};

/// The indexes of the facts of alpha memories.
#[derive(Debug, Clone)]
pub(crate) struct FactIndexes<M: Mode> {
    plan: &'static [FactIndex],
    /// Which indexes are made. The others have no facts.
    made: Vec<bool>,
    indexes: Indexes<M>,
    /// The places of facts in each index that has all facts of its type, by slot.
    of_all: Rows<Link, M>,
    /// Their places in the other indexes.
    places: Places<M>,
    /// The facts of each index that is ordered.
    ordered: Vec<Ordered<M>>,
    /// How they stand there, by slot.
    items: Rows<Option<Item>, M>,
}

/// A fact's place in an index that has some facts of its type.
#[derive(Debug, Clone, Copy)]
struct Place {
    index: u32,
    slot: u32,
    /// The next place of the fact.
    next: u32,
}

/// The places of facts in indexes that have some facts of their type.
#[derive(Debug, Clone)]
struct Places<M: Mode> {
    all: Cells<Place, M>,
    links: Cells<Link, M>,
    free: Cells<u32, M>,
    /// The first place of each fact, by type and slot.
    first: Rows<u32, M>,
}

/// The facts of a hash.
struct List<'a> {
    at: u32,
    links: &'a [Link],
    /// What the items of the list are; nothing where they are the facts' slots.
    places: &'a [Place],
}

impl Iterator for List<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.at == NIL {
            return None;
        }
        let item = self.at;
        self.at = self.links[item as usize].next;
        Some(if self.places.is_empty() {
            item
        } else {
            self.places[item as usize].slot
        })
    }
}

/// Facts of an index.
enum Found<H, A> {
    OfHash(H),
    All(A),
}

impl<H: Iterator<Item = u32>, A: Iterator<Item = u32>> Iterator for Found<H, A> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        match self {
            Found::OfHash(facts) => facts.next(),
            Found::All(facts) => facts.next(),
        }
    }
}

impl<M: Mode> FactIndexes<M> {
    pub(crate) fn new<F>(plan: &'static Plan<F>) -> Self {
        FactIndexes {
            plan: plan.indexes,
            made: plan.indexes.iter().map(|index| !index.on_demand).collect(),
            indexes: Indexes::new(plan.indexes.len()),
            of_all: Rows::new(plan.indexes.len()),
            places: Places {
                all: Cells::default(),
                links: Cells::default(),
                free: Cells::default(),
                first: Rows::new(plan.kinds.len()),
            },
            ordered: plan.indexes.iter().map(|_| Ordered::default()).collect(),
            items: Rows::new(plan.indexes.len()),
        }
    }

    /// Whether an index is made.
    #[inline]
    pub(crate) fn is_made(&self, index: u32) -> bool {
        self.made[index as usize]
    }

    /// Notes that an index is made.
    pub(crate) fn set_made(&mut self, index: u32) {
        self.made[index as usize] = true;
    }

    /// Puts a fact into an index. It must not be in, and the index is made.
    pub(crate) fn link(&mut self, index: u32, slot: u32, hash: u64) {
        let FactIndex { kind, has_all, .. } = self.plan[index as usize];
        if has_all {
            self.of_all.grow_row(index, slot as usize + 1, Link::NONE);
            let mut links = self.of_all.row_mut(index);
            self.indexes.link(index, &mut links, slot, hash);
        } else {
            let place = self.places.add(kind, index, slot);
            self.indexes
                .link(index, &mut self.places.links, place, hash);
        }
    }

    /// Puts a fact into an index that is ordered. The index is made.
    pub(crate) fn insert(&mut self, index: u32, item: Item) {
        let slot = item.slot as usize;
        self.items.grow_row(index, slot + 1, None);
        // Where a test of the user's says now this, now that, it may still be in.
        let before = self.items.get_mut(index, slot).replace(item);
        let ordered = &mut self.ordered[index as usize];
        if let Some(before) = before {
            ordered.remove(before);
        }
        ordered.insert(item);
    }

    /// Takes a fact out of an index, if it is in.
    pub(crate) fn unlink(&mut self, index: u32, slot: u32) {
        if !self.is_made(index) {
            return;
        }
        let FactIndex {
            kind,
            has_all,
            ordered,
            ..
        } = self.plan[index as usize];
        if ordered {
            if self.item(index, slot).is_some()
                && let Some(item) = self.items.get_mut(index, slot as usize).take()
            {
                self.ordered[index as usize].remove(item);
            }
        } else if !has_all {
            if let Some(place) = self.places.take(kind, index, slot) {
                self.indexes.unlink(index, &mut self.places.links, place);
            }
        } else if self.of_all.row(index).len() > slot as usize {
            let mut links = self.of_all.row_mut(index);
            self.indexes.unlink(index, &mut links, slot);
        }
    }

    /// How a fact stands in an index that is ordered.
    pub(crate) fn item(&self, index: u32, slot: u32) -> Option<Item> {
        let item = self.items.row(index).get(slot as usize);
        item.copied().flatten()
    }

    /// The hash under which a fact is in an index.
    pub(crate) fn hash_of(&self, index: u32, slot: u32) -> Option<u64> {
        let FactIndex {
            kind,
            has_all,
            ordered,
            ..
        } = self.plan[index as usize];
        if ordered {
            return self.item(index, slot).map(|item| item.hash);
        }
        if has_all {
            return self.indexes.hash_of(self.of_all.row(index), slot);
        }
        let place = self.places.find(kind, index, slot)?;
        self.indexes.hash_of(&self.places.links, place)
    }

    /// Calls `f` for the facts of a hash, or for all where keys cannot be looked up.
    pub(crate) fn each(&self, index: u32, hash: u64, hashed: bool, mut f: impl FnMut(u32)) {
        let FactIndex {
            has_all, ordered, ..
        } = self.plan[index as usize];
        if ordered {
            let hash = hashed.then_some(hash);
            self.within(index, hash, [Bounds::ALL; 2]).for_each(f);
        } else if has_all {
            self.each_linked(index, self.of_all.row(index), (hash, hashed), f);
        } else {
            let Places { all, links, .. } = &self.places;
            self.each_linked(index, links, (hash, hashed), |place| {
                f(all[place as usize].slot);
            });
        }
    }

    #[inline]
    fn each_linked(
        &self,
        index: u32,
        links: &[Link],
        (hash, hashed): (u64, bool),
        mut f: impl FnMut(u32),
    ) {
        if hashed {
            each_item(self.indexes.first(index, hash), links, f);
        } else {
            let firsts = self.indexes.firsts(index);
            firsts.for_each(|first| each_item(first, links, &mut f));
        }
    }

    /// The facts of an index that have a hash, or all; in unspecified order.
    #[inline]
    pub(crate) fn iter(&self, index: u32, hash: Option<u64>) -> impl Iterator<Item = u32> {
        let has_all = self.plan[index as usize].has_all;
        let (links, places): (&[Link], &[Place]) = if has_all {
            (self.of_all.row(index), &[])
        } else {
            (&self.places.links, &self.places.all)
        };
        let list = move |at| List { at, links, places };
        match hash {
            Some(hash) => Found::OfHash(list(self.indexes.first(index, hash))),
            None => Found::All(self.indexes.firsts(index).flat_map(list)),
        }
    }

    /// The facts of an index that is ordered which have a hash and lie within bounds, or all.
    #[inline]
    pub(crate) fn within(&self, index: u32, hash: Option<u64>, bounds: [Bounds; 2]) -> Within<'_> {
        let ordered = &self.ordered[index as usize];
        match hash {
            Some(hash) => ordered.within(hash, bounds),
            None => ordered.all(),
        }
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        self.indexes.trace(pass);
        pass.over(&mut self.of_all);
        for (ordered, index) in self.ordered.iter_mut().zip(self.plan) {
            if index.ordered {
                pass.over(ordered);
            }
        }
        pass.over(&mut self.items);
        let Places {
            all,
            links,
            free,
            first,
        } = &mut self.places;
        pass.over(all);
        pass.over(links);
        pass.over(free);
        pass.over(first);
    }
}

impl<M: Mode> Places<M> {
    fn add(&mut self, kind: u32, index: u32, slot: u32) -> u32 {
        self.first.grow_row(kind, slot as usize + 1, NIL);
        let first = self.first.get_mut(kind, slot as usize);
        let next = *first;
        let place = Place { index, slot, next };
        let number = self.free.last().copied();
        let number = number.unwrap_or(self.all.len() as u32);
        *first = number;
        if self.free.pop().is_some() {
            self.all[number as usize] = place;
        } else {
            self.all.push(place);
            self.links.push(Link::NONE);
        }
        number
    }

    fn find(&self, kind: u32, index: u32, slot: u32) -> Option<u32> {
        let mut number = *self.first.row(kind).get(slot as usize)?;
        while number != NIL {
            let place = &self.all[number as usize];
            if place.index == index {
                return Some(number);
            }
            number = place.next;
        }
        None
    }

    /// Takes a place out of the list of its fact. Its number is free from now on.
    fn take(&mut self, kind: u32, index: u32, slot: u32) -> Option<u32> {
        let mut before = NIL;
        let mut number = *self.first.row(kind).get(slot as usize)?;
        while number != NIL {
            let Place {
                index: other, next, ..
            } = self.all[number as usize];
            if other == index {
                if before == NIL {
                    *self.first.get_mut(kind, slot as usize) = next;
                } else {
                    self.all[before as usize].next = next;
                }
                self.free.push(number);
                return Some(number);
            }
            (before, number) = (number, next);
        }
        None
    }
}
