//! LCOV: rules as functions, what conditions can be as branches, and the lines of both.

use std::fmt::Write as _;
use std::path::Path;

use super::lines::{self, File};
use super::seen::Seen;

/// All files, a record each.
pub(super) fn lcov(seen: &Seen) -> String {
    let mut out = String::new();
    for (path, file) in lines::files(seen) {
        write_record(path, &file, &mut out);
    }
    out
}

fn write_record(path: &Path, file: &File<'_>, out: &mut String) {
    // What reads it looks for the file from anywhere.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    _ = writeln!(out, "TN:\nSF:{}", path.display());
    for (ruleset, rule) in &file.rules {
        _ = writeln!(out, "FN:{},{ruleset}::{}", rule.line, rule.name);
    }
    for (ruleset, rule) in &file.rules {
        _ = writeln!(out, "FNDA:{},{ruleset}::{}", rule.fired, rule.name);
    }
    if !file.rules.is_empty() {
        let hit = file.rules.iter().filter(|(_, rule)| rule.fired > 0);
        _ = writeln!(out, "FNF:{}\nFNH:{}", file.rules.len(), hit.count());
    }
    write_branches(file, out);
    for (number, line) in &file.lines {
        _ = writeln!(out, "DA:{number},{}", line.count());
    }
    let hit = file.lines.values().filter(|line| line.count() > 0);
    _ = writeln!(
        out,
        "LF:{}\nLH:{}\nend_of_record",
        file.lines.len(),
        hit.count()
    );
}

/// Two branches for each condition that may fail: true, then false. What was never reached has `-`.
fn write_branches(file: &File<'_>, out: &mut String) {
    let (mut found, mut hit) = (0, 0);
    for (number, line) in &file.lines {
        let conditions = line
            .conditions
            .iter()
            .filter(|condition| condition.may_fail);
        for (block, condition) in conditions.enumerate() {
            let was_reached = condition.was_true || condition.was_false;
            for (branch, was) in [condition.was_true, condition.was_false]
                .into_iter()
                .enumerate()
            {
                let taken = match (was_reached, was) {
                    (false, _) => "-",
                    (true, false) => "0",
                    (true, true) => "1",
                };
                _ = writeln!(out, "BRDA:{number},{block},{branch},{taken}");
                found += 1;
                hit += u32::from(was);
            }
        }
    }
    if found > 0 {
        _ = writeln!(out, "BRF:{found}\nBRH:{hit}");
    }
}
