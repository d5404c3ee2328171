//! A hash index of numbered items: facts of an alpha memory, or tokens of a beta memory.
//!
//! Items of one hash stand in one bucket, a list linked through the items; the links are kept by
//! whoever keeps the items. An index never looks at what its items hold: whoever joins compares the
//! keys again, so two keys of one hash cost time and nothing else. An index without a key is one
//! bucket.

use alloc::vec::Vec;
use hashbrown::HashTable;

/// The end of a list, and the bucket of an item that is in none.
pub(crate) const NIL: u32 = u32::MAX;

/// The items of one hash.
#[derive(Debug, Clone)]
struct Bucket {
    hash: u64,
    first: u32,
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

/// A hash index of numbered items.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    table: HashTable<u32>,
    buckets: Vec<Bucket>,
    free: Vec<u32>,
    len: usize,
}

impl Index {
    /// Whether there is no item.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts an item in. It must not be in.
    pub(crate) fn link(&mut self, links: &mut [Link], item: u32, hash: u64) {
        debug_assert_eq!(links[item as usize].bucket, NIL, "linked once");
        let bucket = self.bucket_of(hash);
        let first = self.buckets[bucket as usize].first;
        if first != NIL {
            links[first as usize].prev = item;
        }
        links[item as usize] = Link {
            bucket,
            next: first,
            prev: NIL,
        };
        self.buckets[bucket as usize].first = item;
        self.len += 1;
    }

    /// Takes an item out, if it is in.
    pub(crate) fn unlink(&mut self, links: &mut [Link], item: u32) {
        let Some(link) = links.get_mut(item as usize) else {
            return;
        };
        let Link { bucket, next, prev } = core::mem::replace(link, Link::NONE);
        if bucket == NIL {
            return;
        }
        self.len -= 1;
        if next != NIL {
            links[next as usize].prev = prev;
        }
        if prev != NIL {
            links[prev as usize].next = next;
            return;
        }
        self.buckets[bucket as usize].first = next;
        if next == NIL {
            let hash = self.buckets[bucket as usize].hash;
            if let Ok(entry) = self.table.find_entry(hash, |&b| b == bucket) {
                entry.remove();
            }
            self.free.push(bucket);
        }
    }

    /// The first item of a hash, or [`NIL`].
    pub(crate) fn first(&self, hash: u64) -> u32 {
        if self.len == 0 {
            return NIL;
        }
        self.table
            .find(hash, |&b| self.buckets[b as usize].hash == hash)
            .map_or(NIL, |&b| self.buckets[b as usize].first)
    }

    /// The hash under which an item is in.
    pub(crate) fn hash_of(&self, links: &[Link], item: u32) -> Option<u64> {
        let link = links.get(item as usize)?;
        (link.bucket != NIL).then(|| self.buckets[link.bucket as usize].hash)
    }

    /// The first item of each bucket, in no order that means anything.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = u32> + '_ {
        self.table
            .iter()
            .map(|&bucket| self.buckets[bucket as usize].first)
    }

    fn bucket_of(&mut self, hash: u64) -> u32 {
        let Index {
            table,
            buckets,
            free,
            ..
        } = self;
        if let Some(&bucket) = table.find(hash, |&b| buckets[b as usize].hash == hash) {
            return bucket;
        }
        let empty = Bucket { hash, first: NIL };
        let bucket = if let Some(bucket) = free.pop() {
            buckets[bucket as usize] = empty;
            bucket
        } else {
            buckets.push(empty);
            (buckets.len() - 1) as u32
        };
        table.insert_unique(hash, bucket, |&b| buckets[b as usize].hash);
        bucket
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

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
        let (mut index, mut links) = (Index::default(), vec![Link::NONE; 100]);
        for item in 0..100 {
            index.link(&mut links, item, u64::from(item % 7));
        }
        for item in (0..100).filter(|i| i % 3 == 0) {
            index.unlink(&mut links, item);
        }
        for hash in 0..7 {
            let expected: Vec<u32> = (0..100)
                .filter(|i| u64::from(i % 7) == hash && i % 3 != 0)
                .collect();
            assert_eq!(list(&links, index.first(hash)), expected);
        }
        assert_eq!(
            index
                .firsts()
                .map(|first| list(&links, first).len())
                .sum::<usize>(),
            66
        );
        assert_eq!(
            (index.hash_of(&links, 3), index.hash_of(&links, 8)),
            (None, Some(1))
        );
    }

    #[test]
    fn emptied_buckets_are_used_again() {
        let (mut index, mut links) = (Index::default(), vec![Link::NONE]);
        for hash in 0..50 {
            index.link(&mut links, 0, hash);
            assert_eq!(list(&links, index.first(hash)), [0]);
            index.unlink(&mut links, 0);
            assert!(index.is_empty() && index.first(hash) == NIL);
        }
        assert_eq!(index.buckets.len(), 1);
    }

    #[test]
    fn taking_out_what_is_not_in_does_nothing() {
        let (mut index, mut links) = (Index::default(), vec![Link::NONE; 6]);
        index.link(&mut links, 5, 1);
        for item in [4, 5, 5, 9] {
            index.unlink(&mut links, item);
        }
        assert!(index.is_empty());
    }
}
