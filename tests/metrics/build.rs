//! Compiles the rules of a shop as they are, and by profiles of made-up counts, so that searches look facts up in other
//! orders. Writes `shops.rs`, a list of the rulesets.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// So many rulesets; the first goes by no profile.
const SHOPS: usize = 12;

/// A condition, and the tests by which its facts are looked up, as string literals.
type LookUp = (String, String);

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut random = fastrand::Rng::with_seed(1);
    // Those of the orders so far: another order may look up by other tests.
    let mut look_ups = BTreeSet::new();
    let mut list = String::new();
    for number in 0..SHOPS {
        let path = out.join(format!("shop{number}.tsv"));
        fs::write(&path, profile(number, &look_ups, &mut random)?)?;
        rules_dsl::Build::new()
            .ruleset(format!("Shop{number}"))
            .files(["rules/shop.rules"])
            .profile(&path)
            .explain(false)
            .compile();
        look_ups.extend(counted(&out.join(format!("shop{number}.rs")))?);
        writeln!(list, "shop{number} Shop{number} \"/shop{number}.rs\",")?;
    }
    fs::write(out.join("shops.rs"), format!("shops! {{\n{list}}}\n"))?;
    Ok(())
}

/// A profile in which each look-up finds now few facts, now many.
fn profile(
    number: usize,
    look_ups: &BTreeSet<LookUp>,
    random: &mut fastrand::Rng,
) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for (condition, by) in look_ups {
        for rule in ["hold", "dear", "alike"] {
            let visited = random.u32(0..1_000);
            let passed = random.u32(0..=visited);
            writeln!(
                text,
                "looked_up\tShop{number}\t{rule}\tOrder\t{condition}\t{by}\t100\t{visited}\t{passed}"
            )?;
        }
    }
    Ok(text)
}

/// What generated code counts of its look-ups.
fn counted(code: &Path) -> Result<Vec<LookUp>, Box<dyn Error>> {
    let code = fs::read_to_string(code)?;
    let after = |start: &'static str| {
        let lines = code.lines().filter_map(move |line| {
            let literal = line.trim_start().strip_prefix(start)?;
            literal.strip_suffix("\",").map(str::to_owned)
        });
        lines.collect::<Vec<String>>()
    };
    let [conditions, tests] = ["condition: \"", "by: \""].map(after);
    assert_eq!(conditions.len(), tests.len(), "each look-up has both");
    Ok(conditions.into_iter().zip(tests).collect())
}
