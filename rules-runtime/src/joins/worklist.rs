//! The nodes that have something new, in the order of the plan.

use alloc::vec::Vec;

/// A set of node numbers from which the least is taken first.
#[derive(Debug, Clone)]
pub(crate) struct Worklist {
    words: Vec<u64>,
    /// No word before this one has a bit.
    first: usize,
}

impl Worklist {
    pub(crate) fn new(nodes: usize) -> Self {
        let words = alloc::vec![0; nodes.div_ceil(64)];
        Worklist {
            first: words.len(),
            words,
        }
    }

    pub(crate) fn push(&mut self, node: u32) {
        let word = node as usize / 64;
        self.words[word] |= 1 << (node % 64);
        self.first = self.first.min(word);
    }

    pub(crate) fn pop(&mut self) -> Option<u32> {
        while let Some(word) = self.words.get_mut(self.first) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(self.first as u32 * 64 + bit);
            }
            self.first += 1;
        }
        None
    }

    /// The least of them, which stays in.
    #[inline]
    pub(crate) fn first(&self) -> Option<u32> {
        let words = self.words.iter().zip(0..).skip(self.first);
        let mut busy = words.filter(|(word, _)| **word != 0);
        busy.next()
            .map(|(word, number): (_, u32)| number * 64 + word.trailing_zeros())
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.words[self.first..].iter().all(|&word| word == 0)
    }

    /// Adds the nodes in the set to a list, in order; the set stays as it is.
    #[inline(never)]
    pub(crate) fn add_to(&self, nodes: &mut Vec<u32>) {
        nodes.extend(self.iter());
    }

    /// The nodes in the set, in order; the set stays as it is.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words
            .iter()
            .enumerate()
            .skip(self.first)
            .flat_map(|(number, &word)| {
                core::iter::successors((word != 0).then_some(word), |word| {
                    Some(word & (word - 1)).filter(|&rest| rest != 0)
                })
                .map(move |word| number as u32 * 64 + word.trailing_zeros())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_in_order_whatever_the_order_they_were_put_in() {
        let mut work = Worklist::new(200);
        for node in [150, 3, 64, 3, 199] {
            work.push(node);
        }
        assert_eq!(work.iter().collect::<Vec<_>>(), [3, 64, 150, 199]);
        assert_eq!(work.first(), Some(3));
        assert_eq!(work.pop(), Some(3));
        work.push(100);
        assert_eq!(
            core::iter::from_fn(|| work.pop()).collect::<Vec<_>>(),
            [64, 100, 150, 199]
        );
        work.push(0);
        assert_eq!(work.first(), Some(0));
        assert_eq!((work.pop(), work.pop()), (Some(0), None));
        assert_eq!(work.first(), None);
    }
}
