//! Sheets: the files in which rows of tables stand, read into lines of cells.
//!
//! Stands between `parse` and `resolve`, which reads the cells by the columns' types. A file that cannot be read as a
//! sheet is reported where its name stands; what is wrong with a cell names the file, the sheet and the cell.

mod csv;
#[cfg(feature = "xlsx")]
mod xlsx;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use rules_tables::cell_name;

use crate::ast::{Grid, Item, Line, Ruleset, Sheet, Value};
use crate::diagnostic::{Diagnostics, Edit};
use crate::source::Source;
use crate::vocabulary as say;

/// What is wrong with a file, or with a cell of it.
#[derive(Debug, Clone)]
pub(crate) struct Mistake {
    /// The cell, `C10`; without one it is the file.
    pub(crate) cell: Option<String>,
    /// What is wrong.
    pub(crate) message: String,
    /// The file that was meant.
    pub(crate) meant: Option<String>,
}

impl Mistake {
    fn of_file(message: impl Into<String>) -> Vec<Self> {
        vec![Self {
            cell: None,
            message: message.into(),
            meant: None,
        }]
    }
}

/// Reads the sheets of a ruleset's tables; the files that were asked for, those that are not there among them.
pub(crate) fn read_sheets(
    ruleset: &mut Ruleset,
    source: &Source,
    found: &mut Diagnostics,
) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let root = root(source);
    for item in &mut ruleset.items {
        if let Item::Table(table) = item
            && let Some(sheet) = &mut table.sheet
        {
            let path = root.join(sheet.file.value());
            let before = found.len();
            read_sheet(sheet, &path, found);
            table.is_broken |= found.len() > before;
            files.push(path);
        }
    }
    files.sort();
    files.dedup();
    files
}

/// The root of the package: that which was said, or the one that is being built.
fn root(source: &Source) -> PathBuf {
    let said = source.root().map(Path::to_owned);
    said.or_else(|| env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from))
        .unwrap_or_default()
}

fn read_sheet(sheet: &mut Sheet, path: &Path, found: &mut Diagnostics) {
    let file = sheet.file.value();
    let name = match &sheet.part {
        Some(part) => format!("{file}, sheet {}", part.value()),
        None => file.clone(),
    };
    match grid(
        path,
        &file,
        sheet.part.as_ref().map(syn::LitStr::value).as_deref(),
    ) {
        Ok((lines, ..)) if lines.is_empty() => {
            found.push(say::sheet(format!("{name} is empty")).at(sheet.file.span()));
        }
        Ok((lines, mistakes, csv)) => {
            report(&name, mistakes, sheet, found);
            sheet.grid = Some(Grid { name, lines, csv });
        }
        Err(mistakes) => report(&name, mistakes, sheet, found),
    }
}

fn report(name: &str, mistakes: Vec<Mistake>, sheet: &Sheet, found: &mut Diagnostics) {
    for mistake in mistakes {
        let message = match mistake.cell {
            Some(cell) => format!("{name}, {cell}: {}", mistake.message),
            None => mistake.message,
        };
        let mut wording = say::sheet(message);
        if let Some(meant) = mistake.meant {
            wording = wording.mend(Edit::Replace(format!("{meant:?}")));
        }
        found.push(wording.at(sheet.file.span()));
    }
}

/// The lines of a sheet, and what is wrong with some of its cells; or why it cannot be read.
#[cfg(feature = "xlsx")]
type Read = Result<(Vec<Line>, Vec<Mistake>), Vec<Mistake>>;

/// The same, and the text of a file that is text.
type ReadFile = Result<(Vec<Line>, Vec<Mistake>, Option<String>), Vec<Mistake>>;

fn grid(path: &Path, file: &str, sheet: Option<&str>) -> ReadFile {
    let bytes = fs::read(path).map_err(|error| vec![unreadable(path, file, &error)])?;
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    match (extension.to_lowercase().as_str(), sheet) {
        ("csv", Some(_)) => Err(Mistake::of_file(format!(
            "`{file}` has no sheets, so none can be named"
        ))),
        ("csv", None) => {
            let lines = csv::lines(&bytes, file)?;
            Ok((lines, Vec::new(), String::from_utf8(bytes).ok()))
        }
        #[cfg(feature = "xlsx")]
        ("xlsx", sheet) => {
            let (lines, mistakes) = xlsx::lines(bytes, file, sheet)?;
            Ok((lines, mistakes, None))
        }
        #[cfg(not(feature = "xlsx"))]
        ("xlsx", _) => Err(Mistake::of_file(format!(
            "`{file}` needs the feature `xlsx`: of `rules-runtime` for a `rules!` block, of `rules-dsl` for a build script"
        ))),
        _ => Err(Mistake::of_file(format!(
            "`{file}` is no sheet: rows stand in a `.csv` or an `.xlsx` file"
        ))),
    }
}

fn unreadable(path: &Path, file: &str, error: &std::io::Error) -> Mistake {
    let mistake = |message, meant| Mistake {
        cell: None,
        message,
        meant,
    };
    if error.kind() != std::io::ErrorKind::NotFound {
        return mistake(format!("`{file}` cannot be read: {error}"), None);
    }
    let directory = path.parent().and_then(|parent| fs::read_dir(parent).ok());
    let names = directory.into_iter().flatten().flatten();
    let mut names: Vec<String> = names
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let near = crate::diagnostic::nearest(&name, names.iter().map(String::as_str));
    let missing = format!("there is no `{file}` in the package");
    match near {
        Some(near) => {
            let meant = file
                .strip_suffix(&*name)
                .map(|parent| format!("{parent}{near}"));
            mistake(format!("{missing}; did you mean `{near}`?"), meant)
        }
        None => mistake(
            format!("{missing}, whose root is where `Cargo.toml` stands"),
            None,
        ),
    }
}
