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
//! | `coverage` | | `testing::Coverage`, and `RULES_COVERAGE=directory cargo test`: which rules tests fire, which conditions they show true and false, which rows of tables hold. See [`guide::debugging`]. It is for tests. |
//! | `tracing` | | The program's [`tracing`](https://docs.rs/tracing) subscriber is told what sessions do: a span `firing` for each firing, around what its block tells, and in it an event for each change of a fact and each activation that comes or goes. |
//! | `jiff` | | Clocks may be of `jiff::Timestamp`: see [`guide::time`]. |
//! | `xlsx` | on unless turned off | Decision tables in `rules!` blocks may have their rows in XLSX files. |
//! | `reload` | | Tables may have `#[reload]`: rows are loaded, proved and replaced while the program runs. |
//! | `serde` | | Sessions are saved and restored; handles are `Serialize` and `Deserialize`. |
//!
//! # Saving a session
//!
//! With the feature `serde` a session is `Serialize` and `Deserialize` where its fact types, its globals and the type of
//! its clock are, and restored with a listener that is `Default`. It goes on elsewhere with the same firings, and
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
//! A later version of the ruleset restores it too, with rules added or gone, fields added and types renamed
//! ([`guide::versions`]); what stands in the way is named in the error. So is damage: what is restored is compared
//! with a digest of what was saved, apart from floats in text formats, which may round them. Rust that rules
//! call is not looked at; and a `for` must iterate in an order that outlives serde, which that of a hash set
//! does not.

#![no_std]

extern crate alloc;
// The crate's own rulesets name it, as those of users do.
#[cfg(debug_assertions)]
extern crate self as rules_runtime;
#[cfg(feature = "std")]
extern crate std;

mod agenda;
mod aggregates;
mod containers;
mod examine;
#[doc(hidden)]
pub mod generated;
mod network;
mod values;
// A user's build is not to carry it.
#[cfg(any(doc, doctest))]
pub mod guide;
mod history;
mod ids;
mod inspect;
mod joins;
mod memory;
mod plan;
#[cfg(feature = "serde")]
mod save;
mod search;
mod session;
mod support;
pub mod testing;
mod time;

pub use aggregates::accumulator::Accumulator;
pub use aggregates::facts::Facts;
#[cfg(feature = "metrics")]
pub use examine::metrics::{EventMetrics, LookUpMetrics, Metrics, NodeMetrics};
pub use examine::why::{Derivation, DerivedFact, Support};
pub use inspect::deciding_row::DecidingRow;
pub use inspect::explain::{
    Colored, ConditionCounts, Counted, ExplainedMatch, Explanation, FactCounts, FactExplanation,
    FactInPattern, Outcome, TestCounts,
};
pub use inspect::graph::{EdgeRole, GraphEdge, GraphNode, NetworkGraph, NodeRole};
pub use inspect::listener::{ActivationEvent, ConditionEvent, FactEvent, Listener};
pub use inspect::metadata::{Fired, Position, RuleInfo, RulesetInfo, Stop};
pub use inspect::recording::{
    Recorded, RecordedActivation, RecordedEvent, RecordedFact, Recording,
};
pub use memory::fact::Fact;
pub use memory::handle::{FactId, Handle, HandleError};
pub use rules_macros::rules;
#[cfg(feature = "reload")]
pub use rules_tables::{Mistake as TableMistake, TableError, TableReport};
#[cfg(feature = "serde")]
pub use save::Snapshot;
pub use search::{Checkpoint, CheckpointError};
pub use session::error::RuleError;
pub use session::iterators::{Activations, FactsOf, HandlesOf};
#[cfg(feature = "reload")]
pub use session::load::TableSource;
pub use session::query::{Found, Rows};
pub use session::transaction::Transaction;
pub use session::watch::{Changes, WatchError, Watched};
pub use session::{Activation, Session};
pub use time::{AdvanceError, ClockError, RealTime, Time};

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
        ::core::include!(::core::concat!(
            ::core::env!(
                "OUT_DIR",
                "there is no build script: `include_rules!` includes what `rules_dsl::compile` makes in one"
            ),
            "/",
            $name,
            ".rs"
        ));
    };
}

/// What is generated for a table with `#[reload]`.
#[cfg(feature = "reload")]
#[doc(hidden)]
#[macro_export]
macro_rules! reload_generated {
    ({ $($with:tt)* } { $($without:tt)* }) => { $($with)* };
}

/// What is generated for rulesets with such a table, and cannot be without the feature.
#[cfg(feature = "reload")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_reload {
    ($($with:tt)*) => { $($with)* };
}

/// What is generated for coverage.
#[cfg(feature = "coverage")]
#[doc(hidden)]
#[macro_export]
macro_rules! coverage_generated {
    ($($tokens:tt)*) => { $($tokens)* };
}

/// Where the conditions of rules stand: for each rule its conditions, each with a line and a column, whether it may fail, and
/// the places of its tests.
#[cfg(feature = "coverage")]
#[doc(hidden)]
#[macro_export]
macro_rules! coverage_places {
    ($([$(([$line:literal $column:literal] $may_fail:literal $([$test:literal $at:literal])*))*])*) => {
        fn places() -> &'static [&'static [$crate::generated::ConditionPlace]] {
            &[$(&[$($crate::generated::ConditionPlace {
                place: ($line, $column),
                may_fail: $may_fail,
                tests: &[$(($test, $at)),*],
            }),*]),*]
        }

        fn package() -> ::core::option::Option<&'static str> {
            ::core::option_env!("CARGO_MANIFEST_DIR")
        }
    };
}

/// Without the feature `coverage` nobody asks for places.
#[cfg(not(feature = "coverage"))]
#[doc(hidden)]
#[macro_export]
macro_rules! coverage_places {
    ($($tokens:tt)*) => {};
}

/// Without the feature `coverage` nothing is counted.
#[cfg(not(feature = "coverage"))]
#[doc(hidden)]
#[macro_export]
macro_rules! coverage_generated {
    ($($tokens:tt)*) => {};
}

/// The rows that a table begins with: read and built once in each thread, whatever sessions there are.
#[cfg(all(feature = "reload", feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! first_rows {
    ($marker:ty, $csv:expr) => {{
        $crate::generated::reload::thread_local! {
            static FIRST: $crate::generated::reload::Reloaded<$marker> =
                $crate::generated::reload::first_rows($csv);
        }
        FIRST.with(::core::clone::Clone::clone)
    }};
}

/// Without threads there is nowhere to keep them.
#[cfg(all(feature = "reload", not(feature = "std")))]
#[doc(hidden)]
#[macro_export]
macro_rules! first_rows {
    ($marker:ty, $csv:expr) => {
        $crate::generated::reload::first_rows::<$marker>($csv)
    };
}

/// Without the feature `reload` no rows are reloaded.
#[cfg(not(feature = "reload"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_reload {
    ($($with:tt)*) => {};
}

/// Without the feature `reload` a table with `#[reload]` is an error.
#[cfg(not(feature = "reload"))]
#[doc(hidden)]
#[macro_export]
macro_rules! reload_generated {
    ({ $($with:tt)* } { $($without:tt)* }) => {
        ::core::compile_error!(
            "a table with `#[reload]` needs the feature `reload` of `rules-runtime`: `rules-runtime = { features = [\"reload\"] }`"
        );
        $($without)*
    };
}

/// Without the feature `serde` sessions cannot be saved.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! save_generated {
    ($($tokens:tt)*) => {};
}
