//! Miss Manners in plain Rust, with the matches found as an engine finds them: all again at every step, as
//! when the fact of the first condition has changed, or those of the newest seating alone.

use std::collections::HashSet;

use super::{HOBBIES, Sex, check, guests};
use crate::measure::Run;

/// The facts that the rules make, looked up as they are.
struct Facts {
    /// The guest on the last seat, seating by seating.
    seatings: Vec<u32>,
    /// The names on the way to each seating.
    paths: Vec<Vec<u32>>,
    on_path: HashSet<(usize, u32)>,
    chosen: HashSet<Match>,
}

/// The guests by name, and by sex and hobby.
struct Dinner {
    guests: Vec<(u32, Sex, u32)>,
    size: u32,
    sex: Vec<Sex>,
    hobbies: Vec<Vec<u32>>,
    with: [Vec<Vec<u32>>; 2],
}

/// A seating that can be followed by a guest for a hobby.
type Match = (usize, u32, u32);

impl Dinner {
    fn new(guests: Vec<(u32, Sex, u32)>, size: u32) -> Self {
        let names = size as usize + 1;
        let mut dinner = Self {
            size,
            sex: vec![Sex::Female; names],
            hobbies: vec![Vec::new(); names],
            with: [(); 2].map(|()| vec![Vec::new(); HOBBIES as usize]),
            guests,
        };
        for &(name, sex, hobby) in &dinner.guests {
            dinner.sex[name as usize] = sex;
            dinner.hobbies[name as usize].push(hobby);
            dinner.with[sex as usize][hobby as usize].push(name);
        }
        dinner
    }

    fn first(&self) -> Facts {
        let name = self.size;
        Facts {
            seatings: vec![name],
            paths: vec![vec![name]],
            on_path: HashSet::from([(0, name)]),
            chosen: HashSet::new(),
        }
    }

    /// Finds who can follow a seating.
    fn extend(&self, matches: &mut Vec<Match>, facts: &Facts, id: usize) {
        let left = facts.seatings[id] as usize;
        let other = 1 - self.sex[left] as usize;
        for &hobby in &self.hobbies[left] {
            for &name in &self.with[other][hobby as usize] {
                let next = (id, name, hobby);
                if !facts.on_path.contains(&(id, name)) && !facts.chosen.contains(&next) {
                    matches.push(next);
                }
            }
        }
    }

    /// The guests in order, checked. No seating was in vain, so they are those of all seatings.
    fn answer(&self, facts: &Facts) -> u64 {
        check(&self.guests, &facts.seatings)
    }
}

impl Facts {
    /// Seats the guest of a match.
    fn seat(&mut self, (parent, name, hobby): Match) {
        let id = self.seatings.len();
        self.seatings.push(name);
        self.chosen.insert((parent, name, hobby));
        let mut path = self.paths[parent].clone();
        path.push(name);
        self.on_path.extend(path.iter().map(|&name| (id, name)));
        self.paths.push(path);
    }
}

pub(super) fn rejoin(size: u32) -> Run {
    let guests = guests(size);
    Run::time(|| {
        let dinner = Dinner::new(guests, size);
        let mut facts = dinner.first();
        let mut matches = Vec::new();
        while facts.seatings.len() < size as usize {
            matches.clear();
            for id in 0..facts.seatings.len() {
                dinner.extend(&mut matches, &facts, id);
            }
            facts.seat(*matches.last().expect("any two guests share a hobby"));
        }
        (None, dinner.answer(&facts))
    })
}

pub(super) fn incremental(size: u32) -> Run {
    let guests = guests(size);
    Run::time(|| {
        let dinner = Dinner::new(guests, size);
        let mut facts = dinner.first();
        let mut matches = Vec::new();
        while facts.seatings.len() < size as usize {
            let newest = facts.seatings.len() - 1;
            dinner.extend(&mut matches, &facts, newest);
            facts.seat(matches.pop().expect("any two guests share a hobby"));
        }
        (None, dinner.answer(&facts))
    })
}
