use std::path::PathBuf;
use std::{env, fs};

use super::{Build, Outcome, write_if_changed};

/// A fresh directory with one `.rules` file in it; what building it says.
fn build(name: &str, text: &str) -> (PathBuf, Outcome) {
    let directory = env::temp_dir().join(format!("rules-dsl-{name}-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join("referee.rules");
    fs::write(&path, text).unwrap();
    let outcome = Build::new().files([path]).out_dir(&directory).run();
    (directory, outcome)
}

#[test]
fn a_mistake_is_reported_to_the_terminal_and_to_cargo() {
    let (directory, outcome) = build("mistake", "rule a {\n    when { Gird }\n}\n");
    let root = format!("{}/", directory.display());
    assert!(!outcome.succeeded);
    assert_eq!(
        outcome.instructions.replace(&root, ""),
        "cargo::rerun-if-changed=referee.rules
cargo::rerun-if-env-changed=RULES_PROFILE
cargo::error=referee.rules:3:1: expected `then`, found `}`
"
    );
    let report = outcome.report.replace(&root, "");
    assert_eq!(
        report.trim_end(),
        "error: expected `then`, found `}`
 --> referee.rules:3:1
  |
3 | }
  | ^
  |
  = help: a rule without effects has an empty `then {}`"
    );
    assert!(!directory.join("referee.rs").exists());
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_file_without_mistakes_is_compiled_to_its_stem() {
    let (directory, outcome) = build("fine", "use a::B;");
    assert!(outcome.succeeded, "{}", outcome.report);
    assert!(directory.join("referee.rs").exists());
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_was_generated_of_a_file_that_has_another_name_now_is_removed() {
    let (directory, _) = build("renamed", "use a::B;");
    let path = |name: &str| directory.join(name);
    fs::write(path("score.rules"), "use a::B;").unwrap();
    let score = || Build::new().files([path("score.rules")]);
    assert!(score().out_dir(&directory).run().succeeded);
    assert!(path("referee.rs").exists() && path("referee.rs.table").exists());

    fs::rename(path("referee.rules"), path("umpire.rules")).unwrap();
    let umpire = Build::new().files([path("umpire.rules")]);
    assert!(umpire.out_dir(&directory).run().succeeded);
    let there =
        ["referee.rs", "referee.rs.table", "umpire.rs", "score.rs"].map(|name| path(name).exists());
    assert_eq!(there, [false, false, true, true]);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_explains_is_left_out_of_a_build_that_says_so() {
    let (directory, _) = build("without", "fact A; rule a { when { A; } then {} }");
    let code = || fs::read_to_string(directory.join("referee.rs")).unwrap();
    let explains = code().contains("fn explain_fact");
    let build = Build::new().files([directory.join("referee.rules")]);
    let outcome = build.explain(false).out_dir(&directory).run();
    assert!(explains && outcome.succeeded, "{}", outcome.report);
    assert!(!code().contains("xplain"), "{}", code());
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let outcome = Build::new()
        .ruleset("Recall")
        .files(["no/such.rules"])
        .out_dir("x")
        .run();
    assert!(!outcome.succeeded);
    assert!(
        outcome
            .instructions
            .contains("cargo::error=cannot read `no/such.rules`")
    );
}

#[test]
fn two_rulesets_of_one_output_are_an_error() {
    let (directory, outcome) = build("twice", "fact A;");
    assert!(outcome.succeeded);
    let root = format!("{}/", directory.display());
    let other = directory.join("us").join("referee.rules");
    fs::create_dir_all(directory.join("us")).unwrap();
    fs::write(&other, "fact B;").unwrap();
    let build = Build::new().files([&other]).out_dir(&directory);
    let outcome = build.run();
    assert!(!outcome.succeeded);
    assert_eq!(
        outcome.report.replace(&root, "").trim_end(),
        "error: `us/referee.rules` would be compiled to `referee.rs`, as `referee.rules` is: name one of the rulesets, with \
         `rules_dsl::Build::ruleset`"
    );
    let named = Build::new().ruleset("Us").files([&other]);
    assert!(named.out_dir(&directory).run().succeeded);
    // The same once more is no other.
    let again = Build::new().files([directory.join("referee.rules")]);
    assert!(again.out_dir(&directory).run().succeeded);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_file_whose_stem_is_no_name_is_told() {
    let directory = env::temp_dir().join(format!("rules-dsl-stem-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join("2fast.rules");
    fs::write(&path, "fact A;").unwrap();
    let outcome = Build::new().files([&path]).out_dir(&directory).run();
    let told = "no item names the ruleset, and `2fast` is no name of a type";
    assert!(
        !outcome.succeeded && outcome.report.contains(told),
        "{}",
        outcome.report
    );
    fs::write(&path, "ruleset Fast; fact A;").unwrap();
    let outcome = Build::new().files([&path]).out_dir(&directory).run();
    assert!(outcome.succeeded, "{}", outcome.report);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn the_output_is_named_by_the_ruleset_or_the_first_file() {
    let target = |build: Build| build.out_dir("out").target().unwrap();
    let named = Build::new().ruleset("CrazyEights").files(["a.rules"]);
    assert_eq!(target(named), PathBuf::from("out/crazy_eights.rs"));
    let unnamed = Build::new().files(["x/crazy.eights.rules", "b.rules"]);
    assert_eq!(target(unnamed), PathBuf::from("out/crazy.eights.rs"));
}

#[test]
fn the_output_is_written_only_when_it_changes() {
    let (directory, _) = build("unchanged", "");
    let target = directory.join("x.rs");
    write_if_changed(&target, "a").unwrap();
    let before = fs::metadata(&target).unwrap().modified().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    write_if_changed(&target, "a").unwrap();
    assert_eq!(fs::metadata(&target).unwrap().modified().unwrap(), before);
    write_if_changed(&target, "b").unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "b");
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_sheet_is_told_to_cargo_whether_it_is_there_or_not() {
    let text = "table t(a: u8) -> u8 from \"no/such.csv\" { | a || x | }";
    let (directory, outcome) = build("sheet", text);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/no/such.csv");
    let instruction = format!("cargo::rerun-if-changed={path}\n");
    let instructions = &outcome.instructions;
    assert!(instructions.contains(&instruction), "{instructions}");
    assert!(!outcome.succeeded);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_build_goes_by_the_profile_that_it_names() {
    let text = "fact A(u8, u8); fact B(u8); fact C(u8, u8); \
                rule a { when { A(x, y); C(x, y); B(y); } then {} }";
    let (directory, _) = build("profiled", text);
    let profile = directory.join("run.tsv");
    let run = || {
        let build = Build::new().files([directory.join("referee.rules")]);
        build.profile(&profile).out_dir(&directory).run()
    };
    fs::write(&profile, "kept\tReferee\ta\tB(y)\n").unwrap();
    let outcome = run();
    assert!(outcome.succeeded, "{}", outcome.report);
    let named = format!("cargo::rerun-if-changed={}\n", profile.display());
    assert!(outcome.instructions.contains(&named));
    let code = fs::read_to_string(directory.join("referee.rs")).unwrap();
    assert!(
        !code.contains("fn a_search_"),
        "its matches are not searched"
    );

    let renamed = text.replace("rule a", "#[was(a)] rule b");
    fs::write(directory.join("referee.rules"), &renamed).unwrap();
    let outcome = run();
    assert!(!outcome.instructions.contains("cargo::warning"));
    let code = fs::read_to_string(directory.join("referee.rs")).unwrap();
    assert!(!code.contains("fn b_search_"), "the rule was another");
    fs::write(
        directory.join("referee.rules"),
        renamed.replace("was(a)", "no_loop"),
    )
    .unwrap();
    let outcome = run();
    let warning = "cargo::warning=the profile has counted rules which `Referee` does not have: `a`; let a new run count, or say \
                   of a rule that has a new name what it was, with `#[was(a)]`\n";
    assert!(
        outcome.succeeded && outcome.instructions.contains(warning),
        "{}",
        outcome.instructions
    );

    fs::remove_file(&profile).unwrap();
    let outcome = run();
    assert!(!outcome.succeeded);
    let said = format!("error: cannot read `{}`", profile.display());
    assert!(outcome.report.starts_with(&said), "{}", outcome.report);
    fs::remove_dir_all(directory).unwrap();
}
