//! A binary heap of members that knows where each of them stands, so that any can be taken out.

use alloc::vec::Vec;

/// A binary heap. The first member is one that comes before no other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Heap {
    members: Vec<u32>,
}

/// What a heap asks of its members.
pub(crate) trait Order {
    /// Whether `a` comes before `b`.
    fn before(&self, a: u32, b: u32) -> bool;
    /// Notes where a member stands.
    fn place(&mut self, member: u32, place: u32);
}

impl Heap {
    pub(crate) fn first(&self) -> Option<u32> {
        self.members.first().copied()
    }

    /// All members, in no order that means anything.
    pub(crate) fn members(&self) -> &[u32] {
        &self.members
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
    }

    pub(crate) fn push(&mut self, member: u32, order: &mut impl Order) {
        self.members.push(member);
        self.rise(self.members.len() - 1, order);
    }

    /// Takes out the member that stands at a place.
    pub(crate) fn remove(&mut self, place: usize, order: &mut impl Order) {
        let Some(last) = self.members.pop() else {
            return;
        };
        if place < self.members.len() {
            self.members[place] = last;
            let place = self.rise(place, order);
            self.sink(place, order);
        }
    }

    fn rise(&mut self, mut place: usize, order: &mut impl Order) -> usize {
        let member = self.members[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !order.before(member, self.members[parent]) {
                break;
            }
            self.set(place, self.members[parent], order);
            place = parent;
        }
        self.set(place, member, order);
        place
    }

    fn sink(&mut self, mut place: usize, order: &mut impl Order) {
        let member = self.members[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.members.get(left) else {
                break;
            };
            let (child, next) = match self.members.get(left + 1) {
                Some(&second) if order.before(second, first) => (left + 1, second),
                _ => (left, first),
            };
            if !order.before(next, member) {
                break;
            }
            self.set(place, next, order);
            place = child;
        }
        self.set(place, member, order);
    }

    fn set(&mut self, place: usize, member: u32, order: &mut impl Order) {
        self.members[place] = member;
        order.place(member, place as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Places([usize; 64]);

    impl Order for Places {
        fn before(&self, a: u32, b: u32) -> bool {
            (a * 37 % 64, a) < (b * 37 % 64, b)
        }

        fn place(&mut self, member: u32, place: u32) {
            self.0[member as usize] = place as usize;
        }
    }

    #[test]
    fn the_first_is_the_least_whatever_is_taken_out() {
        let (mut heap, mut order) = (Heap::default(), Places([0; 64]));
        (0..64).for_each(|member| heap.push(member, &mut order));
        let mut left: Vec<u32> = (0..64).collect();
        for removed in (0..64).map(|n| n * 29 % 64) {
            let least = left.iter().copied().min_by_key(|&m| (m * 37 % 64, m));
            assert_eq!(heap.first(), least);
            heap.remove(order.0[removed as usize], &mut order);
            left.retain(|&member| member != removed);
        }
        assert_eq!(heap.first(), None);
    }
}
