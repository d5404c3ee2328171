//! Addresses for what has to be told in advance where it listens.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// An address at which nobody listens, and which no other test of this process is given. Whoever connects to somewhere,
/// or asks for any port, is not given it either: those ports begin at 32,768 (Linux) or 49,152 (RFC 6335).
pub(crate) fn free() -> SocketAddr {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    loop {
        let nth = process::id()
            .wrapping_mul(97)
            .wrapping_add(GIVEN.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + u16::try_from(nth % 20_000).expect("less than 20,000");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        // To listen there for a moment would be to answer there for longer: a child that is just being started holds a copy
        // of each socket, until it is the other program.
        if TcpStream::connect(address).is_err() {
            return address;
        }
    }
}
