//! `rules fmt`: formats `.rules` files, or says which are not formatted.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use similar::TextDiff;

use super::blocks::is_rust;
use super::{Failure, print, read};
use crate::format::format;
use crate::report::render;
use crate::source::Source;

/// Format `.rules` files
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Change no file: show what would be changed, and fail where there is something
    #[arg(long)]
    check: bool,
    /// The files; `-` is the standard input, which goes formatted to the standard output
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Formats each file; one that fails does not keep the others from it.
pub(super) fn fmt(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    for path in &arguments.files {
        let is_stdin = path == Path::new("-");
        if is_rust(path) {
            // What stands around a `rules!` block would be laid out as if it were rules.
            let path = path.display();
            anstream::eprintln!(
                "error: `{path}` is Rust, which `rustfmt` formats; this formats `.rules` files"
            );
            code = ExitCode::FAILURE;
            continue;
        }
        let text = if is_stdin {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text)?;
            text
        } else {
            read(path)?
        };
        // A name is of no moment here, and a file's stem need not be one.
        let source = Source::from_files(Some("Ruleset"), [(path.clone(), text.clone())]);
        let formatted = match format(&source) {
            Ok(formatted) => formatted,
            Err(diagnostics) => {
                anstream::eprint!("{}", render(&diagnostics, source.files()));
                code = ExitCode::FAILURE;
                continue;
            }
        };
        if arguments.check {
            if formatted != text {
                print(anstream::stdout(), &diff(path, &text, &formatted))?;
                code = ExitCode::FAILURE;
            }
        } else if is_stdin {
            print(io::stdout(), &formatted)?;
        } else if formatted != text {
            fs::write(path, formatted)
                .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        }
    }
    Ok(code)
}

/// What formatting would change, as `diff -u` tells it.
fn diff(path: &Path, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let (old, new) = (
        path.display().to_string(),
        format!("{} (formatted)", path.display()),
    );
    diff.unified_diff().header(&old, &new).to_string()
}
