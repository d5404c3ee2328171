//! What somebody writes who comes from elsewhere: each is one mistake, told with the form that it has here.
//!
//! `foreign.txt` has a text, and below it what is said of it and the help.

use super::mistakes;

const FORMS: &str = include_str!("foreign.txt");

/// What is said of each text under a heading, where that is not what stands below it.
fn told_otherwise(heading: &str, ruleset: impl Fn(&str) -> String) -> Vec<String> {
    let sections = FORMS
        .split("# ")
        .find_map(|part| part.strip_prefix(heading));
    let forms = sections.unwrap().trim().split("\n\n").map(|form| {
        let (text, expected) = form.split_once('\n').unwrap();
        let said = mistakes(&ruleset(text));
        let (_, said) = said.trim_end().split_once(": ").unwrap_or_default();
        let said = format!("    {}", said.replace("\n  (help) ", "\n    "));
        (expected != said).then(|| format!("{text}\n{said}"))
    });
    let forms: Vec<_> = forms.collect();
    assert!(forms.len() > 40, "{} forms", forms.len());
    forms.into_iter().flatten().collect()
}

#[test]
fn a_condition_of_another_language_is_told_with_ours() {
    let otherwise = told_otherwise("Conditions", |text| {
        format!("rule r {{ when {{ {text} }} then {{}} }}")
    });
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn an_effect_of_another_language_is_told_with_ours() {
    let otherwise = told_otherwise("Effects", |text| {
        format!("rule r {{ when {{}} then {{ {text} }} }}")
    });
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn an_item_of_another_language_is_told_with_ours() {
    let otherwise = told_otherwise("Items", str::to_owned);
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}
