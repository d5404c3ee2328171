//! What the accumulates of a query gather while it is evaluated.
//!
//! The results are those that summaries of the network would give: sums are exact, and the first inserted
//! wins a tie.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use hashbrown::HashTable;

use crate::aggregates::number::{Numeric, Total};
use crate::containers::hash::scattered;

/// A sum of values of one type.
pub struct Sum<T> {
    total: Total,
    of: PhantomData<T>,
}

impl<T> Default for Sum<T> {
    fn default() -> Self {
        Sum {
            total: Total::default(),
            of: PhantomData,
        }
    }
}

impl<T: Numeric> Sum<T> {
    /// Adds a value.
    pub fn add(&mut self, value: T) {
        self.total.add(value.number());
    }

    /// The sum of all.
    #[must_use]
    pub fn total(&self) -> T {
        T::total(&self.total)
    }
}

/// The mean of values of one type.
pub struct Mean<T> {
    sum: Sum<T>,
    count: u32,
}

impl<T> Default for Mean<T> {
    fn default() -> Self {
        Mean {
            sum: Sum::default(),
            count: 0,
        }
    }
}

impl<T: Numeric> Mean<T> {
    /// Adds a value.
    pub fn add(&mut self, value: T) {
        self.sum.add(value);
        self.count += 1;
    }
}

impl<T> Mean<T> {
    /// The mean of all, if there are any.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum.total.as_f64() / f64::from(self.count))
    }
}

/// The least of values, with what orders it among equals and what it belongs to.
pub struct Least<V, O, I>(Option<(V, O, I)>);

impl<V, O, I> Default for Least<V, O, I> {
    fn default() -> Self {
        Least(None)
    }
}

impl<V, O: Ord, I> Least<V, O, I> {
    /// Takes a value in, if it comes before the least so far.
    pub fn offer(&mut self, value: V, order: O, item: I, compare: impl FnOnce(&V, &V) -> Ordering) {
        let comes_before = |(least, place, _): &(V, O, I)| {
            let by_value = compare(&value, least);
            by_value.then_with(|| order.cmp(place)).is_lt()
        };
        if self.0.as_ref().is_none_or(comes_before) {
            self.0 = Some((value, order, item));
        }
    }

    /// The least value.
    #[must_use]
    pub fn value(self) -> Option<V> {
        self.0.map(|(value, ..)| value)
    }

    /// What the least value belongs to.
    #[must_use]
    pub fn item(self) -> Option<I> {
        self.0.map(|(.., item)| item)
    }
}

/// The latest of what is found, with what the function of an accumulate takes of each.
pub struct Latest<T, O, V> {
    number: usize,
    found: Vec<(T, O, V)>,
}

impl<T: Ord, O: Ord, V> Latest<T, O, V> {
    /// None so far, of so many at the most.
    #[must_use]
    pub fn new(number: usize) -> Self {
        Latest {
            number,
            found: Vec::new(),
        }
    }

    /// Takes one in, with its time, and what orders it among those of the same time.
    pub fn offer(&mut self, time: T, order: O, member: V) {
        self.found.push((time, order, member));
    }

    /// Forgets all but the latest. They stand in the order of their times.
    fn settle(&mut self) {
        self.found.sort_by(|(time, order, _), (other, another, _)| {
            time.cmp(other).then_with(|| order.cmp(another))
        });
        let first = self.found.len().saturating_sub(self.number);
        self.found.drain(..first);
    }

    /// What the latest are.
    pub fn into_members(mut self) -> impl Iterator<Item = V> {
        self.settle();
        self.found.into_iter().map(|(.., member)| member)
    }
}

/// What is gathered for each key.
pub struct Groups<K, O, G> {
    groups: Vec<Group<K, O, G>>,
    /// The places of the groups, by the hashes of their keys.
    table: HashTable<usize>,
}

struct Group<K, O, G> {
    hash: u64,
    key: K,
    /// What orders the first member.
    first: O,
    gathered: G,
}

impl<K, O, G> Default for Groups<K, O, G> {
    fn default() -> Self {
        Groups {
            groups: Vec::new(),
            table: HashTable::new(),
        }
    }
}

impl<K, O: Ord, G> Groups<K, O, G> {
    /// What is gathered for the key of a member.
    pub fn of(
        &mut self,
        hash: u64,
        key: K,
        order: O,
        same: impl Fn(&K, &K) -> bool,
        start: impl FnOnce() -> G,
    ) -> &mut G {
        let Groups { groups, table } = self;
        let known = table.find(scattered(hash), |&place| same(&groups[place].key, &key));
        let place = if let Some(&place) = known {
            let group = &mut groups[place];
            if order < group.first {
                group.first = order;
            }
            place
        } else {
            let place = groups.len();
            groups.push(Group {
                hash,
                key,
                first: order,
                gathered: start(),
            });
            table.insert_unique(scattered(hash), place, |&place| {
                scattered(groups[place].hash)
            });
            place
        };
        &mut groups[place].gathered
    }

    /// The keys, after their hashes, with what was gathered for them, in the order of their first members.
    pub fn in_order(mut self) -> impl Iterator<Item = (u64, K, G)> {
        self.groups.sort_by(|a, b| a.first.cmp(&b.first));
        let groups = self.groups.into_iter();
        groups.map(|group| (group.hash, group.key, group.gathered))
    }
}

impl<K, O: Ord + Clone, T: Ord, V> Groups<K, O, Latest<T, O, V>> {
    /// The same, of which the latest alone are members.
    pub fn latest_in_order(mut self) -> impl Iterator<Item = (u64, K, Latest<T, O, V>)> {
        for Group {
            first, gathered, ..
        } in &mut self.groups
        {
            gathered.settle();
            let orders = gathered.found.iter().map(|(_, order, _)| order);
            if let Some(order) = orders.min() {
                first.clone_from(order);
            }
        }
        self.in_order()
    }
}
