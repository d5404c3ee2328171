//! Prints what it costs to send a parcel.
//!
//! This file reads the arguments and prints the lines; `zones` loads other zones.

mod zones;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use streams::errors::{is_broken_pipe, named};
use tariff::{Line, Parcel, Tariff};

/// What it costs to send a parcel, line by line
#[derive(Parser)]
#[command(version, max_term_width = 80)]
struct Arguments {
    /// The country it goes to, by its two letters
    #[arg(long, value_parser = country)]
    country: String,
    /// What it weighs
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=40_000))]
    grams: u32,
    /// It has to be there the next day
    #[arg(long)]
    express: bool,
    /// It has to be carried with care
    #[arg(long)]
    fragile: bool,
    /// What it is insured for, in euros
    #[arg(long, default_value_t = 0)]
    insured: u32,
    /// A CSV file with zones in the place of those that the program was built with
    #[arg(long, value_name = "FILE")]
    zones: Option<PathBuf>,
}

/// Two letters, of either case.
fn country(text: &str) -> Result<String, String> {
    let country = text.to_ascii_uppercase();
    if zones::is_country(&country) {
        Ok(country)
    } else {
        Err("expected two letters, such as FR".to_owned())
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let mut tariff = Tariff::new();
    if let Some(zones) = &arguments.zones {
        let of_zones = |error| format!("{}: {error}", zones.display());
        let report = zones::load_zones(&mut tariff, zones).map_err(of_zones)?;
        for warning in report.warnings {
            tell(&format!("warning: {}: {warning}", zones.display()));
        }
    }
    tariff.insert(Parcel {
        country: arguments.country,
        grams: arguments.grams,
        express: arguments.express,
        fragile: arguments.fragile,
        insured: arguments.insured,
    });
    tariff.run();
    let output = BufWriter::new(io::stdout().lock());
    Ok(print(&tariff, output).map_err(named("standard output"))?)
}

/// Prints the lines of the parcel, and their total.
fn print(tariff: &Tariff, mut output: impl Write) -> io::Result<()> {
    let mut total = 0;
    for Line { label, cents } in tariff.facts::<Line>() {
        writeln!(output, "{label:<24}{:>9}", euros(*cents))?;
        total += cents;
    }
    writeln!(output, "{:<24}{:>9}", "total", euros(total))?;
    output.flush()
}

fn euros(cents: u32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Writes to standard error. It is the last place to write to: a failure there can be told to nobody.
fn tell(what: &str) {
    _ = writeln!(io::stderr(), "{what}");
}
