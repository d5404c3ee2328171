//! When/then rules beside Rust types, compiled with the program to a static Rete network that knows after every
//! change what holds and what is to be done.
//!
//! ```
//! use rules_runtime::rules;
//!
//! rules! {
//!     ruleset Shop;
//!
//!     fact Customer(&'static str, u32);
//!     fact Complaint { customer: &'static str }
//!     fact Order { customer: &'static str, total: u32, discount: u32 }
//!
//!     /// A loyal customer without an open complaint gets a tenth off a large order.
//!     rule loyal_customer {
//!         when {
//!             Customer(name, years) if years >= 5;
//!             order @ Order { customer: name, total, discount: 0 } if total > 100;
//!             not Complaint { customer: name };
//!         }
//!         then {
//!             modify order { order.discount = total / 10; }
//!             println!("{name} saves {}", order.discount);
//!         }
//!     }
//! }
//!
//! fn main() {
//!     let mut shop = Shop::new();
//!     let complaint = shop.insert(Complaint { customer: "Bob" });
//!     for (customer, total) in [("Ann", 250), ("Bob", 400)] {
//!         shop.insert(Customer(customer, 7));
//!         shop.insert(Order {
//!             customer,
//!             total,
//!             discount: 0,
//!         });
//!     }
//!     println!("{}", shop.run());
//!
//!     shop.retract(complaint).unwrap();
//!     println!("{}", shop.run());
//! }
//! ```
//!
//! It prints `Ann saves 25` in the first run: Bob has an open complaint. When that is retracted, the second prints
//! `Bob saves 40`.
//!
//! A ruleset is written in a [`rules!`] block, or in a `.rules` file that a build script compiles. Both
//! become ordinary Rust code over the types of this crate. The [`guide`] begins with a first rule and goes
//! through the whole language.
//!
//! # Features
//!
//! | feature | | |
//! |---|---|---|
//! | `std` | on unless turned off | Sessions are numbered from a random start, so that a handle of another process is as good as never taken for one of this. Without it the crate, and the code of a ruleset, need `core` and `alloc` alone. |
//! | `explain` | on unless turned off | Sessions of `rules!` blocks have `explain` and `explain_fact`, and tell listeners explanations. The code for it is up to half of a ruleset's; without the feature a block is expanded and compiled that much faster. For a `.rules` file `rules_dsl::Build::explain(false)` says so. |
//! | `metrics` | | The network counts what its nodes do, for `session.metrics()`: a table of conditions, the costliest first, that says which to improve. A recording may keep what each change tested. |
//! | `tracing` | | The program's [`tracing`](https://docs.rs/tracing) subscriber is told what sessions do: a span `firing` for each firing, around what its block tells, and in it an event for each change of a fact and each activation that comes or goes. |
//! | `serde` | | Sessions are saved and restored; handles are `Serialize` and `Deserialize`. |
//!
//! # Saving a session
//!
//! With the feature `serde` a session is `Serialize` and `Deserialize` where its fact types and its globals
//! are, and restored with a listener that is `Default`. It goes on elsewhere with the same firings, and
//! answers the handles made before it was saved.
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! use rules_runtime::rules;
//! use serde::{Deserialize, Serialize};
//!
//! rules! {
//!     ruleset Till;
//!
//!     #[derive(Serialize, Deserialize)]
//!     fact Item { price: u32 }
//!     global total: u32;
//!
//!     rule ring_up {
//!         when { item @ Item { price }; }
//!         then { *total += price; retract item; }
//!     }
//! }
//!
//! let mut till = Till::new(0);
//! let handles = till.insert_all([5, 7, 9].map(|price| Item { price }));
//! till.step();
//! let saved = serde_json::to_string(&till)?;
//!
//! let mut restored: Till = serde_json::from_str(&saved)?;
//! assert!(restored.contains(handles[0]));
//! assert_eq!(restored.run().count, 2);
//! assert_eq!(restored.globals().total, 21);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! `Name::builder().listener(listener).restore(deserializer)` gives it a listener. Where the globals cannot be
//! saved, or should not be, `session.without_globals()` is what to save, and
//! `Name::builder().restore_with(deserializer, globals…)` restores it.
//!
//! Under `#[backtrack]` the checkpoints and choice points that stand are saved too, each with the session as it
//! was.
//!
//! Only the ruleset that saved a session restores it: a fact type, a rule or a block that has changed since is
//! named in the error. So is damage: what is restored is compared with a digest of what was saved, apart
//! from floats in text formats, which may round them. Rust that rules call, and fact types declared
//! elsewhere, are not looked at; and a `for` must iterate in an order that outlives serde, which that of a
//! hash set does not.

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod accumulator;
mod agenda;
mod apply_supports;
mod archive;
mod arena;
mod bind;
mod bulk;
mod change;
mod clone;
mod const_str;
mod counted;
mod counters;
mod effects;
mod engine_features;
mod error;
mod explain;
mod extremum_heap;
mod fact;
mod fact_index;
mod fields;
mod found;
mod founded;
mod gate;
mod gather;
mod graph;
mod group_key;
// A user's build is not to carry it.
#[cfg(any(doc, doctest))]
pub mod guide;
mod handle;
mod heap;
mod identities;
mod identity;
mod index;
mod inference_guard;
mod iterators;
mod key_parts;
mod key_value;
mod listener;
mod match_view;
mod members;
mod memo;
mod metadata;
#[cfg(feature = "metrics")]
mod metrics;
mod network;
mod number;
mod on_demand;
mod order;
mod plan;
mod program;
mod query;
mod queue;
mod recent;
mod record;
mod recording;
mod report;
mod results;
mod run;
mod said;
#[cfg(feature = "serde")]
mod save;
mod search;
mod session;
mod sides;
mod slab;
mod spans;
mod store;
mod straight;
mod summarize;
mod summary;
mod support;
mod tags;
pub mod testing;
mod token;
mod trail;
mod transaction;
mod turns;
#[cfg(debug_assertions)]
mod verify;
mod version;
mod why;
mod work;
mod worklist;

pub use accumulator::Accumulator;
pub use error::RuleError;
pub use explain::{
    Colored, ConditionCounts, Counted, ExplainedMatch, Explanation, FactCounts, FactExplanation,
    FactInPattern, Outcome, TestCounts,
};
pub use fact::{Fact, Facts};
pub use graph::{EdgeRole, GraphEdge, GraphNode, NetworkGraph, NodeRole};
pub use handle::{FactId, Handle, HandleError};
pub use iterators::{Activations, FactsOf, HandlesOf};
pub use listener::{ActivationEvent, ConditionEvent, FactEvent, Listener};
pub use metadata::{Fired, Position, RuleInfo, RulesetInfo, Stop};
#[cfg(feature = "metrics")]
pub use metrics::{Metrics, NodeMetrics};
pub use query::{Found, Rows};
pub use recording::{Recorded, RecordedActivation, RecordedEvent, RecordedFact, Recording};
pub use rules_macros::rules;
#[cfg(feature = "serde")]
pub use save::Snapshot;
pub use search::{Checkpoint, CheckpointError};
pub use session::{Activation, Session};
pub use transaction::Transaction;
pub use why::{Derivation, DerivedFact, Support};

/// Includes the code that the build script made of a `.rules` file, named by the file's stem.
///
/// ```ignore
/// mod referee {
///     rules_runtime::include_rules!("referee");
/// }
/// ```
#[macro_export]
macro_rules! include_rules {
    ($name:literal) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".rs"));
    };
}

/// Without the feature `serde` sessions cannot be saved.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! save_generated {
    ($($tokens:tt)*) => {};
}

/// What generated code uses. Not public API.
#[doc(hidden)]
pub mod generated {
    pub use crate::accumulator::{Alias, Checked, Kept, States, is_accumulator};
    pub use crate::archive::Moment;
    pub use crate::bind::*;
    pub use crate::bulk::Bulk;
    pub use crate::clone::CloneFor;
    pub use crate::explain::again::*;
    pub use crate::explain::counting::{ConditionPlan, Counting, TestPlan};
    pub use crate::fact::{FactVariable, fact};
    pub use crate::found::Matches;
    pub use crate::gather::{Groups, Least, Mean, Sum};
    pub use crate::graph::{Label, Labels, QueryLabel};
    pub use crate::group_key::*;
    pub use crate::identity::{Identity, OnInsert, Plain, Unique, keeps, may_be_logical};
    pub use crate::key_parts::{KeyField, KeyFieldParts, KeyFieldWhole};
    pub use crate::key_value::{KeyValue, Sought};
    pub use crate::network::{Keyed, Network, Pair};
    pub use crate::number::{Number, Numeric, TotalNumber, TotalOf, TotalOther};
    pub use crate::plan::*;
    pub use crate::program::{Accepts, Firing, Holds, KindTest, Program, Visitor, kind_bit};
    pub use crate::query::{Again, AgainCopied, AgainIterated, Listed};
    pub use crate::said::{
        AsSaid, Chosen, Declaration, DeclarationOf, Declared, Identified, IdentityOf,
        NoDeclaration, NoStatement, Said, StatementOf, repeats,
    };
    #[cfg(feature = "serde")]
    pub use crate::save::*;
    pub use crate::search::{Backtrack, Search};
    pub use crate::sides::*;
    pub use crate::slab::Slab;
    pub use crate::trail::{ForwardOnly, Pass, Trailed, Wide, copies};
    pub use crate::transaction::Transaction;
    pub use crate::version::check_version;
    pub use alloc::vec::Vec;
    pub use core;
    pub use core::cmp::Ordering;
    #[cfg(feature = "serde")]
    pub use serde;
}
