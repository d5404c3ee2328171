//! The program as its users see it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_routes"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    // A program that ends before it has read everything closes the pipe.
    _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    program.wait_with_output().unwrap()
}

fn printed(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

const COAST: [&str; 6] = [
    "--map",
    "maps/coast.map",
    "--from",
    "Aldhaven",
    "--to",
    "Hythe",
];

#[test]
fn a_route_changes_when_a_road_is_closed_and_opened() {
    let input = "close Farrow Hythe\nclose Ivy Hythe\nclose Hythe Gull\nopen Gull Hythe\n";
    let printed = printed(&COAST, input);
    assert_eq!(
        printed,
        "\
Aldhaven → Hythe  52 km
    12 km  Dunmoor  by road, 12 km
    25 km  Elm      Mill Lane, 13 km
    39 km  Farrow   by road, 14 km
    52 km  Hythe    High Street, 13 km
Aldhaven → Hythe  56 km  +4 km
    14 km  Brisk   Coast Road, 14 km
    27 km  Corran  Coast Road, 13 km
    44 km  Gull    Coast Road, 17 km
    56 km  Hythe   Coast Road, 12 km
Aldhaven → Hythe  56 km
    14 km  Brisk   Coast Road, 14 km
    27 km  Corran  Coast Road, 13 km
    44 km  Gull    Coast Road, 17 km
    56 km  Hythe   Coast Road, 12 km
Aldhaven → Hythe  there is no way
Aldhaven → Hythe  56 km  there is a way again
    14 km  Brisk   Coast Road, 14 km
    27 km  Corran  Coast Road, 13 km
    44 km  Gull    Coast Road, 17 km
    56 km  Hythe   Coast Road, 12 km
"
    );
}

#[test]
fn mistakes_in_commands_are_told_and_the_program_goes_on() {
    let printed = printed(
        &COAST,
        "close Aldhaven hythe\nclose Ivy Gull\nfly\nto \"Elm\nto Elm\nquit\nto Ivy\n",
    );
    let lines: Vec<&str> = printed.lines().skip(5).collect();
    assert_eq!(lines[0], "there is no town `hythe`, did you mean `Hythe`?");
    assert_eq!(lines[1], "no road joins Ivy and Gull");
    assert_eq!(lines[2], "there is no command `fly`: try `help`");
    assert_eq!(lines[3], "a quote is not closed");
    assert_eq!(lines[4], "Aldhaven → Elm  25 km");
    assert_eq!(lines.len(), 7);
}

#[test]
fn a_map_that_is_not_there_is_an_error() {
    let output = run(&["--map", "maps/moon.map", "--from", "A", "--to", "B"], "");
    assert!(!output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("error: maps/moon.map: "), "{errors}");
    assert!(!run(&["--from", "A", "--to", "B"], "").status.success());
}

#[test]
fn the_map_is_drawn_with_the_route_and_what_is_closed() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("coast.svg");
    let mut arguments = COAST.to_vec();
    let text = path.to_string_lossy().into_owned();
    arguments.extend(["--svg", &text]);
    printed(&arguments, "close Farrow Hythe\n");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches(r#"class="closed""#).count(), 1);
    assert_eq!(svg.matches(r#"class="way""#).count(), 4);
    assert_eq!(svg.matches("<circle").count(), 9);
}

#[test]
fn rights_are_asked_given_and_revoked() {
    let input = "who plan\nrevoke delegate Ann Eve plan\nwho plan\ngroups Ann\nwhat Nobody\nrevoke grant A b\n";
    assert_eq!(
        printed(&["rights", "rights/press.rights"], input),
        "  Ann      through Editors
  Bea      through Editors
  Editors  by a grant
  Eve      through Ann, in 2 steps
  Flo      through Eve, in 3 steps
  Ann      through Editors
  Bea      through Editors
  Editors  by a grant
  Editors
  Everyone
  Guests
  Staff
  none
that has not been said
"
    );
}
