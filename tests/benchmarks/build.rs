//! Compiles the rules that stand in files, and says to the program which compiler it is built by.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    for (name, rules) in [("Waltz", "labelling"), ("WaltzDb", "filtering")] {
        let files = ["drawing", rules].map(|file| format!("rules/{file}.rules"));
        rules_dsl::Build::new().ruleset(name).files(files).compile();
    }
    rules_dsl::compile("rules/orders.rules");
    compile_fares();
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!(
        "cargo::rustc-env=RUSTC_VERSION={}",
        version.unwrap_or_default()
    );
}

/// Tables of ten to ten thousand rows: weights, zones and distances, so many of each.
fn compile_fares() {
    let out = env::var("OUT_DIR").expect("cargo says where to");
    let mut rules = String::new();
    for (weights, zones, distances) in [(10, 1, 1), (10, 10, 1), (10, 10, 10), (100, 10, 10)] {
        let rows = weights * zones * distances;
        let sheet = Path::new(&out).join(format!("fares_{rows}.csv"));
        fs::write(&sheet, fares(weights, zones, distances)).expect("the directory is there");
        let sheet = sheet.display().to_string();
        let _ = writeln!(
            rules,
            "table fare_{rows}(weight: u32, zone: &str, distance: u32) -> u64 from {sheet:?} \
             {{ | weight | zone | distance || fare | }}"
        );
    }
    let path = Path::new(&out).join("fares.rules");
    fs::write(&path, rules).expect("the directory is there");
    rules_dsl::Build::new().files([path]).compile();
}

/// A sheet with a row for each weight, zone and distance, numbered in this order.
fn fares(weights: u32, zones: u32, distances: u32) -> String {
    let mut sheet = "weight,zone,distance,fare\n".to_owned();
    for row in 0..weights * zones * distances {
        let weight = band(row / (zones * distances), weights);
        let zone = match row / distances % zones {
            _ if zones == 1 => "-".to_owned(),
            zone if zone + 1 == zones => {
                let others: Vec<_> = (0..zone).map(|zone| format!("z{zone}")).collect();
                format!("not {}", others.join(" or "))
            }
            zone => format!("z{zone}"),
        };
        let distance = band(row % distances, distances);
        let _ = writeln!(sheet, "{weight},{zone},{distance},{row}");
    }
    sheet
}

/// Each hundred is a band, and the last has all that is more.
fn band(number: u32, count: u32) -> String {
    match (number, count) {
        (_, 1) => "-".to_owned(),
        _ if number + 1 == count => format!(">= {}", 100 * number),
        _ => format!("{}..{}", 100 * number, 100 * (number + 1)),
    }
}
