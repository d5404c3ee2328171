//! The coverage of a process, in a file of its own: `RULES_COVERAGE=directory cargo test`.
//!
//! What has been seen for the first time is written when the change in which it was seen has ended, so that it outlives
//! a process that aborts. How often rules fired and which rows held is written then too, and when a thread ends in which they did.
//! Firings are counted without the lock, as they are many and only the first of a rule is news.
//! The whole file is written anew under another name and renamed: nobody reads half of one.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;
use std::{env, fs, io, process as this_process, thread_local};

use super::places::CoveredTable;
use crate::inspect::coverage::{Coverage, write_table};
use crate::inspect::explain::Explanation;
use crate::inspect::json::Json;
use crate::inspect::metadata::RulesetInfo;

/// What the environment asks for.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The file of the process.
    file: PathBuf,
    /// After how many changes of a session conditions are looked at.
    pub(crate) every: u64,
}

/// Whether the process is asked for coverage.
pub(crate) fn is_on() -> bool {
    settings().is_some()
}

/// What the environment asks for; `None` where it asks for nothing.
pub(crate) fn settings() -> Option<&'static Settings> {
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
pub(crate) struct Process {
    coverage: Coverage,
    /// How often each rule has fired, of each ruleset.
    fired: Vec<Arc<[AtomicUsize]>>,
    tables: Vec<&'static CoveredTable>,
    /// Whether something has been seen for the first time since the file was written.
    has_news: bool,
    /// Whether it has been told that the file cannot be written.
    has_told: bool,
}

/// That of this process.
pub(crate) fn process() -> MutexGuard<'static, Process> {
    static PROCESS: Mutex<Process> = Mutex::new(Process {
        coverage: Coverage::new(),
        fired: Vec::new(),
        tables: Vec::new(),
        has_news: false,
        has_told: false,
    });
    // A panic elsewhere has left no half of anything here.
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes what a thread has counted, when it ends.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        if HAS_COUNTS.load(Ordering::Acquire) {
            process().write();
        }
    }
}

thread_local! {
    static AT_END: AtEnd = const { AtEnd };
}

/// Whether anything has been counted since the file was written.
static HAS_COUNTS: AtomicBool = AtomicBool::new(false);

/// Something has been counted. It is set after the count, and cleared before counts are read: none is forgotten.
fn counted() {
    HAS_COUNTS.store(true, Ordering::Release);
    if AT_END.try_with(|_| ()).is_err() {
        // The thread is ending, and has written what it had counted before.
        process().write();
    }
}

/// A row of a table has held for the first time.
pub(super) fn row_held(table: &'static CoveredTable) {
    process().add_table(table);
    counted();
}

/// A ruleset of the process whose sessions are followed.
#[derive(Debug, Clone)]
pub(crate) struct Followed {
    /// Its place among those of the process.
    pub(crate) place: usize,
    /// How often each of its rules has fired, in whatever session.
    fired: Arc<[AtomicUsize]>,
}

impl Followed {
    /// A rule has fired.
    pub(crate) fn fired(&self, rule: usize) {
        if self.fired[rule].fetch_add(1, Ordering::Relaxed) == 0 {
            process().has_news = true;
        }
        counted();
    }
}

impl Process {
    /// A session of a ruleset begins.
    pub(crate) fn begin(
        &mut self,
        ruleset: &RulesetInfo,
        tables: &[&'static CoveredTable],
    ) -> Followed {
        for table in tables {
            self.add_table(table);
        }
        let place = self.coverage.begin(ruleset);
        if place == self.fired.len() {
            let rules = ruleset.rules.iter().map(|_| AtomicUsize::new(0));
            self.fired.push(rules.collect());
            self.has_news = true;
        }
        let fired = Arc::clone(&self.fired[place]);
        Followed { place, fired }
    }

    fn add_table(&mut self, table: &'static CoveredTable) {
        if !self.tables.iter().any(|known| core::ptr::eq(*known, table)) {
            self.tables.push(table);
        }
    }

    pub(crate) fn has_seen_all(&self, ruleset: usize, rule: usize) -> bool {
        self.coverage.has_seen_all(ruleset, rule)
    }

    pub(crate) fn explained(&mut self, ruleset: usize, rule: usize, explanation: &Explanation) {
        self.has_news |= self.coverage.explained(ruleset, rule, explanation);
    }

    /// Writes the file where something has been seen for the first time.
    pub(crate) fn write_news(&mut self) {
        if self.has_news {
            self.write();
        }
    }

    fn write(&mut self) {
        let Some(Settings { file, .. }) = settings() else {
            return;
        };
        self.has_news = false;
        HAS_COUNTS.swap(false, Ordering::AcqRel);
        for (ruleset, fired) in self.coverage.rulesets.iter_mut().zip(&self.fired) {
            for (rule, fired) in ruleset.rules.iter_mut().zip(&**fired) {
                rule.fired = fired.load(Ordering::Relaxed) as u64;
            }
        }
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
