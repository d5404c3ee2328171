//! What one client, and all together, may ask of the server.

use std::time::{Duration, Instant};

/// The limits of a server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many clients can be connected.
    pub connections: usize,
    /// How many of them from one address.
    pub connections_each: usize,
    /// How many connections there can be that are no client's yet, or never will be.
    pub strangers: usize,
    /// How long a request can take to say what it wants.
    pub header: Duration,
    /// How long a client that follows no game keeps its place when others want it.
    pub aimless: Duration,
    /// How many games can be under way.
    pub games: usize,
    /// How many of them one client can have made or fetched.
    pub games_each: usize,
    /// How long a player can be without a connection before the rules play in that player's place.
    pub gone: Duration,
    /// How many clients can follow one game.
    pub followers: usize,
    /// How many bytes a message can have.
    pub message: usize,
    /// How many messages a second a client can send for long.
    pub rate: u32,
    /// How many at once.
    pub burst: u32,
    /// How many messages wait for a client before it is given up.
    pub unread: usize,
    /// How long a client can be silent: not even answering a ping.
    pub silence: Duration,
    /// How long a game that nobody follows stays in memory.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            connections_each: 256,
            strangers: 256,
            header: Duration::from_secs(5),
            aimless: Duration::from_secs(5),
            games: 2048,
            games_each: 16,
            gone: Duration::from_secs(10),
            followers: 64,
            message: 8 * 1024,
            rate: 20,
            burst: 60,
            unread: 256,
            silence: Duration::from_mins(1),
            idle: Duration::from_secs(30),
        }
    }
}

impl Limits {
    /// The same limits for a process that can have no more than so many files open.
    #[must_use]
    pub fn within(self, files: u64) -> Self {
        /// The store, the listener, the runtime's own, and connections that are being given up.
        const OWN: usize = 48;
        let files = usize::try_from(files).unwrap_or(usize::MAX);
        let free = files.saturating_sub(OWN).max(2);
        let strangers = self.strangers.min(free / 3).max(1);
        Self {
            strangers,
            connections: self.connections.min(free - strangers),
            ..self
        }
    }
}

/// A token bucket: it fills with time, and each message takes one token out.
pub(super) struct Bucket {
    rate: f64,
    burst: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub(super) fn new(limits: &Limits, now: Instant) -> Self {
        Self {
            rate: limits.rate.into(),
            burst: limits.burst.into(),
            tokens: limits.burst.into(),
            filled: now,
        }
    }

    /// Takes a token out, if there is one.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + seconds * self.rate).min(self.burst);
        self.filled = now;
        let any = self.tokens >= 1.0;
        if any {
            self.tokens -= 1.0;
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_and_strangers_together_need_no_more_files_than_there_are() {
        for files in [0, 64, 256, 1024, 1 << 20, u64::MAX] {
            let limits = Limits::default().within(files);
            let needed = (limits.connections + limits.strangers) as u64;
            assert!(limits.connections > 0 && limits.strangers > 0, "{files}");
            assert!(
                needed <= files.saturating_sub(48).max(2),
                "{files}: {needed}"
            );
        }
        assert_eq!(Limits::default().within(1 << 20).connections, 4096);
    }

    #[test]
    fn a_bucket_gives_a_burst_and_then_its_rate() {
        let limits = Limits {
            rate: 10,
            burst: 3,
            ..Limits::default()
        };
        let begin = Instant::now();
        let mut bucket = Bucket::new(&limits, begin);
        let taken = |bucket: &mut Bucket, now| (0..10).filter(|_| bucket.take(now)).count();
        assert_eq!(taken(&mut bucket, begin), 3);
        assert_eq!(taken(&mut bucket, begin + Duration::from_millis(210)), 2);
        assert_eq!(taken(&mut bucket, begin + Duration::from_mins(1)), 3);
    }
}
