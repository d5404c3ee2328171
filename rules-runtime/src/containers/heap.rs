//! Binary heaps of tokens that know where each of them stands, so that any can be taken out.

use crate::containers::trail::{Mode, Pass, Rows};
use crate::ids::TokenId;

/// Binary heaps, by number. The first member of a heap is one that comes before no other.
#[derive(Debug, Clone)]
pub(crate) struct Heaps<M: Mode> {
    members: Rows<TokenId, M>,
}

impl<M: Mode> Default for Heaps<M> {
    fn default() -> Self {
        Heaps {
            members: Rows::default(),
        }
    }
}

/// What a heap asks of its members.
pub(crate) trait Order {
    /// Whether `a` comes before `b`.
    fn before(&self, a: TokenId, b: TokenId) -> bool;
    /// Notes where a member stands.
    fn place(&mut self, member: TokenId, place: u32);
}

impl<M: Mode> Heaps<M> {
    /// Makes room for so many heaps.
    pub(crate) fn grow(&mut self, heaps: usize) {
        self.members.grow(heaps);
    }

    pub(crate) fn first(&self, heap: u32) -> Option<TokenId> {
        self.members(heap).first().copied()
    }

    /// All members, in unspecified order.
    pub(crate) fn members(&self, heap: u32) -> &[TokenId] {
        self.members.row(heap)
    }

    pub(crate) fn clear(&mut self, heap: u32) {
        self.members.clear(heap);
    }

    pub(crate) fn push(&mut self, heap: u32, member: TokenId, order: &mut impl Order) {
        self.members.push(heap, member);
        self.rise(heap, self.members(heap).len() - 1, order);
    }

    /// Takes out the member that stands at a place.
    pub(crate) fn remove(&mut self, heap: u32, place: usize, order: &mut impl Order) {
        let Some(last) = self.members.pop(heap) else {
            return;
        };
        if place < self.members(heap).len() {
            *self.members.get_mut(heap, place) = last;
            let place = self.rise(heap, place, order);
            self.sink(heap, place, order);
        }
    }

    fn rise(&mut self, heap: u32, mut place: usize, order: &mut impl Order) -> usize {
        let member = self.members(heap)[place];
        while place > 0 {
            let above = (place - 1) / 2;
            let parent = self.members(heap)[above];
            if !order.before(member, parent) {
                break;
            }
            self.set(heap, place, parent, order);
            place = above;
        }
        self.set(heap, place, member, order);
        place
    }

    fn sink(&mut self, heap: u32, mut place: usize, order: &mut impl Order) {
        let member = self.members(heap)[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.members(heap).get(left) else {
                break;
            };
            let (child, next) = match self.members(heap).get(left + 1) {
                Some(&second) if order.before(second, first) => (left + 1, second),
                _ => (left, first),
            };
            if !order.before(next, member) {
                break;
            }
            self.set(heap, place, next, order);
            place = child;
        }
        self.set(heap, place, member, order);
    }

    fn set(&mut self, heap: u32, place: usize, member: TokenId, order: &mut impl Order) {
        *self.members.get_mut(heap, place) = member;
        order.place(member, place as u32);
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.members);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::containers::trail::ForwardOnly;
    use alloc::vec::Vec;

    struct Places([usize; 64]);

    impl Order for Places {
        fn before(&self, a: TokenId, b: TokenId) -> bool {
            let key = |member: TokenId| (member.number() * 37 % 64, member);
            key(a) < key(b)
        }

        fn place(&mut self, member: TokenId, place: u32) {
            self.0[member.index()] = place as usize;
        }
    }

    #[test]
    fn the_first_is_the_least_whatever_is_taken_out() {
        let (mut heaps, mut order) = (Heaps::<ForwardOnly>::default(), Places([0; 64]));
        heaps.grow(1);
        TokenId::each(64).for_each(|member| heaps.push(0, member, &mut order));
        let mut left: Vec<TokenId> = TokenId::each(64).collect();
        for removed in (0..64).map(|n| TokenId(n * 29 % 64)) {
            let least = left
                .iter()
                .copied()
                .min_by_key(|&m| (m.number() * 37 % 64, m));
            assert_eq!(heaps.first(0), least);
            heaps.remove(0, order.0[removed.index()], &mut order);
            left.retain(|&member| member != removed);
        }
        assert_eq!(heaps.first(0), None);
    }
}
