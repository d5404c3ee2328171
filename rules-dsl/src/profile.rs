//! What an earlier run has counted of its searches: in which order they look facts up because of it, and for which rules
//! partial matches are kept.
//!
//! The file is what `Metrics::profile` of the runtime writes. Of each line the fields stand apart by tabs:
//!
//! ```text
//! searched   ruleset  rule  condition  how many searches began there, facts they went over, matches they found
//! looked_up  ruleset  rule  condition  condition whose facts were looked up there, by what,
//!                                      how often, facts it went over, facts that fitted
//! kept       ruleset  rule  condition
//! ```
//!
//! The lines of several runs may follow one another; what begins with `#` is a comment.

mod selectivity;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use selectivity::Selectivity;

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
#[derive(Debug, Clone, Default)]
struct Counts {
    /// By the condition with whose facts they began.
    searches: BTreeMap<String, Searches>,
    /// What was looked up in the searches.
    look_ups: BTreeMap<LookUp, Selectivity>,
    /// Whether partial matches were kept.
    kept: bool,
}

#[derive(Debug, Clone, Default)]
struct Searches {
    begun: u64,
    visited: u64,
    found: u64,
    /// What was looked up in them, in its order, where it could have been looked up in another.
    look_ups: Vec<LookUp>,
}

/// A look-up of a search: the facts of a condition, and the tests by which they are found, as these are written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LookUp {
    /// The condition.
    pub condition: String,
    /// The tests.
    pub by: String,
}

/// A search as it is planned.
#[derive(Debug)]
pub(crate) struct PlannedSearch {
    /// The condition with whose facts it begins.
    pub from: String,
    /// What it looks up.
    pub look_ups: Vec<LookUp>,
}

/// What an earlier run has counted of a rule; nothing, where none has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleProfile<'p> {
    counts: Option<&'p Counts>,
}

impl LookUp {
    /// The same as it stands in a line.
    fn in_line(&self) -> Self {
        LookUp {
            condition: one_line(&self.condition),
            by: one_line(&self.by),
        }
    }
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

    /// The profile in a file.
    ///
    /// # Errors
    ///
    /// A sentence, where the file cannot be read, or is no profile.
    pub fn in_file(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        Self::read(path, &text)
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

    /// What was counted of a rule, under the first of these names under which anything was.
    pub(crate) fn of_rule(
        &self,
        ruleset: &str,
        names: impl IntoIterator<Item = String>,
    ) -> RuleProfile<'_> {
        let mut names = names.into_iter();
        RuleProfile {
            counts: names.find_map(|rule| self.rules.get(&(ruleset.to_owned(), rule))),
        }
    }

    /// The rules of a ruleset of which it has counted something.
    pub(crate) fn rules_of(&self, ruleset: &str) -> impl Iterator<Item = &str> {
        let rules = self.rules.keys().filter(move |(of, _)| of == ruleset);
        rules.map(|(_, rule)| rule.as_str())
    }

    /// The same, with what another one says of rulesets of which this one says nothing.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        let rules = Arc::make_mut(&mut self.rules);
        let known: BTreeSet<String> = rules.keys().map(|(ruleset, _)| ruleset.clone()).collect();
        let others = other.rules.iter();
        let others = others.filter(|((ruleset, _), _)| !known.contains(ruleset));
        rules.extend(others.map(|(name, counts)| (name.clone(), counts.clone())));
        self
    }
}

impl RuleProfile<'_> {
    /// Whether anything was counted.
    pub(crate) fn has_counted(self) -> bool {
        self.counts.is_some()
    }

    /// What was counted of a look-up.
    pub(crate) fn selectivity(self, look_up: &LookUp) -> Selectivity {
        let counted = self
            .counts
            .and_then(|counts| counts.look_ups.get(&look_up.in_line()));
        counted.copied().unwrap_or_default()
    }

    /// Whether the partial matches of a rule are to be kept, of whose conditions these are the searches, in their order.
    ///
    /// A token for each beginning of a match is made, and taken away, where facts of the earlier conditions come and go: at the
    /// most one for the fact itself, and one for each that searches from the first two conditions go over, from left to right
    /// as tokens are made, for there is nothing to their left that would have been kept. It saves what searches from the
    /// facts of later conditions go over in vain. So it is kept where that was more. What is not known speaks against it: what
    /// a search wastes whose order is another now, and how many tokens would be made where the first went another way.
    pub(crate) fn keeps(self, searches: impl IntoIterator<Item = PlannedSearch>) -> bool {
        let Some(counts) = self.counts else {
            return false;
        };
        if counts.searches.is_empty() {
            return counts.kept;
        }
        let searches: Vec<PlannedSearch> = searches.into_iter().collect();
        let others = searches.len().saturating_sub(1) as u64;
        // To the left of the first two there are no partial matches.
        let later = searches.iter().skip(2);
        let wasted = later.map(|search| counts.wasted(search, others));
        let conditions: Vec<String> = searches.iter().map(|of| one_line(&of.from)).collect();
        let all_but_last = searches.iter().take(others as usize);
        let made = all_but_last.enumerate().map(|(place, search)| {
            let of = counts.of(search);
            of.map_or(0, |of| match place {
                0 | 1 => of.most_tokens(&conditions),
                _ => of.begun,
            })
        });
        wasted.fold(0, u64::saturating_add) > made.fold(0, u64::saturating_add)
    }
}

impl Searches {
    /// How many tokens would at the most be made of what began with these facts, of a match with these conditions.
    fn most_tokens(&self, conditions: &[String]) -> u64 {
        let mut from_left = conditions.iter();
        let mut looked_up = self.look_ups.iter();
        if !looked_up.all(|look_up| from_left.any(|of| *of == look_up.condition)) {
            return u64::MAX;
        }
        let visited = self.visited.saturating_sub(self.found);
        self.begun.saturating_add(visited)
    }
}

impl Counts {
    fn of(&self, search: &PlannedSearch) -> Option<&Searches> {
        self.searches.get(&one_line(&search.from))
    }

    /// How many facts a search has gone over in vain, of a match with so many others; none, where it looked facts up in
    /// another order than it is planned to now.
    fn wasted(&self, search: &PlannedSearch, others: u64) -> u64 {
        let Some(of) = self.of(search) else {
            return 0;
        };
        let mut planned = search.look_ups.iter().map(LookUp::in_line);
        let is_as_planned = of
            .look_ups
            .iter()
            .all(|counted| planned.any(|next| next == *counted));
        if !is_as_planned {
            return 0;
        }
        let needed = of.begun.saturating_add(others.saturating_mul(of.found));
        of.visited.saturating_sub(needed)
    }
}

/// Adds what a line says; nothing, where it is none of a profile.
fn add_line(rules: &mut BTreeMap<Name, Counts>, line: &str) -> Option<()> {
    let mut fields = line.split('\t');
    let word = fields.next()?;
    let name = (fields.next()?.to_owned(), fields.next()?.to_owned());
    let condition = one_line(fields.next()?);
    let fields: Vec<&str> = fields.collect();
    let counts = rules.entry(name).or_default();
    match (word, fields.as_slice()) {
        ("searched", numbers) => {
            let [begun, visited, found] = counted(numbers)?;
            let of = counts.searches.entry(condition).or_default();
            of.begun = of.begun.saturating_add(begun);
            of.visited = of.visited.saturating_add(visited);
            of.found = of.found.saturating_add(found);
        }
        ("looked_up", [looked_up, by, numbers @ ..]) => {
            let counted = Selectivity::new(counted(numbers)?);
            let look_up = LookUp {
                condition: one_line(looked_up),
                by: one_line(by),
            };
            let of = counts.searches.entry(condition).or_default();
            if !of.look_ups.contains(&look_up) {
                of.look_ups.push(look_up.clone());
            }
            let of = counts.look_ups.entry(look_up).or_default();
            *of = of.and(counted);
        }
        ("kept", []) => counts.kept = true,
        _ => return None,
    }
    Some(())
}

/// The numbers at the end of a line, if they are three.
fn counted(fields: &[&str]) -> Option<[u64; 3]> {
    let numbers = fields.iter().map(|number| number.parse().ok());
    let numbers: Option<Vec<u64>> = numbers.collect();
    numbers?.try_into().ok()
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

    /// What each condition is looked up by in every search, which has one other order to try.
    fn look_up(condition: &str) -> LookUp {
        LookUp {
            condition: condition.to_owned(),
            by: "a key".to_owned(),
        }
    }

    fn of_rule<'p>(profile: &'p Profile, rule: &str) -> RuleProfile<'p> {
        profile.of_rule("Middle", [rule.to_owned()])
    }

    fn keeps(text: &str) -> bool {
        let profile = Profile::read(Path::new("run.tsv"), text).unwrap();
        let searches = CONDITIONS.map(|from| {
            let others = CONDITIONS.into_iter().filter(|other| *other != from);
            PlannedSearch {
                from: from.to_owned(),
                look_ups: others.map(look_up).collect(),
            }
        });
        of_rule(&profile, "join").keeps(searches)
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
    fn partial_matches_are_not_kept_where_more_would_be_made_of_them_than_searches_waste() {
        let of = |links: u64| {
            format!(
                "searched\tMiddle\tjoin\tLink(from, to)\t10\t{links}\t0\n\
                 searched\tMiddle\tjoin\tPlace(to)\t10\t5000\t0\n"
            )
        };
        assert!(keeps(&of(4_979)));
        assert!(!keeps(&of(4_980)));
    }

    #[test]
    fn how_many_would_be_made_is_not_known_where_the_first_searches_went_another_way() {
        let of = |order: [&str; 2]| {
            let looked_up = order.map(|condition| {
                format!("looked_up\tMiddle\tjoin\tWanted(from)\t{condition}\ta key\t10\t10\t10\n")
            });
            "searched\tMiddle\tjoin\tPlace(to)\t10\t5000\t0\n\
             searched\tMiddle\tjoin\tWanted(from)\t10\t20\t0\n"
                .to_owned()
                + &looked_up.concat()
        };
        assert!(keeps(&of(["Link(from, to)", "Place(to)"])));
        assert!(!keeps(&of(["Place(to)", "Link(from, to)"])));
    }

    #[test]
    fn a_rule_goes_by_what_was_counted_under_a_name_that_it_had() {
        let kept = "kept\tMiddle\told\tPlace(to)\n";
        let profile = Profile::read(Path::new("run.tsv"), kept).unwrap();
        let names = |names: &[&str]| {
            let names = names.iter().map(|&name| name.to_owned());
            profile.of_rule("Middle", names).has_counted()
        };
        assert!(names(&["new", "old"]));
        assert!(!names(&["new", "older"]));
        assert_eq!(profile.rules_of("Middle").collect::<Vec<_>>(), ["old"]);
        assert_eq!(profile.rules_of("Other").count(), 0);
    }

    #[test]
    fn another_profile_says_what_the_first_says_nothing_of() {
        let read = |text| Profile::read(Path::new("run.tsv"), text).unwrap();
        let first = read("kept\tMiddle\tjoin\tPlace(to)\n");
        let other = read("kept\tMiddle\tother\tPlace(to)\nkept\tStar\thold\tItem(of)\n");
        let both = first.or(&other);
        assert_eq!(both.rules_of("Middle").collect::<Vec<_>>(), ["join"]);
        assert_eq!(both.rules_of("Star").collect::<Vec<_>>(), ["hold"]);
    }

    #[test]
    fn what_a_search_of_another_order_went_over_is_not_known() {
        let in_vain = "searched\tMiddle\tjoin\tPlace(to)\t10\t5000\t0\n";
        let looked_up = |look_ups: &[(&str, &str)]| {
            let lines = look_ups.iter().map(|(condition, by)| {
                format!("looked_up\tMiddle\tjoin\tPlace(to)\t{condition}\t{by}\t10\t5000\t0\n")
            });
            in_vain.to_owned() + &lines.collect::<String>()
        };
        let [wanted, link] = ["Wanted(from)", "Link(from, to)"].map(|of| (of, "a key"));
        assert!(keeps(in_vain));
        assert!(keeps(&looked_up(&[wanted, link])));
        // Of the last nothing may have been looked up.
        assert!(keeps(&looked_up(&[wanted])));
        assert!(!keeps(&looked_up(&[link, wanted])));
        assert!(!keeps(&looked_up(&[("Link(from, to)", "another")])));
    }

    #[test]
    fn look_ups_of_all_searches_and_runs_are_added() {
        let lines = "looked_up\tMiddle\tjoin\tPlace(to)\tLink(from,  to)\ta key\t10\t10\t10\n\
                     looked_up\tMiddle\tjoin\tWanted(from)\tLink(from, to)\ta key\t10\t70\t50\n";
        let profile = Profile::read(Path::new("run.tsv"), lines).unwrap();
        let joins = of_rule(&profile, "join");
        let counted = joins.selectivity(&look_up("Link(from, to)"));
        assert_eq!(counted, Selectivity::new([20, 80, 60]));
        assert_ne!(counted, Selectivity::default());
        for unknown in [
            joins.selectivity(&look_up("Wanted(from)")),
            of_rule(&profile, "another").selectivity(&look_up("Link(from, to)")),
        ] {
            assert_eq!(unknown, Selectivity::default());
        }
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        for wrong in [
            "searched\tMiddle\tjoin\tPlace(to)\t1\t2",
            "searched\tMiddle\tjoin\tPlace(to)\t1\t2\t-3",
            "looked_up\tMiddle\tjoin\tPlace(to)\tLink(from, to)\t1\t2\t3",
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
