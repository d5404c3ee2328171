//! The instructions that the hot paths of a session take, counted under callgrind.
//!
//! ```sh
//! cargo run --release -p counts              # compare with baseline.json
//! cargo run --release -p counts -- --update  # write baseline.json anew
//! ```
//!
//! Instructions, unlike seconds, come out the same on a busy machine. A path that takes over 3 % more than
//! the baseline says is an error. The baseline names its compiler; another one compiles to other
//! instructions, so under it a difference is only told. Where valgrind is not installed nothing is counted,
//! and a note says so.
//!
//! The profile of each path is left in `target/counts`, for `callgrind_annotate`.

#![forbid(unsafe_code)]

mod baseline;
mod callgrind;
mod paths;

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

use baseline::{Baseline, Change};

#[derive(Parser)]
#[command(about = "Counts the instructions of hot paths, and compares them with baseline.json")]
struct Arguments {
    /// Write the counts to baseline.json
    #[arg(long)]
    update: bool,
    /// Run one path in this process
    #[arg(long, hide = true)]
    run: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.run {
        Some(name) => run(name),
        None => count(arguments.update),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(name: &str) -> Result<(), Box<dyn Error>> {
    let path = paths::ALL.iter().find(|path| path.name == name);
    let path = path.ok_or_else(|| format!("there is no path `{name}`"))?;
    (path.run)();
    Ok(())
}

fn count(update: bool) -> Result<(), Box<dyn Error>> {
    if cfg!(debug_assertions) {
        return Err("the instructions of a release build are counted: use `--release`".into());
    }
    if !callgrind::is_installed() {
        println!("note: nothing is counted, for valgrind is not installed");
        return Ok(());
    }
    let mut instructions = BTreeMap::new();
    for path in paths::ALL {
        instructions.insert(path.name.to_owned(), callgrind::count(path.name)?);
    }
    let counted = Baseline {
        rustc: env!("RUSTC_VERSION").to_owned(),
        instructions,
    };
    if update {
        counted.write()?;
    }
    report(&counted, &Baseline::read()?)
}

/// Prints the counts beside the baseline's. What has risen is an error, under the baseline's compiler.
fn report(counted: &Baseline, baseline: &Baseline) -> Result<(), Box<dyn Error>> {
    let mut risen = Vec::new();
    for path in paths::ALL {
        let now = counted.instructions[path.name];
        let before = baseline.instructions.get(path.name).copied();
        let change = Change::between(before, now);
        let each = now / u64::from(paths::TIMES);
        println!("{:<16} {each:>6} {:<28} {change}", path.name, path.unit);
        if change.is_rise() {
            risen.push(path.name);
        }
    }
    let unknown = baseline.instructions.keys();
    for name in unknown.filter(|name| !counted.instructions.contains_key(*name)) {
        println!("note: `{name}` of the baseline is no path");
    }
    if counted.rustc != baseline.rustc {
        let (now, then) = (&counted.rustc, &baseline.rustc);
        println!("note: built by {now}; the baseline is of {then}, so no difference is an error");
        return Ok(());
    }
    if risen.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "more instructions than in baseline.json: {}",
            risen.join(", ")
        )
        .into())
    }
}
