//! The works, a file each: data from a generator of its own, and the contenders.

mod attempt;
mod bookings;
mod close_by;
mod closure;
mod deadlines;
mod four_cycles;
mod games;
mod graph;
mod lookups;
mod manners;
mod middle;
mod nearby;
mod open_joins;
mod orders;
mod queens;
mod reach;
mod same_generation;
mod scaling;
mod sensors;
mod shortest;
mod sliding;
mod star_five;
mod trades;
mod triangles;
mod waltz;

use crate::work::Work;

/// All works, in the order in which they are measured.
pub(crate) const ALL: &[Work] = &[
    manners::WORK,
    waltz::LABELLING,
    waltz::FILTERING,
    closure::WORK,
    closure::EDGE,
    open_joins::WORK,
    triangles::WORK,
    triangles::HUB,
    four_cycles::WORK,
    star_five::WORK,
    middle::WORK,
    same_generation::WORK,
    same_generation::DEMAND,
    reach::WORK,
    reach::EDGE,
    shortest::WORK,
    queens::FIRST,
    queens::ALL,
    games::WORK,
    sensors::INSERT,
    sensors::INSERT_DISTINCT,
    sensors::UPDATE_QUIET,
    sensors::UPDATE_FIRING,
    lookups::WORK,
    orders::WORK,
    bookings::WORK,
    close_by::IN_ORDER,
    close_by::AT_RANDOM,
    sliding::WORK,
    nearby::WORK,
    deadlines::WORK,
    trades::WORK,
    scaling::EQUALITY,
    scaling::RANGE,
    scaling::BUILD,
    attempt::WORK,
];

#[cfg(test)]
mod tests {
    use super::{ALL, manners};
    use crate::work::{Program, Work};

    /// What the contenders in this program come to: each one's name, firings and answer.
    fn run(work: &Work, size: u32) -> Vec<(&'static str, Option<u64>, u64)> {
        let mut results = Vec::new();
        for contender in work.contenders {
            if let Program::Rust(program) = contender.program {
                let run = program(size);
                results.push((contender.name, run.firings, run.answer));
            }
        }
        results
    }

    #[test]
    fn contenders_come_to_the_same_answer() {
        for work in ALL {
            let size = match work.name {
                "waltz" | "waltz_db" => 2,
                "closure" | "reach" | "reach_edge" | "shortest" => 300,
                "same_generation" | "same_generation_demand" | "middle" | "trades" => 10,
                "queens_first" | "queens_all" => 6,
                "games" => 4,
                "sliding" => 7,
                "nearby" => 20,
                "deadlines" => 100,
                // With fewer rows nothing is left in the end.
                "open_joins" | "close_by_in_order" | "close_by_at_random" => 500,
                "manners" => 16,
                "closure_edge" => 900,
                "triangles" | "triangles_hub" | "four_cycles" => 3_000,
                "orders" | "bookings" => 50,
                "insert" | "insert_distinct" | "lookups" | "update_quiet" | "update_firing"
                | "star_five" => 1_000,
                // Whose programs are built when they are measured.
                _ => continue,
            };
            let results = run(work, size);
            assert!(results.len() > 1, "{} is done in several ways", work.name);
            for (name, _, answer) in &results {
                assert_eq!(*answer, results[0].2, "{}: {name}", work.name);
            }
        }
    }

    #[test]
    fn manners_fires_as_often_as_it_does_in_other_engines() {
        let results = run(&manners::WORK, 16);
        assert_eq!(results[0], ("rules", Some(183), 16));
    }
}
