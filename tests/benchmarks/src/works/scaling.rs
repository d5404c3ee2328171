//! What a fact costs when there are ten, a hundred or a thousand rules, and what it costs to compile them.
//!
//! Each rule joins the sensors of a kind with the readings of a channel, which is a constant, or a range of
//! values. A reading passes the test of one rule alone, so the others should cost it nothing. The programs are
//! generated and built when they are measured.

use std::fmt::Write as _;
use std::process::Command;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod generate;

pub(super) const EQUALITY: Work = Work {
    name: "scaling_equality",
    title: "Insert and fire: each rule tests a field for a constant",
    size: "rules",
    sizes: &[10, 100, 1000],
    per: Some("reading"),
    same_firings: true,
    contenders: &[
        Contender::other("rules", |rules| generate::ours(rules, Test::Equality)),
        Contender::other("CLIPS", |rules| clips(rules, Test::Equality)),
        Contender::rust("Rust", |rules| plain(rules, Test::Equality)),
    ],
};

pub(super) const RANGE: Work = Work {
    name: "scaling_range",
    title: "Insert and fire: each rule tests a field for a range",
    size: "rules",
    sizes: &[10, 100, 1000],
    per: Some("reading"),
    same_firings: true,
    contenders: &[
        Contender::other("rules", |rules| generate::ours(rules, Test::Range)),
        Contender::other("CLIPS", |rules| clips(rules, Test::Range)),
        Contender::rust("Rust", |rules| plain(rules, Test::Range)),
    ],
};

pub(super) const BUILD: Work = Work {
    name: "build",
    title: "Building rules that join two facts, release, dependencies ready",
    size: "rules",
    sizes: &[10, 100, 1000],
    per: None,
    same_firings: false,
    contenders: &[
        Contender::rust("rules", generate::build_ours),
        Contender::rust("rules check", generate::check_ours),
    ],
};

/// How the rules tell readings apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Test {
    Equality,
    Range,
}

impl Test {
    fn name(self) -> &'static str {
        match self {
            Test::Equality => "equality",
            Test::Range => "range",
        }
    }
}

const SENSORS: u32 = 1000;

const READINGS: u32 = 100_000;

/// The values of a channel, from `WIDTH` times its number on.
const WIDTH: u32 = 10;

fn clips(rules: u32, test: Test) -> Result<Command, String> {
    let mut program = String::from(
        "(deftemplate sensor (slot id (type INTEGER)) (slot kind (type INTEGER)))
(deftemplate reading (slot number (type INTEGER)) (slot sensor (type INTEGER)) (slot value (type INTEGER)))

(defglobal ?*alarms* = 0)

(deffunction answer () ?*alarms*)
",
    );
    for rule in 0..rules {
        let first = rule * WIDTH;
        let value = match test {
            Test::Equality => first.to_string(),
            Test::Range => {
                let last = first + WIDTH - 1;
                format!("?value&:(>= ?value {first})&:(<= ?value {last})")
            }
        };
        let _ = write!(
            program,
            "
(defrule alarm-{rule}
  (sensor (id ?id) (kind {rule}))
  (reading (sensor ?id) (value {value}))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))
"
        );
    }
    let drive = format!(
        "(deffunction drive ()
  (loop-for-count (?id 0 (- {SENSORS} 1)) (assert (sensor (id ?id) (kind (mod ?id {rules})))))
  (bind ?start (time))
  (loop-for-count (?n 0 (- {READINGS} 1))
    (bind ?sensor (mod ?n {SENSORS}))
    (bind ?other (if (= (mod (div ?n 10) 10) 0) then 0 else 1))
    (assert (reading (number ?n) (sensor ?sensor) (value (* {WIDTH} (mod (+ ?sensor ?other) {rules})))))
    (run))
  (create$ ?*alarms* (/ (- (time) ?start) {READINGS})))"
    );
    clips::command(
        &format!("scaling_{}_{rules}", test.name()),
        &program,
        &drive,
    )
}

/// What a person would write: one table of sensors, and the test on the sensor's own channel.
fn plain(rules: u32, test: Test) -> Run {
    let kinds: Vec<u32> = (0..SENSORS).map(|id| id % rules).collect();
    let mut by_sensor = vec![Vec::new(); SENSORS as usize];
    let mut readings = Vec::new();
    Run::time_each(READINGS, || {
        let mut alarms = 0;
        for n in 0..READINGS {
            let sensor = n % SENSORS;
            let other = u32::from(n / 10 % 10 != 0);
            let value = (sensor + other) % rules * WIDTH;
            by_sensor[sensor as usize].push(n);
            readings.push((n, sensor, value));
            let first = kinds[sensor as usize] * WIDTH;
            alarms += u64::from(match test {
                Test::Equality => value == first,
                Test::Range => (first..first + WIDTH).contains(&value),
            });
        }
        (None, alarms)
    })
}
