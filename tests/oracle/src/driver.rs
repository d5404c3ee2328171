//! Writes the Rust that lets [`crate::compare`] speak to a compiled ruleset: values in, values out.
//!
//! There are hundreds of drivers, and rustc's time is what they cost: what a driver need not write for itself
//! is in [`crate::compare`], and what it writes for a fact type it writes once.

mod changes;
mod explanations;
mod listener;
mod queries;
mod reading;

use crate::elements::Elements;
use crate::model::{FactType, Ruleset};
use crate::shrink;
use crate::value::{COLORS, Kind};

/// The cases that `ORACLE_RULESETS` asks for: seeds as [`seeds`] has them, the first 24 where it is not set; a case of
/// [`shrink`] (`7:3,0`), or with a `+` all that are one step smaller (`7+`).
///
/// # Panics
///
/// If it is none of these.
#[must_use]
pub fn cases() -> Vec<String> {
    let text = std::env::var("ORACLE_RULESETS").unwrap_or_else(|_| "0..24".into());
    if let Some(case) = text.strip_suffix('+') {
        return shrink::smaller(case, Elements::ENGINE);
    }
    if text.contains(':') {
        return vec![text];
    }
    let seeds = parse_seeds(&text).unwrap_or_else(|| {
        panic!("expected `50`, `500..1000`, `0..20,500..520`, `7:3,0` or `7+`, found `{text}`")
    });
    seeds.iter().map(u64::to_string).collect()
}

/// The seeds that a variable of the environment asks for, or `default`: so many from the first (`500`), a range
/// (`500..1000`), or several of these (`0..20,500..520`).
///
/// # Panics
///
/// If it is none of these.
#[must_use]
pub fn seeds(variable: &str, default: &str) -> Vec<u64> {
    let text = std::env::var(variable).unwrap_or_else(|_| default.into());
    parse_seeds(&text).unwrap_or_else(|| {
        panic!("{variable}: expected `50`, `500..1000` or `0..20,500..520`, found `{text}`")
    })
}

fn parse_seeds(text: &str) -> Option<Vec<u64>> {
    let mut seeds = Vec::new();
    for range in text.split(',') {
        let (first, end) = range.split_once("..").unwrap_or(("0", range));
        seeds.extend(first.parse::<u64>().ok()?..end.parse().ok()?);
    }
    Some(seeds)
}

/// A module with the compiled ruleset, from `path` under `OUT_DIR`, and a test of it, `ruleset_7`.
///
/// The crate it stands in has a function at its root, `driven`, which gives the driver back or another that makes
/// more of each change. A driver dereferences to its session.
#[must_use]
pub fn module(case: &str, ruleset: &Ruleset) -> String {
    let new = new(ruleset);
    write(ruleset, &["()", &new, "", &agreement(case)])
}

/// The same, of a ruleset whose sessions are saved: a case of [`Elements::SAVED`].
#[must_use]
pub fn module_saved(case: &str, ruleset: &Ruleset) -> String {
    let new = new(ruleset);
    write(ruleset, &["()", &new, "", &agreement_of(case, "SAVED")])
}

/// The same, of a ruleset whose sessions have a listener, a `behaviour::Mirror`, which is to have what the session
/// has after each change.
#[must_use]
pub fn module_heard(case: &str, ruleset: &Ruleset) -> String {
    let [listener, new, check] = listener::mirrored(ruleset, ["()", "()"]);
    write(ruleset, &[&listener, &new, &check, &agreement(case)])
}

/// The same, of a ruleset whose sessions are recorded too, and whose explanations and derivations are compared. The
/// crate has two more functions at its root: `explained`, from an `Explanation` and the facts of the rule's
/// activations to what it counts, and `derived`, from a `Derivation` to what it names.
#[must_use]
pub fn module_explained(case: &str, ruleset: &Ruleset) -> String {
    let recording = [
        "rules_runtime::Recording",
        "rules_runtime::Recording::new()",
    ];
    let [listener, new, check] = listener::mirrored(ruleset, recording);
    let further = check + &explanations::methods(ruleset);
    write(ruleset, &[&listener, &new, &further, &agreement(case)])
}

/// A module with the compiled ruleset, which need not be a case of [`shrink`], and a test of it that the crate
/// makes: by the function `agree` at its root, which takes the case and what makes a driver.
#[must_use]
pub fn module_of(case: &str, ruleset: &Ruleset) -> String {
    let new = new(ruleset);
    let test = format!(r#"crate::agree("{case}", &|| Box::new(new()))"#);
    write(ruleset, &["()", &new, "", &test])
}

/// A new session, whose clock, where it has one, is at 0.
fn new(ruleset: &Ruleset) -> String {
    let name = &ruleset.name;
    if ruleset.clock {
        format!("{name}::builder().now(0).build()")
    } else {
        format!("{name}::new()")
    }
}

/// The test that the engine agrees with the naive matcher about a case of [`shrink`].
fn agreement(case: &str) -> String {
    agreement_of(case, "ENGINE")
}

/// The same, of other elements.
fn agreement_of(case: &str, elements: &str) -> String {
    format!(r#"agree("{case}", Elements::{elements}, &|| Box::new(crate::driven(new())))"#)
}

/// A module, of sessions with such a listener, made so, with further methods of the driver, and tested so.
fn write(ruleset: &Ruleset, [listener, new, further, test]: &[&str; 4]) -> String {
    let name = &ruleset.name;
    let stem = name.to_lowercase();
    let number = stem.trim_start_matches('r');
    let colors = COLORS.map(|color| format!("Color::{color}")).join(", ");
    let facts: String = ruleset
        .facts
        .iter()
        .map(|fact| changes::functions(ruleset, fact) + &reading::functions(fact))
        .collect();
    let changes = changes::methods(ruleset);
    let reading = reading::methods(ruleset);
    let (queries, looks) = (queries::methods(ruleset), queries::looks(ruleset));
    format!(
        r#"
#[allow(warnings, unreachable_pub, clippy::all, clippy::pedantic)]
mod {stem} {{
    include!(concat!(env!("OUT_DIR"), "/{stem}.rs"));

    use oracle::compare::{{Change, Edit, Engine, Pending, agree, fired, searched}};
    use oracle::elements::Elements;
    use oracle::naive::{{Fired, Stop}};
    use oracle::value::Value;

    pub(super) type Driven = {name}<{listener}>;
    struct Driver(Driven, Looks);

    impl std::ops::Deref for Driver {{
        type Target = Driven;
        fn deref(&self) -> &Driven {{ &self.0 }}
    }}

    impl std::ops::DerefMut for Driver {{
        fn deref_mut(&mut self) -> &mut Driven {{ &mut self.0 }}
    }}

    fn color(value: Value) -> Color {{
        let Value::Color(color) = value else {{ panic!("expected a color") }};
        [{colors}][usize::from(color)]
    }}
{facts}{looks}
    impl Engine for Driver {{
        type Id = rules_runtime::FactId;
{changes}{reading}{queries}{further}
    }}

    fn new() -> Driver {{
        Driver({new}, Looks::default())
    }}

    #[test]
    fn ruleset_{number}() {{
        {test};
    }}
}}
"#
    )
}

/// The name of a rule as a variant of the enum of rules.
pub(crate) fn camel(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The arms of a `match`, one for each fact type by its place and its name in small letters.
fn arms(ruleset: &Ruleset, arm: impl Fn(usize, &str) -> String) -> String {
    arms_of(ruleset, |_| true, arm)
}

/// The same, for some fact types.
fn arms_of(
    ruleset: &Ruleset,
    is_one: impl Fn(&FactType) -> bool,
    arm: impl Fn(usize, &str) -> String,
) -> String {
    let facts = ruleset.facts.iter().enumerate();
    facts
        .filter(|(_, fact)| is_one(fact))
        .map(|(kind, fact)| arm(kind, &stem(fact)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What the names of a fact type's functions end with.
fn stem(fact: &FactType) -> String {
    fact.name.to_lowercase()
}

/// A field's value as Rust, from the values in `v`.
fn taken(place: usize, kind: Kind) -> String {
    match kind {
        Kind::Int => format!("v[{place}].int()"),
        Kind::Bool => format!("v[{place}].truth()"),
        Kind::Color => format!("color(v[{place}])"),
        Kind::Float => format!("v[{place}].float()"),
        Kind::Text => format!("v[{place}].text().to_owned()"),
        Kind::Count => unreachable!("no field is of that kind"),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_seeds;

    #[test]
    fn seeds_are_a_number_a_range_or_several_ranges() {
        assert_eq!(parse_seeds("3"), Some(vec![0, 1, 2]));
        assert_eq!(parse_seeds("5..7"), Some(vec![5, 6]));
        assert_eq!(parse_seeds("0..2,9..11"), Some(vec![0, 1, 9, 10]));
        assert_eq!(parse_seeds("0..x"), None);
    }
}
