//! `rules graph`: the Rete network of a ruleset, drawn.

use std::io;
use std::process::ExitCode;

use clap::ValueEnum;

use super::drawing::Drawing;
use super::{Failure, Files, print, report};
use crate::diagnostic::Diagnostics;
use crate::hir::Ruleset;
use crate::network::{self, Network};
use crate::source::Source;
use crate::{analyse, hygiene, parse, plan, sheets};

/// Draw the Rete network that a ruleset is compiled to
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// What to draw it in
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
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
    let source = arguments.files.source()?;
    let (ruleset, network) = match network_of(&source) {
        Ok((ruleset, network, warnings)) => {
            report(&warnings, &source);
            (ruleset, network)
        }
        Err(diagnostics) => {
            report(&diagnostics, &source);
            return Ok(ExitCode::FAILURE);
        }
    };
    let drawing = Drawing::new(&ruleset, &network);
    let drawn = match arguments.format {
        Format::Dot => drawing.to_dot(),
        Format::Mermaid => drawing.to_mermaid(),
        Format::Svg => drawing.to_svg(),
    };
    print(io::stdout(), &drawn)?;
    Ok(ExitCode::SUCCESS)
}

/// What a source means, the network that finds its matches, and the warnings; else what is wrong with it.
fn network_of(source: &Source) -> Result<(Ruleset, Network, Diagnostics), Diagnostics> {
    let (mut written, mut diagnostics) = parse::parse(source);
    sheets::read_sheets(&mut written, source, &mut diagnostics);
    let ruleset = analyse(source, &written, &mut diagnostics);
    let diagnostics = hygiene::restore_in(diagnostics, source.shared_names()).into_result()?;
    let network = network::build(&ruleset, &plan::plan(&ruleset));
    Ok((ruleset, network, diagnostics))
}
