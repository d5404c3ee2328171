//! Why a snapshot is not restored.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use crate::memory::slab::saved::Unfit;

/// Why a snapshot is not restored; the deserializer's error says it.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It is in another format.
    Format { found: u32, expected: u32 },
    /// It is of another ruleset.
    Ruleset {
        found: String,
        expected: &'static str,
    },
    /// It is of another version of the ruleset, which does not go together with this one.
    Version {
        ruleset: &'static str,
        differences: Vec<String>,
    },
    /// A fact type is gone of which there are facts.
    Gone { fact_type: String, facts: usize },
    /// Groups or records of a rule's firings do not fit into the network of now.
    Network(String),
    /// A record of a rule's firing has copied what this version cannot read.
    Past(String),
    /// A search stands open.
    Search,
    /// What rules derive of a type has no support any more.
    Unsupported(&'static str),
    /// A match of a rule that has fired or was to fire does not hold.
    Match(&'static str),
    /// A rule waits for other instants than it did when the snapshot was made.
    Instants(&'static str),
    /// Facts of a type are not what they were.
    Facts(&'static str),
    /// It ends too early.
    Short,
    /// It holds no globals, and none are given.
    NoGlobals,
    /// It holds globals, and others are given.
    Globals,
    /// Its digest is not that of its content.
    Altered,
    /// Its content contradicts itself.
    Contradiction(&'static str),
    /// It names a slot for which there is no memory.
    Memory,
}

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Memory => Refusal::Memory,
            Unfit::Contradiction(text) => Refusal::Contradiction(text),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Format { found, expected } => {
                write!(
                    f,
                    "the snapshot is in format {found}, expected format {expected}"
                )
            }
            Refusal::Ruleset { found, expected } => {
                write!(
                    f,
                    "the snapshot is of ruleset `{found}`, expected `{expected}`"
                )
            }
            Refusal::Version {
                ruleset,
                differences,
            } => write!(
                f,
                "the snapshot is of another version of ruleset `{ruleset}`: since then {}",
                list(differences)
            ),
            Refusal::Gone { fact_type, facts } => write!(
                f,
                "the snapshot is of another version of the ruleset: since then {fact_type} is gone, of which it holds {facts} facts (keep the type until they are retracted)"
            ),
            Refusal::Network(rule) => write!(
                f,
                "the snapshot is of another version of the ruleset: the matches of {rule} are found in another way since then, and its groups or the records of its firings cannot be carried over"
            ),
            Refusal::Past(rule) => write!(
                f,
                "the snapshot is of another version of the ruleset: what accumulators or elements of a `for` were when {rule} fired cannot be carried over"
            ),
            Refusal::Search => f.write_str(
                "the snapshot is of another version of the ruleset: its checkpoints and choice points cannot be carried over",
            ),
            Refusal::Unsupported(fact_type) => write!(
                f,
                "the snapshot is of another version of the ruleset: what it derived of fact type `{fact_type}` cannot be carried over"
            ),
            Refusal::Match(rule) => write!(
                f,
                "a match of rule `{rule}` that is in the snapshot does not hold: what its conditions call, or a field that is not saved, says something else now, or the snapshot has been altered"
            ),
            Refusal::Instants(asked) => write!(
                f,
                "{asked} are others than those for which the snapshot waits: a constant or a function says something else now (under a name of its own a rule begins anew)"
            ),
            Refusal::Facts(fact_type) => write!(
                f,
                "the snapshot has been altered, or a value of `{fact_type}` in it is not read as it was written"
            ),
            Refusal::Short => f.write_str("the snapshot ends too early"),
            Refusal::NoGlobals => f.write_str(
                "the snapshot was saved without its globals: give them to `restore_with`",
            ),
            Refusal::Globals => {
                f.write_str("the snapshot was saved with its globals: use `restore`")
            }
            Refusal::Altered => f.write_str(
                "the snapshot has been altered, or a value in it is not read as it was written",
            ),
            Refusal::Contradiction(what) => {
                write!(f, "the snapshot contradicts itself: {what}")
            }
            Refusal::Memory => f.write_str("the snapshot needs more memory than there is"),
        }
    }
}

/// How many differences are told.
const TOLD: usize = 8;

fn list(differences: &[String]) -> String {
    let mut list = String::new();
    for (number, difference) in differences.iter().take(TOLD).enumerate() {
        let comma = if number == 0 { "" } else { ", " };
        _ = write!(list, "{comma}{difference}");
    }
    if differences.len() > TOLD {
        _ = write!(list, ", and {} more", differences.len() - TOLD);
    }
    list
}
