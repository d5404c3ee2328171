use super::mistakes;

/// What is said of each text.
#[track_caller]
fn says(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(mistakes(text).trim_end(), *expected, "{text}");
    }
}

#[test]
fn a_missing_semicolon_is_found_at_the_next_token() {
    says(&[
        (
            "rule a { when { A } then {} }",
            "1:19: expected `{`, `(`, `if` or `;`, found `}`",
        ),
        (
            "rule a { when { A { x }
 m @ B; C } then {} }",
            "2:2: expected `if` or `;`, found `m`
2:11: expected `{`, `(`, `if` or `;`, found `}`",
        ),
        (
            "rule a { when { if a
 B; if c } then {} }",
            "2:2: expected `;`, found `B`
2:10: expected `;`, found `}`",
        ),
        (
            "rule a { when { not A forall A => B; } then {} }",
            "1:23: expected `{`, `(`, `if` or `;`, found `forall`",
        ),
        (
            "global x: u8
rule a { when { A; } then {} }",
            "2:1: expected `;`, found `rule`",
        ),
        (
            "rule a { when {} then { insert A
 retract b; insert A {} let x = 1; halt } }",
            "2:2: expected `;`, found `retract`
2:25: expected `;`, found `let`
2:41: expected `;`, found `}`",
        ),
    ]);
}

#[test]
fn every_condition_is_parsed_in_spite_of_the_others() {
    says(&[
        (
            "rule a { when { A B; C E; x = ; F { g h }; } then {} }",
            "1:19: expected `{`, `(`, `if` or `;`, found `B`
1:24: expected `{`, `(`, `if` or `;`, found `E`
1:31: expected an accumulate's function, found `;`
  (help) a computed variable is written `let x = …;`
1:39: expected `,`, `:` or `}`, found `h`",
        ),
        (
            "rule a { when { not { A B; } either { C D; } or { E F; } } then { insert; } undo { fail } }",
            "1:25: expected `{`, `(`, `if` or `;`, found `B`
1:41: expected `{`, `(`, `if` or `;`, found `D`
1:53: expected `{`, `(`, `if` or `;`, found `F`
1:73: expected a fact, found `;`
1:89: expected `;`, found `}`",
        ),
        (
            "group g { rule a { when {} } fact B; rule b { when { x y; } then {} } }",
            "1:28: expected `then`, found `}`
  (help) a rule without effects has an empty `then {}`
1:30: expected a rule, found `fact`
1:56: expected `{`, `(`, `if` or `;`, found `y`",
        ),
    ]);
}

#[test]
fn every_item_is_parsed_in_spite_of_the_others() {
    says(&[
        (
            "ruel a { when {} then {} }
rule b { when { x } then {} }
fact X<T>;
rule c { whn }",
            "1:1: expected an item, found `ruel`
  (help) did you mean `rule`?
2:19: expected `{`, `(`, `if` or `;`, found `}`
3:7: expected `{`, `(` or `;`, found `<`
  (help) a fact type has no parameters and owns its data; `type` names one instance of a generic type: `type Name = …<u32>;`
4:10: expected `when`, found `whn`",
        ),
        (
            "rule a when {} then {}
rule b { then {} }",
            "1:8: expected `{`, found `when`
  (help) a rule is written `rule a { when { … } then { … } }`
2:10: expected `when`, found `then`
  (help) a rule without conditions has an empty `when {}`",
        ),
        (
            "const X: u8 = ; fn f() -> {} impl {}",
            "1:15: expected an expression, found `;`
1:27: expected a type, found `{`
1:35: expected a type, found `{`",
        ),
    ]);
}

#[test]
fn an_accumulate_needs_a_function_that_is_there() {
    says(&[
        (
            "rule a { when { x = coutn(A); } then {} }",
            "1:21: expected `count`, `collect`, `sum`, `min`, `max`, `avg`, `min_by`, `max_by` or `accumulate`, found `coutn`
  (help) did you mean `count`?",
        ),
        (
            "rule a { when { x = price(1); } then {} }",
            "1:21: expected `count`, `collect`, `sum`, `min`, `max`, `avg`, `min_by`, `max_by` or `accumulate`, found `price`
  (help) a computed variable is written `let x = …;`",
        ),
        (
            "rule a { when { x = 3; } then {} }",
            "1:21: expected an accumulate's function, found `3`
  (help) a computed variable is written `let x = …;`",
        ),
        (
            "rule a { when { x = y; } then {} }",
            "1:22: expected `(`, found `;`
  (help) a computed variable is written `let x = …;`",
        ),
        (
            "rule a { when { x = sum(A); } then {} }",
            "1:26: expected `for`, found `)`
  (help) the value comes first: `sum(total for Order { total })`",
        ),
        (
            "rule a { when { x = count(a for A); } then {} }",
            "1:29: expected `{`, `(`, `if` or `)`, found `for`
  (help) `count` and `collect` take patterns alone: `collect(o @ Order)`",
        ),
        (
            "rule a { when { x = accumulate(B for C); } then {} }",
            "1:39: expected `,`, found `)`",
        ),
        (
            "rule a { when { t = sum(x for A) by card; } then {} }",
            "1:37: expected `(`, found `card`",
        ),
    ]);
}

#[test]
fn a_condition_says_what_it_lacks() {
    says(&[
        (
            "rule a { when { if ; let = 3; let x: = 3; for x on y; } then {} }",
            "1:20: expected an expression, found `;`
1:26: expected a pattern, found `=`
1:38: expected a type, found `=`
1:49: expected `in` or `:`, found `on`",
        ),
        (
            "rule a { when { exists; not; forall A; either { A; } } then {} }",
            "1:23: expected a fact pattern or `{`, found `;`
1:28: expected a fact pattern or `{`, found `;`
1:38: expected `=>`, found `;`
  (help) it is written `forall P => Q;`
1:54: expected `or`, found `}`",
        ),
        (
            "rule a { when { if c +; if a === b; } then {} }",
            "1:23: expected an expression, found `;`
1:32: expected an expression, found `=`",
        ),
    ]);
}

#[test]
fn a_pattern_says_what_it_lacks() {
    says(&[
        (
            "rule a { when { Foo { a b }; Foo(a b); Foo { a: }; Foo { a: 1 + }; } then {} }",
            "1:25: expected `,`, `:` or `}`, found `b`
1:36: expected `,` or `)`, found `b`
1:49: expected a pattern, found `}`
1:63: expected `,` or `}`, found `+`
  (help) an expression stands after a comparison: `a: == 1 + …`",
        ),
        (
            "rule a { when { Foo<T>; Foo { row, 0 }; A(.., x, ..); x @; } then {} }",
            "1:17: expected a fact type, found a type with generic arguments
  (help) give it a name of its own: `type Pair = …;`
1:38: expected `:`, found `}`
1:50: `..` stands twice in one pattern
1:58: expected a type, found `;`",
        ),
        (
            "rule a { when { fn @ A; self @ B; A { x: fn }; A { x: == }; } then {} }",
            "1:17: expected a name, found the keyword `fn`
  (help) a name that is a keyword is written `r#fn`
1:25: expected a name, found the keyword `self`
1:42: expected a pattern, found `fn`
1:58: expected an expression, found `}`",
        ),
    ]);
}

#[test]
fn an_item_says_what_it_lacks() {
    says(&[
        (
            "rule a { then {} }",
            "1:10: expected `when`, found `then`
  (help) a rule without conditions has an empty `when {}`",
        ),
        (
            "rule a { when {} }",
            "1:18: expected `then`, found `}`
  (help) a rule without effects has an empty `then {}`",
        ),
        (
            "rule { when {} then {} }",
            "1:6: expected a name, found `{`",
        ),
        (
            "query q() { when {} select 1 }",
            "1:21: expected `}`, found `select`
  (help) a query that selects states its type: `query name() -> T`",
        ),
        (
            "query q() -> u8 { when {} }",
            "1:27: expected `select`, found `}`
  (help) what each match gives is written `select …`; where it matters only whether there is one, leave out the type",
        ),
        (
            "query q(a) { when {} }",
            "1:10: expected `:`, found `)`\n  (help) a parameter has a type: `a: Type`",
        ),
        ("fact A { x u8 }", "1:12: expected `:`, found `u8`"),
        ("fact;", "1:5: expected a name or `enum`, found `;`"),
        (
            "#[= 3] rule a { when {} then {} }",
            "1:1: expected an attribute, `#[name(…)]`",
        ),
        (
            "pub rule a { when {} then {} }
ruleset B;",
            "1:1: `pub` says nothing here: only facts, queries and Rust items have a visibility
  (help) leave it out
2:1: `ruleset` stands only once, as the first item",
        ),
    ]);
}

#[test]
fn a_comparison_without_its_colon_is_shown_with_it() {
    says(&[(
        "rule a { when { A { row != r }; A { row, column >= 3 }; A { row = 3 }; for (x, y) y; } then {} }",
        "1:25: expected `,`, `:` or `}`, found `!=`
  (help) a comparison stands after a colon: `field: != …`
1:49: expected `,`, `:` or `}`, found `>=`
  (help) a comparison stands after a colon: `field: >= …`
1:65: expected `,`, `:` or `}`, found `=`
  (help) a field is matched after a colon: `field: 3`, or `field: == x`
1:83: expected `in` or `:`, found `y`",
    )]);
}

#[test]
fn an_effect_says_what_it_lacks() {
    says(&[
        (
            "rule a { when {} then { insert; retract; retract a.b; modify c.d {} focus 3; } }",
            "1:31: expected a fact, found `;`
1:40: expected the name of a fact variable, found `;`
1:51: expected `;`, found `.`
1:63: expected `{`, found `.`
  (help) a fact is changed by assignments to its fields: `modify c { c.field = …; }`",
        ),
        (
            "rule a { when {} then { insert a +; choose x on y; choose in y; modify fn {} } }",
            "1:35: expected an expression, found `;`
1:46: expected `in`, found `on`
1:59: expected a pattern, found `in`
1:72: expected a name, found the keyword `fn`
  (help) a name that is a keyword is written `r#fn`",
        ),
        (
            "rule a { when {} then { insert = 3; halt.x(); fail() } }",
            "1:32: expected an expression, found `=`
1:41: expected `;`, found `.`
  (help) `halt` begins an effect; a variable or a function of that name is written `r#halt`
1:51: expected `;`, found `(`
  (help) it is written `fail;`, and a function of that name `r#fail()`",
        ),
        (
            "rule a { when {} then { f(retract c, match x { A => insert B }) } }",
            "1:27: expected `retract` at the beginning of a statement
  (help) an effect is a statement: `{ retract …; }`
1:53: expected `insert` at the beginning of a statement
  (help) an effect is a statement: `{ insert …; }`",
        ),
        (
            "rule a { when {} then { let x = ; } undo { x.; } }",
            "1:33: expected an expression, found `;`
1:46: expected identifier or integer, found `;`",
        ),
    ]);
}

#[test]
fn what_cannot_be_split_into_tokens_is_an_error_of_the_file() {
    says(&[
        (
            r#"rule a { when { "abc"#,
            "1:17: this string is never closed",
        ),
        (
            "rule a { when { (] } }",
            "1:18: this `]` does not close the `(` at line 1",
        ),
        (
            "fact A {
 ruleset B;",
            "1:8: this `{` is never closed",
        ),
        ("fact A; /* ", "1:9: this comment is never closed"),
        ("fact A; `", "1:9: no token begins with ``` here"),
    ]);
}

#[test]
fn a_mistake_in_a_row_hides_none_in_another() {
    says(&[
        (
            "table t(a: u8) -> u8 { | a || x | | || 1 | | 2 || | | 3 || 4 5 | | 6 || 7 | }",
            "1:37: expected a cell, found `|`
  (help) a cell that lets every value through is written `-`
1:51: expected an output, found `|`
1:62: expected `|`, found `5`",
        ),
        (
            "table t(a: u8, b: u8) -> u8 { | a | b || x | | 2 | | || 3 | | 3 | 4 || | }",
            "1:52: expected a cell, found `|`
  (help) a cell that lets every value through is written `-`
1:72: expected an output, found `|`",
        ),
    ]);
}

#[test]
fn a_table_says_what_it_lacks() {
    says(&[
        (
            "table t(a: u8) -> u8 { a || x | }",
            "1:24: expected `|`, found `a`",
        ),
        (
            "table t(a: u8) -> u8 { | a | x | }",
            "1:34: expected a column, found `}`
  (help) the outputs stand after `||`: `| a | b || x |`",
        ),
        (
            "table t(a: u8) { | a || x | }",
            "1:16: expected `->`, found `{`",
        ),
        (
            "table t(a: u8) -> u8 from b.csv { | a || x | }",
            "1:27: expected a file's name in quotes, found `b`",
        ),
    ]);
}

#[test]
fn what_asks_a_table_that_is_not_there_says_so() {
    says(&[
        (
            "table t(a: u8) -> u8 { | a || x | | - || 1 | } rule a { when { y in tt(1); z = tt(1); } then {} }",
            "1:80: expected `count`, `collect`, `sum`, `min`, `max`, `avg`, `min_by`, `max_by` or `accumulate`, found `tt`
  (help) did you mean `t`?",
        ),
    ]);
}

#[test]
fn a_pattern_that_leaves_elements_out_is_no_pattern_of_all() {
    says(&[
        (
            "rule a { when { A { xs }; for (_, true) in xs; for Some(x) in xs; for Kind::Red in xs; } then {} }",
            "1:31: `(_, true)` does not match every element, and a `for` has a match for each
  (help) an element has a name, and is tested after it: `for each in …; if let (_, true) = each;`
1:52: `Some(x)` does not match every element, and a `for` has a match for each
  (help) an element has a name, and is tested after it: `for each in …; if let Some(x) = each;`
1:71: `Kind::Red` does not match every element, and a `for` has a match for each
  (help) an element has a name, and is tested after it: `for each in …; if let Kind::Red = each;`",
        ),
        (
            "rule a { when { for (x, _) in xs; for Pair { a, .. } in xs; for _ in xs; _ in prices(); } then {} }",
            "",
        ),
    ]);
}
