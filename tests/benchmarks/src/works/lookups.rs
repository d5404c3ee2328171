//! Look-ups in decision tables of ten to ten thousand rows.

#[cfg(feature = "zen")]
mod zen;

use self::tables::Fares;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "lookups",
    title: "A fare by weight, zone and distance",
    size: "rows",
    sizes: &[10, 100, 1_000, 10_000],
    per: Some("look-up"),
    same_firings: true,
    contenders: &[
        Contender::ours(by_table),
        Contender::rust("by hand", by_hand),
        #[cfg(feature = "zen")]
        Contender::rust("zen-engine", zen::by_zen),
    ],
};

#[expect(
    unreachable_pub,
    reason = "the rules name the session, and name it public"
)]
mod tables {
    rules_runtime::include_rules!("fares");
}

/// How many look-ups are measured.
const LOOKUPS: u32 = 100_000;

/// Weights, zones and distances that look random, beyond the last bounds too.
fn cases() -> Vec<(u32, String, u32)> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut case = || {
        let zone = format!("z{}", random.u32(0..12));
        (random.u32(0..11_000), zone, random.u32(0..1_100))
    };
    (0..1024).map(|_| case()).collect()
}

fn measured(fare: impl Fn(u32, &str, u32) -> u64) -> Run {
    let cases = cases();
    Run::time_each(LOOKUPS, || {
        let mut sum = 0;
        for (weight, zone, distance) in cases.iter().cycle().take(LOOKUPS as usize) {
            sum += fare(*weight, zone, *distance);
        }
        (None, sum)
    })
}

fn by_table(rows: u32) -> Run {
    match rows {
        10 => measured(Fares::fare_10),
        100 => measured(Fares::fare_100),
        1_000 => measured(Fares::fare_1000),
        10_000 => measured(Fares::fare_10000),
        _ => panic!("there is no table of {rows} rows"),
    }
}

fn by_hand(rows: u32) -> Run {
    let (weights, zones, distances) = counts(rows);
    let bounds = |count: u32| -> Vec<u32> { (1..count).map(|at| 100 * at).collect() };
    let (weight_bounds, distance_bounds) = (bounds(weights), bounds(distances));
    let fares: Vec<u64> = (0..u64::from(weights * zones * distances)).collect();
    measured(|weight, zone, distance| {
        let weight = weight_bounds.partition_point(|bound| *bound <= weight);
        let zone = if zones == 1 { 0 } else { zone_number(zone) };
        let distance = distance_bounds.partition_point(|bound| *bound <= distance);
        fares[(weight * zones as usize + zone) * distances as usize + distance]
    })
}

/// How many weights, zones and distances make so many rows.
fn counts(rows: u32) -> (u32, u32, u32) {
    match rows {
        10 => (10, 1, 1),
        100 => (10, 10, 1),
        1_000 => (10, 10, 10),
        _ => (100, 10, 10),
    }
}

fn zone_number(zone: &str) -> usize {
    match zone {
        "z0" => 0,
        "z1" => 1,
        "z2" => 2,
        "z3" => 3,
        "z4" => 4,
        "z5" => 5,
        "z6" => 6,
        "z7" => 7,
        "z8" => 8,
        _ => 9,
    }
}
