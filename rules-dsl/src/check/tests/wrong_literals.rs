//! Literals of another type than their declared field.

use insta::assert_snapshot;

use super::in_rule;

#[test]
fn a_literal_of_another_type() {
    assert_snapshot!(in_rule(r#"Order { total: "a" };
Order { discount: 5 };
Order { customer: 'a', mark: "a" };
Order { open: 1 };
Order { total: 1 | 2u8 };
Order { total: 1.5.. };
o @ Order if o.total == "x";
Edge(_, false);"#), @r"
    1:32 wrong_literal: field `total` is of type `u32`, this is a string
    2:19 wrong_literal: field `discount` is of type `f64`, this is an integer
    3:19 wrong_literal: field `customer` is of type `String`, this is a character
    3:30 wrong_literal: field `mark` is of type `char`, this is a string
    4:15 wrong_literal: field `open` is of type `bool`, this is an integer
    5:20 wrong_literal: field `total` is of type `u32`, this is a number of another type
    6:16 wrong_literal: field `total` is of type `u32`, this is a floating-point number
    7:25 wrong_literal: field `total` is of type `u32`, this is a string
    8:9 wrong_literal: field `1` is of type `u32`, this is a truth value
    ");
}

#[test]
fn a_literal_of_the_type() {
    for when in [
        "Order { total: 1u32 };",
        "Order { discount: 1.0 };",
        r#"Order { customer: "a" };"#,
        "Order { mark: 'a'..='f' };",
        r#"Job { next: Some("a") };"#,
        "Cell { row: b'a' };",
    ] {
        assert_eq!(in_rule(when), "", "{when}");
    }
}
