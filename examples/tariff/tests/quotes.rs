//! Cases of the tariff: on both sides of what its tables tell apart, one for each row.

use tariff::{Line, Parcel, Tariff, Zone};

fn parcel(grams: u32, express: bool) -> Parcel {
    Parcel {
        country: "DE".into(),
        grams,
        express,
        fragile: false,
        insured: 0,
    }
}

#[test]
fn each_country_lies_in_a_zone() {
    let tariff = Tariff::new();
    for country in ["AT", "BE", "CH", "CZ", "DK", "FR", "LU", "NL", "PL"] {
        assert_eq!(tariff.zone(country), Zone::Near, "{country}");
    }
    assert_eq!(tariff.zone("DE"), Zone::Home);
    for country in ["US", "de", "", "DEU"] {
        assert_eq!(tariff.zone(country), Zone::World, "{country}");
    }
}

#[test]
fn a_rate_goes_by_zone_and_weight() {
    let weights = [499, 500, 1_999, 2_000, 9_999, 10_000, 40_000];
    let rates = |zone| weights.map(|grams| Tariff::rate(zone, &parcel(grams, false)));
    assert_eq!(rates(Zone::Home), [390, 690, 690, 1290, 1290, 2190, 2190]);
    assert_eq!(rates(Zone::Near), [890, 1290, 1290, 1990, 1990, 3490, 3490]);
    assert_eq!(
        rates(Zone::World),
        [1490, 2490, 2490, 4990, 4990, 8990, 8990]
    );
}

#[test]
fn express_has_rates_of_its_own() {
    let rates = |zone| [9_999, 10_000].map(|grams| Tariff::rate(zone, &parcel(grams, true)));
    assert_eq!(rates(Zone::Home), [1490, 5900]);
    assert_eq!(rates(Zone::Near), [3900, 5900]);
    assert_eq!(rates(Zone::World), [12_900, 12_900]);
}

#[test]
fn surcharges_come_one_by_one() {
    let labels = |zone, parcel: &Parcel| -> Vec<_> {
        Tariff::surcharges(zone, parcel)
            .map(|extra| extra.label)
            .collect()
    };
    let mut sent = parcel(20_000, false);
    assert_eq!(labels(Zone::Home, &sent), [""; 0]);
    assert_eq!(labels(Zone::World, &sent), ["customs declaration"]);
    sent.grams = 20_001;
    sent.fragile = true;
    for (insured, insurance) in [
        (500, None),
        (501, Some("insurance")),
        (5_000, Some("insurance")),
        (5_001, Some("insurance, high value")),
    ] {
        sent.insured = insured;
        let mut expected = vec!["two people carry it", "fragile"];
        expected.extend(insurance);
        assert_eq!(labels(Zone::Near, &sent), expected, "{insured}");
    }
}

#[test]
fn lines_follow_a_parcel_that_changes() {
    let mut tariff = Tariff::new();
    let sent = tariff.insert(parcel(400, false));
    let total = |tariff: &mut Tariff| {
        tariff.run();
        tariff.facts::<Line>().map(|line| line.cents).sum::<u32>()
    };
    assert_eq!(total(&mut tariff), 390);
    tariff.update(sent, |parcel| parcel.fragile = true).unwrap();
    assert_eq!(total(&mut tariff), 740);
    tariff
        .update(sent, |parcel| parcel.country = "US".into())
        .unwrap();
    assert_eq!(total(&mut tariff), 1490 + 350 + 600);
    tariff.retract(sent).unwrap();
    assert_eq!(total(&mut tariff), 0);
}

#[test]
fn the_command_prints_a_line_for_each_and_their_total() {
    let mut command = assert_cmd::Command::cargo_bin("tariff").unwrap();
    let arguments = ["--country", "us", "--grams", "1200", "--insured", "800"];
    command.args(arguments).assert().success().stdout(
        "carriage                    24.90\n\
         insurance                    4.90\n\
         customs declaration          6.00\n\
         total                       35.80\n",
    );
}

#[test]
fn lines_follow_the_zones_that_are_loaded() {
    let mut tariff = Tariff::new();
    tariff.insert(parcel(400, false));
    let mut total = |csv: &str| {
        let loaded = tariff.load_zone(csv);
        tariff.run();
        let total = tariff.facts::<Line>().map(|line| line.cents).sum::<u32>();
        (total, loaded.map_err(|error| error.to_string()))
    };
    let (near, report) = total("country,zone\nCH,Home\nelse,Near\n");
    assert_eq!((near, report.unwrap().added), (890, 2));
    let (still_near, error) = total("country,zone\nDE,Home\nDE or CH,World\nelse,Near\n");
    assert_eq!(still_near, 890);
    assert_eq!(
        error.unwrap_err(),
        "the rows of `zone` are refused\n\
         line 3, this row and that of line 2 both hold for `country: \"DE\"`"
    );
}

#[test]
fn the_command_loads_zones_from_a_file_and_refuses_those_with_gaps() {
    let directory = tempfile::tempdir().unwrap();
    let zones = directory.path().join("zones.csv");
    let run = |csv: &str| {
        std::fs::write(&zones, csv).unwrap();
        let mut command = assert_cmd::Command::cargo_bin("tariff").unwrap();
        command.args(["--country", "us", "--grams", "100", "--zones"]);
        command.arg(&zones).assert()
    };
    run("country,zone\nUS,Home\nelse,World\n").success().stdout(
        "carriage                     3.90\n\
         total                        3.90\n",
    );
    let expected = format!(
        "error: {}: the rows of `zone` are refused\n\
         no row holds for `country: \"other\"`; add a row, or `else`\n",
        zones.display()
    );
    run("country,zone\nUS,Home\n").failure().stderr(expected);
}

#[test]
fn the_command_refuses_zones_of_what_is_no_country() {
    let directory = tempfile::tempdir().unwrap();
    let zones = directory.path().join("zones.csv");
    let refused = |csv: &str| {
        std::fs::write(&zones, csv).unwrap();
        let mut command = assert_cmd::Command::cargo_bin("tariff").unwrap();
        command.args(["--country", "de", "--grams", "100", "--zones"]);
        let ended = command.arg(&zones).assert().failure();
        let errors = String::from_utf8(ended.get_output().stderr.clone()).unwrap();
        let begin = format!(
            "error: {}: the rows of `zone` are refused\n",
            zones.display()
        );
        errors.strip_prefix(&begin).unwrap().to_owned()
    };
    let csv = "zone;country\nHome;de\nNear;FR or GERMANY\nNear;\"\"\"else\"\"\"\nWorld;else\n";
    let column = "column `country`,";
    assert_eq!(
        refused(csv),
        format!(
            "line 2, {column} `de` is no country: did you mean `DE`?\n\
             line 3, {column} `GERMANY` is no country: expected its two capital letters, such as `FR`\n\
             line 4, {column} `else` is no country: expected its two capital letters, such as `FR`\n"
        )
    );
    // What the proof finds is told as well.
    assert_eq!(
        refused("country,zone\nDE,Home\nfr,Near\n"),
        format!(
            "line 3, {column} `fr` is no country: did you mean `FR`?\n\
             no row holds for `country: \"other\"`; add a row, or `else`\n"
        )
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_command_tells_that_standard_output_is_full_and_not_that_it_is_closed() {
    use std::process::{Command, Stdio};

    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tariff"));
        command.args(["--country", "FR", "--grams", "1200"]);
        command.stderr(Stdio::piped());
        command
    };
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let ended = command().stdout(full).output().unwrap();
    let errors = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success());
    assert_eq!(
        errors,
        "error: standard output: No space left on device (os error 28)\n"
    );
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = command().stdout(writer).output().unwrap();
    assert!(ended.status.success());
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
}
