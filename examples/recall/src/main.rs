//! Serves games to browsers.
#![forbid(unsafe_code)]

mod play;

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroUsize, ParseIntError};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use axum::http::Uri;
use clap::{Args, Parser, Subcommand};
use recall::server::{Limits, Server};
use recall::store::Store;
use recall_game::sheets::Sheets;

/// Serves noughts and crosses, Crazy Eights and Recall, whose every decision is a rule.
#[derive(Parser)]
#[command(version, max_term_width = 80, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    serve: Serve,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Args)]
struct Serve {
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The port to listen at; 0 lets the system choose one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    #[command(flatten)]
    folder: Folder,
    /// How many messages a second a client can send
    #[arg(long, default_value_t = Limits::default().rate, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many clients can come from one address; behind a proxy all do
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_each, value_parser = positive)]
    clients_each: usize,
    /// Lets pages from elsewhere connect too, such as `https://games.example`
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    origin: Vec<String>,
    #[command(flatten)]
    tables: Tables,
}

/// A number of at least one.
fn positive(text: &str) -> Result<usize, ParseIntError> {
    text.parse().map(NonZeroUsize::get)
}

/// An origin as a browser sends it.
fn origin(text: &str) -> Result<String, String> {
    let uri: Option<Uri> = text.parse().ok();
    let parts = uri.as_ref().map(|uri| (uri.scheme_str(), uri.authority()));
    match parts {
        Some((Some(scheme), Some(authority)))
            if text.eq_ignore_ascii_case(&format!("{scheme}://{authority}")) =>
        {
            Ok(text.to_owned())
        }
        _ => Err("an origin is like `https://games.example` or `http://games.example:8080`, without a path".to_owned()),
    }
}

#[derive(Args)]
struct Tables {
    /// Plays new games of Recall with the sheets of this folder; see `tables export`
    #[arg(long = "tables", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Tables {
    /// The sheets of the folder; those of the build without one.
    fn read(&self) -> Result<Sheets, Box<dyn Error>> {
        let Some(folder) = &self.folder else {
            return Ok(Sheets::default());
        };
        let refused = |error| format!("the tables in {} are refused\n{error}", folder.display());
        Ok(Sheets::read(folder).map_err(refused)?)
    }
}

#[derive(Args)]
struct Folder {
    /// The folder in which games are kept
    #[arg(long = "data", value_name = "DIR", default_value = "recall-data")]
    path: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Play Recall in the terminal
    Play {
        /// How many computer players there are
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=5))]
        computers: u8,
        /// What the cards are shuffled by; else by chance
        #[arg(long)]
        seed: Option<u32>,
        #[command(flatten)]
        tables: Tables,
    },
    /// Looks after the sheets of tables: what cards cost and can do, and what computer players go by
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Looks after the games that are kept
    #[command(subcommand)]
    Store(StoreCommand),
}

#[derive(Subcommand)]
enum TablesCommand {
    /// Writes all sheets as they are in this program, to be changed and played with by `--tables`
    Export {
        /// The folder; a sheet that is there already is not overwritten
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Subcommand)]
enum StoreCommand {
    /// Says what is kept and what is damaged, and changes nothing
    Check(Folder),
    /// Keeps all games of a damaged file that are whole, and says which are not
    Repair(Folder),
}

#[tokio::main]
async fn main() -> ExitCode {
    let Arguments { serve, command } = Arguments::parse();
    let done = match command {
        None => run(serve).await.map(|()| true),
        Some(Command::Play {
            computers,
            seed,
            tables,
        }) => in_terminal(computers, seed, &tables).map(|()| true),
        Some(Command::Tables(TablesCommand::Export { folder })) => export(&folder).map(|()| true),
        Some(Command::Store(StoreCommand::Check(folder))) => look(&folder.path, Store::check),
        Some(Command::Store(StoreCommand::Repair(folder))) => {
            look(&folder.path, Store::repair).map(|_| true)
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("recall: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Plays in the terminal. Whoever reads the output may stop reading, as `head` does.
fn in_terminal(computers: u8, seed: Option<u32>, tables: &Tables) -> Result<(), Box<dyn Error>> {
    let sheets = tables.read()?;
    let seed = seed.map_or_else(getrandom::u32, Ok)?;
    let mut output = anstream::stdout();
    let input = std::io::stdin().lock();
    match play::play(computers, seed.into(), &sheets, input, &mut output) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes the sheets of the build.
fn export(folder: &Path) -> Result<(), Box<dyn Error>> {
    for path in Sheets::export(folder)? {
        println!("{}", path.display());
    }
    Ok(())
}

/// Says what is in a store, and whether it is sound.
fn look(
    folder: &Path,
    how: fn(&Path) -> std::io::Result<recall::store::Report>,
) -> Result<bool, Box<dyn Error>> {
    let report = how(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("{report}");
    Ok(report.is_sound())
}

async fn run(serve: Serve) -> Result<(), Box<dyn Error>> {
    let Serve {
        bind,
        port,
        folder,
        rate,
        clients_each,
        origin,
        tables,
    } = serve;
    let sheets = tables.read()?;
    // Where the system does not say how many files there can be, there are enough.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    let limits = Limits {
        rate,
        burst: rate.saturating_mul(3),
        connections_each: clients_each,
        ..Limits::default()
    };
    let data = folder.path;
    let (store, report) = Store::open_and_mend(&data)
        .map_err(|error| format!("games cannot be kept in {}: {error}", data.display()))?;
    if !report.is_sound() || report.kept_as.is_some() {
        eprintln!("{report}");
    }
    let address = SocketAddr::new(bind, port);
    let server = Server::bind(address, store, limits.within(files))
        .await
        .map_err(|error| format!("cannot listen at {address}: {error}"))?
        .allowing(origin)
        .with_sheets(sheets);
    // Alone on its line, for programs that start this one.
    println!("http://{}", server.address()?);
    eprintln!("Open this address in a browser to play; Ctrl+C ends the server.");
    server.run(end()).await?;
    Ok(())
}

/// Waits until the server is to end: by Ctrl+C, or as the system ends a service.
async fn end() {
    let interrupt = async {
        // Where the system sends no signals, there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signals) => _ = signals.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
