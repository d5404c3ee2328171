//! What the code of all rulesets has in common, made once with this crate, and not with each ruleset.
//!
//! The engine is generic over the ruleset, so rustc makes its code where a ruleset is compiled. Much of it knows of the ruleset
//! only that it goes forward ([`ForwardOnly`]), and comes out alike for all. Of such code rustc takes from a crate below what
//! that crate has made: where it optimises little, all; where it optimises more, what is marked `#[inline(never)]`. So that mark
//! stands on what is long and worth a call, and [`functions`] has it made; the rest is made by `rulesets`. A crate cannot ask how
//! much it is optimised: the rulesets are there with `debug_assertions`, by which most builds of the one kind are told from
//! those of the other.

#[cfg(debug_assertions)]
pub mod rulesets;

use crate::agenda::Agenda;
use crate::aggregates::summary::Summaries;
use crate::containers::trail::ForwardOnly;
use crate::joins::fact_index::FactIndexes;
use crate::joins::token::Tokens;
use crate::network::Network;
use crate::network::summaries::summarize::remove_group_outputs;
use crate::support::Supports;

/// What is made for builds of all kinds, by name. It is never called.
#[inline(never)]
#[must_use]
pub fn functions() -> [*const (); 41] {
    type Forward = Network<ForwardOnly>;
    [
        Agenda::<ForwardOnly>::focus as *const (),
        FactIndexes::<ForwardOnly>::insert as *const (),
        FactIndexes::<ForwardOnly>::leave as *const (),
        FactIndexes::<ForwardOnly>::link as *const (),
        FactIndexes::<ForwardOnly>::take_from as *const (),
        Forward::count as *const (),
        Forward::create as *const (),
        Forward::create_each as *const (),
        Forward::discount as *const (),
        Forward::doubt as *const (),
        Forward::emit as *const (),
        Forward::end_whole as *const (),
        Forward::expel as *const (),
        Forward::leave as *const (),
        Forward::leave_out_known as *const (),
        Forward::link_loose as *const (),
        Forward::new as *const (),
        Forward::open as *const (),
        Forward::open_falling as *const (),
        Forward::open_leaving as *const (),
        Forward::own as *const (),
        Forward::pair_rights as *const (),
        Forward::probe as *const (),
        Forward::put_off_unsettled as *const (),
        Forward::record as *const (),
        Forward::remove_outputs as *const (),
        Forward::representative as *const (),
        Forward::rests_on_changed as *const (),
        Forward::retire as *const (),
        Forward::share as *const (),
        Forward::tell_new as *const (),
        Summaries::<ForwardOnly>::end as *const (),
        Summaries::<ForwardOnly>::open as *const (),
        Supports::<ForwardOnly>::add as *const (),
        Supports::<ForwardOnly>::pass as *const (),
        Supports::<ForwardOnly>::withdraw as *const (),
        Tokens::<ForwardOnly>::changes as *const (),
        Tokens::<ForwardOnly>::forget_touched as *const (),
        Tokens::<ForwardOnly>::free_dead as *const (),
        Tokens::<ForwardOnly>::touch as *const (),
        remove_group_outputs::<ForwardOnly> as *const (),
    ]
}
