//! Runs sessions in several threads, as tests do; then it aborts, if it is told to.

use std::thread;

use coverage::{Lamp, Order, Switch, Till};

fn main() {
    let gold = std::env::args().any(|argument| argument == "gold");
    let threads: Vec<_> = (0..4)
        .map(|number| {
            thread::spawn(move || {
                for round in 0..10 {
                    let mut till = Till::new();
                    till.insert(Order {
                        total: 10 * number + round,
                        gold,
                    });
                    till.run();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("no session panics");
    }
    let mut lamp = Lamp::new();
    lamp.insert(Switch { on: true });
    lamp.run();
    if std::env::args().any(|argument| argument == "abort") {
        std::process::abort();
    }
}
