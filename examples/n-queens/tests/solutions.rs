//! Both ways to search, checked against each other and against a plain search.

use n_queens::{Database, Kind, Placing, Search, Solution, Stats};

/// How many solutions there are for 1 to 12 queens.
const COUNTS: [usize; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];

/// Whether no queen can take another.
fn is_solution(rows: &[u32]) -> bool {
    let queens: Vec<_> = (1_u32..).zip(rows).collect();
    queens.iter().enumerate().all(|(index, &(a, x))| {
        queens[index + 1..]
            .iter()
            .all(|&(b, y)| x != y && x.abs_diff(*y) != b - a)
    })
}

/// All solutions, in order, without rules.
fn plain(queens: u32) -> Vec<Solution> {
    let mut solutions = Vec::new();
    let mut stack = vec![Vec::new()];
    while let Some(rows) = stack.pop() {
        if rows.len() == queens as usize {
            solutions.push(Solution::new(rows));
            continue;
        }
        for row in (1..=queens).rev() {
            let longer = [&rows[..], &[row]].concat();
            if is_solution(&longer) {
                stack.push(longer);
            }
        }
    }
    solutions
}

/// How many queens the tests place at the most: `N_QUEENS=12` takes minutes without optimization.
fn most() -> u32 {
    let most = std::env::var("N_QUEENS");
    most.map_or(8, |most| most.parse().expect("`N_QUEENS` is a number"))
}

#[test]
fn both_ways_find_every_solution_in_the_same_order() {
    for queens in 1..=most() {
        let expected = plain(queens);
        assert_eq!(expected.len(), COUNTS[queens as usize - 1]);
        assert!(Search::new(queens, ()).eq(expected.iter().cloned()));
        assert!(Placing::new(queens, ()).eq(expected));
    }
}

#[test]
fn after_the_last_solution_there_is_none() {
    let mut search = Search::new(4, ());
    assert_eq!(search.by_ref().count(), 2);
    assert_eq!(search.next(), None);
    let mut placing = Placing::new(4, ());
    assert_eq!(placing.by_ref().count(), 2);
    assert_eq!(placing.next(), None);
}

#[test]
fn the_database_warns_of_queens_on_one_row_or_diagonal() {
    let shown = |rows: &[u32], kind| {
        let mut database = Database::new(());
        for (queen, &row) in (1..).zip(rows) {
            database.place(queen, row);
        }
        let shown = database.show(kind).into_iter();
        shown
            .map(|assertion| assertion.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(&[2, 4, 1, 3], Kind::Warning), [""; 0]);
    // Queens 1 and 4 on one row, 2 and 3 on a rising diagonal.
    assert_eq!(
        shown(&[1, 3, 4, 1], Kind::Warning),
        [1, 2, 3, 4].map(|queen| format!("warning: queen {queen} can be taken"))
    );
    // Queens 1 and 3 on a falling diagonal.
    assert_eq!(
        shown(&[4, 1, 2], Kind::Warning),
        [
            "warning: queen 1 can be taken",
            "warning: queen 2 can be taken",
            "warning: queen 3 can be taken"
        ]
    );
    assert_eq!(
        shown(&[5, 1], Kind::Queen),
        ["queen 1 is placed on row 5", "queen 2 is placed on row 1"]
    );
}

#[test]
fn a_placement_that_is_not_good_leaves_nothing() {
    let mut database = Database::new(());
    let first = database.try_to_place(1, 1).expect("she stands alone");
    assert!(database.try_to_place(2, 2).is_none());
    assert!(database.try_to_place(2, 1).is_none());
    assert_eq!(database.show(Kind::Warning), []);
    assert_eq!(database.show(Kind::Queen).len(), 1);
    assert!(database.try_to_place(2, 3).is_some());
    database.take_back(first);
    assert_eq!(database.show(Kind::Queen), []);
}

#[test]
fn both_ways_come_to_the_same_choice_points() {
    for queens in [4, 6, 7] {
        let mut search = Search::new(queens, Stats::default());
        search.by_ref().for_each(drop);
        let mut placing = Placing::new(queens, Stats::default());
        placing.by_ref().for_each(drop);
        let (search, placing) = (search.stats(), placing.stats());
        assert_eq!(search.choice_points, placing.choice_points);
        assert!(search.firings > 0 && placing.firings > 0);
        assert!(search.inserted > 0 && placing.inserted > 0);
    }
}

#[test]
fn there_are_as_many_choice_points_as_ways_to_begin() {
    let mut search = Search::new(6, Stats::default());
    search.by_ref().for_each(drop);
    // Good placements of none to five queens.
    let mut beginnings: Vec<Vec<u32>> = vec![vec![]];
    let mut total = 0;
    for _ in 0..6 {
        total += beginnings.len();
        beginnings = beginnings
            .iter()
            .flat_map(|rows| (1..=6).map(|row| [&rows[..], &[row]].concat()))
            .filter(|rows| is_solution(rows))
            .collect();
    }
    assert_eq!(search.stats().choice_points, total as u64);
}
