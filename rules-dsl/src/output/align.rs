//! Pairs the tokens that prettyplease was given with those that it printed.
//!
//! It prints them in order and nearly one to one: what it adds or drops are commas, brackets and such.
//! So the two sequences are walked side by side, and where they part, the nearest place is looked for
//! at which they are together again.

use super::Leaf;

/// How many tokens must agree for two sequences to be together again.
const AGREEING: usize = 4;

/// How many, where no more than `NEAR` tokens are passed over: the next such place may follow at once.
const AGREEING_NEAR: usize = 2;

/// How many tokens of both together prettyplease usually adds or drops at a place.
const NEAR: usize = 2;

/// How many tokens, of both together, one may pass over to get there.
const REACH: usize = 64;

/// The pairs of a token given and the same token printed.
pub(super) fn align<'l>(given: &'l [Leaf], printed: &'l [Leaf]) -> Vec<(&'l Leaf, &'l Leaf)> {
    let mut pairs = Vec::with_capacity(printed.len());
    let (mut left, mut right) = (0, 0);
    while left < given.len() && right < printed.len() {
        if given[left].text == printed[right].text {
            pairs.push((&given[left], &printed[right]));
            left += 1;
            right += 1;
        } else {
            let (dropped, added) = parting(&given[left..], &printed[right..]);
            left += dropped;
            right += added;
        }
    }
    pairs
}

/// How many tokens to pass over on either side, so that those which follow agree.
fn parting(given: &[Leaf], printed: &[Leaf]) -> (usize, usize) {
    let agree = |dropped: usize, added: usize| {
        let pairs = given.iter().skip(dropped).zip(printed.iter().skip(added));
        let is_near = dropped + added <= NEAR;
        pairs
            .take(if is_near { AGREEING_NEAR } else { AGREEING })
            .all(|(given, printed)| given.text == printed.text)
    };
    (1..=REACH)
        .flat_map(|total| (0..=total).map(move |dropped| (dropped, total - dropped)))
        .find(|&(dropped, added)| agree(dropped, added))
        .unwrap_or((1, 1))
}
