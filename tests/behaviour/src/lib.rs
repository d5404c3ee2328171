//! What the tests of the language's behaviour share.
//!
//! A folder of `tests/` is a test binary: what it is about stands at the head of its `main.rs`. To add a theme, write
//! `<folder>/<theme>.rs` with a ruleset and its tests, and name it in `main.rs`; `cargo test -p behaviour <theme>::`
//! runs its tests. Tests run side by side on threads of one process: what a test counts or spoils stands in a
//! `thread_local!`, never in a `static`, and none sets a panic hook.

pub mod fuse;
mod mirror;

pub use mirror::Mirror;

use rules_runtime::{ActivationEvent, FactEvent, Listener};

/// A random number below another, from a seed that it moves on (Marsaglia, *Xorshift RNGs*, 2003).
///
/// # Panics
///
/// Panics if `end` is 0.
pub fn below(seed: &mut u64, end: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed % end
}

/// A listener that writes down every event, a line each.
///
/// Facts are named by their values, so that a line says what a reader knows: `fired play [Move(3)]`
/// is for the eye, handles are not.
#[derive(Debug, Default, Clone)]
pub struct Recorder {
    lines: Vec<String>,
}

impl Recorder {
    /// The lines since the last call.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

impl Listener for Recorder {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        self.lines.push(format!("inserted {}", fact.value));
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        self.lines
            .push(format!("updated {} to {}", before.value, after.value));
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        self.lines.push(format!("retracted {}", fact.value));
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        self.lines.push(format!("expired {}", fact.value));
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.lines.push(format!("created {}", activation.rule));
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.lines.push(format!("cancelled {}", activation.rule));
    }

    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        self.lines.push(format!("firing {}", activation.rule));
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.lines.push(format!("fired {}", activation.rule));
    }
}
