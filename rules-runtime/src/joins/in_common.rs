//! Look-ups in common: what patterns look up by one key that differ in the tests of their own.
//!
//! An index has all facts of the type; each pattern has one of those that pass its own tests. Where the first has few
//! facts of the key, all are given, for the patterns to test them. Where it has many, the others are asked one after the
//! other, so that no pattern goes over the facts of another.

use crate::containers::trail::Mode;
use crate::joins::fact_index::{FactIndexes, Facts};
use crate::joins::found::{Matches, Wanted};
use crate::plan::OwnIndex;

/// So many facts are given to all patterns, at the most: as many as a look-up costs. In a debug build, where sessions are
/// small, more of them go the other way.
const FEW: u32 = if cfg!(debug_assertions) { 1 } else { 8 };

/// How far a look-up in common has come.
#[derive(Debug, Default)]
pub enum InCommon {
    /// Nothing has been asked.
    #[default]
    Begin,
    /// This own index is asked next, or the next after it that is.
    Own(usize),
    /// All facts have been given.
    End,
}

impl<M: Mode> FactIndexes<M> {
    /// The next part of what patterns look up in common, with a bit for each pattern's [own index](OwnIndex) where it is
    /// meant.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "counted: as a call it costs more")]
    pub(crate) fn in_common(
        &self,
        (common, own): (u32, &'static [OwnIndex]),
        hash: Option<u64>,
        seeds: u64,
        so_far: &mut InCommon,
        matches: &mut Matches,
    ) -> Option<(u64, Facts<'_, M>)> {
        let next = match *so_far {
            InCommon::Begin => {
                let facts = self.of_all(common, hash);
                if !(facts.are_more_than(FEW) && self.have_parts(own, seeds, matches)) {
                    *so_far = InCommon::End;
                    return Some((u64::MAX, facts));
                }
                0
            }
            InCommon::Own(next) => next,
            InCommon::End => return None,
        };
        let asked = next_own(own, seeds, next)?;
        *so_far = InCommon::Own(asked + 1);
        Some((1 << asked, self.iter(own[asked].index, hash)))
    }

    /// Whether the indexes that are to be asked are made; if not, they are wanted.
    #[cold]
    fn have_parts(&self, own: &'static [OwnIndex], seeds: u64, matches: &mut Matches) -> bool {
        let mut asked = own.iter().filter(|own| own.seeds & seeds != 0);
        let are_made = asked.all(|own| self.is_made(own.index));
        if !are_made {
            matches.wants = Some(Wanted::Own(own));
        }
        are_made
    }
}

/// The next of the indexes that is to be asked.
#[cold]
fn next_own(own: &[OwnIndex], seeds: u64, next: usize) -> Option<usize> {
    (next..own.len()).find(|&place| own[place].seeds & seeds != 0)
}
