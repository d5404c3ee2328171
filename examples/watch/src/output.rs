//! Writes what is found: a line of JSON for each alarm as it is raised and over, or a table at the end.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, StdoutLock, Write as _};

use comfy_table::Table;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use jiff::Timestamp;
use streams::errors::named;
use streams::typed::Shown;
use watch::monitor::{Report, State};
use watch::rules::Kind;

use crate::STDOUT;

/// How often something was wrong with somebody, first and last.
pub(crate) struct Row {
    count: usize,
    first: Timestamp,
    last: Timestamp,
    stands: bool,
}

/// Where reports go.
pub(crate) enum Output {
    Lines(BufWriter<StdoutLock<'static>>),
    Table(BTreeMap<(Kind, String), Row>),
}

impl Output {
    pub(crate) fn lines(to: BufWriter<StdoutLock<'static>>) -> Self {
        Output::Lines(to)
    }

    pub(crate) fn table() -> Self {
        Output::Table(BTreeMap::new())
    }

    pub(crate) fn tell(&mut self, report: Report) -> io::Result<()> {
        match self {
            Output::Lines(to) => {
                let written = serde_json::to_writer(&mut *to, &report);
                let written = written.map_err(io::Error::from);
                written.and_then(|()| writeln!(to)).map_err(named(STDOUT))
            }
            Output::Table(rows) => {
                let Report {
                    at,
                    alarm,
                    of,
                    state,
                    ..
                } = report;
                let row = rows.entry((alarm, of)).or_insert(Row {
                    count: 0,
                    first: at,
                    last: at,
                    stands: false,
                });
                row.stands = state == State::Raised;
                if row.stands {
                    row.count += 1;
                    row.last = at;
                }
                Ok(())
            }
        }
    }

    /// Lets everybody see what has been told so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Lines(to) => to.flush().map_err(named(STDOUT)),
            Output::Table(_) => Ok(()),
        }
    }

    /// Prints the table.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.flush()?;
        let Output::Table(rows) = self else {
            return Ok(());
        };
        let mut table = Table::new();
        table.load_preset(UTF8_HORIZONTAL_ONLY);
        table.set_header(["alarm", "of", "times", "first", "last", ""]);
        for ((kind, of), row) in rows {
            let kind = match kind {
                Kind::BruteForce => "guessed passwords",
                Kind::Silence => "silence",
                Kind::RisingMean => "rising mean",
                Kind::NoAnswer => "no answer",
            };
            table.add_row([
                kind.to_owned(),
                Shown(&of).to_string(),
                row.count.to_string(),
                row.first.to_string(),
                row.last.to_string(),
                if row.stands { "stands" } else { "over" }.to_owned(),
            ]);
        }
        let mut stdout = anstream::stdout().lock();
        writeln!(stdout, "{table}").map_err(named(STDOUT))
    }
}
