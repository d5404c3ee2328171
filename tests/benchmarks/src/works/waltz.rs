//! Waltz: the edges of a line drawing are labelled as boundaries, convex or concave.
//!
//! The first work spreads labels by rules of its own; the second, as `WaltzDB` does, filters a database of legal
//! labellings. Drawing, rules and database are our own, so the firings are not those of the well-known programs;
//! they are the same in both languages, and every label of every edge is checked.

use std::fmt::Write as _;
use std::process::Command;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod plain;
mod scene;

#[allow(
    unreachable_pub,
    reason = "the rules name the session, and name it public"
)]
mod labelling {
    rules_runtime::include_rules!("waltz");
}

#[allow(
    unreachable_pub,
    reason = "the rules name the session, and name it public"
)]
mod filtering {
    rules_runtime::include_rules!("waltz_db");
}

use scene::{LEGAL, Label, Stage};

pub(super) const LABELLING: Work = Work {
    name: "waltz",
    title: "Waltz: labels spread over a line drawing",
    size: "regions",
    sizes: &[12, 25, 50],
    per: None,
    same_firings: true,
    contenders: &[
        Contender::ours(label),
        Contender::other("CLIPS", |regions| {
            clips("waltz", include_str!("../../clips/labelling.clp"), regions)
        }),
        Contender::rust("Rust", plain::label),
    ],
};

pub(super) const FILTERING: Work = Work {
    name: "waltz_db",
    title: "WaltzDB: legal labellings are filtered",
    size: "regions",
    sizes: &[4, 8, 16, 50],
    per: None,
    same_firings: false,
    contenders: &[
        Contender::ours(filter),
        Contender::other("CLIPS", |regions| {
            clips(
                "waltz_db",
                include_str!("../../clips/filtering.clp"),
                regions,
            )
        }),
        Contender::rust("Rust", plain::filter),
    ],
};

/// What contenders must agree on.
fn answer(labels: impl IntoIterator<Item = Label>) -> u64 {
    let weigh = |label| match label {
        Label::Boundary => 1_000_000,
        Label::Convex => 1,
    };
    labels.into_iter().map(weigh).sum()
}

fn label(regions: u32) -> Run {
    use labelling::{Labelled, Line, Outline, Progress, Waltz};

    let lines = scene::lines(regions);
    let mut session = Waltz::new();
    let mut run = Run::time(|| {
        session.insert_all(lines.iter().map(|&(from, to, _)| Line { from, to }));
        session.insert_all(scene::outlines(regions).map(|point| Outline { point }));
        session.insert(Progress {
            stage: Stage::Duplicate,
        });
        (Some(session.run().count), 0)
    });
    let labels = session.facts::<Labelled>();
    let labels: Vec<_> = labels
        .map(|edge| (edge.from, edge.to, edge.label))
        .collect();
    run.answer = scene::check(regions, &labels);
    run
}

fn filter(regions: u32) -> Run {
    use filtering::{Legal, Line, Offer, Outline, Progress, WaltzDb};

    let lines = scene::lines(regions);
    let mut session = WaltzDb::new();
    let mut run = Run::time(|| {
        session.insert_all(
            (0..)
                .zip(LEGAL)
                .map(|(id, (kind, [first, middle, last]))| Legal {
                    id,
                    kind,
                    first,
                    middle,
                    last,
                }),
        );
        session.insert_all(lines.iter().map(|&(from, to, _)| Line { from, to }));
        session.insert_all(scene::outlines(regions).map(|point| Outline { point }));
        session.insert(Progress {
            stage: Stage::Duplicate,
        });
        (Some(session.run().count), 0)
    });
    let offers = session.facts::<Offer>();
    let labels: Vec<_> = offers
        .map(|offer| (offer.base, offer.to, offer.sign.label()))
        .collect();
    run.answer = scene::check(regions, &labels);
    run
}

fn clips(name: &str, rules: &str, regions: u32) -> Result<Command, String> {
    let mut facts = String::from("(deffacts drawing");
    for (id, (kind, [first, middle, last])) in LEGAL.into_iter().enumerate() {
        let [kind, first, middle, last] = [
            format!("{kind:?}"),
            format!("{first:?}"),
            format!("{middle:?}"),
            format!("{last:?}"),
        ];
        let _ = write!(
            facts,
            "\n  (legal (id {id}) (kind {kind}) (first {first}) (middle {middle}) (last {last}))"
        );
    }
    for (from, to, _) in scene::lines(regions) {
        let _ = write!(facts, "\n  (line (from {from}) (to {to}))");
    }
    for point in scene::outlines(regions) {
        let _ = write!(facts, "\n  (outline (point {point}))");
    }
    facts.push_str("\n  (progress (stage duplicate)))");
    let program = format!("{}\n{rules}", include_str!("../../clips/drawing.clp"));
    clips::command(name, &program, &facts)
}
