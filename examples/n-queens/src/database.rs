//! The rule database, with a method for each thing that a search does with it.

mod rules {
    rules_runtime::include_rules!("database");
}

use std::fmt;

use rules_runtime::{Checkpoint, Listener};

/// Queens on a board, and what follows from where they stand.
pub struct Database<L: Listener = ()> {
    session: rules::Database<L>,
}

/// A kind of assertions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All about queens: where each stands, and whether it can be taken.
    Queen,
    /// That a queen can be taken.
    Warning,
}

/// Something that the database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assertion {
    /// A queen stands on a row.
    Queen {
        /// The queen, counted from 1.
        queen: u32,
        /// The row, counted from 1.
        row: u32,
    },
    /// A queen can be taken.
    Warning {
        /// The queen.
        queen: u32,
    },
}

impl fmt::Display for Assertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assertion::Queen { queen, row } => write!(f, "queen {queen} is placed on row {row}"),
            Assertion::Warning { queen } => write!(f, "warning: queen {queen} can be taken"),
        }
    }
}

impl<L: Listener> Database<L> {
    /// A database without queens. The listener is told what its session does.
    #[must_use]
    pub fn new(listener: L) -> Self {
        Database {
            session: rules::Database::builder().listener(listener).build(),
        }
    }

    /// Places a queen, and derives what follows.
    pub fn place(&mut self, queen: u32, row: u32) {
        self.session.insert(rules::Placed { queen, row });
        self.session.run();
    }

    /// Places a queen and derives what follows, if it gives no cause for a warning; else leaves all as it was.
    /// The answer takes the placement back.
    pub fn try_to_place(&mut self, queen: u32, row: u32) -> Option<Checkpoint> {
        let before = self.session.checkpoint();
        self.place(queen, row);
        if self.session.any_warning() {
            self.take_back(before);
            return None;
        }
        Some(before)
    }

    /// Takes back a placement, and all that came after it.
    ///
    /// # Panics
    ///
    /// Panics if that placement has been taken back already.
    pub fn take_back(&mut self, before: Checkpoint) {
        self.session
            .rollback(before)
            .expect("what is taken back was placed");
    }

    /// What the database holds of a kind, queen by queen.
    #[must_use]
    pub fn show(&self, kind: Kind) -> Vec<Assertion> {
        let placed = self.session.facts::<rules::Placed>();
        let placed = placed.map(|&rules::Placed { queen, row }| Assertion::Queen { queen, row });
        let warnings = self.session.facts::<rules::Warning>();
        let warnings = warnings.map(|&rules::Warning { queen }| Assertion::Warning { queen });
        let mut shown: Vec<_> = match kind {
            Kind::Queen => placed.chain(warnings).collect(),
            Kind::Warning => warnings.collect(),
        };
        shown.sort_by_key(|assertion| match *assertion {
            Assertion::Queen { queen, .. } | Assertion::Warning { queen } => queen,
        });
        shown
    }

    /// The listener.
    #[must_use]
    pub fn listener(&self) -> &L {
        self.session.listener()
    }
}
