//! Folds and searches, over games whose values are known and over trees at random.

mod common;

use common::{Matches, Written};
use games::alpha_beta::AlphaBeta;
use games::fold::{self, Best, Count, Folder, Tally};
use games::outcome::WonBy;
use games::which_hand::{Hand, WhichHand};
use games::{Outcome, Standing, State};
use proptest::prelude::*;

#[test]
fn one_of_two_guesses_is_right() {
    for coin in [Hand::Left, Hand::Right] {
        let game = WhichHand::holding(coin);
        let player = ();
        let [mut right, mut wrong] = [0, 0];
        for guess in game.moves() {
            let expected = if guess == coin {
                right += 1;
                Standing::Won
            } else {
                wrong += 1;
                Standing::Lost
            };
            assert_eq!(game.after(&guess).result(), Some(expected));
        }
        let tally = fold::fold(&game, &Count { player });
        assert_eq!((tally.wins, tally.draws, tally.losses), (right, 0, wrong));
        let search = AlphaBeta::to_the_end(player);
        assert_eq!(search.best(&game), Some((coin, Standing::Won)));
        let mut folder = Folder::new(Best { player });
        assert_eq!(folder.value(&game), Standing::Won);
    }
}

#[test]
fn who_faces_a_multiple_of_three_matches_loses() {
    let mut folder = Folder::new(Best { player: 0 });
    for left in 1..40 {
        let expected = if left % 3 == 0 {
            Standing::Lost
        } else {
            Standing::Won
        };
        assert_eq!(folder.value(&Matches::new(left)), expected, "{left}");
    }
    let search = AlphaBeta::to_the_end(0);
    assert_eq!(search.best(&Matches::new(13)), Some((1, Standing::Won)));
    assert_eq!(search.best(&Matches::new(14)), Some((2, Standing::Won)));
    assert_eq!(search.best(&Matches::new(0)), None);
}

#[test]
fn a_folder_works_each_position_out_once() {
    let game = Matches::new(80);
    let made = game.made.clone();
    // As many games as ways to write 80 as ones and twos: a Fibonacci number.
    let tally = Folder::new(Count { player: 0 }).value(&game);
    assert_eq!(tally.games(), 37_889_062_373_143_906);
    assert!(made.get() < 80 * 4, "{}", made.get());
}

#[test]
fn a_tree_of_values_has_one_for_each_node() {
    let count = Count { player: 0 };
    let tree = fold::tree(&Matches::new(3), 2, &mut |state| fold::fold(state, &count));
    let value = |wins, losses| Tally {
        wins,
        draws: 0,
        losses,
    };
    assert_eq!(tree.value, value(1, 2));
    let branch = |index: usize| &tree.branches[index];
    assert_eq!((branch(0).0, branch(0).1.value), (1, value(1, 1)));
    assert_eq!((branch(1).0, branch(1).1.value), (2, value(0, 1)));
    let below: Vec<_> = branch(0).1.branches.iter().collect();
    assert_eq!(below.len(), 2);
    assert!(below.iter().all(|(_, tree)| tree.branches.is_empty()));
}

#[test]
fn a_search_to_a_depth_asks_for_the_worth_of_what_it_finds_there() {
    let left = |state: &Matches| state.left;
    let search = |depth| AlphaBeta::to_depth(0, depth, left);
    let game = Matches::new(9);
    assert_eq!(search(0).value(&game), 9);
    assert_eq!(search(0).best(&game), None);
    // The player leaves as many as possible, the other as few.
    assert_eq!(search(1).best(&game), Some((1, 8)));
    assert_eq!(search(2).best(&game), Some((1, 6)));
    assert_eq!(search(3).value(&game), 5);
}

fn trees() -> impl Strategy<Value = Written> {
    let leaf = prop_oneof![
        (0..3_u8).prop_map(|winner| Written::Leaf(WonBy::Player(winner))),
        Just(Written::Leaf(WonBy::Nobody)),
    ];
    leaf.prop_recursive(6, 200, 4, |inner| {
        (0..3_u8, prop::collection::vec(inner, 1..5))
            .prop_map(|(player, branches)| Written::Node(player, branches))
    })
}

fn leaves(tree: &Written) -> Vec<WonBy<u8>> {
    match tree {
        Written::Leaf(result) => vec![*result],
        Written::Node(_, branches) => branches.iter().flat_map(leaves).collect(),
    }
}

proptest! {
    #[test]
    fn alpha_beta_finds_the_value_of_minimax(tree in trees(), player in 0..3_u8) {
        let expected = fold::fold(&tree, &Best { player });
        let search = AlphaBeta::to_the_end(player);
        prop_assert_eq!(search.value(&tree), expected);
        let best = search.best(&tree);
        prop_assert_eq!(best.is_none(), tree.result().is_some());
        if let Some((step, value)) = best {
            prop_assert_eq!(value, expected);
            if tree.player() == player {
                let after = fold::fold(&tree.after(&step), &Best { player });
                prop_assert_eq!(after, expected, "the move keeps the value");
            }
        }
    }

    #[test]
    fn a_tally_counts_the_leaves(tree in trees(), player in 0..3_u8) {
        let tally = fold::fold(&tree, &Count { player });
        let ends = |standing| {
            let leaves = leaves(&tree).into_iter();
            leaves.filter(|end| end.standing(player) == standing).count() as u64
        };
        prop_assert_eq!(tally.wins, ends(Standing::Won));
        prop_assert_eq!(tally.draws, ends(Standing::Drawn));
        prop_assert_eq!(tally.losses, ends(Standing::Lost));
    }
}
