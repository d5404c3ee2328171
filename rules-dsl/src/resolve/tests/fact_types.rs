//! Which types are fact types, and the fields of declared ones.

use insta::assert_snapshot;

use super::{errors, model};

#[test]
fn a_type_has_one_name() {
    assert_snapshot!(
        model(
            "use model::{Move, Step as Stride}; \
             rule r { when { Move; model::Move; Stride; model::Step; a::b::Line::Red; } then { } }"
        ),
        @r#"
    type Move reads {}
    type Stride reads {}
    type a::b::Line reads {Red}
    e0 type 0 reads {} `Move`
    e1 type 0 reads {} `model::Move`
    e2 type 1 reads {} `Stride`
    e3 type 1 reads {} `model::Step`
    e4 type 2 a::b::Line::Red reads {0} `a::b::Line::Red`
    t0 variant e4 [e4] `a::b::Line::Red`
    when e0; e1; e2; e3; e4 t0
    then []
    "#
    );
}

#[test]
fn two_types_of_one_name_are_an_error() {
    assert_snapshot!(
        errors("rule r { when {\na::Move;\nb::Move;\n} then { insert Vec::<u8>::new(); } }"),
        @r#"
    3:1: two fact types are named `Move`: `b::Move`, and `a::Move` at line 2 (give one another name: `use … as …;`)
    4:17: a fact type has no generic arguments here (give it a name: `type Pair = …;`)
    "#
    );
}

#[test]
fn unknown_fields_and_variants_name_the_nearest() {
    assert_snapshot!(
        errors(
            "fact Cell { row: u8, mark: u8 }\nfact enum Signal { Red, Blue { depth: u8 } }\nfact Unit;\n\
             rule r { when {\nCell { rwo: 1, row };\nCell { color };\nSignal::Rad;\nSignal::Blue { dept: 1 };\n\
             Signal { x };\nUnit { y };\nCell::New;\n} then { } }"
        ),
        @r#"
    5:8: `Cell` has no field `rwo` (did you mean `row`?)
    6:8: `Cell` has no field `color` (its fields are `row`, `mark`)
    7:9: `Signal` has no variant `Rad` (did you mean `Red`?)
    8:16: `Signal::Blue` has no field `dept` (did you mean `depth`?)
    9:10: `Signal` has no field `x`
    10:8: `Unit` has no field `y`
    11:7: `Cell` is no enum and has no variant `New`
    "#
    );
}

#[test]
fn an_insert_gives_the_fields_that_are_declared() {
    assert_snapshot!(
        errors(
            "fact Cell { row: u8, mark: u8 }\nfact enum Signal { Red, Blue { depth: u8 } }\nfact Edge(u8, u8);\n\
             rule r { when {} then {\ninsert Cell { row: 1, mrk: 2 };\ninsert (Cell { rwo, ..cell() });\n\
             insert Signal::Blue { dept: 1 };\ninsert Signal::Bleu { depth: 1 };\ninsert Edge { 0: 1, 2: 1 };\n\
             insert Cell { row: Foreign { rwo: 1 }.rwo, mark: 1 };\n} }"
        ),
        @r#"
    5:23: `Cell` has no field `mrk` (did you mean `mark`?)
    6:16: `Cell` has no field `rwo` (did you mean `row`?)
    7:23: `Signal::Blue` has no field `dept` (did you mean `depth`?)
    8:16: `Signal` has no variant `Bleu` (did you mean `Blue`?)
    9:21: `Edge` has no field `2`
    "#
    );
}

#[test]
fn tuples_have_so_many_positions() {
    assert_snapshot!(
        errors(
            "fact Edge(u32, u32);\nfact Cell { row: u8 }\nfact Unit;\nrule r { when {\nEdge(a);\nEdge(a, b, c);\n\
             Edge(a, b, c, ..);\nCell(d);\nUnit(e);\nForeign(.., f);\nEdge { 2: g };\nif f > c;\n} then { } }"
        ),
        @r#"
    5:1: `Edge` has 2 fields, the pattern names 1 (write `_` for a position, or `..` for the rest)
    6:12: `Edge` has 2 fields, the pattern names 3 (a pattern names each position once)
    7:12: `Edge` has 2 fields, the pattern names 3 (a pattern names each position once)
    8:1: `Cell` has named fields (write them in braces)
    9:1: `Unit` has no fields (leave the parentheses out)
    10:13: a position after `..` is known only where the ruleset declares the fact type (name the position: `Edge { 2: x }`)
    11:8: `Edge` has no field `2`
    "#
    );
}
