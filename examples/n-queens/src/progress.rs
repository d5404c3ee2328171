//! How far a long count is, on a terminal.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use n_queens::Solution;

/// A bar that appears when a count takes longer than a second and standard error is a terminal.
pub(crate) struct Progress {
    queens: u64,
    bar: ProgressBar,
    /// Shows the bar when its time has come.
    patience: JoinHandle<()>,
    /// Nothing is sent: that it is dropped says that the count is over.
    counting: Sender<()>,
}

impl Progress {
    /// Nothing is shown yet.
    pub(crate) fn new(queens: u32) -> Self {
        let queens = u64::from(queens);
        let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg} solutions")
            .expect("the template is well formed");
        let bar = ProgressBar::with_draw_target(Some(queens.pow(2)), ProgressDrawTarget::hidden())
            .with_style(style)
            .with_message("0");
        let (counting, over) = mpsc::channel();
        let patience = thread::spawn({
            let bar = bar.clone();
            move || {
                if over.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                    // Where standard error is no terminal this target draws nothing.
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.tick();
                }
            }
        });
        Progress {
            queens,
            bar,
            patience,
            counting,
        }
    }

    /// Notes how far the search is. The solutions come in order, so the first two queens tell.
    pub(crate) fn note(&self, solution: &Solution, solutions: u64) {
        if let [first, second, ..] = *solution.rows() {
            let [first, second] = [first, second].map(|row| u64::from(row - 1));
            self.bar.set_message(solutions.to_string());
            self.bar.set_position(first * self.queens + second);
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(self) {
        drop(self.counting);
        self.patience.join().expect("it only waits");
        self.bar.finish_and_clear();
    }
}
