//! Hash indexes of numbered items: facts of an alpha memory, or tokens of a beta memory.
//!
//! Items of one hash stand in one bucket, a list linked through the items; the links are kept by
//! whoever keeps the items. An index never looks at what its items hold: whoever joins compares the
//! keys again, so two keys of one hash cost time and nothing else. An index without a key is one
//! bucket.

use core::ops::IndexMut;

use crate::containers::trail::{Cells, Cursor, Mode, Pass, Table};

/// The end of a list, and the bucket of an item that is in none.
pub(crate) const NIL: u32 = u32::MAX;

/// The items of one hash.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    /// The first of them, or [`NIL`].
    pub(crate) first: u32,
    /// How many there are.
    pub(crate) len: u32,
}

impl Bucket {
    /// None.
    const EMPTY: Bucket = Bucket { first: NIL, len: 0 };
    /// Not known yet, and more than any other.
    pub(crate) const UNKNOWN: Bucket = Bucket {
        first: NIL,
        len: u32::MAX,
    };
}

/// An item's place in a list, and which list it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link {
    pub(crate) bucket: u32,
    pub(crate) next: u32,
    pub(crate) prev: u32,
}

impl Link {
    /// The link of an item that is in no list.
    pub(crate) const NONE: Link = Link {
        bucket: NIL,
        next: NIL,
        prev: NIL,
    };
}

/// Whatever keeps the links of items.
pub(crate) trait Links: IndexMut<usize, Output = Link> {}

impl<L: IndexMut<usize, Output = Link>> Links for L {}

impl Default for Bucket {
    fn default() -> Self {
        Bucket::EMPTY
    }
}

/// Hash indexes of numbered items, by number. Their buckets come from one stock.
#[derive(Debug, Clone)]
pub(crate) struct Indexes<M: Mode> {
    /// The buckets of each index.
    tables: Table<Bucket, M>,
    /// As many as buckets have been numbered.
    numbered: Cells<(), M>,
    /// The numbers of those that are in no index.
    free: Cells<u32, M>,
}

impl<M: Mode> Indexes<M> {
    /// So many indexes without items.
    pub(crate) fn new(indexes: usize) -> Self {
        Indexes {
            tables: Table::new(indexes),
            numbered: Cells::default(),
            free: Cells::default(),
        }
    }

    /// Puts an item into an index. It is in only where it could not be found to be taken out, because a test
    /// of the user's says now this, now that; then it changes its place.
    pub(crate) fn link(&mut self, index: u32, links: &mut impl Links, item: u32, hash: u64) {
        if links[item as usize].bucket != NIL {
            self.unlink(index, links, item);
        }
        let bucket = self.bucket_of(index, hash);
        let Bucket { first, len } = self.tables.value_mut(bucket);
        let next = core::mem::replace(first, item);
        *len += 1;
        if next != NIL {
            links[next as usize].prev = item;
        }
        links[item as usize] = Link {
            bucket,
            next,
            prev: NIL,
        };
    }

    /// Takes an item out of its index, if it is in.
    pub(crate) fn unlink(&mut self, index: u32, links: &mut impl Links, item: u32) {
        let Link { bucket, next, prev } = links[item as usize];
        if bucket == NIL {
            return;
        }
        links[item as usize] = Link::NONE;
        if next != NIL {
            links[next as usize].prev = prev;
        }
        let Bucket { first, len } = self.tables.value_mut(bucket);
        *len -= 1;
        if prev != NIL {
            links[prev as usize].next = next;
            return;
        }
        *first = next;
        if next == NIL {
            let hash = self.tables.hash_of(bucket);
            self.tables.remove(index, hash, bucket);
            self.free.push(bucket);
        }
    }

    /// The items of a hash in an index. A call: searches ask for them at many places.
    #[inline(never)]
    pub(crate) fn bucket(&self, index: u32, hash: u64) -> Bucket {
        let found = self.tables.find(index, hash, |_| true);
        found.map_or(Bucket::EMPTY, |(_, bucket)| bucket)
    }

    /// The first item of a hash in an index, or [`NIL`].
    #[inline]
    pub(crate) fn first(&self, index: u32, hash: u64) -> u32 {
        self.bucket(index, hash).first
    }

    /// Makes room for so many items in all, where most of those that are in have a bucket of their own.
    #[cold]
    pub(crate) fn make_room(&mut self, index: u32, so_far: usize, items: usize) {
        if self.tables.len(index) > so_far / 2 {
            self.tables.make_room(index, items);
        }
    }

    /// Whether an index has no items.
    #[inline]
    pub(crate) fn is_empty(&self, index: u32) -> bool {
        self.tables.is_empty(index)
    }

    /// The hash under which an item is in.
    pub(crate) fn hash_of(&self, links: &[Link], item: u32) -> Option<u64> {
        let link = links.get(item as usize)?;
        (link.bucket != NIL).then(|| self.tables.hash_of(link.bucket))
    }

    /// The first item of each bucket of an index, in unspecified order.
    pub(crate) fn firsts(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let buckets = self.tables.iter(index);
        buckets.map(|bucket| self.tables.value(bucket).first)
    }

    /// The first item of the next bucket of an index.
    pub(crate) fn next_first(&self, index: u32, cursor: &mut Cursor) -> Option<u32> {
        let bucket = self.tables.next(index, cursor)?;
        Some(self.tables.value(bucket).first)
    }

    fn bucket_of(&mut self, index: u32, hash: u64) -> u32 {
        if let Some((bucket, _)) = self.tables.find(index, hash, |_| true) {
            return bucket;
        }
        let bucket = self.free.pop().unwrap_or_else(|| {
            self.numbered.push(());
            (self.numbered.len() - 1) as u32
        });
        self.tables.insert(index, hash, bucket, Bucket::EMPTY);
        bucket
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.tables);
        pass.over(&mut self.numbered);
        pass.over(&mut self.free);
    }
}

/// Calls `f` for the items of a list.
#[inline]
pub(crate) fn each_item(mut item: u32, links: &[Link], mut f: impl FnMut(u32)) {
    while item != NIL {
        let next = links[item as usize].next;
        f(item);
        item = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    use crate::containers::trail::{Back, ForwardOnly, Mark, Shrink, Trailed};

    fn list(links: &[Link], first: u32) -> Vec<u32> {
        let mut items: Vec<u32> =
            core::iter::successors((first != NIL).then_some(first), |&item| {
                Some(links[item as usize].next).filter(|&next| next != NIL)
            })
            .collect();
        items.sort_unstable();
        items
    }

    #[test]
    fn items_are_found_by_their_hash() {
        let (mut indexes, mut links) = (Indexes::<ForwardOnly>::new(1), vec![Link::NONE; 100]);
        for item in 0..100 {
            indexes.link(0, &mut links, item, u64::from(item % 7));
        }
        for item in (0..100).filter(|i| i % 3 == 0) {
            indexes.unlink(0, &mut links, item);
        }
        for hash in 0..7 {
            let expected: Vec<u32> = (0..100)
                .filter(|i| u64::from(i % 7) == hash && i % 3 != 0)
                .collect();
            let Bucket { first, len } = indexes.bucket(0, hash);
            assert_eq!(len as usize, expected.len());
            assert_eq!(list(&links, first), expected);
        }
        let firsts = indexes.firsts(0);
        assert_eq!(
            firsts.map(|first| list(&links, first).len()).sum::<usize>(),
            66
        );
        assert_eq!(
            (indexes.hash_of(&links, 3), indexes.hash_of(&links, 8)),
            (None, Some(1))
        );
    }

    #[test]
    fn emptied_buckets_are_used_again() {
        let (mut indexes, mut links) = (Indexes::<ForwardOnly>::new(2), vec![Link::NONE]);
        for hash in 0..50 {
            let index = (hash % 2) as u32;
            indexes.link(index, &mut links, 0, hash);
            assert_eq!(list(&links, indexes.first(index, hash)), [0]);
            indexes.unlink(index, &mut links, 0);
            assert!(indexes.first(index, hash) == NIL);
        }
        assert_eq!(indexes.numbered.len(), 1);
    }

    #[test]
    fn what_is_in_is_found_after_memory_is_given_back() {
        let (mut indexes, mut links) = (Indexes::<ForwardOnly>::new(2), vec![Link::NONE; 200]);
        for item in 0..200 {
            indexes.link(item % 2, &mut links, item, u64::from(item));
        }
        for item in 20..200 {
            indexes.unlink(item % 2, &mut links, item);
        }
        indexes.trace(&mut Shrink);
        for item in 0..200 {
            let expected = if item < 20 { item } else { NIL };
            assert_eq!(indexes.first(item % 2, u64::from(item)), expected);
        }
        assert_eq!(indexes.firsts(0).count(), 10);
    }

    #[test]
    fn taking_out_what_is_not_in_does_nothing() {
        let (mut indexes, mut links) = (Indexes::<ForwardOnly>::new(1), vec![Link::NONE; 6]);
        indexes.link(0, &mut links, 5, 1);
        for item in [4, 5, 5] {
            indexes.unlink(0, &mut links, item);
        }
        assert_eq!(indexes.firsts(0).count(), 0);
    }

    #[test]
    fn the_way_back_leaves_every_list_as_it_was() {
        let mut indexes = Indexes::<Trailed>::new(3);
        let mut links = Cells::<Link, Trailed>::default();
        links.grow(60, Link::NONE);
        let mut marks = Vec::new();
        let change = |indexes: &mut Indexes<Trailed>, links: &mut Cells<Link, Trailed>, by: u32| {
            for item in (0..60).map(|n| n * 7 % 60) {
                let index = item % 3;
                if links[item as usize].bucket == NIL {
                    indexes.link(index, links, item, u64::from(item * by % 11));
                } else if item % by != 1 {
                    indexes.unlink(index, links, item);
                }
            }
        };
        let look = |indexes: &Indexes<Trailed>, links: &Cells<Link, Trailed>| {
            let lists = (0..33).map(|n| list(links, indexes.first(n % 3, u64::from(n / 3))));
            lists.collect::<Vec<_>>()
        };
        change(&mut indexes, &mut links, 5);
        let before = look(&indexes, &links);
        let mut pass = Mark(&mut marks);
        indexes.trace(&mut pass);
        pass.over(&mut links);
        for by in 2..9 {
            change(&mut indexes, &mut links, by);
        }
        assert_ne!(look(&indexes, &links), before);
        let mut pass = Back(marks.iter());
        indexes.trace(&mut pass);
        pass.over(&mut links);
        assert_eq!(look(&indexes, &links), before);
    }
}
