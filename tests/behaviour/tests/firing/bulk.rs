//! Rules that do nothing but insert fire in bulk, without tokens and agenda, where nobody listens. Nothing that can
//! be seen tells: each session here is compared with one that differs only in that it has a listener.

use std::fmt::Debug;

use behaviour::{below, fuse};
use rules_runtime::{Listener, rules};

/// It hears nothing, but is there.
struct Deaf;

impl Listener for Deaf {}

/// The same value, or a panic.
fn fused(value: u8) -> u8 {
    fuse::called();
    value
}

rules! {
    #[allow(rules::cross_product)]
    ruleset Relations;

    #[unique]
    fact Edge(u8, u8);
    #[unique]
    fact Path(u8, u8);
    #[unique]
    fact Both(u8, u8);
    fact Sum(u8);
    fact Barrier(u8);
    global log: Vec<(&'static str, u8, u8)>;

    rule an_edge_is_a_path {
        when { Edge(a, b); }
        then { insert Path(a, b); }
    }
    rule an_edge_leads_on {
        when { Edge(a, b); Path(b, c); }
        then { insert Path(a, fused(c)); }
    }
    rule both_ways {
        when { Path(a, b); Path(b, a); }
        then { insert Both(a, b); }
    }
    rule from_both {
        when { Edge(p, a); Both(p, q); Edge(q, b) if a < b; }
        then { insert Both(a, b); }
    }
    rule sums {
        when { Path(a, b) if (a + b) % 4 == 0; let sum = a + b; }
        then { insert Sum(sum); }
    }
    #[salience(1)]
    rule closes {
        when { Path(a, a); not Barrier(a); }
        then { log.push(("closes", a, a)); insert Barrier(a); }
    }
    rule is_seen {
        when { Both(a, b); exists Sum(c) if c > a; }
        then { log.push(("is_seen", a, b)); }
    }
    #[salience(-1)]
    rule counts {
        when { Barrier(a); n = count(Path(a, _)); }
        then { log.push(("counts", a, n as u8)); }
    }
    #[salience(-1)]
    rule cuts {
        when { Barrier(a); edge @ Edge(a, b) if b % 3 == 1; Sum(b); }
        then { log.push(("cuts", a, b)); retract edge; }
    }
    #[salience(-2)]
    rule one_way {
        when { Edge(a, b); not Path(b, a); }
        then { log.push(("one_way", a, b)); }
    }
    group alarms {
        #[auto_focus]
        rule alarm {
            when { Sum(n); Edge(n, c) if n > 1; }
            then { log.push(("alarm", n, c)); }
        }
    }
}

/// What can be seen of a session.
fn look<L: Listener>(session: &Relations<L>) -> Vec<String> {
    fn shown<T: Debug>(facts: impl Iterator<Item = T>) -> String {
        format!("{:?}", facts.collect::<Vec<T>>())
    }
    #[cfg(debug_assertions)]
    session.__verify();
    let agenda = session
        .agenda()
        .map(|pending| format!("{:?} {:?}", pending.rule(), pending.facts()));
    vec![
        shown(session.facts::<Edge>()),
        shown(session.facts::<Path>()),
        shown(session.facts::<Both>()),
        shown(session.facts::<Sum>()),
        shown(session.facts::<Barrier>()),
        shown(session.globals().log.iter()),
        shown(agenda),
    ]
}

/// What comes of random changes and runs.
fn play<L: Listener>(mut session: Relations<L>, mut seed: u64) -> Vec<Vec<String>> {
    let mut looks = vec![];
    let nodes = 3 + below(&mut seed, 5);
    for _ in 0..40 {
        let n = below(&mut seed, 1 << 20);
        let (a, b) = ((n / 16 % nodes) as u8, (n / 256 % nodes) as u8);
        match n % 16 {
            0..=5 => {
                session.insert(Edge(a, b));
            }
            6 => {
                session.insert_all([Edge(a, b), Edge(b, a), Edge(a, 1)]);
            }
            7 => {
                let path = session.handles::<Path>().nth(usize::from(a));
                if let Some(path) = path {
                    session.retract(path).unwrap();
                }
            }
            8 => {
                let edge = session.handles::<Edge>().nth(usize::from(a));
                if let Some(edge) = edge {
                    session.update(edge, |edge| edge.1 = b).unwrap();
                }
            }
            9 => {
                session.skip();
            }
            10 => {
                session.insert(Path(a, b));
            }
            11 | 12 => {
                let fired = session.run_limit(n / 4096);
                looks.push(vec![format!("{fired:?}")]);
            }
            13 => {
                let fired = session.run();
                looks.push(vec![format!("{fired:?}")]);
            }
            14 => {
                let fired = fuse::burning(u32::from(b) + 1, || session.run_limit(100));
                looks.push(vec![format!("{:?}", fired.ok())]);
            }
            _ => {
                let fired = session.step();
                looks.push(vec![format!("{fired:?}")]);
            }
        }
        looks.push(look(&session));
    }
    looks
}

#[test]
fn nothing_tells_that_rules_fire_in_bulk() {
    let mut fired = 0;
    for seed in 1..150 {
        let heard = play(Relations::builder().listener(Deaf).build(vec![]), seed);
        let unheard = play(Relations::new(vec![]), seed);
        for (step, (unheard, heard)) in unheard.iter().zip(&heard).enumerate() {
            assert_eq!(unheard, heard, "seed {seed}, after step {step}");
        }
        fired += heard
            .iter()
            .flatten()
            .filter(|line| line.contains("count:"))
            .count();
    }
    assert!(fired > 1000, "{fired}");
}
