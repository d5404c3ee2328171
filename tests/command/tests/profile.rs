//! `RULES_PROFILE`: what an earlier run has counted decides in which order searches look facts up, and whether partial
//! matches are kept.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use support::fixture;

/// A profile in a file of its own.
fn profile(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn command(subcommand: &str, profile: &Path) -> Command {
    let mut command = cargo_bin_cmd!("command");
    command
        .current_dir(fixture())
        .env("RULES_PROFILE", profile)
        .args([subcommand, "rules/middle.rules"]);
    command
}

/// Whether what a profile is given finds matches whole.
fn is_searched(profile: &Path) -> bool {
    let expanded = command("expand", profile).assert().code(0);
    let code = String::from_utf8(expanded.get_output().stdout.clone()).unwrap();
    code.contains("fn join_search_")
}

#[test]
fn partial_matches_are_kept_where_a_run_has_searched_in_vain() {
    let searched = |visited: u64| {
        let text = format!(
            "# what a session of `Middle` has searched\nsearched\tMiddle\tjoin\tPlace(to)\t3\t{visited}\t1\n"
        );
        profile(&format!("searched_{visited}.tsv"), &text)
    };
    assert!(is_searched(Path::new("")));
    assert!(is_searched(&searched(4)));
    assert!(!is_searched(&searched(400)));
    let kept = profile("kept.tsv", "kept\tMiddle\tjoin\tPlace(to)\n");
    assert!(!is_searched(&kept));
    let another = profile(
        "another.tsv",
        "searched\tOther\tjoin\tPlace(to)\t3\t400\t1\n",
    );
    assert!(is_searched(&another));
}

/// What a search from an order looks up, in its order.
fn looked_up(profile: &Path) -> String {
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .env("RULES_PROFILE", profile)
        .args(["graph", "--matches", "rules/star.rules"])
        .assert();
    let table = String::from_utf8(run.code(0).stderr("").get_output().stdout.clone()).unwrap();
    let of_order = table
        .lines()
        .find(|line| line.contains("Order { id, customer } "));
    let (_, looked_up) = of_order.unwrap().split_once("}  ").unwrap();
    looked_up.trim().to_owned()
}

#[test]
fn what_a_run_has_found_to_leave_least_to_do_is_looked_up_first() {
    let written = "Item { order: id, article } by order; Blocked { customer } by customer; \
                   Stock { article, left: 0 } by article";
    assert_eq!(looked_up(Path::new("")), written);
    let counted = |name: &str, [items, blocked]: [[u64; 3]; 2]| {
        let line = |condition: &str, by: &str, [asked, visited, passed]: [u64; 3]| {
            format!(
                "looked_up\tStar\thold\tOrder {{ id, customer }}\t{condition}\t{by}\t{asked}\t{visited}\t{passed}\n"
            )
        };
        let text = line("Item { order: id, article }", "order: id", items)
            + &line("Blocked { customer }", "customer", blocked);
        looked_up(&profile(name, &text))
    };
    let few_blocked = counted("few_blocked.tsv", [[10, 200, 200], [200, 2, 2]]);
    assert_eq!(
        few_blocked,
        "Blocked { customer } by customer; Item { order: id, article } by order; \
         Stock { article, left: 0 } by article"
    );
    // Nor is there more to do after the article, of which nothing was counted.
    let many_blocked = "Item { order: id, article } by order; Stock { article, left: 0 } by article; \
                        Blocked { customer } by customer";
    let few_items = counted("few_items.tsv", [[10, 2, 2], [200, 400, 400]]);
    assert_eq!(few_items, many_blocked);
    let no_choice = counted("as_many.tsv", [[10, 10, 10], [10, 10, 10]]);
    assert_eq!(no_choice, written);
}

#[test]
fn counts_of_a_rule_that_is_not_there_are_told() {
    let counts = profile("unknown.tsv", "kept\tMiddle\tjoined\tPlace(to)\n");
    let graph = command("graph", &counts).assert().code(0);
    let said = String::from_utf8(graph.get_output().stderr.clone()).unwrap();
    assert!(
        said.starts_with(
            "warning: the profile has counted rules which `Middle` does not have: `joined`;"
        ),
        "{said}"
    );
}

/// What is said where a profile is not taken.
fn refusal(subcommand: &str, profile: &Path) -> String {
    let refused = command(subcommand, profile).assert().code(1).stdout("");
    String::from_utf8(refused.get_output().stderr.clone()).unwrap()
}

#[test]
fn a_profile_that_is_none_is_told() {
    let wrong = profile("wrong.tsv", "searched\tMiddle\n");
    for subcommand in ["expand", "graph"] {
        let said = refusal(subcommand, &wrong);
        let what = "line 1: this is no line of a profile, as `Metrics::profile` writes it";
        assert!(said.contains(what), "{said}");
    }
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such profile.tsv");
    let said = refusal("expand", &missing);
    assert!(said.contains("which `RULES_PROFILE` names"), "{said}");
    let said = refusal("expand", Path::new("beside.tsv"));
    assert!(said.contains("name the file by its whole path"), "{said}");
}
