//! Rulesets in a crate without the standard library, one from each door.

#![no_std]

extern crate alloc;

/// The ruleset of `rules/greenhouse.rules`.
#[expect(missing_docs, reason = "the facts' fields say what they are")]
pub mod greenhouse {
    rules_runtime::include_rules!("greenhouse");
}

pub mod seats;
pub mod till;
