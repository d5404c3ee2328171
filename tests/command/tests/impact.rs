//! `rules impact`, run.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use insta::assert_snapshot;
use serde_json::json;
use tempfile::TempDir;

/// Orders that go from state to state, and what follows from one that has been sent.
const SHOP: &str = "
enum State { New, Paid, Sent }
fact Order { id: u32, state: State, total: u32, note: u32 }
fact Payment { order: u32 }
fact Bill { order: u32, total: u32 }
fact Late(u32);
table rebate(total: u32) -> u32 { | total || off | | >= 100 || 5 | | else || 0 | }

rule pay {
    when { o @ Order { id, state: State::New }; p @ Payment { order: id }; }
    then { modify o { o.state = State::Paid; } retract p; }
}
rule send {
    when { o @ Order { state: State::Paid, total: > 0 }; }
    then { modify o { o.state = State::Sent; } }
}
rule bill {
    when { Order { id, state: State::Sent, total }; off = rebate(total); }
    then { insert logical Bill { order: id, total: total - off }; }
}
rule remind {
    when { Order { id, state: State::New }; not Payment { order: id }; }
    then { insert Late(id); }
}
rule count_bills {
    when { n = count(Bill) if n > 2; }
    then { print(n); }
}
rule note {
    when { o @ Order { id }; Late(id); }
    then { modify o { o.note += 1; } }
}
";

/// What the command prints in a directory with these files, and its exit code.
fn run(files: &[(&str, &str)], arguments: &[&str]) -> (String, Option<i32>) {
    let directory = TempDir::new().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let run = cargo_bin_cmd!("command")
        .current_dir(directory.path())
        .arg("impact")
        .args(arguments)
        .assert();
    let output = run.get_output();
    let printed = [&output.stdout[..], &output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

/// What it prints of the shop.
fn shop(arguments: &[&str]) -> String {
    let arguments = [&["shop.rules"], arguments].concat();
    let (printed, code) = run(&[("shop.rules", SHOP)], &arguments);
    assert_eq!(code, Some(0), "{printed}");
    printed
}

#[test]
fn each_rule_is_shown_with_those_that_its_effects_enable_and_disable() {
    assert_snapshot!(shop(&[]));
}

#[test]
fn a_state_enables_only_the_rules_that_ask_for_it() {
    let printed = shop(&["--format", "json"]);
    let all: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let names = |rule: usize, word: &str| {
        let reached = all["rules"][rule][word].as_array().unwrap().iter();
        let mut names: Vec<String> = reached
            .map(|reached| reached["rule"].as_str().unwrap().to_owned())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    assert_eq!(names(0, "enables"), ["remind", "send"]);
    assert_eq!(names(0, "disables"), ["pay", "remind"]);
    assert_eq!(names(1, "enables"), ["bill"]);
    assert_eq!(names(1, "disables"), ["send"]);
    // What falls is less to count.
    assert_eq!(names(2, "enables"), ["count_bills"]);
    assert_eq!(names(2, "disables"), ["count_bills"]);
    // Nothing reads the note.
    assert_eq!(names(5, "enables"), [""; 0]);
    assert_eq!(all["cycles"], serde_json::json!([]));
}

#[test]
fn what_one_rule_leads_to_is_followed_step_by_step() {
    assert_snapshot!(shop(&["--of", "send"]));
}

#[test]
fn conditions_are_shown_where_they_are_asked_for() {
    assert_snapshot!(shop(&["--of", "remind", "--conditions"]));
}

#[test]
fn drawings_have_a_line_for_each_pair_of_rules() {
    assert_snapshot!(shop(&["--format", "dot", "--of", "send"]));
    assert_snapshot!(shop(&["--format", "mermaid", "--of", "send"]));
}

#[test]
fn rules_that_enable_one_another_are_told() {
    let text = "
fact A(u32); fact B(u32);
rule there { when { A(x); } then { insert B(x); } }
rule back { when { B(x); } then { insert A(x); } }
rule again { when { a @ A(x); } then { modify a { a.0 = x + 1; } } }
";
    let (printed, _) = run(&[("loops.rules", text)], &["loops.rules"]);
    assert!(
        printed.contains("\nround: there, back, again may enable one another\n"),
        "{printed}"
    );
}

#[test]
fn a_difference_names_what_it_touches() {
    let new = SHOP
        .replace(">= 100 ||", ">= 200 ||")
        .replace("total: > 0", "total: > 1")
        .replace("rule note", "/// With a word more.\nrule note");
    let (printed, code) = run(
        &[("old/shop.rules", SHOP), ("new/a/shop.rules", &new)],
        &["--diff", "old", "new"],
    );
    assert_eq!(code, Some(0));
    assert_snapshot!(printed);
    let (printed, _) = run(
        &[("old.rules", SHOP), ("new.rules", &new)],
        &["--diff", "old.rules", "new.rules", "--format", "json"],
    );
    let all: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let part = |kind: &str, name: &str| json!({ "kind": kind, "name": name });
    assert_eq!(
        all["changed"],
        json!([part("rule", "send"), part("table", "rebate")])
    );
    assert_eq!(
        all["touched"][0],
        json!({ "rule": "bill", "by": part("table", "rebate") })
    );
    assert_eq!(all["untouched"], 3);
}

#[test]
fn rules_and_facts_that_come_and_go_differ() {
    let new = SHOP
        .replace("rule remind", "rule admonish")
        .replace("note: u32 }", "note: u64 }");
    let (printed, _) = run(
        &[("old.rules", SHOP), ("new.rules", &new)],
        &["--diff", "old.rules", "new.rules"],
    );
    assert_snapshot!(printed);
    let (printed, code) = run(
        &[("old.rules", SHOP)],
        &["--diff", "old.rules", "old.rules"],
    );
    assert_eq!((printed.as_str(), code), ("nothing differs\n", Some(0)));
}

#[test]
fn a_query_and_what_the_whole_ruleset_says_differ_too() {
    let old = "
fact Order { id: u32, total: u32 }
fact Bill { id: u32 }
query big(id: u32) -> u32 { when { Order { id, total: > 3 }; } select id }
query bigger(id: u32) -> u32 { when { n in big(id); } select n }
rule bill { when { Order { id }; n in bigger(*id); } then { insert Bill { id: *n }; } }
rule note { when { Bill { id }; } then { print(id); } }
rule other { when { Order { id: 1 }; } then { } }
";
    let new = old.replace("total: > 3", "total: > 4");
    let new = format!("#[strategy(breadth)] ruleset New;{new}");
    let files = [("a.rules", old), ("b.rules", new.as_str())];
    let diff = |old, new| {
        let (printed, _) = run(&files, &["--diff", old, new, "--format", "json"]);
        serde_json::from_str::<serde_json::Value>(&printed).unwrap()
    };
    let found = diff("a.rules", "b.rules");
    let query = json!({ "kind": "query", "name": "big" });
    let strategy = json!({ "kind": "strategy", "name": null });
    assert_eq!(found["changed"], json!([query, strategy]));
    assert_eq!(found["touched"][0], json!({ "rule": "bill", "by": query }));
    let rules = found["touched"].as_array().unwrap().iter();
    let rules: Vec<_> = rules.map(|one| one["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["bill", "note", "other"]);
    let found = diff("a.rules", "a.rules");
    assert_eq!(
        (&found["changed"], &found["untouched"]),
        (&json!([]), &json!(3))
    );
}

#[test]
fn what_cannot_be_shown_is_told() {
    let files = [
        ("shop.rules", SHOP),
        ("broken.rules", "rule r { when { A; } "),
        ("empty/notes.txt", ""),
    ];
    for (arguments, told, exit) in [
        (
            &["shop.rules", "--of", "sent"][..],
            "there is no rule `sent`; did you mean `send`?",
            1,
        ),
        (&["broken.rules"], "error", 1),
        (&["missing.rules"], "cannot read `missing.rules`", 1),
        (&[], "required arguments", 2),
        (
            &["--diff", "shop.rules", "empty"],
            "there are no `.rules` files in `empty`",
            1,
        ),
        (
            &["--diff", "shop.rules", "shop.rules", "--format", "dot"],
            "`text` or `json`",
            1,
        ),
        (&["--diff", "shop.rules"], "2 values", 2),
    ] {
        let (printed, code) = run(&files, arguments);
        assert!(printed.contains(told), "{arguments:?}: {printed}");
        assert_eq!(code, Some(exit), "{printed}");
    }
}

#[test]
fn of_several_blocks_in_rust_files_one_is_compared() {
    let block = |name: &str, most: u32| {
        format!(
            "rules! {{ ruleset {name}; fact A(u32); rule r {{ when {{ A(> {most}); }} then {{}} }} }}\n"
        )
    };
    let old = block("One", 1) + &block("Two", 1);
    let new = block("One", 2) + &block("Two", 1);
    let files = [("old.rs", &*old), ("new.rs", &*new)];
    let diff = |name| run(&files, &["--ruleset", name, "--diff", "old.rs", "new.rs"]);
    assert!(diff("One").0.contains("rule `r`"));
    assert_eq!(diff("Two").0, "nothing differs\n");
}

#[test]
fn of_a_directory_the_file_that_names_the_ruleset_is_read_first() {
    let named = "//! The desk.\n#[strategy(breadth)]\npub ruleset Desk;\nfact B(u32);";
    let rules = |most: u32| format!("fact A(u32);\nrule r {{ when {{ A(> {most}); }} then {{}} }}");
    let (old, new) = (rules(1), rules(2));
    let files = [
        ("old/a.rules", &*old),
        ("old/z.rules", named),
        ("new/a.rules", &*new),
        ("new/desk/b.rules", named),
    ];
    let (printed, code) = run(&files, &["--diff", "old", "new"]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("rule `r`"), "{printed}");
}
