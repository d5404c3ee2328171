//! A fuse that burns down with each call of user code: at its end the call panics.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

thread_local! {
    /// How many calls of user code are left until one panics; 0 for no end.
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// A call of user code.
///
/// # Panics
///
/// If the fuse ends here.
pub fn called() {
    match LEFT.get() {
        0 => {}
        left => {
            LEFT.set(left - 1);
            assert!(left > 1, "the fuse has burnt down");
        }
    }
}

/// Lets `f` make so many calls of user code less one, and panic at the next.
///
/// # Errors
///
/// Gives what it panicked with, if it came so far.
pub fn burning<R>(calls: u32, f: impl FnOnce() -> R) -> thread::Result<R> {
    LEFT.set(calls);
    let outcome = catch_unwind(AssertUnwindSafe(f));
    LEFT.set(0);
    outcome
}

/// A name all of whose code may panic; with `DROPS` its `drop` too, where no other does.
#[derive(Debug)]
pub struct Name<const DROPS: bool>(u8);

impl<const DROPS: bool> Name<DROPS> {
    /// The name of that number.
    #[must_use]
    pub fn new(number: u8) -> Self {
        Name(number)
    }
}

impl<const DROPS: bool> Drop for Name<DROPS> {
    fn drop(&mut self) {
        if DROPS && !thread::panicking() {
            called();
        }
    }
}

impl<const DROPS: bool> Clone for Name<DROPS> {
    fn clone(&self) -> Self {
        called();
        Name(self.0)
    }
}

impl<const DROPS: bool> PartialEq for Name<DROPS> {
    fn eq(&self, other: &Self) -> bool {
        called();
        self.0 == other.0
    }
}

impl<const DROPS: bool> Eq for Name<DROPS> {}

impl<const DROPS: bool> Hash for Name<DROPS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        called();
        self.0.hash(state);
    }
}

impl<const DROPS: bool> PartialOrd for Name<DROPS> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const DROPS: bool> Ord for Name<DROPS> {
    fn cmp(&self, other: &Self) -> Ordering {
        called();
        self.0.cmp(&other.0)
    }
}
