//! Walks: which states they come to, in which order, and which they make.

mod common;

use common::Matches;
use games::State;
use games::walk::{self, Node};
use games::which_hand::{Hand, WhichHand};

fn left(node: &Node<Matches>) -> (usize, u8) {
    (node.depth, node.state.left)
}

#[test]
fn depth_first_follows_the_first_move_to_its_end() {
    let visited: Vec<_> = walk::depth_first(Matches::new(3))
        .map(|node| left(&node))
        .collect();
    assert_eq!(
        visited,
        [(0, 3), (1, 2), (2, 1), (3, 0), (2, 0), (1, 1), (2, 0)]
    );
}

#[test]
fn breadth_first_takes_one_move_after_another() {
    let visited: Vec<_> = walk::breadth_first(Matches::new(3))
        .map(|node| left(&node))
        .collect();
    assert_eq!(
        visited,
        [(0, 3), (1, 2), (1, 1), (2, 1), (2, 0), (2, 0), (3, 0)]
    );
}

#[test]
fn a_node_knows_the_move_that_led_to_it() {
    let moves: Vec<_> = walk::depth_first(Matches::new(2))
        .map(|node| node.last)
        .collect();
    assert_eq!(moves, [None, Some(1), Some(1), Some(2)]);
}

#[test]
fn a_walk_makes_no_state_before_it_comes_to_it() {
    for walk in [walk::depth_first, walk::breadth_first] {
        let root = Matches::new(200);
        let made = root.made.clone();
        assert_eq!(walk(root).take(50).count(), 50);
        assert_eq!(made.get(), 49, "the root was there");
    }
}

#[test]
fn a_walk_may_end_at_a_depth() {
    for walk in [walk::depth_first, walk::breadth_first] {
        let depths = walk(Matches::new(9)).to_depth(2).map(|node| node.depth);
        let mut depths: Vec<_> = depths.collect();
        depths.sort_unstable();
        assert_eq!(depths, [0, 1, 1, 2, 2, 2, 2]);
    }
}

#[test]
fn a_walk_over_positions_comes_to_each_once() {
    for walk in [walk::depth_first, walk::breadth_first] {
        let root = Matches::new(60);
        let made = root.made.clone();
        // Each player can be to move at each number but the first two.
        assert_eq!(walk(root).positions().count(), 60 * 2);
        assert!(made.get() < 60 * 4, "{}", made.get());
    }
}

#[test]
fn the_state_before_a_move_is_as_it_was() {
    let before = WhichHand::holding(Hand::Right);
    let after = before.after(&Hand::Right);
    assert_eq!(before.moves(), [Hand::Left, Hand::Right]);
    assert_eq!(before.result(), None);
    assert_eq!(after.moves(), []);
    assert!(after.result().is_some());
}
