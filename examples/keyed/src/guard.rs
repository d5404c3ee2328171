//! Lets a session panic without its worker: what it panicked with becomes an error.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is at work on a session whose panic is caught and told: for panic hooks that then stay silent.
#[must_use]
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// What the work returns, or what it panicked with.
pub(crate) fn guard<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    GUARDED.set(true);
    // What was at work is dropped by the caller, who looks at it no more.
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    done.unwrap_or_else(|panic| Err(format!("it panicked: {}", message(&*panic))))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        let number = 7;
        assert_eq!(guard(|| Ok(number)), Ok(7));
        let failed = guard::<()>(|| panic!("number {number}"));
        assert_eq!(failed, Err("it panicked: number 7".to_owned()));
        let failed = guard::<()>(|| std::panic::panic_any(number));
        assert_eq!(failed, Err("it panicked: without a message".to_owned()));
        assert!(!is_guarded());
    }
}
