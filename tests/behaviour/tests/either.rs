//! `either`: one match for each branch that holds, and what the branches bind.

use rules_runtime::rules;

#[test]
fn a_block_after_either_sees_what_each_branch_binds() {
    rules! {
        ruleset Ferries;
        fact Line { from: u32, to: u32 }
        fact Boat;
        fact Closed(u32);
        fact Night;
        global log: Vec<(u32, u32)>;
        rule sail {
            when {
                either { Line { from: here, to: there }; } or { Line { from: there, to: here }; }
                Boat;
                not { Closed(here); Night; }
            }
            then { log.push((here, there)); }
        }
    }
    let mut session = Ferries::new(vec![]);
    session.insert(Line { from: 1, to: 2 });
    session.insert(Boat);
    session.insert(Night);
    session.insert(Closed(1));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(2, 1)]);
}

#[test]
fn branches_over_one_type_may_be_followed_by_blocks() {
    rules! {
        #[allow(rules::duplicate_rule)]
        ruleset Small;
        fact A { x: u32 }
        fact B;
        rule r {
            when {
                either { A { x: _n }; } or { A { x: _n }; }
                B;
                exists { not A { x: 9 }; }
            }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert(A { x: 1 });
    session.insert(B);
    assert_eq!(session.run().count, 2);
}
