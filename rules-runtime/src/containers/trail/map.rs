//! A hash map with a trail.

use core::fmt;
use core::hash::Hash;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::{Mode, Trail, Undo};
use crate::containers::hash::BuildHasher;

/// A hash map with a trail.
pub(crate) struct Map<K, V, M: Mode> {
    all: HashMap<K, V, BuildHasher>,
    trail: M::Trail<Step<K, V>>,
}

/// What is taken back: what a key had.
pub(crate) type Step<K, V> = (K, Option<V>);

impl<K: Copy + Eq + Hash, V, M: Mode> Map<K, V, M> {
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(crate) fn get(&self, key: K) -> Option<&V> {
        self.all.get(&key)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        let before = self.all.insert(key, value);
        self.trail.note((key, before));
    }

    /// Takes out what a key has; whether it had something.
    pub(crate) fn remove(&mut self, key: K) -> bool {
        let before = self.all.remove(&key);
        let was_in = before.is_some();
        if was_in {
            self.trail.note((key, before));
        }
        was_in
    }

    /// What a key has, to be written, or a first value. It costs a `copy` where it can be taken back.
    pub(crate) fn or_default(&mut self, key: K, copy: impl FnOnce(&V) -> V) -> &mut V
    where
        V: Default,
    {
        let value = self.all.entry(key);
        let before = match &value {
            Entry::Occupied(entry) if self.trail.is_on() => Some(copy(entry.get())),
            _ => None,
        };
        self.trail.note((key, before));
        value.or_default()
    }

    /// Gives the values of the keys 0, 1 and so on, as `key` makes them of their numbers, these keys.
    #[cfg(feature = "serde")]
    pub(crate) fn renumber(&mut self, keys: &[u32], key: impl Fn(u32) -> K) {
        let mut values = core::mem::take(&mut self.all);
        for (place, &number) in (0..).zip(keys) {
            if let Some(value) = values.remove(&key(place)) {
                self.all.insert(key(number), value);
            }
        }
    }
}

impl<K: Copy + Eq + Hash, V, M: Mode> Undo for Map<K, V, M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some((key, before)) = self.trail.pop(mark) {
            match before {
                Some(value) => self.all.insert(key, value),
                None => self.all.remove(&key),
            };
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        self.all.shrink_to_fit();
    }
}

impl<K, V, M: Mode> Default for Map<K, V, M> {
    fn default() -> Self {
        Map {
            all: HashMap::default(),
            trail: Default::default(),
        }
    }
}

impl<K: Clone, V: Clone, M: Mode> Clone for Map<K, V, M> {
    fn clone(&self) -> Self {
        Map {
            all: self.all.clone(),
            trail: self.trail.duplicate(),
        }
    }
}

impl<K: fmt::Debug, V: fmt::Debug, M: Mode> fmt::Debug for Map<K, V, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.fmt(f)
    }
}
