//! What can be an instant of a clock: integers, and the types of real time.

use core::fmt::Debug;
use core::marker::PhantomData;
use core::time::Duration;

use crate::memory::said::Checked;

/// An instant of a clock.
///
/// Of the integer types the unit is yours: milliseconds, days, moves of a game. A type of another crate is made a clock's
/// by an impl for a type of your own around it.
///
/// ```
/// use rules_runtime::{Time, rules};
///
/// // `Hash` is for windows and deadlines, `Loan within 5` and `due day`.
/// #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Day(u16);
///
/// impl Time for Day {
///     type Span = u16;
///     const LEAST: Self = Day(0);
///
///     fn after(self, span: u16) -> Option<Self> {
///         self.0.checked_add(span).map(Day)
///     }
/// }
///
/// rules! {
///     #[clock(Day)]
///     ruleset Library;
///
///     #[event(at = due)]
///     fact Loan { book: u32, due: Day }
///
///     rule remind {
///         when { Loan { book, due }; }
///         then { println!("book {book} is due on {due:?}"); }
///     }
/// }
///
/// let mut library = Library::new();
/// library.insert(Loan { book: 7, due: Day(14) });
/// assert_eq!(library.advance_to(Day(13))?.count, 0);
/// assert_eq!(library.advance_to(Day(14))?.count, 1);
/// # Ok::<(), rules_runtime::ClockError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of a clock",
    label = "no type of a clock",
    note = "`#[clock(T)]` takes an integer type, `core::time::Duration`, `jiff::Timestamp` with the feature `jiff`, or a type that implements `rules_runtime::Time`"
)]
pub trait Time: Copy + Ord + Debug + 'static {
    /// What lies between two instants.
    type Span: Copy + 'static;

    /// The first instant, at which a session begins.
    const LEAST: Self;

    /// The instant a span later; `None` where it lies after the last one there is.
    #[must_use]
    fn after(self, span: Self::Span) -> Option<Self>;
}

/// An instant of real time: `500ms`, `10s`, `5min`, `2h` and `7d` are spans of its clock.
#[diagnostic::on_unimplemented(
    message = "a clock of `{Self}` is no clock of real time",
    label = "a span with a unit needs a clock of real time",
    note = "with an integer clock a span is an integer: `within 10`; another type implements `rules_runtime::RealTime`"
)]
pub trait RealTime: Time {
    /// A span of so many milliseconds; `None` where it is longer than all of the clock's time.
    #[must_use]
    fn span(milliseconds: u64) -> Option<Self::Span>;
}

/// A span written with a unit, of so many milliseconds.
///
/// # Panics
///
/// Panics where it is too long for the clock. Of the types that the compiler knows it has said so.
#[doc(hidden)]
#[must_use]
#[track_caller]
pub fn span<T: RealTime>(milliseconds: u64) -> T::Span {
    T::span(milliseconds).expect("a span is shorter than all of the clock's time")
}

/// Whether a type is one of time; where it is not, asking does not compile.
#[doc(hidden)]
#[must_use]
pub const fn is_time<T: Time>() -> bool {
    true
}

/// Names a type of time that has been checked.
#[doc(hidden)]
pub trait TimeAlias<T> {
    /// The type.
    type Type;
}

impl<T: Time> TimeAlias<T> for Checked<true> {
    type Type = T;
}

/// A field that is the time of an event, of a clock of `T`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the clock is of `{T}`, and the time of this event is of `{Self}`",
    label = "no instant of the clock",
    note = "the time of an event is an instant of the clock: a field of its type"
)]
pub trait InstantOf<T> {
    /// The instant.
    fn __instant(self) -> T;
}

impl<T: Time> InstantOf<T> for T {
    #[inline]
    fn __instant(self) -> T {
        self
    }
}

/// The time of an event, for a condition that computes with it. Where it is of another type than the clock's, that is said
/// where the fact is declared an event, and nothing else is.
#[doc(hidden)]
pub struct Instant<'a, T, V>(&'a V, PhantomData<fn() -> T>);

impl<'a, T, V> Instant<'a, T, V> {
    /// What a variable holds of it.
    #[must_use]
    #[inline]
    pub fn of(time: &'a V) -> Self {
        Instant(time, PhantomData)
    }
}

/// [`Instant`] of the clock's type.
#[doc(hidden)]
pub trait InstantItself<T> {
    /// It.
    fn __get(self) -> T;
}

/// [`Instant`] of any type.
#[doc(hidden)]
pub trait InstantOther<T> {
    /// What does not come to be asked.
    fn __get(self) -> T;
}

impl<I: Copy> InstantItself<I> for Instant<'_, I, I> {
    #[inline]
    fn __get(self) -> I {
        *self.0
    }
}

impl<T, V> InstantOther<T> for &Instant<'_, T, V> {
    fn __get(self) -> T {
        unreachable!("a program does not build whose events have times of another type")
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Time for $integer {
            type Span = $integer;
            const LEAST: Self = <$integer>::MIN;

            #[inline]
            fn after(self, span: $integer) -> Option<Self> {
                self.checked_add(span)
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl Time for Duration {
    type Span = Duration;
    const LEAST: Self = Duration::ZERO;

    #[inline]
    fn after(self, span: Duration) -> Option<Self> {
        self.checked_add(span)
    }
}

impl RealTime for Duration {
    #[inline]
    fn span(milliseconds: u64) -> Option<Duration> {
        Some(Duration::from_millis(milliseconds))
    }
}
