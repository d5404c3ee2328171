//! What the generated modules share.

use oracle::naive;
use rules_runtime::Stop;

/// A driver as it is.
pub(crate) fn driven<D>(driver: D) -> D {
    driver
}

/// The engine's account of a run as the oracle's.
pub(crate) fn fired(count: u64, stop: Stop) -> naive::Fired {
    let stop = match stop {
        Stop::Rest => naive::Stop::Rest,
        Stop::Limit => naive::Stop::Limit,
        Stop::Halted => naive::Stop::Halted,
        other => panic!("expected no other stop, found {other:?}"),
    };
    naive::Fired { count, stop }
}
