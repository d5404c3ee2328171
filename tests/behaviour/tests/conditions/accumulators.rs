//! `accumulate`: users' own accumulates, with and without an inverse; and `for x: T`, which keeps its
//! elements.

use std::cell::Cell;

use rules_runtime::{Accumulator, rules};

thread_local! {
    static ADDED: Cell<usize> = const { Cell::new(0) };
}

/// The product of numbers; zeros are counted apart, so that it has an inverse.
struct Product;

impl Accumulator for Product {
    type Input<'a> = i64;
    type State = (i64, u32);
    type Output = i64;

    fn add((product, zeros): &mut (i64, u32), value: i64) {
        ADDED.set(ADDED.get() + 1);
        if value == 0 {
            *zeros += 1;
        } else {
            *product = if *product == 0 {
                value
            } else {
                *product * value
            };
        }
    }

    fn remove((product, zeros): &mut (i64, u32), value: i64) -> bool {
        if value == 0 {
            *zeros -= 1;
        } else {
            *product /= value;
        }
        true
    }

    fn output(&(product, zeros): &(i64, u32)) -> Option<i64> {
        Some(if zeros > 0 { 0 } else { product.max(1) })
    }
}

/// The longest text, of equal ones the first by the alphabet; without an inverse.
struct Longest;

impl Accumulator for Longest {
    type Input<'a> = &'a String;
    type State = Option<String>;
    type Output = String;

    fn add(longest: &mut Option<String>, text: &String) {
        ADDED.set(ADDED.get() + 1);
        let better = |other: &String| (text.len(), other) > (other.len(), text);
        if longest.as_ref().is_none_or(better) {
            *longest = Some(text.clone());
        }
    }

    fn output(longest: &Option<String>) -> Option<String> {
        longest.clone()
    }
}

rules! {
    ruleset Shelf;

    fact Box { weight: i64, shelf: u32 }
    fact Label { text: String, shelf: u32 }
    fact Product_(i64);
    fact Long(u32, String);
    fact Undone(String);

    rule multiply {
        when { p = accumulate(Product, weight for Box { weight }); }
        then { insert Product_(p); }
    }

    rule label {
        when { longest = accumulate(Longest, text for Label { text, shelf }) by (shelf); }
        then { insert Long(shelf, longest.clone()); }
        undo { insert Undone(longest.clone()); }
    }
}

fn products(shelf: &Shelf) -> Vec<i64> {
    shelf.facts::<Product_>().map(|product| product.0).collect()
}

fn longest(shelf: &Shelf) -> Vec<(u32, &str)> {
    shelf.facts::<Long>().map(|l| (l.0, l.1.as_str())).collect()
}

fn label(text: &str, shelf: u32) -> Label {
    Label {
        text: text.into(),
        shelf,
    }
}

#[test]
fn an_accumulator_is_asked_of_an_empty_session_too() {
    let mut shelf = Shelf::new();
    shelf.run();
    assert_eq!(products(&shelf), [1]);
    assert_eq!(longest(&shelf), []);
}

#[test]
fn values_are_added_and_taken_away() {
    let mut shelf = Shelf::new();
    let three = shelf.insert(Box {
        weight: 3,
        shelf: 1,
    });
    shelf.insert(Box {
        weight: 5,
        shelf: 1,
    });
    shelf.run();
    shelf.update(three, |b| b.weight = 4).unwrap();
    shelf.run();
    let zero = shelf.insert(Box {
        weight: 0,
        shelf: 1,
    });
    shelf.run();
    shelf.retract(zero).unwrap();
    shelf.run();
    assert_eq!(products(&shelf), [15, 20, 0, 20]);
}

#[test]
fn an_output_that_comes_out_equal_begins_no_match() {
    let mut shelf = Shelf::new();
    shelf.insert(Box {
        weight: 6,
        shelf: 1,
    });
    shelf.run();
    shelf.insert(Box {
        weight: 1,
        shelf: 1,
    });
    assert_eq!(shelf.run().count, 0);
}

#[test]
fn with_an_inverse_a_change_costs_what_it_changes() {
    let mut shelf = Shelf::new();
    let handles = shelf.insert_all((1..=100).map(|n| Box {
        weight: n % 3,
        shelf: 1,
    }));
    ADDED.set(0);
    shelf.retract(handles[50]).unwrap();
    shelf.insert(Box {
        weight: 1,
        shelf: 1,
    });
    assert_eq!(ADDED.get(), 1);
}

#[test]
fn without_an_inverse_what_is_left_is_added_anew() {
    let mut shelf = Shelf::new();
    let long = shelf.insert(label("long", 1));
    shelf.insert(label("a", 1));
    shelf.insert(label("bb", 1));
    shelf.insert(label("ccc", 2));
    shelf.run();
    assert_eq!(longest(&shelf), [(2, "ccc"), (1, "long")]);
    ADDED.set(0);
    shelf.retract(long).unwrap();
    assert_eq!(ADDED.get(), 2);
    shelf.run();
    assert_eq!(longest(&shelf)[2..], [(1, "bb")]);
    let undone: Vec<&str> = shelf.facts::<Undone>().map(|u| u.0.as_str()).collect();
    assert_eq!(undone, ["long"]);
}

#[test]
fn a_group_is_there_while_it_has_members() {
    let mut shelf = Shelf::new();
    let only = shelf.insert(label("only", 7));
    shelf.run();
    shelf.retract(only).unwrap();
    shelf.run();
    shelf.insert(label("only", 7));
    shelf.run();
    assert_eq!(longest(&shelf), [(7, "only"), (7, "only")]);
    assert_eq!(shelf.len::<Undone>(), 1);
}

#[test]
fn a_copy_of_a_session_has_states_of_its_own() {
    let mut shelf = Shelf::new();
    shelf.insert(Box {
        weight: 2,
        shelf: 1,
    });
    let mut copy = shelf.clone();
    copy.insert(Box {
        weight: 3,
        shelf: 1,
    });
    shelf.insert(Box {
        weight: 5,
        shelf: 1,
    });
    copy.run();
    shelf.run();
    assert_eq!((products(&copy), products(&shelf)), (vec![6], vec![10]));
}

rules! {
    ruleset Racks;

    fact Rack(u32);
    fact Piece { rack: u32, weight: i64 }
    fact Counted(i64);
    fact Heaviest(i64);

    rule count {
        when {
            p = accumulate(Product, n as i64 for { Rack(rack); n = count(Piece { rack }); });
        }
        then { insert Counted(p); }
    }

    rule weigh {
        when {
            p = accumulate(Product, best.weight for {
                Rack(rack);
                best = max_by(weight for Piece { rack, weight });
            });
        }
        then { insert Heaviest(p); }
    }
}

#[test]
fn a_result_that_changes_is_taken_out_of_another() {
    let mut racks = Racks::new();
    racks.insert_all([Rack(1), Rack(2)]);
    let pieces = [(1, 2), (1, 3), (2, 5), (2, 4)];
    let pieces = pieces.map(|(rack, weight)| racks.insert(Piece { rack, weight }));
    racks.run();
    for piece in [pieces[2], pieces[0], pieces[3], pieces[1]] {
        racks.retract(piece).unwrap();
        racks.run();
    }
    let counted: Vec<i64> = racks.facts::<Counted>().map(|c| c.0).collect();
    assert_eq!(counted, [4, 2, 1, 0]);
    let heaviest: Vec<i64> = racks.facts::<Heaviest>().map(|h| h.0).collect();
    assert_eq!(heaviest, [15, 12, 3, 1]);
}

rules! {
    ruleset Dealer;

    fact Hand { size: u32 }
    fact Dealt { card: u32, name: String }
    fact Taken(u32, String);

    rule deal {
        when {
            Hand { size };
            for card: (u32, String) in cards(size);
            not Dealt { card: == card.0 };
        }
        then { insert Dealt { card: card.0, name: card.1.clone() }; }
        undo { insert Taken(card.0, card.1.clone()); }
    }
}

thread_local! {
    static DECK: Cell<u32> = const { Cell::new(0) };
}

/// Other cards at each call: what keeps them asks once.
fn cards(size: u32) -> Vec<(u32, String)> {
    let next = || {
        DECK.set(DECK.get() + 1);
        (DECK.get(), format!("card {}", DECK.get()))
    };
    (0..size).map(|_| next()).collect()
}

#[test]
fn a_for_with_a_type_keeps_its_elements() {
    let mut dealer = Dealer::new();
    let hand = dealer.insert(Hand { size: 3 });
    assert_eq!(dealer.agenda().count(), 3);
    assert_eq!(dealer.run_limit(1).count, 1);
    let dealt: Vec<u32> = dealer.facts::<Dealt>().map(|dealt| dealt.card).collect();
    assert_eq!(dealt, [1]);
    dealer.run();
    dealer.retract(hand).unwrap();
    dealer.run();
    let dealt: Vec<&str> = dealer.facts::<Dealt>().map(|d| d.name.as_str()).collect();
    assert_eq!(dealt, ["card 1", "card 2", "card 3"]);
    let mut taken: Vec<u32> = dealer.facts::<Taken>().map(|taken| taken.0).collect();
    taken.sort_unstable();
    assert_eq!(taken, [1, 2, 3]);
}

/// Groups of an accumulator that says nothing of some of its members.
mod silent_groups {
    use rules_runtime::{Accumulator, rules};

    struct Spread2;
    impl Accumulator for Spread2 {
        type Input<'a> = i64;
        type State = Vec<i64>;
        type Output = i64;
        fn add(v: &mut Vec<i64>, x: i64) {
            v.push(x);
        }
        fn remove(v: &mut Vec<i64>, x: i64) -> bool {
            let at = v.iter().position(|y| *y == x).expect("it was added");
            v.remove(at);
            true
        }
        fn output(v: &Vec<i64>) -> Option<i64> {
            (v.len() >= 2).then(|| v.iter().max().unwrap() - v.iter().min().unwrap())
        }
    }
    rules! {
        ruleset Lab;
        fact Sample { key: u8, value: i64 }
        global log: Vec<(u8, i64)>;
        rule spread {
            when { s = accumulate(Spread2, value for Sample { key, value }) by (key); }
            then { log.push((key, s)); }
        }
    }
    #[test]
    fn a_group_that_says_nothing_for_a_while_keeps_its_members() {
        let mut lab = Lab::new(vec![]);
        lab.insert(Sample { key: 1, value: 10 });
        let b = lab.insert(Sample { key: 1, value: 14 });
        lab.run();
        lab.retract(b).unwrap();
        lab.insert(Sample { key: 1, value: 13 });
        lab.run();
        assert_eq!(lab.globals().log, [(1, 4), (1, 3)]);
    }
    #[test]
    fn a_group_that_never_said_anything_may_empty_and_fill_again() {
        let mut lab = Lab::new(vec![]);
        let a = lab.insert(Sample { key: 1, value: 10 });
        lab.retract(a).unwrap();
        lab.insert(Sample { key: 1, value: 10 });
    }
    #[test]
    fn groups_do_not_mix() {
        let mut lab = Lab::new(vec![]);
        let a = lab.insert(Sample { key: 1, value: 10 });
        let b = lab.insert(Sample { key: 1, value: 14 });
        lab.retract(b).unwrap();
        lab.insert_all([1, 5].map(|value| Sample { key: 2, value }));
        lab.retract(a).unwrap();
        lab.run();
        assert_eq!(lab.globals().log, [(2, 4)]);
    }
}
