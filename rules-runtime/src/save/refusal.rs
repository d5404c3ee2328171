//! Why a snapshot is not restored.

use alloc::string::String;
use core::fmt;

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
    /// It is of another version of the ruleset.
    Version {
        ruleset: &'static str,
        differences: String,
    },
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
                "the snapshot is of another version of ruleset `{ruleset}`: since then {differences}"
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
