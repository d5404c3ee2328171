//! A stream of an invented house, and the alarms that are in it.

use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::rules::Kind;

/// An alarm that must be found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Known {
    /// When it is raised.
    pub at: Timestamp,
    /// What is wrong.
    pub alarm: Kind,
    /// With whom or what.
    pub of: String,
}

/// A stream.
#[derive(Debug, Clone)]
pub struct Stream {
    /// What happens, in order of time.
    pub records: Vec<Record>,
    /// What must be found, in order of time.
    pub alarms: Vec<Known>,
}

/// What happens in so many hours; the same seed gives the same. Of each kind of alarm there is one in each hour.
///
/// # Panics
///
/// Panics where the year 2026 is not long enough for the hours.
#[must_use]
pub fn generate(seed: u64, hours: u32) -> Stream {
    let begin: Timestamp = "2026-01-05T00:00:00Z".parse().expect("an instant");
    let mut house = House {
        rng: Rng::with_seed(seed),
        begin,
        records: Vec::new(),
        alarms: Vec::new(),
    };
    for hour in 0..i64::from(hours) {
        house.logins(hour);
        house.readings(hour);
        house.jobs(hour);
    }
    let House {
        mut records,
        mut alarms,
        ..
    } = house;
    // What comes after the last hour nobody waits for.
    let end = begin + SignedDuration::from_hours(i64::from(hours));
    records.retain(|record| record.at() < end);
    records.sort_by_key(Record::at);
    alarms.sort();
    Stream { records, alarms }
}

/// A house in which things happen. Times within an hour are milliseconds.
struct House {
    rng: Rng,
    begin: Timestamp,
    records: Vec<Record>,
    alarms: Vec<Known>,
}

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

impl House {
    fn instant(&self, hour: i64, at: i64) -> Timestamp {
        self.begin + SignedDuration::from_millis(hour * HOUR + at)
    }

    /// Notes that something is wrong at an instant.
    fn raise(&mut self, at: Timestamp, alarm: Kind, of: &str) {
        let of = of.to_owned();
        self.alarms.push(Known { at, alarm, of });
    }

    fn between(&mut self, from: i64, to: i64) -> i64 {
        self.rng.i64(from..to)
    }

    /// Users who mistype once in a while, never three times within ten minutes, and one who guesses.
    fn logins(&mut self, hour: i64) {
        for user in 0..20 {
            let mut at = self.between(6 * MINUTE, 12 * MINUTE);
            while at < HOUR {
                let ok = self.rng.u32(0..10) > 0;
                let user = format!("user-{user}");
                let when = self.instant(hour, at);
                self.records.push(Record::Login { at: when, user, ok });
                at += self.between(6 * MINUTE, 20 * MINUTE);
            }
        }
        let user = format!("guesser-{hour}");
        let mut at = self.between(15 * MINUTE, 30 * MINUTE);
        for attempt in 1..=self.between(3, 9) {
            at += self.between(SECOND, MINUTE);
            let when = self.instant(hour, at);
            if attempt == 3 {
                self.raise(when, Kind::BruteForce, &user);
            }
            let user = user.clone();
            let ok = false;
            self.records.push(Record::Login { at: when, user, ok });
        }
    }

    /// Ten sensors that are heard of each five seconds; one of them is silent for some minutes, one becomes hot: by so much
    /// that its first reading alone makes the mean of a minute half as large again, and no later one takes that back.
    fn readings(&mut self, hour: i64) {
        let silent = self.between(0, 5);
        let silence = self.between(15 * MINUTE, 40 * MINUTE);
        let silence = silence..silence + self.between(MINUTE, 5 * MINUTE);
        let hot = self.between(5, 10);
        let heat = self.between(15 * MINUTE, 40 * MINUTE);
        let heat = heat..heat + 2 * MINUTE;
        for sensor in 0..10 {
            let name = format!("sensor-{sensor}");
            let mut last = 0;
            let mut is_told = false;
            let mut is_hot = false;
            let mut at = self.between(0, 5 * SECOND);
            while at < HOUR {
                if sensor == silent && silence.contains(&at) {
                    if !is_told {
                        is_told = true;
                        let instant = self.instant(hour, last + 30 * SECOND);
                        self.raise(instant, Kind::Silence, &name);
                    }
                } else {
                    let was_hot = is_hot;
                    is_hot = sensor == hot && heat.contains(&at);
                    if is_hot && !was_hot {
                        self.raise(self.instant(hour, at), Kind::RisingMean, &name);
                    }
                    let mean = if is_hot { 300.0 } else { 20.0 };
                    self.records.push(Record::Reading {
                        at: self.instant(hour, at),
                        sensor: name.clone(),
                        value: mean + self.rng.f64() * 2.0 - 1.0,
                    });
                    last = at;
                }
                at += self.between(4 * SECOND, 6 * SECOND);
            }
        }
    }

    /// A job each minute, done in less than five; one of them is done too late or never.
    fn jobs(&mut self, hour: i64) {
        let lost = self.between(15, 40);
        for minute in 0..60 {
            let job = format!("job-{}", hour * 60 + minute);
            let at = minute * MINUTE + self.between(0, MINUTE);
            let mut takes = Some(self.between(10 * SECOND, 5 * MINUTE));
            if minute == lost {
                takes = self
                    .rng
                    .bool()
                    .then(|| self.between(5 * MINUTE, 10 * MINUTE));
                let instant = self.instant(hour, at + 5 * MINUTE);
                self.raise(instant, Kind::NoAnswer, &job);
            }
            if let Some(takes) = takes {
                self.records.push(Record::Answered {
                    at: self.instant(hour, at + takes),
                    job: job.clone(),
                });
            }
            self.records.push(Record::Asked {
                at: self.instant(hour, at),
                job,
            });
        }
    }
}
