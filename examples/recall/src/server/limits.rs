//! What one client, and all together, may ask of the server.

use std::time::{Duration, Instant};

/// The limits of a server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many clients can be connected.
    pub connections: usize,
    /// How many games can be under way.
    pub games: usize,
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
            games: 2048,
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
