//! Prints what the rules do: each activation, firing and fact change, a line each.
//!
//! A fact is named by its number; the facts after a rule's name are those of the match. A write that left a
//! fact as it was is not told.

use std::fmt;
use std::io::Write;

use rules_runtime::{ActivationEvent, FactEvent, Listener};

/// A listener that writes what it is told.
pub(crate) struct Trace<W> {
    output: W,
}

impl<W: Write> Trace<W> {
    /// Writes to this.
    pub(crate) fn new(output: W) -> Self {
        Trace { output }
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        // A listener cannot fail. Where writing fails, the boards that go the same way find out.
        _ = writeln!(self.output, "{line}");
    }
}

impl<W: Write> Listener for Trace<W> {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        self.line(format_args!("  inserted   {fact}"));
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        if before.value.to_string() != after.value.to_string() {
            self.line(format_args!("  updated    {before} → {}", after.value));
        }
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        self.line(format_args!("  retracted  {fact}"));
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.line(format_args!("  activated  {activation}"));
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.line(format_args!("  cancelled  {activation}"));
    }

    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        self.line(format_args!("fires {activation}"));
    }
}
