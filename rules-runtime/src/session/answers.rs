//! The answers of recursive queries while one of them is asked: tables of that call, dropped with it.
//!
//! Only what is asked for is answered. A question that is met is noted, and answered in its turn by the conditions of
//! its query; whoever has read its answers is answered again when there are more. As answers are only ever added, and
//! there are finitely many, this comes to an end: the least set of answers.
//!
//! Where it is asked why there is an answer, each is noted with what it was first found by: facts, and answers that had
//! been found before. So no reason goes in a circle.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::{self, Vec};
use core::cell::{Cell, RefCell};
use core::hash::Hash;
use core::mem;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::containers::hash::hash_one;
use crate::ids::{KindId, Slot};
use crate::support::Place as FactPlace;

/// A question: its query, and its place among the questions of that.
type Place = (usize, usize);

/// What a match of a query's conditions is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoundBy {
    /// A fact, by the number of its type and its slot.
    Fact(KindId, Slot),
    /// An answer, by its question and its place among the answers to that.
    Answer(Place, usize),
    /// The next of the answers that are being read, outermost first.
    Read,
}

/// What is noted where it is asked why there is an answer.
#[derive(Default)]
struct Notes {
    /// The answers that are being read, outermost first.
    read: Vec<FoundBy>,
    /// What each row of the question that is being answered was found by.
    rows: Vec<Vec<FoundBy>>,
}

impl Notes {
    /// Notes what the next row is found by. Most questions are asked without a why.
    #[cold]
    fn note(&mut self, parts: &[FoundBy]) {
        let mut read = self.read.iter();
        let parts = parts.iter().filter_map(|part| match part {
            FoundBy::Read => read.next().copied(),
            part => Some(*part),
        });
        self.rows.push(parts.collect());
    }
}

/// Which questions are to be answered, the latest first, and which is at the moment.
#[derive(Default)]
pub struct Asking {
    waiting: RefCell<Vec<Place>>,
    waits: RefCell<BTreeSet<Place>>,
    current: Cell<Option<Place>>,
    /// How many questions have been answered.
    round: Cell<usize>,
    notes: Option<RefCell<Notes>>,
}

impl Asking {
    /// Questions whose answers are noted with what they are found by.
    #[must_use]
    pub fn noting() -> Self {
        Asking {
            notes: Some(RefCell::default()),
            ..Asking::default()
        }
    }

    /// Notes what the next row is found by.
    #[inline]
    pub fn note(&self, parts: &[FoundBy]) {
        if let Some(notes) = &self.notes {
            notes.borrow_mut().note(parts);
        }
    }

    /// What the rows were found by, if that is noted.
    fn noted(&self) -> Vec<Vec<FoundBy>> {
        let notes = self.notes.as_ref();
        notes.map_or_else(Vec::new, |notes| mem::take(&mut notes.borrow_mut().rows))
    }

    /// The next question to be answered; `None` where all are.
    pub fn next(&self) -> Option<Place> {
        let next = self.waiting.borrow_mut().pop();
        if let Some(place) = next {
            self.waits.borrow_mut().remove(&place);
        }
        self.current.set(next);
        self.round.set(self.round.get() + 1);
        next
    }

    fn wait(&self, place: Place) {
        if self.waits.borrow_mut().insert(place) {
            self.waiting.borrow_mut().push(place);
        }
    }
}

/// The questions that one query has been asked, by their arguments, and the answers so far.
pub struct Answers<K, R> {
    query: usize,
    /// The places of the questions, by their arguments.
    places: RefCell<HashTable<usize>>,
    questions: RefCell<Vec<Question<K, R>>>,
}

struct Question<K, R> {
    arguments: K,
    /// The answers in the order in which they have been found.
    answers: Vec<R>,
    known: Known<R>,
    /// What each was found by, if that is noted.
    found_by: Vec<Vec<FoundBy>>,
    /// The questions whose answers depend on these.
    readers: BTreeMap<Place, Reader>,
}

/// How many answers a question has read of another.
#[derive(Clone, Copy, Default)]
struct Reader {
    /// Before the round in which it has read last.
    before: usize,
    /// In that round too.
    now: usize,
    round: usize,
}

impl Reader {
    /// Notes that so many answers are read.
    fn read(&mut self, round: usize, count: usize) {
        if self.round != round {
            *self = Reader {
                before: self.now,
                now: count,
                round,
            };
        }
    }
}

impl<K: Eq + Hash + Clone, R: Ord + Hash + Clone> Answers<K, R> {
    /// No questions yet, of the query with a number.
    #[must_use]
    pub fn new(query: usize) -> Self {
        Answers {
            query,
            places: RefCell::default(),
            questions: RefCell::default(),
        }
    }

    /// The answers that there are so far. The question is noted if it is new, and so is who asks.
    pub fn ask<'a>(&self, asking: &'a Asking, arguments: K) -> Read<'a, R> {
        self.read(asking, arguments, |_| 0)
    }

    /// Those of them that who asks has not read yet: enough where nothing that depends on other answers goes with them.
    pub fn ask_new<'a>(&self, asking: &'a Asking, arguments: K) -> Read<'a, R> {
        self.read(asking, arguments, |reader| reader.before)
    }

    /// All answers, in order of value.
    pub fn all(self, arguments: &K) -> Vec<R> {
        let place = self.place(arguments);
        let mut questions = self.questions.into_inner();
        let question = place.map(|place| questions.swap_remove(place));
        let mut answers = question.map_or_else(Vec::new, |question| question.answers);
        answers.sort_unstable();
        answers
    }

    /// The answers of some questions that have been asked, in the order of these; of one question in order of value.
    #[must_use]
    pub fn of(self, questions: Vec<K>) -> Vec<(K, R)> {
        let places = questions.iter().map(|question| self.place(question));
        let places: Vec<Option<usize>> = places.collect();
        let mut asked = self.questions.into_inner();
        let mut found = Vec::new();
        for (question, place) in questions.into_iter().zip(places) {
            let answers = place.map(|place| mem::take(&mut asked[place].answers));
            let mut answers = answers.unwrap_or_default();
            answers.sort_unstable();
            found.extend(answers.into_iter().map(|answer| (question.clone(), answer)));
        }
        found
    }

    fn read<'a>(
        &self,
        asking: &'a Asking,
        arguments: K,
        from: impl Fn(&Reader) -> usize,
    ) -> Read<'a, R> {
        let known = self.place(&arguments);
        let place = known.unwrap_or_else(|| self.add(asking, arguments));
        let mut questions = self.questions.borrow_mut();
        let question = &mut questions[place];
        let mut first = 0;
        if let Some(reader) = asking.current.get() {
            let reader = question.readers.entry(reader).or_default();
            reader.read(asking.round.get(), question.answers.len());
            first = from(reader);
        }
        let answers = question.answers[first..].to_vec();
        let notes = asking.notes.as_ref().map(|notes| {
            let depth = notes.borrow().read.len();
            ((self.query, place), depth, notes)
        });
        Read {
            answers: answers.into_iter(),
            next: first,
            notes,
        }
    }

    /// The place of the question with these arguments.
    fn place(&self, arguments: &K) -> Option<usize> {
        let questions = self.questions.borrow();
        let is_it = |&place: &usize| questions[place].arguments == *arguments;
        let places = self.places.borrow();
        places.find(hash_one(arguments), is_it).copied()
    }

    fn add(&self, asking: &Asking, arguments: K) -> usize {
        let mut questions = self.questions.borrow_mut();
        let (place, hash) = (questions.len(), hash_one(&arguments));
        questions.push(Question {
            arguments,
            answers: Vec::new(),
            known: Known::default(),
            found_by: Vec::new(),
            readers: BTreeMap::new(),
        });
        let hash_of = |&place: &usize| hash_one(&questions[place].arguments);
        self.places.borrow_mut().insert_unique(hash, place, hash_of);
        asking.wait((self.query, place));
        place
    }

    /// The arguments of a question.
    pub fn arguments(&self, question: usize) -> K {
        self.questions.borrow()[question].arguments.clone()
    }

    /// Adds answers. Where some are new, what depends on them is to be answered again.
    pub fn answer(&self, asking: &Asking, question: usize, answers: impl IntoIterator<Item = R>) {
        let mut questions = self.questions.borrow_mut();
        let question = &mut questions[question];
        let before = question.answers.len();
        let mut noted = asking.noted().into_iter();
        for answer in answers {
            question.add(answer, noted.next());
        }
        if question.answers.len() > before {
            for &reader in question.readers.keys() {
                asking.wait(reader);
            }
        }
    }
}

/// Which answers there are. Values that are cheap to copy stand here themselves: then nothing else has to be read to find
/// that there is one already, which most edges of a graph come to.
struct Known<R> {
    values: HashTable<R>,
    /// The places of the others among the answers.
    places: HashTable<usize>,
}

impl<R> Default for Known<R> {
    fn default() -> Self {
        Known {
            values: HashTable::new(),
            places: HashTable::new(),
        }
    }
}

impl<R: Eq + Hash + Clone> Known<R> {
    const COPIES: bool = !mem::needs_drop::<R>() && size_of::<R>() <= 16;

    /// Adds an answer that comes next. Returns whether it is new.
    fn add(&mut self, answer: &R, answers: &[R]) -> bool {
        let hash = hash_one(answer);
        if Self::COPIES {
            let Entry::Vacant(entry) = self.values.entry(hash, |known| known == answer, hash_one)
            else {
                return false;
            };
            entry.insert(answer.clone());
        } else {
            let is_it = |&place: &usize| answers[place] == *answer;
            let hash_of = |&place: &usize| hash_one(&answers[place]);
            let Entry::Vacant(entry) = self.places.entry(hash, is_it, hash_of) else {
                return false;
            };
            entry.insert(answers.len());
        }
        true
    }
}

impl<K, R: Eq + Hash + Clone> Question<K, R> {
    /// Adds an answer, if it is new, with what it was found by, if that is noted.
    fn add(&mut self, answer: R, by: Option<Vec<FoundBy>>) {
        if self.known.add(&answer, &self.answers) {
            self.answers.push(answer);
            self.found_by.extend(by);
        }
    }
}

impl<K: Eq + Hash + Clone, R: Ord + Hash + Clone> Answers<K, R> {
    /// An answer to a question that has been asked.
    pub fn find(&self, arguments: &K, answer: &R) -> Option<FoundBy> {
        let place = self.place(arguments)?;
        let questions = self.questions.borrow();
        let mut answers = questions[place].answers.iter();
        let number = answers.position(|other| other == answer)?;
        Some(FoundBy::Answer((self.query, place), number))
    }

    /// What an answer was found by.
    pub fn found_by(&self, question: usize, answer: usize) -> Vec<FoundBy> {
        self.questions.borrow()[question].found_by[answer].clone()
    }
}

/// Answers that are read one after the other.
pub struct Read<'a, R> {
    answers: vec::IntoIter<R>,
    /// The place of the next among all answers to the question.
    next: usize,
    /// The question, and how many answers to others are being read around it.
    notes: Option<(Place, usize, &'a RefCell<Notes>)>,
}

impl<R> Iterator for Read<'_, R> {
    type Item = R;

    #[inline]
    fn next(&mut self) -> Option<R> {
        let answer = self.answers.next();
        if let Some((question, depth, notes)) = self.notes {
            let read = &mut notes.borrow_mut().read;
            read.truncate(depth);
            if answer.is_some() {
                read.push(FoundBy::Answer(question, self.next));
                self.next += 1;
            }
        }
        answer
    }
}

impl<R> Drop for Read<'_, R> {
    fn drop(&mut self) {
        if let Some((_, depth, notes)) = self.notes {
            notes.borrow_mut().read.truncate(depth);
        }
    }
}

/// The facts that an answer rests on, each once, in the order in which they led to it; `found_by` says what an answer
/// was found by.
pub fn facts_of(
    answer: Option<FoundBy>,
    found_by: impl Fn(Place, usize) -> Vec<FoundBy>,
) -> Vec<FactPlace> {
    let mut met = BTreeSet::new();
    let mut facts = Vec::new();
    let mut parts: Vec<FoundBy> = answer.into_iter().collect();
    while let Some(part) = parts.pop() {
        if !met.insert(part) {
            continue;
        }
        match part {
            FoundBy::Fact(kind, slot) => facts.push((kind, slot)),
            FoundBy::Answer(question, number) => {
                parts.extend(found_by(question, number).into_iter().rev());
            }
            FoundBy::Read => {}
        }
    }
    facts
}
