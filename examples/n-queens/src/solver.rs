//! The two ways to search, to be chosen at the command line.

use clap::ValueEnum;
use n_queens::{Placing, Search, Solution, Stats};

use crate::progress::Tried;

/// How to search.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Style {
    /// A search around a rule database
    Search,
    /// Rules that choose and fail
    Rules,
}

/// A search for solutions, which knows what it has cost if it was asked to count.
pub(crate) trait Solver: Iterator<Item = Solution> {
    /// What it has cost so far.
    fn stats(&self) -> Option<Stats>;
}

/// A search for the ways to place so many queens. To count what it costs makes it slower.
pub(crate) fn new(style: Style, queens: u32, counts: bool) -> Box<dyn Solver> {
    match (style, counts) {
        (Style::Search, false) => Box::new(Search::new(queens, ())),
        (Style::Search, true) => Box::new(Search::new(queens, Stats::default())),
        (Style::Rules, false) => Box::new(Placing::new(queens, ())),
        (Style::Rules, true) => Box::new(Placing::new(queens, Stats::default())),
    }
}

/// A search that counts what it tries.
pub(crate) fn watched(style: Style, queens: u32, tried: &Tried) -> Box<dyn Solver> {
    match style {
        Style::Search => Box::new(Search::new(queens, tried.clone())),
        Style::Rules => Box::new(Placing::new(queens, tried.clone())),
    }
}

impl Solver for Search<()> {
    fn stats(&self) -> Option<Stats> {
        None
    }
}

impl Solver for Search<Stats> {
    fn stats(&self) -> Option<Stats> {
        Some(Search::stats(self))
    }
}

impl Solver for Placing<()> {
    fn stats(&self) -> Option<Stats> {
        None
    }
}

impl Solver for Placing<Stats> {
    fn stats(&self) -> Option<Stats> {
        Some(Placing::stats(self))
    }
}

impl Solver for Search<Tried> {
    fn stats(&self) -> Option<Stats> {
        None
    }
}

impl Solver for Placing<Tried> {
    fn stats(&self) -> Option<Stats> {
        None
    }
}
