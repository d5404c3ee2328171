//! The comparison: contenders take turns, several rounds, and what they took is put side by side.
//!
//! A machine's speed drifts. Contenders that take turns drift together, so their ratios are taken within a
//! round, and the median ratio says more than the ratio of two medians.

use std::process::Command;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::child::{self, Measurement};
use crate::statistics::Spread;
use crate::work::{Contender, Work};

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Rounds at each size.
    pub rounds: usize,
    /// A contender that has used this at a size takes no part in further rounds.
    pub budget: Duration,
    /// A process that takes this long is ended, and its contender left out at larger sizes.
    pub limit: Duration,
}

/// What the contenders of a work took.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    pub work: &'static str,
    pub title: &'static str,
    pub size: &'static str,
    pub per: Option<&'static str>,
    pub rows: Vec<Row>,
    /// Who was left out, and why.
    pub notes: Vec<String>,
    /// What must not be: contenders that disagree.
    pub errors: Vec<String>,
}

/// A contender at a size.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub size: u32,
    pub contender: &'static str,
    /// Seconds for one operation, round by round.
    pub rounds: Vec<f64>,
    pub seconds: Spread,
    /// The contender's time over ours, within a round.
    pub ratio: Option<Spread>,
    pub firings: Option<u64>,
    pub answer: u64,
    /// Bytes at the most: the median of the rounds.
    pub memory: f64,
}

/// A contender that takes part at a size.
struct Entry<'a> {
    contender: &'a Contender,
    command: Command,
    measured: Vec<Measurement>,
    spent: Duration,
    out: bool,
}

/// Compares the contenders of a work at some of its sizes.
pub(crate) fn compare(work: &Work, sizes: &[u32], effort: Effort) -> Comparison {
    let mut comparison = Comparison {
        work: work.name,
        title: work.title,
        size: work.size,
        per: work.per,
        rows: Vec::new(),
        notes: Vec::new(),
        errors: Vec::new(),
    };
    let mut contenders: Vec<&Contender> = work.contenders.iter().collect();
    for &size in sizes {
        let mut entries = Vec::new();
        contenders.retain(|contender| {
            let entry = enter(work, contender, size);
            let stays = entry.is_ok();
            match entry {
                Ok(entry) => entries.push(entry),
                Err(note) => comparison.notes.push(note),
            }
            stays
        });
        for _ in 0..effort.rounds {
            for entry in &mut entries {
                entry.take_turn(effort);
            }
        }
        for entry in entries.iter().filter(|entry| entry.out) {
            contenders.retain(|contender| contender.name != entry.contender.name);
        }
        comparison.conclude(work, size, entries, effort);
    }
    comparison
}

fn enter<'a>(work: &Work, contender: &'a Contender, size: u32) -> Result<Entry<'a>, String> {
    Ok(Entry {
        contender,
        command: child::command(work, contender, size)?,
        measured: Vec::new(),
        spent: Duration::ZERO,
        out: false,
    })
}

impl Entry<'_> {
    fn take_turn(&mut self, effort: Effort) {
        if self.out || (self.spent > effort.budget && !self.measured.is_empty()) {
            return;
        }
        let start = Instant::now();
        match child::run(&mut self.command, effort.limit) {
            Ok(measurement) => self.measured.push(measurement),
            Err(error) => {
                eprintln!("{}: {error}", self.contender.name);
                self.out = true;
            }
        }
        self.spent += start.elapsed();
    }
}

impl Comparison {
    /// Puts the rounds at a size together.
    fn conclude(&mut self, work: &Work, size: u32, entries: Vec<Entry<'_>>, effort: Effort) {
        let ours = entries.first().map_or(Vec::new(), Entry::seconds);
        let first = self.rows.len();
        for entry in entries {
            let name = entry.contender.name;
            if entry.out {
                let limit = effort.limit.as_secs();
                let note = format!("{name} is out from {size} on: over {limit} s, or failed");
                self.notes.push(note);
            }
            let rounds = entry.seconds();
            let memory = Spread::of(entry.measured.iter().map(|one| one.memory));
            let (Some(seconds), Some(memory), Some(one)) = (
                Spread::of(rounds.iter().copied()),
                memory,
                entry.measured.first(),
            ) else {
                continue;
            };
            let ratios = rounds.iter().zip(&ours).map(|(theirs, ours)| theirs / ours);
            self.rows.push(Row {
                size,
                contender: name,
                ratio: Spread::of(ratios),
                rounds,
                seconds,
                firings: one.firings,
                answer: one.answer,
                memory: memory.median,
            });
        }
        self.check(work, first);
    }

    /// Compares what the contenders at one size came to.
    fn check(&mut self, work: &Work, first: usize) {
        let rows = &self.rows[first..];
        let Some(one) = rows.first() else { return };
        let mut errors = Vec::new();
        for row in rows {
            let at = format!("{} {}: {}", self.work, row.size, row.contender);
            if row.answer != one.answer {
                let expected = format!("{} by {}", one.answer, one.contender);
                errors.push(format!("{at} answers {}, not {expected}", row.answer));
            }
            if let (true, Some(fired), Some(expected)) =
                (work.same_firings, row.firings, one.firings)
                && fired != expected
            {
                errors.push(format!("{at} fires {fired} times, not {expected}"));
            }
        }
        self.errors.extend(errors);
    }
}

impl Entry<'_> {
    fn seconds(&self) -> Vec<f64> {
        self.measured.iter().map(|one| one.seconds).collect()
    }
}
