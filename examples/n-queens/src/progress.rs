//! How far a long search is, on a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use n_queens::Solution;
use rules_runtime::{FactEvent, Listener};

/// How long nothing is shown, and then how often it is shown anew.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether anybody could see it.
pub(crate) fn can_be_seen() -> bool {
    io::stderr().is_terminal()
}

/// A line that appears when a search takes longer than a second and standard error is a terminal.
struct Line {
    bar: ProgressBar,
    /// Shows the line when its time has come.
    patience: JoinHandle<()>,
    /// Nothing is sent: that it is dropped says that the search is over.
    searching: Sender<()>,
}

impl Line {
    /// Nothing is shown yet. `refresh` is called each second from then on.
    fn new(bar: ProgressBar, refresh: impl Fn(&ProgressBar) + Send + 'static) -> Self {
        let (searching, over) = mpsc::channel();
        let patience = thread::spawn({
            let bar = bar.clone();
            move || {
                while over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    if bar.is_hidden() {
                        // Where standard error is no terminal this target draws nothing.
                        bar.set_draw_target(ProgressDrawTarget::stderr());
                    }
                    refresh(&bar);
                    bar.tick();
                }
            }
        });
        Line {
            bar,
            patience,
            searching,
        }
    }

    /// Takes the line away.
    fn end(self) {
        drop(self.searching);
        self.patience.join().expect("it only waits");
        self.bar.finish_and_clear();
    }
}

/// How much of a count is done, as a bar.
pub(crate) struct Progress {
    queens: u64,
    line: Line,
}

impl Progress {
    /// Nothing is shown yet.
    pub(crate) fn new(queens: u32) -> Self {
        let queens = u64::from(queens);
        let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}")
            .expect("the template is well formed");
        let bar = ProgressBar::with_draw_target(Some(queens.pow(2)), ProgressDrawTarget::hidden())
            .with_style(style)
            .with_message(found(0, Duration::ZERO));
        let line = Line::new(bar, |_| {});
        Progress { queens, line }
    }

    /// Notes how far the search is. The solutions come in order, so the first two queens tell.
    pub(crate) fn note(&self, solution: &Solution, solutions: u64) {
        if let [first, second, ..] = *solution.rows() {
            let [first, second] = [first, second].map(|row| u64::from(row - 1));
            let bar = &self.line.bar;
            bar.set_message(found(solutions, bar.elapsed()));
            bar.set_position(first * self.queens + second);
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(self) {
        self.line.end();
    }
}

/// How many solutions there are so far, and how many come in a second.
fn found(solutions: u64, elapsed: Duration) -> String {
    let each_second = u128::from(solutions) * 1_000_000 / elapsed.as_micros().max(1);
    match elapsed.as_millis() {
        0..500 => format!("{solutions} solutions"),
        _ => format!("{solutions} solutions, {each_second} a second"),
    }
}

/// How many placements a search has tried.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tried(Arc<AtomicU64>);

impl Tried {
    /// How long the search for a solution takes and what it does meanwhile: nobody knows how far it is.
    fn tell(&self) -> String {
        match self.0.load(Ordering::Relaxed) {
            0 => String::new(),
            tried => format!(", {tried} placements tried"),
        }
    }
}

impl Listener for Tried {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        if fact.fact_type == "Placed" {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// That a solution is being looked for.
pub(crate) struct Looking(Line);

impl Looking {
    /// Nothing is shown yet.
    pub(crate) fn new(tried: Tried) -> Self {
        let style = ProgressStyle::with_template("Looking for a solution: {elapsed}{msg}")
            .expect("the template is well formed");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let refresh = move |bar: &ProgressBar| bar.set_message(tried.tell());
        Looking(Line::new(bar.with_style(style), refresh))
    }

    /// Takes the line away.
    pub(crate) fn end(self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use n_queens::{Placing, Search};

    use super::*;

    #[test]
    fn solutions_are_told_with_how_many_come_in_a_second() {
        let after = |millis| found(724, Duration::from_millis(millis));
        assert_eq!(after(0), "724 solutions");
        assert_eq!(after(2_000), "724 solutions, 362 a second");
        assert_eq!(after(1_448_000), "724 solutions, 0 a second");
    }

    #[test]
    fn both_ways_to_search_say_how_many_placements_they_have_tried() {
        let tried = |search: &mut dyn Iterator<Item = Solution>, tried: &Tried| {
            assert_eq!(tried.tell(), "");
            search.next().expect("there is a solution");
            tried.tell()
        };
        let (search, placing) = (Tried::default(), Tried::default());
        // Depth first, 8 queens are placed 876 times before they all stand well.
        let expected = ", 876 placements tried";
        assert_eq!(
            tried(&mut Search::new(8, search.clone()), &search),
            expected
        );
        assert_eq!(
            tried(&mut Placing::new(8, placing.clone()), &placing),
            expected
        );
    }
}
