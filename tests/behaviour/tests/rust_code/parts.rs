//! A part of a fact that a condition takes apart is what a variable of that field is: a value where its type is `Copy`,
//! else a reference.

use rules_runtime::rules;

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: f64, name: String },
    Dot,
}

#[derive(Debug, Clone, PartialEq)]
struct Sheet {
    id: u32,
    tags: Vec<String>,
    note: Option<String>,
    size: Option<u32>,
    cells: [u8; 2],
    shape: Shape,
    owner: (String, u32),
    kind: &'static str,
}

rules! {
    pub ruleset Drawer;
    fact Word(String);
    global log: Vec<String>;

    rule elements { when { s @ Sheet; for tag in s.tags; } then { let _: &String = tag; log.push(format!("tag {tag}")); } }
    rule copied { when { s @ Sheet { id }; for cell in s.cells; } then { let _: u8 = cell; log.push(format!("cell {id} {cell}")); } }
    rule of_an_option { when { s @ Sheet; for note in s.note; } then { log.push(format!("note {note}")); } }
    rule joined { when { s @ Sheet; if let Some(note) = s.note; Word(== note); } then { let _: &String = note; log.push(format!("word {note}")); } }
    rule chained {
        when { s @ Sheet; if let Shape::Circle { radius, name } = s.shape && radius > 0.5; }
        then { let _: f64 = radius; log.push(format!("circle {name} {radius}")); }
        undo { log.push(format!("no circle {name} {radius}")); }
    }
    rule of_a_variable { when { Sheet { owner }; let name = owner.0; s @ Sheet; let (other, n) = s.owner; if name == other; } then { let _: u32 = n; log.push(format!("owner {name} {n}")); } }
    rule greatest {
        when { note = max(s.note for s @ Sheet); n = min(s.owner.1 for s @ Sheet); most = max_by(s.tags for s @ Sheet); }
        then { let _: &Option<String> = note; let _: u32 = n; log.push(format!("max {note:?} {n} {}", most.id)); }
    }
    rule grouped { when { n = count({ s @ Sheet; let first = s.tags[0]; }) by (first); } then { log.push(format!("{n} of {first}")); } }
    rule negated { when { s @ Sheet { id }; not { if let Some(note) = s.note && note.len() == 1; }; } then { log.push(format!("no note {id}")); } }
    // Where a pattern says how it binds, that holds.
    rule said {
        when { s @ Sheet; if let Some(ref note) = s.note; let mut id = s.id; let kind = s.kind; if let "a" = s.kind; if let 1..=9 = s.id; }
        then { id += 1; let _: &'static str = kind; log.push(format!("said {note} {id} {kind}")); }
    }

    query notes() -> &str { when { s @ Sheet; if let Some(note) = s.note; } select note }
    query tags() -> &String { when { s @ Sheet; for tag in s.tags; } select tag }
    query owners() -> &str { when { s @ Sheet; } select s.owner.0 }
    query sizes() -> Option<u32> { when { s @ Sheet; } select s.size }
}

fn drawer() -> Drawer {
    let mut drawer = Drawer::new(vec![]);
    drawer.insert(Word("n".into()));
    drawer.insert(Sheet {
        id: 1,
        tags: vec!["x".into(), "y".into()],
        note: Some("n".into()),
        size: Some(3),
        cells: [1, 2],
        shape: Shape::Circle {
            radius: 1.5,
            name: "c".into(),
        },
        owner: ("ann".into(), 7),
        kind: "a",
    });
    drawer.insert(Sheet {
        id: 2,
        tags: vec!["z".into()],
        note: None,
        size: None,
        cells: [3, 4],
        shape: Shape::Dot,
        owner: ("bob".into(), 8),
        kind: "b",
    });
    drawer
}

#[test]
fn a_part_of_a_fact_is_bound_as_its_field_is() {
    let mut drawer = drawer();
    drawer.run();
    let mut log = std::mem::take(&mut drawer.globals_mut().log);
    log.sort_unstable();
    assert_eq!(
        log,
        [
            "1 of x",
            "1 of z",
            "cell 1 1",
            "cell 1 2",
            "cell 2 3",
            "cell 2 4",
            "circle c 1.5",
            "max Some(\"n\") 7 2",
            "no note 2",
            "note n",
            "owner ann 7",
            "owner bob 8",
            "said n 2 a",
            "tag x",
            "tag y",
            "tag z",
            "word n",
        ]
    );
}

#[test]
fn an_undo_has_the_parts_of_the_firing() {
    let mut drawer = drawer();
    drawer.run();
    drawer.globals_mut().log.clear();
    let sheet = drawer.handles::<Sheet>().next().unwrap();
    drawer.retract(sheet).unwrap();
    drawer.run();
    let log = &drawer.globals().log;
    assert!(log.contains(&"no circle c 1.5".to_owned()), "{log:?}");
}

#[test]
fn explanations_and_queries_find_them_too() {
    let drawer = drawer();
    let found = |rule| drawer.explain(rule).matches.len();
    assert_eq!(found(DrawerRule::Elements), 3);
    assert_eq!(found(DrawerRule::Joined), 1);
    assert_eq!(found(DrawerRule::Chained), 1);
    assert_eq!(found(DrawerRule::Grouped), 2);
    assert_eq!(found(DrawerRule::Negated), 1);
    assert_eq!(drawer.notes().collect::<Vec<_>>(), ["n"]);
    assert_eq!(drawer.tags().collect::<Vec<_>>(), ["x", "y", "z"]);
    assert_eq!(drawer.owners().collect::<Vec<_>>(), ["ann", "bob"]);
    assert_eq!(drawer.sizes().collect::<Vec<_>>(), [Some(3), None]);
}
