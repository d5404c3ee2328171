use std::path::Path;

use super::format;
use crate::source::Source;

fn formatted(text: &str) -> String {
    let source = Source::from_text(Path::new("shop.rules"), text.to_owned());
    format(&source).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

/// A text becomes another, which stays as it is.
#[track_caller]
fn becomes(text: &str, expected: &str) {
    let once = formatted(text);
    assert_eq!(once, expected);
    assert_eq!(formatted(&once), expected);
}

/// Lines as they stand in a body of a rule.
fn indented(lines: &str) -> String {
    let indent = |line: &str| match line {
        "" => String::new(),
        line => format!("        {line}"),
    };
    lines.lines().map(indent).collect::<Vec<_>>().join("\n")
}

/// The conditions of a rule become others.
#[track_caller]
fn conditions(text: &str, expected: &str) {
    let lines = indented(expected);
    becomes(
        &format!("rule r {{ when {{\n{text} }} then {{}} }}"),
        &format!("rule r {{\n    when {{\n{lines}\n    }}\n    then {{}}\n}}\n"),
    );
}

/// The block of a rule becomes another.
#[track_caller]
fn block(text: &str, expected: &str) {
    let lines = indented(expected);
    becomes(
        &format!("rule r {{ when {{}} then {{\n{text}\n}} }}"),
        &format!("rule r {{\n    when {{}}\n    then {{\n{lines}\n    }}\n}}\n"),
    );
}

#[test]
fn attributes_of_a_use_stand_above_it() {
    becomes(
        "ruleset Shop;#[ key( id:u32,at ) ]use a::{B,c as D};#[unique]use E;#[best( max:at,by(of ) )]use G;#[unique]type F=(u8,u8);",
        "\
ruleset Shop;
#[key(id: u32, at)]
use a::{B, c as D};
#[unique]
use E;
#[best(max: at, by(of))]
use G;
#[unique]
type F = (u8, u8);
",
    );
}

#[test]
fn items_are_spaced_and_rules_stand_apart() {
    becomes(
        "ruleset   Shop ;use a::{B,c};type Pair=(u8,u8);global n:u32;const X:u8=1;
         fact A;fact B(u32,pub(crate) Vec<(u8,u8)>);rule a{when{}then{}}rule b{when{}then{}}
         group g{rule c{when{}then{}}}group h{}",
        "\
ruleset Shop;
use a::{B, c};
type Pair = (u8, u8);
global n: u32;
const X: u8 = 1;
fact A;
fact B(u32, pub(crate) Vec<(u8, u8)>);

rule a {
    when {}
    then {}
}

rule b {
    when {}
    then {}
}

group g {
    rule c {
        when {}
        then {}
    }
}

group h {}
",
    );
}

#[test]
fn one_empty_line_of_several_is_kept_but_none_at_the_ends_of_a_body() {
    becomes(
        "\n\nfact A;\n\n\n\nfact B;\nfact C;\n\nrule r {\n\n    when {\n\n        A;\n\n\n        B;\n\n    }\n\n    then {}\n}\n\n\n",
        "fact A;\n\nfact B;\nfact C;\n\nrule r {\n    when {\n        A;\n\n        B;\n    }\n    then {}\n}\n",
    );
}

#[test]
fn attributes_have_lines_of_their_own() {
    becomes(
        "/// Why.\n#[salience( -5 )] #[ no_loop ]\nrule r { when {} then {} }",
        "/// Why.\n#[salience(-5)]\n#[no_loop]\nrule r {\n    when {}\n    then {}\n}\n",
    );
    becomes(
        "//! A file.\n#![allow(rules::cross_product)]\nfact A;",
        "//! A file.\n#![allow(rules::cross_product)]\nfact A;\n",
    );
}

#[test]
fn the_fields_of_a_fact_stay_on_one_line_or_have_lines_of_their_own() {
    becomes(
        "fact A{x:u8,y:HashMap<u8,Vec<u8>>,}\nfact B {\nx: u8, y: u8 }\nfact enum C{D,E{x:u8},F(u8),}",
        "\
fact A { x: u8, y: HashMap<u8, Vec<u8>> }
fact B {
    x: u8,
    y: u8,
}
fact enum C { D, E { x: u8 }, F(u8) }
",
    );
    becomes(
        "fact enum Signal {\n/// Stop.\nRed,\n\n#[default] Green{\n/// Seconds.\nsince:u8}}",
        "\
fact enum Signal {
    /// Stop.
    Red,

    #[default]
    Green {
        /// Seconds.
        since: u8,
    },
}
",
    );
}

#[test]
fn a_query_that_does_not_fit_has_a_line_for_each_parameter() {
    becomes(
        "query q(x:u8)->&'a u8{when{A{x};}select x}",
        "query q(x: u8) -> &'a u8 {\n    when { A { x }; }\n    select x\n}\n",
    );
    becomes(
        "query a_query_with_a_long_name(first_parameter: u32, second_parameter: Vec<String>) { when { A; } }",
        "\
query a_query_with_a_long_name(
    first_parameter: u32,
    second_parameter: Vec<String>,
) {
    when { A; }
}
",
    );
}

#[test]
fn conditions_have_lines_of_their_own_unless_they_were_on_one() {
    conditions(
        "m@Move{row,column:1 ..=3,..}if row>0 ; not   A(x,_) ; if let Some(y)=x ;\nfor z:u8 in 0 ..3;",
        "\
m @ Move { row, column: 1..=3, .. } if row > 0;
not A(x, _);
if let Some(y) = x;
for z: u8 in 0..3;",
    );
    becomes(
        "rule r { when { A;B; } then {} }",
        "rule r {\n    when { A; B; }\n    then {}\n}\n",
    );
}

#[test]
fn a_pattern_that_does_not_fit_has_its_guard_on_the_next_line() {
    conditions(
        "other @ Order { customer: a_customer, total, discount: 0 } if other.total > order.total && total > 1;",
        "\
other @ Order { customer: a_customer, total, discount: 0 }
    if other.total > order.total && total > 1;",
    );
}

#[test]
fn a_relation_follows_the_fields_where_it_fits_and_has_a_line_of_its_own_where_not() {
    conditions(
        "answer @ Answer{question:id}within   30s after question; not Answer before question before other;",
        "\
answer @ Answer { question: id } within 30s after question;
not Answer before question before other;",
    );
    conditions(
        "other @ Order { customer: a_customer, total, discount: 0 } within 10min of order if other.total > order.total;",
        "\
other @ Order { customer: a_customer, total, discount: 0 } within 10min of order
    if other.total > order.total;",
    );
    conditions(
        "other_order @ Order { customer: a_customer, total, discount: 0 } within A_LONG_TIME after the_order_before;",
        "\
other_order @ Order { customer: a_customer, total, discount: 0 }
    within A_LONG_TIME after the_order_before;",
    );
}

#[test]
fn a_kind_stands_on_one_line() {
    becomes(
        "pub kind  Animal=Dog  or a::Cat{name,age:u8};",
        "pub kind Animal = Dog or a::Cat { name, age: u8 };\n",
    );
}

#[test]
fn calls_of_queries_stand_on_one_line() {
    conditions(
        "x  in path( a,b )if x>3 ;( y,_ )in q( );not  linked( a );n=count( _ in next(a) );",
        "\
x in path(a, b) if x > 3;
(y, _) in q();
not linked(a);
n = count(_ in next(a));",
    );
}

#[test]
fn a_pattern_that_alone_does_not_fit_has_a_line_for_each_field() {
    conditions(
        "order @ Order { customer: a_customer, total: > a_limit_that_is_long, discount: 0, urgency: Some(x) } if x > 1;",
        "\
order @ Order {
    customer: a_customer,
    total: > a_limit_that_is_long,
    discount: 0,
    urgency: Some(x),
} if x > 1;",
    );
}

#[test]
fn the_bodies_of_conditions_stay_on_one_line_or_are_broken_together() {
    conditions(
        "either {A;} or {B;}\nnot {\nA; B; };\nforall A => {\nB;}",
        "\
either { A; } or { B; }
not {
    A;
    B;
};
forall A => {
    B;
}",
    );
    conditions(
        "either { A; } or {\nB; }",
        "either {\n    A;\n} or {\n    B;\n}",
    );
}

#[test]
fn an_accumulate_that_does_not_fit_is_broken_at_its_parentheses() {
    conditions(
        "t = sum(a_value * a_weight for { Factor { card, name, a_value }; Weight { name, a_weight }; }) by(card)if t>3;",
        "\
t = sum(a_value * a_weight for {
    Factor { card, name, a_value };
    Weight { name, a_weight };
}) by (card) if t > 3;",
    );
    conditions(
        "lines = collect(line @ Line { some_field, another_field: > 100 } if line.accepts(order) && line.is_open());",
        "\
lines = collect(
    line @ Line { some_field, another_field: > 100 }
        if line.accepts(order) && line.is_open()
);",
    );
}

#[test]
fn an_expression_that_does_not_fit_is_broken_as_prettyplease_does() {
    conditions(
        "if order.some_long_method_name(some_argument) && other.another_long_method_name(another_argument);",
        "\
if order.some_long_method_name(some_argument)
    && other.another_long_method_name(another_argument);",
    );
    conditions(
        "let pair=(order.total.checked_sub(other.total).unwrap_or_default(), order.discount.saturating_mul(20));",
        "\
let pair = (
    order.total.checked_sub(other.total).unwrap_or_default(),
    order.discount.saturating_mul(20),
);",
    );
}

#[test]
fn a_block_is_laid_out_as_prettyplease_does() {
    block(
        "let x=1;if x>0{f(x)}else{g(x);}for y in z{h(y)}",
        "\
let x = 1;
if x > 0 {
    f(x)
} else {
    g(x);
}
for y in z {
    h(y)
}",
    );
}

#[test]
fn effects_stand_among_rust_at_any_depth() {
    block(
        "for x in xs{if x.ok{modify x{x.n+=1;}}else{retract   x;}}insert Foo{a:1,};focus g;halt;",
        "\
for x in xs {
    if x.ok {
        modify x { x.n += 1; }
    } else {
        retract x;
    }
}
insert Foo { a: 1 };
focus g;
halt;",
    );
}

#[test]
fn an_effect_that_does_not_fit_is_broken() {
    block(
        "insert logical Order { customer: a_customer.clone(), total: order.total + other.total, discount: 0 };
         modify order { order.discount = 1; order.customer = a_function_with_a_long_name(order.total, 17); }
         modify order {\norder.total = 1; }",
        "\
insert logical Order {
    customer: a_customer.clone(),
    total: order.total + other.total,
    discount: 0,
};
modify order {
    order.discount = 1;
    order.customer = a_function_with_a_long_name(order.total, 17);
}
modify order {
    order.total = 1;
}",
    );
}

#[test]
fn a_block_of_one_or_two_simple_statements_may_stay_on_its_line() {
    becomes(
        "rule r { when {} then { modify a{a.x=1;} halt; } undo { if x { halt; } } }",
        "\
rule r {
    when {}
    then { modify a { a.x = 1; } halt; }
    undo {
        if x {
            halt;
        }
    }
}
",
    );
}

#[test]
fn comments_stay_where_they_are() {
    becomes(
        "\
// A file.

/* A ruleset. */ ruleset Shop; // named
fact A { x: u8, /* not much */ y: u8 }
rule r { // the rule
    // before when
    when { // its conditions
        A { x }; // the first
        // between

        A { y };
        // at the end
    }
    // before then
    then { // its block
        // first
        let a = 1; // one

        // before two
        if a > 1 { // deep
            f(); // deeper
        }
        // last
    }
    // after then
}
// the end
",
        "\
// A file.

/* A ruleset. */
ruleset Shop; // named
fact A {
    x: u8, /* not much */
    y: u8,
}

rule r { // the rule
    // before when
    when { // its conditions
        A { x }; // the first
        // between

        A { y };
        // at the end
    }
    // before then
    then { // its block
        // first
        let a = 1; // one

        // before two
        if a > 1 { // deep
            f(); // deeper
        }
        // last
    }
    // after then
}
// the end
",
    );
}

#[test]
fn an_item_that_would_say_something_else_is_left_as_it_is() {
    becomes(
        "\
ruleset A;
fact   Before  { x: u32 }
fact enum Kind // one
{ // two
A, B }
fact   After  { x: u32 }
",
        "\
ruleset A;
fact Before { x: u32 }
fact enum Kind // one
{ // two
A, B }
fact After { x: u32 }
",
    );
}

#[test]
fn a_comment_after_the_last_expression_of_a_block_is_kept_there() {
    becomes(
        "\
ruleset A;
fn f(x: u32) -> u32 {
    match x { 1 => { 2 /* two */ } _ => { x // itself
    } }
}
fact T(u32);
rule r { when { T(v); } then { let f = |x: u32| { x + 1 /* more */ }; f(v);
    let t = (0..v).map(|x| {
 x + 1 // more
}).sum::<u32>(); } }
",
        "\
ruleset A;
fn f(x: u32) -> u32 {
    match x {
        1 => {
            2 /* two */
        }
        _ => {
            x // itself
        }
    }
}
fact T(u32);

rule r {
    when { T(v); }
    then {
        let f = |x: u32| {
            x + 1 /* more */
        };
        f(v);
        let t = (0..v)
            .map(|x| {
                x + 1 // more
            })
            .sum::<u32>();
    }
}
",
    );
}

#[test]
fn what_a_comment_stands_in_the_midst_of_is_left_as_it_is() {
    conditions(
        "A{x:/* here */ 1};\n  if  x   // why\n    > 1;\nB{y};",
        "\
A {
    x:/* here */ 1,
};
if x   // why
  > 1;
B { y };",
    );
    block(
        "let a=1;f(1, // one\n  2);let b=2;",
        "let a = 1;\nf(1, // one\n  2);\nlet b = 2;",
    );
}

#[test]
fn a_comment_among_fields_is_kept_there() {
    conditions(
        "A { x, // one\n y: > 1, /* two */ z };",
        "\
A {
    x, // one
    y: > 1, /* two */
    z,
};",
    );
}

#[test]
fn what_stands_in_a_literal_is_not_moved() {
    becomes(
        "rule r { when {} then { let a = \"one\n  two  \n\";/* why */\nlet b =  [ \"x\n   y\" /* c */]; } }",
        "rule r {
    when {}
    then {
        let a = \"one\n  two  \n\"; /* why */
        let b =  [ \"x\n   y\" /* c */];
    }
}
",
    );
}

#[test]
fn line_ends_of_windows_become_plain() {
    becomes(
        "fact A;\r\n\r\n\r\n// b\r\nfact B;\r\n",
        "fact A;\n\n// b\nfact B;\n",
    );
}

#[test]
fn an_empty_file_stays_empty() {
    becomes("", "");
    becomes("\n\n", "");
    becomes("// only this", "// only this\n");
}

#[test]
fn what_does_not_parse_is_an_error() {
    let text = "rule r { when { A } then {} }".to_owned();
    let source = Source::from_text(Path::new("shop.rules"), text);
    let diagnostics = format(&source).unwrap_err();
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn the_columns_of_a_table_stand_one_below_the_other() {
    becomes(
        "#[hit(first)]
table t(c:&C,n:i32)->R{|c.k:K( A or B)|n||x|y:u8|
  // first
  |A or B|>= -5||f(1,2)|1| // end

  |A|1 ..= 5||g|-2| | else||h|3|}
fact A;
table u(c:u8)->u8 from \"u.xlsx\",sheet \"U\"{|c||x|}",
        "\
#[hit(first)]
table t(c: &C, n: i32) -> R {
    | c.k: K(A or B) | n     || x       | y: u8 |
    // first
    | A or B         | >= -5 || f(1, 2) | 1     | // end

    | A              | 1..=5 || g       | -2    |
    | else                   || h       | 3     |
}

fact A;

table u(c: u8) -> u8 from \"u.xlsx\", sheet \"U\" {
    | c || x |
}
",
    );
}

#[test]
fn what_a_cell_asks_on_either_side_of_or_is_no_generic_argument() {
    becomes(
        "table t(a:i32)->u8{|a||x| |<0 or>=2||1| |-1 or<= -3 or>7||2| |- || 3|}",
        "\
table t(a: i32) -> u8 {
    | a                  || x |
    | < 0 or >= 2        || 1 |
    | -1 or <= -3 or > 7 || 2 |
    | -                  || 3 |
}
",
    );
}

#[test]
fn a_look_up_of_a_table_is_written_as_a_call() {
    becomes(
        "table t(a:u8,b:u8)->u8{|a|b||x| |-|-||1|} rule r{when{fee=t ( 1,* &b )if fee>1;} then {}}",
        "\
table t(a: u8, b: u8) -> u8 {
    | a | b || x |
    | - | - || 1 |
}

rule r {
    when { fee = t(1, *&b) if fee > 1; }
    then {}
}
",
    );
}

#[test]
fn a_table_that_is_asked_may_stand_in_another_file() {
    conditions(
        "Order{total};fee=fee_of ( total,1 )if fee>1;not{p=price (total);}",
        "\
Order { total };
fee = fee_of(total, 1) if fee > 1;
not { p = price(total); }",
    );
}

#[test]
fn what_a_break_puts_into_braces_is_laid_out_as_if_they_had_been_there() {
    block(
        "match kind { Kind::First => log.push(format!(\"the first of the kinds was seen, and it had the name {name}\")), _ => {} }",
        "\
match kind {
    Kind::First => {
        log.push(format!(\"the first of the kinds was seen, and it had the name {name}\"))
    }
    _ => {}
}",
    );
    block(
        "names.iter().enumerate().filter(|name| name.1 > 0).for_each(|(number, name)| log.push(format!(\"the {number}. of the kinds was {name}\")));",
        "\
names
    .iter()
    .enumerate()
    .filter(|name| name.1 > 0)
    .for_each(|(number, name)| {
        log.push(format!(\"the {number}. of the kinds was {name}\"))
    });",
    );
}

#[test]
fn documentation_in_block_comments_stays_a_comment() {
    becomes(
        "\
/** A fact. */ fact A { /** Its
 number. */ x: u8, y: u8 }
fact enum B { /** One. */ C, D(/** d */ u8) }
fact E { /** Short. */ x: u8 }
/** A global. */ global g: u8;
/** A rule. */ rule r { when {} then {} }
",
        "\
/** A fact. */
fact A {
    /** Its
 number. */
    x: u8,
    y: u8,
}
fact enum B {
    /** One. */
    C,
    D(
        /** d */
        u8,
    ),
}
fact E {
    /** Short. */
    x: u8,
}
/** A global. */
global g: u8;

/** A rule. */
rule r {
    when {}
    then {}
}
",
    );
}
