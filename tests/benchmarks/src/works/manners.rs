//! Miss Manners: a dinner's guests at a long table, neighbours of different sex and with a hobby in common.
//!
//! Half of the guests are of each sex, and each has two or three of three hobbies, so that any two share
//! one: the search never has to go back, and every engine that prefers the newest seating fires equally often.

use std::fmt::Write as _;
use std::mem;
use std::process::Command;

use rules_runtime::rules;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod plain;

pub(super) const WORK: Work = Work {
    name: "manners",
    title: "Miss Manners",
    size: "guests",
    sizes: &[16, 32, 64, 128, 256],
    per: None,
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips),
        Contender::rust("Rust rejoin", plain::rejoin),
        Contender::rust("Rust incremental", plain::incremental),
    ],
};

/// The sex of a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sex {
    Female,
    Male,
}

/// What the dinner has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    Start,
    AssignSeats,
    MakePath,
    CheckDone,
    PrintResults,
}

const HOBBIES: u32 = 3;

/// The guests: name, sex, and a hobby in each row.
fn guests(count: u32) -> Vec<(u32, Sex, u32)> {
    let mut random = fastrand::Rng::with_seed(16);
    let mut sexes: Vec<Sex> = (0..count)
        .map(|n| if n % 2 == 0 { Sex::Female } else { Sex::Male })
        .collect();
    random.shuffle(&mut sexes);
    let mut guests = Vec::new();
    for (name, sex) in (1..).zip(sexes) {
        let missing = random.u32(..=HOBBIES);
        let hobbies = (0..HOBBIES).filter(|&hobby| hobby != missing);
        guests.extend(hobbies.map(|hobby| (name, sex, hobby)));
    }
    guests
}

/// Asserts that a table is laid as it should be, and gives the number of its seats.
fn check(guests: &[(u32, Sex, u32)], names: &[u32]) -> u64 {
    let of = |name| guests.iter().filter(move |guest| guest.0 == name);
    for pair in names.windows(2) {
        let [left, right] = [pair[0], pair[1]];
        let fits = of(left).any(|a| of(right).any(|b| a.1 != b.1 && a.2 == b.2));
        assert!(fits, "{left} and {right} sit side by side");
    }
    let mut different = names.to_vec();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), names.len(), "nobody sits twice");
    names.len() as u64
}

rules! {
    ruleset Manners;

    fact Guest { name: u32, sex: Sex, hobby: u32 }
    #[key()]
    fact LastSeat { seat: u32 }
    #[key()]
    fact Count { next: u32 }
    #[key()]
    fact Context { stage: Stage }
    /// Remembers the seating before it, its parent.
    fact Seating { id: u32, parent: u32, left: u32, name: u32, seat: u32, path_done: bool }
    /// The guests on the way to a seating.
    fact Path { id: u32, name: u32, seat: u32 }
    /// What is not to be chosen again after a seating.
    fact Chosen { id: u32, name: u32, hobby: u32 }

    /// Seat and name of each guest on the final path.
    global table: Vec<(u32, u32)>;

    rule assign_first_seat {
        when {
            context @ Context { stage: Stage::Start };
            Guest { name };
            count @ Count { next: id };
        }
        then {
            insert Seating { id, parent: 0, left: name, name, seat: 1, path_done: true };
            insert Path { id, name, seat: 1 };
            modify count { count.next += 1; }
            modify context { context.stage = Stage::AssignSeats; }
        }
    }

    rule find_seating {
        when {
            context @ Context { stage: Stage::AssignSeats };
            Seating { id: parent, name: left, seat, path_done: true };
            Guest { name: left, sex, hobby };
            Guest { name, sex: != sex, hobby };
            count @ Count { next: id };
            not Path { id: parent, name };
            not Chosen { id: parent, name, hobby };
        }
        then {
            insert Seating { id, parent, left, name, seat: seat + 1, path_done: false };
            insert Path { id, name, seat: seat + 1 };
            insert Chosen { id: parent, name, hobby };
            modify count { count.next += 1; }
            modify context { context.stage = Stage::MakePath; }
        }
    }

    rule make_path {
        when {
            Context { stage: Stage::MakePath };
            Seating { id, parent, path_done: false };
            Path { id: parent, name, seat };
            not Path { id, name };
        }
        then { insert Path { id, name, seat }; }
    }

    rule path_done {
        when {
            context @ Context { stage: Stage::MakePath };
            seating @ Seating { path_done: false };
        }
        then {
            modify seating { seating.path_done = true; }
            modify context { context.stage = Stage::CheckDone; }
        }
    }

    rule are_we_done {
        when {
            context @ Context { stage: Stage::CheckDone };
            LastSeat { seat };
            Seating { seat };
        }
        then { modify context { context.stage = Stage::PrintResults; } }
    }

    rule go_on {
        when { context @ Context { stage: Stage::CheckDone }; }
        then { modify context { context.stage = Stage::AssignSeats; } }
    }

    rule print_results {
        when {
            Context { stage: Stage::PrintResults };
            LastSeat { seat: last };
            Seating { id, seat: last };
            path @ Path { id, name, seat };
        }
        then {
            table.push((seat, name));
            retract path;
        }
    }

    rule all_done {
        when { Context { stage: Stage::PrintResults }; }
        then { halt; }
    }
}

fn ours(size: u32) -> Run {
    let guests = guests(size);
    let mut table = Vec::new();
    let mut run = Run::time(|| {
        let mut session = Manners::new(Vec::new());
        let facts = guests
            .iter()
            .map(|&(name, sex, hobby)| Guest { name, sex, hobby });
        session.insert_all(facts);
        session.insert(LastSeat { seat: size });
        session.insert(Count { next: 1 });
        session.insert(Context {
            stage: Stage::Start,
        });
        let fired = session.run();
        table = mem::take(&mut session.globals_mut().table);
        (Some(fired.count), 0)
    });
    table.sort_unstable();
    let names: Vec<u32> = table.into_iter().map(|(_, name)| name).collect();
    run.answer = check(&guests, &names);
    run
}

fn clips(size: u32) -> Result<Command, String> {
    let mut facts = String::from("(deffacts dinner");
    for (name, sex, hobby) in guests(size) {
        let sex = match sex {
            Sex::Female => "female",
            Sex::Male => "male",
        };
        let _ = write!(
            facts,
            "\n  (guest (name {name}) (sex {sex}) (hobby {hobby}))"
        );
    }
    let _ = write!(facts, "\n  (last-seat (seat {size})) (count (next 1))");
    facts.push_str("\n  (context (stage start)))");
    clips::command("manners", include_str!("../../clips/manners.clp"), &facts)
}
