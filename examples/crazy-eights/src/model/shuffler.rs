//! The only source of chance: shuffles that are the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Shuffles cards. The same seed and the same game give the same shuffles everywhere, for good: the generator
/// is a cipher that is written down, and what is made of its numbers stands here.
#[derive(Debug, Clone)]
pub struct Shuffler {
    numbers: ChaCha8Rng,
}

impl Shuffler {
    /// The shuffles of one of the games of a seed.
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        numbers.set_stream(game);
        Shuffler { numbers }
    }

    /// Puts things in any order, all orders being equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let other = self.below(last as u32 + 1);
            things.swap(last, other as usize);
        }
    }

    /// A number below a bound. Numbers that would make the small ones likelier are thrown away.
    fn below(&mut self, bound: u32) -> u32 {
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let number = self.numbers.next_u32();
            if number < fair {
                return number % bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffled(seed: u64, game: u64) -> Vec<u8> {
        let mut numbers: Vec<u8> = (0..52).collect();
        Shuffler::new(seed, game).shuffle(&mut numbers);
        numbers
    }

    #[test]
    fn a_shuffle_keeps_what_it_shuffles() {
        let mut numbers = shuffled(1, 2);
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..52));
    }

    #[test]
    fn a_shuffle_is_that_of_its_seed_and_game() {
        assert_eq!(shuffled(7, 0), shuffled(7, 0));
        assert_ne!(shuffled(7, 0), shuffled(7, 1));
        assert_ne!(shuffled(7, 0), shuffled(8, 0));
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut counts = [0_i32; 27];
        let mut shuffler = Shuffler::new(3, 0);
        for _ in 0..6000 {
            let mut things = [0, 1, 2];
            shuffler.shuffle(&mut things);
            counts[things[0] * 9 + things[1] * 3 + things[2]] += 1;
        }
        let seen: Vec<_> = counts.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(seen.len(), 6);
        assert!(
            seen.iter().all(|count| (count - 1000).abs() < 150),
            "{seen:?}"
        );
    }
}
