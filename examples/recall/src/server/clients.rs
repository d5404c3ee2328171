//! The clients that are connected: how many, and how many from one address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::limits::Limits;
use super::outbox::{Farewell, Outbox};

/// The client does nothing, and others want its place.
const AIMLESS: Farewell = Farewell {
    code: 1013,
    reason: "aimless: you follow no game, and others want your place",
};

/// All clients.
pub(super) struct Clients {
    limits: Limits,
    here: Mutex<Here>,
}

#[derive(Default)]
struct Here {
    next: u64,
    /// By number, which is the order in which they came.
    clients: BTreeMap<u64, Client>,
}

struct Client {
    from: IpAddr,
    since: Instant,
    outbox: Outbox,
}

/// A client's place; it is free again when this is dropped.
pub(super) struct Place {
    number: u64,
    clients: Arc<Clients>,
}

impl Clients {
    /// Nobody yet.
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        let here = Mutex::default();
        Arc::new(Self { limits, here })
    }

    /// A place for a client. Where there is none, one that follows no game has to go; none if all do.
    pub(super) fn enter(self: &Arc<Self>, from: IpAddr, outbox: &Outbox) -> Option<Place> {
        let mut here = self.here();
        let from = network(from);
        let each = here.clients.values().filter(|client| client.from == from);
        if each.count() >= self.limits.connections_each {
            here.give_up_one(&self.limits, |client| client.from == from)?;
        } else if here.clients.len() >= self.limits.connections {
            here.give_up_one(&self.limits, |_| true)?;
        }
        let number = here.next;
        here.next += 1;
        let client = Client {
            from,
            since: Instant::now(),
            outbox: outbox.clone(),
        };
        here.clients.insert(number, client);
        drop(here);
        let clients = self.clone();
        Some(Place { number, clients })
    }

    fn here(&self) -> MutexGuard<'_, Here> {
        // What is there is whole between two operations.
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Here {
    fn give_up_one(&mut self, limits: &Limits, which: impl Fn(&Client) -> bool) -> Option<()> {
        let mut clients = self.clients.iter();
        let aimless = clients.find(|(_, client)| {
            let long = client.since.elapsed() >= limits.aimless;
            which(client) && long && !client.outbox.follows()
        });
        let (&number, client) = aimless?;
        client.outbox.hang_up(AIMLESS);
        self.clients.remove(&number);
        Some(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.clients.here().clients.remove(&self.number);
    }
}

/// What counts as one address: of the long ones, a household has a whole network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let network = long.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        short @ IpAddr::V4(_) => short,
    }
}
