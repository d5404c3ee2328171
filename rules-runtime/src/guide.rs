//! The guide: the rule language from the first rule to writing an accumulator.
//!
//! Every example compiles and asserts what it says. They are written with [`rules!`](crate::rules); the same
//! text may stand in a file ([`files`]). Where a page shows a mistake, the text under it is what the build
//! prints.
//!
//! | page | |
//! |---|---|
//! | [`first_rule`] | a ruleset, a session, a run |
//! | [`facts`] | declared and foreign types, enums, `#[unique]`, `#[key]`, `#[derived]`, sharing |
//! | [`mistakes`] | what is written in the first hour, and what is meant |
//! | [`patterns`] | fields, variables, joins, guards |
//! | [`variables`] | what each kind of variable is: a value, a reference, a fact |
//! | [`negation`] | `not`, `exists`, `forall` |
//! | [`either`] | one match for each branch |
//! | [`tests`] | `if`, `if let`, `let`, `for` |
//! | [`accumulates`] | `count`, `sum`, `collect` and the rest, and groups |
//! | [`accumulators`] | writing one |
//! | [`tables`] | decision tables, proved to have no holes |
//! | [`effects`] | `insert`, `modify`, `retract`, errors, `undo` |
//! | [`logical`] | facts that stand while their reasons do |
//! | [`agenda`] | what fires first: salience, groups, strategies; and how often |
//! | [`queries`] | asking a session |
//! | [`questions`] | queries as conditions, recursive queries, the best of each key, kinds of facts |
//! | [`time`] | a clock, and facts that have a time: events that wait, and expire |
//! | [`search`] | trying something and taking it back: checkpoints, `choose` and `fail` |
//! | [`session`] | handles, transactions, runs, listeners, copies |
//! | [`debugging`] | why a rule did not fire, and where a fact comes from |
//! | [`performance`] | what a condition costs, and how to read the network |
//! | [`files`] | rules in files, compiled by a build script |
//! | [`editor`] | the language server, and what rust-analyzer knows of a `rules!` block |
//! | [`diagnostics`] | every mistake that the compiler finds, and how it is mended |
//! | [`semantics`] | what a match, a change and a firing are, exactly |
//! | [`coming_from`] | CLIPS, Drools, NRules, Prolog and Datalog beside this language |

#[doc = include_str!("guide/first_rule.md")]
pub mod first_rule {}

#[doc = include_str!("guide/facts.md")]
pub mod facts {}

#[doc = include_str!("guide/mistakes.md")]
pub mod mistakes {}

#[doc = include_str!("guide/patterns.md")]
pub mod patterns {}

#[doc = include_str!("guide/variables.md")]
pub mod variables {}

#[doc = include_str!("guide/negation.md")]
pub mod negation {}

#[doc = include_str!("guide/either.md")]
pub mod either {}

#[doc = include_str!("guide/tests.md")]
pub mod tests {}

#[doc = include_str!("guide/accumulates.md")]
pub mod accumulates {}

#[doc = include_str!("guide/accumulators.md")]
pub mod accumulators {}

#[doc = include_str!("guide/tables.md")]
pub mod tables {}

#[doc = include_str!("guide/effects.md")]
pub mod effects {}

#[doc = include_str!("guide/logical.md")]
pub mod logical {}

#[doc = include_str!("guide/agenda.md")]
pub mod agenda {}

#[doc = include_str!("guide/queries.md")]
pub mod queries {}

#[doc = include_str!("guide/questions.md")]
pub mod questions {}

#[doc = include_str!("guide/time.md")]
pub mod time {}

#[doc = include_str!("guide/search.md")]
pub mod search {}

#[doc = include_str!("guide/session.md")]
pub mod session {}

#[doc = include_str!("guide/versions.md")]
pub mod versions {}

#[doc = include_str!("guide/debugging.md")]
pub mod debugging {}

#[doc = include_str!("guide/performance.md")]
pub mod performance {}

#[doc = include_str!("guide/files.md")]
pub mod files {}

#[doc = include_str!("guide/editor.md")]
pub mod editor {}

#[doc = include_str!("guide/diagnostics.md")]
pub mod diagnostics {}

#[doc = include_str!("guide/semantics.md")]
pub mod semantics {}

#[doc = include_str!("guide/coming_from.md")]
pub mod coming_from {}
