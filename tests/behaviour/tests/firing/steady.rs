//! In a steady state most elements of the language allocate nothing. (Records of what fired do, for `undo` and its kin; facts that
//! rest on one another as they fall; and windows.)

use rules_runtime::{HandleError, rules};

use crate::allocation::allocations;

/// A ruleset, of which a cycle of changes allocates nothing.
macro_rules! steady {
    ($test:ident, $session:ident = $new:expr, { $($rules:tt)* }, $cycle:block) => {
        #[test]
        fn $test() {
            rules! { $($rules)* }
            let mut $session = $new;
            assert_eq!(allocations(|| $cycle), 0);
        }
    };
}

steady!(logical_facts, session = Access::new(), {
    ruleset Access;
    fact Login(u32);
    fact Ban(u32);
    #[unique]
    fact Admin(u32);
    #[unique]
    fact Open(u32);
    #[unique]
    fact Quiet(u32);
    rule admin { when { Login(who); not Ban(who); } then { insert logical Admin(who); } }
    rule open { when { Admin(who); exists Login(who); } then { insert logical Open(who); } }
    rule quiet { when { Ban(who); not Admin(who); } then { insert logical Quiet(who); } }
}, {
    let logins = [1, 2, 3].map(|who| session.insert(Login(who)));
    session.run();
    let ban = session.insert(Ban(2));
    session.run();
    assert_eq!((session.len::<Open>(), session.len::<Quiet>()), (2, 1));
    session.retract(ban).unwrap();
    session.run();
    for login in logins {
        session.retract(login).unwrap();
    }
    session.run();
    assert!(session.is_empty::<Open>());
});

steady!(elements, session = Baskets::new(0), {
    ruleset Baskets;
    fact Basket { id: u32, items: Vec<u32> }
    fact Price(u32, u32);
    global count: u64;
    rule dear { when { Basket { items }; for &item in items.iter(); Price(item, price) if price > 3; } then { *count += u64::from(price); } }
    rule kept { when { Basket { id, items }; for half: u32 in items.iter().map(|item| item / 2); not Price(half, _); } then { *count += u64::from(id + half); } }
}, {
    let prices = [(1, 2), (2, 4), (3, 6)].map(|(item, price)| session.insert(Price(item, price)));
    let none = Basket { id: 0, items: Vec::new() };
    let basket = session.insert(none);
    session.run();
    for price in prices {
        session.retract(price).unwrap();
    }
    session.run();
    session.retract(basket).unwrap();
});

steady!(accumulates, session = Sums::new(0), {
    ruleset Sums;
    fact Team(u32);
    fact Member { team: u32, score: u32 }
    global count: u64;
    rule all { when { n = count(Member); most = max(score for Member { score }); least = min(score for Member { score }); } then { *count += (n as u64) + u64::from(most + least); } }
    rule of_team { when { Team(team); sum = sum(score for Member { team, score }); mean = avg(score for Member { team, score }); } then { *count += u64::from(sum) + u64::from(mean > 2.0); } }
    rule by { when { n = count(Member { team }) by (team); if n > 1; } then { *count += u64::from(team); } }
    rule best { when { Team(team); best = max_by(m.score for m @ Member { team }); } then { *count += u64::from(best.score); } }
    rule any { when { Team(team); exists { Member { team, score }; Member { team, score: > score }; } } then { *count += 1; } }
    rule each { when { forall Team(team) => Member { team }; } then { *count += 1; } }
}, {
    let teams = [0, 1].map(|team| session.insert(Team(team)));
    let members: [_; 12] = std::array::from_fn(|n| {
        let n = n as u32;
        session.insert(Member { team: n % 2, score: 7 * n % 5 })
    });
    session.run();
    for member in members {
        session.update(member, |member| member.score += 1).unwrap();
        session.run();
    }
    for member in members {
        session.retract(member).unwrap();
    }
    for team in teams {
        session.retract(team).unwrap();
    }
    session.run();
});

steady!(groups_and_focus, session = Phases::new(0), {
    ruleset Phases;
    fact Task(u32);
    global count: u64;
    group early { rule first { when { Task(n); } then { *count += u64::from(n); } } }
    group late { #[auto_focus] rule second { when { Task(n) if n > 2; } then { *count += 1; focus early; } } }
}, {
    let tasks = [1, 2, 3, 4].map(|n| session.insert(Task(n)));
    session.focus(PhasesGroup::Early);
    session.run();
    for task in tasks {
        session.retract(task).unwrap();
    }
});

steady!(found_whole, session = Whole::new(0), {
    ruleset Whole;
    fact A { id: u32, to: u32 }
    fact B { id: u32, to: u32 }
    fact C(u32);
    global count: u64;
    rule chain { when { A { to }; B { id: to, to: end }; A { id: end }; not C(end); } then { *count += 1; } }
    rule copy { when { A { to }; B { id: to, to: end } if end > 2; } then { insert C(100 + end); } }
    #[salience(-1)]
    rule forget { when { c @ C(100..); } then { retract c; } }
}, {
    let all: [_; 8] = std::array::from_fn(|n| {
        let n = n as u32;
        (session.insert(A { id: n, to: n + 1 }), session.insert(B { id: n, to: n + 1 }))
    });
    session.run();
    let c = session.insert(C(4));
    session.run();
    session.retract(c).unwrap();
    session.run();
    for (a, b) in all {
        session.retract(a).unwrap();
        session.retract(b).unwrap();
    }
});

steady!(ways_back, session = Search::new(0), {
    #[backtrack]
    ruleset Search;
    fact Place { row: u32, column: u32 }
    fact Row(u32);
    global count: u64;
    rule put { when { r @ Row(row); } then { choose column in 0..3; retract r; insert Place { row, column }; } }
    rule clash { when { Place { row, column }; Place { row: > row, column }; } then { fail; } }
}, {
    let start = session.checkpoint();
    for row in 0..3 {
        session.insert(Row(row));
    }
    session.run();
    session.rollback(start).unwrap();
});

steady!(transactions, session = Books::new(0), {
    ruleset Books;
    #[key(id)]
    fact Account { id: u32, money: u32 }
    fact Move { from: u32, to: u32, money: u32 }
    global count: u64;
    rule booked {
        when { m @ Move { from, to, money }; a @ Account { id: from, money: >= money }; b @ Account { id: to }; }
        then { let much = m.money; modify a { a.money -= much; } modify b { b.money += much; } retract m; *count += 1; }
    }
}, {
    let accounts = session.transaction(|books| {
        books.insert(Move { from: 0, to: 1, money: 3 });
        Ok::<_, HandleError>([0, 1, 2, 3].map(|id| books.insert(Account { id, money: 10 })))
    });
    session.run();
    session.transaction(|books| {
        for account in accounts.unwrap() {
            books.retract(account)?;
        }
        Ok::<_, HandleError>(())
    }).unwrap();
});
