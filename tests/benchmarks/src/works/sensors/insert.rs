//! Readings inserted one by one, with a run after each.

use std::process::Command;

use ascent::ascent_run;

use super::{FEW, Plain, Reading, kind, session, value};
use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(crate) const INSERT: Work = Work {
    name: "insert",
    title: "Insert and fire: ten join rules, 1000 sensors",
    size: "readings",
    sizes: &[10_000, 100_000, 1_000_000],
    per: Some("reading"),
    same_firings: true,
    contenders: &[
        Contender::ours(|readings| ours(FEW, readings)),
        Contender::rust("rules batch", |readings| batch(FEW, readings)),
        Contender::other("CLIPS", |readings| clips("insert", FEW, readings)),
        Contender::rust("ascent batch", |readings| ascent(FEW, readings)),
        Contender::rust("crepe batch", |readings| crepe(FEW, readings)),
        Contender::rust("Rust", |readings| plain(FEW, readings)),
    ],
};

pub(crate) const INSERT_DISTINCT: Work = Work {
    name: "insert_distinct",
    title: "Insert and fire: ten join rules, a sensor for each reading",
    size: "readings",
    sizes: &[10_000, 100_000, 1_000_000],
    per: Some("reading"),
    same_firings: true,
    contenders: &[
        Contender::ours(|readings| ours(readings, readings)),
        Contender::rust("rules batch", |readings| batch(readings, readings)),
        Contender::other("CLIPS", |readings| {
            clips("insert_distinct", readings, readings)
        }),
        Contender::rust("ascent batch", |readings| ascent(readings, readings)),
        Contender::rust("crepe batch", |readings| crepe(readings, readings)),
        Contender::rust("Rust", |readings| plain(readings, readings)),
    ],
};

fn ours(sensors: u32, readings: u32) -> Run {
    let mut session = session(sensors);
    Run::time_each(readings, || {
        let mut fired = 0;
        for n in 0..readings {
            session.insert(Reading {
                sensor: n % sensors,
                value: value(n),
            });
            fired += session.run().count;
        }
        (Some(fired), session.globals().alarms)
    })
}

fn batch(sensors: u32, readings: u32) -> Run {
    let mut session = session(sensors);
    Run::time_each(readings, || {
        session.insert_all((0..readings).map(|n| Reading {
            sensor: n % sensors,
            value: value(n),
        }));
        let fired = session.run().count;
        (Some(fired), session.globals().alarms)
    })
}

fn clips(name: &str, sensors: u32, readings: u32) -> Result<Command, String> {
    let sizes = format!(
        "(deffunction drive ()
  (bind ?*sensors* {sensors})
  (bind ?*readings* {readings})
  (assert-sensors)
  (bind ?seconds (assert-readings))
  (create$ ?*alarms* ?seconds))"
    );
    clips::command(name, include_str!("../../../clips/sensors.clp"), &sizes)
}

fn ascent(sensors: u32, readings: u32) -> Run {
    let sensors: Vec<_> = (0..sensors).map(|id| (id, kind(id))).collect();
    let count = sensors.len() as u32;
    Run::time_each(readings, || {
        let readings = (0..readings).map(|n| (n, n % count, value(n))).collect();
        let program = ascent_run! {
            relation sensor(u32, u32) = sensors;
            relation reading(u32, u32, u32) = readings;
            relation alarm(u32);
            alarm(n) <-- sensor(id, 0), reading(n, id, value), if *value > 900;
            alarm(n) <-- sensor(id, 1), reading(n, id, value), if *value > 907;
            alarm(n) <-- sensor(id, 2), reading(n, id, value), if *value > 914;
            alarm(n) <-- sensor(id, 3), reading(n, id, value), if *value > 921;
            alarm(n) <-- sensor(id, 4), reading(n, id, value), if *value > 928;
            alarm(n) <-- sensor(id, 5), reading(n, id, value), if *value > 935;
            alarm(n) <-- sensor(id, 6), reading(n, id, value), if *value > 942;
            alarm(n) <-- sensor(id, 7), reading(n, id, value), if *value > 949;
            alarm(n) <-- sensor(id, 8), reading(n, id, value), if *value > 956;
            alarm(n) <-- sensor(id, 9), reading(n, id, value), if *value > 963;
        };
        (None, program.alarm.len() as u64)
    })
}

mod datalog {
    crepe::crepe! {
        @input
        pub(super) struct Sensor(pub(super) u32, pub(super) u32);

        @input
        pub(super) struct Reading(pub(super) u32, pub(super) u32, pub(super) u32);

        @output
        pub(super) struct Alarm(pub(super) u32);

        Alarm(n) <- Sensor(id, 0), Reading(n, id, value), (value > 900);
        Alarm(n) <- Sensor(id, 1), Reading(n, id, value), (value > 907);
        Alarm(n) <- Sensor(id, 2), Reading(n, id, value), (value > 914);
        Alarm(n) <- Sensor(id, 3), Reading(n, id, value), (value > 921);
        Alarm(n) <- Sensor(id, 4), Reading(n, id, value), (value > 928);
        Alarm(n) <- Sensor(id, 5), Reading(n, id, value), (value > 935);
        Alarm(n) <- Sensor(id, 6), Reading(n, id, value), (value > 942);
        Alarm(n) <- Sensor(id, 7), Reading(n, id, value), (value > 949);
        Alarm(n) <- Sensor(id, 8), Reading(n, id, value), (value > 956);
        Alarm(n) <- Sensor(id, 9), Reading(n, id, value), (value > 963);
    }
}

fn crepe(sensors: u32, readings: u32) -> Run {
    let mut runtime = datalog::Crepe::new();
    runtime.extend((0..sensors).map(|id| datalog::Sensor(id, kind(id))));
    Run::time_each(readings, || {
        let readings = (0..readings).map(|n| datalog::Reading(n, n % sensors, value(n)));
        runtime.extend(readings);
        let (alarms,) = runtime.run();
        (None, alarms.len() as u64)
    })
}

fn plain(sensors: u32, readings: u32) -> Run {
    let mut plain = Plain::new(sensors);
    Run::time_each(readings, || {
        for n in 0..readings {
            plain.insert(n % sensors, value(n));
        }
        (None, plain.alarms)
    })
}
