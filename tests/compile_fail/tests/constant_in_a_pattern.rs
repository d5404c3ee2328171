//! A constant in a pattern is no variable.

const LIMIT: i32 = 9;

rules_runtime::rules! {
    ruleset Small;
    fact N { value: i32, other: Option<i32> }
    rule constant { when { N { value: LIMIT }; } then {} }
    rule associated { when { N { value: i32::MAX }; } then {} }
    rule either_of_two { when { N { value: LIMIT | 3 }; } then {} }
    rule named { when { N { value: v @ LIMIT } if v > 8; } then {} }
    rule nested { when { N { other: Some(LIMIT) }; } then {} }
}

#[test]
fn a_constant_in_a_pattern_is_compared() {
    let mut session = Small::new();
    session.insert(N {
        value: LIMIT,
        other: None,
    });
    session.insert(N {
        value: 3,
        other: Some(LIMIT),
    });
    session.insert(N {
        value: i32::MAX,
        other: Some(3),
    });
    assert_eq!(session.run().count, 6);
}
