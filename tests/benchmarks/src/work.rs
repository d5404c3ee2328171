//! What is measured: a work, and the contenders that do it.

use std::process::Command;

use crate::measure::Run;

/// A work, done by several contenders at several sizes.
pub(crate) struct Work {
    /// How it is called on the command line.
    pub name: &'static str,
    /// What is done, in a line.
    pub title: &'static str,
    /// What a size counts.
    pub size: &'static str,
    /// The sizes to measure, ascending.
    pub sizes: &'static [u32],
    /// What a time is of, where it is not of the whole run.
    pub per: Option<&'static str>,
    /// Whether all contenders that are rules must fire equally often.
    pub same_firings: bool,
    /// Who does it. Ours comes first: the others' times are divided by it.
    pub contenders: &'static [Contender],
}

/// One way of doing a work.
pub(crate) struct Contender {
    /// The language or engine, and what is peculiar to this program.
    pub name: &'static str,
    /// How it is run.
    pub program: Program,
    /// The greatest size at which it takes part.
    pub most: u32,
}

/// How a contender is run.
pub(crate) enum Program {
    /// In a process of this same binary.
    Rust(fn(u32) -> Run),
    /// By another program, which prints what `measure::print_measurement` does. An error says what is
    /// missing.
    Other(fn(u32) -> Result<Command, String>),
}

impl Contender {
    /// Our language.
    pub(crate) const fn ours(run: fn(u32) -> Run) -> Self {
        Self::rust("rules", run)
    }

    /// A contender compiled into this binary.
    pub(crate) const fn rust(name: &'static str, run: fn(u32) -> Run) -> Self {
        Self {
            name,
            program: Program::Rust(run),
            most: u32::MAX,
        }
    }

    /// A contender that is a program of its own.
    pub(crate) const fn other(
        name: &'static str,
        command: fn(u32) -> Result<Command, String>,
    ) -> Self {
        Self {
            name,
            program: Program::Other(command),
            most: u32::MAX,
        }
    }

    /// This one, at sizes up to one: beyond, it would fill the memory.
    pub(crate) const fn up_to(self, most: u32) -> Self {
        Self { most, ..self }
    }
}
