//! Names and places of queries: nothing that their code needs can be taken away.

use rules_runtime::rules;

mod bare {
    #![no_implicit_prelude]

    ::rules_runtime::rules! {
        pub(super) ruleset Small;

        pub(super) fact Option { some: u8, rows: u8 }
        pub(super) fact Vec(u8);
        pub(super) fact Found(u8);
        pub(super) fact Iterator { next: u8 }
        pub(super) fact L { label: u8 }

        pub(super) query some(option: u8) -> u8 {
            when { o @ Option { some: option, rows }; Vec(rows); not Found(rows); }
            select o.rows
        }
        pub(super) query iterator() -> (u8, usize, u8) {
            when {
                least = min(next for Iterator { next });
                count = count(Vec(n)) by (n);
                vec = collect(v @ Vec(n));
                for item in ::std::iter::once(least);
                last = max_by(v.0 for v @ Vec(_));
            }
            select (least + item + last.0 + vec[0].0, count, n)
        }
        query hidden() -> &L { when { l @ L; } select l }
    }

    pub(super) fn hidden(session: &Small) -> usize {
        ::std::iter::Iterator::count(session.hidden())
    }
}

#[test]
fn queries_need_nothing_of_the_prelude() {
    let mut session = bare::Small::new();
    session.insert(bare::Option { some: 1, rows: 2 });
    session.insert(bare::Option { some: 1, rows: 3 });
    session.insert_all([bare::Vec(2), bare::Vec(3)]);
    session.insert(bare::Found(3));
    session.insert(bare::Iterator { next: 9 });
    session.insert(bare::L { label: 1 });
    assert_eq!(session.some(1).collect::<Vec<_>>(), [2]);
    assert_eq!(
        session.iterator().collect::<Vec<_>>(),
        [(23, 1, 2), (24, 1, 3)]
    );
    assert_eq!(bare::hidden(&session), 1);
}

#[test]
fn parameters_and_variables_may_have_any_name() {
    rules! {
        ruleset Small;
        fact A { memory: u8, network: u8, slot: u8 }
        query r#match(memory: u8, hash: u8, r#type: u8) -> (u8, u8, u8) {
            when { rows @ A { memory, network: row, slot } if slot > hash; let session = row + r#type; }
            select (session, rows.memory, slot)
        }
        query find(session: u8) { when { A { memory: session }; } }
    }
    let mut session = Small::new();
    session.insert(A {
        memory: 1,
        network: 2,
        slot: 3,
    });
    assert_eq!(session.r#match(1, 2, 3).collect::<Vec<_>>(), [(5, 1, 3)]);
    assert!(session.find(1));
}

#[test]
fn a_query_may_come_out_of_a_macro() {
    macro_rules! with_field {
        ($name:ident, $field:ident: $ty:ty) => {
            rules! {
                ruleset $name;
                fact Thing { $field: $ty, number: u32 }
                query numbers($field: $ty) -> u32 { when { Thing { $field, number }; } select number }
            }
        };
    }
    with_field!(Coloured, color: &'static str);
    let mut session = Coloured::new();
    session.insert_all(
        [("red", 1), ("blue", 2), ("red", 3)].map(|(color, number)| Thing { color, number }),
    );
    assert_eq!(session.numbers("red").collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn arguments_may_be_anything_that_a_method_takes() {
    rules! {
        ruleset Small;
        #[derive(Debug, Clone, PartialEq)]
        fact Word { text: String, length: usize }
        query where_(holds: impl Fn(&str) -> bool) -> &str { when { Word { text } if holds(text); } select text.as_str() }
        query among(texts: &[&str]) -> (usize, &Word) {
            when { for (place, wanted) in texts.iter().enumerate(); w @ Word { text: == **wanted }; }
            select (place, w)
        }
        query same(word: &Word) { when { w @ Word if Word::eq(w, word); } }
        query longer_than(length: Option<usize>) -> &str {
            when { if let Some(limit) = length; Word { text, length: > limit }; }
            select text
        }
        query owned(text: String) -> Option<&Word> { when { w @ Word { text }; } select Some(w) }
    }
    let mut session = Small::new();
    let word = |text: &str| Word {
        text: text.to_owned(),
        length: text.len(),
    };
    session.insert_all([word("ant"), word("badger"), word("cat")]);
    assert_eq!(session.where_(|text| text.contains('a')).count(), 3);
    assert_eq!(
        session.where_(|text| text > "b").collect::<Vec<_>>(),
        ["badger", "cat"]
    );
    let texts = ["cat", "dog", "ant"];
    let among: Vec<_> = session.among(&texts).collect();
    assert_eq!(among, [(0, &word("cat")), (2, &word("ant"))]);
    assert!(session.same(&word("cat")));
    assert!(!session.same(&word("dog")));
    assert_eq!(session.longer_than(Some(3)).collect::<Vec<_>>(), ["badger"]);
    assert_eq!(session.longer_than(None).count(), 0);
    assert_eq!(
        session.owned("ant".to_owned()).collect::<Vec<_>>(),
        [Some(&word("ant"))]
    );
}

mod named_like_functions {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Size(pub(super) u32, pub(super) u32);

    fn area(size: &Size) -> u32 {
        size.0 * size.1
    }

    fn double(number: u32) -> u32 {
        number * 2
    }

    fn weight(item: &Item) -> u32 {
        item.size
    }

    fn balance(balance: &Scale) -> u32 {
        balance.weight
    }

    rules_runtime::rules! {
        pub(super) ruleset Shapes;
        pub(super) fact Shape { id: u32, size: Size }
        pub(super) fact Found(&'static str, u32);

        query areas(id: u32) -> u32 {
            when { Shape { id, size }; let area = area(size); }
            select area
        }
        query total() -> u32 { when { area = sum(area(&s.size) for s @ Shape); } select area }
        query doubled(id: u32) -> u32 {
            when { s @ Shape { id }; if area(&s.size) > [id].iter().map(|id| double(*id)).sum(); let double = double(id); }
            select double
        }
        query either_way(id: u32) -> u32 {
            when {
                either { Shape { id, size }; let area = area(size); }
                or { Shape { id }; let area = area(&Size(id, 1)); };
                not { Shape { id: == double(50), size }; let double = size.0 + 1; if double > 3; };
            }
            select double(area)
        }

        rule areas { when { Shape { id }; n in areas(id) if n > 5; } then { insert Found("area", n); } }
        rule total { when { n in total(); } then { insert Found("total", n); } }
        rule doubled { when { Shape { id }; n in doubled(id); } then { insert Found("double", n); } }
        rule either_way { when { Shape { id }; n in either_way(id); } then { insert Found("either", n); } }
    }

    rules_runtime::rules! {
        pub(super) ruleset Scales;
        pub(super) fact Item { id: u32, size: u32 }
        pub(super) fact Scale { weight: u32 }
        pub(super) fact Heavy(&'static str, u32);

        query heavier(than: u32) -> &Item { when { i @ Item if weight(i) > than; } select i }
        query exactly(size: u32) -> &Item { when { i @ Item { size } if weight(i) == size; } select i }
        query nested(than: u32) -> &Item { when { i in heavier(than); } select i }
        query on(scale: &Scale) -> &Item { when { i @ Item if weight(i) == balance(scale); } select i }
        pub(super) query asked() -> u32 { when { Scale { weight }; i in heavier(weight); } select i.id }

        rule of_field { when { Scale { weight }; i in heavier(weight); } then { insert Heavy("field", i.id); } }
        rule joined { when { Scale { weight }; i in exactly(weight); } then { insert Heavy("joined", i.id + weight); } }
        rule nested { when { Scale { weight }; i in nested(weight); } then { insert Heavy("nested", i.id); } }
        rule of_accumulate {
            when { weight = max(s.weight for s @ Scale); i in heavier(weight); }
            then { insert Heavy("accumulate", i.id); }
        }
        rule of_fact { when { balance @ Scale; i in on(balance); } then { insert Heavy("fact", i.id); } }
    }
}

#[test]
fn a_variable_of_a_query_may_have_the_name_of_a_function_that_it_is_made_by() {
    use named_like_functions::{Found, Shape, Shapes, Size};

    let mut session = Shapes::new();
    session.insert(Shape {
        id: 3,
        size: Size(2, 8),
    });
    session.run();
    let mut found: Vec<(&str, u32)> = session.facts::<Found>().map(|f| (f.0, f.1)).collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("area", 16),
            ("double", 6),
            ("either", 6),
            ("either", 32),
            ("total", 16)
        ]
    );
}

#[test]
fn an_argument_may_have_the_name_of_a_function_of_the_query() {
    use named_like_functions::{Heavy, Item, Scale, Scales, ScalesRule};

    let mut session = Scales::new();
    session.insert(Item { id: 1, size: 5 });
    session.insert(Item { id: 2, size: 9 });
    session.insert(Scale { weight: 5 });
    assert_eq!(session.asked().collect::<Vec<_>>(), [2]);
    session.run();
    let mut heavy: Vec<(&str, u32)> = session.facts::<Heavy>().map(|h| (h.0, h.1)).collect();
    heavy.sort_unstable();
    assert_eq!(
        heavy,
        [
            ("accumulate", 2),
            ("fact", 1),
            ("field", 2),
            ("joined", 6),
            ("nested", 2)
        ]
    );
    let explained = session.explain(ScalesRule::Joined).to_string();
    assert!(explained.contains("size: weight"), "{explained}");
    assert!(!explained.contains("__"), "{explained}");
}

mod in_macros {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) enum Figure {
        Circle { name: String },
        Square { side: u32 },
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Pos {
        pub(super) row: u32,
        pub(super) column: u32,
    }

    macro_rules! made {
        ($($tokens:tt)*) => { $($tokens)* };
    }

    rules_runtime::rules! {
        pub(super) ruleset Parts;
        pub(super) fact Part { name: String, text: String }
        pub(super) fact Drawn { id: u32, figure: Figure }
        pub(super) fact At { id: u32, row: u32, column: u32, pos: Pos }
        pub(super) fact Found(&'static str, String);

        query is_open(name: &str) { when { Part { name, text }; if matches!(text.as_str(), "{name}" | "{id}"); } }
        query is_listed(name: &str) { when { Part { name, text }; if vec!["{name}"].contains(&text.as_str()); } }
        query is_quoted(name: &str) -> String {
            when { Part { name, text }; let said = format!("{}={name}", "{name}"); if *text == "{name}"; }
            select said
        }
        query round(id: u32) -> usize {
            when { Drawn { id, figure }; let name = 1; if matches!(figure, Figure::Circle { name } if name.len() > 1); }
            select name
        }
        query diagonal(id: u32) {
            when { At { id, row, column, pos }; if matches!(pos, Pos { row, column } if row == column) && row + column > 0; }
        }
        query here(id: u32) {
            when {
                At { id, row, column, pos };
                if matches!(Pos { row: row, column: column }, Pos { row, .. } if row == pos.row);
            }
        }
        query twice(id: u32) -> Vec<Pos> {
            when { At { id, row: r, column: c, .. }; let row = r; let column = c; let made = vec![Pos { row, column }; 2]; }
            select made
        }
        query unknown(id: u32) -> Pos {
            when { At { id, row: r, column: c, .. }; let row = r; let column = c; let made = made!(Pos { row, column }); }
            select made
        }

        rule open { when { Part { name }; is_open(name); } then { insert Found("open", name.clone()); } }
        rule listed { when { Part { name }; is_listed(name); } then { insert Found("listed", name.clone()); } }
        rule quoted { when { Part { name }; said in is_quoted(name); } then { insert Found("quoted", said); } }
        rule round { when { Drawn { id }; n in round(id); } then { insert Found("round", n.to_string()); } }
        rule diagonal { when { At { id }; diagonal(id); } then { insert Found("diagonal", id.to_string()); } }
        rule here { when { At { id }; here(id); } then { insert Found("here", id.to_string()); } }
        rule twice { when { At { id }; made in twice(id); } then { insert Found("twice", format!("{made:?}")); } }
        rule unknown { when { At { id }; made in unknown(id); } then { insert Found("unknown", format!("{made:?}")); } }
    }
}

#[test]
fn what_macros_say_in_a_query_is_said_where_it_is_asked() {
    use in_macros::{At, Drawn, Figure, Found, Part, Parts, Pos};

    let mut session = Parts::new();
    for (name, text) in [("a", "{id}"), ("b", "{name}"), ("c", "b")] {
        session.insert(Part {
            name: name.to_owned(),
            text: text.to_owned(),
        });
    }
    session.insert(Drawn {
        id: 1,
        figure: Figure::Circle {
            name: "ring".to_owned(),
        },
    });
    session.insert(Drawn {
        id: 2,
        figure: Figure::Square { side: 1 },
    });
    session.insert(At {
        id: 5,
        row: 3,
        column: 3,
        pos: Pos { row: 3, column: 3 },
    });
    session.insert(At {
        id: 6,
        row: 3,
        column: 4,
        pos: Pos { row: 2, column: 4 },
    });
    session.run();
    let mut found: Vec<(&str, String)> = session
        .facts::<Found>()
        .map(|f| (f.0, f.1.clone()))
        .collect();
    found.sort_unstable();
    let found: Vec<String> = found
        .iter()
        .map(|(what, of)| format!("{what} {of}"))
        .collect();
    assert_eq!(
        found,
        [
            "diagonal 5",
            "here 5",
            "listed b",
            "open a",
            "open b",
            "quoted {name}=b",
            "round 1",
            "twice [Pos { row: 3, column: 3 }, Pos { row: 3, column: 3 }]",
            "twice [Pos { row: 3, column: 4 }, Pos { row: 3, column: 4 }]",
            "unknown Pos { row: 3, column: 3 }",
            "unknown Pos { row: 3, column: 4 }",
        ]
    );
}

/// Functions in the arguments of a look-up.
mod looked_up {
    fn bracket(age: u32) -> u32 {
        age / 10
    }
    rules_runtime::rules! {
        pub(super) ruleset Fees;
        pub(super) fact Person { id: u32, age: u32 }
        pub(super) fact Scale { bracket: u32 }
        pub(super) fact Found(u32);
        table fee(b: u32) -> u32 { | b || fee | | < 2 || 10 | | >= 2 || 20 | }
        query fees(age: u32) -> u32 {
            when { Person { age, id }; f = fee(bracket(age)); } select f + id
        }
        rule asked { when { Scale { bracket }; n in fees(bracket); } then { insert Found(n); } }
    }
}
#[test]
fn a_look_up_keeps_its_functions_apart_too() {
    use looked_up::{Fees, Found, Person, Scale};
    let mut s = Fees::new();
    s.insert(Person { id: 1, age: 30 });
    s.insert(Scale { bracket: 30 });
    s.run();
    assert_eq!(s.facts::<Found>().next().unwrap().0, 21);
}
