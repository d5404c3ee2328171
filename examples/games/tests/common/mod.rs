//! Games for the tests, small enough to know everything about them.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::cell::Cell;
use std::rc::Rc;

use games::outcome::WonBy;
use games::{Positions, State};

/// Two players take one or two matches in turn; who takes the last one wins.
#[derive(Debug, Clone)]
pub(crate) struct Matches {
    pub(crate) left: u8,
    pub(crate) player: u8,
    /// How many states were made.
    pub(crate) made: Rc<Cell<usize>>,
}

impl Matches {
    pub(crate) fn new(left: u8) -> Self {
        Matches {
            left,
            player: 0,
            made: Rc::default(),
        }
    }
}

impl State for Matches {
    type Player = u8;
    type Move = u8;
    type Outcome = WonBy<u8>;

    fn player(&self) -> u8 {
        self.player
    }

    fn moves(&self) -> Vec<u8> {
        (1..=self.left.min(2)).collect()
    }

    fn result(&self) -> Option<WonBy<u8>> {
        (self.left == 0).then_some(WonBy::Player(1 - self.player))
    }

    fn after(&self, taken: &u8) -> Self {
        self.made.set(self.made.get() + 1);
        Matches {
            left: self.left - taken,
            player: 1 - self.player,
            made: Rc::clone(&self.made),
        }
    }
}

impl Positions for Matches {
    type Position = (u8, u8);

    fn position(&self) -> (u8, u8) {
        (self.left, self.player)
    }
}

/// A tree written down: who moves at each node, and the result at each leaf.
#[derive(Debug, Clone)]
pub(crate) enum Written {
    Leaf(WonBy<u8>),
    Node(u8, Vec<Written>),
}

impl State for Written {
    type Player = u8;
    type Move = usize;
    type Outcome = WonBy<u8>;

    fn player(&self) -> u8 {
        match *self {
            Written::Leaf(_) => 0,
            Written::Node(player, _) => player,
        }
    }

    fn moves(&self) -> Vec<usize> {
        match self {
            Written::Leaf(_) => Vec::new(),
            Written::Node(_, branches) => (0..branches.len()).collect(),
        }
    }

    fn result(&self) -> Option<WonBy<u8>> {
        match *self {
            Written::Leaf(result) => Some(result),
            Written::Node(..) => None,
        }
    }

    fn after(&self, &branch: &usize) -> Self {
        let Written::Node(_, branches) = self else {
            panic!("a leaf has no moves");
        };
        branches[branch].clone()
    }
}
