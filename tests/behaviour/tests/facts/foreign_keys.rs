//! Keys of types from elsewhere, whose types the ruleset does not say, are sought by literals at any depth.
#![allow(
    clippy::needless_borrows_for_generic_args,
    reason = "keys are sought by reference too"
)]

use std::sync::Arc;

use rules_runtime::rules;

mod model {
    use std::sync::Arc;

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Place {
        pub(super) at: (u32, String),
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Cell {
        pub(super) at: (u8, u8),
        pub(super) layer: Option<u32>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Point {
        pub(super) at: (i64, i64, u16),
        pub(super) name: Arc<str>,
    }
}

use model::{Cell, Place, Point};

rules! {
    ruleset Atlas;
    #[key(at)] use Place;
    #[key(at, layer)] use Cell;
    #[key(at, name)] use Point;
    rule unseen {
        when { Place { at: (0, _) }; Cell { layer: Some(0) }; Point { at: (0, 0, 0) }; }
        then { halt; }
    }
}

fn atlas() -> Atlas {
    let mut atlas = Atlas::new();
    atlas.insert(Place {
        at: (1, "x".into()),
    });
    atlas.insert(Cell {
        at: (1, 2),
        layer: Some(300),
    });
    atlas.insert(Cell {
        at: (1, 2),
        layer: None,
    });
    atlas.insert(Point {
        at: (-1, 2, 3),
        name: Arc::from("a"),
    });
    atlas
}

#[test]
fn a_pair_is_sought_by_literals() {
    let atlas = atlas();
    assert!(atlas.place(&(1, "x".to_owned())).is_some());
    assert!(atlas.place(&(1, "x")).is_some());
    assert!(atlas.place((1, "x")).is_some());
    assert!(atlas.place(&(1_u32, "x".to_owned())).is_some());
    assert!(atlas.place((1, "y")).is_none());
    assert!(atlas.place((-1, "x")).is_none());
}

#[test]
fn an_option_and_a_triple_are_sought_by_literals() {
    let atlas = atlas();
    assert_eq!(atlas.cell((1, 2), Some(300)).unwrap().layer, Some(300));
    assert_eq!(atlas.cell(&(1, 2), &None::<u32>).unwrap().layer, None);
    assert!(atlas.cell((1, 258), Some(300)).is_none());
    assert!(atlas.cell((1_u8, 2_u8), Some(-1)).is_none());
    assert!(atlas.point((-1, 2, 3), "a").is_some());
    assert!(atlas.point(&(-1, 2, 65_539), "a").is_none());
    assert!(atlas.point((-1, 2, 3), "b").is_none());
}

#[test]
#[should_panic(expected = "the field of the key is a `u32`, and is not sought by a `str`")]
fn a_part_that_the_field_cannot_have_is_refused() {
    let _ = atlas().place(("x", "x"));
}
