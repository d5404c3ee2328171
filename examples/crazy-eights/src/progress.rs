//! How far a long simulation is, on a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many of the games are played, as a bar that appears when they take longer than a second and standard error is a
/// terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    can_be_seen: bool,
}

impl Progress {
    /// Nothing is shown yet.
    pub(crate) fn new(games: u64) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {pos} games, {elapsed}")
            .expect("the template is well formed");
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
        Progress {
            bar: bar.with_style(style),
            begun: Instant::now(),
            can_be_seen: io::stderr().is_terminal(),
        }
    }

    /// Notes that a game has been played.
    pub(crate) fn note(&self) {
        if !self.can_be_seen {
            return;
        }
        if self.bar.is_hidden() && self.begun.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}
