//! A star: a customer, and five kinds of facts that share its number, which come in random order.
//!
//! Most customers have all of them but a complaint, which one in a hundred has, and which the rule names last: the customers,
//! meters and payments that go together are many more than the matches, and the order of joins decides how many of them are
//! looked at. By hand a hash table says how many facts of each kind a customer has, or which.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::process::Command;

use ascent::ascent_run;
use rules_runtime::rules;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "star_five",
    title: "A customer and five kinds of facts about it, of which one is rare, fact by fact",
    size: "customers",
    sizes: &[1_000, 10_000, 100_000],
    per: Some("fact"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips).up_to(10_000),
        Contender::rust("ascent, all at once", ascent),
        Contender::rust("Rust", counted),
        Contender::rust("Rust lists", listed),
    ],
};

/// The kinds, by their numbers in a list.
const KINDS: usize = 6;
/// How many facts of each kind a customer has that lacks none, where it complains.
const EACH: [u32; KINDS] = [1, 1, 1, 2, 3, 1];

/// A fact: its kind, the customer, and a number that tells it from others.
#[derive(Clone, Copy)]
struct Comes {
    kind: usize,
    customer: u32,
    number: u32,
}

/// One customer in twenty lacks a kind that others have, and one in a hundred has a complaint.
fn facts(customers: u32) -> Vec<Comes> {
    let mut random = fastrand::Rng::with_seed(37);
    let mut facts = Vec::new();
    for customer in 0..customers {
        // Numbers that are no places in a list.
        let customer = customer.wrapping_mul(2_654_435_761) >> 1;
        let lacks = (random.u32(0..20) == 0).then(|| random.usize(0..KINDS - 1));
        let complains = random.u32(0..100) == 0;
        for (kind, each) in EACH.into_iter().enumerate() {
            if lacks == Some(kind) || (kind == KINDS - 1 && !complains) {
                continue;
            }
            facts.extend((0..each).map(|number| Comes {
                kind,
                customer,
                number,
            }));
        }
    }
    random.shuffle(&mut facts);
    facts
}

rules! {
    ruleset StarFive;

    fact Customer { id: u32 }
    fact Address { customer: u32 }
    fact Contract { customer: u32 }
    fact Meter { customer: u32, number: u32 }
    fact Payment { customer: u32, number: u32 }
    fact Complaint { customer: u32 }

    global found: u64;

    rule answer_complaint {
        when {
            Customer { id };
            Address { customer: id };
            Contract { customer: id };
            Meter { customer: id };
            Payment { customer: id };
            Complaint { customer: id };
        }
        then { *found += 1; }
    }
}

fn ours(customers: u32) -> Run {
    let facts = facts(customers);
    Run::time_each(facts.len() as u32, || {
        let mut session = StarFive::new(0);
        for Comes {
            kind,
            customer,
            number,
        } in facts
        {
            match kind {
                0 => drop(session.insert(Customer { id: customer })),
                1 => drop(session.insert(Address { customer })),
                2 => drop(session.insert(Contract { customer })),
                3 => drop(session.insert(Meter { customer, number })),
                4 => drop(session.insert(Payment { customer, number })),
                _ => drop(session.insert(Complaint { customer })),
            }
            session.run();
        }
        (Some(session.globals().found), session.globals().found)
    })
}

fn clips(customers: u32) -> Result<Command, String> {
    // So many facts in one call: CLIPS has no room for the arguments of a call with all.
    const TOGETHER: usize = 2_000;
    let facts = facts(customers);
    let mut drive = String::from("(deffunction drive ()\n  (bind ?seconds 0)");
    for facts in facts.chunks(TOGETHER) {
        drive.push_str("\n  (bind ?seconds (+ ?seconds (assert-facts");
        for fact in facts {
            let _ = write!(
                drive,
                "\n    {} {} {}",
                fact.kind, fact.customer, fact.number
            );
        }
        drive.push_str(")))");
    }
    let count = facts.len();
    let _ = write!(drive, "\n  (create$ ?*found* (/ ?seconds {count})))");
    let program = include_str!("../../clips/star_five.clp");
    clips::command("star_five", program, &drive)
}

fn ascent(customers: u32) -> Run {
    let facts = facts(customers);
    Run::time_each(facts.len() as u32, || {
        let of = |kind| facts.iter().filter(move |fact| fact.kind == kind);
        let alone = |kind| of(kind).map(|fact| (fact.customer,)).collect();
        let numbered = |kind| of(kind).map(|fact| (fact.customer, fact.number)).collect();
        let program = ascent_run! {
            relation customer(u32) = alone(0); relation address(u32) = alone(1);
            relation contract(u32) = alone(2); relation meter(u32, u32) = numbered(3);
            relation payment(u32, u32) = numbered(4); relation complaint(u32) = alone(5);
            relation found(u32, u32, u32);
            found(id, meter, payment) <-- customer(id), address(id), contract(id), meter(id, meter), payment(id, payment),
                complaint(id);
        };
        (None, program.found.len() as u64)
    })
}

/// A fact makes as many matches as there are ways to take one of each other kind.
fn counted(customers: u32) -> Run {
    let facts = facts(customers);
    Run::time_each(facts.len() as u32, || {
        let mut there: HashMap<u32, [u32; KINDS]> = HashMap::new();
        let mut found = 0;
        for Comes { kind, customer, .. } in facts {
            let counts = there.entry(customer).or_default();
            let others = counts.iter().enumerate();
            let others = others.filter(|&(other, _)| other != kind);
            found += others.map(|(_, &count)| u64::from(count)).product::<u64>();
            counts[kind] += 1;
        }
        (None, found)
    })
}

/// The facts of each kind in a table of its own, the complaints asked first and the rest in turn.
fn listed(customers: u32) -> Run {
    let facts = facts(customers);
    Run::time_each(facts.len() as u32, || {
        let mut there: [HashMap<u32, Vec<u32>>; KINDS] = Default::default();
        let mut found = 0;
        for Comes {
            kind,
            customer,
            number,
        } in facts
        {
            let others = (0..KINDS).rev().filter(|&other| other != kind);
            let counts = others.map(|other| there[other].get(&customer).map_or(0, Vec::len) as u64);
            let mut matches = 1;
            for count in counts {
                matches *= count;
                if matches == 0 {
                    break;
                }
            }
            found += matches;
            there[kind].entry(customer).or_default().push(number);
        }
        (None, found)
    })
}
