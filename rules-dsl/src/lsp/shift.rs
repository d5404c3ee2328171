//! Where a place of an earlier text is in a later one: before and after what has been changed it is known.

use std::ops::Range;
use std::sync::Arc;

use super::documents::Text;

/// The change from one text to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    /// So many bytes at the beginning are the same.
    same: usize,
    /// Where in the earlier text the same end begins.
    end: usize,
    /// Where in the later one.
    new_end: usize,
}

impl Shift {
    /// The change between two texts.
    pub(super) fn between(old: &Arc<Text>, new: &Arc<Text>) -> Self {
        if Arc::ptr_eq(old, new) {
            return Self {
                same: usize::MAX,
                end: usize::MAX,
                new_end: usize::MAX,
            };
        }
        let (old, new) = (old.text.as_bytes(), new.text.as_bytes());
        let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - same;
        let ends = old.iter().rev().zip(new.iter().rev());
        let tail = ends.take(most).take_while(|(a, b)| a == b).count();
        Self {
            same,
            end: old.len() - tail,
            new_end: new.len() - tail,
        }
    }

    /// Where a range is now; `None` where the change touches it.
    pub(super) fn apply(&self, range: &Range<usize>) -> Option<Range<usize>> {
        if range.end <= self.same {
            Some(range.clone())
        } else if range.start >= self.end {
            let moved = |at: usize| at - self.end + self.new_end;
            Some(moved(range.start)..moved(range.end))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_and_after_a_change_is_found_again() {
        let (old, new) = (Text::new("ab cd ef".into()), Text::new("ab xyz ef".into()));
        let shift = Shift::between(&old, &new);
        assert_eq!(shift.apply(&(0..2)), Some(0..2));
        assert_eq!(shift.apply(&(6..8)), Some(7..9));
        assert_eq!(shift.apply(&(3..5)), None);
    }

    #[test]
    fn a_text_that_did_not_change_shifts_nothing() {
        let text = Text::new("abc".into());
        assert_eq!(Shift::between(&text, &text).apply(&(1..3)), Some(1..3));
    }
}
