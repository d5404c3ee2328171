//! Every placing of the queens as a match of one rule, with a pattern for each queen.

use rules_runtime::rules;

use super::answer;
use crate::measure::Run;

rules! {
    ruleset Joining;

    #[key()]
    fact Board { queens: u32 }
    fact Row(u32);
    global solutions: u64;

    rule six {
        when {
            Board { queens: 6 };
            Row(a);
            Row(b) if free(b, [a]);
            Row(c) if free(c, [a, b]);
            Row(d) if free(d, [a, b, c]);
            Row(e) if free(e, [a, b, c, d]);
            Row(f) if free(f, [a, b, c, d, e]);
        }
        then { *solutions += 1; }
    }

    rule eight {
        when {
            Board { queens: 8 };
            Row(a);
            Row(b) if free(b, [a]);
            Row(c) if free(c, [a, b]);
            Row(d) if free(d, [a, b, c]);
            Row(e) if free(e, [a, b, c, d]);
            Row(f) if free(f, [a, b, c, d, e]);
            Row(g) if free(g, [a, b, c, d, e, f]);
            Row(h) if free(h, [a, b, c, d, e, f, g]);
        }
        then { *solutions += 1; }
    }

    rule ten {
        when {
            Board { queens: 10 };
            Row(a);
            Row(b) if free(b, [a]);
            Row(c) if free(c, [a, b]);
            Row(d) if free(d, [a, b, c]);
            Row(e) if free(e, [a, b, c, d]);
            Row(f) if free(f, [a, b, c, d, e]);
            Row(g) if free(g, [a, b, c, d, e, f]);
            Row(h) if free(h, [a, b, c, d, e, f, g]);
            Row(i) if free(i, [a, b, c, d, e, f, g, h]);
            Row(j) if free(j, [a, b, c, d, e, f, g, h, i]);
        }
        then { *solutions += 1; }
    }
}

/// Whether none of the queens before attacks the next one on this row.
fn free<const N: usize>(row: u32, before: [u32; N]) -> bool {
    let mut distances = (1..=N as u32).rev().zip(before);
    distances.all(|(distance, there)| there != row && there.abs_diff(row) != distance)
}

pub(super) fn run(queens: u32) -> Run {
    Run::time(|| {
        let mut session = Joining::new(0);
        session.insert_all((1..=queens).map(Row));
        session.insert(Board { queens });
        let fired = session.run();
        (Some(fired.count), answer(session.globals().solutions, []))
    })
}
