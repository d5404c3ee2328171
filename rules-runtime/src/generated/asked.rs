//! The answers of recursive queries that rules ask: facts of hidden types, of which each call has one of its own.
//!
//! Such a fact says that a question, asked by partial matches that stand, has this answer. No rule inserts it, and
//! nobody is told of it: `session::settle` keeps the facts of a type equal to what the query gives.

use alloc::format;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A call of a query in a rule.
pub trait Site: 'static {
    /// The query's name.
    const QUERY: &'static str;
}

/// An answer of the query that a call asks: the arguments, and a result; `()` where the query has none and holds.
pub struct Answer<S, K, R> {
    /// The arguments.
    pub asked: K,
    /// The result.
    pub answer: R,
    site: PhantomData<fn() -> S>,
}

impl<S, K, R> Answer<S, K, R> {
    /// An answer.
    pub fn new(asked: K, answer: R) -> Self {
        Answer {
            asked,
            answer,
            site: PhantomData,
        }
    }
}

impl<S, K: Clone, R: Clone> Clone for Answer<S, K, R> {
    fn clone(&self) -> Self {
        Self::new(self.asked.clone(), self.answer.clone())
    }
}

impl<S, K: PartialEq, R: PartialEq> PartialEq for Answer<S, K, R> {
    fn eq(&self, other: &Self) -> bool {
        self.asked == other.asked && self.answer == other.answer
    }
}

impl<S, K: Eq, R: Eq> Eq for Answer<S, K, R> {}

impl<S, K: Hash, R: Hash> Hash for Answer<S, K, R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.asked.hash(state);
        self.answer.hash(state);
    }
}

impl<S, K: Ord, R: Ord> PartialOrd for Answer<S, K, R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S, K: Ord, R: Ord> Ord for Answer<S, K, R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let asked = self.asked.cmp(&other.asked);
        asked.then_with(|| self.answer.cmp(&other.answer))
    }
}

impl<S: Site, K: fmt::Debug, R: fmt::Debug> fmt::Debug for Answer<S, K, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, answer) = (format!("{:?}", self.asked), format!("{:?}", self.answer));
        // A tuple: of one argument without the comma.
        let asked = asked.strip_suffix(')').unwrap_or(&asked);
        let asked = asked.strip_suffix(',').unwrap_or(asked);
        if answer != "()" {
            write!(f, "{answer} in ")?;
        }
        write!(f, "{}{asked})", S::QUERY)
    }
}

#[cfg(feature = "serde")]
impl<S, K: serde::Serialize, R: serde::Serialize> serde::Serialize for Answer<S, K, R> {
    fn serialize<T: serde::Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        (&self.asked, &self.answer).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, S, K: serde::Deserialize<'de>, R: serde::Deserialize<'de>> serde::Deserialize<'de>
    for Answer<S, K, R>
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (asked, answer) = serde::Deserialize::deserialize(deserializer)?;
        Ok(Self::new(asked, answer))
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Site};
    use alloc::format;

    struct Call;
    impl Site for Call {
        const QUERY: &'static str = "path";
    }

    #[test]
    fn an_answer_is_shown_as_the_call_that_gives_it() {
        let one = Answer::<Call, _, _>::new((Some(1),), 2);
        assert_eq!(format!("{one:?}"), "2 in path(Some(1))");
        let two = Answer::<Call, _, _>::new((1, (",",)), ());
        assert_eq!(format!("{two:?}"), "path(1, (\",\",))");
        let none = Answer::<Call, _, _>::new((), ());
        assert_eq!(format!("{none:?}"), "path()");
    }
}
