//! Takes lines in: those of a file as fast as it goes, by the events' own time; those of standard input as they come, by the
//! clock on the wall.

use std::error::Error;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use jiff::{SignedDuration, Timestamp};
use streams::errors::named;
use streams::typed::{Line, Shown};
use watch::record::Record;

use crate::lines::{LONGEST, Lines};
use crate::output::Output;
use crate::state::{Progress, State};

/// How many lines of a file are read between two times that the state is kept.
const KEEP_EVERY: u64 = 50_000;

/// How long after it was kept last it is kept again while lines come as they come.
const KEEP_AFTER: Duration = Duration::from_secs(2);

/// How long the clock on the wall goes between two looks at it.
const GLANCE: Duration = Duration::from_millis(200);

/// What time goes by.
#[derive(Clone, Copy)]
enum Clock {
    /// That of the events.
    OfEvents,
    /// That on the wall.
    OnTheWall,
}

impl Clock {
    /// How far behind it a line may be before it is late. By that on the wall what happens is read a little later.
    fn may_be_behind(self) -> SignedDuration {
        match self {
            Clock::OfEvents => SignedDuration::ZERO,
            Clock::OnTheWall => SignedDuration::from_secs(10),
        }
    }

    /// How far ahead of it a line may be before that is told. A stream may rest for a day; other clocks on the wall are a
    /// little fast.
    fn may_be_ahead(self) -> SignedDuration {
        match self {
            Clock::OfEvents => SignedDuration::from_hours(24),
            Clock::OnTheWall => SignedDuration::from_secs(10),
        }
    }
}

/// Where lines come from.
pub(crate) enum Source {
    File(Lines),
    Stdin,
}

impl Source {
    /// The lines of a file.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        Lines::open(path).map(Source::File)
    }

    pub(crate) fn stdin() -> Self {
        Source::Stdin
    }
}

/// Reads a stream.
pub(crate) struct Feed {
    progress: Progress,
    /// Where that is kept.
    state: Option<State>,
    output: Output,
}

impl Feed {
    /// Begins, or goes on where the file of the state says.
    pub(crate) fn new(state: Option<PathBuf>, output: Output) -> Result<Self, Box<dyn Error>> {
        let (state, progress) = match state.map(State::open).transpose()? {
            Some((state, progress)) => (Some(state), progress),
            None => (None, Progress::default()),
        };
        Ok(Feed {
            progress,
            state,
            output,
        })
    }

    /// Reads the stream to its end.
    pub(crate) fn read(mut self, source: Source) -> Result<(), Box<dyn Error>> {
        match source {
            Source::File(lines) => self.replay(lines)?,
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
            note(&format!(
                "of {lines} lines {mistakes} could not be read, and {late} came late"
            ));
        }
        Ok(self.output.end()?)
    }

    /// The lines of a file that have not been read yet; the clock is that of the events.
    fn replay(&mut self, mut lines: Lines) -> Result<(), Box<dyn Error>> {
        let is_seen = io::stderr().is_terminal();
        let bar = if is_seen {
            let style = "{bar:40} {percent:>3}%  {bytes_per_sec}, {eta} to go";
            ProgressBar::new(lines.length()).with_style(ProgressStyle::with_template(style)?)
        } else {
            ProgressBar::hidden()
        };
        if let Some(mark) = self.progress.file {
            lines.go_to(mark)?;
        } else if let Some(state) = &self.state
            && self.progress.lines > 0
        {
            let path = state.path().display();
            return Err(format!(
                "{path}: the state is that of lines of standard input and says nothing of a file: give another `--state`"
            )
            .into());
        }
        while let Some((line, is_whole)) = lines.next()? {
            if !is_whole && self.state.is_some() {
                let number = self.progress.lines + 1;
                note(&format!(
                    "line {number} has no end yet: it is read when it has one"
                ));
                break;
            }
            if let Some(record) = self.record(&line, Clock::OfEvents) {
                let at = record.at();
                self.progress.monitor.take(record);
                if at > self.progress.monitor.now() {
                    self.advance_to(at)?;
                }
            }
            let mark = lines.mark();
            bar.set_position(mark.bytes());
            self.progress.file = Some(mark);
            if self.progress.lines.is_multiple_of(KEEP_EVERY) {
                self.keep()?;
            }
        }
        bar.finish_and_clear();
        // The clock stands still with the last event; what it brought has been looked at unless it came late.
        let now = self.progress.monitor.now();
        self.advance_to(now)
    }

    /// The lines of standard input, as they come.
    fn follow(&mut self) -> Result<(), Box<dyn Error>> {
        let (sender, lines) = mpsc::sync_channel(1_000);
        thread::spawn(move || {
            if let Err(error) = read_stdin(&sender) {
                // Where nobody listens any more, the run is over.
                _ = sender.send(Err(error));
            }
        });
        let mut kept = Instant::now();
        loop {
            let line = lines.recv_timeout(GLANCE);
            let is_over = matches!(line, Err(RecvTimeoutError::Disconnected));
            if let Ok(line) = line {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => {
                        self.keep()?;
                        return Err(error.into());
                    }
                };
                // The next run cannot read it again, and what another file has is none of this stream.
                self.progress.file = None;
                if let Some(record) = self.record(&line, Clock::OnTheWall) {
                    self.progress.monitor.take(record);
                }
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

    /// What a line tells. One that cannot be read is told, and counted, and so is one that is later than it may be. One
    /// that is further ahead than it may be is told.
    fn record(&mut self, line: &Line, clock: Clock) -> Option<Record> {
        self.progress.lines += 1;
        if line.is_long {
            self.progress.mistakes += 1;
            let number = self.progress.lines;
            note(&format!("line {number} has more than {LONGEST} bytes"));
            return None;
        }
        if line.bytes.trim_ascii().is_empty() {
            return None;
        }
        match serde_json::from_slice::<Record>(&line.bytes) {
            Ok(record) => {
                self.look_at_time(record.at(), clock);
                Some(record)
            }
            Err(error) => {
                self.progress.mistakes += 1;
                // The line is that of the stream, not that of the text which is read.
                let error = error.to_string();
                let (what, at) = error.rsplit_once(" at line ").unwrap_or((&error, ""));
                let column = at.split_once("column ").map(|(_, column)| column);
                let place = column.map_or_else(String::new, |column| format!(", column {column}"));
                note(&format!("line {}{place}: {what}", self.progress.lines));
                None
            }
        }
    }

    /// Tells whether a line is late, which is counted, or far ahead.
    fn look_at_time(&mut self, at: Timestamp, clock: Clock) {
        let (number, now) = (self.progress.lines, self.progress.monitor.now());
        let behind = now.duration_since(at);
        if behind > clock.may_be_behind() {
            self.progress.late += 1;
            note(&format!("line {number} is {behind:#} late"));
        }
        let (now, what) = match clock {
            // Before the first line there is no time.
            Clock::OfEvents if now == Timestamp::MIN => return,
            Clock::OfEvents => (now, "lines of earlier times are late from here on"),
            Clock::OnTheWall => (now.max(Timestamp::now()), "it counts when its time comes"),
        };
        let ahead = at.duration_since(now);
        if ahead > clock.may_be_ahead() {
            let ahead = SignedDuration::from_secs(ahead.as_secs());
            note(&format!(
                "line {number} is {ahead:#} ahead, at {at}: {what}"
            ));
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

    /// Writes how far the stream has been read. What has been told is seen before.
    fn keep(&mut self) -> io::Result<()> {
        self.output.flush()?;
        let Some(state) = &self.state else {
            return Ok(());
        };
        state.keep(&self.progress)
    }
}

/// Hands on the lines of standard input until it ends or nobody takes them.
fn read_stdin(to: &SyncSender<io::Result<Line>>) -> io::Result<()> {
    let mut stdin = io::stdin().lock();
    let at = || named("standard input");
    while let Some(line) = Line::read(&mut stdin, LONGEST).map_err(at())? {
        let has_rest = line.has_rest();
        if to.send(Ok(line)).is_err() {
            break;
        }
        if has_rest {
            stdin.skip_until(b'\n').map_err(at())?;
        }
    }
    Ok(())
}

/// Tells what is wrong with a line.
fn note(what: &str) {
    // A failure there can be told to nobody.
    _ = writeln!(anstream::stderr(), "{}", Shown(what));
}
