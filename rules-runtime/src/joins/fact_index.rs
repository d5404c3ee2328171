//! The indexes of the facts of alpha memories.
//!
//! Where every fact of a type is in an index, the fact's slot is its place there. Where only those are that
//! pass an alpha memory's tests, which may be few among many rules, each has a place for each index that it is
//! in, and none for the others.

use alloc::vec::Vec;

use crate::containers::fields::Fields as _;
use crate::containers::index::{Bucket, Indexes, Link, NIL, each_item};
use crate::containers::ordered::{Bounds, Item, Ordered};
use crate::containers::trail::{Cells, Cursor, Mode, Pass, Rows};
use crate::ids::{KindId, Slot};
use crate::plan::{FactIndex, Plan};

/// The indexes of the facts of alpha memories.
#[derive(Debug, Clone)]
pub(crate) struct FactIndexes<M: Mode> {
    plan: &'static [FactIndex],
    /// Which indexes are made. The others have no facts.
    made: Vec<bool>,
    /// The fields that decide of a fact whether it is in an index, and by which key.
    reads: Vec<M::Fields>,
    /// The indexes of each type.
    of_kinds: Vec<OfKind<M::Fields>>,
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

/// The indexes of the facts of a type.
#[derive(Debug, Clone)]
struct OfKind<F> {
    /// What those read that are made.
    reads: F,
    /// Those in which a fact has no place of its own.
    placeless: Vec<u32>,
}

/// A fact's place in an index that has some facts of its type.
#[derive(Debug, Clone, Copy)]
struct Place {
    index: u32,
    slot: Slot,
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

/// Facts of an index: those of a hash, or all.
pub struct Facts<'a, M: Mode> {
    /// The item that comes next.
    at: u32,
    /// How many they are, if that is known: those of a hash.
    len: u32,
    links: &'a [Link],
    /// What the items of the lists are; nothing where they are the facts' slots.
    places: &'a [Place],
    /// Where the next list is found.
    indexes: &'a Indexes<M>,
    index: u32,
    cursor: Cursor,
}

impl<M: Mode> Facts<'_, M> {
    /// Whether they are no more than others. Of all facts of an index it is not known how many they are: those are more.
    #[must_use]
    #[inline]
    pub fn are_fewer(&self, than: &Self) -> bool {
        self.len <= than.len
    }

    /// How many they are, where it is known.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Whether they are more than so many.
    #[inline]
    pub(crate) fn are_more_than(&self, many: u32) -> bool {
        self.len > many
    }
}

/// The first item of the next list, or [`NIL`], and where the list after it is found. It borrows nothing of [`Facts`], so that
/// these stay in registers.
#[cold]
fn go_on<M: Mode>(indexes: &Indexes<M>, index: u32, mut cursor: Cursor) -> (u32, Cursor) {
    let first = indexes.next_first(index, &mut cursor);
    (first.unwrap_or(NIL), cursor)
}

impl<M: Mode> Iterator for Facts<'_, M> {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.at == NIL {
            if self.cursor.is_end() {
                return None;
            }
            (self.at, self.cursor) = go_on(self.indexes, self.index, self.cursor);
            if self.at == NIL {
                return None;
            }
        }
        let item = self.at;
        self.at = self.links[item as usize].next;
        Some(if self.places.is_empty() {
            Slot(item)
        } else {
            self.places[item as usize].slot
        })
    }
}

impl<M: Mode> FactIndexes<M> {
    pub(crate) fn new(plan: &'static Plan<M::Fields>) -> Self {
        let mut reads = alloc::vec![M::Fields::NONE; plan.indexes.len()];
        for &(index, of_alpha) in plan.alphas.iter().flat_map(|alpha| alpha.indexes) {
            let of_index = &mut reads[index as usize];
            *of_index = of_index.or(of_alpha);
        }
        let none = OfKind {
            reads: M::Fields::NONE,
            placeless: Vec::new(),
        };
        let mut of_kinds = alloc::vec![none; plan.kinds.len()];
        for (number, index) in (0..).zip(plan.indexes) {
            if index.has_all || index.ordered {
                of_kinds[index.kind.index()].placeless.push(number);
            }
        }
        let mut indexes = FactIndexes {
            plan: plan.indexes,
            made: alloc::vec![false; plan.indexes.len()],
            reads,
            of_kinds,
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
        };
        for (number, index) in (0..).zip(plan.indexes) {
            if !index.on_demand {
                indexes.set_made(number);
            }
        }
        indexes
    }

    /// Whether an index is made.
    #[inline]
    pub(crate) fn is_made(&self, index: u32) -> bool {
        self.made[index as usize]
    }

    /// Whether an index is made, if there is one.
    pub(crate) fn is_made_if_any(&self, index: Option<u32>) -> bool {
        index.is_none_or(|index| self.is_made(index))
    }

    /// Notes that an index is made.
    pub(crate) fn set_made(&mut self, index: u32) {
        self.made[index as usize] = true;
        let of_kind = &mut self.of_kinds[self.plan[index as usize].kind.index()];
        of_kind.reads = of_kind.reads.or(self.reads[index as usize]);
    }

    /// Puts a fact into an index. It must not be in, and the index is made.
    #[inline(never)]
    pub(crate) fn link(&mut self, index: u32, slot: Slot, hash: u64) {
        let FactIndex { kind, has_all, .. } = self.plan[index as usize];
        if has_all {
            self.of_all.grow_row(index, slot.index() + 1, Link::NONE);
            let mut links = self.of_all.row_mut(index);
            self.indexes.link(index, &mut links, slot.number(), hash);
        } else {
            let place = self.places.add(kind, index, slot);
            self.indexes
                .link(index, &mut self.places.links, place, hash);
        }
    }

    /// Makes room in an index for so many facts in all, where most of those that are in have keys of their own.
    pub(crate) fn make_room(&mut self, index: u32, so_far: usize, facts: usize) {
        self.indexes.make_room(index, so_far, facts);
    }

    /// Whether an index without an order has facts of a hash.
    #[inline]
    pub(crate) fn has(&self, index: u32, hash: u64) -> bool {
        self.indexes.first(index, hash) != NIL
    }

    /// Whether a fact is in an index that has some facts of its type.
    pub(crate) fn is_in(&self, index: u32, slot: Slot) -> bool {
        let kind = self.plan[index as usize].kind;
        self.places.find(kind, index, slot).is_some()
    }

    /// Puts a fact into an index that is ordered. The index is made.
    #[inline(never)]
    pub(crate) fn insert(&mut self, index: u32, item: Item) {
        let slot = item.number as usize;
        self.items.grow_row(index, slot + 1, None);
        // Where a test of the user's says now this, now that, it may still be in.
        let before = self.items.get_mut(index, slot).replace(item);
        let ordered = &mut self.ordered[index as usize];
        if let Some(before) = before {
            ordered.remove(before);
        }
        ordered.insert(item);
    }

    /// Whether a change of these fields may take a fact of a type out of indexes.
    #[inline]
    pub(crate) fn read(&self, kind: KindId, fields: M::Fields) -> bool {
        self.of_kinds[kind.index()].reads.meets(fields)
    }

    /// Takes a fact out of the indexes that read one of these fields, where it is in.
    #[inline]
    pub(crate) fn leave(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        if self.read(kind, fields) {
            self.take_out(kind, slot, fields);
        }
    }

    /// Takes a fact out of one index that has some facts of its type.
    #[inline(never)]
    pub(crate) fn take_from(&mut self, index: u32, slot: Slot) {
        let kind = self.plan[index as usize].kind;
        let indexes = &mut self.indexes;
        self.places
            .take_out((kind, slot), indexes, |of| of == index);
    }

    #[inline(never)]
    fn take_out(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        for place in 0..self.of_kinds[kind.index()].placeless.len() {
            let index = self.of_kinds[kind.index()].placeless[place];
            if self.reads[index as usize].meets(fields) {
                self.unlink(index, slot);
            }
        }
        let FactIndexes {
            indexes,
            places,
            reads,
            ..
        } = self;
        places.take_out((kind, slot), indexes, |index| {
            reads[index as usize].meets(fields)
        });
    }

    /// Takes a fact out of an index in which it has no place of its own, if it is in.
    fn unlink(&mut self, index: u32, slot: Slot) {
        if !self.is_made(index) {
            return;
        }
        if self.plan[index as usize].ordered {
            if self.item(index, slot).is_some()
                && let Some(item) = self.items.get_mut(index, slot.index()).take()
            {
                self.ordered[index as usize].remove(item);
            }
        } else if self.of_all.row(index).len() > slot.index() {
            let mut links = self.of_all.row_mut(index);
            self.indexes.unlink(index, &mut links, slot.number());
        }
    }

    /// How a fact stands in an index that is ordered.
    pub(crate) fn item(&self, index: u32, slot: Slot) -> Option<Item> {
        let item = self.items.row(index).get(slot.index());
        item.copied().flatten()
    }

    /// The hash under which a fact is in an index.
    pub(crate) fn hash_of(&self, index: u32, slot: Slot) -> Option<u64> {
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
            return self.indexes.hash_of(self.of_all.row(index), slot.number());
        }
        let place = self.places.find(kind, index, slot)?;
        self.indexes.hash_of(&self.places.links, place)
    }

    /// Calls `f` for the facts of a hash, or for all where keys cannot be looked up.
    pub(crate) fn each(&self, index: u32, hash: u64, hashed: bool, mut f: impl FnMut(Slot)) {
        let FactIndex {
            has_all, ordered, ..
        } = self.plan[index as usize];
        if ordered {
            let hash = hashed.then_some(hash);
            self.within(index, hash, [Bounds::ALL; 2]).for_each(f);
        } else if has_all {
            self.each_linked(index, self.of_all.row(index), (hash, hashed), |item| {
                f(Slot(item));
            });
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
    pub(crate) fn iter(&self, index: u32, hash: Option<u64>) -> Facts<'_, M> {
        if self.plan[index as usize].has_all {
            self.of_all(index, hash)
        } else {
            self.of_some(index, hash)
        }
    }

    /// The same of an index that has all facts of its type.
    #[inline]
    pub(crate) fn of_all(&self, index: u32, hash: Option<u64>) -> Facts<'_, M> {
        debug_assert!(self.plan[index as usize].has_all);
        self.listed(index, hash, self.of_all.row(index), &[])
    }

    /// The same of an index that has some facts of its type.
    #[inline]
    pub(crate) fn of_some(&self, index: u32, hash: Option<u64>) -> Facts<'_, M> {
        debug_assert!(!self.plan[index as usize].has_all);
        self.listed(index, hash, &self.places.links, &self.places.all)
    }

    #[inline]
    fn listed<'a>(
        &'a self,
        index: u32,
        hash: Option<u64>,
        links: &'a [Link],
        places: &'a [Place],
    ) -> Facts<'a, M> {
        let (Bucket { first, len }, cursor) = match hash {
            Some(hash) => (self.indexes.bucket(index, hash), Cursor::END),
            None => (Bucket::UNKNOWN, Cursor::START),
        };
        Facts {
            at: first,
            len,
            links,
            places,
            indexes: &self.indexes,
            index,
            cursor,
        }
    }

    /// The facts of an index that is ordered which have a hash and lie within bounds, or all.
    #[inline]
    pub(crate) fn within(
        &self,
        index: u32,
        hash: Option<u64>,
        bounds: [Bounds; 2],
    ) -> impl Iterator<Item = Slot> {
        let ordered = &self.ordered[index as usize];
        let within = match hash {
            Some(hash) => ordered.within(hash, bounds),
            None => ordered.all(),
        };
        within.map(Slot)
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
    fn add(&mut self, kind: KindId, index: u32, slot: Slot) -> u32 {
        self.first.grow_row(kind.number(), slot.index() + 1, NIL);
        let first = self.first.get_mut(kind.number(), slot.index());
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

    /// Takes a fact, of a type and in a slot, out of those of its indexes that it leaves.
    #[inline]
    fn take_out(
        &mut self,
        (kind, slot): (KindId, Slot),
        indexes: &mut Indexes<M>,
        leaves: impl Fn(u32) -> bool,
    ) {
        let Some(&first) = self.first.row(kind.number()).get(slot.index()) else {
            return;
        };
        let (mut before, mut number) = (NIL, first);
        while number != NIL {
            let Place { index, next, .. } = self.all[number as usize];
            if leaves(index) {
                if before == NIL {
                    *self.first.get_mut(kind.number(), slot.index()) = next;
                } else {
                    self.all[before as usize].next = next;
                }
                indexes.unlink(index, &mut self.links, number);
                self.free.push(number);
            } else {
                before = number;
            }
            number = next;
        }
    }

    fn find(&self, kind: KindId, index: u32, slot: Slot) -> Option<u32> {
        let mut number = *self.first.row(kind.number()).get(slot.index())?;
        while number != NIL {
            let place = &self.all[number as usize];
            if place.index == index {
                return Some(number);
            }
            number = place.next;
        }
        None
    }
}
