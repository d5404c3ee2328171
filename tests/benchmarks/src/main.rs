//! Works measured side by side: our language, CLIPS, ascent, crepe and plain Rust.
//!
//! ```sh
//! cargo run --release -p benchmarks -- compare manners closure
//! ```
//!
//! Each run of a contender is a process of its own, so that its peak memory is its own. `README.md` says what
//! is measured and how to read it.

#![forbid(unsafe_code)]

mod child;
mod clips;
mod compare;
mod limits;
mod measure;
mod overview;
mod plot;
mod statistics;
mod table;
mod work;
mod works;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use clap::{Args, Parser, Subcommand};
use serde::Serialize;

use compare::{Comparison, Effort};
use work::{Program, Work};

#[derive(Parser)]
#[command(about = "Works measured beside CLIPS, ascent, crepe and plain Rust")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the works, their sizes and contenders
    List,
    /// Compare the contenders of some works, or of all
    Compare(Compare),
    /// Compare a few works of every kind: the table and the picture of the project's `README.md`
    Overview {
        /// Rounds
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Where the picture goes
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Count instructions and cache misses beside the contenders of plain Rust, by valgrind
    Limits {
        /// The works; none is all
        works: Vec<String>,
        /// Count at this size, and not at each work's least
        #[arg(long)]
        size: Option<u32>,
    },
    /// Measure one contender in this process
    #[command(hide = true)]
    Measure {
        work: String,
        contender: String,
        size: u32,
        /// Run it once, however short it is
        #[arg(long)]
        once: bool,
    },
}

#[derive(Args)]
struct Compare {
    /// The works; none is all
    works: Vec<String>,
    /// Measure at these sizes only
    #[arg(long)]
    size: Vec<u32>,
    /// Rounds at each size
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds that a contender may use at a size before it leaves out rounds
    #[arg(long, default_value_t = 20)]
    budget: u64,
    /// Seconds after which a contender's process is ended
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// Directory for `compare.json` and the plots
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Task::List => {
            list();
            Ok(())
        }
        Task::Compare(arguments) => compare(&arguments),
        Task::Measure {
            work,
            contender,
            size,
            once,
        } => measure(&work, &contender, size, once),
        Task::Overview { rounds, out } => overview(rounds, out),
        Task::Limits { works, size } => limits(&works, size),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The directory cargo builds to, two above this program.
fn target_directory() -> PathBuf {
    let this = env::current_exe().unwrap_or_default();
    let directory = this.ancestors().nth(2).map(PathBuf::from);
    directory.unwrap_or_else(|| "target".into())
}

fn find(name: &str) -> Result<&'static Work, String> {
    let mut works = works::ALL.iter();
    works
        .find(|work| work.name == name)
        .ok_or_else(|| format!("there is no work `{name}`"))
}

fn list() {
    for work in works::ALL {
        let names: Vec<&str> = work.contenders.iter().map(|one| one.name).collect();
        println!("{:<14} {}", work.name, work.title);
        println!("{:<14} {} {:?}", "", work.size, work.sizes);
        println!("{:<14} {}", "", names.join(", "));
    }
}

/// The works of these names; of none, all.
fn named(names: &[String]) -> Result<Vec<&'static Work>, String> {
    match names {
        [] => Ok(works::ALL.iter().collect()),
        names => names.iter().map(|name| find(name)).collect(),
    }
}

fn overview(rounds: usize, out: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let effort = Effort {
        rounds,
        budget: Duration::from_secs(20),
        limit: Duration::from_mins(2),
    };
    let directory = target_directory().join("benchmarks");
    fs::create_dir_all(&directory)?;
    let out = out.unwrap_or_else(|| directory.join("overview.svg"));
    println!("{}", overview::overview(effort, &out)?);
    println!("\nwritten to {}", out.display());
    Ok(())
}

fn limits(works: &[String], size: Option<u32>) -> Result<(), Box<dyn Error>> {
    println!("{}", limits::table(&named(works)?, size)?);
    Ok(())
}

fn measure(work: &str, contender: &str, size: u32, once: bool) -> Result<(), Box<dyn Error>> {
    let mut contenders = find(work)?.contenders.iter();
    let found = contenders.find(|found| found.name == contender);
    match found.map(|found| &found.program) {
        Some(Program::Rust(run)) if once => {
            run(size);
            Ok(())
        }
        Some(Program::Rust(run)) => {
            measure::print_measurement(|| run(size));
            Ok(())
        }
        _ => Err(format!("`{contender}` is no contender of `{work}` in this program").into()),
    }
}

/// What is written as JSON.
#[derive(Serialize)]
struct Report {
    rustc: &'static str,
    cores: usize,
    comparisons: Vec<Comparison>,
}

fn compare(arguments: &Compare) -> Result<(), Box<dyn Error>> {
    let effort = Effort {
        rounds: arguments.rounds,
        budget: Duration::from_secs(arguments.budget),
        limit: Duration::from_secs(arguments.limit),
    };
    let works = named(&arguments.works)?;
    let directory = arguments.out.clone();
    let directory = directory.unwrap_or_else(|| target_directory().join("benchmarks"));
    fs::create_dir_all(&directory)?;
    let mut report = Report {
        rustc: env!("RUSTC_VERSION"),
        cores: std::thread::available_parallelism()?.get(),
        comparisons: Vec::new(),
    };
    for work in works {
        let sizes = match &arguments.size[..] {
            [] => work.sizes,
            sizes => sizes,
        };
        println!("\n{}: {}\n", work.name, work.title);
        let comparison = compare::compare(work, sizes, effort);
        println!("{}", table::table(&comparison));
        for note in &comparison.notes {
            println!("note: {note}");
        }
        plot::plot(&comparison, &directory.join(format!("{}.svg", work.name)))?;
        report.comparisons.push(comparison);
    }
    let path = directory.join("compare.json");
    fs::write(&path, serde_json::to_string_pretty(&report)? + "\n")?;
    println!("\nwritten to {}", directory.display());
    let comparisons = report.comparisons.iter();
    let errors: Vec<&str> = comparisons
        .flat_map(|one| one.errors.iter().map(String::as_str))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.join("\n").into())
    }
}
