//! What the generated modules share.

use oracle::compare::{Id, New};

/// The number of sequences of changes for each ruleset.
const SEQUENCES: u64 = 6;

/// Tries a compiled ruleset beside the naive matcher and CLIPS.
pub(crate) fn agree<I: Id>(seed: &str, new: &New<'_, I>) {
    let Some(python) = clips::python() else {
        return;
    };
    let seed = seed.parse().expect("a seed");
    if let Err(difference) = clips::agree(python, seed, SEQUENCES, Some(new)) {
        panic!("{difference}");
    }
}
