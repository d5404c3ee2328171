//! The levels of a search, and the way back to them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Backtrack, Kind, SearchProgress};
use crate::containers::trail::{Back, Forget, Mark, Pass};
use crate::session::work::Work;

/// The states that a search can go back to, the latest last.
pub(super) struct Levels<P: Backtrack> {
    all: Vec<Level<P>>,
    /// What the marks of each level say, one level after the other.
    marks: Vec<u64>,
}

/// A state that a search can go back to.
pub(super) struct Level<P: Backtrack> {
    pub(super) kind: Kind,
    before: Before<P>,
    /// Where the search stood.
    pub(super) progress: SearchProgress,
    pub(super) trailed: P::Trailed,
}

/// The session as it was.
enum Before<P: Backtrack> {
    /// By what has been noted since: where its marks begin.
    Marked(usize),
    #[cfg_attr(
        not(feature = "serde"),
        expect(dead_code, reason = "there are no snapshots")
    )]
    /// As it came out of a snapshot. Such levels stand below all that are marked.
    Copied(Box<Work<P>>),
}

impl<P: Backtrack> Clone for Level<P> {
    fn clone(&self) -> Self {
        Level {
            kind: self.kind,
            before: match &self.before {
                Before::Marked(marks) => Before::Marked(*marks),
                Before::Copied(work) => Before::Copied(copy(work)),
            },
            progress: self.progress,
            trailed: self.trailed.clone(),
        }
    }
}

impl<P: Backtrack> Clone for Levels<P> {
    fn clone(&self) -> Self {
        Levels {
            all: self.all.clone(),
            marks: self.marks.clone(),
        }
    }
}

impl<P: Backtrack> Default for Levels<P> {
    fn default() -> Self {
        Levels {
            all: Vec::new(),
            marks: Vec::new(),
        }
    }
}

/// A copy of a session without its globals.
fn copy<P: Backtrack>(work: &Work<P>) -> Box<Work<P>> {
    Box::new(Work {
        memory: P::copy_memory(&work.memory),
        network: work.network.clone(),
        tags: work.tags.clone(),
        ..*work
    })
}

/// Takes a pass over all that a session consists of.
fn trace<P: Backtrack>(work: &mut Work<P>, pass: &mut impl Pass) {
    P::trace(&mut work.memory, pass);
    work.network.trace(pass);
    pass.number(&mut work.date);
    pass.flag(&mut work.halted);
}

impl<P: Backtrack> Levels<P> {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Level<P>> + ExactSizeIterator {
        self.all.iter()
    }

    pub(super) fn last(&self) -> Option<&Level<P>> {
        self.all.last()
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Level<P>> {
        self.all.last_mut()
    }

    /// Says of the level at a place what it is.
    pub(super) fn set_kind(&mut self, place: usize, kind: Kind) {
        self.all[place].kind = kind;
    }

    /// Makes a level of the session as it is.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        work: &mut Work<P>,
        progress: SearchProgress,
        trailed: P::Trailed,
    ) {
        let marks = self.mark(work);
        self.all.push(Level {
            kind,
            before: Before::Marked(marks),
            progress,
            trailed,
        });
    }

    /// Puts a level that came out of a snapshot on top.
    #[cfg(feature = "serde")]
    pub(super) fn push_copied(
        &mut self,
        kind: Kind,
        work: Box<Work<P>>,
        progress: SearchProgress,
        trailed: P::Trailed,
    ) {
        self.all.push(Level {
            kind,
            before: Before::Copied(work),
            progress,
            trailed,
        });
    }

    /// Lets go of the levels from a place on; the session stays as it is.
    pub(super) fn truncate(&mut self, place: usize, work: &mut Work<P>) {
        // Those that came out of a snapshot have no marks; others may stand above them.
        let mut gone = self.all.iter().skip(place);
        let marks = gone.find_map(|level| match level.before {
            Before::Marked(marks) => Some(marks),
            Before::Copied(_) => None,
        });
        self.all.truncate(place);
        if let Some(marks) = marks {
            self.unmark(marks, work);
        }
    }

    /// Goes back to the state of a level, which stands on as the latest. Returns where the search stood
    /// there, and the values of the trailed globals.
    pub(super) fn restore(
        &mut self,
        place: usize,
        work: &mut Box<Work<P>>,
    ) -> (SearchProgress, P::Trailed) {
        self.truncate(place + 1, work);
        let level = &self.all[place];
        match &level.before {
            Before::Marked(marks) => undo(&self.marks, *marks, work),
            Before::Copied(before) => {
                // Handles are never used again: tags go on.
                let mut before = copy(before);
                core::mem::swap(&mut work.tags, &mut before.tags);
                *work = before;
            }
        }
        (level.progress, level.trailed.clone())
    }

    /// Marks the session as it is; where its marks begin.
    pub(super) fn mark(&mut self, work: &mut Work<P>) -> usize {
        let at = self.marks.len();
        trace(work, &mut Mark(&mut self.marks));
        at
    }

    /// Where the marks of the latest level begin, where it is marked.
    pub(super) fn marks_of_last(&self) -> Option<usize> {
        match self.all.last()?.before {
            Before::Marked(marks) => Some(marks),
            Before::Copied(_) => None,
        }
    }

    /// Lets go of the marks from a place on. Without any, nothing more is noted.
    pub(super) fn unmark(&mut self, at: usize, work: &mut Work<P>) {
        self.marks.truncate(at);
        if at == 0 {
            trace(work, &mut Forget);
        }
    }

    /// Goes back to where the marks begin at a place, after a change that was broken off.
    pub(super) fn recover(&mut self, at: usize, work: &mut Work<P>) {
        undo(&self.marks, at, work);
        work.network.abandon();
        work.poisoned = false;
    }

    /// The session as it was at each level, given as it is.
    #[cfg(feature = "serde")]
    pub(super) fn states(&self, work: &Work<P>) -> Vec<Box<Work<P>>> {
        let mut work = copy(work);
        let mut states = Vec::with_capacity(self.len());
        for level in self.all.iter().rev() {
            match &level.before {
                Before::Marked(at) => undo(&self.marks, *at, &mut work),
                Before::Copied(before) => work = copy(before),
            }
            states.push(copy(&work));
        }
        states.reverse();
        states
    }
}

/// Goes back to where the marks begin at a place.
fn undo<P: Backtrack>(marks: &[u64], at: usize, work: &mut Work<P>) {
    trace(work, &mut Back(marks[at..].iter()));
}
