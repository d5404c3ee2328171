//! `rules graph` and `rules expand`, run.

use std::fs;
use std::process::{Command, Stdio};

use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use corpus::root;
use doors::file::Warehouse;

/// What the command prints of the warehouse's ruleset.
fn print(arguments: &[&str]) -> String {
    let run = cargo_bin_cmd!("command")
        .current_dir(root().join("tests/doors"))
        .args(arguments)
        .arg("rules/warehouse.rules")
        .assert()
        .code(0)
        .stderr("");
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_drawings_read_as_those_of_the_session_type() {
    assert_eq!(print(&["graph"]), Warehouse::network().to_dot());
    assert_eq!(
        print(&["graph", "--format", "dot"]),
        Warehouse::network().to_dot()
    );
    let mermaid = print(&["graph", "--format=mermaid"]);
    assert_eq!(mermaid, Warehouse::network().to_mermaid());
}

#[test]
fn a_picture_shows_every_node_and_is_the_same_each_time() {
    let svg = print(&["graph", "--format", "svg"]);
    assert_eq!(svg, print(&["graph", "--format", "svg"]));
    assert!(svg.trim_start().starts_with("<?xml"), "{svg}");
    assert!(svg.ends_with("</svg>\n"), "{svg}");
    for node in Warehouse::network().nodes() {
        let text = node.text().replace('&', "&amp;");
        let text = text.replace('<', "&lt;").replace('>', "&gt;");
        let is_named = node.role() != rules_runtime::NodeRole::Owner;
        assert!(!is_named || svg.contains(&text), "{text}");
    }
}

#[test]
fn the_expanded_code_is_that_of_the_build_script() {
    let built = doors::generated_file();
    assert_eq!(print(&["expand"]), fs::read_to_string(built).unwrap());
}

#[test]
fn who_has_seen_enough_may_stop_reading() {
    for subcommand in ["expand", "graph"] {
        let mut run = Command::new(cargo_bin!("command"))
            .current_dir(root().join("tests/doors"))
            .args([subcommand, "rules/warehouse.rules"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(run.stdout.take());
        let run = run.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stderr), "");
        assert!(run.status.success(), "{}", run.status);
    }
}

#[test]
fn several_files_make_one_ruleset() {
    let directory = root().join("tests/command/fixture/rules");
    for (arguments, said) in [
        (&["two.rules", "one.rules"][..], "pub struct Two<L = ()>"),
        (
            &["one.rules", "two.rules", "--ruleset", "Three"],
            "pub struct Three<L = ()>",
        ),
    ] {
        let run = cargo_bin_cmd!("command")
            .current_dir(&directory)
            .arg("expand")
            .args(arguments)
            .assert()
            .code(0);
        let code = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(code.contains(said), "{code}");
        assert!(
            code.contains("// one.rules:4:5") && code.contains("// two.rules:2:6"),
            "{code}"
        );
    }
}

#[test]
fn a_ruleset_with_a_mistake_is_told_and_neither_drawn_nor_expanded() {
    for subcommand in ["graph", "expand"] {
        let run = cargo_bin_cmd!("command")
            .current_dir(root().join("tests/command/fixture"))
            .args([subcommand, "rules/broken.rules"])
            .assert()
            .code(1)
            .stdout("");
        let stderr = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(stderr.contains("did you mean `quantity`?"), "{stderr}");
    }
}

#[test]
fn a_wrong_use_is_told() {
    for arguments in [
        &["graph"][..],
        &["expand"],
        &["draw"],
        &["graph", "--format", "png", "x"],
    ] {
        cargo_bin_cmd!("command").args(arguments).assert().code(2);
    }
}

#[test]
fn the_help_names_the_subcommands_and_the_exit_codes() {
    let run = cargo_bin_cmd!("command").arg("--help").assert().code(0);
    insta::assert_snapshot!(String::from_utf8_lossy(&run.get_output().stdout));
}
