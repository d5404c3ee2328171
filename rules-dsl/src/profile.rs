//! What an earlier run has counted of its searches, and for which rules partial matches are kept because of it.
//!
//! The file is what `Metrics::profile` of the runtime writes. Of each line the fields stand apart by tabs:
//!
//! ```text
//! searched  ruleset  rule  condition  how many searches began there, facts they went over, matches they found
//! kept      ruleset  rule  condition
//! ```
//!
//! The lines of several runs may follow one another; what begins with `#` is a comment.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The variable that names the file.
pub const PROFILE_VARIABLE: &str = "RULES_PROFILE";

/// What an earlier run has counted; nothing, where none is given.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    rules: Arc<BTreeMap<Name, Counts>>,
}

/// A ruleset's and a rule's.
type Name = (String, String);

/// What was counted of a rule.
#[derive(Debug, Default)]
struct Counts {
    /// By the condition with whose facts they began.
    searches: BTreeMap<String, Searches>,
    /// Whether partial matches were kept.
    kept: bool,
}

#[derive(Debug, Default, Clone, Copy)]
struct Searches {
    begun: u64,
    visited: u64,
    found: u64,
}

impl Profile {
    /// The profile that the environment names, if it names one, and its path.
    ///
    /// # Errors
    ///
    /// A sentence, where the path is none, the file cannot be read, or is no profile.
    pub fn named() -> Result<Option<(PathBuf, Self)>, String> {
        let Some(path) = env::var_os(PROFILE_VARIABLE).filter(|path| !path.is_empty()) else {
            return Ok(None);
        };
        let path = PathBuf::from(path);
        let shown = path.display();
        if path.is_relative() {
            return Err(format!(
                "`{PROFILE_VARIABLE}` is `{shown}`: name the file by its whole path, for macros and build scripts run in \
                 different directories"
            ));
        }
        let text = fs::read_to_string(&path).map_err(|error| {
            format!("cannot read `{shown}`, which `{PROFILE_VARIABLE}` names: {error}")
        })?;
        let profile = Self::read(&path, &text)?;
        Ok(Some((path, profile)))
    }

    /// The profile in a text; `path` is its file, to be named in an error.
    ///
    /// # Errors
    ///
    /// A sentence that names the first line that is none of a profile's.
    pub fn read(path: &Path, text: &str) -> Result<Self, String> {
        let mut rules = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if add_line(&mut rules, line).is_none() {
                return Err(format!(
                    "`{}`, line {number}: this is no line of a profile, as `Metrics::profile` writes it",
                    path.display()
                ));
            }
        }
        Ok(Self {
            rules: Arc::new(rules),
        })
    }

    /// Whether the partial matches of a rule are to be kept, of which the conditions are these patterns.
    ///
    /// A token for each beginning of a match is made, and taken away, where facts of the earlier conditions come and go. It
    /// saves what searches from the facts of later conditions go over in vain. So it is kept where that was more.
    pub(crate) fn keeps<'t>(
        &self,
        ruleset: &str,
        rule: &str,
        conditions: impl IntoIterator<Item = &'t str>,
    ) -> bool {
        let name = (ruleset.to_owned(), rule.to_owned());
        let Some(counts) = self.rules.get(&name) else {
            return false;
        };
        if counts.searches.is_empty() {
            return counts.kept;
        }
        let searches: Vec<Searches> = conditions
            .into_iter()
            .map(|condition| {
                let counted = counts.searches.get(&one_line(condition));
                counted.copied().unwrap_or_default()
            })
            .collect();
        // To the left of the first two there are no partial matches.
        let Some((earlier, later)) = searches.split_at_checked(2) else {
            return false;
        };
        let others = searches.len() as u64 - 1;
        let wasted = later.iter().map(|of| {
            let needed = of.begun.saturating_add(others.saturating_mul(of.found));
            of.visited.saturating_sub(needed)
        });
        let all_but_last = earlier
            .iter()
            .chain(later.split_last().map_or(&[][..], |(_, rest)| rest));
        let begun: u64 = all_but_last.map(|of| of.begun).sum();
        wasted.sum::<u64>() > begun
    }
}

/// Adds what a line says; nothing, where it is none of a profile.
fn add_line(rules: &mut BTreeMap<Name, Counts>, line: &str) -> Option<()> {
    let fields: Vec<&str> = line.split('\t').collect();
    let (&word, rest) = fields.split_first()?;
    let (&ruleset, rest) = rest.split_first()?;
    let (&rule, rest) = rest.split_first()?;
    let (&condition, numbers) = rest.split_first()?;
    let numbers: Vec<u64> = numbers
        .iter()
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    let counts = rules
        .entry((ruleset.to_owned(), rule.to_owned()))
        .or_default();
    match (word, numbers.as_slice()) {
        ("searched", &[begun, visited, found]) => {
            let of = counts.searches.entry(one_line(condition)).or_default();
            of.begun = of.begun.saturating_add(begun);
            of.visited = of.visited.saturating_add(visited);
            of.found = of.found.saturating_add(found);
        }
        ("kept", []) => counts.kept = true,
        _ => return None,
    }
    Some(())
}

/// A condition as it stands in a line.
fn one_line(condition: &str) -> String {
    let words: Vec<&str> = condition.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONDITIONS: [&str; 3] = ["Wanted(from)", "Link(from, to)", "Place(to)"];

    fn keeps(text: &str) -> bool {
        let profile = Profile::read(Path::new("run.tsv"), text).unwrap();
        profile.keeps("Middle", "join", CONDITIONS)
    }

    #[test]
    fn partial_matches_are_kept_where_searches_went_over_much_in_vain() {
        let of = |visited: u64, found: u64| {
            format!(
                "# a run\n\nsearched\tMiddle\tjoin\tLink(from, to)\t1000\t0\t0\n\
                 searched\tMiddle\tjoin\tPlace(to)\t10\t{visited}\t{found}\n"
            )
        };
        assert!(keeps(&of(5_000, 10)));
        assert!(!keeps(&of(1_010, 0)));
        assert!(keeps(&of(1_011, 0)));
        assert!(!keeps(&of(5_000, 2_000)));
        // Two runs went over twice as much, and found as little.
        assert!(!keeps(&of(900, 0)));
        let again = "searched\tMiddle\tjoin\tPlace(to)\t0\t900\t0\n";
        assert!(keeps(&(of(900, 0) + again)));
    }

    #[test]
    fn what_was_kept_stays_so_until_searches_are_counted() {
        assert!(keeps("kept\tMiddle\tjoin\tPlace(to)\n"));
        assert!(!keeps(
            "kept\tMiddle\tjoin\tPlace(to)\nsearched\tMiddle\tjoin\tPlace(to)\t10\t10\t10\n"
        ));
        assert!(!keeps("kept\tMiddle\tother\tPlace(to)\n"));
        assert!(!keeps(""));
    }

    #[test]
    fn searches_from_the_first_two_conditions_go_over_what_kept_joins_would() {
        assert!(!keeps(
            "searched\tMiddle\tjoin\tLink(from, to)\t10\t9000\t0\nsearched\tMiddle\tjoin\tWanted(from)\t1\t9000\t0\n"
        ));
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        for wrong in [
            "searched\tMiddle\tjoin\tPlace(to)\t1\t2",
            "searched\tMiddle\tjoin\tPlace(to)\t1\t2\t-3",
            "kept\tMiddle\tjoin",
            "counted\tMiddle\tjoin\tPlace(to)",
            "tick\tacross",
        ] {
            let error = Profile::read(Path::new("run.tsv"), &format!("# a run\n{wrong}\n"));
            assert_eq!(
                error.unwrap_err(),
                "`run.tsv`, line 2: this is no line of a profile, as `Metrics::profile` writes it"
            );
        }
    }
}
