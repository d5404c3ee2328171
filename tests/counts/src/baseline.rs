//! The counts that are checked in, and how others differ from them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fmt, fs, io};

use serde::{Deserialize, Serialize};

/// Counts of one build.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Baseline {
    /// What the compiler says of its version.
    pub rustc: String,
    /// The instructions of each path.
    pub instructions: BTreeMap<String, u64>,
}

impl Baseline {
    fn path() -> PathBuf {
        [env!("CARGO_MANIFEST_DIR"), "baseline.json"]
            .iter()
            .collect()
    }

    pub(crate) fn read() -> io::Result<Self> {
        Ok(serde_json::from_str(&fs::read_to_string(Self::path())?)?)
    }

    pub(crate) fn write(&self) -> io::Result<()> {
        fs::write(Self::path(), serde_json::to_string_pretty(self)? + "\n")
    }
}

/// The part of a count by which another may differ from it without being said to.
const TOLERANCE: f64 = 0.03;

/// A count beside that of the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Change {
    /// The baseline has no such path.
    New,
    /// The relative difference.
    By(f64),
}

impl Change {
    #[expect(clippy::cast_precision_loss, reason = "a count is far below 2^53")]
    pub(crate) fn between(before: Option<u64>, now: u64) -> Self {
        match before {
            Some(before) => Change::By(now as f64 / before as f64 - 1.0),
            None => Change::New,
        }
    }

    /// Whether it is an error.
    pub(crate) fn is_rise(self) -> bool {
        matches!(self, Change::By(part) if part > TOLERANCE)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::New => f.write_str("new: `--update` writes it to baseline.json"),
            Change::By(part) => {
                write!(f, "{:+.2} %", part * 100.0)?;
                match *part {
                    part if part > TOLERANCE => f.write_str(": it has risen"),
                    part if part < -TOLERANCE => f.write_str(": `--update` keeps what is gained"),
                    _ => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Change;

    #[test]
    fn more_than_three_percent_is_a_rise() {
        assert!(Change::between(Some(1000), 1031).is_rise());
        assert!(!Change::between(Some(1000), 1029).is_rise());
        assert!(!Change::between(Some(1000), 10).is_rise());
        assert!(!Change::between(None, 10).is_rise());
    }

    #[test]
    fn a_fall_asks_for_a_new_baseline() {
        let said = [950, 999].map(|now| Change::between(Some(1000), now).to_string());
        assert_eq!(
            said,
            ["-5.00 %: `--update` keeps what is gained", "-0.10 %"]
        );
    }
}
