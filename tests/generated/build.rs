//! Generates rulesets from their seeds, compiles each, and writes the modules that the tests include.
//!
//! `ORACLE_RULESETS` says which, see [`oracle::driver::cases`]. The rulesets are dealt out to ten test
//! crates: rustc takes some 100 MB a ruleset.

use oracle::driver;
use oracle::elements::Elements;
use oracle::model::Ruleset;
use oracle::split::split;
use oracle::{generate, shrink, text};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of test crates, `tests/shard_0.rs` and so on.
const SHARDS: usize = 10;

/// Of so many cases one is compiled with its conditions split besides; they make a crate like the others.
const SPLIT: usize = 20;

/// Of so many seeds the confluent ruleset of one is compiled besides, under the strategy `random`; they make a crate too.
const SHUFFLED: usize = 12;

/// Of so many rulesets the explanations of one are compared: the code that explains takes rustc as long as all
/// else of a ruleset.
const EXPLAINED: usize = 11;

/// Of so many rulesets the sessions of all but one have a listener, which is to have what the session has. Where
/// nobody listens, some rules fire in bulk, and a search looks ahead: of those that search, one of so many has one.
const UNHEARD: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ORACLE_RULESETS");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut shards = vec![String::new(); SHARDS];
    let (mut splits, mut shuffled) = (String::new(), String::new());
    for (place, case) in driver::cases().iter().enumerate() {
        let ruleset = shrink::case(case, Elements::ENGINE);
        let explains = place % EXPLAINED == 0;
        let module = if explains {
            driver::module_explained
        } else if (place % UNHEARD == 0) != ruleset.backtrack {
            driver::module
        } else {
            driver::module_heard
        };
        shards[place % SHARDS] += &compile(&out, case, &ruleset, module, explains)?;
        if place % SPLIT == 3
            && let Some(ruleset) = split(&ruleset)
        {
            splits += &compile(&out, case, &ruleset, driver::module, false)?;
        }
        if place % SHUFFLED == 5
            && let Ok(seed) = case.parse()
        {
            shuffled += &shuffle(&out, seed)?;
        }
    }
    for (number, shard) in shards.iter().enumerate() {
        write(&out.join(format!("shard_{number}.rs")), shard)?;
    }
    write(&out.join("split.rs"), &splits)?;
    write(&out.join("shuffled.rs"), &shuffled)
}

/// Compiles the confluent ruleset of a seed under the strategy `random`; the module that tries it.
fn shuffle(out: &Path, seed: u64) -> Result<String, Box<dyn Error>> {
    let mut ruleset = generate::confluent(seed);
    ruleset.name = format!("Shuffled{seed}");
    let strategy = format!("#[strategy({})]", ruleset.strategy.word());
    let random = format!("#[strategy(random({seed}))]");
    let text = text::ruleset(&ruleset).replace(&strategy, &random);
    compile_text(out, &ruleset, &text, false)?;
    Ok(driver::module_of(&seed.to_string(), &ruleset))
}

/// Compiles a ruleset; the module that compares it with the naive matcher of a case.
fn compile(
    out: &Path,
    case: &str,
    ruleset: &Ruleset,
    module: fn(&str, &Ruleset) -> String,
    explains: bool,
) -> Result<String, Box<dyn Error>> {
    compile_text(out, ruleset, &text::ruleset(ruleset), explains)?;
    Ok(module(case, ruleset))
}

/// Compiles the text of a ruleset.
fn compile_text(
    out: &Path,
    ruleset: &Ruleset,
    text: &str,
    explains: bool,
) -> Result<(), Box<dyn Error>> {
    let path = out.join(format!("{}.rules", ruleset.name.to_lowercase()));
    write(&path, text)?;
    rules_dsl::Build::new()
        .ruleset(&ruleset.name)
        .files([&path])
        .explain(explains)
        .compile();
    Ok(())
}

/// Writes a file, only if its text changed.
fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    Ok(fs::write(path, text)?)
}
