//! Of a stream in which it is known what is wrong, exactly that is found.

use jiff::{SignedDuration, Timestamp};
use watch::generate::{Known, generate};
use watch::monitor::{Monitor, Report, State};
use watch::record::Record;
use watch::rules::Kind;

fn feed(monitor: &mut Monitor, records: &[Record]) -> Vec<Report> {
    let mut reports = Vec::new();
    for record in records {
        monitor.take(record.clone());
        let at = record.at().max(monitor.now());
        monitor
            .advance_to(at, |report| reports.push(report))
            .unwrap();
    }
    reports
}

fn raised(reports: &[Report]) -> Vec<&Report> {
    let mut raised: Vec<&Report> = reports.iter().collect();
    raised.retain(|report| report.state == State::Raised);
    raised
}

/// Asserts that exactly what is known is found, each when it is.
#[track_caller]
fn assert_found(known: &[Known], reports: &[Report]) {
    let raised = raised(reports).into_iter().map(|report| Known {
        at: report.at,
        alarm: report.alarm,
        of: report.of.clone(),
    });
    let mut raised: Vec<Known> = raised.collect();
    raised.sort();
    assert_eq!(raised, known);
}

#[test]
fn exactly_the_known_alarms_are_found() {
    for seed in 0..4 {
        let stream = generate(seed, 2);
        assert_eq!(stream.alarms.len(), 8);
        let reports = feed(&mut Monitor::new(), &stream.records);
        assert_found(&stream.alarms, &reports);
        for report in &reports {
            assert_eq!(
                report.why.is_empty(),
                report.state == State::Over,
                "{report:?}"
            );
        }
    }
}

/// What one instant brings is the same in whatever order it is told, and however the clock goes.
#[test]
fn a_stream_that_is_told_ahead_gives_the_same_alarms() {
    let stream = generate(7, 1);
    let expected = feed(&mut Monitor::new(), &stream.records);
    let mut monitor = Monitor::new();
    for record in &stream.records {
        monitor.take(record.clone());
    }
    let mut reports = Vec::new();
    let last = stream.records.last().unwrap().at();
    monitor
        .advance_to(last, |report| reports.push(report))
        .unwrap();
    // Facts have other numbers.
    let told = |reports: Vec<Report>| {
        let told = reports.into_iter();
        let told = told.map(|report| (report.at, report.alarm, report.of, report.state));
        told.collect::<Vec<_>>()
    };
    assert_eq!(told(reports), told(expected));
    assert_eq!(monitor.late(), 0);
}

#[test]
fn who_is_killed_goes_on_where_it_was() {
    let stream = generate(4, 1);
    let expected = feed(&mut Monitor::new(), &stream.records);
    for place in [1, stream.records.len() / 2] {
        let (begun, rest) = stream.records.split_at(place);
        let mut monitor = Monitor::new();
        let mut reports = feed(&mut monitor, begun);
        let kept = serde_json::to_string(&monitor).unwrap();
        drop(monitor);
        let mut monitor: Monitor = serde_json::from_str(&kept).unwrap();
        reports.extend(feed(&mut monitor, rest));
        assert_eq!(reports, expected);
    }
}

#[test]
fn no_more_is_kept_than_is_needed() {
    let mut monitor = Monitor::new();
    let stream = generate(2, 2);
    let mut most = 0;
    for hour in stream.records.chunks(stream.records.len() / 8) {
        feed(&mut monitor, hour);
        most = most.max(monitor.kept());
    }
    // Ten minutes of readings, an hour of jobs, twenty minutes of logins.
    assert!(most < 1_600, "{most} of {}", stream.records.len());
}

#[test]
fn an_alarm_says_why_and_ends() {
    let begin: Timestamp = "2026-01-05T10:00:00Z".parse().unwrap();
    let seconds = SignedDuration::from_secs;
    let login = |at, ok| Record::Login {
        at: begin + seconds(at),
        user: "eve".to_owned(),
        ok,
    };
    let mut monitor = Monitor::new();
    let mut reports = feed(
        &mut monitor,
        &[
            login(0, false),
            login(100, false),
            login(150, true),
            login(599, false),
        ],
    );
    monitor
        .advance_to(begin + seconds(5_000), |report| reports.push(report))
        .unwrap();
    let [raised, over] = &reports[..] else {
        panic!("{reports:#?}")
    };
    assert_eq!(
        (raised.alarm, raised.at),
        (Kind::BruteForce, begin + seconds(599))
    );
    let why = raised.why.join("\n");
    assert!(
        why.contains("brute_force") && why.contains("Login"),
        "{why}"
    );
    assert_eq!(
        (over.state, over.at),
        (State::Over, begin + seconds(599 + 600))
    );
}

#[test]
fn a_failure_at_the_end_of_ten_minutes_is_too_late() {
    let begin: Timestamp = "2026-01-05T10:00:00Z".parse().unwrap();
    let login = |at| Record::Login {
        at: begin + SignedDuration::from_secs(at),
        user: "eve".to_owned(),
        ok: false,
    };
    let reports = feed(&mut Monitor::new(), &[login(0), login(100), login(600)]);
    assert_eq!(reports, []);
}
