//! Sheets: the rows of Recall's tables as text, those that the program was built with or those that somebody changed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rules_runtime::{Listener, TableError, TableMistake, TableReport};
use serde::{Deserialize, Serialize};

use crate::rules;

/// The sheets that the program was built with, by the names of their files.
const BUILT: [(&str, &str); 6] = [
    ("points.csv", include_str!("../sheets/points.csv")),
    ("powers.csv", include_str!("../sheets/powers.csv")),
    ("progress.csv", include_str!("../sheets/progress.csv")),
    ("safety.csv", include_str!("../sheets/safety.csv")),
    ("usefulness.csv", include_str!("../sheets/usefulness.csv")),
    ("weights.csv", include_str!("../sheets/weights.csv")),
];

/// Sheets in the place of those that the program was built with, all of them or some. A game that is kept has its own
/// with it: it goes on by the rows that it was begun with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sheets(BTreeMap<String, String>);

impl Sheets {
    /// Reads the `.csv` files of a folder. A sheet that is not there is that of the build.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read, if no table has a sheet of its name, and if its rows are refused: then the error
    /// names each cell that is wrong.
    pub fn read(folder: &Path) -> Result<Self, SheetsError> {
        let of_folder = |error: &io::Error| SheetsError(format!("{}: {error}", folder.display()));
        let mut sheets = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(|error| of_folder(&error))? {
            let path = entry.map_err(|error| of_folder(&error))?.path();
            if path.extension().is_some_and(|extension| extension == "csv") {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let text = fs::read_to_string(&path);
                let text =
                    text.map_err(|error| SheetsError(format!("{}: {error}", path.display())))?;
                sheets.insert(name.into_owned(), text);
            }
        }
        if sheets.is_empty() {
            let message = format!("{}: there is no .csv file in it", folder.display());
            return Err(SheetsError(message));
        }
        let sheets = Self(sheets);
        sheets.load(&mut super::game::empty_session(0, ()))?;
        Ok(sheets)
    }

    /// Writes the sheets that the program was built with to a folder, which is made if it is not there. Says where each
    /// of them is.
    ///
    /// # Errors
    ///
    /// Fails if that cannot be done, and if there is one of them already: nothing is overwritten, and nothing written.
    pub fn export(folder: &Path) -> Result<Vec<PathBuf>, SheetsError> {
        let failed = |path: &Path, error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => there_already(path),
            _ => SheetsError(format!("{}: {error}", path.display())),
        };
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let paths = BUILT.map(|(name, text)| (folder.join(name), text));
        if let Some((path, _)) = paths.iter().find(|(path, _)| path.exists()) {
            return Err(there_already(path));
        }
        let written = paths.into_iter().map(|(path, text)| {
            fs::File::create_new(&path)
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .map_err(|error| failed(&path, error))?;
            Ok(path)
        });
        written.collect()
    }

    /// Whether all are those of the build.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts the rows into a session.
    pub(crate) fn load<L: Listener>(
        &self,
        session: &mut rules::Recall<L>,
    ) -> Result<(), SheetsError> {
        let mut refused = Vec::new();
        for (name, text) in &self.0 {
            let loaded = load(session, name, text);
            refused.extend(loaded.err());
        }
        if refused.is_empty() {
            return Ok(());
        }
        Err(SheetsError(refused.join("\n")))
    }
}

/// Nothing is overwritten.
fn there_already(path: &Path) -> SheetsError {
    let path = path.display();
    SheetsError(format!(
        "{path} is there already, and nothing is overwritten: name another folder, or move it away"
    ))
}

/// Puts the rows of one sheet into a session, or says what is wrong with it.
fn load<L: Listener>(
    session: &mut rules::Recall<L>,
    name: &str,
    text: &str,
) -> Result<TableReport, String> {
    let loaded = match name {
        "points.csv" => session.load_points_of(text),
        "powers.csv" => session.load_kind_of(text),
        "progress.csv" => session.load_progress_of(text),
        "safety.csv" => session.load_safety_of(text),
        "usefulness.csv" => session.load_usefulness(text),
        "weights.csv" => session.load_weight_of(text),
        _ => {
            let known = BUILT.map(|(name, _)| name).join(", ");
            return Err(format!(
                "{name}: no table has this sheet; there are {known}"
            ));
        }
    };
    loaded.map_err(|TableError { mistakes, .. }| {
        let mistakes = mistakes.iter().map(|mistake| at_cell(name, mistake));
        mistakes.collect::<Vec<_>>().join("\n")
    })
}

/// A mistake with its place: `points.csv, C14 (points): …`.
fn at_cell(name: &str, mistake: &TableMistake) -> String {
    let at = mistake.line.map(|line| format!("line {line}"));
    let at = mistake.cell().or(at).map(|at| format!(", {at}"));
    let header = mistake.header.as_ref();
    let header = header.map(|header| format!(" ({header})"));
    let (at, header) = (at.unwrap_or_default(), header.unwrap_or_default());
    format!("{name}{at}{header}: {}", mistake.message)
}

/// Why sheets are refused, or not written: a line for each mistake, which begins with the file and the cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetsError(String);

impl fmt::Display for SheetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SheetsError {}
