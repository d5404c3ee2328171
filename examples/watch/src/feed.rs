//! Takes lines in: those of a file as fast as it goes, by the events' own time; those of standard input as they come, by the
//! clock on the wall.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use watch::monitor::Monitor;
use watch::record::Record;

use crate::output::Output;

/// How many lines of a file are read between two times that the state is kept.
const KEEP_EVERY: u64 = 50_000;

/// How long after it was kept last it is kept again while lines come as they come.
const KEEP_AFTER: Duration = Duration::from_secs(2);

/// How long the clock on the wall goes between two looks at it.
const GLANCE: Duration = Duration::from_millis(200);

/// How far behind the clock on the wall a line may come before it is late: what happens is read a little later.
const ON_ITS_WAY: SignedDuration = SignedDuration::from_secs(10);

/// Where lines come from.
pub(crate) enum Source {
    File { lines: BufReader<File>, length: u64 },
    Stdin,
}

impl Source {
    /// The lines of a file.
    pub(crate) fn file(path: &Path) -> Result<Self, Box<dyn Error>> {
        let named = |error: io::Error| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(named)?;
        let length = file.metadata().map_err(named)?.len();
        let lines = BufReader::new(file);
        Ok(Source::File { lines, length })
    }

    pub(crate) fn stdin() -> Self {
        Source::Stdin
    }
}

/// How far the stream has been read, and what stands then.
#[derive(Default, Serialize, Deserialize)]
struct Progress {
    /// How many lines.
    lines: u64,
    /// Those that could not be read.
    mistakes: u64,
    /// Those that came late.
    late: u64,
    monitor: Monitor,
}

/// Reads a stream.
pub(crate) struct Feed {
    progress: Progress,
    /// Where that is kept.
    state: Option<PathBuf>,
    output: Output,
}

impl Feed {
    /// Begins, or goes on where the file of the state says.
    pub(crate) fn new(state: Option<PathBuf>, output: Output) -> Result<Self, Box<dyn Error>> {
        let mut progress = Progress::default();
        if let Some(path) = &state {
            match fs::read(path) {
                Ok(kept) => {
                    let named = |error| format!("{}: {error}", path.display());
                    progress = serde_json::from_slice(&kept).map_err(named)?;
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{}: {error}", path.display()).into()),
            }
        }
        Ok(Feed {
            progress,
            state,
            output,
        })
    }

    /// Reads the stream to its end.
    pub(crate) fn read(mut self, source: Source) -> Result<(), Box<dyn Error>> {
        match source {
            Source::File { lines, length } => self.replay(lines, length)?,
            Source::Stdin => self.follow()?,
        }
        self.keep()?;
        let Progress {
            lines,
            mistakes,
            late,
            ..
        } = &self.progress;
        if mistakes + late > 0 {
            let mut stderr = anstream::stderr();
            writeln!(
                stderr,
                "of {lines} lines {mistakes} could not be read, and {late} came late"
            )?;
        }
        Ok(self.output.end()?)
    }

    /// The lines of a file that have not been read yet; the clock is that of the events.
    fn replay(&mut self, lines: impl BufRead, length: u64) -> Result<(), Box<dyn Error>> {
        let is_seen = io::stderr().is_terminal();
        let bar = if is_seen {
            let style = "{bar:40} {percent:>3}%  {bytes_per_sec}, {eta} to go";
            ProgressBar::new(length).with_style(ProgressStyle::with_template(style)?)
        } else {
            ProgressBar::hidden()
        };
        let read = self.progress.lines;
        let mut there = 0;
        for (number, line) in (0..).zip(lines.split(b'\n')) {
            let line = line?;
            there += 1;
            bar.inc(line.len() as u64 + 1);
            if number < read {
                continue;
            }
            if let Some(record) = self.record(&line, SignedDuration::ZERO) {
                let at = record.at();
                self.progress.monitor.take(record);
                if at > self.progress.monitor.now() {
                    self.advance_to(at)?;
                }
            }
            if self.progress.lines.is_multiple_of(KEEP_EVERY) {
                self.keep()?;
            }
        }
        bar.finish_and_clear();
        if there < read {
            return Err(format!(
                "the file has {there} lines, but {read} have been read: give the file that was read before, or another `--state`"
            )
            .into());
        }
        // The clock stands still with the last event; what it brought has been looked at unless it came late.
        let now = self.progress.monitor.now();
        self.advance_to(now)
    }

    /// The lines of standard input, as they come.
    fn follow(&mut self) -> Result<(), Box<dyn Error>> {
        let (sender, lines) = mpsc::sync_channel(1_000);
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut kept = Instant::now();
        loop {
            let line = lines.recv_timeout(GLANCE);
            let is_over = matches!(line, Err(RecvTimeoutError::Disconnected));
            if let Ok(line) = line
                && let Some(record) = self.record(&line?, ON_ITS_WAY)
            {
                self.progress.monitor.take(record);
            }
            let now = Timestamp::now().max(self.progress.monitor.now());
            self.advance_to(now)?;
            self.output.flush()?;
            if is_over {
                return Ok(());
            }
            if kept.elapsed() >= KEEP_AFTER {
                self.keep()?;
                kept = Instant::now();
            }
        }
    }

    /// What a line tells. One that cannot be read is told, and counted, and so is one that is later than it may be.
    fn record(&mut self, line: &[u8], may_be: SignedDuration) -> Option<Record> {
        self.progress.lines += 1;
        if line.trim_ascii().is_empty() {
            return None;
        }
        match serde_json::from_slice::<Record>(line) {
            Ok(record) => {
                let (number, now) = (self.progress.lines, self.progress.monitor.now());
                let behind = now.duration_since(record.at());
                if behind > may_be {
                    self.progress.late += 1;
                    note(&format!("line {number} is {behind:#} late"));
                }
                Some(record)
            }
            Err(error) => {
                self.progress.mistakes += 1;
                // The line is that of the stream, not that of the text which is read.
                let error = error.to_string();
                let (what, at) = error.split_once(" at line ").unwrap_or((&error, ""));
                let column = at.split_once("column ").map(|(_, column)| column);
                let place = column.map_or_else(String::new, |column| format!(", column {column}"));
                note(&format!("line {}{place}: {what}", self.progress.lines));
                None
            }
        }
    }

    fn advance_to(&mut self, until: Timestamp) -> Result<(), Box<dyn Error>> {
        let mut told = Ok(());
        let output = &mut self.output;
        self.progress.monitor.advance_to(until, |report| {
            if told.is_ok() {
                told = output.tell(report);
            }
        })?;
        Ok(told?)
    }

    /// Writes how far the stream has been read, whole or not at all. What has been told is seen before.
    fn keep(&mut self) -> Result<(), Box<dyn Error>> {
        self.output.flush()?;
        let Some(path) = &self.state else {
            return Ok(());
        };
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let named = |error: io::Error| format!("{}: {error}", path.display());
        let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(named)?;
        serde_json::to_writer(io::BufWriter::new(&mut file), &self.progress)?;
        file.as_file().sync_all().map_err(named)?;
        file.persist(path).map_err(|error| named(error.error))?;
        Ok(())
    }
}

/// Tells what is wrong with a line.
fn note(what: &str) {
    // A failure there can be told to nobody.
    _ = writeln!(anstream::stderr(), "{what}");
}
