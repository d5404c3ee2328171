//! Users' own accumulates, and the state that a session keeps for them.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;
use core::fmt;

use crate::containers::trail::{Map, Mode, Undo};
use crate::ids::TokenId;
use crate::memory::said::Checked;

/// What `accumulate(Name, expr for P)` makes of the values of an expression.
///
/// The session keeps a state for each group, adds the values of matches that begin, and takes away those of
/// matches that end. The order of values must not matter to the output: it is not that of their facts. A
/// rule reads the output, so one that comes out equal (by `==`, where its type has it) begins no new match.
///
/// ```
/// use rules_runtime::{Accumulator, rules};
///
/// /// All names, sorted.
/// struct Roll;
///
/// impl Accumulator for Roll {
///     type Input<'a> = &'a String;
///     type State = Vec<String>;
///     type Output = String;
///
///     fn add(names: &mut Vec<String>, name: &String) {
///         let place = names.partition_point(|other| other < name);
///         names.insert(place, name.clone());
///     }
///
///     fn remove(names: &mut Vec<String>, name: &String) -> bool {
///         names.binary_search(name).is_ok_and(|place| {
///             names.remove(place);
///             true
///         })
///     }
///
///     fn output(names: &Vec<String>) -> Option<String> {
///         (!names.is_empty()).then(|| names.join(", "))
///     }
/// }
///
/// rules! {
///     ruleset School;
///     fact Pupil { name: String }
///     fact Board(String);
///
///     rule write {
///         when { names = accumulate(Roll, name for Pupil { name }); }
///         then { insert Board(names.clone()); }
///     }
/// }
///
/// let mut school = School::new();
/// school.insert_all(["Cid", "Ann", "Bob"].map(|name| Pupil { name: name.into() }));
/// school.run();
/// assert_eq!(school.facts::<Board>().next().unwrap().0, "Ann, Bob, Cid");
/// ```
pub trait Accumulator: 'static {
    /// What the expression gives: a value, or a reference into a fact.
    type Input<'a>;
    /// What is kept between changes.
    type State: Default + Clone + 'static;
    /// What the rule reads.
    type Output: Clone + 'static;

    /// Takes a value in.
    fn add(state: &mut Self::State, value: Self::Input<'_>);

    /// Takes a value out that has been added; the inverse of [`Accumulator::add`]. Where it cannot, it says
    /// `false` and leaves anything in the state: the values that are left are then added to a new one,
    /// which costs as many calls as there are.
    fn remove(state: &mut Self::State, value: Self::Input<'_>) -> bool {
        _ = (state, value);
        false
    }

    /// What the state comes to; with `None` the accumulate does not match.
    fn output(state: &Self::State) -> Option<Self::Output>;
}

/// Whether a type is an accumulator; where it is not, asking does not compile.
#[must_use]
pub const fn is_accumulator<A: Accumulator>() -> bool {
    true
}

/// Names a type that has been checked.
pub trait Alias<T> {
    /// The type.
    type Type;
}

impl<A: Accumulator> Alias<A> for Checked<true> {
    type Type = A;
}

/// The states of a user's accumulate, by group.
pub struct States<A: Accumulator, M: Mode> {
    groups: Map<u32, Group<A>, M>,
    /// How many outputs there have been: each gets a number, which no way back gives out again.
    outputs: u64,
}

/// A group's state, and what it came to last.
struct Group<A: Accumulator> {
    state: A::State,
    output: Option<A::Output>,
    number: u64,
}

impl<A: Accumulator> Default for Group<A> {
    fn default() -> Self {
        Group {
            state: A::State::default(),
            output: None,
            number: 0,
        }
    }
}

impl<A: Accumulator> Clone for Group<A> {
    fn clone(&self) -> Self {
        Group {
            state: self.state.clone(),
            output: self.output.clone(),
            number: self.number,
        }
    }
}

impl<A: Accumulator, M: Mode> Default for States<A, M> {
    fn default() -> Self {
        States {
            groups: Map::default(),
            outputs: 0,
        }
    }
}

impl<A: Accumulator, M: Mode> Clone for States<A, M> {
    fn clone(&self) -> Self {
        States {
            groups: self.groups.clone(),
            outputs: self.outputs,
        }
    }
}

impl<A: Accumulator, M: Mode> fmt::Debug for States<A, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States")
            .field("groups", &self.groups.len())
            .finish_non_exhaustive()
    }
}

impl<A: Accumulator, M: Mode> States<A, M> {
    /// A group, to be written.
    fn group(&mut self, group: u32) -> &mut Group<A> {
        self.groups.or_default(group, Clone::clone)
    }

    /// Takes a value into a group.
    pub fn add(&mut self, group: u32, value: A::Input<'_>) {
        A::add(&mut self.group(group).state, value);
    }

    /// Takes a value out of a group; whether the accumulator could.
    pub fn remove(&mut self, group: u32, value: A::Input<'_>) -> bool {
        A::remove(&mut self.group(group).state, value)
    }

    /// Begins a group anew; its last output stays, to be compared with the next.
    pub fn reset(&mut self, group: u32) {
        self.group(group).state = A::State::default();
    }

    /// The number of what a group comes to, which is another only where `differ` says so.
    pub fn conclude(
        &mut self,
        group: u32,
        differ: impl FnOnce(&A::Output, &A::Output) -> bool,
    ) -> Option<u64> {
        let known = self.groups.or_default(group, Clone::clone);
        let output = A::output(&known.state)?;
        if known
            .output
            .as_ref()
            .is_none_or(|before| differ(before, &output))
        {
            self.outputs += 1;
            known.number = self.outputs;
        }
        known.output = Some(output);
        Some(known.number)
    }

    /// What a group comes to.
    ///
    /// # Panics
    ///
    /// Panics where it came to nothing: a bug of the engine.
    #[must_use]
    pub fn output(&self, group: u32) -> &A::Output {
        let state = self.groups.get(group);
        let output = state.and_then(|state| state.output.as_ref());
        output.expect("a group that is read has an output")
    }

    /// Copies a group.
    pub fn copy(&mut self, from: u32, to: u32) {
        if let Some(state) = self.groups.get(from).cloned() {
            self.groups.insert(to, state);
        }
    }

    /// Forgets a group.
    pub fn forget(&mut self, group: u32) {
        self.groups.remove(group);
    }
}

/// The elements that a `for x: T` keeps, by the token for which it has given them.
#[derive(Debug, Clone)]
pub struct Kept<T, M: Mode> {
    lists: Map<TokenId, Vec<T>, M>,
}

impl<T, M: Mode> Default for Kept<T, M> {
    fn default() -> Self {
        Kept {
            lists: Map::default(),
        }
    }
}

impl<T, M: Mode> Kept<T, M> {
    /// Keeps the elements for a token; how many there are.
    pub fn keep(&mut self, token: TokenId, elements: Vec<T>) -> usize {
        let count = elements.len();
        self.lists.insert(token, elements);
        count
    }

    /// The element of a number.
    ///
    /// # Panics
    ///
    /// Panics where there is none: a bug of the engine.
    #[must_use]
    pub fn get(&self, token: TokenId, number: u32) -> &T {
        let list = self.lists.get(token);
        &list.expect("elements that are read are kept")[number as usize]
    }

    /// Copies the elements of a token, given by its number.
    pub fn copy(&mut self, from: u32, to: u32)
    where
        T: Clone,
    {
        if let Some(list) = self.lists.get(TokenId(from)).cloned() {
            self.lists.insert(TokenId(to), list);
        }
    }

    /// Forgets the elements of a token, given by its number.
    pub fn forget(&mut self, token: u32) {
        self.lists.remove(TokenId(token));
    }
}

impl<A: Accumulator, M: Mode> Undo for States<A, M> {
    fn mark(&mut self) -> u64 {
        self.groups.mark()
    }

    fn undo(&mut self, mark: u64) {
        self.groups.undo(mark);
    }

    fn forget(&mut self) {
        self.groups.forget();
    }

    fn shrink(&mut self) {
        self.groups.shrink();
    }
}

impl<T, M: Mode> Undo for Kept<T, M> {
    fn mark(&mut self) -> u64 {
        self.lists.mark()
    }

    fn undo(&mut self, mark: u64) {
        self.lists.undo(mark);
    }

    fn forget(&mut self) {
        self.lists.forget();
    }

    fn shrink(&mut self) {
        self.lists.shrink();
    }
}
