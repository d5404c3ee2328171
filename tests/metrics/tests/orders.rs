//! Builds that go by a profile: in whatever order searches look facts up, they find the same.

use std::collections::{BTreeMap, BTreeSet};

use rules_runtime::Handle;

mod shop {
    #[derive(Debug, Clone)]
    pub(crate) struct Order {
        pub(crate) id: u8,
        pub(crate) customer: u8,
    }
    #[derive(Debug, Clone)]
    pub(crate) struct Item {
        pub(crate) order: u8,
        pub(crate) article: u8,
        pub(crate) count: u8,
    }
    #[derive(Debug, Clone)]
    pub(crate) struct Blocked {
        pub(crate) customer: u8,
    }
    #[derive(Debug, Clone)]
    pub(crate) struct Stock {
        pub(crate) article: u8,
        pub(crate) left: u8,
    }
    #[derive(Debug, Clone)]
    pub(crate) struct Customer {
        pub(crate) id: u8,
        pub(crate) country: u8,
    }
    #[derive(Debug, Clone)]
    pub(crate) struct Price {
        pub(crate) article: u8,
        pub(crate) country: u8,
        pub(crate) least: u8,
    }
    #[derive(Debug, Clone)]
    pub(crate) struct Held {
        pub(crate) order: u8,
    }
}

use shop::{Blocked, Customer, Held, Item, Order, Price, Stock};

/// What a rule has logged: its name, and two numbers of its match.
type Logged = (&'static str, u8, u8);

/// Facts of every type.
#[derive(Debug, Default)]
struct Facts {
    orders: Vec<Handle<Order>>,
    items: Vec<Handle<Item>>,
    blocked: Vec<Handle<Blocked>>,
    stocks: Vec<Handle<Stock>>,
    customers: Vec<Handle<Customer>>,
    prices: Vec<Handle<Price>>,
    held: Vec<Handle<Held>>,
}

/// A session, with what is in it.
struct Driven<S> {
    session: S,
    facts: Facts,
}

trait Shop {
    /// Changes something, as a random number generator says.
    fn change(&mut self, random: &mut fastrand::Rng);
    /// Runs it. Returns what rules have logged.
    fn run(&mut self) -> Vec<Logged>;
}

/// Inserts a fact, gives one another value, or retracts one.
macro_rules! change {
    ($driven:ident.$facts:ident, $random:ident, $fact:expr) => {{
        let Driven { session, facts } = $driven;
        let facts = &mut facts.$facts;
        let fact = $fact;
        let place = $random.usize(0..facts.len().max(1));
        match $random.u8(0..4) {
            0 if !facts.is_empty() => {
                session.retract(facts.swap_remove(place)).unwrap();
            }
            1 if !facts.is_empty() => {
                session.update(facts[place], |of| *of = fact).unwrap();
            }
            _ => facts.push(session.insert(fact)),
        }
    }};
}

macro_rules! shops {
    ($($module:ident $ruleset:ident $file:literal,)*) => {
        $(
            #[allow(unreachable_pub, reason = "a ruleset of a file is for all")]
            mod $module {
                include!(concat!(env!("OUT_DIR"), $file));
            }

            impl Shop for Driven<$module::$ruleset> {
                fn change(&mut self, random: &mut fastrand::Rng) {
                    let mut number = |below: u8| random.u8(0..below);
                    let [id, article, customer, country] = [6, 5, 4, 2].map(&mut number);
                    let [count, left] = [4, 3].map(&mut number);
                    match number(7) {
                        0 => change!(self.orders, random, Order { id, customer }),
                        1 => change!(self.items, random, Item { order: id, article, count }),
                        2 => change!(self.blocked, random, Blocked { customer }),
                        3 => change!(self.stocks, random, Stock { article, left }),
                        4 => change!(self.customers, random, Customer { id: customer, country }),
                        5 => change!(self.prices, random, Price { article, country, least: count }),
                        _ => change!(self.held, random, Held { order: id }),
                    }
                }

                fn run(&mut self) -> Vec<Logged> {
                    self.session.run();
                    std::mem::take(&mut self.session.globals_mut().log)
                }
            }
        )*

        fn shops() -> Vec<Box<dyn Shop>> {
            vec![$(Box::new(Driven { session: $module::$ruleset::new(Vec::new()), facts: Facts::default() })),*]
        }

        /// The generated code of each.
        const CODE: &[&str] = &[$(include_str!(concat!(env!("OUT_DIR"), $file))),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/shops.rs"));

#[test]
fn the_same_fires_in_the_same_order() {
    let mut fired = BTreeMap::new();
    for seed in 0..20 {
        let mut shops = shops();
        for changes in 0..120 {
            let change = |shop: &mut Box<dyn Shop>| {
                let mut random = fastrand::Rng::with_seed(1_000 * seed + changes / 3);
                for _ in 0..=changes % 3 {
                    shop.change(&mut random);
                }
                shop.run()
            };
            let (first, others) = shops.split_first_mut().unwrap();
            let logged = change(first);
            for (number, other) in others.iter_mut().enumerate() {
                assert_eq!(change(other), logged, "seed {seed}, shop {}", number + 1);
            }
            for (rule, ..) in logged {
                *fired.entry(rule).or_insert(0) += 1;
            }
        }
    }
    assert!(
        fired.len() == 3 && fired.values().all(|&times| times > 100),
        "{fired:?}"
    );
}

#[test]
fn the_orders_are_different_ones() {
    let of_searches = |code: &'static str| -> Vec<&str> {
        let lines = code.lines().map(str::trim);
        let lines =
            lines.filter(|line| line.starts_with("condition: ") || line.starts_with("from: "));
        lines.collect()
    };
    let orders: BTreeSet<Vec<&str>> = CODE.iter().copied().map(of_searches).collect();
    assert!(orders.len() > 6, "{orders:?}");
}
