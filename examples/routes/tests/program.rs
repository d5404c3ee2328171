//! The program as its users see it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
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
    _ = stdin.write_all(input);
    drop(stdin);
    program.wait_with_output().unwrap()
}

fn printed(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
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
    let output = run(&["--map", "maps/moon.map", "--from", "A", "--to", "B"], b"");
    assert!(!output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("error: maps/moon.map: "), "{errors}");
    assert!(!run(&["--from", "A", "--to", "B"], b"").status.success());
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

#[test]
fn a_command_with_other_words_than_it_takes_is_told_its_form() {
    let input = "close Elm\nto\nwhy not\nquit now\n";
    let said = printed(&COAST, input);
    let lines: Vec<&str> = said.lines().skip(5).collect();
    let forms = ["close A B", "to TOWN", "why", "quit"].map(|form| format!("expected `{form}`"));
    assert_eq!(lines, forms);
    assert_eq!(
        printed(&["rights", "rights/press.rights"], "who\nmember Ann\nfly\n"),
        "expected `who DOCUMENT`
expected `member WHO GROUP`, `grant TO DOCUMENT` or `delegate FROM TO DOCUMENT`
there is no command `fly`: try `help`
"
    );
}

/// What is printed, after the first route, where commands are bytes.
fn answers(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_inclusive('\n')
        .filter(|line| !line.contains(" km"))
        .collect()
}

#[test]
fn a_command_that_is_too_long_or_not_utf8_is_told_and_the_program_goes_on() {
    let longest = "#".repeat(4096);
    let input = [
        b"\xef\xbb\xbf# mark\nto \xff\n",
        longest.as_bytes(),
        b"\n#",
        longest.as_bytes(),
        b"\nfly\n",
    ]
    .concat();
    let expected = "standard input, line 2: expected text in UTF-8, which byte 4 is not
standard input, line 4: expected at most 4096 bytes, found more
there is no command `fly`: try `help`
";
    assert_eq!(answers(&COAST, &input), expected);
    assert_eq!(
        answers(&["rights", "rights/press.rights"], &input),
        expected
    );
}

/// A file of this test.
fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn what_is_wrong_with_a_line_of_a_file_is_told_with_its_number() {
    let latin = file("latin", b"# fine\ntown \xc4 3 4\n");
    let long = file("long", &[b'#'; 5000]);
    let nameless = file("nameless.map", b"\xef\xbb\xbftown A 1 2\nroad A A 1 \"\"\n");
    let map = |path| vec!["--map", path, "--from", "A", "--to", "A"];
    let utf8 = "line 2: expected text in UTF-8, which byte 6 is not";
    let bytes = "line 1: expected at most 4096 bytes, found more";
    for (arguments, path, told) in [
        (map(&latin), &latin, utf8),
        (vec!["rights", &latin], &latin, utf8),
        (map(&long), &long, bytes),
        (vec!["rights", &long], &long, bytes),
        (
            map(&nameless),
            &nameless,
            "line 2: nothing stands in the quotes",
        ),
    ] {
        let output = run(&arguments, b"");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert_eq!(errors, format!("error: {path}, {told}\n"));
    }
}

#[test]
fn names_do_not_steer_the_terminal_and_are_text_in_the_drawing() {
    let map = file(
        "steering.map",
        b"town \x1b[2J 0 0\ntown B 1 1\nroad \x1b[2J B 1 \x07\x08\n",
    );
    let drawing = file("steering.svg", b"");
    let arguments = [
        "--map", &map, "--from", "B", "--to", "\x1b[2J", "--svg", &drawing,
    ];
    let said = printed(&arguments, "to \x1b[3J\nclose \x1b[2J B\n");
    assert_eq!(
        said,
        r"B → \u{1b}[2J  1 km
     1 km  \u{1b}[2J  \u{7}\u{8}, 1 km
there is no town `\u{1b}[3J`
B → \u{1b}[2J  there is no way
"
    );
    let svg = std::fs::read_to_string(drawing).unwrap();
    assert!(svg.contains(r">\u{1b}[2J</text>"), "{svg}");
    assert!(
        svg.chars()
            .all(|letter| letter == '\n' || !letter.is_control())
    );
    let rights = file("steering.rights", b"member \x1b[2J \x07\ngrant \x07 \x08\n");
    assert_eq!(
        printed(
            &["rights", &rights],
            "who \x08\ngroups \x1b[2J\nwhy \x07 \x07\n"
        ),
        r"  \u{7}      by a grant
  \u{1b}[2J  through \u{7}
  \u{7}
\u{7} may not read \u{7}
"
    );
    let output = run(&["--map", &map, "--from", "\x1b[3J", "--to", "B"], b"");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "error: there is no town `\\u{1b}[3J`\n");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_named() {
    for arguments in [&COAST[..], &["rights", "rights/press.rights"]] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_routes"));
        program
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        let commands = std::fs::File::open(file("help.txt", b"help\n")).unwrap();
        let program = program.stdin(commands).stdout(full).stderr(Stdio::piped());
        let ended = program.output().unwrap();
        assert!(!ended.status.success());
        assert_eq!(
            String::from_utf8(ended.stderr).unwrap(),
            "error: standard output: No space left on device (os error 28)\n"
        );
    }
}
