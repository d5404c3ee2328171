//! The coverage of a process, in a file of its own: `RULES_COVERAGE=directory cargo test`.
//!
//! What has been seen for the first time is written when the change in which it was seen has ended, so that it outlives
//! a process that aborts. How often rules fired and which rows held is written then too, and when a thread ends in which they did.
//! The whole file is written anew under another name and renamed: nobody reads half of one.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::Ordering;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;
use std::{env, fs, io, process as this_process, thread_local};

use super::places::CoveredTable;
use crate::inspect::explain::Explanation;
use crate::inspect::json::Json;
use crate::inspect::metadata::RulesetInfo;
use crate::testing::coverage::Coverage;

/// What the environment asks for.
#[derive(Debug)]
pub(super) struct Settings {
    /// The file of the process.
    file: PathBuf,
    /// After how many changes of a session conditions are looked at.
    pub(super) every: u64,
}

/// What the environment asks for; `None` where it asks for nothing.
pub(super) fn settings() -> Option<&'static Settings> {
    static SETTINGS: OnceLock<Option<Settings>> = OnceLock::new();
    SETTINGS.get_or_init(read_settings).as_ref()
}

fn read_settings() -> Option<Settings> {
    let directory = env::var_os("RULES_COVERAGE").filter(|directory| !directory.is_empty())?;
    let every = match env::var("RULES_COVERAGE_EVERY") {
        Ok(text) => text.parse().ok().filter(|&every| every > 0).or_else(|| {
            tell(&format!(
                "`RULES_COVERAGE_EVERY` is `{text}`, and a number from 1 was expected; every change is looked at"
            ));
            None
        }),
        Err(_) => None,
    };
    // A process may change its directory later.
    let directory = env::current_dir().unwrap_or_default().join(directory);
    let program = env::current_exe().ok();
    let program = program.as_deref().and_then(Path::file_stem);
    let program = program.map_or_else(
        || "process".to_owned(),
        |stem| stem.to_string_lossy().into(),
    );
    let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let started = started.map_or(0, |started| started.as_nanos());
    Some(Settings {
        file: directory.join(format!("{program}-{}-{started:x}.json", this_process::id())),
        every: every.unwrap_or(1),
    })
}

/// Tells the user, past the test harness, which keeps what tests print.
fn tell(message: &str) {
    _ = writeln!(io::stderr(), "rules: {message}");
}

/// What has been seen in a process.
pub(super) struct Process {
    coverage: Coverage,
    tables: Vec<&'static CoveredTable>,
    /// Whether something has been seen for the first time since the file was written.
    has_news: bool,
    /// Whether anything has been counted since.
    has_counts: bool,
    /// Whether it has been told that the file cannot be written.
    has_told: bool,
}

/// That of this process.
pub(super) fn process() -> MutexGuard<'static, Process> {
    static PROCESS: Mutex<Process> = Mutex::new(Process {
        coverage: Coverage::new(),
        tables: Vec::new(),
        has_news: false,
        has_counts: false,
        has_told: false,
    });
    // A panic elsewhere has left no half of anything here.
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes what a thread has counted, when it ends.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        let mut process = process();
        if process.has_counts {
            process.write();
        }
    }
}

thread_local! {
    static AT_END: AtEnd = const { AtEnd };
}

/// A row of a table has held for the first time.
pub(super) fn row_held(table: &'static CoveredTable) {
    let mut process = process();
    process.add_table(table);
    process.counted();
}

impl Process {
    /// A session of a ruleset begins. Returns the place of the ruleset.
    pub(super) fn begin(
        &mut self,
        ruleset: &RulesetInfo,
        tables: &[&'static CoveredTable],
    ) -> usize {
        for table in tables {
            self.add_table(table);
        }
        let known = self.coverage.rulesets.len();
        let place = self.coverage.begin(ruleset);
        self.has_news |= self.coverage.rulesets.len() > known;
        place
    }

    fn add_table(&mut self, table: &'static CoveredTable) {
        if !self.tables.iter().any(|known| core::ptr::eq(*known, table)) {
            self.tables.push(table);
        }
    }

    fn counted(&mut self) {
        self.has_counts = true;
        _ = AT_END.try_with(|_| ());
    }

    pub(super) fn fired(&mut self, ruleset: usize, rule: usize) {
        self.has_news |= self.coverage.fired(ruleset, rule);
        self.counted();
    }

    pub(super) fn has_seen_all(&self, ruleset: usize, rule: usize) -> bool {
        self.coverage.has_seen_all(ruleset, rule)
    }

    pub(super) fn explained(&mut self, ruleset: usize, rule: usize, explanation: &Explanation) {
        self.has_news |= self.coverage.explained(ruleset, rule, explanation);
    }

    /// Writes the file where something has been seen for the first time.
    pub(super) fn write_news(&mut self) {
        if self.has_news {
            self.write();
        }
    }

    fn write(&mut self) {
        let Some(Settings { file, .. }) = settings() else {
            return;
        };
        (self.has_news, self.has_counts) = (false, false);
        if let Err(error) = write_whole(file, &self.json())
            && !core::mem::replace(&mut self.has_told, true)
        {
            let file = file.display();
            tell(&format!("coverage cannot be written to `{file}`: {error}"));
        }
    }

    fn json(&self) -> String {
        let mut json = Json::default();
        json.object(|json| {
            json.key("version");
            json.number(1);
            json.key("rulesets");
            json.array(|json| {
                for ruleset in &self.coverage.rulesets {
                    ruleset.write(json);
                }
            });
            json.key("tables");
            json.array(|json| {
                for table in &self.tables {
                    write_table(table, json);
                }
            });
        });
        json.finish() + "\n"
    }
}

/// Writes a file under another name, and renames it.
fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    let unfinished = file.with_extension("json.tmp");
    fs::write(&unfinished, text)?;
    fs::rename(&unfinished, file)
}

fn write_table(table: &CoveredTable, json: &mut Json) {
    json.object(|json| {
        json.key("ruleset");
        json.string(table.ruleset);
        json.key("package");
        json.string(table.package.unwrap_or_default());
        json.key("name");
        json.string(table.name);
        json.key("file");
        json.string(table.position.file);
        json.key("line");
        json.number(table.position.line);
        json.key("source");
        json.string(table.source.unwrap_or_default());
        json.key("rows");
        json.array(|json| {
            for (row, held) in table.rows.iter().zip(table.held) {
                json.object(|json| {
                    json.key("number");
                    json.number(row.number);
                    json.key("line");
                    json.number(row.line);
                    json.key("text");
                    json.string(row.text);
                    json.key("held");
                    json.number(held.load(Ordering::Relaxed));
                });
            }
        });
    });
}
