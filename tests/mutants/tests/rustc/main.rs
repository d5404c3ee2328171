//! What rustc makes of mutants that our own checks pass: it may reject them, but never at code that is not
//! the user's.

mod module;

use std::collections::BTreeSet;
use std::path::Path;

use corpus::{Ruleset, rulesets};
use module::{Module, Rustc};
use mutants::{Mutant, Mutants, sample_rulesets, sought};

/// Of how many rulesets mutants are made: rustc sees first which of them it passes as they are.
const RULESETS: usize = 40;

/// How many mutants that pass our checks rustc is given. Of a hundred some three do.
const GIVEN: usize = 12;

/// Where a ruleset stands.
type Place<'r> = (&'r Path, usize);

fn place(ruleset: &Ruleset) -> Place<'_> {
    (&ruleset.path, ruleset.line)
}

/// The rulesets that rustc passes by themselves; others speak of types around them.
fn self_contained<'r>(rustc: &Rustc, rulesets: &[&'r Ruleset]) -> Vec<&'r Ruleset> {
    let (mut numbers, mut modules) = (Vec::new(), Vec::new());
    for (number, ruleset) in rulesets.iter().enumerate() {
        for module in Module::of(&ruleset.text) {
            numbers.push(number);
            modules.push(module);
        }
    }
    let errors = rustc.reject(&modules);
    let rejected: BTreeSet<usize> = errors.iter().map(|error| numbers[error.module]).collect();
    let passed = (0..rulesets.len()).filter(|number| !rejected.contains(number));
    passed.map(|number| rulesets[number]).collect()
}

#[test]
fn mutants_that_pass_our_checks_are_rejected_by_rustc_at_the_users_tokens_alone() {
    let rulesets = rulesets();
    let rustc = Rustc::new();
    let tried: Vec<&Ruleset> = sample_rulesets(rulesets.len(), RULESETS)
        .into_iter()
        .map(|number| &rulesets[number])
        .collect();
    let all: Vec<Mutants<'_>> = self_contained(&rustc, &tried)
        .into_iter()
        .map(Mutants::of)
        .collect();
    println!(
        "{} of {} rulesets speak of nothing around them",
        all.len(),
        tried.len()
    );
    let total = all.iter().map(Mutants::len).sum();
    let passed: Vec<(Mutant<'_>, Vec<Module>)> = sought(total, GIVEN, |number| {
        let mutant = Mutants::nth(&all, number)?;
        let modules = Module::of(&mutant.text);
        (!modules.is_empty()).then_some((mutant, modules))
    });
    let given = passed.len();
    let (mut mutants, mut modules) = (Vec::new(), Vec::new());
    for (mutant, of_mutant) in passed {
        for module in of_mutant {
            mutants.push(mutant.clone());
            modules.push(module);
        }
    }
    let mut rejected = BTreeSet::new();
    let mut failures = Vec::new();
    for error in rustc.reject(&modules) {
        let mutant = &mutants[error.module];
        rejected.insert((place(mutant.ruleset), mutant.token, mutant.mutation));
        if !error.is_users {
            failures.push(format!("{mutant}{}", error.message));
        }
    }
    println!(
        "{given} mutants pass our checks: rustc rejects {}",
        rejected.len()
    );
    assert!(
        !rejected.is_empty(),
        "rustc rejects none of {given} mutants: it was not asked, or not heard"
    );
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} failures\n{}",
        failures.join("\n")
    );
}
