//! The program as a user runs it: its arguments, its input, what it prints and how it exits.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program gave.
struct Run {
    output: String,
    errors: String,
    code: Option<i32>,
}

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_crazy-eights"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("the input is piped");
    // A program that has ended before reads no more.
    _ = stdin.write_all(input.as_ref());
    drop(stdin);
    let ended = program.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        output: text(ended.stdout),
        errors: text(ended.stderr),
        code: ended.status.code(),
    }
}

fn play(input: impl AsRef<[u8]>) -> Run {
    run(
        &["play", "--players", "human,thrifty", "--seed", "7"],
        input,
    )
}

/// Fails unless each of these stands in a text.
#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn a_simulation_prints_the_same_json_on_every_machine() {
    let run = run(&["simulate", "--games", "3", "--seed", "7", "--json"], "");
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    assert_eq!(run.output, include_str!("simulated.json"));
}

#[test]
fn a_simulation_prints_a_table() {
    let run = run(
        &["simulate", "--games", "2", "--players", "watchful,careless"],
        "",
    );
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    let lines: Vec<_> = run.output.lines().collect();
    assert!(
        lines[0].starts_with("2 games, seed 0, digest "),
        "{lines:?}"
    );
    assert!(lines[3].ends_with("games won  rounds won      points"));
    assert!(lines[4].starts_with("watchful "));
    assert!(lines[5].starts_with("careless "));
}

#[test]
fn a_simulation_is_of_one_game_at_least() {
    let run = run(&["simulate", "--games", "0"], "");
    assert_eq!((run.output.as_str(), run.code), ("", Some(2)));
    assert!(run.errors.contains("invalid value '0'"), "{}", run.errors);
}

#[test]
fn rules_and_reasons_are_told_when_they_are_asked_for() {
    let begun = play("rules\nwhy\nquit\n").output;
    assert_has(
        &begun,
        &[
            "You: In turn a player lays a card",
            "fifty for an eight",
            "You: Nobody has decided anything yet in this round.\n",
        ],
    );
    assert!(begun.lines().all(|line| line.chars().count() <= 80));

    // Once Thrifty has laid a card, the rule is told that chose it.
    let mut told = Vec::new();
    for seed in ["1", "2", "3", "4", "5"] {
        let arguments = ["play", "--players", "human,thrifty", "--seed", seed];
        let output = run(&arguments, "draw\ndraw\ndraw\nwhy\nquit\n").output;
        let lines = output.lines();
        let reasons = lines.filter_map(|line| line.split_once("You: Thrifty: "));
        told.extend(reasons.map(|(_, reason)| reason.to_owned()));
    }
    let dearest = "The dearest card that fits goes first, eights aside.";
    assert!(told.contains(&dearest.to_owned()), "{told:?}");
}

#[test]
fn the_rules_that_are_told_are_those_agreed_on() {
    let usual = play("rules\nquit\n").output;
    assert_has(
        &usual,
        &[
            "or no more\nmay be drawn, and then passes.\nWhen the stock is empty, nobody draws any more.\n",
            "where several hold least, nobody scores.",
            "reaches 100 points.\n",
        ],
    );
    let agreement = ["--draw-limit", "1", "--turn-over", "--target", "300"];
    let game = ["play", "--players", "human,thrifty", "--seed", "7"];
    let arguments = [&game[..], &agreement].concat();
    let agreed = run(&arguments, "rules\nquit\n").output;
    assert_has(
        &agreed,
        &[
            "\nNo more than one card is drawn in a turn.\n",
            "\nWhen the stock is empty, the discards but the last one are turned over.\n",
            "reaches 300 points.\n",
        ],
    );
    assert!(agreed.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn what_is_said_agrees_in_person_and_number() {
    let dealt = run(&["play", "--players", "thrifty,human"], "quit\n").output;
    assert!(
        dealt.contains("\nRound 1. You deal, and turn up "),
        "{dealt}"
    );
    let target = ["play", "--target", "1", "--seed", "7"];
    let begun = run(&target, "quit\n").output;
    assert!(
        begun.starts_with("Crazy Eights to 1 point, seed 7.\n"),
        "{begun}"
    );
    let simulated = run(&["simulate", "--games", "1", "--target", "1"], "").output;
    assert!(simulated.starts_with("1 game, seed 0, "), "{simulated}");
    assert!(simulated.contains("\n1 round, "), "{simulated}");
}

#[test]
fn an_empty_line_lays_the_only_card_that_can_be_laid_when_nothing_else_can_be_done() {
    let laid = (0..100).any(|seed| {
        let seed = seed.to_string();
        let players = ["play", "--players", "human,careless,careless,careless"];
        let variant = ["--draw-limit", "1", "--seed", &seed];
        // In some turn nothing fits, and then the card does that was drawn.
        let input = "draw\n\n".repeat(10);
        let output = run(&[&players[..], &variant].concat(), input).output;
        output.contains(" fits; Enter lays it: You lay ")
    });
    assert!(laid, "there is such a game");
}

#[test]
fn between_two_rounds_only_an_empty_line_deals() {
    let players = "human,careless,careless,careless,careless";
    let draws = "draw\n".repeat(100);
    let run = run(
        &["play", "--players", players, "--turn-over", "--seed", "7"],
        format!("{draws}fish\nqiut\n\nquit\n"),
    );
    let between = "\nEnter deals, `quit` leaves: ";
    for said in [
        "The round is over.",
        "`fish` is no card: ",
        "`qiut` is no card: ",
    ] {
        let said = format!("{between}{said}");
        assert!(
            run.output.contains(&said),
            "no `{said}` in:\n{}",
            run.output
        );
    }
    let (before, after) = run
        .output
        .split_once("Round 2.")
        .expect("the next round is dealt");
    assert!(before.ends_with(&format!("{between}\n")), "{before}");
    assert!(!after.contains(between), "{after}");
}

#[test]
fn a_line_is_shown_without_its_control_characters_and_no_further_than_it_is_read() {
    let long = "4".repeat(100_000);
    let run = play(format!("\x1b]0;x\x07\n{long}\nquit\n"));
    assert!(
        run.output.contains(r"`\u{1b}]0;x\u{7}` is no card"),
        "{}",
        run.output
    );
    assert!(run.output.contains("4…` is no card"), "{}", run.output);
    assert!(run.output.lines().all(|line| line.chars().count() < 500));
}

#[test]
fn too_few_players_or_too_many_are_an_error() {
    for (players, found) in [
        ("thrifty", 1),
        ("careless,careless,careless,thrifty,thrifty,thrifty", 6),
    ] {
        for command in ["play", "simulate"] {
            let run = run(&[command, "--players", players], "");
            assert_eq!(
                (run.output.as_str(), run.errors.as_str(), run.code),
                (
                    "",
                    format!("error: expected 2 to 5 players, found {found}\n").as_str(),
                    Some(1)
                )
            );
        }
    }
}

#[test]
fn a_person_sees_the_table_and_is_told_what_is_wrong() {
    let run = play("fish\n8c fish\n\npass\nhelp\nquit\n");
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    let text = &run.output;
    assert_has(
        text,
        &[
            "Crazy Eights to 100 points, seed 7.\n",
            "\nRound 1. Thrifty deals, and turns up ",
            "  You          7 cards    0 points  ▒▒▒▒▒▒▒\n",
            "  Stock       37 cards\n",
            "\nYou: `fish` is no card: expected a rank and a suit, such as `10h`; or `draw`, `pass`, `rules`, `why`, `help` or `quit`\n",
            "You: `fish` is no suit: expected `clubs`, `diamonds`, `hearts` or `spades`\n",
            "You: Lay a card that has the suit or the rank of the last one",
        ],
    );
    // The table is shown once: nothing has changed.
    assert_eq!(text.matches("To follow").count(), 1, "{text}");
}

#[test]
fn a_card_that_does_not_fit_is_refused_and_the_same_player_goes_on() {
    let shown = play("quit\n").output;
    let hand = shown
        .lines()
        .find(|line| line.starts_with("  Your hand"))
        .expect("the hand is shown");
    let other = hand
        .split_whitespace()
        .skip(2)
        .find(|card| !card.starts_with('['));
    let other = other.expect("not every card fits");
    let run = play(format!("{other}\n"));
    assert!(
        run.output.contains(&format!("You: {other} does not fit: ")),
        "{}",
        run.output
    );
    assert!(run.output.ends_with("You: \n"), "{}", run.output);

    let fits = hand
        .split_whitespace()
        .find_map(|card| card.strip_prefix('['));
    let fits = fits
        .and_then(|card| card.strip_suffix(']'))
        .expect("a card fits");
    let run = play(format!("{other}\n{fits}\n"));
    assert!(
        run.output.contains(&format!("You lay {fits}.\nThrifty ")),
        "{}",
        run.output
    );
}

#[test]
fn the_game_ends_with_the_input() {
    let run = play("");
    assert!(run.output.ends_with("You: \n"), "{}", run.output);
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
}

#[test]
fn characters_play_to_the_end_by_themselves() {
    let run = run(
        &[
            "play",
            "--players",
            "careless,watchful",
            "--seed",
            "3",
            "--target",
            "60",
        ],
        "",
    );
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    let last = run.output.lines().last().expect("something is printed");
    assert!(
        ["Careless wins the game.", "Watchful wins the game."].contains(&last),
        "{last}"
    );
    assert!(!run.output.contains("Enter deals"));
}

#[test]
fn a_line_that_is_not_utf8_is_a_bad_line_and_not_the_end() {
    let run = play(b"\xff\xfe\nhelp\nquit\n");
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    assert!(run.output.contains("is no card"), "{}", run.output);
    assert_eq!(
        run.output.matches("Lay a card that").count(),
        2,
        "{}",
        run.output
    );
}

#[test]
fn help_fits_a_terminal_of_eighty_columns() {
    let helps = [
        &["--help"][..],
        &["play", "--help"],
        &["simulate", "--help"],
    ];
    let outputs = helps.map(|arguments| run(arguments, "").output);
    let told = play("help\nquit\n").output;
    let told = told.lines().take_while(|line| !line.starts_with("Round"));
    let lines = outputs.iter().flat_map(|output| output.lines()).chain(told);
    let long: Vec<_> = lines.filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [""; 0]);
}
