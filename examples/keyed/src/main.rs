//! Card fraud in a stream: a session for each card, on as many workers and processes as there are.

#![forbid(unsafe_code)]
#![expect(
    clippy::cast_precision_loss,
    reason = "rates and times are shown, and not computed with"
)]

mod program;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::net::SocketAddr;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand};
use keyed::store::inspect;
use keyed::{Batching, Meter, OpenSink, Options, Stream};
use streams::errors::{is_broken_pipe, named};

use program::card::{Card, decode, latest};
use program::ends::{check_apart, open_sink, open_source};
use program::generate::{Shape, generate};
use program::live::Live;
use program::plain;
use program::report::{Report, peak_memory, size_of};

const BAD: Style = AnsiColor::Red.on_default().bold();
const WEAK: Style = Style::new().dimmed();

/// Detects card fraud in a stream: one ruleset, a session for each card.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a stream of payments
    Generate {
        #[command(flatten)]
        shape: Shape,
        /// Write it there, and not to standard output
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Find what is suspicious
    Run(Run),
    /// The same in a loop over a map of sessions, without timely: to compare
    Loop {
        /// The stream; `-` is standard input
        #[arg(long, value_name = "FILE", default_value = "-")]
        input: PathBuf,
        /// Where alerts go; `-` is standard output
        #[arg(long, value_name = "FILE", default_value = "-")]
        output: PathBuf,
    },
    /// Tell what a directory knows of a card
    Inspect {
        /// The card
        key: u64,
        /// The directory of the run
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
}

#[derive(clap::Args)]
struct Run {
    /// Workers in each process
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: u16,
    /// The streams; `-` is standard input, `tcp://ADDRESS` waits there for a sender
    #[arg(long, value_name = "FILE", default_value = "-")]
    input: Vec<PathBuf>,
    /// Where alerts go; `-` is standard output, `tcp://ADDRESS` a receiver
    #[arg(long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Keep a log and snapshots there, and go on from them
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Take a snapshot every so many epochs (of a second each)
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    snapshot_every: u64,
    /// Keep so many sessions in memory, on each worker; the others rest
    #[arg(long, value_name = "SESSIONS")]
    resident: Option<usize>,
    /// Make each event a change of its own, and not all those of an epoch one
    #[arg(long)]
    one_by_one: bool,
    /// So many processes; all on this machine are started, unless `--process` is given
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    processes: u16,
    /// This is process number so and so, of those that are started elsewhere
    #[arg(long)]
    process: Option<u16>,
    /// The addresses of the processes, one a line; without it, ports from 2101 on
    #[arg(long, value_name = "FILE")]
    hosts: Option<PathBuf>,
    /// Answer `GET /metrics` there, in Prometheus' text form; of several processes each adds its number to the port
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Print a report as JSON at the end
    #[arg(long)]
    json: bool,
    /// Tell how it goes on standard error, even if that is no terminal
    #[arg(long)]
    live: bool,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            tell_error(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    match arguments.command {
        Command::Generate { shape, output } => match output {
            None => {
                let stdout = BufWriter::new(io::stdout().lock());
                Ok(generate(shape, stdout).map_err(named("standard output"))?)
            }
            Some(path) => {
                let named = |error| format!("{}: {error}", path.display());
                let file = File::create(&path).map_err(named)?;
                Ok(generate(shape, BufWriter::new(file)).map_err(named)?)
            }
        },
        Command::Run(run) => detect(&run),
        Command::Loop { input, output } => {
            check_apart(&input, &output)?;
            let done = plain::run(open_source(&input)?, open_sink(&output, false)?, note)?;
            let rate = done.events as f64 / done.seconds;
            writeln!(
                anstream::stderr(),
                "{} events in {:.2} s, {rate:.0} a second, {} alerts, {} lines refused; {} MiB",
                done.events,
                done.seconds,
                done.outputs,
                done.refused,
                peak_memory().unwrap_or_default() >> 20
            )?;
            Ok(())
        }
        Command::Inspect { key, data } => tell_key(key, &data),
    }
}

/// Runs the sessions.
fn detect(run: &Run) -> Result<(), Box<dyn Error>> {
    let processes = usize::from(run.processes);
    if run.json && run.output == Path::new("-") {
        return Err(
            "the report and the alerts cannot both go to standard output: give `--output FILE`"
                .into(),
        );
    }
    for input in &run.input {
        check_apart(input, &run.output)?;
    }
    if let Some(process) = run.process
        && process >= run.processes
    {
        return Err(format!(
            "there is no process {process} of {processes}: they are numbered from 0, and `--processes` says how many there are"
        )
        .into());
    }
    let port = run.metrics.map_or(0, |address| address.port());
    if port.checked_add(run.processes - 1).is_none() {
        return Err(format!(
            "there are no {processes} ports from {port} on for `--metrics`: give a lower one"
        )
        .into());
    }
    if processes > 1 && run.process.is_none() {
        return program::cluster::start(processes);
    }
    let process = usize::from(run.process.unwrap_or_default());
    let hosts = program::cluster::hosts(processes, run.hosts.as_deref())?;
    let meter = Arc::<Meter>::default();
    let options = Options {
        workers: run.workers.into(),
        cluster: program::cluster::place(hosts, process),
        batching: if run.one_by_one {
            Batching::OneByOne
        } else {
            Batching::Together
        },
        resident: run.resident,
        data: run.data.clone(),
        snapshot_every: run.snapshot_every,
        latest: Some(latest),
        meter: Arc::clone(&meter),
        note,
    };
    let streams = run.input.iter().map(|path| {
        let path = path.clone();
        Stream::<Card> {
            open: Box::new(move || open_source(&path)),
            decode,
        }
    });
    let output = run.output.clone();
    let goes_on = run.data.is_some();
    let sink: OpenSink<Card> = Box::new(move || open_sink(&output, goes_on));
    quiet_panics();
    if let Some(mut address) = run.metrics {
        if address.port() != 0 {
            address.set_port(
                address
                    .port()
                    .saturating_add(run.process.unwrap_or_default()),
            );
        }
        let served = program::metrics::serve(address, Arc::clone(&meter));
        let served = served.map_err(|error| format!("metrics at {address}: {error}"))?;
        note(&format!("metrics at http://{served}/metrics"));
    }
    let begun = Instant::now();
    let live = Live::start(Arc::clone(&meter), run.live && process == 0);
    let done = keyed::run(options, streams.collect(), sink);
    drop(live);
    done?;
    let seconds = begun.elapsed().as_secs_f64();
    let reading = meter.read();
    let report = Report {
        workers: run.workers.into(),
        processes,
        process,
        seconds,
        events_per_second: reading.events as f64 / seconds,
        peak_memory: peak_memory(),
        on_disk: run.data.as_deref().and_then(size_of),
        reading,
    };
    if run.json && process == 0 {
        report.print_json()?;
    } else {
        report.tell();
    }
    Ok(())
}

/// Tells what is known of a card.
fn tell_key(key: u64, data: &Path) -> Result<(), Box<dyn Error>> {
    let mut stdout = anstream::stdout().lock();
    let Some(found) = inspect::<Card>(data, &key)? else {
        return Err(format!("nothing is known of card {key}").into());
    };
    if let Some((epoch, error)) = &found.set_aside {
        writeln!(stdout, "{BAD}set aside{BAD:#} in epoch {epoch}: {error}")?;
    }
    match (&found.session, found.epoch) {
        (Ok(lines), Some(epoch)) => {
            let due = found.due.map_or_else(
                || "nothing waits for its time".to_owned(),
                |due| format!("goes on by itself in epoch {due}"),
            );
            writeln!(
                stdout,
                "snapshot of epoch {epoch}, {} bytes; {due}",
                found.bytes
            )?;
            for line in lines {
                writeln!(stdout, "  {line}")?;
            }
        }
        (Err(error), _) => writeln!(stdout, "no session: {error}")?,
        (Ok(_), None) => {}
    }
    Ok(())
}

/// Panics of sessions are told with their keys, and a peer that is gone ends the process: the others' workers would wait
/// for it for ever.
fn quiet_panics() {
    let others = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if keyed::is_guarded() {
            return;
        }
        let message = panic.payload_as_str().unwrap_or_default();
        if message.starts_with("timely communication error") {
            tell_error(&format!(
                "another process of this run is gone ({message}): start all of them again, and they go on from what is durable"
            ));
            process::exit(3);
        }
        others(panic);
        // The same goes for a worker: only a defect of this program brings it down.
        if std::thread::current()
            .name()
            .is_some_and(|name| name.starts_with("timely:"))
        {
            process::exit(101);
        }
    }));
}

fn note(message: &str) {
    // Standard error is the last place to write to: a failure there can be told to nobody.
    _ = writeln!(anstream::stderr(), "{WEAK}note{WEAK:#}: {message}");
}

fn tell_error(message: &str) {
    _ = writeln!(anstream::stderr(), "{BAD}error{BAD:#}: {message}");
}
