//! How derived facts rank, so that few are doubted.
//!
//! A fact has well-founded support (J. Doyle, *A Truth Maintenance System*, 1979) where a match supports it all of whose facts
//! rank before it: of facts that hold up only one another, the first would rest on one that ranks before it. A fact ranks by its
//! number of insertion, for what it is first derived from is older. One that has lost that support and is derived by another
//! ranks next to the last of the facts on which it rests then. Of some it is not known where they rank, as of those that a
//! session is restored with: such a fact ranks before none, which is to be on the safe side.

use hashbrown::HashMap;

use crate::containers::hash::BuildHasher;
use crate::support::Place;

/// Where a fact ranks: next to the one of a number of insertion, by so many steps.
pub(crate) type Rank = (u64, u32);

/// How derived facts rank.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranks {
    /// Those that do not rank by their numbers: these, and where they rank, if that is known.
    others: HashMap<Place, (u64, Option<Rank>), BuildHasher>,
    /// The last number of facts of which it is not known where they rank.
    last_unknown: u64,
}

impl Ranks {
    /// Where a derived fact of this number ranks, if that is known.
    pub(crate) fn of(&self, fact: Place, tag: u64) -> Option<Rank> {
        match self.others.get(&fact) {
            Some(&(of, rank)) if of == tag => rank,
            _ => (tag > self.last_unknown).then_some((tag, 0)),
        }
    }

    /// Lets a derived fact of this number rank next to the last of those on which it rests, if it is known where they do.
    pub(crate) fn set(&mut self, fact: Place, tag: u64, last: Option<Rank>) {
        let next = last.and_then(|(tag, steps)| Some((tag, steps.checked_add(1)?)));
        self.others.insert(fact, (tag, next));
    }

    /// Forgets a fact that is gone, or stands by itself now.
    pub(crate) fn forget(&mut self, fact: Place) {
        if !self.others.is_empty() {
            self.others.remove(&fact);
        }
    }

    /// It is not known where the facts up to this number rank.
    #[cfg(feature = "serde")]
    pub(crate) fn forget_all(&mut self, last_tag: u64) {
        self.others.clear();
        self.last_unknown = last_tag;
    }
}
