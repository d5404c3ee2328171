//! Accumulates in queries: they are computed when the query is called.

use std::cell::Cell;

use rules_runtime::{Accumulator, Handle, rules};

thread_local! {
    static SPLITS: Cell<usize> = const { Cell::new(0) };
}

/// All texts, sorted; without an inverse.
struct Roll;

impl Accumulator for Roll {
    type Input<'a> = &'a String;
    type State = Vec<String>;
    type Output = String;

    fn add(names: &mut Vec<String>, name: &String) {
        let place = names.partition_point(|other| other < name);
        names.insert(place, name.clone());
    }

    fn output(names: &Vec<String>) -> Option<String> {
        (!names.is_empty()).then(|| names.join(" "))
    }
}

/// The letters of a name; counts its calls.
fn letters(name: &str) -> impl Iterator<Item = String> {
    SPLITS.set(SPLITS.get() + 1);
    name.chars().map(String::from)
}

rules! {
    ruleset League;

    #[derive(Debug, Clone, PartialEq)]
    fact Player { name: String, team: u8, score: i32, rating: f64 }
    fact Team(u8);

    query count_of(team: u8) -> usize { when { n = count(Player { team }); } select n }
    query crowded(limit: usize) { when { Team(team); n = count(Player { team }) if n > limit; } }
    query total(team: u8) -> i32 { when { t = sum(score for Player { team, score }); } select t }
    query exact(team: u8) -> f64 { when { t = sum(rating for Player { team, rating }); } select t }
    query small(team: u8) -> u8 { when { t = sum(score as u8 for Player { team, score }); } select t }
    query mean(team: u8) -> f64 { when { m = avg(score for Player { team, score }); } select m }
    query range(team: u8) -> (i32, i32) {
        when { low = min(score for Player { team, score }); high = max(score for Player { team, score }); }
        select (low, high)
    }
    query first_name(team: u8) -> &String { when { n = min(name for Player { team, name }); } select n }
    query best(team: u8) -> &Player { when { b = max_by(p.score for p @ Player { team }); } select b }
    query worst(team: u8) -> (Handle<Player>, &str) {
        when { w = min_by(score for p @ Player { team, score }) if w.score < 5; }
        select (w.handle(), w.name.as_str())
    }
    query names(team: u8) -> Vec<&str> {
        when { ps = collect(p @ Player { team }); }
        select ps.iter().map(|p| p.name.as_str()).collect()
    }
    query firsts() -> (u8, &str) {
        when { Team(team); ps = collect(p @ Player { team }) if !ps.is_empty(); }
        select (team, ps[0].name.as_str())
    }
    query by_team() -> (u8, i32, usize) {
        when { t = sum(score for Player { team, score }) by (team); n = count(Player { team }); }
        select (team, t, n)
    }
    query best_by_letter(limit: i32) -> (char, &Player) {
        when {
            b = max_by(p.score for { p @ Player; let letter = p.name.chars().next().unwrap(); }) by (letter) if b.score > limit;
        }
        select (letter, b)
    }
    query grouped(low: i32) -> (u8, &String, f64) {
        when { m = avg(rating for Player { team, name, rating, score: >= low }) by (team, name) if m >= 1.0; }
        select (team, name, m)
    }
    query pairs() -> usize {
        when { n = count({ Player { team, name }; Player { team, name: other } if name < other; }); }
        select n
    }
    query either_total(team: u8) -> i32 {
        when { t = sum(s for { Player { team, score, name }; either { let s = score; if name.len() > 2; } or { let s = 100; if score < 0; } }); }
        select t
    }
    query most_of_teams() -> (u8, usize) {
        when { Team(team); n = count(Player { team }); not { Team(other) if other != team; m = count(Player { team: other }) if m > n; } }
        select (team, n)
    }
    query roll(team: u8) -> String {
        when { names = accumulate(Roll, name for Player { team, name }) if names.len() > 2; }
        select names.clone()
    }
    query rolls() -> (u8, String) {
        when { names = accumulate(Roll, name for Player { team, name }) by (team); }
        select (team, names.clone())
    }
    query spelled(team: u8) -> (String, u8) {
        when { Player { team, name }; for letter: String in letters(name); Team(other) if other >= team && letter != "b"; }
        select (letter.clone(), other)
    }
    query best_of_the_worst() -> &Player {
        when { b = max_by(w.score for { w = min_by(p.score for p @ Player { team }) by (team); }); }
        select b
    }
}

fn league(players: &[(&str, u8, i32, f64)]) -> League {
    let mut league = League::new();
    league.insert_all([Team(1), Team(2), Team(3)]);
    for &(name, team, score, rating) in players {
        let name = name.to_owned();
        league.insert(Player {
            name,
            team,
            score,
            rating,
        });
    }
    league
}

fn some() -> League {
    league(&[
        ("Ann", 1, 7, 1.5),
        ("Bob", 2, 3, 0.1),
        ("Bea", 1, 9, 0.2),
        ("Cyd", 2, 3, 0.2),
        ("Al", 1, -4, 3.0),
    ])
}

#[test]
fn facts_are_counted_and_summed_for_a_parameter() {
    let league = some();
    assert_eq!(league.count_of(1).collect::<Vec<_>>(), [3]);
    assert_eq!(league.count_of(3).collect::<Vec<_>>(), [0]);
    assert!(league.crowded(2));
    assert!(!league.crowded(3));
    assert_eq!(league.total(1).collect::<Vec<_>>(), [12]);
    assert_eq!(league.total(3).collect::<Vec<_>>(), [0]);
}

#[test]
fn sums_are_exact_and_wrap_to_their_type() {
    let league = league(&[
        ("a", 1, 200, 1e100),
        ("b", 1, 100, 1.0),
        ("c", 1, 0, -1e100),
    ]);
    assert_eq!(league.exact(1).collect::<Vec<_>>(), [1.0]);
    assert_eq!(league.small(1).collect::<Vec<_>>(), [44]);
}

#[test]
fn means_and_extremes_of_nothing_do_not_match() {
    let league = some();
    assert_eq!(league.mean(1).collect::<Vec<_>>(), [4.0]);
    assert_eq!(league.mean(3).count(), 0);
    assert_eq!(league.range(1).collect::<Vec<_>>(), [(-4, 9)]);
    assert_eq!(league.range(3).count(), 0);
    assert_eq!(league.first_name(1).collect::<Vec<_>>(), ["Al"]);
    assert_eq!(league.first_name(3).count(), 0);
}

#[test]
fn of_equal_facts_the_first_inserted_wins() {
    let mut league = some();
    assert_eq!(league.best(1).next().unwrap().name, "Bea");
    assert_eq!(league.best(2).next().unwrap().name, "Bob");
    let (handle, name) = league.worst(2).next().unwrap();
    assert_eq!(name, "Bob");
    league.update(handle, |player| player.rating = 5.0).unwrap();
    assert_eq!(league.worst(2).next().unwrap(), (handle, "Bob"));
    league.retract(handle).unwrap();
    assert_eq!(league.worst(2).next().unwrap().1, "Cyd");
    assert_eq!(league.best(3).count(), 0);
}

#[test]
fn facts_are_collected_in_the_order_of_insertion() {
    let league = some();
    assert_eq!(league.names(1).collect::<Vec<_>>(), [["Ann", "Bea", "Al"]]);
    assert_eq!(league.names(3).collect::<Vec<_>>(), [[""; 0]]);
    assert_eq!(
        league.firsts().collect::<Vec<_>>(),
        [(1, "Ann"), (2, "Bob")]
    );
}

#[test]
fn groups_come_in_the_order_of_their_first_members() {
    let mut league = some();
    assert_eq!(
        league.by_team().collect::<Vec<_>>(),
        [(1, 12, 3), (2, 6, 2)]
    );
    let ann = league.worst(1).next().unwrap().0;
    league.retract(ann).unwrap();
    assert_eq!(
        league.by_team().collect::<Vec<_>>(),
        [(1, 16, 2), (2, 6, 2)]
    );
    league.insert(Player {
        name: "Eve".to_owned(),
        team: 0,
        score: 1,
        rating: 0.0,
    });
    assert_eq!(
        league.by_team().collect::<Vec<_>>(),
        [(1, 16, 2), (2, 6, 2), (0, 1, 1)]
    );
}

#[test]
fn keys_may_be_computed_and_groups_tested() {
    let league = some();
    let best = |limit| {
        let best = league.best_by_letter(limit);
        best.map(|(letter, player)| (letter, player.name.as_str()))
            .collect::<Vec<_>>()
    };
    assert_eq!(best(-9), [('A', "Ann"), ('B', "Bea"), ('C', "Cyd")]);
    assert_eq!(best(4), [('A', "Ann"), ('B', "Bea")]);
    let grouped: Vec<_> = league.grouped(0).collect();
    assert_eq!(grouped, [(1, &"Ann".to_owned(), 1.5)]);
    assert_eq!(league.grouped(-9).count(), 2);
}

#[test]
fn members_may_be_matches_of_a_block() {
    let league = some();
    assert_eq!(league.pairs().collect::<Vec<_>>(), [4]);
    assert_eq!(league.either_total(1).collect::<Vec<_>>(), [116]);
    assert_eq!(league.most_of_teams().collect::<Vec<_>>(), [(1, 3)]);
    assert_eq!(league.best_of_the_worst().next().unwrap().name, "Bob");
}

#[test]
fn accumulates_of_ones_own_are_computed_of_all_members() {
    let league = some();
    assert_eq!(league.roll(1).collect::<Vec<_>>(), ["Al Ann Bea"]);
    assert_eq!(league.roll(3).count(), 0);
    let rolls: Vec<_> = league.rolls().collect();
    assert_eq!(
        rolls,
        [(1, "Al Ann Bea".to_owned()), (2, "Bob Cyd".to_owned())]
    );
}

#[test]
fn a_for_with_a_type_iterates_once_in_a_call() {
    let league = league(&[("ab", 1, 0, 0.0)]);
    SPLITS.set(0);
    let spelled: Vec<_> = league.spelled(1).collect();
    assert_eq!(SPLITS.get(), 1);
    assert_eq!(spelled, [1, 2, 3].map(|team| ("a".to_owned(), team)));
}
