//! Conditions that mean something else without being written otherwise: a constant has another value.

use crate::{both, refusal};

/// A ruleset with a clock, and a constant of which its rules say something.
macro_rules! desk {
    ($module:ident, $span:literal, $($ruleset:tt)*) => {
        mod $module {
            const SPAN: u32 = $span;

            rules_runtime::rules! {
                #[clock(u32)]
                pub(crate) ruleset Desk;
                $($ruleset)*
            }
        }
    };
}

/// One that waits for instants that the constant is part of.
macro_rules! waiting {
    ($module:ident, $span:literal) => {
        desk! {
            $module, $span,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Task { id: u32, deadline: u32 }
            global log: Vec<u32>;
            rule late { when { Task { id, deadline }; due deadline + SPAN; } then { log.push(id); } }
        }
    };
}

waiting!(five, 5);
waiting!(also_five, 5);
waiting!(seven, 7);

fn desk() -> five::Desk {
    let mut desk = five::Desk::new(Vec::new());
    desk.insert(five::Task {
        id: 1,
        deadline: 10,
    });
    desk.insert(five::Task {
        id: 2,
        deadline: 30,
    });
    desk.advance_to(20).unwrap();
    desk.run();
    desk
}

#[test]
fn instants_that_are_others_now_are_refused() {
    assert_eq!(
        refusal::<seven::Desk>(&desk()),
        "the instants of rule `late` for `Task` are others than those for which the snapshot waits: a constant or a function says \
         something else now (under a name of its own a rule begins anew)"
    );
}

#[test]
fn the_same_instants_are_waited_for() {
    for mut later in both::<also_five::Desk>(&desk()) {
        assert_eq!(later.next_instant(), Some(35));
        later.advance_to(100).unwrap();
        later.run();
        assert_eq!(later.globals().log, [1, 2]);
    }
}

/// One that counts what the constant's span still holds.
macro_rules! counting {
    ($module:ident, $span:literal) => {
        desk! {
            $module, $span,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            #[event(at = at)]
            pub(crate) fact Call { at: u32 }
            global log: Vec<u64>;
            rule busy { when { n = count(Call { at: _ } within SPAN); } then { log.push(n as u64); } }
        }
    };
}

counting!(thirty, 30);
counting!(forty, 40);

#[test]
fn a_window_that_is_wider_now_is_refused() {
    let mut desk = thirty::Desk::new(Vec::new());
    desk.insert_all([5, 18].map(|at| thirty::Call { at }));
    desk.advance_to(20).unwrap();
    desk.run();
    assert!(
        refusal::<forty::Desk>(&desk)
            .contains("are others than those for which the snapshot waits")
    );
}
