//! The answers of recursive queries while one of them is asked: tables of that call, dropped with it.
//!
//! Only what is asked for is answered. A question that is met is noted, and answered in its turn by the conditions of
//! its query; whoever has read its answers is answered again when there are more. As answers are only ever added, and
//! there are finitely many, this comes to an end: the least set of answers.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::hash::Hash;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::containers::hash::hash_one;

/// A question: its query, and its place among the questions of that.
type Place = (usize, usize);

/// Which questions are to be answered, the latest first, and which is at the moment.
#[derive(Default)]
pub struct Asking {
    waiting: RefCell<Vec<Place>>,
    waits: RefCell<BTreeSet<Place>>,
    current: Cell<Option<Place>>,
    /// How many questions have been answered.
    round: Cell<usize>,
}

impl Asking {
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
    /// The places of the answers, by their values.
    known: HashTable<usize>,
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
    pub fn ask(&self, asking: &Asking, arguments: K) -> Vec<R> {
        self.read(asking, arguments, |_| 0)
    }

    /// Those of them that who asks has not read yet: enough where nothing that depends on other answers goes with them.
    pub fn ask_new(&self, asking: &Asking, arguments: K) -> Vec<R> {
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
            let answers = place.map(|place| core::mem::take(&mut asked[place].answers));
            let mut answers = answers.unwrap_or_default();
            answers.sort_unstable();
            found.extend(answers.into_iter().map(|answer| (question.clone(), answer)));
        }
        found
    }

    fn read(&self, asking: &Asking, arguments: K, from: impl Fn(&Reader) -> usize) -> Vec<R> {
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
        question.answers[first..].to_vec()
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
            known: HashTable::new(),
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
        for answer in answers {
            question.add(answer);
        }
        if question.answers.len() > before {
            for &reader in question.readers.keys() {
                asking.wait(reader);
            }
        }
    }
}

impl<K, R: Eq + Hash> Question<K, R> {
    /// Adds an answer, if it is new.
    fn add(&mut self, answer: R) {
        let Question { answers, known, .. } = self;
        let is_it = |&place: &usize| answers[place] == answer;
        let hash_of = |&place: &usize| hash_one(&answers[place]);
        if let Entry::Vacant(entry) = known.entry(hash_one(&answer), is_it, hash_of) {
            entry.insert(answers.len());
            answers.push(answer);
        }
    }
}
