use super::{outline, rule};

#[track_caller]
fn reads(then: &str, expected: &str) {
    let rule = rule(&format!("rule r {{ when {{}} then {{ {then} }} }}"));
    assert_eq!(outline::block(&rule.then), expected);
}

#[test]
fn each_effect_is_a_statement() {
    reads("insert Foo { a: 1 };", "[insert Foo { a: 1 }]");
    reads("insert logical Foo(1);", "[logical Foo (1)]");
    reads(
        "insert(x); insert logical(y);",
        "[insert (x)] [logical (y)]",
    );
    reads(
        "insert logical; insert logical.x();",
        "[insert logical] [insert logical . x ()]",
    );
    reads("modify c { c.a = 1; }", "[modify c: c . a = 1 ;]");
    reads(
        "modify c { }; retract c; focus g; halt; fail;",
        "[modify c: ] [retract c] [focus g] [halt] [fail]",
    );
    reads(
        "choose (a, b) in xs.iter(); choose x in 0..n;",
        "[choose (a, b) in xs.iter()] [choose x in 0..n]",
    );
}

#[test]
fn effects_stand_among_statements_at_any_depth() {
    reads(
        "let x = 1; retract c; x.f();",
        "let x = 1 ; [retract c] x . f () ;",
    );
    reads(
        "if a { halt; } else { fail; } retract c;",
        "if a Brace( [halt] ) else Brace( [fail] ) [retract c]",
    );
    reads(
        "for l in ls { modify l { l.x(); halt; } }",
        "for l in ls Brace( [modify l: l . x () ; [halt]] )",
    );
    reads(
        "xs.for_each(|x| { retract x; });",
        "xs . for_each Parenthesis( | x | Brace( [retract x] ) ) ;",
    );
    reads(
        "let y = { insert A; 1 };",
        "let y = Brace( [insert A] 1 ) ;",
    );
    reads(
        "match x { A => { halt; } B if y == 1 => { fail; }, _ => {} }",
        "match x Brace( A = > Brace( [halt] ) B if y = = 1 = > Brace( [fail] ) , _ = > {} )",
    );
    reads(
        "loop { halt; } while let Some(x) = y { halt; } 'a: loop { fail; } halt;",
        "loop Brace( [halt] ) while let Some (x) = y Brace( [halt] ) ' a : loop Brace( [fail] ) [halt]",
    );
    reads(
        "insert xs.map(|x| { halt; x });",
        "[insert xs . map Parenthesis( | x | Brace( [halt] x ) )]",
    );
    reads(
        "unsafe { halt; } { halt; } fail;",
        "unsafe Brace( [halt] ) Brace( [halt] ) [fail]",
    );
    reads(
        "f(if a { halt; } else { });",
        "f Parenthesis( if a Brace( [halt] ) else {} ) ;",
    );
    reads(
        "let f = |x| -> Foo { halt; Foo };",
        "let f = | x | - > Foo Brace( [halt] Foo ) ;",
    );
    reads("for i in 0.. { halt; }", "for i in 0 . . Brace( [halt] )");
    reads(
        "for A { a } in b { halt; } if let A { a } = b { halt; }",
        "for A { a } in b Brace( [halt] ) if let A { a } = b Brace( [halt] )",
    );
    reads(
        "match f { A { fail } => { halt; } x => {} }",
        "match f Brace( A { fail } = > Brace( [halt] ) x = > {} )",
    );
    reads(
        "foo! { a } halt; #[allow(x)] let y = 1; halt;",
        "foo ! { a } [halt] # [allow(x)] let y = 1 ; [halt]",
    );
    reads(
        "A { a: { halt; 1 } };",
        "A Brace( a : Brace( [halt] 1 ) ) ;",
    );
    reads(
        "let A { a } = b else { fail; };",
        "let A { a } = b else Brace( [fail] ) ;",
    );
    reads("match x {}.foo(); halt;", "match x {} . foo () ; [halt]");
    reads("if a {}; halt; return; ", "if a {} ; [halt] return ;");
}

#[test]
fn the_words_are_names_where_no_statement_begins() {
    reads(
        "let x = Foo { insert: 1, halt };",
        "let x = Foo { insert: 1, halt } ;",
    );
    reads(
        "match x { insert => 1, halt if y => 2, fail => 3 };",
        "match x { insert => 1, halt if y => 2, fail => 3 } ;",
    );
    reads(
        "x.insert(y); let fail = halt;",
        "x . insert (y) ; let fail = halt ;",
    );
    reads(
        "r#insert(x); self::insert(x); insert::f();",
        "r#insert (x) ; self : : insert (x) ; insert : : f () ;",
    );
    reads(
        "vec![insert x; halt]; m! { halt; } halt!();",
        "vec ! [insert x; halt] ; m ! { halt; } halt ! () ;",
    );
    reads(
        "fn f() { halt(); } struct S { halt: u8 } use a::{halt};",
        "fn f () { halt(); } struct S { halt: u8 } use a : : { halt } ;",
    );
    reads(
        "if x == (Foo { fail: 1 }) { halt; }",
        "if x = = (Foo { fail: 1 }) Brace( [halt] )",
    );
}
