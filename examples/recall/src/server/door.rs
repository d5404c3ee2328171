//! The door: connections as they come, until they are a client's or have what they asked for.
//!
//! Who says nothing takes no place for long: a request has a time limit, and where all places are taken, a newcomer
//! gets that of the connection which has been there longest, of the address that holds most of them.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tower::ServiceExt;

use super::limits::Limits;

/// From where a request comes.
#[derive(Clone, Copy)]
pub(super) struct From(pub(super) IpAddr);

/// How long it is waited when a connection cannot be taken, for lack of files mostly.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes connections for ever.
pub(super) async fn serve(listener: TcpListener, router: Router, limits: Limits) -> Infallible {
    let strangers = Arc::new(Strangers::new(limits.strangers));
    loop {
        if let Ok((stream, peer)) = listener.accept().await {
            let place = strangers.enter(peer.ip());
            let router = router.clone();
            tokio::spawn(connection(stream, peer.ip(), router, limits.header, place));
        } else {
            strangers.give_up_one();
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn connection(
    stream: TcpStream,
    from: IpAddr,
    router: Router,
    header: Duration,
    mut place: Place,
) {
    // Messages are small and wanted at once. Where the system cannot do that, they come later.
    _ = stream.set_nodelay(true);
    let service = router.map_request(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(From(from));
        request
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::select! {
        // What went wrong on the way is the other side's affair.
        _ = served => {}
        () = place.given_up() => {}
    }
}

/// The connections that are no client's.
struct Strangers {
    most: usize,
    here: Mutex<Here>,
}

/// By number, which is the order in which they came.
#[derive(Default)]
struct Here {
    next: u64,
    places: BTreeMap<u64, (IpAddr, oneshot::Sender<()>)>,
}

/// A connection's place among them.
struct Place {
    number: u64,
    strangers: Arc<Strangers>,
    given_up: oneshot::Receiver<()>,
}

impl Strangers {
    fn new(most: usize) -> Self {
        let here = Mutex::default();
        Self { most, here }
    }

    /// A place for a newcomer, another's if there is no free one.
    fn enter(self: &Arc<Self>, from: IpAddr) -> Place {
        let (sender, given_up) = oneshot::channel();
        let mut here = self.here();
        let number = here.next;
        here.next += 1;
        here.places.insert(number, (from, sender));
        if here.places.len() > self.most {
            here.give_up_one();
        }
        drop(here);
        let strangers = self.clone();
        Place {
            number,
            strangers,
            given_up,
        }
    }

    fn give_up_one(&self) {
        self.here().give_up_one();
    }

    fn here(&self) -> MutexGuard<'_, Here> {
        // What is there is whole between two operations.
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Here {
    /// Gives up the first that came of those whose address has most.
    fn give_up_one(&mut self) {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for (from, _) in self.places.values() {
            *counts.entry(*from).or_default() += 1;
        }
        let most = counts.values().max().copied();
        let mut places = self.places.iter();
        let first = places.find(|(_, (from, _))| counts.get(from).copied() == most);
        if let Some((&number, _)) = first {
            // Its connection ends when the sender is gone.
            self.places.remove(&number);
        }
    }
}

impl Place {
    async fn given_up(&mut self) {
        _ = (&mut self.given_up).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.strangers.here().places.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_given_up(place: &mut Place) -> bool {
        use oneshot::error::TryRecvError;
        place.given_up.try_recv() == Err(TryRecvError::Closed)
    }

    #[test]
    fn a_newcomer_gets_the_place_of_the_address_that_holds_most() {
        let strangers = Arc::new(Strangers::new(3));
        let [few, many] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let mut places = [few, many, many, few].map(|from| strangers.enter(from));
        assert_eq!(
            places.each_mut().map(is_given_up),
            [true, false, false, false],
            "both have two: the first that came"
        );
        let mut another = strangers.enter(few);
        assert!(is_given_up(&mut places[1]) && !is_given_up(&mut another));
        drop(places);
        assert_eq!(strangers.here().places.len(), 1);
    }
}
