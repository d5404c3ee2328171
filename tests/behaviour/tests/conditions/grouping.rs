//! `by`: one result for each group, as members come, go, and change groups.

use rules_runtime::{HandleError, rules};

rules! {
    ruleset Teams;
    fact Player { team: u32, score: i64 }
    global lists: Vec<(u32, usize)>;
    global counts: Vec<(u32, usize)>;
    rule list {
        when { players = collect(p @ Player { team }) by (team); }
        then { lists.push((team, players.len())); }
    }
    rule count {
        when { n = count(Player { team }) by (team); }
        then { counts.push((team, n)); }
    }
}

fn player(team: u32) -> Player {
    Player { team, score: 0 }
}

/// Runs, and gives what the rules said, in the order of teams.
fn said(session: &mut Teams) -> [Vec<(u32, usize)>; 2] {
    session.run();
    let globals = session.globals_mut();
    let mut said = [&mut globals.lists, &mut globals.counts].map(std::mem::take);
    for said in &mut said {
        said.sort_unstable();
    }
    said
}

#[test]
fn each_key_has_a_result_of_its_own() {
    let mut session = Teams::new(vec![], vec![]);
    session.insert_all([1, 1, 2, 2].map(player));
    assert_eq!(said(&mut session), [[(1, 2), (2, 2)], [(1, 2), (2, 2)]]);
}

#[test]
fn there_is_no_group_without_members() {
    let mut session = Teams::new(vec![], vec![]);
    assert_eq!(session.run().count, 0);
    let only = session.insert(player(1));
    session.retract(only).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_group_that_shrinks_is_a_new_match_and_the_other_is_not() {
    let mut session = Teams::new(vec![], vec![]);
    let players = session.insert_all([1, 1, 2, 2].map(player));
    said(&mut session);
    session.retract(players[3]).unwrap();
    assert_eq!(said(&mut session), [[(2, 1)], [(2, 1)]]);
    session.retract(players[2]).unwrap();
    assert!(said(&mut session).iter().all(Vec::is_empty));
}

#[test]
fn members_that_swap_groups_in_one_change_make_new_lists_and_no_new_count() {
    let mut session = Teams::new(vec![], vec![]);
    let players = session.insert_all([1, 1, 2, 2].map(player));
    said(&mut session);
    session
        .transaction(|tx| {
            tx.update(players[0], |player| player.team = 2)?;
            tx.update(players[2], |player| player.team = 1)
        })
        .unwrap();
    assert_eq!(said(&mut session), [vec![(1, 2), (2, 2)], vec![]]);
}

#[test]
fn a_member_that_changes_groups_changes_both() {
    let mut session = Teams::new(vec![], vec![]);
    let players = session.insert_all([1, 1, 2, 2].map(player));
    said(&mut session);
    session
        .update(players[0], |player| player.team = 2)
        .unwrap();
    assert_eq!(said(&mut session), [[(1, 1), (2, 3)], [(1, 1), (2, 3)]]);
    session
        .update(players[1], |player| player.team = 3)
        .unwrap();
    assert_eq!(said(&mut session), [[(3, 1)], [(3, 1)]]);
}

#[test]
fn a_field_that_is_not_named_is_nothing_to_any_group() {
    let mut session = Teams::new(vec![], vec![]);
    let players = session.insert_all([1, 2].map(player));
    said(&mut session);
    session
        .update(players[0], |player| player.score = 9)
        .unwrap();
    assert!(said(&mut session).iter().all(Vec::is_empty));
}

#[test]
fn a_group_that_is_emptied_and_filled_in_one_change_has_an_equal_count() {
    let mut session = Teams::new(vec![], vec![]);
    let players = session.insert_all([1, 1].map(player));
    said(&mut session);
    session
        .transaction(|tx| {
            tx.retract(players[0])?;
            tx.retract(players[1])?;
            tx.insert(player(1));
            tx.insert(player(1));
            Ok::<_, HandleError>(())
        })
        .unwrap();
    assert_eq!(said(&mut session), [vec![(1, 2)], vec![]]);
}

#[test]
fn a_key_joins_a_later_pattern() {
    rules! {
        ruleset Small;
        fact Sale { shop: u32, amount: i64 }
        fact Target { shop: u32, least: i64 }
        global log: Vec<(u32, i64)>;
        rule reached {
            when {
                total = sum(amount for Sale { shop, amount }) by (shop);
                Target { shop, least: <= total };
            }
            then { log.push((shop, total)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([(1, 5), (1, 6), (2, 7)].map(|(shop, amount)| Sale { shop, amount }));
    session.insert_all([(1, 10), (2, 10)].map(|(shop, least)| Target { shop, least }));
    assert_eq!(session.run().count, 1);
    session.insert(Sale { shop: 2, amount: 4 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(1, 11), (2, 11)]);
}

#[test]
fn several_keys_make_a_group_of_each_combination() {
    rules! {
        ruleset Small;
        fact Sale { shop: u32, month: u32, amount: i64 }
        global log: Vec<(u32, u32, i64)>;
        rule total {
            when { total = sum(amount for Sale { shop, month, amount }) by (shop, month); }
            then { log.push((shop, month, total)); }
        }
    }
    let mut session = Small::new(vec![]);
    for (shop, month, amount) in [(1, 1, 1), (1, 2, 2), (2, 1, 4), (1, 2, 8)] {
        session.insert(Sale {
            shop,
            month,
            amount,
        });
    }
    assert_eq!(session.run().count, 3);
    let mut log = std::mem::take(&mut session.globals_mut().log);
    log.sort_unstable();
    assert_eq!(log, [(1, 1, 1), (1, 2, 10), (2, 1, 4)]);
}

#[test]
fn groups_are_ordered_as_facts_inserted_when_they_first_had_a_member() {
    rules! {
        ruleset Small;
        fact Go;
        fact Item { kind: &'static str }
        global log: Vec<&'static str>;
        rule each {
            when { _n = count(Item { kind }) by (kind); Go; }
            then { log.push(kind); }
        }
    }
    let mut session = Small::new(vec![]);
    let first = session.insert(Item { kind: "nut" });
    for kind in ["bolt", "nut", "screw", "bolt"] {
        session.insert(Item { kind });
    }
    session.retract(first).unwrap();
    session.insert(Go);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, ["screw", "bolt", "nut"]);
}

#[test]
fn the_best_of_accumulates_is_new_when_the_accumulate_says_something_else() {
    rules! {
        ruleset Nested;
        fact Team { id: u32, league: u32 }
        fact Game { team: u32, points: u32 }
        fact Asked(u32);
        global log: Vec<(u32, u32)>;
        rule champion {
            when {
                best = max(total for {
                    Team { id, league };
                    total = sum(points for Game { team: id, points });
                }) by (league) if best > 0;
                Asked(best);
            }
            then { log.push((league, best)); }
        }
    }
    let mut session = Nested::new(vec![]);
    session.insert(Team { id: 1, league: 7 });
    session.insert(Game { team: 1, points: 3 });
    session.insert(Asked(3));
    session.run();
    assert_eq!(session.globals().log, [(7, 3)]);
    session.insert(Asked(5));
    session.insert(Game { team: 1, points: 2 });
    session.run();
    assert_eq!(session.globals().log, [(7, 3), (7, 5)]);
}

#[test]
fn the_best_of_accumulates_that_comes_out_equal_is_nothing_new() {
    rules! {
        ruleset Even;
        fact Team { id: u32, league: u32 }
        fact Game { team: u32, share: f64 }
        global log: Vec<usize>;
        global shares: Vec<f64>;
        rule fewest {
            when {
                fewest = min(games.len() for {
                    Team { id, league };
                    games = collect(_game @ Game { team: id });
                }) by (league);
            }
            then { log.push(fewest); }
        }
        rule share {
            when {
                least = min(held for {
                    Team { id, league };
                    held = sum(share for Game { team: id, share });
                }) by (league);
            }
            then { shares.push(least); }
        }
    }
    let game = |team, share| Game { team, share };
    let mut session = Even::new(vec![], vec![]);
    session.insert_all([1, 2].map(|id| Team { id, league: 7 }));
    session.insert(game(1, 0.5));
    session.run();
    // Another team is the one with none now; the least share is still zero.
    let first = session.handles::<Game>().next().unwrap();
    session.update(first, |game| game.team = 2).unwrap();
    assert_eq!(session.run().count, 0);
    session.insert(game(1, -0.0));
    session.run();
    session.insert_all([game(1, 0.25), game(2, 0.25)]);
    session.run();
    assert_eq!(session.globals().log, [0, 1, 2]);
    assert_eq!(session.globals().shares, [0.0, 0.25]);
}

#[test]
fn groups_that_begin_in_one_change_stand_as_their_first_members_do() {
    rules! {
        #[strategy(breadth)]
        ruleset Shelves;
        fact Item { kind: u32 }
        fact New { kind: u32 }
        fact Old { kind: u32 }
        global log: Vec<(u32, usize)>;
        rule shelve {
            when {
                n = count({
                    Item { kind };
                    either { New { kind }; } or { Old { kind }; }
                }) by (kind);
            }
            then { log.push((kind, n)); }
        }
    }
    let mut session = Shelves::new(vec![]);
    session.insert(Old { kind: 1 });
    session.insert(New { kind: 2 });
    session.insert(Old { kind: 2 });
    // The first member of the first group comes by the second branch.
    session.insert_all([Item { kind: 1 }, Item { kind: 2 }]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [(1, 1), (2, 2)]);
}

rules! {
    ruleset Racks;

    fact Rack(u32);
    fact Piece { rack: u32, weight: f64 }
    fact Porter { walks: u32 }
    fact Counted(usize, usize);
    fact Mean(f64, usize);

    rule count {
        when { racks = count({ Rack(rack); n = count(Piece { rack }); }) by (n); }
        then { insert Counted(n, racks); }
    }

    rule mean {
        when {
            racks = count({ Rack(rack); mean = avg(weight for Piece { rack, weight }); })
                by (mean);
        }
        then { insert Mean(mean, racks); }
    }

    /// Carries all pieces of two racks from one to the other.
    #[no_loop]
    rule carry {
        when {
            _racks = count({ Rack(rack); n = count(Piece { rack }); }) by (n) if n == 2;
            porter @ Porter { walks };
            pieces = collect(piece @ Piece);
        }
        then {
            modify porter { porter.walks = walks + 1; }
            for piece in pieces {
                modify piece { piece.rack = 3 - piece.rack; }
            }
        }
    }
}

fn racks(pieces: [(u32, f64); 3]) -> Racks {
    let mut racks = Racks::new();
    racks.insert_all([Rack(1), Rack(2)]);
    racks.insert_all(pieces.map(|(rack, weight)| Piece { rack, weight }));
    racks.run();
    racks
}

#[test]
fn a_group_goes_on_where_its_key_is_what_another_member_comes_to() {
    let mut racks = racks([(1, 5.0), (1, 4.0), (2, 4.0)]);
    let first = racks.handles::<Piece>().next().unwrap();
    racks.update(first, |piece| piece.rack = 2).unwrap();
    assert_eq!(racks.agenda().count(), 0);
}

#[test]
fn a_group_ends_where_its_key_becomes_another() {
    let mut racks = racks([(1, 5.0), (1, 4.0), (2, 9.0)]);
    let first = racks.handles::<Piece>().next().unwrap();
    racks.retract(first).unwrap();
    racks.run();
    let counted = racks.facts::<Counted>().map(|c| (c.0, c.1)).skip(2);
    assert_eq!(counted.collect::<Vec<_>>(), [(1, 2)]);
    let means = racks.facts::<Mean>().map(|m| (m.0, m.1)).skip(2);
    assert_eq!(means.collect::<Vec<_>>(), [(4.0, 1)]);
}

#[test]
fn a_group_is_known_again_by_what_another_member_comes_to() {
    let mut racks = racks([(1, 5.0), (1, 4.0), (2, 4.0)]);
    racks.insert(Porter { walks: 0 });
    racks.run_limit(5);
    assert_eq!(racks.facts::<Porter>().next().unwrap().walks, 1);
}

rules! {
    ruleset Benches;

    fact Weight { kind: u32, grams: u32 }
    fact Scale { up_to: u32 }
    fact Weighed { kind: u32, of: u32 }
    fact Top(u32);

    /// What the scales say rests on the key of a group.
    rule weigh {
        when {
            _mean = avg(kind for Weight { kind }) by (kind);
            of = max(kind for Scale { up_to: >= kind });
        }
        then { insert Weighed { kind, of }; }
    }

    /// What the scales say rests on what another accumulate comes to.
    rule top {
        when {
            heaviest = max(grams for Weight { grams });
            top = max(heaviest for Scale { up_to: >= heaviest });
        }
        then { insert Top(top); }
    }
}

fn benches(weights: [(u32, u32); 3]) -> Benches {
    let mut benches = Benches::new();
    benches.insert_all([9, 9, 9].map(|up_to| Scale { up_to }));
    benches.insert_all(weights.map(|(kind, grams)| Weight { kind, grams }));
    benches.run();
    benches
}

/// Changes weights and takes the scale away that spoke for all, in one change; what is then to be done.
fn begun(benches: &mut Benches, changes: &[(usize, u32, u32)]) -> usize {
    let weights: Vec<_> = benches.handles::<Weight>().collect();
    let scale = benches.handles::<Scale>().next().unwrap();
    let done = benches.transaction(|tx| {
        for &(number, kind, grams) in changes {
            tx.update(weights[number], |weight| {
                (weight.kind, weight.grams) = (kind, grams);
            })?;
        }
        tx.retract(scale)
    });
    done.unwrap();
    benches.__verify();
    benches.agenda().count()
}

#[test]
fn what_rests_on_a_key_is_the_same_whoever_comes_to_speak_for_the_group() {
    let mut benches = benches([(1, 5), (1, 4), (2, 3)]);
    assert_eq!(begun(&mut benches, &[(0, 2, 5)]), 0);
}

#[test]
fn what_rests_on_a_result_is_the_same_whatever_comes_to_it() {
    let mut benches = benches([(1, 5), (1, 4), (1, 3)]);
    assert_eq!(begun(&mut benches, &[(0, 1, 3), (2, 1, 5)]), 0);
    assert_eq!(begun(&mut benches, &[(2, 1, 4)]), 1);
}
