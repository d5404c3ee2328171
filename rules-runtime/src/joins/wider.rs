//! Look-ups in wider indexes: of facts that a pattern looks up by a key and tests of their own, in an index that has more of
//! them and is kept anyway, because other patterns ask it.
//!
//! As long as that gives few facts for what is asked, the search tests them, and the pattern's own index is not kept. When it
//! gives many, the own index is made, and asked from then on.

use crate::containers::trail::Mode;
use crate::joins::fact_index::{FactIndexes, Facts};
use crate::joins::found::{Matches, Wanted};
use crate::plan::OwnIndex;

/// So many facts are tested in the place of a look-up in an index of their own. In a debug build, where sessions are small,
/// more of them go the other way.
const FEW: u32 = if cfg!(debug_assertions) { 1 } else { 4 };

impl<M: Mode> FactIndexes<M> {
    /// The facts of a hash in an index that has more than a pattern asks for; or those of the pattern's own index, once that
    /// is made. Where the own key cannot be hashed, the own index would only give them all.
    #[inline]
    pub(crate) fn of_wider(
        &self,
        (index, hash): (u32, Option<u64>),
        (own, own_hash): (&'static [OwnIndex], impl FnOnce() -> Option<u64>),
        matches: &mut Matches,
    ) -> Facts<'_, M> {
        if self.is_made(own[0].index) {
            let own_hash = own_hash();
            return if own_hash.is_some() || hash.is_none() {
                self.iter(own[0].index, own_hash)
            } else {
                self.iter(index, hash)
            };
        }
        let facts = self.iter(index, hash);
        if facts.are_more_than(FEW) && (hash.is_none() || own_hash().is_some()) {
            matches.wants = Some(Wanted::Own(own));
        }
        facts
    }
}
