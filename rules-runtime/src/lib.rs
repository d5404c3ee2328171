//! What a compiled ruleset stands on: working memory, an indexed network, an agenda, a session.
//!
//! A ruleset is written in a [`rules!`] block, or in a `.rules` file that a build script compiles. Both
//! become ordinary Rust code over the types of this crate.
//!
//! # Features
//!
//! | feature | | |
//! |---|---|---|
//! | `std` | on unless turned off | Sessions are numbered from a random start, so that a handle of another process is as good as never taken for one of this. Without it the crate, and the code of a ruleset, need `core` and `alloc` alone. |

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod accumulator;
mod agenda;
mod archive;
mod arena;
mod bind;
mod change;
mod clone;
mod effects;
mod error;
mod fact;
mod founded;
mod gather;
mod graph;
mod handle;
mod heap;
mod identity;
mod index;
mod listener;
mod memo;
mod metadata;
mod network;
mod nothing;
mod number;
mod order;
mod plan;
mod program;
mod query;
mod queue;
mod recent;
mod record;
mod report;
mod session;
mod slab;
mod stand;
mod summary;
mod support;
mod tags;
mod token;
mod transaction;
mod work;
mod worklist;

pub use accumulator::Accumulator;
pub use error::RuleError;
pub use fact::{Fact, Facts};
pub use graph::{EdgeRole, GraphEdge, GraphNode, NetworkGraph, NodeRole};
pub use handle::{FactId, Handle, HandleError};
pub use listener::{ActivationEvent, FactEvent, Listener};
pub use metadata::{Fired, Position, RuleInfo, Stop};
pub use query::{Found, Rows};
pub use rules_macros::rules;
pub use session::{Activation, Session};
pub use transaction::Transaction;

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

/// What generated code uses. Nothing here is meant for hands.
#[doc(hidden)]
pub mod __private {
    pub use crate::accumulator::{Kept, States};
    pub use crate::archive::Moment;
    pub use crate::bind::*;
    pub use crate::clone::CloneFor;
    pub use crate::gather::{Groups, Least, Mean, Sum};
    pub use crate::identity::{Identity, OnInsert, Plain, Unique};
    pub use crate::network::{Keyed, Members, Network, Pair};
    pub use crate::number::{Number, Numeric};
    pub use crate::plan::*;
    pub use crate::program::{Accepts, Firing, Holds, Program, Visitor};
    pub use crate::query::{Again, AgainCopied, AgainIterated};
    pub use crate::slab::Slab;
    pub use crate::transaction::Transaction;
    pub use alloc::vec::Vec;
    pub use core;
    pub use core::cmp::Ordering;
}
