//! Loads a server on this machine: many games with computer players at once, followed by many clients, for a while.
//! Prints actions a second, how long they take until they are acknowledged, and what a game takes in memory.
#![forbid(unsafe_code)]

mod player;
mod report;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use clap::Parser;
use player::{Failed, Player, Window, follow};
use recall::server::{Limits, Server};
use recall::store::Store;
use report::{Figures, memory, print_work, worked};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

/// Over which time games begin, if the server can follow.
const SPREAD: Duration = Duration::from_secs(6);

/// How long those who watch have to find their games.
const SETTLING: Duration = Duration::from_secs(2);

/// Loads a server of games on this machine
#[derive(Parser)]
struct Arguments {
    /// How many games are played at once
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// How many clients are connected: one plays each game, the others watch
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// For how many seconds, at most ten minutes
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Which game: `recall`, `crazy_eights` or `tic_tac_toe`
    #[arg(long, default_value = "recall")]
    game: String,
    /// Be the server that is loaded, with games in this folder
    #[arg(long, hide = true)]
    serve: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let arguments = Arguments::parse();
    match &arguments.serve {
        Some(folder) => serve(folder).await,
        None => load(&arguments).await,
    }
}

/// The server, in a process of its own so that its memory can be told from that of the clients.
async fn serve(folder: &Path) -> Result<(), Failed> {
    let limits = Limits {
        rate: 100_000,
        burst: 100_000,
        // All come from one address, the watchers at once.
        connections_each: usize::MAX,
        strangers: usize::MAX,
        ..Limits::default()
    };
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = Server::bind(any, Store::open(folder)?, limits).await?;
    println!("{}", server.address()?);
    server.run(std::future::pending()).await?;
    Ok(())
}

/// A server that ends with this.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

async fn load(arguments: &Arguments) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut process = Command::new(std::env::current_exe()?)
        .arg("--serve")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .map(Process)?;
    let output = process.0.stdout.take().ok_or("the server says nothing")?;
    let mut address = String::new();
    BufReader::new(output).read_line(&mut address)?;
    let address: SocketAddr = address.trim().parse()?;
    let id = process.0.id();

    let empty = memory(id);
    let begin = Instant::now();
    // Games that begin together have their windows together, and so all that happens in them at once.
    let between = SPREAD / arguments.games.max(1) as u32;
    let (window, told) = watch::channel(None);
    let (seated, mut names) = mpsc::unbounded_channel();
    let players: Vec<_> = (0..arguments.games)
        .map(|game| {
            let (seated, told, kind) = (seated.clone(), told.clone(), arguments.game.clone());
            tokio::spawn(async move {
                sleep_until(begin + between * game as u32).await;
                let player = Player::seated(address, &kind).await?;
                _ = seated.send(player.game().to_owned());
                drop(seated);
                player.play(told).await
            })
        })
        .collect();
    drop(seated);
    let mut games = Vec::new();
    while let Some(game) = names.recv().await {
        games.push(game);
    }
    let full = memory(id);
    let watchers: Vec<_> = (arguments.games..arguments.clients)
        .filter_map(|client| games.get(client % arguments.games.max(1)))
        .map(|game| tokio::spawn(follow(address, game.clone(), told.clone())))
        .collect();
    // What is done until all games have begun and are watched is not counted.
    sleep_until(Instant::now() + SETTLING).await;
    let start = Instant::now();
    let end = start + Duration::from_secs(arguments.seconds);
    window.send(Some(Window { start, end }))?;

    let work = move || Some((worked(id)?, worked(std::process::id())?));
    let before = work();
    sleep_until(end).await;
    let after = work();
    let mut figures = Figures::default();
    for player in players {
        figures.add(player.await??);
    }
    for watcher in watchers {
        figures.told += watcher.await??;
    }
    let busy = memory(id);
    figures.print(arguments.games, arguments.clients, arguments.seconds);
    if let (Some(before), Some(after)) = (before, after) {
        let server = after.0.saturating_sub(before.0);
        let clients = after.1.saturating_sub(before.1);
        print_work(figures.latencies.len(), server, clients);
    }
    let each = |bytes: Option<u64>| -> Option<u64> {
        let kibibytes = bytes?.saturating_sub(empty?) / 1024;
        Some(kibibytes / arguments.games as u64)
    };
    if let (Some(new), Some(played)) = (each(full), each(busy)) {
        println!(
            "memory a game, its clients included: {new} KiB when new, {played} KiB at the end"
        );
    }
    Ok(())
}
