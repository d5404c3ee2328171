//! What the feature `tracing` tells a subscriber.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules_runtime::rules;
use tracing::Level;
use tracing::subscriber::with_default;

rules! {
    #[error(&'static str)]
    ruleset Till;

    fact Item { price: u32 }
    fact Refund;
    global total: u32;

    rule ring_up {
        when { item @ Item { price }; }
        then {
            tracing::info!(price, "rings");
            *total += price;
            retract item;
        }
    }

    rule refund {
        when { Refund; }
        then { return Err("no refunds"); }
    }
}

rules! {
    #[backtrack]
    ruleset Pairs;

    fact Digit(u32);

    #[salience(1)]
    rule too_small {
        when { Digit(< 2); }
        then { fail; }
    }

    rule pick {
        when { not Digit; }
        then {
            choose digit in 1..=2;
            insert Digit(digit);
        }
    }
}

/// What was written, to be read afterwards.
#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no test panics in it").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps the other tests waiting: what subscribers ask for is kept for the whole process, and it is kept wrong where one
/// comes while another thread meets a place for the first time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a subscriber of this level writes while something is done.
fn told(level: Level, work: impl FnOnce()) -> Vec<String> {
    let text = Text::default();
    let writer = text.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(move || writer.clone())
        .without_time()
        .with_ansi(false)
        .with_target(false)
        .finish();
    with_default(subscriber, work);
    let bytes = text.0.lock().expect("no test panics in it");
    let text = String::from_utf8(bytes.clone()).expect("it writes text");
    text.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_firing_is_a_span_around_what_its_block_tells_and_what_it_changes() {
    let _alone = alone();
    let mut till = Till::new(0);
    till.insert(Item { price: 5 });
    let lines = told(Level::TRACE, || assert!(till.run().is_ok()));
    let span = "firing{ruleset=\"Till\" rule=\"ring_up\" facts=[#1]}";
    assert_eq!(
        lines,
        [
            format!("INFO {span}: rings price=5"),
            format!("TRACE {span}: retracted fact=#1 type=\"Item\" value=Item {{ price: 5 }}"),
        ]
    );
}

#[test]
fn a_change_from_outside_is_events_without_a_span() {
    let _alone = alone();
    let mut till = Till::new(0);
    let lines = told(Level::TRACE, || {
        let item = till.insert(Item { price: 5 });
        till.update(item, |item| item.price = 7)
            .expect("it is there");
    });
    assert_eq!(
        lines,
        [
            "TRACE inserted fact=#1 type=\"Item\" value=Item { price: 5 }",
            "TRACE activated rule=\"ring_up\" facts=[#1]",
            "TRACE updated fact=#1 type=\"Item\" before=Item { price: 5 } value=Item { price: 7 }",
            "TRACE cancelled rule=\"ring_up\" facts=[#1]",
            "TRACE activated rule=\"ring_up\" facts=[#1]",
        ]
    );
}

#[test]
fn a_failure_is_told_to_who_asks_for_less() {
    let _alone = alone();
    let mut till = Till::new(0);
    till.insert(Refund);
    let lines = told(Level::DEBUG, || assert!(till.run().is_err()));
    let [line] = lines.as_slice() else {
        panic!("expected one line: {lines:?}");
    };
    assert!(
        line.ends_with("failed rule=\"refund\" facts=[#1]"),
        "{line}"
    );
}

#[test]
fn each_alternative_is_a_firing_and_the_way_back_is_told() {
    let _alone = alone();
    let mut pairs = Pairs::new();
    let lines = told(Level::TRACE, || assert!(pairs.next_solution()));
    let span = "firing{ruleset=\"Pairs\" rule=\"pick\" facts=[]}";
    assert_eq!(
        lines,
        [
            format!("TRACE {span}: inserted fact=#1 type=\"Digit\" value=Digit(1)"),
            format!("TRACE {span}: activated rule=\"too_small\" facts=[#1]"),
            "DEBUG rolled back".to_owned(),
            format!("TRACE {span}: inserted fact=#2 type=\"Digit\" value=Digit(2)"),
        ]
    );
}
