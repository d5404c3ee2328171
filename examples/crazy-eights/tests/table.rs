//! The rules of play, one by one.

mod common;

use common::{Plain, cards};
use crazy_eights::Table;
use crazy_eights::model::{Action, Agreement, Card, Deed, Rank, Refusal, Shuffler, Suit};
use games::alpha_beta::AlphaBeta;
use games::{State, walk};

fn usual(players: usize) -> Agreement {
    Agreement::usual(players).expect("two to five play")
}

/// The first of many games in which, after the deal, something holds; and what it is.
fn find<T>(agreement: Agreement, wanted: impl Fn(&Table) -> Option<T>) -> (Table, T) {
    let mut tables = (0..).map(|game| Table::new(agreement, Shuffler::new(5, game)));
    tables
        .find_map(|table| wanted(&table).map(|found| (table, found)))
        .expect("some game is so")
}

/// All that can be seen of a table.
fn all(table: &Table) -> impl PartialEq + std::fmt::Debug + use<> {
    let hands: Vec<_> = (0..table.players()).map(|seat| table.hand(seat)).collect();
    let scores: Vec<_> = (0..table.players()).map(|seat| table.score(seat)).collect();
    (
        (hands, scores, table.stock(), table.discards()),
        (
            table.seat(),
            table.drawn(),
            table.to_follow(),
            table.round(),
        ),
        (table.happened().collect::<Vec<_>>(), table.round_end()),
        table.offers().collect::<Vec<_>>(),
    )
}

/// Checks that something is refused for a reason, and that nothing changes.
#[track_caller]
fn assert_refused(table: &mut Table, seat: u8, action: Action, why: Refusal) {
    let before = all(table);
    assert_eq!(table.act(seat, action), Err(why));
    assert_eq!(all(table), before);
}

fn lays(table: &Table) -> Vec<Action> {
    let offers = table.offers();
    offers
        .filter(|offer| matches!(offer, Action::Lay(..)))
        .collect()
}

/// Plays on, doing the first thing that is offered, while something does not hold yet.
fn play_until(table: &mut Table, wanted: impl Fn(&Table) -> bool) {
    while !wanted(table) {
        let first = table.offers().next().expect("something can be done");
        table.act(table.seat(), first).expect("it is offered");
    }
}

#[test]
fn two_are_dealt_seven_cards_and_more_five() {
    for players in 2..=5 {
        for game in 0..50 {
            let table = Table::new(usual(players), Shuffler::new(1, game));
            let each = if players == 2 { 7 } else { 5 };
            for seat in 0..players as u8 {
                assert_eq!(table.hand(seat).len(), each);
            }
            assert_eq!(table.discards().len(), 1);
            assert!(!table.discards()[0].is_eight());
            assert_eq!(cards(&table).len(), 52);
            assert_eq!((table.seat(), table.round()), (0, 1));
        }
    }
}

#[test]
fn an_eight_that_is_turned_up_goes_under_the_stock() {
    let (table, bottom) = find(usual(3), |table| {
        let bottom = table.stock()[0];
        (bottom.is_eight() && table.stock().len() == 36).then_some(bottom)
    });
    assert!(!table.discards().contains(&bottom));
}

#[test]
fn cards_of_the_suit_or_the_rank_fit_and_eights() {
    for game in 0..50 {
        let table = Table::new(usual(4), Shuffler::new(2, game));
        let plain = Plain::dealt(&table, usual(4));
        assert!(
            table
                .offers()
                .all(|offer| plain.legal().contains(&offer.to_string()))
        );
    }
}

#[test]
fn after_an_eight_the_named_suit_is_to_follow_or_another_eight() {
    let (mut table, eight) = find(usual(2), |table| {
        table.hand(0).into_iter().find(|card| card.is_eight())
    });
    for suit in Suit::ALL {
        let mut table = table.clone();
        table
            .act(0, Action::Lay(eight, Some(suit)))
            .expect("an eight fits");
        assert_eq!(table.to_follow(), (suit, Rank::Eight));
        for lay in lays(&table) {
            let Action::Lay(card, _) = lay else { continue };
            assert!(card.suit == suit || card.is_eight());
        }
    }
    assert_refused(
        &mut table,
        0,
        Action::Lay(eight, None),
        Refusal::NamesNoSuit,
    );
}

#[test]
fn who_can_lay_may_draw_one_card_instead() {
    let (mut table, top) = find(usual(3), |table| {
        let top = table.stock().pop();
        top.filter(|_| !lays(table).is_empty())
    });
    table.act(0, Action::Draw).expect("there is a stock");
    assert!(table.hand(0).contains(&top));
    assert_eq!(table.seat(), 1);
}

#[test]
fn who_cannot_lay_draws_until_a_card_fits() {
    let (mut table, ()) = find(usual(3), |table| lays(table).is_empty().then_some(()));
    let mut drawn = 0;
    while lays(&table).is_empty() {
        assert!(table.offers().eq([Action::Draw]));
        assert_refused(&mut table, 0, Action::Pass, Refusal::CanDraw);
        table.act(0, Action::Draw).expect("there is a stock");
        drawn += 1;
        assert_eq!((table.seat(), table.drawn()), (0, drawn));
    }
    let [fits] = lays(&table)[..] else {
        panic!("an eight was drawn: let the test look for another game");
    };
    table.act(0, fits).expect("it fits");
    assert_eq!((table.seat(), table.drawn()), (1, 0));
}

#[test]
fn where_it_is_agreed_no_more_than_three_are_drawn() {
    let agreement = Agreement {
        draw_limit: Some(3),
        ..usual(3)
    };
    let (mut table, ()) = find(agreement, |table| {
        let mut table = table.clone();
        for _ in 0..3 {
            if !lays(&table).is_empty() {
                return None;
            }
            table.act(0, Action::Draw).expect("there is a stock");
        }
        lays(&table).is_empty().then_some(())
    });
    for _ in 0..3 {
        table.act(0, Action::Draw).expect("there is a stock");
    }
    assert!(table.offers().eq([Action::Pass]));
    assert_refused(&mut table, 0, Action::Draw, Refusal::DrawnEnough(3));
    table
        .act(0, Action::Pass)
        .expect("nothing else can be done");
    assert_eq!((table.seat(), table.drawn()), (1, 0));
}

#[test]
fn when_the_stock_is_empty_it_stays_so_or_the_discards_are_turned_over() {
    for turn_over in [false, true] {
        let agreement = Agreement {
            turn_over,
            ..usual(2)
        };
        let mut table = Table::new(agreement, Shuffler::new(9, 0));
        let seat = loop {
            // They draw while there is a stock, and then lay what they can.
            let seat = table.seat();
            if table.stock().is_empty() && table.discards().len() > 2 {
                break seat;
            }
            let draw = Some(Action::Draw).filter(|_| !table.stock().is_empty());
            let action = draw.or_else(|| table.offers().next());
            let action = action.expect("something can be done");
            table.act(seat, action).expect("it is offered");
        };
        let discards = table.discards();
        if turn_over {
            let held = table.hand(seat).len();
            table
                .act(seat, Action::Draw)
                .expect("the discards are turned over");
            assert_eq!(table.hand(seat).len(), held + 1);
            assert_eq!(table.stock().len(), discards.len() - 2);
            assert_eq!(table.discards(), discards[discards.len() - 1..]);
        } else {
            assert_refused(&mut table, seat, Action::Draw, Refusal::StockIsEmpty);
        }
    }
}

#[test]
fn what_is_not_allowed_is_refused_with_its_reason() {
    let (mut table, (fits, other, foreign)) = find(usual(2), |table| {
        let hand = table.hand(0);
        let fits = lays(table).into_iter().find_map(|lay| match lay {
            Action::Lay(card, None) => Some(card),
            _ => None,
        })?;
        let laid: Vec<_> = lays(table);
        let other = hand.into_iter().find(|&card| {
            !laid
                .iter()
                .any(|lay| matches!(lay, Action::Lay(laid, _) if *laid == card))
        })?;
        Some((fits, other, table.hand(1)[0]))
    });
    let (suit, rank) = table.to_follow();
    for (seat, action, why) in [
        (1, Action::Draw, Refusal::NotYourTurn(0)),
        (1, Action::Lay(foreign, None), Refusal::NotYourTurn(0)),
        (0, Action::Lay(foreign, None), Refusal::NotInHand(foreign)),
        (
            0,
            Action::Lay(other, None),
            Refusal::DoesNotFit(other, suit, rank),
        ),
        (
            0,
            Action::Lay(fits, Some(Suit::Clubs)),
            Refusal::NamesASuit(fits),
        ),
        (0, Action::Pass, Refusal::CanLay),
        (0, Action::Deal, Refusal::RoundIsNotOver),
        (7, Action::Pass, Refusal::NotYourTurn(0)),
    ] {
        assert_refused(&mut table, seat, action, why);
    }
}

#[test]
fn whatever_is_wished_for_is_done_or_refused() {
    let named = Suit::ALL.map(Some).into_iter().chain([None]);
    let lays = Card::all().flat_map(|card| named.clone().map(move |suit| Action::Lay(card, suit)));
    let others = [Action::Draw, Action::Pass, Action::Deal];
    let actions: Vec<_> = lays.chain(others).collect();
    for turn_over in [false, true] {
        let agreement = Agreement {
            turn_over,
            draw_limit: turn_over.then_some(3),
            ..usual(2)
        };
        let mut table = Table::new(agreement, Shuffler::new(7, 7));
        while table.round_end().is_none() {
            let (seat, offers) = (table.seat(), table.moves());
            let before = all(&table);
            for &action in &actions {
                table
                    .act(1 - seat, action)
                    .expect_err("it is another's turn");
                if !offers.contains(&action) {
                    table.act(seat, action).expect_err("it is not offered");
                }
            }
            assert_eq!(all(&table), before);
            for &offer in &offers {
                table.clone().act(seat, offer).expect("it is offered");
            }
            table.act(seat, offers[0]).expect("it is offered");
            assert_ne!(all(&table), before);
        }
    }
}

#[test]
fn after_a_round_the_next_player_deals_and_after_the_game_nobody() {
    let mut table = Table::new(usual(3), Shuffler::new(4, 0));
    play_until(&mut table, |table| table.round_end().is_some());
    assert_eq!(table.winner(), None);
    let seat = table.seat();
    assert_refused(&mut table, seat, Action::Draw, Refusal::RoundIsOver);
    assert_refused(&mut table, seat, Action::Pass, Refusal::RoundIsOver);
    assert_eq!(table.dealer(), 2);
    table.act(seat, Action::Deal).expect("it is offered");
    assert_eq!((table.dealer(), table.seat(), table.round()), (0, 1, 2));
    assert_eq!(table.happened().count(), 0);

    play_until(&mut table, |table| table.winner().is_some());
    let seat = table.seat();
    for action in [Action::Deal, Action::Draw, Action::Pass] {
        assert_refused(&mut table, seat, action, Refusal::GameIsOver);
    }
}

#[test]
fn what_happens_is_remembered_until_the_next_deal() {
    let mut table = Table::new(usual(2), Shuffler::new(3, 1));
    let mut expected: Vec<(u8, Deed)> = Vec::new();
    while table.round_end().is_none() {
        let (seat, (suit, _)) = (table.seat(), table.to_follow());
        let first = table.offers().next().expect("something can be done");
        table.act(seat, first).expect("it is offered");
        let deed = match first {
            Action::Lay(card, _) => Deed::Laid(card),
            Action::Draw => Deed::Drew(suit),
            Action::Pass => Deed::Passed(suit),
            Action::Deal => unreachable!("nobody deals in a round"),
        };
        expected.push((seat, deed));
        assert!(table.happened().eq(expected.iter().copied()));
    }
}

#[test]
fn the_state_before_an_action_stays_as_it_was() {
    let table = Table::new(usual(2), Shuffler::new(6, 6));
    let before = all(&table);
    let visited = walk::depth_first(table.clone()).take(200);
    let deepest = visited.map(|node| node.depth).max();
    assert!(deepest > Some(20));
    assert_eq!(all(&table), before);
    for step in table.moves() {
        assert_ne!(all(&table.after(&step)), before);
    }
}

#[test]
fn a_search_sees_the_card_that_ends_the_round() {
    let mut table = Table::new(usual(2), Shuffler::new(2, 1));
    play_until(&mut table, |table| {
        table.hand(table.seat()).len() == 1 && !lays(table).is_empty()
    });
    let seat = table.seat();
    let search = AlphaBeta::to_depth(seat, 1, |table: &Table| table.score(seat));
    let (best, score) = search.best(&table).expect("something can be done");
    assert_eq!(best, lays(&table)[0]);
    assert!(score > 0);
    assert_eq!(
        table.after(&best).round_end().map(|end| end.points),
        Some(score)
    );
}

#[test]
fn a_game_is_over_when_somebody_has_reached_the_target() {
    let mut table = Table::new(usual(4), Shuffler::new(8, 8));
    assert!(table.result().is_none());
    play_until(&mut table, |table| table.winner().is_some());
    let winner = table.winner().expect("the game is over");
    assert!(table.score(winner) >= 200);
    assert!(table.result().is_some());
    assert_eq!(table.moves(), []);
    let better = (0..4).filter(|&seat| table.score(seat) >= 200);
    assert_eq!(better.count(), 1);
    let card: Vec<Card> = table.hand(winner);
    assert!(card.is_empty() || table.round_end().is_some_and(|end| end.blocked));
}

#[test]
fn each_rule_that_players_are_told_of_says_what_it_is_about() {
    for (rule, docs) in Table::open_rules() {
        assert!(!docs.is_empty(), "{rule} says nothing");
    }
}
