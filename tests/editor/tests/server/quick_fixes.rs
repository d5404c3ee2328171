//! Quick fixes: each takes away the mistake for which it is offered, and brings none of its own.

use lsp_types as lsp;
use serde_json::json;

use crate::support::{Client, directory_of, edited, opened, uri};

/// The quick fixes at a range: what each is called, and what it makes of the text.
fn fixes(
    client: &mut Client,
    uri: &lsp::Url,
    text: &str,
    range: lsp::Range,
) -> Vec<(String, String)> {
    let params =
        json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
    let found = client
        .ask_raw("textDocument/codeAction", params)
        .expect("an answer");
    let found: Vec<lsp::CodeAction> = serde_json::from_value(found).expect("actions");
    let found = found.into_iter().map(|action| {
        let changes = action.edit.and_then(|edit| edit.changes).expect("changes");
        (action.title, edited(text, &changes[uri]))
    });
    found.collect()
}

/// The text after a quick fix of the first mistake in it. That mistake, and no other, is to be gone.
fn mended(text: &str, title: &str) -> String {
    let (mut client, uri) = opened(text);
    let told = client.diagnostics(&uri);
    let first = told.first().expect("a mistake").clone();
    let found = fixes(&mut client, &uri, text, first.range);
    let mended = found.iter().find(|(found, _)| found == title);
    let (_, mended) = mended.unwrap_or_else(|| panic!("{title}: {found:?}, {told:?}"));
    client.change(&uri, &json!([{ "text": mended }]));
    let left = client.diagnostics(&uri);
    let new: Vec<_> = left
        .iter()
        .filter(|left| left.message == first.message || left.code != first.code && is_error(left))
        .collect();
    assert_eq!(new, Vec::<&lsp::Diagnostic>::new(), "{mended}");
    assert!(client.leave());
    mended.clone()
}

fn is_error(told: &lsp::Diagnostic) -> bool {
    told.severity == Some(lsp::DiagnosticSeverity::ERROR)
}

const FACTS: &str = "fact Lamp { colour: u8, level: u8 }\nfact enum Mood { Good, Bad }\n";

/// A rule over `FACTS`, and what a quick fix makes of it.
fn mended_rule(when: &str, then: &str, title: &str) -> String {
    let text = format!("{FACTS}rule r {{ when {{ {when} }} then {{ {then} }} }}\n");
    let mended = mended(&text, title);
    mended.strip_prefix(FACTS).unwrap_or(&mended).to_owned()
}

fn rule(when: &str, then: &str) -> String {
    format!("rule r {{ when {{ {when} }} then {{ {then} }} }}\n")
}

#[test]
fn the_name_that_was_meant_takes_the_place_of_a_misspelt_one() {
    for (when, then, title, (new_when, new_then)) in [
        (
            "Lamp { color: 1 };",
            "",
            "write `colour`",
            ("Lamp { colour: 1 };", ""),
        ),
        ("Mood::God;", "", "write `Good`", ("Mood::Good;", "")),
        (
            "lamp @ Lamp { level: 1 };",
            "retract lmp;",
            "write `lamp`",
            ("lamp @ Lamp { level: 1 };", "retract lamp;"),
        ),
        (
            "n = cont(Lamp { level: 1 }); if n > 1;",
            "",
            "write `count`",
            ("n = count(Lamp { level: 1 }); if n > 1;", ""),
        ),
        (
            "Lamp { level, colour: levle }; if level > 1;",
            "",
            "write `level`",
            ("Lamp { level, colour: level }; if level > 1;", ""),
        ),
    ] {
        assert_eq!(mended_rule(when, then, title), rule(new_when, new_then));
    }
    for (text, title, wanted) in [
        (
            "#[onec]\nrule r { when { A(1); } then { } }\nfact A(u8);\n",
            "write `once`",
            "#[once]",
        ),
        (
            "#[allow(rules::cross_produkt)]\nrule r { when { A(1); } then { } }\nfact A(u8);\n",
            "write `cross_product`",
            "rules::cross_product",
        ),
        (
            "fact A(u8);\nquery near(a: u8) { when { A(a); } }\nrule r { when { neer(1); } then { } }\n",
            "write `near`",
            "when { near(1)",
        ),
        (
            "fact A(u8);\nrul r { when { A(1); } then { } }\n",
            "write `rule`",
            "\nrule r",
        ),
        (
            "fact A(u8);\ngroup later { }\nrule r { when { A(1); } then { focus latr; } }\n",
            "write `later`",
            "focus later;",
        ),
    ] {
        let mended = mended(text, title);
        assert!(mended.contains(wanted), "{mended}");
    }
}

#[test]
fn a_variable_that_is_not_used_is_ignored_or_allowed() {
    let field = "Lamp { colour };";
    let ignored = mended_rule(field, "", "write `colour: _`");
    assert_eq!(ignored, rule("Lamp { colour: _ };", ""));
    let other = mended_rule("Lamp { colour: c };", "", "write `_c`");
    assert_eq!(other, rule("Lamp { colour: _c };", ""));
    let allowed = mended_rule(field, "", "allow `unused_variable` here");
    let attribute = "#[allow(rules::unused_variable)]\n";
    assert_eq!(allowed, format!("{attribute}{}", rule(field, "")));
}

#[test]
fn a_mark_that_is_missing_is_added_where_it_belongs() {
    for (when, then, title, (new_when, new_then)) in [
        (
            "Lamp { colour: 1 }\n",
            "",
            "add `;`",
            ("Lamp { colour: 1 };\n", ""),
        ),
        (
            "Lamp { level: 1 };",
            "insert Lamp { colour: 1 level: 2 };",
            "add `,`",
            ("Lamp { level: 1 };", "insert Lamp { colour: 1, level: 2 };"),
        ),
        (
            "lamp @ Lamp { level: 1 };",
            "retract lamp\n",
            "add `;`",
            ("lamp @ Lamp { level: 1 };", "retract lamp;\n"),
        ),
    ] {
        assert_eq!(mended_rule(when, then, title), rule(new_when, new_then));
    }
}

#[test]
fn words_of_other_languages_are_replaced() {
    for (when, title, new_when) in [
        (
            "lamp: Lamp { level: 1 };",
            "write `@`",
            "lamp@ Lamp { level: 1 };",
        ),
        (
            "no Lamp { level: 1 };",
            "write `not`",
            "not Lamp { level: 1 };",
        ),
        (
            "!Lamp { level: 1 };",
            "write `not`",
            "not Lamp { level: 1 };",
        ),
        (
            "Lamp { level }; test level > 1;",
            "write `if`",
            "Lamp { level }; if level > 1;",
        ),
    ] {
        assert_eq!(mended_rule(when, "", title), rule(new_when, ""));
    }
}

#[test]
fn a_field_is_written_in_a_modify_of_its_fact() {
    let when = "lamp @ Lamp { level: 1 };";
    let put = mended_rule(
        when,
        "lamp.colour = (1 + 2) * 3;",
        "put it into `modify lamp { … }`",
    );
    assert_eq!(
        put,
        rule(when, "modify lamp { lamp.colour = (1 + 2) * 3; }")
    );
    let named = mended_rule(when, "modify lamp { colour = 3; }", "write `lamp.colour`");
    assert_eq!(named, rule(when, "modify lamp { lamp.colour = 3; }"));
}

#[test]
fn what_says_nothing_is_left_out() {
    let both = "Lamp { level: 1 }; exists Lamp { level: 1 };";
    let left = mended_rule(both, "", "leave it out");
    assert_eq!(left, rule("Lamp { level: 1 };", ""));
    let second = "Lamp { level, colour } if level > 3; if level > 2;";
    let left = mended_rule(second, "f(level, colour);", "leave it out");
    let guard = "Lamp { level, colour } if level > 3;";
    assert_eq!(left, rule(guard, "f(level, colour);"));
    let text = format!("{FACTS}pub {}", rule("Lamp { level: 1 };", ""));
    let private = format!("{FACTS}{}", rule("Lamp { level: 1 };", ""));
    assert_eq!(mended(&text, "leave it out"), private);
}

#[test]
fn what_a_declaration_lacks_is_added() {
    let when = "Lamp { level: 1 };";
    let declared = mended_rule(when, "focus late;", "declare `group late {}`");
    assert_eq!(
        declared,
        format!("{}\ngroup late {{}}\n", rule(when, "focus late;"))
    );
    let noted = "l @ Lamp { level };";
    let then = "modify l { l.level = 3; } print(level);";
    let guarded = mended_rule(noted, then, "add the attribute `#[no_loop]`");
    assert_eq!(guarded, format!("#[no_loop]\n{}", rule(noted, then)));
    let best = "#[best(min: cost, by(a))]\nfact Way { a: u8, cost: u32 }\nrule r { when { Lamp { level: a }; } then { insert Way { a, cost: 1 }; } }\nfact Lamp { level: u8 }\n";
    assert!(mended(best, "add `logical`").contains("insert logical Way"));
}

#[test]
fn the_form_of_a_pattern_or_a_type_is_put_right() {
    let braces = mended_rule(
        "Lamp(level, colour);",
        "f(level, colour);",
        "write the fields in braces",
    );
    assert_eq!(braces, rule("Lamp { level, colour };", "f(level, colour);"));
    let unit = "fact Done;\nrule r { when { Done(1); } then { } }\n";
    assert!(mended(unit, "leave the parentheses out").contains("{ Done; }"));
    let sized = mended("fact A { x: str }\n", "write `String`");
    assert_eq!(sized, "fact A { x: String }\n");
    let raw = mended("fact A { match: u8 }\n", "write `r#match`");
    assert_eq!(raw, "fact A { r#match: u8 }\n");
    let compared = mended_rule("Lamp { level } if level = 1;", "", "write `==`");
    assert_eq!(compared, rule("Lamp { level } if level == 1;", ""));
}

#[test]
fn two_facts_are_compared_by_their_handles() {
    let when = |test: &str| {
        format!("a @ Lamp {{ level: 1 }}; b @ Lamp {{ level: 1 }} if {test}; if a.colour > 1;")
    };
    let compared = mended_rule(
        &when("a != b"),
        "f(a, b);",
        "write `a.handle() != b.handle()`",
    );
    assert_eq!(
        compared,
        rule(&when("a.handle() != b.handle()"), "f(a, b);")
    );
}

#[test]
fn a_ruleset_that_searches_says_so() {
    let rule = "/// Lights.\nruleset Lights;\nfact Lamp { level: u8 }\nrule r { when { Lamp { level: 1 }; } then { fail; } }\n";
    let searching = mended(rule, "add `#[backtrack]` to the ruleset");
    assert_eq!(searching, rule.replace("ruleset", "#[backtrack]\nruleset"));
}

#[test]
fn a_table_is_asked_as_its_hits_say_and_an_empty_cell_lets_all_through() {
    let text = |hit: &str, sign: &str, cell: &str| {
        format!(
            "#[hit({hit})]\ntable fee(level: u8) -> u8 {{\n    | level || fee |\n    | < 9 || 1 |\n    | {cell}|| 2 |\n}}\n\
             fact Lamp {{ level: u8 }}\nrule r {{ when {{ Lamp {{ level }}; p {sign} fee(level); }} then {{ f(p); }} }}\n"
        )
    };
    let each = mended(&text("collect", "=", "- "), "write `p in fee`");
    assert_eq!(each, text("collect", "in", "- "));
    let one = mended(&text("first", "in", "- "), "write `p = fee`");
    assert_eq!(one, text("first", "=", "- "));
    let filled = mended(&text("first", "=", ""), "add `-`");
    assert_eq!(filled, text("first", "=", "- "));
}

#[test]
fn a_condition_that_binds_comes_before_the_one_that_uses_what_it_binds() {
    let title = "move the condition that binds it before this one";
    let then = "f(colour);";
    for (when, mended) in [
        (
            "Lamp { colour } if colour > x; Lamp { level: x };",
            "Lamp { level: x }; Lamp { colour } if colour > x;",
        ),
        (
            "Lamp { colour };\n    not Lamp { colour: > x };\n    Mood::Bad;\n    Lamp { level: x };",
            "Lamp { colour };\n    Lamp { level: x };\n    not Lamp { colour: > x };\n    Mood::Bad;",
        ),
    ] {
        assert_eq!(mended_rule(when, then, title), rule(mended, then));
    }
    // What would come before what it uses itself stays, and so does what has a comment.
    for when in [
        "Lamp { colour: > x }; Lamp { level: y }; Lamp { level: x } if x > y;",
        "Lamp { colour: > x };\n// Why.\nLamp { level: x };",
        "Lamp { colour: > x, level: x };",
    ] {
        let text = format!("{FACTS}{}", rule(when, ""));
        let (mut client, uri) = opened(&text);
        let told = client.diagnostics(&uri);
        let before = told
            .iter()
            .find(|told| told.message.contains("used before"));
        let range = before.unwrap_or_else(|| panic!("{told:?}")).range;
        let found = fixes(&mut client, &uri, &text, range);
        assert!(!found.iter().any(|(found, _)| found == title), "{found:?}");
    }
}

#[test]
fn a_cell_in_the_language_is_written_as_it_was_meant() {
    let text = |cell: &str| {
        format!(
            "#[hit(first)]\ntable fee(level: u8, mood: Mood) -> u8 {{\n    | level | mood || fee |\n    {cell} || 1 |\n    | - | - || 2 |\n}}\n\
             fact enum Mood {{ Good, Bad }}\n"
        )
    };
    for (cell, title, wanted) in [
        ("| 18+ | Good", "write `>= 18`", "| >= 18 | Good"),
        ("| != 5 | Good", "write `not 5`", "| not 5 | Good"),
        (
            "| - | Bad or Goood",
            "write `Bad or Good`",
            "| - | Bad or Good",
        ),
    ] {
        assert_eq!(mended(&text(cell), title), text(wanted));
    }
}

/// A package whose table has its rows in a file: the titles of the quick fixes, each with the file that it changes and
/// its text then. Each is made, and leaves no mistake.
fn in_sheet(from: &str, csv: &str) -> Vec<(String, String, String)> {
    let text = format!(
        "#[hit(first)]\ntable fee(level: u8, mood: Mood) -> Mood from {from:?} {{ | level | mood || then: Mood(Good or Bad) | }}\n\
         fact enum Mood {{ Good, Bad }}\nrule r {{ when {{ m @ Mood::Good; f = fee(1, Mood::Good); }} then {{ g(m, f); }} }}\n"
    );
    let files: [(&str, &[u8]); 3] = [
        ("Cargo.toml", b"[package]\nname = \"sheets\"\n"),
        ("rules/desk.rules", text.as_bytes()),
        ("data/fees.csv", csv.as_bytes()),
    ];
    let directory = directory_of(&files);
    let path = |name: &str| directory.path().join(name);
    let desk = uri(&path("rules/desk.rules"));
    let mut client = Client::start();
    client.open(&desk, &text);
    let told = client.diagnostics(&desk);
    let range = told
        .first()
        .unwrap_or_else(|| panic!("a mistake: {csv}"))
        .range;
    let params = json!({ "textDocument": { "uri": desk }, "range": range, "context": { "diagnostics": [] } });
    let found = client.ask_raw("textDocument/codeAction", params);
    let found: Vec<lsp::CodeAction> =
        serde_json::from_value(found.expect("an answer")).expect("fixes");
    let found = found.into_iter().map(|action| {
        let changes = action.edit.and_then(|edit| edit.changes).expect("changes");
        let (of, edits) = changes.into_iter().next().expect("a file");
        let of = of.to_file_path().expect("a file");
        let old = std::fs::read_to_string(&of).expect("it is there");
        let new = edited(&old, &edits);
        let name = of.strip_prefix(directory.path()).expect("in the package");
        std::fs::write(&of, &new).expect("it can be written");
        (action.title, name.display().to_string(), new)
    });
    let found: Vec<_> = found.collect();
    let text = std::fs::read_to_string(path("rules/desk.rules")).expect("it is there");
    client.change(&desk, &json!([{ "text": text }]));
    let left = client.diagnostics(&desk);
    assert!(found.is_empty() || left.is_empty(), "{left:?}");
    assert!(client.leave());
    found
}

#[test]
fn a_cell_of_a_sheet_and_its_file_are_written_as_they_were_meant() {
    let head = "level;mood;then\n";
    let right = format!("{head}-;\"Good or Bad\";Bad\n");
    for (line, title, wanted) in [
        ("18+;Good;Bad\n", "write `>= 18` in A2", ">= 18;Good;Bad\n"),
        ("🦀\t;Good;Bad\n", "", ""),
        (" ;\"Good\";Bad\n", "write `-` in A2", " -;\"Good\";Bad\n"),
        (
            "1;Good or Badd;Bad\r\n",
            "write `Good or Bad` in B2",
            "1;Good or Bad;Bad\r\n",
        ),
        ("1;Good;Baad\n", "write `Bad` in C2", "1;Good;Bad\n"),
    ] {
        let csv = format!("{head}{line}-;-;Good\n");
        let found = in_sheet("data/fees.csv", &csv);
        if title.is_empty() {
            assert!(found.is_empty(), "{found:?}");
            continue;
        }
        let wanted = format!("{head}{wanted}-;-;Good\n");
        let of = "data/fees.csv".to_owned();
        assert!(
            found.contains(&(title.to_owned(), of, wanted)),
            "{title}: {found:?}"
        );
    }
    let found = in_sheet("data/fees.csv", &right.replace("mood", "mod"));
    let wanted = (
        "write `mood` in B1".to_owned(),
        "data/fees.csv".to_owned(),
        right.clone(),
    );
    assert_eq!(found, [wanted]);
    let found = in_sheet("data/fee.csv", &right);
    let [(title, of, text)] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(
        (title.as_str(), of.as_str()),
        ("write `\"data/fees.csv\"`", "rules/desk.rules")
    );
    assert!(text.contains("from \"data/fees.csv\""), "{text}");
}
