//! Cells of every kind of column, beside what plain Rust says of the same values.

use std::rc::Rc;

use rules_runtime::rules;

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Celsius(i16);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Round,
    Flat { sides: u8 },
}

const FREEZING: Celsius = Celsius(0);

rules! {
    ruleset Cells;

    table unsigned(n: u64) -> u8 {
        | n             || r |
        | 0             || 0 |
        | 1 or 3        || 1 |
        | 2             || 2 |
        | 4..1_000      || 3 |
        | 1_000..=0xFFFF || 4 |
        | > 0xFFFF      || 5 |
    }

    table signed(n: i8) -> u8 {
        | n           || r |
        | ..-100      || 0 |
        | -100..=-1   || 1 |
        | 0           || 2 |
        | not -128..=0 || 3 |
    }

    table floats(x: f32) -> u8 {
        | x            || r |
        | < -0.5       || 0 |
        | -0.5..0.5    || 1 |
        | 0.5..        || 2 |
        | else         || 3 |
    }

    table tenth(x: f32) -> u8 {
        | x          || r |
        | 0.1        || 0 |
        | 0.10000001 || 1 |
        | < 0.1      || 2 |
        | > 0.10000001 || 3 |
        | else       || 4 |
    }

    table huge(n: u128) -> u8 {
        | n                                            || r |
        | < 170141183460469231731687303715884105726    || 0 |
        | 170141183460469231731687303715884105726      || 1 |
        | > 170141183460469231731687303715884105726    || 2 |
    }

    table characters(c: char) -> u8 {
        | c            || r |
        | 'a'..='z'    || 0 |
        | '0'..='9'    || 1 |
        | else         || 2 |
    }

    table texts(a: &str, b: &Rc<str>, c: String) -> u8 {
        | a       | b       | c           || r |
        | "a \"b" | -       | -           || 0 |
        | else                            || 9 |
    }

    table others(t: Celsius, shape: &Shape, n: Option<u8>) -> u8 {
        | t: Celsius               | shape: Shape          | n: Option<u8>     || r |
        | FREEZING or Celsius(100) | -                     | -                 || 0 |
        | not FREEZING or Celsius(100) | Shape::Round          | None              || 1 |
        | not FREEZING or Celsius(100) | Shape::Flat { sides: 3 } | Some(3) or None || 2 |
        | else                                                                 || 9 |
    }
}

#[test]
fn unsigned_integers_have_constants_and_ranges() {
    let answers = [0, 1, 2, 3, 4, 999, 1_000, 65_535, 65_536, u64::MAX].map(Cells::unsigned);
    assert_eq!(answers, [0, 1, 2, 1, 3, 3, 4, 4, 5, 5]);
}

#[test]
fn signed_integers_go_to_the_ends_of_their_type() {
    for n in i8::MIN..=i8::MAX {
        let expected = match n {
            ..-100 => 0,
            -100..=-1 => 1,
            0 => 2,
            1.. => 3,
        };
        assert_eq!(Cells::signed(n), expected, "{n}");
    }
}

#[test]
fn nan_is_in_no_range() {
    let answers = [
        f32::NEG_INFINITY,
        -0.5,
        -0.0,
        0.49,
        0.5,
        f32::INFINITY,
        f32::NAN,
    ];
    assert_eq!(answers.map(Cells::floats), [0, 1, 1, 1, 2, 2, 3]);
}

#[test]
fn constants_are_of_the_type_of_their_column() {
    let tenth = 0.1_f32;
    let answers = [tenth, tenth.next_up(), tenth.next_down(), 1.0, f32::NAN];
    assert_eq!(answers.map(Cells::tenth), [0, 1, 2, 3, 4]);
}

#[test]
fn great_integers_are_greater_than_those_that_can_be_named() {
    let named = u128::MAX / 2 - 1;
    let answers = [0, named - 1, named, named + 1, named + 2, u128::MAX];
    assert_eq!(answers.map(Cells::huge), [0, 0, 1, 2, 2, 2]);
}

#[test]
fn characters_have_ranges() {
    assert_eq!(
        ['a', 'z', '{', '0', 'ß'].map(Cells::characters),
        [0, 0, 2, 1, 2]
    );
}

#[test]
fn texts_of_every_type_are_equal_or_not() {
    let texts = |a: &str| Cells::texts(a, &Rc::from("b"), "c".to_owned());
    assert_eq!([texts("a \"b"), texts("a")], [0, 9]);
}

#[test]
fn constants_of_other_types_are_compared_as_rust_does() {
    let flat = Shape::Flat { sides: 3 };
    let ask = |t, shape: &Shape, n| Cells::others(Celsius(t), shape, n);
    assert_eq!(ask(0, &flat, None), 0);
    assert_eq!(ask(100, &Shape::Round, None), 0);
    assert_eq!(ask(1, &Shape::Round, None), 1);
    assert_eq!(ask(1, &flat, Some(3)), 2);
    assert_eq!(ask(1, &flat, Some(4)), 9);
}
