//! What the language means, one behaviour a test. Each file here is a module of one test binary.
//!
//! To add one, write `tests/behaviour/<theme>.rs` with a ruleset and its tests, and name it in the list below.
//! `cargo test -p behaviour <theme>::` runs its tests. Tests run side by side on threads of one process: what a test
//! counts or spoils stands in a `thread_local!`, never in a `static`, and none sets a panic hook.

mod accumulates;
mod accumulators;
mod agenda;
mod allocation;
mod alternation;
mod atomic_firing;
mod broken_off;
mod bulk;
mod changes;
mod collect;
mod computed_salience;
mod conditions;
mod copies;
mod effects;
mod either;
mod errors;
mod exists;
mod explain;
mod failures;
mod falling;
mod firing_order;
mod focus;
mod forall;
mod founded_by_exists;
mod founded_support;
mod gates;
mod ghosts;
mod grouping;
mod handles;
mod hygiene;
mod insertion_order;
mod joins;
mod keys;
mod liars;
mod listeners;
mod many_rules;
mod matching;
mod metadata;
mod modify;
mod negation;
mod nested_negation;
mod network;
mod not;
mod numbers;
mod patterns;
mod poisoned;
mod queries;
mod query_accumulates;
mod query_hygiene;
mod query_sessions;
mod reads;
mod recording;
mod refraction;
mod search;
mod strategies;
mod support;
mod testing;
mod transactions;
mod undo;
mod unique;
mod why;
