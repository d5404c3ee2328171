//! Which mutants are tried: all of them, or a sample that depends on nothing but its size.

/// How many are tried where nothing else is said.
const SAMPLE: usize = 240;

/// Which of `all` mutants are to be tried, in order.
///
/// # Panics
///
/// Where the environment variable `MUTANTS` is neither a number nor `all`.
#[must_use]
pub fn sample(all: usize) -> Vec<usize> {
    match std::env::var("MUTANTS").as_deref() {
        Err(_) => draw(all, SAMPLE),
        Ok("all") => (0..all).collect(),
        Ok(number) => draw(all, number.parse().expect("a number, or `all`")),
    }
}

/// Which of `all` rulesets the mutants are made of where it takes long to make ready for one: `size` of them at
/// most, or all where all mutants are tried.
#[must_use]
pub fn sample_rulesets(all: usize, size: usize) -> Vec<usize> {
    match std::env::var("MUTANTS").as_deref() {
        Ok("all") => (0..all).collect(),
        _ => draw(all, size),
    }
}

/// Random numbers below `all`, in order: `size` of them, less those that came twice.
fn draw(all: usize, size: usize) -> Vec<usize> {
    let mut state = size as u64;
    let mut numbers: Vec<usize> = (0..size)
        .map(|_| usize::try_from(next(&mut state) % all as u64).unwrap_or_default())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The next random number: `SplitMix64` (G. L. Steele, D. Lea, C. H. Flood, *Fast Splittable Pseudorandom
/// Number Generators*, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
