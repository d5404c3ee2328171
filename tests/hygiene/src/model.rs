//! What the rulesets speak of and do not declare.

use std::cell::RefCell;
use std::rc::Rc;

use engine::Accumulator;

/// Names that several hold.
pub type Shared = Rc<RefCell<Vec<String>>>;

/// A part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The first.
    Morning,
    /// The last.
    Evening,
}

impl Part {
    /// Both.
    #[must_use]
    pub fn all() -> [Part; 2] {
        [Part::Morning, Part::Evening]
    }
}

/// The longest of some lengths.
#[derive(Debug)]
pub struct Longest;

impl Accumulator for Longest {
    type Input<'a> = usize;
    type State = usize;
    type Output = usize;

    fn add(longest: &mut usize, length: usize) {
        *longest = length.max(*longest);
    }

    fn output(longest: &usize) -> Option<usize> {
        Some(*longest)
    }
}
