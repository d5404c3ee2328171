//! A tree of joins over random tables, in the shape of the first join test of `OpenRuleBench` (S. Liang, P. Fodor, H. Wan,
//! M. Kifer, *`OpenRuleBench`: An Analysis of the Performance of Rule Engines*, 2009): four derived relations over five given
//! ones, each a join of two, with equal results kept once.

use std::fmt::Write as _;
use std::process::Command;

use ascent::ascent_run;
use rules_runtime::rules;

use super::graph::pairs;
use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "open_joins",
    title: "A tree of joins over five random tables",
    size: "rows of a table",
    sizes: &[500, 1_000, 2_000],
    per: None,
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips),
        Contender::rust("ascent", ascent),
        Contender::rust("crepe", crepe),
        Contender::rust("Rust", plain),
    ],
};

/// The values of a column are below this.
const VALUES: u32 = 500;

/// The five tables.
fn tables(rows: u32) -> [Vec<(u32, u32)>; 5] {
    let mut random = fastrand::Rng::with_seed(41);
    [(); 5].map(|()| pairs(&mut random, VALUES, rows as usize, |x, y| Some((x, y))))
}

rules! {
    ruleset Joins;

    fact C2(u32, u32);
    fact C3(u32, u32);
    fact C4(u32, u32);
    fact D1(u32, u32);
    fact D2(u32, u32);
    #[unique]
    fact C1(u32, u32);
    #[unique]
    fact B1(u32, u32);
    #[unique]
    fact B2(u32, u32);
    #[unique]
    fact A(u32, u32);

    rule c1 {
        when { D1(x, z); D2(z, y); }
        then { insert C1(x, y); }
    }
    rule b1 {
        when { C1(x, z); C2(z, y); }
        then { insert B1(x, y); }
    }
    rule b2 {
        when { C3(x, z); C4(z, y); }
        then { insert B2(x, y); }
    }
    rule a {
        when { B1(x, z); B2(z, y); }
        then { insert A(x, y); }
    }
}

fn ours(rows: u32) -> Run {
    let [c2, c3, c4, d1, d2] = tables(rows);
    Run::time(|| {
        let mut session = Joins::new();
        session.insert_all(c2.into_iter().map(|(x, y)| C2(x, y)));
        session.insert_all(c3.into_iter().map(|(x, y)| C3(x, y)));
        session.insert_all(c4.into_iter().map(|(x, y)| C4(x, y)));
        session.insert_all(d1.into_iter().map(|(x, y)| D1(x, y)));
        session.insert_all(d2.into_iter().map(|(x, y)| D2(x, y)));
        let fired = session.run();
        (Some(fired.count), session.len::<A>() as u64)
    })
}

fn clips(rows: u32) -> Result<Command, String> {
    let mut facts = String::from("(deffacts tables");
    for (name, table) in ["c2", "c3", "c4", "d1", "d2"].iter().zip(tables(rows)) {
        for (x, y) in table {
            let _ = write!(facts, "\n  ({name} (x {x}) (y {y}))");
        }
    }
    facts.push(')');
    let program = include_str!("../../clips/open_joins.clp");
    clips::command("open_joins", program, &facts)
}

fn ascent(rows: u32) -> Run {
    let [second, third, fourth, left, right] = tables(rows);
    Run::time(|| {
        let program = ascent_run! {
            relation c2(u32, u32) = second; relation c3(u32, u32) = third; relation
            c4(u32, u32) = fourth; relation d1(u32, u32) = left; relation d2(u32,
            u32) = right; relation c1(u32, u32); relation b1(u32, u32); relation
            b2(u32, u32); relation a(u32, u32); c1(x, y) <-- d1(x, z), d2(z, y); b1(x, y)
            <-- c1(x, z), c2(z, y); b2(x, y) <-- c3(x, z), c4(z, y); a(x, y) <-- b1(x,
            z), b2(z, y);
        };
        (None, program.a.len() as u64)
    })
}

mod datalog {
    crepe::crepe! {
        @ input pub (super) struct C2(pub (super) u32, pub (super) u32); @ input pub
        (super) struct C3(pub (super) u32, pub (super) u32); @ input pub (super) struct
        C4(pub (super) u32, pub (super) u32); @ input pub (super) struct D1(pub (super)
        u32, pub (super) u32); @ input pub (super) struct D2(pub (super) u32, pub (super)
        u32); struct C1(u32, u32); struct B1(u32, u32); struct B2(u32, u32); @ output pub
        (super) struct A(pub (super) u32, pub (super) u32); C1(x, y) <- D1(x, z), D2(z,
        y); B1(x, y) <- C1(x, z), C2(z, y); B2(x, y) <- C3(x, z), C4(z, y); A(x, y) <-
        B1(x, z), B2(z, y);
    }
}

fn crepe(rows: u32) -> Run {
    let [c2, c3, c4, d1, d2] = tables(rows);
    Run::time(|| {
        let mut runtime = datalog::Crepe::new();
        runtime.extend(c2.into_iter().map(|(x, y)| datalog::C2(x, y)));
        runtime.extend(c3.into_iter().map(|(x, y)| datalog::C3(x, y)));
        runtime.extend(c4.into_iter().map(|(x, y)| datalog::C4(x, y)));
        runtime.extend(d1.into_iter().map(|(x, y)| datalog::D1(x, y)));
        runtime.extend(d2.into_iter().map(|(x, y)| datalog::D2(x, y)));
        let (found,) = runtime.run();
        (None, found.len() as u64)
    })
}

/// Joins two tables on the inner columns, and keeps equal rows once.
fn joined(left: &[(u32, u32)], right: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut by_first = vec![Vec::new(); VALUES as usize];
    for &(z, y) in right {
        by_first[z as usize].push(y);
    }
    let mut there = vec![false; (VALUES * VALUES) as usize];
    let mut rows = Vec::new();
    for &(x, z) in left {
        for &y in &by_first[z as usize] {
            let known = &mut there[(x * VALUES + y) as usize];
            if !*known {
                *known = true;
                rows.push((x, y));
            }
        }
    }
    rows
}

fn plain(rows: u32) -> Run {
    let [c2, c3, c4, d1, d2] = tables(rows);
    Run::time(|| {
        let b1 = joined(&joined(&d1, &d2), &c2);
        let b2 = joined(&c3, &c4);
        (None, joined(&b1, &b2).len() as u64)
    })
}
