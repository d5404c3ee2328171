//! Coverage as a table to be read.

use std::fmt::Write as _;

use super::lines::shown;
use super::seen::{Key, Rule, Seen, Table};

/// How much of how much.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Share {
    pub(super) of: usize,
    pub(super) all: usize,
}

impl Share {
    pub(super) fn add(&mut self, is: bool) {
        self.of += usize::from(is);
        self.all += 1;
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.of, self.all)
    }
}

/// What has been seen in all.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) rules: Share,
    pub(super) conditions: Share,
    pub(super) rows: Share,
}

impl Totals {
    pub(super) fn of(seen: &Seen) -> Self {
        let mut totals = Totals::default();
        for rule in seen.rulesets.values().flatten() {
            totals.rules.add(rule.fired > 0);
            for condition in &rule.conditions {
                totals.conditions.add(condition.is_covered());
            }
        }
        for row in seen.tables.values().flat_map(|table| &table.rows) {
            totals.rows.add(row.held);
        }
        totals
    }

    /// In a line.
    pub(super) fn line(&self) -> String {
        let Totals {
            rules,
            conditions,
            rows,
        } = self;
        let mut line = format!(
            "{rules} rules fired, {conditions} conditions and tests were seen true and false"
        );
        if rows.all > 0 {
            _ = write!(line, ", {rows} rows of tables held");
        }
        line
    }
}

/// A paragraph for each ruleset and each table, then the totals.
pub(super) fn text(seen: &Seen) -> String {
    let mut out = String::new();
    for (key, rules) in &seen.rulesets {
        _ = writeln!(out, "{}  {}", key.ruleset, shown(&key.file));
        write_rules(rules, &mut out);
        out.push('\n');
    }
    for (key, table) in &seen.tables {
        write_table(key, table, &mut out);
        out.push('\n');
    }
    out + &Totals::of(seen).line() + "\n"
}

fn write_rules(rules: &[Rule], out: &mut String) {
    let shares: Vec<String> = rules.iter().map(|rule| share(rule).to_string()).collect();
    let fired: Vec<String> = rules.iter().map(|rule| rule.fired.to_string()).collect();
    let width = |texts: &mut dyn Iterator<Item = usize>, head: &str| {
        texts.max().unwrap_or_default().max(head.len())
    };
    let names = width(
        &mut rules.iter().map(|rule| rule.name.chars().count()),
        "rule",
    );
    let counts = width(&mut fired.iter().map(String::len), "fired");
    let widest = width(&mut shares.iter().map(String::len), "true and false");
    _ = writeln!(
        out,
        "    {:names$}  {:>counts$}  {:>widest$}",
        "rule", "fired", "true and false"
    );
    for ((rule, fired), share) in rules.iter().zip(fired).zip(shares) {
        _ = writeln!(
            out,
            "    {:names$}  {fired:>counts$}  {share:>widest$}",
            rule.name
        );
        for condition in rule.conditions.iter().filter(|one| !one.is_covered()) {
            _ = writeln!(
                out,
                "        {}:{}  `{}` {}",
                condition.line,
                condition.column,
                condition.text,
                condition.missing()
            );
        }
    }
}

fn share(rule: &Rule) -> Share {
    let mut share = Share::default();
    for condition in &rule.conditions {
        share.add(condition.is_covered());
    }
    share
}

fn write_table(key: &Key, table: &Table, out: &mut String) {
    let mut share = Share::default();
    for row in &table.rows {
        share.add(row.held);
    }
    let place = if table.source.is_empty() {
        shown(&key.file)
    } else {
        table.source.clone()
    };
    _ = writeln!(
        out,
        "{}, table {}  {place}\n    {share} rows held",
        key.ruleset, key.name
    );
    for row in table.rows.iter().filter(|row| !row.held) {
        _ = writeln!(out, "        {} never held", row.label());
    }
}
