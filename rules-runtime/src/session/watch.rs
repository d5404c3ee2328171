//! Watched queries: a session keeps the arguments and the last answers of each, and says what has changed since.
//!
//! A watch belongs to the session in which it was made: not to copies, not to what a snapshot restores. What it keeps
//! is no part of the state that a rollback restores, so that the difference is between what was seen and what is there.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::panic::AssertUnwindSafe;

use crate::inspect::listener::Listener;
use crate::memory::handle::POISONED;
use crate::memory::tags::Tags;
use crate::session::Session;
use crate::session::program::Program;

/// Names a watched query of a session: one whose answers are values of type `R`.
///
/// `session.watch_path(a)` makes one of a query `path`; the guide's page on [questions](crate::guide::questions) shows
/// it. It keeps no session borrowed. [`Session::unwatch`] ends the watch, and so does the end of the session.
pub struct Watched<R> {
    session: u64,
    serial: u64,
    answers: PhantomData<fn() -> R>,
}

impl<R> PartialEq for Watched<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.session, self.serial) == (other.session, other.serial)
    }
}

impl<R> Eq for Watched<R> {}

impl<R> core::hash::Hash for Watched<R> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.session, self.serial).hash(state);
    }
}

impl<R> fmt::Debug for Watched<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watched(#{})", self.serial)
    }
}

/// What has changed of the answers of a watched query since it was last looked at.
///
/// Answers are compared by value. Those of a recursive query are a set; of any other query equal answers are told as
/// often as there are more or fewer of them. The answer of a query without results is `()`, which is there while it
/// holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "what has changed is told once"]
pub struct Changes<R> {
    /// The answers that are there no more, in their order then.
    pub removed: Vec<R>,
    /// The answers that are new, in their order now.
    pub added: Vec<R>,
}

impl<R> Changes<R> {
    /// Whether the answers are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}

/// A query is not watched: the watch is another session's, such as that of which this is a copy, or this session is
/// poisoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchError {
    poisoned: bool,
}

impl fmt::Display for WatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.poisoned {
            POISONED
        } else {
            "the watched query is another session's"
        })
    }
}

impl core::error::Error for WatchError {}

/// Says that a query with arguments or answers of a type can be watched in a session whose listener is an `L`.
#[diagnostic::on_unimplemented(
    message = "this query cannot be watched: no session keeps a `{Self}`",
    label = "`{Self}` is not `Clone + PartialEq + Send + 'static`",
    note = "a watch keeps the arguments and the last answers of a query, and compares these"
)]
pub trait WatchFor<L>: Sized + 'static {
    /// A copy of a value.
    #[must_use]
    fn copy_value(&self) -> Self;
    /// Keeps the arguments that a value is.
    #[must_use]
    fn keep(self) -> Kept;
    /// Keeps answers, of which none has been seen yet.
    #[must_use]
    fn keep_answers(ranking: Ranking<Self>) -> Kept;
}

#[diagnostic::do_not_recommend]
impl<T: Clone + PartialEq + Send + 'static, L> WatchFor<L> for T {
    fn copy_value(&self) -> Self {
        self.clone()
    }

    fn keep(self) -> Kept {
        AssertUnwindSafe(Box::new(Arguments {
            value: self,
            copy: T::clone,
        }))
    }

    fn keep_answers(ranking: Ranking<Self>) -> Kept {
        AssertUnwindSafe(Box::new(Answers {
            last: Vec::<T>::new(),
            ranking,
            compare,
        }))
    }
}

/// Stands for what borrows in a way that has no owned form.
pub enum Borrowed {}

/// A reference to a value, to be copied where its type is `Clone`.
pub struct Copied<'a, T>(pub &'a T);

/// [`Copied`] of a type that is `Clone`.
pub trait CopiedClone<T> {
    /// The copy.
    fn __copied(self) -> Option<T>;
}

/// [`Copied`] of any type.
pub trait CopiedOther<T> {
    /// No copy.
    fn __copied(self) -> Option<T>;
}

impl<T: Clone> CopiedClone<T> for Copied<'_, T> {
    fn __copied(self) -> Option<T> {
        Some(self.0.clone())
    }
}

impl<T> CopiedOther<T> for &Copied<'_, T> {
    fn __copied(self) -> Option<T> {
        None
    }
}

/// How the answers of a type are ordered, if they are.
pub type Ranking<R> = Option<fn(&R, &R) -> Ordering>;

/// The order of a type's values, where it has one.
pub struct Ranked<R>(pub PhantomData<R>);

/// [`Ranked`] of a type that is `Ord`.
pub trait RankedOrd<R> {
    /// The order.
    fn __ranking(self) -> Ranking<R>;
}

/// [`Ranked`] of any type.
pub trait RankedOther<R> {
    /// No order.
    fn __ranking(self) -> Ranking<R>;
}

impl<R: Ord> RankedOrd<R> for Ranked<R> {
    fn __ranking(self) -> Ranking<R> {
        Some(R::cmp)
    }
}

impl<R> RankedOther<R> for &Ranked<R> {
    fn __ranking(self) -> Ranking<R> {
        None
    }
}

/// The watches of a session.
#[derive(Default)]
pub(crate) struct Watches {
    /// A number that no other session's watches have; zero before the first.
    session: u64,
    /// How many there have been.
    count: u64,
    /// Those that stand, in the order in which they were made.
    standing: Vec<Watch>,
}

/// A watch that stands.
struct Watch {
    serial: u64,
    query: usize,
    /// [`Arguments`] of a type that generated code knows.
    arguments: Kept,
    /// [`Answers`] likewise.
    answers: Kept,
}

/// What a watch keeps.
pub type Kept = AssertUnwindSafe<Box<dyn Any + Send>>;

/// The arguments of a query, and how to copy them.
struct Arguments<K> {
    value: K,
    copy: fn(&K) -> K,
}

/// Replaces the last answers by those of now, and says what has changed.
type Compare<R> = fn(&mut Vec<R>, Vec<R>, Ranking<R>) -> Changes<R>;

/// The last answers of a query, and how to find what has changed.
struct Answers<R> {
    last: Vec<R>,
    ranking: Ranking<R>,
    compare: Compare<R>,
}

impl Watches {
    fn place<R>(&self, watched: &Watched<R>) -> Result<usize, WatchError> {
        let serials = &self.standing;
        let place = serials.binary_search_by_key(&watched.serial, |watch| watch.serial);
        match place {
            Ok(place) if watched.session == self.session => Ok(place),
            _ => Err(WatchError { poisoned: false }),
        }
    }
}

impl<P: Program, L: Listener> Session<P, L> {
    /// Ends the watch of a query.
    ///
    /// # Errors
    ///
    /// Fails if the watch is another session's, or an earlier panic has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     query totals() -> u32 { when { Order { total }; } select total }
    /// # }
    /// # let mut shop = Shop::new();
    /// let totals = shop.watch_totals();
    /// shop.insert(Order { total: 250 });
    /// assert_eq!(shop.changes(&totals)?.added, [250]);
    /// shop.unwatch(totals)?;
    /// # Ok::<(), rules_runtime::WatchError>(())
    /// ```
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the watch ends, and nobody is to name it again"
    )]
    pub fn unwatch<R>(&mut self, watched: Watched<R>) -> Result<(), WatchError> {
        let place = self.watch_place(&watched)?;
        self.watches.standing.remove(place);
        Ok(())
    }

    /// Begins to watch the query of a number.
    #[doc(hidden)]
    pub fn __watch<K, R>(&mut self, query: usize, value: K, ranking: Ranking<R>) -> Watched<R>
    where
        K: WatchFor<L>,
        R: WatchFor<L>,
    {
        self.work.check();
        let watches = &mut self.watches;
        if watches.session == 0 {
            watches.session = Tags::new().next();
        }
        watches.count += 1;
        let serial = watches.count;
        watches.standing.push(Watch {
            serial,
            query,
            arguments: value.keep(),
            answers: R::keep_answers(ranking),
        });
        Watched {
            session: watches.session,
            serial,
            answers: PhantomData,
        }
    }

    /// The number of a watched query.
    #[doc(hidden)]
    pub fn __watched<R>(&self, watched: &Watched<R>) -> Result<usize, WatchError> {
        let place = self.watch_place(watched)?;
        Ok(self.watches.standing[place].query)
    }

    /// Its arguments.
    #[doc(hidden)]
    #[must_use]
    pub fn __watched_arguments<K: 'static, R>(&self, watched: &Watched<R>) -> Option<K> {
        let place = self.watch_place(watched).ok()?;
        let arguments: &dyn Any = &**self.watches.standing[place].arguments;
        let arguments = arguments.downcast_ref::<Arguments<K>>()?;
        Some((arguments.copy)(&arguments.value))
    }

    /// Notes its answers, which are of the type of the watch, and says what has changed.
    #[doc(hidden)]
    pub fn __look<A: 'static, R: 'static>(
        &mut self,
        watched: &Watched<R>,
        answers: Vec<A>,
    ) -> Result<Changes<R>, WatchError> {
        let place = self.watch_place(watched)?;
        let mut answers = Some(answers);
        let answers: &mut dyn Any = &mut answers;
        let answers = answers.downcast_mut::<Option<Vec<R>>>();
        let kept: &mut dyn Any = &mut **self.watches.standing[place].answers;
        match (answers.and_then(Option::take), kept.downcast_mut()) {
            (
                Some(answers),
                Some(Answers {
                    last,
                    ranking,
                    compare,
                }),
            ) => Ok(compare(last, answers, *ranking)),
            _ => Err(WatchError { poisoned: false }),
        }
    }

    fn watch_place<R>(&self, watched: &Watched<R>) -> Result<usize, WatchError> {
        if self.work.poisoned {
            return Err(WatchError { poisoned: true });
        }
        self.watches.place(watched)
    }
}

/// Keeps the answers of now, and says how they differ from the last ones.
fn compare<R: Clone + PartialEq>(
    last: &mut Vec<R>,
    now: Vec<R>,
    ranking: Ranking<R>,
) -> Changes<R> {
    let (gone, new) = match ranking {
        Some(ranking) => unlike_in_order(last, &now, ranking),
        None => unlike(last, &now),
    };
    let added = new.iter().map(|&place| now[place].clone()).collect();
    let before = core::mem::replace(last, now);
    let mut gone = gone.into_iter().peekable();
    let removed = before.into_iter().enumerate();
    let removed = removed.filter_map(|(place, row)| gone.next_if_eq(&place).map(|_| row));
    Changes {
        removed: removed.collect(),
        added,
    }
}

/// The places of what stands in one of two lists alone, counted by value: sorts both, and merges them.
fn unlike_in_order<R>(
    before: &[R],
    now: &[R],
    ranking: fn(&R, &R) -> Ordering,
) -> (Vec<usize>, Vec<usize>) {
    let sorted = |rows: &[R]| {
        let mut places: Vec<usize> = (0..rows.len()).collect();
        places.sort_by(|&a, &b| ranking(&rows[a], &rows[b]));
        places
    };
    let (left, right) = (sorted(before), sorted(now));
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    let (mut i, mut k) = (0, 0);
    while let (Some(&a), Some(&b)) = (left.get(i), right.get(k)) {
        match ranking(&before[a], &now[b]) {
            Ordering::Less => {
                gone.push(a);
                i += 1;
            }
            Ordering::Greater => {
                new.push(b);
                k += 1;
            }
            Ordering::Equal => {
                i += 1;
                k += 1;
            }
        }
    }
    gone.extend(&left[i..]);
    new.extend(&right[k..]);
    gone.sort_unstable();
    new.sort_unstable();
    (gone, new)
}

/// The same of values that have no order: compares those with each other that lie between equal beginnings and ends.
fn unlike<R: PartialEq>(before: &[R], now: &[R]) -> (Vec<usize>, Vec<usize>) {
    let begin = before.iter().zip(now).take_while(|(a, b)| a == b).count();
    let rest = before[begin..].iter().rev().zip(now[begin..].iter().rev());
    let end = rest.take_while(|(a, b)| a == b).count();
    let mut new: Vec<usize> = (begin..now.len() - end).collect();
    let mut gone = Vec::new();
    let middle = before[..before.len() - end].iter().enumerate();
    for (place, row) in middle.skip(begin) {
        match new.iter().position(|&other| now[other] == *row) {
            Some(same) => {
                new.remove(same);
            }
            None => gone.push(place),
        }
    }
    (gone, new)
}
