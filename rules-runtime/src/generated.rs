//! What generated code uses: the plan of a network, the traits of a ruleset, and what is asked of the types of its facts. Not
//! public API.

pub mod asked;
pub(crate) mod inference_guard;
pub mod reload;
#[cfg(feature = "serde")]
mod save_code;
pub mod shared_code;
pub(crate) mod version;

pub use crate::aggregates::accumulator::{Alias, Kept, States, is_accumulator};
pub use crate::aggregates::gather::{Groups, Latest, Least, Mean, Sum};
pub use crate::aggregates::number::{Number, Numeric};
pub use crate::containers::ordered::Bounds;
pub use crate::containers::trail::{ForwardOnly, Pass, Trailed, Wide, copies};
pub use crate::examine::counting::{ConditionPlan, Counting, TestPlan};
pub use crate::ids::{KindId, Slot, TokenId};
#[cfg(feature = "coverage")]
pub use crate::inspect::coverage::places::{ConditionPlace, CoveredRow, CoveredTable, RowHeld};
pub use crate::inspect::deciding_row::rows_text;
pub use crate::inspect::explain::again::*;
pub use crate::inspect::graph::{Label, Labels, QueryLabel};
pub use crate::joins::found::Matches;
pub use crate::joins::in_common::InCommon;
pub use crate::memory::archive::Moment;
pub use crate::memory::fact::{FactVariable, fact};
pub use crate::memory::identity::{Identity, OnInsert, Plain, Unique, keeps, may_be_logical};
pub use crate::memory::said::{
    AsSaid, Checked, Chosen, Declaration, DeclarationOf, Declared, Identified, IdentityOf,
    NoDeclaration, NoStatement, Said, StatementOf, may_be_unsaid, repeats,
};
pub use crate::memory::slab::Slab;
pub use crate::network::conditions::{Accepts, Conditions, Holds, KindTest, Visitor, Writes};
pub use crate::network::summaries::total_of::{TotalNumber, TotalOf, TotalOther};
pub use crate::network::{Keyed, Network, Pair};
pub use crate::plan::*;
#[cfg(feature = "serde")]
pub use crate::save::*;
pub use crate::search::{Backtrack, Search};
pub use crate::session::answers::{Answers, Asking, FoundBy, facts_of};
pub use crate::session::bulk::Bulk;
pub use crate::session::clone::CloneFor;
pub use crate::session::program::{Firing, Program};
pub use crate::session::query::{Again, AgainCopied, AgainIterated, Listed};
pub use crate::session::transaction::Transaction;
pub use crate::session::watch::{
    Borrowed, Copied, CopiedClone, CopiedOther, Kept as KeptByWatch, Ranked, RankedOrd,
    RankedOther, Ranking, WatchFor,
};
pub use crate::time::{
    Clock, Clocked, Event, Instant, InstantItself, InstantOf, InstantOther, TimeAlias,
    advance_error, are_one, earlier, is_time, is_to_come, is_within, keeps_time, late, later,
    latest, lies_ahead, now, schedule, schedule_to_come, seen, span, turn_clock,
};
#[cfg(feature = "serde")]
pub use crate::time::{arrange_clock, carry_clock, load_clock, save_clock, skip_instant};
pub use crate::values::bind::*;
pub use crate::values::distances::{Abs, AbsDiff, Lower, Upper};
pub use crate::values::fact_number::{Digits, DigitsNumber, DigitsOther, FactNumber};
pub use crate::values::group_key::*;
pub use crate::values::key_parts::{KeyField, KeyFieldParts, KeyFieldWhole};
pub use crate::values::key_value::{KeyValue, Sought};
pub use crate::values::lends::{Lends, LendsNothing};
pub use crate::values::ordinals::*;
pub use crate::values::sides::*;
pub use alloc::string::String;
pub use alloc::vec::Vec;
pub use core;
pub use core::cmp::Ordering;
pub use rules_tables as tables;
#[cfg(feature = "serde")]
pub use serde;
pub use version::check_version;
