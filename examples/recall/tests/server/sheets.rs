//! The server with tables of its own: what it does not start with, and that a game keeps the rows it was begun with.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::client::{Client, Seat};
use crate::kill::Program;

fn recall(arguments: &[&str], folder: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_recall"));
    let program = program.args(arguments).arg(folder);
    program.output().expect("it starts")
}

/// Sheets whose first weight is this.
fn weighing(folder: &Path, weight: f64) {
    let text = format!("quality,weight\nPoints,{weight}\nPower,0.3\nProgress,0.2\nRisk,0.1\n");
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("weights.csv"), text).expect("it is written");
}

/// Begins a game that rules play for its only person; says what its first decision was weighed by.
async fn begin(client: &mut Client) -> (Seat, Value) {
    let seat = client.create("recall", Value::Null, 1).await;
    let begun = client.ask("recall_start_game", seat.with(json!({}))).await;
    assert_eq!(begun["success"], true);
    let gone = client.ask("recall_leave_game", seat.with(json!({}))).await;
    assert_eq!(gone["success"], true);
    let decided = client.event("decision").await;
    assert_eq!(decided["decision"], 0);
    let weight = weight(client, &seat).await;
    (seat, weight)
}

/// What the first side counted in the first decision of a game.
async fn weight(client: &mut Client, seat: &Seat) -> Value {
    let data = seat.with(json!({ "decision": 0 }));
    let told = client.ask("recall_why", data).await;
    assert_eq!(told["success"], true, "{told}");
    told["why"]["weights"][0]["weight"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_by_the_rows_that_it_was_begun_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, first) = (folder.path().join("data"), folder.path().join("first"));
    let second = folder.path().join("second");
    weighing(&first, 0.7);
    weighing(&second, 0.6);

    let program = Program::start_with(&data, &["--tables".as_ref(), first.as_os_str()]);
    let mut client = Client::connect(program.address).await;
    let (seat, weighed) = begin(&mut client).await;
    assert_eq!(weighed, 0.7);
    program.kill();

    for (arguments, expected) in [
        (&["--tables".as_ref(), second.as_os_str()][..], 0.6),
        (&[], 0.4),
    ] {
        let program = Program::start_with(&data, arguments);
        let mut client = Client::connect(program.address).await;
        let back = client.ask("recall_rejoin_game", seat.with(json!({}))).await;
        assert_eq!(back["success"], true, "{back}");
        assert_eq!(weight(&mut client, &seat).await, 0.7);
        let (_, weighed) = begin(&mut client).await;
        assert_eq!(weighed, expected);
        program.kill();
    }
}

#[test]
fn a_server_does_not_start_with_tables_that_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    weighing(folder.path(), 0.4);
    fs::write(
        folder.path().join("points.csv"),
        "rank,colour,points\n-,-,many\n",
    )
    .expect("it is written");
    let output = recall(&["--port", "0", "--tables"], folder.path());
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = format!(
        "recall: the tables in {} are refused\npoints.csv, C2 (points): ",
        folder.path().display()
    );
    assert!(said.starts_with(&expected), "{said}");
}

#[test]
fn the_sheets_of_the_program_are_exported_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = recall(&["tables", "export"], folder.path());
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.lines().count(), 6, "{said}");
    for path in said.lines() {
        let name = Path::new(path).file_name().expect("a file");
        let built = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("game/sheets")
            .join(name);
        assert_eq!(
            fs::read(path).expect("it is there"),
            fs::read(built).expect("it is there")
        );
    }
    // One that is there is enough, and nothing is written beside it.
    for name in ["powers.csv", "weights.csv"] {
        fs::remove_file(folder.path().join(name)).expect("it is there");
    }
    let again = recall(&["tables", "export"], folder.path());
    let path = folder.path().join("points.csv");
    refused(&again, &there_already(&path));
    assert!(!folder.path().join("powers.csv").exists());
    // Nor is a file taken for a folder.
    refused(&recall(&["tables", "export"], &path), &there_already(&path));
}

fn there_already(path: &Path) -> String {
    let path = path.display();
    format!(
        "recall: {path} is there already, and nothing is overwritten: name another folder, or move it away\n"
    )
}

#[track_caller]
fn refused(output: &Output, message: &str) {
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_another_server_keeps_are_left_to_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let program = Program::start_with(&data, &[]);
    let in_use = "games.redb is in use, probably by another `recall` server: \
        stop that one, or name another folder with `--data`\n";
    let kept = data.display();
    let message = format!("recall: games cannot be kept in {kept}: {in_use}");
    refused(&recall(&["--port", "0", "--data"], &data), &message);
    for command in ["check", "repair"] {
        let message = format!("recall: {kept}: {in_use}");
        refused(&recall(&["store", command, "--data"], &data), &message);
    }
    program.kill();
}
