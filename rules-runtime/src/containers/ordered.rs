//! Items in the order of a key, found within bounds of it; and within bounds of a second number that they have.
//!
//! A tree of blocks: a block of the lowest level has items in their order, one above it has blocks. Each knows of each of
//! its blocks the first key and between which second numbers it lies, so that a search passes over blocks in which nothing
//! can be: those facts are found whose extents overlap another. (As an interval tree is a search tree that knows the
//! greatest end below each node: Cormen, Leiserson, Rivest and Stein, *Introduction to Algorithms*, 14.3.)

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::trail::{Mode, Trail, Undo};

/// So many items, or blocks, make a full block. In a debug build, where sessions are small, there are blocks all the same.
const FULL: usize = if cfg!(debug_assertions) { 5 } else { 64 };

/// More levels than come about: a new one needs full blocks below it.
const DEPTH: usize = if cfg!(debug_assertions) { 32 } else { 16 };

/// Between which numbers something lies, both among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    least: u64,
    greatest: u64,
}

impl Bounds {
    /// All numbers.
    pub const ALL: Bounds = Bounds {
        least: 0,
        greatest: u64::MAX,
    };

    /// No number.
    const NONE: Bounds = Bounds {
        least: u64::MAX,
        greatest: 0,
    };

    /// Leaves out what is less.
    #[inline]
    pub fn from(&mut self, least: u64) {
        self.least = self.least.max(least);
    }

    /// Leaves out what is greater.
    #[inline]
    pub fn to(&mut self, greatest: u64) {
        self.greatest = self.greatest.min(greatest);
    }

    #[inline]
    fn contains(self, number: u64) -> bool {
        self.least <= number && number <= self.greatest
    }

    #[inline]
    fn meets(self, other: Bounds) -> bool {
        self.least <= other.greatest && other.least <= self.greatest
    }

    fn widen(&mut self, other: Bounds) {
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }
}

/// What items are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    hash: u64,
    first: u64,
    number: u32,
}

impl Key {
    #[inline]
    fn place(self) -> Place {
        Place::new(self.hash, self.first)
    }
}

/// The hash of a key, and the first number, as one number: it is compared without a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u128);

impl Place {
    const LAST: Place = Place(u128::MAX);

    #[inline]
    fn new(hash: u64, first: u64) -> Self {
        Place((u128::from(hash) << 64) | u128::from(first))
    }
}

/// A fact in an index, or a token at a join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Item {
    /// The hash of its key.
    pub(crate) hash: u64,
    /// Its places by one value and by another.
    pub(crate) places: [u64; 2],
    /// The slot of the fact, or the number of the token.
    pub(crate) number: u32,
}

impl Item {
    #[inline]
    fn place(&self) -> Place {
        self.key().place()
    }

    #[inline]
    fn key(&self) -> Key {
        Key {
            hash: self.hash,
            first: self.places[0],
            number: self.number,
        }
    }

    fn second(&self) -> Bounds {
        Bounds {
            least: self.places[1],
            greatest: self.places[1],
        }
    }
}

#[derive(Debug, Clone)]
enum Block {
    Items(Vec<Item>),
    Blocks(Vec<Child>),
}

#[derive(Debug, Clone)]
struct Child {
    first: Key,
    second: Bounds,
    block: Box<Block>,
}

impl Child {
    fn of(block: Block) -> Child {
        Child {
            first: block.first(),
            second: block.second(),
            block: Box::new(block),
        }
    }

    /// An item is gone from it, and others are left.
    fn has_lost(&mut self, item: &Item) {
        if item.key() == self.first {
            self.first = self.block.first();
        }
        let Bounds { least, greatest } = self.second;
        let number = item.places[1];
        // Where all have one number, they still have.
        if least < greatest && (number == least || number == greatest) {
            self.second = self.block.second();
        }
    }
}

/// The child in which a key belongs.
fn child_of(children: &[Child], key: Key) -> usize {
    let after = children.partition_point(|child| child.first <= key);
    after.saturating_sub(1)
}

impl Block {
    fn is_empty(&self) -> bool {
        match self {
            Block::Items(items) => items.is_empty(),
            Block::Blocks(children) => children.is_empty(),
        }
    }

    /// The first key. There is something in it.
    fn first(&self) -> Key {
        match self {
            Block::Items(items) => items[0].key(),
            Block::Blocks(children) => children[0].first,
        }
    }

    /// Within what the second numbers lie.
    fn second(&self) -> Bounds {
        let mut second = Bounds::NONE;
        match self {
            Block::Items(items) => {
                for item in items {
                    second.widen(item.second());
                }
            }
            Block::Blocks(children) => {
                for child in children {
                    second.widen(child.second);
                }
            }
        }
        second
    }

    /// Puts an item in. Returns the second half, if the block was full.
    fn insert(&mut self, item: Item) -> Option<Block> {
        match self {
            Block::Items(items) => {
                let place = items.partition_point(|other| other.key() < item.key());
                items.insert(place, item);
                (items.len() > FULL).then(|| Block::Items(items.split_off(half(place))))
            }
            Block::Blocks(children) => {
                let place = child_of(children, item.key());
                let child = &mut children[place];
                if let Some(split) = child.block.insert(item) {
                    child.first = child.block.first();
                    child.second = child.block.second();
                    children.insert(place + 1, Child::of(split));
                } else {
                    child.first = child.first.min(item.key());
                    child.second.widen(item.second());
                }
                (children.len() > FULL).then(|| Block::Blocks(children.split_off(half(place + 1))))
            }
        }
    }

    /// Takes an item out. Returns whether it was in.
    fn remove(&mut self, item: &Item) -> bool {
        match self {
            Block::Items(items) => {
                let place = items.binary_search_by_key(&item.key(), Item::key);
                place.is_ok_and(|place| items.remove(place) == *item)
            }
            Block::Blocks(children) => {
                let place = child_of(children, item.key());
                let Some(child) = children.get_mut(place) else {
                    return false;
                };
                let is_out = child.block.remove(item);
                if child.block.is_empty() {
                    children.remove(place);
                } else if is_out {
                    child.has_lost(item);
                }
                is_out
            }
        }
    }
}

/// Where a block that has become too long is cut: what comes in order leaves full blocks behind.
fn half(latest: usize) -> usize {
    if latest == FULL { FULL } else { FULL / 2 }
}

/// Items in their order, with a trail.
pub(crate) struct Ordered<M: Mode> {
    root: Block,
    trail: M::Trail<Step>,
}

/// What is taken back.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Inserted(Item),
    Removed(Item),
}

impl<M: Mode> Ordered<M> {
    /// Puts an item in, which is not in.
    pub(crate) fn insert(&mut self, item: Item) {
        self.put(item);
        self.trail.note(Step::Inserted(item));
    }

    /// Takes an item out.
    pub(crate) fn remove(&mut self, item: Item) {
        if self.take(&item) {
            self.trail.note(Step::Removed(item));
        }
    }

    fn put(&mut self, item: Item) {
        if let Some(split) = self.root.insert(item) {
            let before = core::mem::replace(&mut self.root, Block::Items(Vec::new()));
            self.root = Block::Blocks([before, split].map(Child::of).into());
        }
    }

    fn take(&mut self, item: &Item) -> bool {
        let was_in = self.root.remove(item);
        if let Block::Blocks(children) = &mut self.root {
            match children.len() {
                0 => self.root = Block::Items(Vec::new()),
                1 => self.root = *children.remove(0).block,
                _ => {}
            }
        }
        was_in
    }

    /// Whether nothing is in.
    pub(crate) fn is_empty(&self) -> bool {
        self.root.is_empty()
    }

    /// The items of a hash within bounds.
    #[inline]
    pub(crate) fn within(&self, hash: u64, [first, second]: [Bounds; 2]) -> Within<'_> {
        let [from, to] = [first.least, first.greatest].map(|first| Place::new(hash, first));
        self.between(from, to, second)
    }

    /// All items.
    pub(crate) fn all(&self) -> Within<'_> {
        self.between(Place(0), Place::LAST, Bounds::ALL)
    }

    fn between(&self, from: Place, to: Place, second: Bounds) -> Within<'_> {
        let mut within = Within {
            from,
            to,
            second,
            levels: [&[]; DEPTH],
            depth: 0,
            items: &[],
        };
        if from <= to {
            within.enter(&self.root);
        }
        within
    }
}

/// Items within bounds, in their order.
pub(crate) struct Within<'a> {
    from: Place,
    to: Place,
    second: Bounds,
    /// The blocks that are still to be gone through, of each level.
    levels: [&'a [Child]; DEPTH],
    /// How many levels there are.
    depth: usize,
    items: &'a [Item],
}

impl<'a> Within<'a> {
    fn enter(&mut self, block: &'a Block) {
        match block {
            Block::Items(items) => {
                // Where what stands before was gone through, all of it is behind.
                let is_behind = items.first().is_none_or(|item| self.from <= item.place());
                let before = if is_behind {
                    0
                } else {
                    items.partition_point(|item| item.place() < self.from)
                };
                self.items = &items[before..];
            }
            Block::Blocks(children) => {
                let after = children.partition_point(|child| child.first.place() < self.from);
                self.levels[self.depth] = &children[after.saturating_sub(1)..];
                self.depth += 1;
            }
        }
    }

    /// Goes on to the next block in which something may be. Returns whether there is one.
    fn advance(&mut self) -> bool {
        while self.depth > 0 {
            let level = &mut self.levels[self.depth - 1];
            let Some((child, rest)) = level.split_first() else {
                self.depth -= 1;
                continue;
            };
            *level = rest;
            if child.first.place() > self.to {
                self.depth = 0;
                return false;
            }
            if child.second.meets(self.second) {
                self.enter(&child.block);
                if !self.items.is_empty() {
                    return true;
                }
            }
        }
        false
    }
}

impl Iterator for Within<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        loop {
            while let Some((item, rest)) = self.items.split_first() {
                self.items = rest;
                if item.place() > self.to {
                    (self.items, self.depth) = (&[], 0);
                    return None;
                }
                if self.second.contains(item.places[1]) {
                    return Some(item.number);
                }
            }
            if !self.advance() {
                return None;
            }
        }
    }
}

impl<M: Mode> Default for Ordered<M> {
    fn default() -> Self {
        Ordered {
            root: Block::Items(Vec::new()),
            trail: Default::default(),
        }
    }
}

impl<M: Mode> Clone for Ordered<M> {
    fn clone(&self) -> Self {
        Ordered {
            root: self.root.clone(),
            trail: self.trail.duplicate(),
        }
    }
}

impl<M: Mode> fmt::Debug for Ordered<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all()).finish()
    }
}

impl<M: Mode> Undo for Ordered<M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Inserted(item) => _ = self.take(&item),
                Step::Removed(item) => self.put(item),
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        if let Block::Items(items) = &mut self.root {
            items.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::containers::trail::Trailed;

    /// Numbers that look random, the same each time.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) % n
        }

        fn item(&mut self, number: u32) -> Item {
            Item {
                hash: self.below(3),
                places: [self.below(1000), self.below(1000)],
                number,
            }
        }

        fn bounds(&mut self) -> Bounds {
            let mut bounds = Bounds::ALL;
            if self.below(3) > 0 {
                bounds.from(self.below(1000));
            }
            if self.below(3) > 0 {
                bounds.to(self.below(1000));
            }
            bounds
        }
    }

    fn found(items: &[Item], hash: u64, [first, second]: [Bounds; 2]) -> Vec<u32> {
        let is_in = |item: &&Item| {
            let [one, other] = item.places;
            item.hash == hash && first.contains(one) && second.contains(other)
        };
        let mut found: Vec<&Item> = items.iter().filter(is_in).collect();
        found.sort_unstable_by_key(|item| item.key());
        found.iter().map(|item| item.number).collect()
    }

    fn check(ordered: &Ordered<Trailed>, items: &[Item], random: &mut Random) {
        for _ in 0..20 {
            let (hash, bounds) = (random.below(4), [random.bounds(), random.bounds()]);
            let within: Vec<u32> = ordered.within(hash, bounds).collect();
            assert_eq!(within, found(items, hash, bounds));
        }
        assert_eq!(ordered.all().count(), items.len());
    }

    #[test]
    fn what_is_within_bounds_is_found_while_items_come_and_go() {
        let (mut ordered, mut items, mut random) = (Ordered::default(), Vec::new(), Random(7));
        for slot in 0..20_000 {
            // They come, and go again until few are left.
            let comes = random.below(10) < if slot < 10_000 { 8 } else { 2 };
            if comes || items.is_empty() {
                let item = random.item(slot);
                ordered.insert(item);
                items.push(item);
            } else {
                let place = random.below(items.len() as u64) as usize;
                ordered.remove(items.swap_remove(place));
            }
            if slot % 500 == 0 {
                check(&ordered, &items, &mut random);
            }
        }
        for item in items.drain(..) {
            ordered.remove(item);
        }
        check(&ordered, &items, &mut random);
    }

    /// How many blocks have items in them.
    fn blocks_of_items(block: &Block) -> usize {
        match block {
            Block::Items(_) => 1,
            Block::Blocks(children) => {
                let children = children.iter();
                children.map(|child| blocks_of_items(&child.block)).sum()
            }
        }
    }

    #[test]
    fn what_comes_in_order_fills_blocks() {
        let mut ordered = Ordered::<Trailed>::default();
        for number in 0..10_000 {
            ordered.insert(Item {
                hash: 0,
                places: [u64::from(number), 0],
                number,
            });
        }
        assert_eq!(blocks_of_items(&ordered.root), 10_000_usize.div_ceil(FULL));
        assert!(ordered.all().eq(0..10_000));
    }

    #[test]
    fn the_way_back_leaves_what_was() {
        let (mut ordered, mut items, mut random) =
            (Ordered::<Trailed>::default(), Vec::new(), Random(3));
        for slot in 0..300 {
            let item = random.item(slot);
            ordered.insert(item);
            items.push(item);
        }
        let mark = ordered.mark();
        for slot in 300..2000 {
            ordered.insert(random.item(slot));
        }
        for &item in &items {
            ordered.remove(item);
        }
        ordered.undo(mark);
        check(&ordered, &items, &mut random);
    }
}
