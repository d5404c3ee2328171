//! What has been seen, by the lines of the files in which it is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::seen::{Condition, Rule, Seen};

/// The files, each with its lines.
pub(super) type Files<'s> = BTreeMap<&'s Path, File<'s>>;

/// A file.
#[derive(Debug, Default)]
pub(super) struct File<'s> {
    /// Its rules, each with the name of its ruleset.
    pub(super) rules: Vec<(&'s str, &'s Rule)>,
    /// What stands on its lines.
    pub(super) lines: BTreeMap<u64, Line<'s>>,
}

/// What stands on a line.
#[derive(Debug, Default)]
pub(super) struct Line<'s> {
    /// How often the rules that begin there fired.
    pub(super) rules: Vec<(String, u64)>,
    /// Whether the rows of tables that stand there held.
    pub(super) rows: Vec<(String, bool)>,
    /// The conditions that begin there.
    pub(super) conditions: Vec<&'s Condition>,
}

/// How much has been seen of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// All.
    All,
    /// Some.
    Some,
    /// Nothing.
    Nothing,
}

impl Line<'_> {
    /// How often it was executed, as others count: how often its rules fired, else whether its rows held or its conditions
    /// were true.
    pub(super) fn count(&self) -> u64 {
        if self.rules.is_empty() {
            let held = self.rows.iter().any(|&(_, held)| held);
            u64::from(held || self.conditions.iter().any(|one| one.was_true))
        } else {
            self.rules.iter().map(|(_, fired)| fired).sum()
        }
    }

    pub(super) fn state(&self) -> State {
        let fired = self.rules.iter().map(|&(_, fired)| fired > 0);
        let held = self.rows.iter().map(|&(_, held)| held);
        let covered = self.conditions.iter().map(|one| one.is_covered());
        if fired.chain(held).chain(covered).all(|is| is) {
            State::All
        } else if self.count() == 0 {
            State::Nothing
        } else {
            State::Some
        }
    }

    /// What is to be said of it.
    pub(super) fn notes(&self) -> String {
        let rules = self.rules.iter().map(|(what, fired)| match fired {
            0 => format!("{what} never fired"),
            _ => format!("{what} fired {fired}×"),
        });
        let rows = self.rows.iter().filter(|(_, held)| !held);
        let rows = rows.map(|(what, _)| format!("{what} never held"));
        let conditions = self.conditions.iter().filter(|one| !one.is_covered());
        let conditions = conditions.map(|one| format!("`{}` {}", one.text, one.missing()));
        let notes: Vec<String> = rules.chain(rows).chain(conditions).collect();
        notes.join("; ")
    }
}

/// What has been seen, by files and lines.
pub(super) fn files(seen: &Seen) -> Files<'_> {
    let mut files = Files::new();
    for (key, rules) in &seen.rulesets {
        for rule in rules {
            let file = files.entry(&rule.file).or_default();
            file.rules.push((&key.ruleset, rule));
            let line = file.lines.entry(rule.line).or_default();
            line.rules
                .push((format!("rule `{}`", rule.name), rule.fired));
            for condition in &rule.conditions {
                let line = file.lines.entry(condition.line).or_default();
                line.conditions.push(condition);
            }
        }
    }
    for (key, table) in &seen.tables {
        let Some(rows_file) = &table.rows_file else {
            continue;
        };
        let file = files.entry(rows_file).or_default();
        for row in &table.rows {
            let line = file.lines.entry(row.line).or_default();
            let what = format!("{} of table `{}`", row.label(), key.name);
            line.rows.push((what, row.held));
        }
    }
    for file in files.values_mut() {
        file.rules.sort_by_key(|(_, rule)| rule.line);
    }
    files
}

/// A path as the reader calls it: from the directory in which the command runs, if it is below that.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path: PathBuf = path.strip_prefix(here).unwrap_or(path).to_owned();
    path.display().to_string()
}
