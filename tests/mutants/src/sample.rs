//! Which mutants are tried: all of them, or some that depend on nothing but how many there are.

use std::iter;

/// How many are tried where nothing else is said.
const SAMPLE: usize = 240;

/// So many are tried, at the most, to find some that are as they should be.
const MOST: usize = 5000;

/// How many the environment variable `MUTANTS` says to try.
enum Asked {
    /// It says nothing.
    Nothing,
    /// A number of them.
    Number(usize),
    /// Each.
    All,
}

impl Asked {
    /// # Panics
    ///
    /// Where the variable is neither a number nor `all`.
    fn read() -> Self {
        match std::env::var("MUTANTS").as_deref() {
            Err(_) => Asked::Nothing,
            Ok("all") => Asked::All,
            Ok(number) => Asked::Number(number.parse().expect("a number, or `all`")),
        }
    }
}

/// Which of `all` mutants are to be tried, in order.
///
/// # Panics
///
/// Where the environment variable `MUTANTS` is neither a number nor `all`.
#[must_use]
pub fn sample(all: usize) -> Vec<usize> {
    match Asked::read() {
        Asked::Nothing => draw(all, SAMPLE),
        Asked::Number(number) => draw(all, number),
        Asked::All => (0..all).collect(),
    }
}

/// What is made of those of `all` mutants of which something is: of the sample that the environment variable `MUTANTS` asks
/// for, or else of random ones until there are `enough`.
///
/// # Panics
///
/// Where the variable is neither a number nor `all`.
pub fn sought<T>(all: usize, enough: usize, make: impl FnMut(usize) -> Option<T>) -> Vec<T> {
    match Asked::read() {
        Asked::Nothing => {
            let numbers = random(all, enough).take(MOST);
            numbers.filter_map(make).take(enough).collect()
        }
        Asked::Number(_) | Asked::All => sample(all).into_iter().filter_map(make).collect(),
    }
}

/// Which of `all` rulesets the mutants are made of where it takes long to make ready for one: `size` of them at
/// most, or all where all mutants are tried.
///
/// # Panics
///
/// Where the environment variable `MUTANTS` is neither a number nor `all`.
#[must_use]
pub fn sample_rulesets(all: usize, size: usize) -> Vec<usize> {
    match Asked::read() {
        Asked::All => (0..all).collect(),
        Asked::Nothing | Asked::Number(_) => draw(all, size),
    }
}

/// Random numbers below `all`, in order: `size` of them, less those that came twice.
fn draw(all: usize, size: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = random(all, size).take(size).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Random numbers below `all`, from a seed on.
fn random(all: usize, seed: usize) -> impl Iterator<Item = usize> {
    let mut state = seed as u64;
    iter::repeat_with(move || usize::try_from(next(&mut state) % all as u64).unwrap_or_default())
}

/// The next random number: `SplitMix64` (G. L. Steele, D. Lea, C. H. Flood, *Fast Splittable Pseudorandom
/// Number Generators*, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
