//! Writes what has been seen: as lines to be read, and as JSON for the command that adds up processes.

use alloc::string::String;
use core::fmt;
use core::sync::atomic::Ordering;

use super::Coverage;
use super::seen::{ConditionCoverage, RuleCoverage, RulesetCoverage};
use crate::inspect::coverage::places::CoveredTable;
use crate::inspect::json::Json;
use crate::inspect::metadata::Position;

/// Writes where something stands.
fn write_position(position: Position, json: &mut Json) {
    json.key("file");
    json.string(position.file);
    json.key("line");
    json.number(position.line);
}

/// Writes which rows of a table have held.
pub(crate) fn write_table(table: &CoveredTable, json: &mut Json) {
    json.object(|json| {
        json.key("ruleset");
        json.string(table.ruleset);
        json.key("package");
        json.string(table.package.unwrap_or_default());
        json.key("name");
        json.string(table.name);
        write_position(table.position, json);
        json.key("source");
        json.string(table.source.unwrap_or_default());
        json.key("rows");
        json.array(|json| {
            for (row, held) in table.rows.iter().zip(table.held) {
                json.object(|json| {
                    json.key("number");
                    json.number(row.number);
                    json.key("line");
                    json.number(row.line);
                    json.key("text");
                    json.string(row.text);
                    json.key("held");
                    json.number(held.load(Ordering::Relaxed));
                });
            }
        });
    });
}

impl RulesetCoverage {
    /// Writes what has been seen of a ruleset.
    pub(crate) fn write(&self, json: &mut Json) {
        json.object(|json| {
            json.key("name");
            json.string(self.name);
            json.key("package");
            json.string(self.package.unwrap_or_default());
            json.key("rules");
            json.array(|json| self.rules.iter().for_each(|rule| rule.write(json)));
        });
    }
}

impl RuleCoverage {
    fn write(&self, json: &mut Json) {
        json.object(|json| {
            json.key("name");
            json.string(self.name);
            write_position(self.position, json);
            json.key("fired");
            json.number(self.fired);
            json.key("conditions");
            json.array(|json| self.conditions.iter().for_each(|one| one.write(json)));
        });
    }
}

impl ConditionCoverage {
    fn write(&self, json: &mut Json) {
        json.object(|json| {
            json.key("text");
            json.string(self.text);
            for (key, number) in [
                ("depth", self.depth as u32),
                ("line", self.position.line),
                ("column", self.position.column),
            ] {
                json.key(key);
                json.number(number);
            }
            for (key, is) in [
                ("fails", self.may_fail),
                ("true", self.was_true),
                ("false", self.was_false),
            ] {
                json.key(key);
                json.number(is);
            }
        });
    }

    /// What has not been seen of it.
    fn missing(&self) -> &'static str {
        match (self.was_true, self.was_false) {
            (false, false) => "was never reached",
            (false, true) => "was never true",
            _ => "was never false",
        }
    }
}

/// A paragraph for each ruleset: how much has been seen, then a line for each rule that has not fired, and for each
/// condition of which something is missing.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ruleset in &self.rulesets {
            let fired = ruleset.rules.iter().filter(|rule| rule.fired > 0).count();
            let conditions = ruleset.rules.iter().flat_map(|rule| &rule.conditions);
            let (mut all, mut covered) = (0, 0);
            for condition in conditions {
                all += 1;
                covered += usize::from(condition.is_covered());
            }
            let (name, rules) = (ruleset.name, ruleset.rules.len());
            writeln!(
                f,
                "{name}: {fired} of {rules} rules fired, {covered} of {all} conditions and tests were seen true and false"
            )?;
            for rule in &ruleset.rules {
                let missing = rule.conditions.iter().filter(|one| !one.is_covered());
                let mut lines = String::new();
                for one in missing {
                    let (position, text) = (one.position, one.text);
                    fmt::Write::write_fmt(
                        &mut lines,
                        format_args!("        {position}: `{text}` {}\n", one.missing()),
                    )?;
                }
                if rule.fired > 0 && lines.is_empty() {
                    continue;
                }
                let times = match rule.fired {
                    0 => "never fired",
                    _ => "fired",
                };
                write!(f, "    {}: `{}` {times}\n{lines}", rule.position, rule.name)?;
            }
        }
        Ok(())
    }
}
