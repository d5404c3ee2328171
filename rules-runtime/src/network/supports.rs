//! What a change does to logical facts: who supports them, and which fall.

pub(crate) mod apply_supports;
pub(crate) mod founded;

use crate::network::conditions::Conditions;
use crate::support::Place;

/// The place of a candidate that waits, given its type and its slot among candidates.
pub(crate) const fn candidate_of<P: Conditions>((kind, candidate): Place) -> Place {
    (kind.of_candidates(P::PLAN.kinds.len()), candidate)
}
