//! `undo`: what runs when a match that fired ends.

use rules_runtime::{ActivationEvent, Listener, rules};

rules! {
    ruleset Shop;

    #[derive(Debug, Clone, PartialEq)]
    fact Order { id: u32, amount: i64, note: String }
    fact Item { order: u32, price: i64 }
    fact Closed(u32);
    fact Log(String);
    fact Booked(i64);

    rule book {
        when {
            o @ Order { id, amount };
            not Closed(id);
            total = sum(price for Item { order: id, price });
        }
        then { insert Booked(amount + total); }
        undo {
            insert Log(format!("{id}: {amount}+{total} {}", o.note));
            insert Booked(-(amount + total));
        }
    }
}

fn order(id: u32, amount: i64) -> Order {
    Order {
        id,
        amount,
        note: "new".into(),
    }
}

fn logs(shop: &Shop) -> Vec<&str> {
    shop.facts::<Log>().map(|log| log.0.as_str()).collect()
}

fn balance(shop: &Shop) -> i64 {
    shop.facts::<Booked>().map(|booked| booked.0).sum()
}

#[test]
fn a_match_that_has_not_fired_is_not_undone() {
    let mut shop = Shop::new();
    let order = shop.insert(order(1, 10));
    shop.retract(order).unwrap();
    assert_eq!(shop.run().count, 0);
}

#[test]
fn retracting_a_fact_undoes_with_the_values_of_the_firing() {
    let mut shop = Shop::new();
    let order = shop.insert(order(1, 10));
    shop.insert(Item { order: 1, price: 5 });
    shop.run();
    assert_eq!(balance(&shop), 15);
    assert_eq!(shop.retract(order).unwrap().amount, 10);
    assert_eq!(shop.agenda().count(), 1);
    assert_eq!(shop.run().count, 1);
    assert_eq!(logs(&shop), ["1: 10+5 new"]);
    assert_eq!(balance(&shop), 0);
}

#[test]
fn a_value_that_is_read_and_changes_undoes_before_the_new_match_fires() {
    let mut shop = Shop::new();
    let order = shop.insert(order(1, 10));
    shop.run();
    shop.update(order, |order| order.amount = 30).unwrap();
    assert_eq!(shop.run().count, 2);
    assert_eq!(logs(&shop), ["1: 10+0 new"]);
    assert_eq!(balance(&shop), 30);
}

#[test]
fn an_accumulate_has_the_value_of_the_firing() {
    let mut shop = Shop::new();
    shop.insert(order(1, 10));
    shop.insert(Item { order: 1, price: 5 });
    shop.run();
    shop.insert(Item { order: 1, price: 7 });
    shop.run();
    assert_eq!(logs(&shop), ["1: 10+5 new"]);
    assert_eq!(balance(&shop), 22);
}

#[test]
fn a_blocker_undoes_and_its_going_fires_again() {
    let mut shop = Shop::new();
    shop.insert(order(1, 10));
    shop.run();
    let closed = shop.insert(Closed(1));
    assert_eq!(shop.run().count, 1);
    assert_eq!(balance(&shop), 0);
    shop.retract(closed).unwrap();
    assert_eq!(shop.run().count, 1);
    assert_eq!(balance(&shop), 10);
}

#[test]
fn a_fact_variable_reads_the_fact_as_it_is_now_or_as_it_was_when_it_went() {
    let mut shop = Shop::new();
    let order = shop.insert(order(1, 10));
    shop.run();
    // Not read by the rule: the match stands.
    shop.update(order, |order| order.note = "changed".into())
        .unwrap();
    assert_eq!(shop.agenda().count(), 0);
    shop.update(order, |order| order.amount = 11).unwrap();
    shop.update(order, |order| order.note = "later".into())
        .unwrap();
    shop.run();
    assert_eq!(logs(&shop), ["1: 10+0 later"]);

    shop.update(order, |order| order.note = "last".into())
        .unwrap();
    shop.retract(order).unwrap();
    shop.insert(Order {
        id: 2,
        amount: 1,
        note: "another, in the slot of the first".into(),
    });
    shop.run();
    assert_eq!(logs(&shop)[1], "1: 11+0 last");
}

#[test]
fn a_match_that_ends_by_its_own_firing_is_undone() {
    rules! {
        ruleset Own;
        fact Job { left: u32 }
        fact Undone(u32);
        rule work {
            when { j @ Job { left } if left > 0; }
            then { modify j { j.left -= 1; } }
            undo { insert Undone(left); }
        }
    }
    let mut own = Own::new();
    own.insert(Job { left: 2 });
    assert_eq!(own.run().count, 4);
    let undone: Vec<u32> = own.facts::<Undone>().map(|undone| undone.0).collect();
    assert_eq!(undone, [2, 1]);
}

#[test]
fn what_is_gone_is_not_modified_nor_retracted() {
    rules! {
        ruleset Gone;
        fact Lamp { room: u32, on: bool }
        fact Door { room: u32, open: bool }
        rule light {
            when { d @ Door { room, open: true }; l @ Lamp { room }; }
            then { modify l { l.on = true; } }
            undo { modify l { l.on = false; } retract d; }
        }
    }
    let mut gone = Gone::new();
    let lamp = gone.insert(Lamp { room: 1, on: false });
    let door = gone.insert(Door {
        room: 1,
        open: true,
    });
    gone.run();
    assert!(gone.get(lamp).unwrap().on);
    gone.retract(lamp).unwrap();
    let other = gone.insert(Lamp { room: 2, on: true });
    gone.run();
    assert!(gone.get(other).unwrap().on);
    assert!(!gone.contains(door));

    let door = gone.insert(Door {
        room: 2,
        open: true,
    });
    gone.run();
    gone.update(door, |door| door.open = false).unwrap();
    gone.run();
    assert!(!gone.get(other).unwrap().on);
}

#[test]
fn undo_goes_before_all_else_of_its_salience() {
    rules! {
        ruleset Turn;
        fact A(u32);
        fact Seen(&'static str);
        #[salience(1)]
        rule first { when { A(1); } then { insert Seen("first"); } }
        rule with_undo { when { A(0); } then { } undo { insert Seen("undone"); } }
        rule last { when { A(2); } then { insert Seen("last"); } }
    }
    let mut turn = Turn::new();
    let zero = turn.insert(A(0));
    turn.run();
    turn.retract(zero).unwrap();
    turn.insert(A(2));
    turn.insert(A(1));
    let pending: Vec<TurnRule> = turn.agenda().map(|activation| activation.rule()).collect();
    assert_eq!(
        pending,
        [TurnRule::First, TurnRule::WithUndo, TurnRule::Last]
    );
    turn.run();
    let seen: Vec<&str> = turn.facts::<Seen>().map(|seen| seen.0).collect();
    assert_eq!(seen, ["first", "undone", "last"]);
}

#[test]
fn an_undo_that_is_skipped_does_not_run() {
    let mut shop = Shop::new();
    let order = shop.insert(order(1, 10));
    shop.run();
    shop.retract(order).unwrap();
    assert!(shop.skip());
    assert_eq!(shop.run().count, 0);
    assert_eq!(balance(&shop), 10);
}

#[test]
fn a_collect_and_a_best_read_as_when_fired() {
    rules! {
        ruleset Team;
        fact Player { name: &'static str, score: i32 }
        fact Line(String);
        rule rank {
            when {
                best = max_by(score for p @ Player { score });
                all = collect(q @ Player { score: s } if s > 0);
            }
            then {}
            undo {
                let names: Vec<_> = all.iter().map(|p| p.name).collect();
                insert Line(format!("{} {} of {names:?}", best.name, all.len()));
            }
        }
    }
    let mut team = Team::new();
    let ann = team.insert(Player {
        name: "Ann",
        score: 3,
    });
    let bob = team.insert(Player {
        name: "Bob",
        score: 2,
    });
    team.run();
    team.retract(ann).unwrap();
    team.run();
    team.transaction(|tx| {
        tx.update(bob, |bob| bob.score = 0)?;
        tx.insert(Player {
            name: "Cid",
            score: 9,
        });
        Ok::<_, rules_runtime::HandleError>(())
    })
    .unwrap();
    team.run();
    let lines: Vec<&str> = team.facts::<Line>().map(|line| line.0.as_str()).collect();
    assert_eq!(lines, ["Ann 2 of [\"Ann\", \"Bob\"]", "Bob 1 of [\"Bob\"]"]);
}

#[derive(Default)]
struct Heard(Vec<String>);

impl Listener for Heard {
    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("fired {activation}"));
    }

    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("undone {activation}"));
    }
}

#[test]
fn a_listener_hears_of_it() {
    let mut shop = Shop::builder().listener(Heard::default()).build();
    let order = shop.insert(order(1, 10));
    shop.run();
    shop.retract(order).unwrap();
    shop.run();
    assert_eq!(shop.listener().0, ["fired book [#1]", "undone book [#1]"]);
}

#[test]
fn after_a_modify_of_a_fact_that_is_gone_it_reads_as_when_it_went() {
    rules! {
        ruleset Gone;
        fact Lamp { room: u32, on: bool, name: &'static str }
        fact Door { room: u32 }
        global log: Vec<String>;
        rule light {
            when { Door { room }; lamp @ Lamp { room }; all = collect(l @ Lamp); }
            then {}
            undo {
                modify lamp { lamp.on = true; lamp.name = "written"; log.push(format!("in {} {}", lamp.on, lamp.name)); }
                log.push(format!("after {} {} {}", lamp.on, lamp.name, room));
                modify lamp { lamp.room += 1; log.push(format!("again {} {} {}", lamp.on, lamp.name, lamp.room)); }
                log.push(format!("at last {} {} {}", lamp.on, lamp.name, lamp.room));
                for l in all { modify l { l.name = "all"; } log.push(format!("{} {}", l.name, l.handle() == lamp.handle())); }
            }
        }
    }
    let lamp = Lamp {
        room: 1,
        on: false,
        name: "as inserted",
    };
    let mut gone = Gone::new(vec![]);
    let handle = gone.insert(lamp.clone());
    let door = gone.insert(Door { room: 1 });
    gone.run();
    gone.update(handle, |lamp| lamp.name = "as it went")
        .unwrap();
    gone.run();
    gone.globals_mut().log.clear();
    gone.retract(handle).unwrap();
    let name = "other";
    let other = gone.insert(Lamp { name, ..lamp });
    assert_eq!(gone.step().count, 1);
    assert_eq!(
        gone.globals().log,
        [
            "in true written",
            "after false as it went 1",
            "again false as it went 2",
            "at last false as it went 1",
            "as inserted true"
        ]
    );
    let other = gone.get(other).unwrap();
    assert_eq!((other.room, other.on, other.name), (1, false, "other"));

    // One that is there reads what the block has written.
    gone.run();
    gone.globals_mut().log.clear();
    gone.retract(door).unwrap();
    gone.run();
    assert_eq!(
        gone.globals().log,
        [
            "in true written",
            "after true written 1",
            "again true written 2",
            "at last true written 2",
            "all true"
        ]
    );
}

#[test]
fn a_modify_of_a_collected_fact_starts_from_what_the_fact_is_now() {
    rules! {
        ruleset Lists;
        fact Lamp { on: bool, name: &'static str }
        fact Door { room: u32 }
        global log: Vec<&'static str>;
        rule light {
            when { Door { room: 1 }; all = collect(lamp @ Lamp); }
            then { for lamp in all { modify lamp { lamp.on = true; } } }
            undo {
                for lamp in all {
                    log.push(lamp.name);
                    modify lamp { log.push(lamp.name); lamp.on = false; }
                    log.push(lamp.name);
                }
                if let Some(lamp) = all.first() {
                    modify lamp { log.push(if lamp.on { "on" } else { "off" }); }
                }
            }
        }
    }
    let mut lists = Lists::new(vec![]);
    let door = lists.insert(Door { room: 1 });
    let handle = lists.insert(Lamp {
        on: false,
        name: "as fired",
    });
    lists.run();
    lists.update(handle, |lamp| lamp.name = "as now").unwrap();
    lists.retract(door).unwrap();
    lists.run();
    let lamp = lists.get(handle).unwrap();
    assert_eq!((lamp.on, lamp.name), (false, "as now"));
    assert_eq!(lists.globals().log, ["as fired", "as now", "as now", "off"]);
}
