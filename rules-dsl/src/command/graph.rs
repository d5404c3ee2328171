//! `rules graph`: the Rete network of a ruleset, drawn; or how its matches are found, or for how long its events are kept.

use std::io;
use std::process::ExitCode;

use clap::ValueEnum;

use super::matches::matches_table;
use super::time::time_table;
use super::{Failure, Files, print, profile, ruleset_of};
use crate::network::Drawing;
use crate::{lay_out, outdated_rules};

/// Draw the Rete network that a ruleset is compiled to
///
/// As a build does, it goes by what a run has counted, in the file that the environment names as `RULES_PROFILE`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// What to draw it in
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
    /// Instead of the network a table: for how long events of each type are kept, and because of which condition
    #[arg(long, conflicts_with = "format")]
    time: bool,
    /// Instead of the network a table: how the matches of each rule are found, from whichever fact has changed, and in which
    /// order facts are looked up then
    #[arg(long, conflicts_with_all = ["format", "time"])]
    matches: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// The language of Graphviz
    Dot,
    /// The language of Mermaid
    Mermaid,
    /// A picture
    Svg,
}

/// Prints the drawing; what is wrong with the ruleset, where something is.
pub(super) fn graph(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Some(mut ruleset) = ruleset_of(&arguments.files.source()?) else {
        return Ok(ExitCode::FAILURE);
    };
    if arguments.time {
        print(io::stdout(), &time_table(&ruleset))?;
        return Ok(ExitCode::SUCCESS);
    }
    let profile = profile()?;
    if let Some(message) = outdated_rules(&ruleset, &profile) {
        anstream::eprintln!("warning: {message}");
    }
    let (_, network) = lay_out(&mut ruleset, &profile);
    if arguments.matches {
        print(io::stdout(), &matches_table(&ruleset, &network))?;
        return Ok(ExitCode::SUCCESS);
    }
    let drawing = Drawing::new(&ruleset, &network);
    let drawn = match arguments.format {
        Format::Dot => drawing.to_dot(),
        Format::Mermaid => drawing.to_mermaid(),
        Format::Svg => drawing.to_svg(),
    };
    print(io::stdout(), &drawn)?;
    Ok(ExitCode::SUCCESS)
}
