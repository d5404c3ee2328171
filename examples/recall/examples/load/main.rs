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
use player::{Failed, Player, watch};
use recall::server::{Limits, Server};
use recall::store::Store;
use report::{Figures, memory};
use tokio::time::Instant;

/// Over which time games begin.
const SPREAD: Duration = Duration::from_secs(6);

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
    let start = Instant::now() + SPREAD;
    let end = start + Duration::from_secs(arguments.seconds);
    let (mut games, mut players) = (Vec::new(), Vec::new());
    // Games that begin together have their windows together, and so all that happens in them at once.
    let between = SPREAD / arguments.games.max(1) as u32;
    for _ in 0..arguments.games {
        let player = Player::seated(address, &arguments.game).await?;
        games.push(player.game().to_owned());
        players.push(tokio::spawn(player.play(start, end)));
        tokio::time::sleep(between).await;
    }
    let full = memory(id);
    let watchers: Vec<_> = (arguments.games..arguments.clients)
        .map(|client| {
            let game = games[client % games.len()].clone();
            tokio::spawn(watch(address, game, end))
        })
        .collect();

    let mut figures = Figures::default();
    for player in players {
        figures.add(player.await??);
    }
    for watcher in watchers {
        figures.told += watcher.await??;
    }
    let busy = memory(id);
    figures.print(arguments.games, arguments.clients, arguments.seconds);
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
