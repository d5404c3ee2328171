//! Tables that are tuned without a build: what follows from other rows, and which are refused.

use std::fs;
use std::path::Path;

use recall_game::sheets::Sheets;
use recall_game::table::{Input, Table};
use recall_game::{Options, Recall};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::seated::id;

/// A folder with the sheets of the build.
fn exported() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    Sheets::export(folder.path()).expect("they are written");
    folder
}

/// A folder with the sheets of the build, one of which has this in the place of that.
fn changed(name: &str, that: &str, this: &str) -> TempDir {
    let folder = exported();
    let path = folder.path().join(name);
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(that), "{text}");
    fs::write(path, text.replace(that, this)).expect("it is written");
    folder
}

fn read(folder: &TempDir) -> Sheets {
    Sheets::read(folder.path()).expect("they are right")
}

fn refused(folder: &Path) -> String {
    Sheets::read(folder)
        .expect_err("they are wrong")
        .to_string()
}

/// A whole game of three computer players: what each of them did, and the table in the end.
fn game(table: Recall) -> (Vec<Value>, Recall) {
    let mut table = table.keeping_decisions();
    for name in ["ann", "bob", "cay"] {
        let (player, name) = (id(name), name.to_owned());
        table.apply(&Input::Join {
            player,
            name,
            computer: true,
        });
    }
    let (player, action) = (id("ann"), json!({ "action_type": "start_game" }));
    assert!(table.apply(&Input::Act { player, action }).success);
    let mut done = Vec::new();
    while let Some(now) = table.wakes_at() {
        let outcome = table.apply(&Input::Clock { now });
        let decider = outcome.player_id.as_ref();
        let why = |number| table.why(decider, number);
        done.extend(outcome.decision.and_then(why));
    }
    assert!(table.is_over());
    (done, table)
}

fn with(seed: u64, sheets: &Sheets) -> Recall {
    let options = Options { explains: false };
    Recall::with_sheets(seed, options, sheets).expect("they are right")
}

#[test]
fn the_sheets_that_are_exported_are_those_of_the_build() {
    let folder = exported();
    let sheets = read(&folder);
    assert!(!sheets.is_empty());
    for seed in 0..5 {
        let built = Recall::new(seed, Options { explains: false });
        let (played, table) = game(with(seed, &sheets));
        let (expected, as_built) = game(built);
        assert_eq!(played, expected);
        // Where rows are not those of the rules, players are told what they say of cards.
        let mut view = table.view(None);
        let cards = view.as_object_mut().and_then(|view| view.remove("cards"));
        let king = json!({ "black": 13, "red": 0, "power": null });
        assert_eq!(cards.map(|cards| cards["king"].clone()), Some(king));
        assert_eq!(view, as_built.view(None));
    }
    let again = Sheets::export(folder.path()).expect_err("they are there");
    assert!(again.to_string().contains("points.csv"), "{again}");
}

#[test]
fn a_weight_that_is_changed_changes_what_computer_players_decide() {
    let folder = changed(
        "weights.csv",
        "Points,0.4\nPower,0.3",
        "Points,0.3\nPower,0.4",
    );
    let sheets = read(&folder);
    let mut differ = 0;
    for seed in 0..10 {
        let (built, _) = game(Recall::new(seed, Options { explains: false }));
        let (tuned, _) = game(with(seed, &sheets));
        let weight = json!({ "side": "power", "weight": 0.4 });
        assert_eq!(tuned[0]["weights"][1], weight);
        // Up to where something else is decided, the games are the same.
        let first = built.iter().zip(&tuned).find(|(built, tuned)| {
            let chosen = |why: &Value| -> Vec<Value> {
                let candidates = why["candidates"].as_array().expect("a list").iter();
                let chosen = candidates.filter(|candidate| candidate["chosen"] == true);
                chosen
                    .map(|candidate| candidate["action"].clone())
                    .collect()
            };
            chosen(built) != chosen(tuned)
        });
        if let Some((built, tuned)) = first {
            assert_eq!(
                built["candidates"].as_array().map(Vec::len),
                tuned["candidates"].as_array().map(Vec::len)
            );
            differ += 1;
        }
    }
    assert!(differ > 0, "no weight has ever decided anything");
}

#[test]
fn points_that_are_changed_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("points.csv"),
        "rank,colour,points\n-,-,1\n",
    )
    .expect("it is written");
    // The other sheets are those of the build.
    let sheets = read(&folder);
    for seed in 0..5 {
        let (_, table) = game(with(seed, &sheets));
        let view = table.view(None);
        for player in view["players"].as_array().expect("a list") {
            let cards = player["cards"].as_array().expect("a list").len() as u64;
            let points = player["points"].as_u64().expect("the game is over");
            assert!(points == cards || points == cards + 10, "{player}");
        }
    }
}

#[test]
fn a_cell_that_is_wrong_is_named() {
    let folder = changed("points.csv", "Two,-,2", "Two,-,two");
    let said = refused(folder.path());
    assert!(said.starts_with("points.csv, C3 (points): "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");

    let folder = changed("powers.csv", "Nine,Skip", "Nine,Skp");
    let said = refused(folder.path());
    assert!(said.starts_with("powers.csv, B10 (power): "), "{said}");
}

#[test]
fn a_case_without_a_row_and_one_with_two_are_named() {
    let folder = changed("points.csv", "King,Red,0\n", "");
    let said = refused(folder.path());
    assert!(
        said.starts_with("points.csv: ") && said.contains("King") && said.contains("Red"),
        "{said}"
    );

    let folder = changed("weights.csv", "Risk,0.1\n", "Risk,0.1\nRisk,0.2\n");
    let said = refused(folder.path());
    assert!(said.starts_with("weights.csv, line 6: "), "{said}");
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let folder = changed("points.csv", "Two,-,2", "Two,-,two");
    let weights = folder.path().join("weights.csv");
    fs::write(weights, "quality,weight\nPoints,much\n").expect("it is written");
    let said = refused(folder.path());
    assert!(
        said.contains("points.csv, C3 (points): ") && said.contains("\nweights.csv, B2 (weight): "),
        "{said}"
    );
}

#[test]
fn a_folder_without_sheets_of_the_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = refused(folder.path());
    assert!(said.ends_with("there is no .csv file in it"), "{said}");
    fs::write(folder.path().join("point.csv"), "rank,points\n").expect("it is written");
    let said = refused(folder.path());
    assert!(
        said.starts_with("point.csv: no table has this sheet") && said.contains("points.csv"),
        "{said}"
    );
    let gone = folder.path().join("gone");
    assert!(refused(&gone).starts_with(&gone.display().to_string()));
}
