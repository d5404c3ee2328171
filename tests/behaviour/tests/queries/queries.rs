//! Queries: what holds, asked when it is wanted.

use rules_runtime::{Handle, rules};

rules! {
    ruleset Board;

    #[derive(Debug, Clone, Copy, PartialEq)]
    fact Cell { row: u8, column: u8, mark: char }
    #[derive(Debug, Clone, PartialEq)]
    fact Owner { name: String, mark: char }

    query any_cell() { when { Cell; } }
    query has(row: u8, mark: char) { when { Cell { row, mark }; } }
    query columns(row: u8) -> u8 { when { Cell { row, column }; } select column }
    query cells(row: u8) -> &Cell { when { c @ Cell { row }; } select c }
    query named(row: u8) -> Handle<Cell> { when { c @ Cell { row }; } select c.handle() }
    query between(low: u8, high: u8) -> u8 {
        when { Cell { row: >= low, column } if column <= high; }
        select column
    }
    query owned(name: &str) -> (&str, u8, u8) {
        when { o @ Owner { name, mark }; Cell { mark, row, column }; }
        select (o.name.as_str(), row, column)
    }
    query pairs(row: u8) -> (u8, u8) {
        when { a @ Cell { row, column: x }; b @ Cell { row, column: y } if a.handle() != b.handle(); }
        select (x, y)
    }
}

fn cell(row: u8, column: u8, mark: char) -> Cell {
    Cell { row, column, mark }
}

fn board(cells: &[(u8, u8, char)]) -> Board {
    let mut board = Board::new();
    board.insert_all(
        cells
            .iter()
            .map(|&(row, column, mark)| cell(row, column, mark)),
    );
    board
}

#[test]
fn a_query_without_select_says_whether_there_is_a_match() {
    let mut board = Board::new();
    assert!(!board.any_cell());
    let handle = board.insert(cell(1, 2, 'x'));
    assert!(board.any_cell());
    assert!(board.has(1, 'x'));
    assert!(!board.has(2, 'x'));
    assert!(!board.has(1, 'o'));
    board.retract(handle).unwrap();
    assert!(!board.any_cell());
    assert!(!board.has(1, 'x'));
}

#[test]
fn a_parameter_joins_a_field_of_its_name() {
    let board = board(&[(1, 1, 'x'), (2, 2, 'x'), (1, 3, 'o')]);
    assert_eq!(board.columns(1).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(board.columns(2).collect::<Vec<_>>(), [2]);
    assert_eq!(board.columns(3).count(), 0);
}

#[test]
fn a_parameter_stands_in_comparisons_and_guards() {
    let board = board(&[(1, 1, 'x'), (2, 2, 'x'), (3, 3, 'o'), (4, 4, 'o')]);
    assert_eq!(board.between(2, 3).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(board.between(4, 3).count(), 0);
}

#[test]
fn a_query_reads_the_state_after_the_last_change() {
    let mut board = board(&[(1, 1, 'x'), (1, 2, 'x')]);
    let handles: Vec<_> = board.named(1).collect();
    board.update(handles[0], |cell| cell.row = 5).unwrap();
    assert_eq!(board.columns(1).collect::<Vec<_>>(), [2]);
    assert_eq!(board.columns(5).collect::<Vec<_>>(), [1]);
    board.update(handles[0], |cell| cell.column = 9).unwrap();
    assert_eq!(board.columns(5).collect::<Vec<_>>(), [9]);
    board.retract(handles[1]).unwrap();
    assert_eq!(board.columns(1).count(), 0);
    assert_eq!(board.named(5).collect::<Vec<_>>(), [handles[0]]);
}

#[test]
fn results_come_in_the_order_of_insertion_whatever_changed_since() {
    let mut board = board(&[(1, 1, 'x'), (1, 2, 'x'), (1, 3, 'x'), (1, 4, 'x')]);
    let handles: Vec<_> = board.named(1).collect();
    board.update(handles[0], |cell| cell.row = 2).unwrap();
    board.retract(handles[2]).unwrap();
    board.insert(cell(1, 5, 'x'));
    board.update(handles[0], |cell| cell.row = 1).unwrap();
    assert_eq!(board.columns(1).collect::<Vec<_>>(), [1, 2, 4, 5]);
    assert_eq!(board.columns(1).rev().collect::<Vec<_>>(), [5, 4, 2, 1]);
    assert_eq!(board.columns(1).len(), 4);
}

#[test]
fn the_facts_of_the_first_pattern_order_before_those_of_the_second() {
    let board = board(&[(1, 7, 'x'), (2, 1, 'x'), (1, 5, 'x'), (1, 6, 'x')]);
    assert_eq!(
        board.pairs(1).collect::<Vec<_>>(),
        [(7, 5), (7, 6), (5, 7), (5, 6), (6, 7), (6, 5)]
    );
}

#[test]
fn results_may_borrow_from_the_session_and_not_from_the_arguments() {
    let mut board = board(&[(1, 1, 'x'), (2, 2, 'o'), (3, 3, 'x')]);
    for (name, mark) in [("Ann", 'x'), ("Bob", 'o')] {
        board.insert(Owner {
            name: name.to_owned(),
            mark,
        });
    }
    let name = String::from("Ann");
    let owned = board.owned(&name);
    drop(name);
    assert_eq!(owned.collect::<Vec<_>>(), [("Ann", 1, 1), ("Ann", 3, 3)]);
    let first: &Cell = board.cells(2).next().unwrap();
    assert_eq!(first, &cell(2, 2, 'o'));
}

#[test]
fn queries_may_be_asked_while_the_results_of_another_are_read() {
    let board = board(&[(1, 2, 'x'), (2, 4, 'x'), (2, 5, 'x')]);
    let mut found = Vec::new();
    for row in board.columns(1) {
        for column in board.columns(row) {
            found.push((row, column, board.has(column, 'x')));
        }
    }
    assert_eq!(found, [(2, 4, false), (2, 5, false)]);
}

rules! {
    ruleset Crew;

    #[derive(Debug, Clone, PartialEq)]
    fact Worker { name: &'static str, team: u8, age: u32, boss: Option<&'static str> }
    fact Absent { name: &'static str }
    fact Task { team: u8, needs: Vec<&'static str> }

    query present(team: u8) -> &'static str {
        when { Worker { name, team }; not Absent { name }; }
        select name
    }
    query empty(team: u8) { when { not Worker { team }; } }
    query absent(team: u8) { when { exists { Worker { name, team }; Absent { name }; }; } }
    query all_older(team: u8, age: u32) { when { forall Worker { team, age: a } => { if a > age; }; } }
    query somebody_for_each(team: u8) {
        when { not { Task { team, needs }; not { Worker { team, name } if needs.contains(&name); } } }
    }
    query either_way(name: &'static str) -> (&'static str, u8) {
        when {
            either { Worker { name, team: t }; } or { Absent { name }; let t = 0_u8; }
            or { Worker { boss: Some(name), team: t }; }
        }
        select (name, t)
    }
    query needs(team: u8) -> (usize, &'static str) {
        when { Task { team, needs }; for (number, need) in needs.iter().enumerate(); }
        select (number, *need)
    }
    query owned_needs(team: u8) -> (String, &'static str) {
        when { Task { team, needs }; for need in needs.iter().map(|n| n.to_string()); Worker { team, name }; }
        select (need, name)
    }
    query boss_of(name: &str) -> &'static str {
        when { Worker { name, boss }; if let Some(name_of_boss) = boss; }
        select name_of_boss
    }
    query shouted(team: u8) -> String {
        when { Worker { team, name }; let loud = name.to_uppercase(); if loud.len() > 2; Absent { name: n } if n != name; }
        select loud
    }
    query above(limit: u32) -> u32 { when { if limit < 100; let next = limit + 1; Worker { age: >= next, age }; } select age }
}

fn crew() -> Crew {
    let mut crew = Crew::new();
    for (name, team, age, boss) in [
        ("Ann", 1, 40, None),
        ("Bob", 1, 30, Some("Ann")),
        ("Cyd", 2, 50, Some("Ann")),
        ("Dan", 1, 20, Some("Bob")),
    ] {
        crew.insert(Worker {
            name,
            team,
            age,
            boss,
        });
    }
    crew.insert(Absent { name: "Bob" });
    crew.insert(Task {
        team: 1,
        needs: vec!["Ann", "Dan"],
    });
    crew.insert(Task {
        team: 2,
        needs: vec!["Ann"],
    });
    crew
}

#[test]
fn a_not_leaves_out_what_it_names() {
    let mut crew = crew();
    assert_eq!(crew.present(1).collect::<Vec<_>>(), ["Ann", "Dan"]);
    assert!(!crew.empty(1));
    assert!(crew.empty(3));
    crew.insert(Absent { name: "Ann" });
    assert_eq!(crew.present(1).collect::<Vec<_>>(), ["Dan"]);
}

#[test]
fn an_exists_and_a_forall_answer_for_a_parameter() {
    let crew = crew();
    assert!(crew.absent(1));
    assert!(!crew.absent(2));
    assert!(crew.all_older(1, 19));
    assert!(!crew.all_older(1, 20));
    assert!(crew.all_older(9, 99));
}

#[test]
fn negations_may_be_nested() {
    let crew = crew();
    assert!(crew.somebody_for_each(1));
    assert!(!crew.somebody_for_each(2));
    assert!(crew.somebody_for_each(3));
}

#[test]
fn an_either_gives_a_result_for_each_branch_that_holds() {
    let crew = crew();
    assert_eq!(
        crew.either_way("Bob").collect::<Vec<_>>(),
        [("Bob", 1), ("Bob", 0), ("Bob", 1)]
    );
    assert_eq!(
        crew.either_way("Ann").collect::<Vec<_>>(),
        [("Ann", 1), ("Ann", 1), ("Ann", 2)]
    );
    assert_eq!(crew.either_way("Eve").count(), 0);
}

#[test]
fn a_for_gives_a_result_for_each_element_in_its_order() {
    let crew = crew();
    assert_eq!(crew.needs(1).collect::<Vec<_>>(), [(0, "Ann"), (1, "Dan")]);
    let owned: Vec<_> = crew.owned_needs(1).collect();
    assert_eq!(
        owned
            .iter()
            .map(|(need, name)| (need.as_str(), *name))
            .collect::<Vec<_>>(),
        [
            ("Ann", "Ann"),
            ("Ann", "Bob"),
            ("Ann", "Dan"),
            ("Dan", "Ann"),
            ("Dan", "Bob"),
            ("Dan", "Dan")
        ]
    );
}

#[test]
fn what_a_query_computes_may_be_tested_and_given() {
    let crew = crew();
    assert_eq!(crew.boss_of("Dan").collect::<Vec<_>>(), ["Bob"]);
    assert_eq!(crew.boss_of("Ann").count(), 0);
    assert_eq!(crew.shouted(1).collect::<Vec<_>>(), ["ANN", "DAN"]);
    assert_eq!(crew.above(39).collect::<Vec<_>>(), [40, 50]);
    assert_eq!(crew.above(100).count(), 0);
}

#[test]
fn a_result_may_be_an_argument_or_a_part_of_one() {
    rules! {
        ruleset Office;
        fact Person { name: String, city: String }
        query city(city: &str) -> &str { when { Person { city, name: _ }; } select city }
        query pair(city: &str) -> (&str, &str) { when { Person { city, name }; } select (city, name) }
        query trimmed(city: &str) -> (&str, usize) {
            when { let known = city.trim(); Person { city: known, name }; }
            select (known, name.len())
        }
        query among(names: &[&str]) -> Option<&str> {
            when { for one in names.iter(); Person { name: == *one }; }
            select Some(one)
        }
        // What a function makes of an argument is not known: the lifetime is said.
        query longest(city: &'session str) -> &str { when { Person { city, name }; } select longest(city, name) }
        // What a result only asks of an argument ends with the call.
        query owned(city: &str) -> (String, &str) { when { Person { city, name }; } select (city.to_owned(), name) }
    }

    fn longest<'a>(one: &'a str, other: &'a str) -> &'a str {
        if one.len() > other.len() { one } else { other }
    }

    fn names_in(office: &Office, city: u32) -> Vec<(String, &str)> {
        office.owned(&format!("city {city}")).collect()
    }

    let mut office = Office::new();
    office.insert(Person {
        name: "Ann".into(),
        city: "city 1".into(),
    });
    let city = format!("city {}", 1);
    assert_eq!(office.city(&city).collect::<Vec<_>>(), ["city 1"]);
    assert_eq!(office.pair(&city).collect::<Vec<_>>(), [("city 1", "Ann")]);
    assert_eq!(
        office.trimmed(" city 1 ").collect::<Vec<_>>(),
        [("city 1", 3)]
    );
    assert_eq!(
        office.among(&["Bob", "Ann"]).collect::<Vec<_>>(),
        [Some("Ann")]
    );
    assert_eq!(office.longest(&city).collect::<Vec<_>>(), ["city 1"]);
    assert_eq!(names_in(&office, 1), [("city 1".to_owned(), "Ann")]);
}

#[test]
fn parameters_are_taken_apart_for_each_fact() {
    #[derive(Debug, Clone)]
    struct Wish {
        mark: char,
        rows: Vec<u8>,
    }

    rules! {
        ruleset Wanted;
        fact Cell { row: u8, mark: char, name: String }
        fact Ask(char);
        fact Seen(u8);

        query pair(p: (String, u8)) -> u8 {
            when { let (name, low) = p; Cell { name, row: > low, row }; Cell { row: < low }; }
            select row
        }
        query perhaps(name: Option<String>) -> u8 {
            when { Cell { name: found, row }; if let Some(wanted) = name; if *found == wanted; }
            select row
        }
        #[allow(rules::cross_product)]
        query listed(names: Vec<String>) -> u8 {
            when { Cell { row: > 0, name: first }; for name in names; Cell { name, row }; if first != ""; }
            select row
        }
        query wished(wish: Wish) -> u8 {
            when { let Wish { mark, rows } = wish; Cell { mark, row } if rows.contains(&row); }
            select row
        }
        query part(wish: Wish) -> u8 {
            when { Cell { row }; let rows = wish.rows; for wanted in wish.rows; if rows.len() > 1 && wanted == row; }
            select row
        }
        query again(wish: Wish) -> u8 { when { Cell { row: 9 }; let copy = wish; row in part(copy); } select row }
        rule asks {
            when { Ask(mark); row in wished(Wish { mark, rows: vec![1, 3] }); }
            then { insert Seen(row); }
        }
    }

    let mut wanted = Wanted::new();
    for (row, mark, name) in [(1, 'x', "a"), (3, 'x', "b"), (4, 'o', "a"), (9, 'o', "c")] {
        let name = name.to_owned();
        wanted.insert(Cell { row, mark, name });
    }
    let wish = || Wish {
        mark: 'x',
        rows: vec![9, 3],
    };
    let sorted = |mut rows: Vec<u8>| {
        rows.sort_unstable();
        rows
    };
    let pairs = wanted.pair(("a".to_owned(), 2)).collect();
    assert_eq!(sorted(pairs), [4]);
    let names = wanted.perhaps(Some("a".to_owned())).collect();
    assert_eq!(sorted(names), [1, 4]);
    assert_eq!(wanted.perhaps(None).count(), 0);
    let listed = wanted.listed(vec!["c".to_owned(), "b".to_owned()]);
    assert_eq!(sorted(listed.collect()), [3, 3, 3, 3, 9, 9, 9, 9]);
    assert_eq!(sorted(wanted.wished(wish()).collect()), [3]);
    assert_eq!(sorted(wanted.part(wish()).collect()), [3, 9]);
    assert_eq!(sorted(wanted.again(wish()).collect()), [3, 9]);

    wanted.insert(Ask('x'));
    assert_eq!(wanted.run().count, 2);
    let seen = wanted.facts::<Seen>().map(|seen| seen.0).collect();
    assert_eq!(sorted(seen), [1, 3]);
}

#[test]
fn what_has_no_clone_is_taken_apart_too() {
    /// It has no clone.
    #[derive(Debug)]
    enum Limit {
        Least(u8),
        Named(String),
    }

    rules! {
        ruleset Limits;
        fact Cell { row: u8, name: String }

        query limited(limit: Limit) -> u8 {
            when { Cell { row, name }; if let Limit::Least(least) = limit; if row > least; if name != ""; }
            select row
        }
        query named(limit: Limit) -> u8 {
            when { Cell { row, name }; if let Limit::Named(ref wanted) = limit; if name == wanted; }
            select row
        }
        query chain(p: (u8, String)) -> u8 {
            when { either { let (low, name) = p; Cell { row: > low, row, name }; } or { Cell { row: 0, row }; } }
            select row
        }
        #[allow(rules::unbounded_recursion)]
        query up(p: (u8, u8)) -> u8 {
            when { either { let (low, most) = p; Cell { row: > low, row: < most, row }; } or { row in up((p.0 + 1, p.1)); if p.0 < p.1; } }
            select row
        }
    }

    let mut limits = Limits::new();
    for (row, name) in [(1, "a"), (5, "b"), (7, "a")] {
        let name = name.to_owned();
        limits.insert(Cell { row, name });
    }
    assert_eq!(limits.limited(Limit::Least(4)).collect::<Vec<_>>(), [5, 7]);
    let named = limits.named(Limit::Named("a".to_owned()));
    assert_eq!(named.collect::<Vec<_>>(), [1, 7]);
    assert_eq!(limits.chain((1, "a".to_owned())).collect::<Vec<_>>(), [7]);
    assert_eq!(limits.up((2, 6)).collect::<Vec<_>>(), [5]);
}

/// Arguments taken apart, of which a part is a result.
mod parts {
    use rules_runtime::rules;
    #[test]
    fn a_part_of_an_argument_taken_by_value_may_be_a_result() {
        rules! {
            ruleset Office;
            fact Person { name: String, city: String }
            query among(names: Vec<&str>) -> &str {
                when { for one in names; Person { name: == one }; } select one
            }
            query perhaps(name: Option<&str>) -> (&str, &str) {
                when { if let Some(wanted) = name; Person { name: == wanted, city }; } select (wanted, city)
            }
            query pair(p: (&str, u8)) -> &str {
                when { let (name, low) = p; Person { name: == name, city }; if city.len() > low as usize; } select name
            }
        }
        let mut office = Office::new();
        office.insert(Person {
            name: "Ann".into(),
            city: "Rome".into(),
        });
        assert_eq!(
            office.among(vec!["Bob", "Ann"]).collect::<Vec<_>>(),
            ["Ann"]
        );
        assert_eq!(
            office.perhaps(Some("Ann")).collect::<Vec<_>>(),
            [("Ann", "Rome")]
        );
        assert_eq!(office.pair(("Ann", 1)).collect::<Vec<_>>(), ["Ann"]);
    }
}

/// Queries that are deprecated, and not called.
mod deprecated {
    #![deny(deprecated)]
    rules_runtime::rules! {
        pub(super) ruleset Shop;
        pub(super) fact Order { total: u32 }
        #[deprecated(note = "ask `sums`")]
        query totals() -> u32 { when { Order { total }; } select total }
        #[deprecated(note = "ask `sums`")]
        query reach(n: u32) -> u32 { when { either { Order { total: t } if t == n; let r = t; } or { m in reach(n); Order { total: r } if r == m; } } select r }
        query sums() -> u32 { when { Order { total }; } select total }
    }
}
#[test]
fn a_deprecated_query_is_told_where_it_is_called() {
    let mut shop = deprecated::Shop::new();
    shop.insert(deprecated::Order { total: 1 });
    assert_eq!(shop.sums().collect::<Vec<_>>(), [1]);
}
