//! What tells facts of a type apart belongs to the type: rulesets that use it have it too.

#![allow(
    clippy::needless_borrows_for_generic_args,
    reason = "keys are sought by reference too"
)]

use rules_runtime::rules;

mod shop {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Shop;
        #[key(id)]
        pub(super) fact Customer { id: u32, name: String }
        #[unique]
        pub(super) fact Likes(u32, u32);
        #[key()]
        pub(super) fact Stage { open: bool }
        pub(super) fact Visit(u32);
        rule open { when { s @ Stage { open: false }; Customer { id: 0 }; } then { modify s { s.open = true; } } }
    }
}

mod post {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Post;
        use super::shop::{Customer, Likes, Stage, Visit as Call};
        global log: Vec<String>;
        rule greet { when { Customer { id, name }; } then { log.push(format!("{id} {name}")); } }
        #[allow(rules::self_reactivation)]
        rule back { when { Likes(a, b); } then { insert Likes(b, a); } }
        rule rename {
            when { Call(n); c @ Customer { id: == n }; }
            then { modify c { c.id = 1; } }
        }
        rule shut { when { Stage { open: false }; } then { log.push("shut".into()); } }
    }
}

mod club {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Club;
        #[key(id)]
        use super::shop::Customer;
        #[unique]
        use super::shop::Likes as Fond;
        #[key()]
        use super::shop::Stage;
        rule mutual { when { Fond(a, b); Customer { id: a }; Stage; } then { insert Fond(b, a); } }
    }
}

use shop::{Customer, Likes, Shop, Stage, Visit};

fn customer(id: u32, name: &str) -> Customer {
    Customer {
        id,
        name: name.into(),
    }
}

#[test]
fn a_declared_key_holds_in_another_ruleset() {
    let mut session = post::Post::new(vec![]);
    let first = session.insert(customer(1, "Ann"));
    session.run();
    assert_eq!(session.insert(customer(1, "Anne")), first);
    assert_eq!(session.len::<Customer>(), 1);
    session.run();
    assert_eq!(session.globals().log, ["1 Ann", "1 Anne"]);
}

#[test]
fn a_declared_uniqueness_holds_in_another_ruleset() {
    let mut session = post::Post::new(vec![]);
    let first = session.insert(Likes(1, 2));
    assert_eq!(session.insert(Likes(1, 2)), first);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.len::<Likes>(), 2);
}

#[test]
fn an_empty_key_holds_in_another_ruleset() {
    let mut session = post::Post::new(vec![]);
    let first = session.insert(Stage { open: false });
    assert_eq!(session.insert(Stage { open: true }), first);
    assert_eq!(session.run().count, 0);
    assert_eq!(session.len::<Stage>(), 1);
}

#[test]
fn a_type_declared_plainly_stays_plain() {
    let mut session = post::Post::new(vec![]);
    assert_ne!(session.insert(Visit(1)), session.insert(Visit(1)));
    let mut session = Shop::new();
    assert_ne!(session.insert(Visit(1)), session.insert(Visit(1)));
}

#[test]
fn a_modify_that_takes_anothers_key_retracts_the_other_in_another_ruleset() {
    let mut session = post::Post::new(vec![]);
    let first = session.insert(customer(1, "Ann"));
    let second = session.insert(customer(2, "Bob"));
    session.insert(Visit(2));
    session.run();
    assert!(!session.contains(first));
    assert_eq!(session.get(second).unwrap().id, 1);
}

#[test]
fn what_is_said_again_of_a_declared_type_gives_its_accessor() {
    let mut session = club::Club::new();
    let ann = session.insert(customer(1, "Ann"));
    assert_eq!(session.insert(customer(1, "Anne")), ann);
    assert_eq!(session.customer(1).unwrap().name, "Anne");
    assert_eq!(session.customer(&1).unwrap().name, "Anne");
    assert!(session.customer(7).is_none());
    assert!(session.stage().is_none());
    session.insert(Stage { open: true });
    session.insert(Stage { open: false });
    assert!(!session.stage().unwrap().open);
    session.insert(Likes(1, 2));
    session.insert(Likes(1, 2));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.len::<Likes>(), 2);
    session
        .transaction(|tx| {
            tx.insert(customer(4, "Dan"));
            assert_eq!(tx.customer(4).unwrap().name, "Dan");
            Ok::<_, ()>(())
        })
        .unwrap();
}
mod model {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(super) enum Kind {
        Gold,
        Silver,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Account {
        pub(super) owner: String,
        pub(super) kind: Kind,
        pub(super) number: u64,
        pub(super) balance: i64,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(super) struct Link(pub(super) u8, pub(super) u8);

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Seat {
        pub(super) row: u8,
        pub(super) place: &'static str,
        pub(super) taken: bool,
    }
}

use model::{Kind, Link, Seat};

rules! {
    ruleset Bank;
    #[key(owner, kind)]
    use self::model::Account;
    #[unique]
    use Link;
    #[unique]
    type Pair = (u8, String);
    rule back { when { Link(a, b); } then { insert Link(b, a); } }
    rule halve { when { a @ Account { kind: Kind::Silver, balance: > 100 }; } then { modify a { a.balance /= 2; } } }
}

rules! {
    ruleset Audit;
    #[key(owner: String, kind: Kind)]
    use self::model::Account as Book;
    #[key(row, place)]
    use Seat;
    rule seen { when { Book { balance: < 0 }; Seat; Link(..); } then {} }
}

rules! {
    ruleset Silent;
    rule seen { when { Link(a, b) if a < b; } then { insert Link(b, a); } }
}

fn account(owner: &str, kind: Kind, balance: i64) -> model::Account {
    model::Account {
        owner: owner.into(),
        kind,
        number: 0,
        balance,
    }
}

#[test]
fn a_type_from_elsewhere_is_given_a_key() {
    let mut session = Bank::new();
    let ann = session.insert(account("Ann", Kind::Gold, 1));
    let other = session.insert(account("Ann", Kind::Silver, 200));
    assert_ne!(ann, other);
    assert_eq!(session.insert(account("Ann", Kind::Gold, 3)), ann);
    assert_eq!(session.account("Ann", &Kind::Gold).unwrap().balance, 3);
    session.run();
    let name = "Ann".to_owned();
    assert_eq!(session.account(&name, &Kind::Silver).unwrap().balance, 100);
    assert!(session.account("Bob", &Kind::Silver).is_none());
}
#[test]
fn two_rulesets_may_say_the_same_of_a_type() {
    let mut session = Audit::new();
    let ann = session.insert(account("Ann", Kind::Gold, 1));
    assert_eq!(session.insert(account("Ann", Kind::Gold, 3)), ann);
    assert_eq!(session.book("Ann", Kind::Gold).unwrap().balance, 3);
}

#[test]
fn what_one_ruleset_says_of_a_type_others_have_too() {
    let mut session = Silent::new();
    let first = session.insert(Link(1, 2));
    assert_eq!(session.insert(Link(1, 2)), first);
    assert_eq!(session.run().count, 1);
    session.insert(Link(2, 1));
    assert_eq!(session.len::<Link>(), 2);
}

#[test]
fn what_a_private_ruleset_says_of_a_type_holds_in_other_modules() {
    let mut session = quiet::Quiet::new();
    let first = session.insert(Link(1, 2));
    assert_eq!(session.insert(Link(1, 2)), first);
    assert_eq!(session.len::<Link>(), 1);
}

#[test]
fn a_key_of_which_the_types_are_not_said_takes_values_that_its_fields_can_have() {
    let mut session = Audit::new();
    let seat = |row, place, taken| Seat { row, place, taken };
    session.insert_all([
        seat(1, "a", false),
        seat(200, "a", true),
        seat(200, "b", false),
    ]);
    session.insert(seat(1, "a", true));
    assert_eq!(session.len::<Seat>(), 3);
    assert!(session.seat(200, "a").unwrap().taken);
    assert!(session.seat(1_u64, &"a".to_owned()).unwrap().taken);
    assert!(!session.seat(&200_i128, String::from("b")).unwrap().taken);
    assert!(session.seat(456, "b").is_none());
    assert!(session.seat(-56, "b").is_none());
    assert!(session.seat(1, "b").is_none());
}

#[test]
#[should_panic(expected = "the field of the key is a `u8`, and is not sought by a `str`")]
fn a_value_that_the_field_of_a_key_cannot_have_is_refused() {
    let _ = Audit::new().seat("a", "a");
}

#[test]
fn what_is_said_of_a_named_type_holds_in_its_ruleset_alone() {
    let mut session = Bank::new();
    let first = session.insert((1, "a".to_owned()));
    assert_eq!(session.insert((1, "a".to_owned())), first);
    assert_ne!(session.insert((2, "a".to_owned())), first);
    let mut session = quiet::Quiet::new();
    let first = session.insert((1, "a".to_owned()));
    assert_ne!(session.insert((1, "a".to_owned())), first);
}

mod quiet {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Quiet;
        use super::model::Link;
        type Named = (u8, String);
        rule seen { when { Link(a, _); Named(a, _); } then {} }
    }
}

mod census {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Census;
        use super::shop::{Customer, Visit};
        rule note { when { Visit(n); } then { insert Customer { id: n % 2, name: format!("{n}") }; } }
    }
}

#[test]
fn an_insert_that_is_all_that_a_rule_does_updates_the_fact_of_its_key() {
    let mut session = census::Census::new();
    session.insert_all((0..4).map(Visit));
    assert_eq!(session.run().count, 4);
    let names = session.facts::<Customer>().map(|customer| &*customer.name);
    assert_eq!(names.collect::<Vec<_>>(), ["1", "0"]);
}

mod kin {
    use rules_runtime::rules;

    rules! {
        #[backtrack]
        pub(super) ruleset Kin;
        use super::shop::{Customer, Likes, Visit};
        rule likes { when { Visit(n); } then { insert logical Likes(n % 2, 7); } }
        rule named { when { Customer { name }; } then { let _ = name; } }
    }
}

#[test]
fn a_unique_fact_of_another_ruleset_has_several_supports() {
    let mut session = kin::Kin::new();
    let visits = [1, 3].map(|n| session.insert(Visit(n)));
    session.run();
    assert_eq!(session.len::<Likes>(), 1);
    session.retract(visits[0]).unwrap();
    assert_eq!(session.len::<Likes>(), 1);
    session.retract(visits[1]).unwrap();
    assert_eq!(session.len::<Likes>(), 0);
}

#[test]
fn a_rollback_restores_the_fact_of_a_key_of_another_ruleset() {
    let mut session = kin::Kin::new();
    let ann = session.insert(customer(1, "Ann"));
    let checkpoint = session.checkpoint();
    assert_eq!(session.insert(customer(1, "Anne")), ann);
    session.insert(customer(2, "Bob"));
    session.rollback(checkpoint).unwrap();
    assert_eq!(session.get(ann).unwrap().name, "Ann");
    assert_eq!(session.insert(customer(1, "Anna")), ann);
    session.insert(customer(2, "Bo"));
    assert_eq!(session.len::<Customer>(), 2);
}

/// A type with a key of which references are said.
#[derive(Debug, Clone, PartialEq)]
struct Parcel {
    id: u32,
    to: String,
    from: &'static str,
    code: Box<str>,
    place: (u32, String),
}

#[test]
fn the_types_of_a_key_may_be_said_as_references() {
    rules! {
        ruleset Post;
        #[key(id: &u32, to: &str, from: &str, code: &str, place: (u32, String))] use self::Parcel;
        rule any { when { Parcel { id: _ }; } then {} }
    }

    let mut post = Post::new();
    let parcel = |id| Parcel {
        id,
        to: "ann".into(),
        from: "bob",
        code: "x".into(),
        place: (1, "a".into()),
    };
    let first = post.insert(parcel(1));
    assert_eq!(post.insert(parcel(1)), first);
    let place = (1, "a".to_owned());
    assert!(post.parcel(1, "ann", "bob", "x", &place).is_some());
    assert!(
        post.parcel(&1, String::from("ann"), "bob", "x", &(1, "a".to_owned()))
            .is_some()
    );
    assert!(post.parcel(2, "ann", "bob", "x", &place).is_none());
    assert!(post.parcel(1, "ann", "bob", "y", place).is_none());
}

/// Names of rulesets that run into those of types.
mod side {
    mod model {
        #[derive(Debug, Clone)]
        pub(super) struct LineItem(pub(super) u32);
        #[derive(Debug, Clone)]
        pub(super) struct Item(pub(super) u32);
    }
    use rules_runtime::rules;
    rules! { ruleset Order;     use model::LineItem; rule r { when { LineItem(1); } then {} } }
    rules! { ruleset OrderLine; use model::Item;     rule r { when { Item(1); } then {} } }

    #[test]
    fn rulesets_whose_names_run_into_those_of_types_stand_side_by_side() {
        let (mut a, mut b) = (Order::new(), OrderLine::new());
        a.insert(model::LineItem(1));
        b.insert(model::Item(1));
        assert_eq!((a.run().count, b.run().count), (1, 1));
    }
}
