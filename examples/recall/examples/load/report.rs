//! What is measured, and how it is told.

use std::time::Duration;

/// What the clients have seen.
#[derive(Default)]
pub(crate) struct Figures {
    /// How long each action took until it was acknowledged.
    pub(crate) latencies: Vec<Duration>,
    /// How often players were told how their game stands: as often as somebody at the table, person or computer, did
    /// something, if not less often.
    pub(crate) changes: u64,
    /// How many messages the clients were sent.
    pub(crate) told: u64,
    /// How many actions were refused.
    pub(crate) refused: u64,
    /// How many games came to their end.
    pub(crate) finished: u64,
}

impl Figures {
    /// Adds what another client has seen.
    pub(crate) fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.changes += other.changes;
        self.told += other.told;
        self.refused += other.refused;
        self.finished += other.finished;
    }

    /// Prints them.
    pub(crate) fn print(&mut self, games: usize, clients: usize, seconds: u64) {
        self.latencies.sort_unstable();
        println!("{games} games, {clients} clients, {seconds} s");
        println!(
            "actions of players: {} acknowledged, {} a second; {} refused",
            self.latencies.len(),
            self.latencies.len() as u64 / seconds,
            self.refused
        );
        println!(
            "changes of games, by people and computer players: {} a second",
            self.changes / seconds
        );
        println!("messages to clients: {} a second", self.told / seconds);
        println!("games finished: {}", self.finished);
        if let (Some(half), Some(most)) = (self.quantile(50), self.quantile(99)) {
            println!("until acknowledged: p50 {half:.1?}, p99 {most:.1?}");
        }
    }

    fn quantile(&self, percent: usize) -> Option<Duration> {
        let last = self.latencies.len().checked_sub(1)?;
        Some(self.latencies[last * percent / 100])
    }
}

/// How long a process has worked on all cores together, where the system tells.
pub(crate) fn worked(process: u32) -> Option<Duration> {
    /// In how many parts Linux counts a second, whatever its own clock does.
    const TICKS: u64 = 100;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program may have spaces, and ends with the last bracket. For itself and in the system are the
    // fourteenth and the fifteenth field.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    let ticks = ticks()? + ticks()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// Prints what processes have worked meanwhile, and how many actions that makes.
pub(crate) fn print_work(actions: usize, server: Duration, clients: Duration) {
    let rate = actions as u128 * 1000 / server.as_millis().max(1);
    println!("processor time: server {server:.1?}, clients {clients:.1?}");
    println!("actions of players in a second of the server's: {rate}");
}

/// The memory of a process in bytes, where the system tells.
pub(crate) fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
