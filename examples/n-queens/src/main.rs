//! Places queens from the command line.
//!
//! This file reads the arguments and prints; the searches are in the library.

mod list;
mod progress;
mod solver;
mod width;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand, ValueEnum};
use n_queens::{Assertion, Board, Database, Kind, Solution, Stats};
use streams::errors::is_broken_pipe;

use list::write_list;
use progress::{Looking, Progress, Tried};
use solver::Solver;
use width::terminal_width;

/// Places queens so that none can take another.
#[derive(Parser)]
#[command(version, max_term_width = 80)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a solution
    ///
    /// The search tries rows in order and takes back what fails. How long that takes grows steeply with N, though not
    /// evenly: 28 queens take minutes, 30 an hour or more. A terminal shows how much has been tried meanwhile.
    Solve {
        #[command(flatten)]
        problem: Problem,
        /// Draw the board
        #[arg(long)]
        board: bool,
    },
    /// Count all solutions
    Count {
        #[command(flatten)]
        problem: Problem,
    },
    /// Print what the rule database holds of queens, or only its warnings, and the board
    Show {
        /// How many queens, columns and rows there are
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
        queens: u32,
        /// Which kind
        #[arg(long, value_enum, default_value_t = KindName::Queen)]
        kind: KindName,
        /// The rows of the first queens, or of all, such as `2,4,1,3`; else those of a solution
        #[arg(long, value_delimiter = ',')]
        rows: Option<Vec<u32>>,
    },
}

#[derive(clap::Args)]
struct Problem {
    /// How many queens, columns and rows there are
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    queens: u32,
    /// How to search
    #[arg(long, value_enum, default_value_t = solver::Style::Search)]
    style: solver::Style,
    /// Print what it has cost
    #[arg(long)]
    stats: bool,
}

/// A kind of assertions, as an argument.
#[derive(Clone, Copy, ValueEnum)]
enum KindName {
    /// All about queens: where they stand, and which can be taken
    Queen,
    /// Which queens can be taken
    Warning,
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error is the last place to write to: a failure there can be told to nobody.
            _ = writeln!(anstream::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    let mut output = anstream::stdout();
    match command {
        Command::Solve { problem, board } => solve(&problem, board, &mut output),
        Command::Count { problem } => count(&problem, &mut output),
        Command::Show { queens, kind, rows } => show(queens, kind, rows, &mut output),
    }
}

fn solve(problem: &Problem, board: bool, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let (solution, stats) = problem.look();
    match solution {
        None => writeln!(output, "{} queens have no solution", problem.queens)?,
        Some(solution) if board => print_board(solution.board(), output)?,
        Some(solution) => {
            let lines = solution.to_string();
            let lines = lines.lines().map(|line| (Style::new(), line.to_owned()));
            write_list(&lines.collect::<Vec<_>>(), output)?;
        }
    }
    print_stats(stats, begun.elapsed(), output)
}

fn count(problem: &Problem, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let progress = Progress::new(problem.queens);
    let mut solver = problem.solver();
    let mut solutions = 0_u64;
    for solution in &mut solver {
        solutions += 1;
        progress.note(&solution, solutions);
    }
    progress.end();
    writeln!(output, "{solutions}")?;
    print_stats(solver.stats(), begun.elapsed(), output)
}

fn show(
    queens: u32,
    kind: KindName,
    rows: Option<Vec<u32>>,
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let rows = match rows {
        None => {
            let problem = Problem {
                queens,
                style: solver::Style::Search,
                stats: false,
            };
            match problem.look() {
                (Some(solution), _) => solution.rows().to_vec(),
                (None, _) => {
                    return Ok(writeln!(
                        output,
                        "{queens} queens have no solution: name the rows of some with `--rows`"
                    )?);
                }
            }
        }
        Some(rows) if rows.len() > queens as usize => {
            let noun = if queens == 1 { "row" } else { "rows" };
            let found = rows.len();
            return Err(format!("expected {queens} {noun} at the most, found {found}").into());
        }
        Some(rows) => rows,
    };
    if let Some(row) = rows.iter().find(|&&row| row == 0 || row > queens) {
        return Err(format!("there is no row {row}: they are numbered 1 to {queens}").into());
    }
    let mut database = Database::new(());
    for (queen, &row) in (1..).zip(&rows) {
        database.place(queen, row);
    }
    let kind = match kind {
        KindName::Queen => Kind::Queen,
        KindName::Warning => Kind::Warning,
    };
    let shown = database.show(kind).into_iter().map(|assertion| {
        let style = match assertion {
            Assertion::Queen { .. } => Style::new(),
            Assertion::Warning { .. } => AnsiColor::Yellow.on_default(),
        };
        (style, assertion.to_string())
    });
    write_list(&shown.collect::<Vec<_>>(), output)?;
    if kind == Kind::Queen {
        print_board(Board::new(&rows, queens), output)?;
    }
    Ok(())
}

/// Prints a board, so that a terminal breaks no line of it if it can be helped.
fn print_board(board: Board, output: &mut impl Write) -> io::Result<()> {
    let board = match terminal_width() {
        Some(width) => board.within(width),
        None => board,
    };
    writeln!(output, "{board:#}")
}

fn print_stats(
    stats: Option<Stats>,
    time: Duration,
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    if let Some(stats) = stats {
        writeln!(output, "firings         {}", stats.firings)?;
        writeln!(output, "facts inserted  {}", stats.inserted)?;
        writeln!(output, "choice points   {}", stats.choice_points)?;
        writeln!(output, "time            {time:.3?}")?;
    }
    Ok(())
}

impl Problem {
    /// The first solution, and what it has cost if that is asked for. A terminal shows that it is looked for.
    fn look(&self) -> (Option<Solution>, Option<Stats>) {
        let tried = Tried::default();
        let mut solver = if progress::can_be_seen() && !self.stats {
            solver::watched(self.style, self.queens, &tried)
        } else {
            self.solver()
        };
        let looking = Looking::new(tried);
        let solution = solver.next();
        looking.end();
        (solution, solver.stats())
    }

    fn solver(&self) -> Box<dyn Solver> {
        solver::new(self.style, self.queens, self.stats)
    }
}
