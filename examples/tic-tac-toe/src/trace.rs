//! Prints what the rules do: each activation, firing and fact change, a line each.
//!
//! A fact is named by its number; the facts after a rule's name are those of the match. A write that left a
//! fact as it was is not told. Each session numbers its own facts: where another one goes on, its ruleset is a heading.

use std::cell::Cell;
use std::fmt;
use std::io::Write;
use std::rc::Rc;

use rules_runtime::{ActivationEvent, FactEvent, Listener, RulesetInfo};

/// The last heading, which all listeners that write to an output share.
#[derive(Clone, Default)]
pub(crate) struct Heading(Rc<Cell<&'static str>>);

/// A listener that writes what it is told.
pub(crate) struct Trace<W> {
    output: W,
    heading: Heading,
    ruleset: &'static str,
}

impl<W: Write> Trace<W> {
    /// Writes to this, which had that heading last.
    pub(crate) fn new(output: W, heading: &Heading) -> Self {
        Trace {
            output,
            heading: heading.clone(),
            ruleset: "",
        }
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        let Heading(last) = &self.heading;
        // A listener cannot fail. Where writing fails, the boards that go the same way find out.
        if last.replace(self.ruleset) != self.ruleset {
            _ = writeln!(self.output, "{}:", self.ruleset);
        }
        _ = writeln!(self.output, "{line}");
    }
}

impl<W: Write> Listener for Trace<W> {
    fn session_begins(&mut self, ruleset: RulesetInfo) {
        self.ruleset = ruleset.name;
    }

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
