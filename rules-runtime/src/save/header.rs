//! The head of a snapshot: which ruleset it is of, and what that is made of.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;

/// A part of a ruleset: what it is called, and a digest of its text.
pub type RulesetPart = (&'static str, u64);

/// The format of the rest.
const FORMAT: u32 = 1;

/// The head of a snapshot.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: u32,
    ruleset: Cow<'static, str>,
    parts: Vec<(Cow<'static, str>, u64)>,
}

impl Header {
    /// The header of what this ruleset saves.
    pub(super) fn new(ruleset: &'static str, parts: &[RulesetPart]) -> Self {
        let parts = parts.iter();
        Header {
            format: FORMAT,
            ruleset: ruleset.into(),
            parts: parts.map(|&(name, digest)| (name.into(), digest)).collect(),
        }
    }

    /// Fails unless the header is of what this ruleset saves.
    pub(super) fn check(
        &self,
        ruleset: &'static str,
        parts: &[RulesetPart],
    ) -> Result<(), Refusal> {
        if self.format != FORMAT {
            return Err(Refusal::Format {
                found: self.format,
                expected: FORMAT,
            });
        }
        if self.ruleset != ruleset {
            return Err(Refusal::Ruleset {
                found: self.ruleset.clone().into_owned(),
                expected: ruleset,
            });
        }
        let mut differences = Vec::new();
        let mut has_other_network = false;
        for &(name, digest) in parts {
            match self.parts.iter().find(|(saved, _)| saved == name) {
                None => differences.push((name, "is new")),
                Some((_, saved)) if *saved == digest => {}
                Some(_) if name == NETWORK => has_other_network = true,
                Some(_) => differences.push((name, "has changed")),
            }
        }
        for (saved, _) in &self.parts {
            if parts.iter().all(|(name, _)| saved != name) {
                differences.push((saved, "is gone"));
            }
        }
        let same = self.parts.iter().map(|(name, _)| &**name);
        if differences.is_empty() && !same.eq(parts.iter().map(|&(name, _)| name)) {
            differences.push(("the order of its parts", "has changed"));
        }
        // All that has changed shows in the network too.
        if differences.is_empty() && has_other_network {
            differences.push((NETWORK, "has changed"));
        }
        if differences.is_empty() {
            return Ok(());
        }
        Err(Refusal::Version {
            ruleset,
            differences: list(&differences),
        })
    }
}

/// The part that stands for the compiled network.
const NETWORK: &str = "the network";

/// How many differences are told.
const TOLD: usize = 8;

fn list(differences: &[(&str, &str)]) -> String {
    let mut list = String::new();
    for (number, (name, what)) in differences.iter().take(TOLD).enumerate() {
        let comma = if number == 0 { "" } else { ", " };
        _ = write!(list, "{comma}{name} {what}");
    }
    if differences.len() > TOLD {
        _ = write!(list, ", and {} more", differences.len() - TOLD);
    }
    list
}
