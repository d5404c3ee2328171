//! The works, a file each: data from a generator of its own, and the contenders.

mod closure;
mod games;
mod manners;
mod queens;
mod same_generation;
mod scaling;
mod sensors;
mod waltz;

use crate::work::Work;

/// All works, in the order in which they are measured.
pub(crate) const ALL: &[Work] = &[
    manners::WORK,
    waltz::LABELLING,
    waltz::FILTERING,
    closure::WORK,
    same_generation::WORK,
    queens::FIRST,
    queens::ALL,
    games::WORK,
    sensors::INSERT,
    sensors::INSERT_DISTINCT,
    sensors::UPDATE_QUIET,
    sensors::UPDATE_FIRING,
    scaling::EQUALITY,
    scaling::RANGE,
    scaling::BUILD,
];
