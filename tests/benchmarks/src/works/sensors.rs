//! Sensors of ten kinds, each kind with a limit of its own, and readings of them: ten rules that join two facts.
//!
//! Nothing is random here, so that CLIPS can compute the facts itself and reads no text for them.

use rules_runtime::rules;

mod insert;
mod update;

pub(super) use insert::{INSERT, INSERT_DISTINCT};
pub(super) use update::{UPDATE_FIRING, UPDATE_QUIET};

/// A reading is an alarm if it is above the limit of its sensor's kind.
const LIMITS: [u32; 10] = [900, 907, 914, 921, 928, 935, 942, 949, 956, 963];

/// How many sensors there are where readings share them.
const FEW: u32 = 1000;

/// The kind of a sensor.
fn kind(sensor: u32) -> u32 {
    sensor % 10
}

/// The value of the n-th reading.
fn value(n: u32) -> u32 {
    ((u64::from(n) * 7919 + u64::from(n / 1000) * 37) % 1000) as u32
}

rules! {
    ruleset Alarms;

    fact Sensor { id: u32, kind: u32 }
    fact Reading { sensor: u32, value: u32 }
    global alarms: u64;

    rule alarm_0 {
        when {
            Sensor { id, kind: 0 };
            Reading { sensor: id, value: > 900 };
        }
        then { *alarms += 1; }
    }

    rule alarm_1 {
        when {
            Sensor { id, kind: 1 };
            Reading { sensor: id, value: > 907 };
        }
        then { *alarms += 1; }
    }

    rule alarm_2 {
        when {
            Sensor { id, kind: 2 };
            Reading { sensor: id, value: > 914 };
        }
        then { *alarms += 1; }
    }

    rule alarm_3 {
        when {
            Sensor { id, kind: 3 };
            Reading { sensor: id, value: > 921 };
        }
        then { *alarms += 1; }
    }

    rule alarm_4 {
        when {
            Sensor { id, kind: 4 };
            Reading { sensor: id, value: > 928 };
        }
        then { *alarms += 1; }
    }

    rule alarm_5 {
        when {
            Sensor { id, kind: 5 };
            Reading { sensor: id, value: > 935 };
        }
        then { *alarms += 1; }
    }

    rule alarm_6 {
        when {
            Sensor { id, kind: 6 };
            Reading { sensor: id, value: > 942 };
        }
        then { *alarms += 1; }
    }

    rule alarm_7 {
        when {
            Sensor { id, kind: 7 };
            Reading { sensor: id, value: > 949 };
        }
        then { *alarms += 1; }
    }

    rule alarm_8 {
        when {
            Sensor { id, kind: 8 };
            Reading { sensor: id, value: > 956 };
        }
        then { *alarms += 1; }
    }

    rule alarm_9 {
        when {
            Sensor { id, kind: 9 };
            Reading { sensor: id, value: > 963 };
        }
        then { *alarms += 1; }
    }
}

/// A session that holds sensors.
fn session(sensors: u32) -> Alarms {
    let mut session = Alarms::new(0);
    session.insert_all((0..sensors).map(|id| Sensor { id, kind: kind(id) }));
    session
}

/// What a person would write: the kinds of sensors by their number, and the readings of each.
struct Plain {
    kinds: Vec<u32>,
    readings: Vec<(u32, u32)>,
    by_sensor: Vec<Vec<u32>>,
    alarms: u64,
}

impl Plain {
    fn new(sensors: u32) -> Self {
        Self {
            kinds: (0..sensors).map(kind).collect(),
            readings: Vec::new(),
            by_sensor: vec![Vec::new(); sensors as usize],
            alarms: 0,
        }
    }

    fn insert(&mut self, sensor: u32, value: u32) {
        let number = self.readings.len() as u32;
        self.by_sensor[sensor as usize].push(number);
        self.readings.push((sensor, value));
        self.check(sensor, value);
    }

    fn update(&mut self, n: u32, value: u32) {
        let reading = &mut self.readings[n as usize];
        reading.1 = value;
        let sensor = reading.0;
        self.check(sensor, value);
    }

    fn check(&mut self, sensor: u32, value: u32) {
        let kind = self.kinds[sensor as usize];
        self.alarms += u64::from(value > LIMITS[kind as usize]);
    }
}
