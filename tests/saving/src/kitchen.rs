//! A ruleset with a little of everything, in the middle of its work.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rules_runtime::{Accumulator, Handle, rules};
use serde::{Deserialize, Serialize};

/// What a guest pays with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Means {
    /// Nothing left to pay.
    Cash,
    /// So much of it is still to be paid.
    Credit {
        /// How much.
        limit: f64,
    },
}

/// All names, sorted.
pub struct Roll;

impl Accumulator for Roll {
    type Input<'a> = &'a String;
    type State = BTreeSet<String>;
    type Output = String;

    fn add(names: &mut BTreeSet<String>, name: &String) {
        names.insert(name.clone());
    }

    fn remove(names: &mut BTreeSet<String>, name: &String) -> bool {
        names.remove(name)
    }

    fn output(names: &BTreeSet<String>) -> Option<String> {
        names.iter().cloned().reduce(|all, name| all + &name)
    }
}

rules! {
    /// Cooks and guests.
    pub ruleset Kitchen;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Dish { id: u32, price: f64, cooked: bool }
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Cook { id: u32, skill: u8, helps: Option<Handle<Cook>> }
    #[unique]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub fact Hungry(String);
    #[key(guest)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Bill { guest: String, total: f64, means: Means }
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Rich(String);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Praise { skill: u8, helpers: usize }

    global log: Vec<String>;
    global seed: u64;

    /// Saliences are computed: the more skilled cook goes first.
    #[salience(i32::from(skill))]
    rule cook {
        when { dish @ Dish { id, cooked: false }; Cook { id: cook, skill } if (id + cook) % 2 == 0; }
        then { log.push(format!("{cook} cooks {id}")); modify dish { dish.cooked = true; } }
        undo { log.push(format!("{cook} has cooked {id}")); *seed += 1; }
    }

    #[allow(rules::cross_product)]
    rule serve {
        when { dish @ Dish { id, price, cooked: true }; hungry @ Hungry(guest); }
        then {
            log.push(format!("{guest} eats {id}"));
            let means = if *seed % 2 == 0 { Means::Cash } else { Means::Credit { limit: price / 3.0 } };
            insert Bill { guest: guest.clone(), total: price, means };
            retract dish;
            retract hungry;
        }
    }

    rule rich {
        when { mean = avg(paid for Bill { total: paid }); Bill { guest, total } if total > mean; }
        then { insert logical Rich(guest.clone()); }
    }

    #[once]
    rule helped {
        when { cook @ Cook; Cook { id, helps: Some(other) } if other == cook.handle(); }
        then { log.push(format!("{id} helps {}", cook.id)); }
    }

    #[on_change(n)]
    rule praise {
        when { n = count(Cook { id, skill } if id > 0) by (skill); }
        then { insert Praise { skill, helpers: n }; }
    }

    #[salience(1)]
    rule call {
        when {
            names = accumulate(Roll, guest for Hungry(guest));
            for letter: char in names.chars().rev().take(2);
        }
        then { log.push(format!("calls {letter} of {names}")); }
        undo { log.push(format!("has called {letter} of {names}")); }
    }

    #[on_change(names.len())]
    rule count {
        when { Cook { id: 1 }; names = accumulate(Roll, guest for Hungry(guest)); }
        then { log.push(format!("counts {}", names.len())); }
    }

    group evening {
        #[auto_focus]
        rule close {
            when { Rich(guest); dear = max_by(dish.price for dish @ Dish); }
            then { log.push(format!("{guest} leaves {}", dear.id)); halt; }
        }
    }
}

/// A kitchen before anything is cooked.
#[must_use]
pub fn kitchen() -> Kitchen {
    let mut kitchen = Kitchen::new(Vec::new(), 7);
    let dish = |id| Dish {
        id,
        price: f64::from(id * 7 % 5) + 0.1,
        cooked: false,
    };
    kitchen.insert_all((1..8).map(dish));
    let first = kitchen.insert(Cook {
        id: 1,
        skill: 3,
        helps: None,
    });
    let cook = |(id, skill)| Cook {
        id,
        skill,
        helps: Some(first),
    };
    kitchen.insert_all([(2, 1), (3, 3)].map(cook));
    kitchen.insert_all(["Ann", "Bob", "Cid", "Dee", "Eve"].map(|name| Hungry(name.into())));
    kitchen
}

/// Everything that can be seen of a kitchen.
#[must_use]
pub fn told<L>(kitchen: &Kitchen<L>) -> String
where
    L: rules_runtime::Listener,
{
    let mut text = String::new();
    macro_rules! tell {
        ($($fact:ident),*) => {$(
            for (handle, fact) in kitchen.handles::<$fact>().zip(kitchen.facts::<$fact>()) {
                _ = writeln!(text, "{handle:?} {fact:?}");
            }
        )*};
    }
    tell!(Dish, Cook, Hungry, Bill, Rich, Praise);
    for activation in kitchen.agenda() {
        _ = writeln!(text, "{:?} {:?}", activation.rule(), activation.facts());
    }
    let KitchenGlobals { log, seed } = kitchen.globals();
    _ = writeln!(text, "{log:?} {seed}");
    text
}
