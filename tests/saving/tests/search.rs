//! A session saved in the middle of a search goes on with it.

use rules_runtime::{Stop, rules};
use saving::{through_json, through_postcard};
use serde::{Deserialize, Serialize};

rules! {
    #[backtrack]
    ruleset Queens;

    #[key(n)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Size { n: u32 }
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Queen { row: u32, column: u32 }
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Next { row: u32 }

    /// How many there are on the board.
    #[trailed]
    global placed: u32;
    /// How many have ever been.
    global tried: u64;

    #[salience(10)]
    rule attacked {
        when {
            Queen { row: a, column: x };
            Queen { row: b, column: y } if b > a && (x == y || x.abs_diff(y) == b - a);
        }
        then { fail; }
    }

    #[allow(rules::cross_product)]
    rule place {
        when { Size { n }; next @ Next { row } if row < n; }
        then {
            choose column in 0..n;
            *placed += 1;
            *tried += 1;
            insert Queen { row, column };
            modify next { next.row += 1; }
        }
    }
}

fn queens(n: u32) -> Queens {
    let mut queens = Queens::new(0, 0);
    queens.insert(Size { n });
    queens.insert(Next { row: 0 });
    queens
}

fn columns(queens: &Queens) -> Vec<u32> {
    queens.facts::<Queen>().map(|queen| queen.column).collect()
}

/// What can be seen.
fn told(queens: &Queens) -> (Vec<u32>, String, [u64; 2]) {
    let agenda: Vec<_> = queens.agenda().collect();
    let QueensGlobals { placed, tried } = *queens.globals();
    (
        columns(queens),
        format!("{agenda:?}"),
        [placed.into(), tried],
    )
}

#[test]
fn the_solutions_to_come_are_those_of_the_session_that_was_saved() {
    let mut original = queens(6);
    let mut solutions = 0;
    while original.next_solution() {
        solutions += 1;
        let (mut expected, mut restored) = (original.clone(), through_postcard(&original));
        while expected.next_solution() {
            assert!(restored.next_solution());
            assert_eq!(told(&restored), told(&expected));
        }
        assert!(!restored.next_solution());
        assert_eq!(told(&restored), told(&expected));
    }
    assert_eq!(solutions, 4);
}

#[test]
fn a_search_saved_after_each_of_its_steps_comes_to_the_same() {
    let (mut original, mut restored) = (queens(5), queens(5));
    for step in 0.. {
        restored = if step % 4 == 0 {
            through_json(&restored)
        } else {
            through_postcard(&restored)
        };
        let (fired, expected) = (restored.step(), original.step());
        assert_eq!(fired, expected);
        assert_eq!(told(&restored), told(&original));
        if fired.stop != Stop::Limit {
            break;
        }
    }
    assert_eq!(columns(&restored), [0, 2, 4, 1, 3]);
}

#[test]
fn a_checkpoint_that_stands_is_gone_back_to_in_the_restored_session() {
    let mut original = queens(4);
    _ = original.step();
    let before = columns(&original);
    let checkpoint = original.checkpoint();
    _ = original.run();
    let mut restored = through_json(&original);
    assert_eq!(columns(&restored), columns(&original));
    restored.rollback(checkpoint).unwrap();
    assert_eq!(columns(&restored), before);
    assert_eq!(restored.globals().placed, 1);
    assert!(restored.rollback(checkpoint).is_err());
    original.commit(checkpoint).unwrap();
}

#[test]
fn damage_to_a_level_is_found() {
    let mut original = queens(4);
    _ = original.run();
    let bytes = postcard::to_stdvec(&original).unwrap();
    let mut refused = 0;
    for place in 0..bytes.len() {
        assert!(postcard::from_bytes::<Queens>(&bytes[..place]).is_err());
        let mut altered = bytes.clone();
        altered[place] ^= 5;
        if let Ok(mut restored) = postcard::from_bytes::<Queens>(&altered) {
            let mut expected = original.clone();
            assert_eq!(restored.next_solution(), expected.next_solution());
            assert_eq!(told(&restored), told(&expected), "byte {place}");
        } else {
            refused += 1;
        }
    }
    assert!(refused > bytes.len() / 2, "{refused} of {}", bytes.len());
}
