//! Agenda groups: the focus stack, `#[auto_focus]`, `#[lock_on_active]`.

use rules_runtime::rules;

rules! {
    ruleset Phases;
    fact Item(u32);
    fact Go;
    global log: Vec<String>;

    group check { rule check_item { when { Item(n); } then { log.push(format!("check {n}")); } } }
    group price { rule price_item { when { Item(n); } then { log.push(format!("price {n}")); } } }
    group ship { rule ship_item { when { Item(n); } then { log.push(format!("ship {n}")); } } }
    rule outside { when { Item(n); } then { log.push(format!("outside {n}")); } }
    rule go { when { Go; } then { focus ship; focus price; focus check; } }
}

fn with_two_items() -> Phases {
    let mut session = Phases::new(vec![]);
    session.insert(Item(1));
    session.insert(Item(2));
    session
}

#[test]
fn without_focus_only_rules_outside_any_group_fire() {
    let mut session = with_two_items();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, ["outside 2", "outside 1"]);
}

#[test]
fn the_group_focused_last_fires_first_and_rules_outside_are_the_bottom() {
    let mut session = with_two_items();
    session.focus(PhasesGroup::Ship);
    session.focus(PhasesGroup::Check);
    assert_eq!(session.run().count, 6);
    assert_eq!(
        session.globals().log,
        [
            "check 2",
            "check 1",
            "ship 2",
            "ship 1",
            "outside 2",
            "outside 1"
        ]
    );
}

#[test]
fn a_rule_focuses_three_groups_one_after_the_other() {
    let mut session = with_two_items();
    session.insert(Go);
    assert_eq!(session.run().count, 9);
    assert_eq!(
        session.globals().log,
        [
            "check 2",
            "check 1",
            "price 2",
            "price 1",
            "ship 2",
            "ship 1",
            "outside 2",
            "outside 1"
        ]
    );
}

#[test]
fn a_group_focused_again_moves_to_the_top() {
    let mut session = with_two_items();
    session.focus(PhasesGroup::Check);
    session.focus(PhasesGroup::Price);
    session.focus(PhasesGroup::Check);
    assert_eq!(session.run().count, 6);
    assert_eq!(
        session.globals().log,
        [
            "check 2",
            "check 1",
            "price 2",
            "price 1",
            "outside 2",
            "outside 1"
        ]
    );
}

#[test]
fn a_group_is_popped_when_it_has_none_left_and_needs_a_new_focus() {
    let mut session = with_two_items();
    session.focus(PhasesGroup::Check);
    session.run();
    session.insert(Item(3));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log.last().unwrap(), "outside 3");
    session.focus(PhasesGroup::Check);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log.last().unwrap(), "check 3");
}

#[test]
fn the_agenda_shows_groups_without_focus_last() {
    let mut session = Phases::new(vec![]);
    session.insert(Item(1));
    session.focus(PhasesGroup::Price);
    let rules: Vec<_> = session.agenda().map(|pending| pending.rule()).collect();
    assert_eq!(
        rules,
        [
            PhasesRule::PriceItem,
            PhasesRule::Outside,
            PhasesRule::CheckItem,
            PhasesRule::ShipItem
        ]
    );
}

#[test]
fn a_focus_in_a_block_takes_effect_when_the_firing_ends() {
    rules! {
        ruleset Small;
        fact A(u32);
        global log: Vec<&'static str>;
        rule start { when { A(0); } then { focus late; log.push("start"); insert A(1); } }
        rule other { when { A(1); } then { log.push("other"); } }
        group late { rule in_group { when { A(1); } then { log.push("in group"); } } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(0));
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, ["start", "in group", "other"]);
}

#[test]
fn auto_focus_takes_over_in_the_middle_of_a_run() {
    rules! {
        ruleset Small;
        fact Order(u32);
        fact Fraud(u32);
        global log: Vec<String>;
        rule accept {
            when { Order(n); }
            then { log.push(format!("accept {n}")); if n == 2 { insert Fraud(n); } }
        }
        group security {
            #[auto_focus]
            rule stop { when { Fraud(n); } then { log.push(format!("stop {n}")); } }
            rule report { when { Fraud(n); } then { log.push(format!("report {n}")); } }
        }
    }
    let mut session = Small::new(vec![]);
    for n in 1..=3 {
        session.insert(Order(n));
    }
    assert_eq!(session.run().count, 5);
    assert_eq!(
        session.globals().log,
        ["accept 3", "accept 2", "stop 2", "report 2", "accept 1"]
    );
}

#[test]
fn auto_focus_that_is_cancelled_leaves_an_empty_group_that_is_popped() {
    rules! {
        ruleset Small;
        fact A(u32);
        global log: Vec<&'static str>;
        group urgent { #[auto_focus] rule alarm { when { A(9); } then { log.push("alarm"); } } }
        rule plain { when { A(_); } then { log.push("plain"); } }
    }
    let mut session = Small::new(vec![]);
    let nine = session.insert(A(9));
    session.update(nine, |a| a.0 = 1).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["plain"]);
}

#[test]
fn salience_counts_within_the_group_in_focus() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<&'static str>;
        #[salience(100)]
        rule outside { when { A; } then { log.push("outside"); } }
        group inside {
            rule low { when { A; } then { log.push("low"); } }
            #[salience(1)]
            rule high { when { A; } then { log.push("high"); } }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    session.focus(SmallGroup::Inside);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, ["high", "low", "outside"]);
}

rules! {
    ruleset Locked;
    fact Price { amount: i32 }
    global log: Vec<&'static str>;
    group pricing {
        #[lock_on_active]
        rule discount {
            when { p @ Price { amount }; }
            then { log.push("discount"); modify p { p.amount = amount - 10; } }
        }
        #[lock_on_active]
        rule tax {
            when { p @ Price { amount }; }
            then { log.push("tax"); modify p { p.amount = amount * 2; } }
        }
    }
}

#[test]
fn a_locked_match_begun_while_the_group_has_the_focus_does_not_fire() {
    let mut session = Locked::new(vec![]);
    let price = session.insert(Price { amount: 100 });
    session.focus(LockedGroup::Pricing);
    // The discount ends the other's match; what then holds began under the focus.
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["discount"]);
    assert_eq!(session.get(price).unwrap().amount, 90);
}

#[test]
fn a_locked_match_begun_before_the_focus_fires() {
    let mut session = Locked::new(vec![]);
    session.focus(LockedGroup::Pricing);
    session.run();
    session.insert(Price { amount: 100 });
    session.focus(LockedGroup::Pricing);
    assert_eq!(session.run().count, 1);
}

#[test]
fn the_agenda_marks_activations_whose_group_has_no_focus() {
    use PhasesRule::{CheckItem, Outside, PriceItem, ShipItem};
    let marks = |session: &Phases| -> Vec<(PhasesRule, bool)> {
        let agenda = session.agenda();
        agenda
            .map(|next| (next.rule(), next.is_focused()))
            .collect()
    };
    let mut session = Phases::new(vec![]);
    session.insert(Item(1));
    assert_eq!(
        marks(&session),
        [
            (Outside, true),
            (CheckItem, false),
            (PriceItem, false),
            (ShipItem, false)
        ]
    );
    session.focus(PhasesGroup::Price);
    session.focus(PhasesGroup::Ship);
    assert_eq!(
        marks(&session),
        [
            (ShipItem, true),
            (PriceItem, true),
            (Outside, true),
            (CheckItem, false)
        ]
    );
    let focused = session
        .agenda()
        .filter(rules_runtime::Activation::is_focused)
        .count();
    assert_eq!(session.run().count as usize, focused);
    assert_eq!(marks(&session), [(CheckItem, false)]);
    let shown = format!("{:?}", session.agenda());
    assert!(shown.contains("focused: false"), "{shown}");
}
