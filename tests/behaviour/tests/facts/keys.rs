//! `#[key(…)]`: one fact for each key.

use rules_runtime::rules;

rules! {
    ruleset Board;
    #[key(row, column)]
    fact Cell { row: u8, column: u8, mark: char }
    #[key(name)]
    fact Player { name: String, score: u32 }
    #[key()]
    fact Turn { of: char }
    global log: Vec<String>;
    rule marked {
        when { Cell { row, column, mark } if mark != ' '; }
        then { log.push(format!("{row}{column}{mark}")); }
    }
    rule won {
        when { p @ Player { name, score: 3 }; t @ Turn; }
        then { modify t { t.of = '-'; } modify p { p.score = 0; } log.push(format!("{name} won")); }
    }
    rule slide {
        when { c @ Cell { row: 9 }; }
        then { modify c { c.row = 0; } }
    }
}

fn cell(row: u8, column: u8, mark: char) -> Cell {
    Cell { row, column, mark }
}

fn player(name: &str, score: u32) -> Player {
    Player {
        name: name.into(),
        score,
    }
}

#[test]
fn a_fact_is_found_by_its_key() {
    let mut session = Board::new(vec![]);
    session.insert(cell(1, 2, 'x'));
    assert_eq!(session.cell(1, 2).unwrap().mark, 'x');
    assert!(session.cell(2, 1).is_none());
}

#[test]
fn a_key_that_is_not_copy_is_given_by_reference() {
    let mut session = Board::new(vec![]);
    session.insert(player("Ann", 1));
    assert_eq!(session.player("Ann").unwrap().score, 1);
    let name = String::from("Bob");
    assert!(session.player(&name).is_none());
}

#[test]
fn a_fact_of_the_empty_key_is_the_only_one_of_its_type() {
    let mut session = Board::new(vec![]);
    assert!(session.turn().is_none());
    let turn = session.insert(Turn { of: 'x' });
    assert_eq!(session.insert(Turn { of: 'o' }), turn);
    assert_eq!(session.len::<Turn>(), 1);
    assert_eq!(session.turn().unwrap().of, 'o');
}

#[test]
fn inserting_a_key_that_is_there_is_an_update() {
    let mut session = Board::new(vec![]);
    let first = session.insert(cell(1, 2, 'x'));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.insert(cell(1, 2, 'o')), first);
    assert_eq!(session.len::<Cell>(), 1);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.insert(cell(1, 2, 'o')), first);
    assert_eq!(session.run().count, 0);
    assert_eq!(session.globals().log, ["12x", "12o"]);
}

#[test]
fn an_update_may_change_the_key() {
    let mut session = Board::new(vec![]);
    let handle = session.insert(cell(1, 2, 'x'));
    session.update(handle, |cell| cell.row = 3).unwrap();
    assert!(session.cell(1, 2).is_none());
    assert_eq!(session.cell(3, 2).unwrap().mark, 'x');
}

#[test]
fn an_update_that_takes_anothers_key_retracts_the_other() {
    let mut session = Board::new(vec![]);
    let first = session.insert(cell(1, 1, 'x'));
    let second = session.insert(cell(2, 2, 'o'));
    session
        .update(second, |cell| (cell.row, cell.column) = (1, 1))
        .unwrap();
    assert!(!session.contains(first));
    assert_eq!(session.cell(1, 1).unwrap().mark, 'o');
    assert_eq!(session.len::<Cell>(), 1);
}

#[test]
fn a_modify_that_takes_anothers_key_retracts_the_other() {
    let mut session = Board::new(vec![]);
    let there = session.insert(cell(0, 5, 'x'));
    let sliding = session.insert(cell(9, 5, ' '));
    session.run();
    assert!(!session.contains(there));
    assert!(session.contains(sliding));
    assert_eq!(session.cell(0, 5).unwrap().mark, ' ');
    assert!(session.cell(9, 5).is_none());
}

#[test]
fn keys_that_swap_in_one_change_lose_no_fact_but_the_first_overtaken() {
    let mut session = Board::new(vec![]);
    let first = session.insert(cell(1, 1, 'x'));
    let second = session.insert(cell(2, 2, 'o'));
    session
        .transaction(|tx| {
            tx.update(first, |cell| cell.row = 7)?;
            tx.update(second, |cell| (cell.row, cell.column) = (1, 1))?;
            tx.update(first, |cell| (cell.row, cell.column) = (2, 2))
        })
        .unwrap();
    assert_eq!(session.len::<Cell>(), 2);
    assert_eq!(session.cell(1, 1).unwrap().mark, 'o');
    assert_eq!(session.cell(2, 2).unwrap().mark, 'x');
}

#[test]
fn a_transaction_finds_by_key_what_it_has_written() {
    let mut session = Board::new(vec![]);
    session.insert(cell(1, 1, 'x'));
    session
        .transaction(|tx| {
            tx.insert(cell(1, 1, 'o'));
            assert_eq!(tx.cell(1, 1).unwrap().mark, 'o');
            assert!(tx.cell(4, 4).is_none());
            Ok::<_, ()>(())
        })
        .unwrap();
}

#[test]
fn a_retracted_key_is_free_for_a_new_fact() {
    let mut session = Board::new(vec![]);
    let first = session.insert(cell(1, 1, 'x'));
    session.retract(first).unwrap();
    assert!(session.cell(1, 1).is_none());
    let second = session.insert(cell(1, 1, 'o'));
    assert_ne!(first, second);
    assert_eq!(session.cell(1, 1).unwrap().mark, 'o');
}

#[test]
fn rules_modify_facts_of_a_key_like_any_other() {
    let mut session = Board::new(vec![]);
    session.insert(Turn { of: 'x' });
    session.insert(player("Ann", 2));
    assert_eq!(session.run().count, 0);
    session.insert(player("Ann", 3));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.turn().unwrap().of, '-');
    assert_eq!(session.player("Ann").unwrap().score, 0);
    assert_eq!(session.globals().log, ["Ann won"]);
}

mod held {
    //! A key that holds a text or a slice is given by whatever else holds one.

    use std::borrow::Cow;
    use std::rc::Rc;
    use std::sync::Arc;

    use rules_runtime::rules;

    rules! {
        ruleset Held;
        #[key(name)]
        fact Shared { name: Arc<str> }
        #[key(name)]
        fact Counted { name: Rc<str> }
        #[key(name)]
        fact Boxed { name: Box<str> }
        #[key(name)]
        fact Lent { name: Cow<'static, str> }
        #[key(name)]
        fact Constant { name: &'static str }
        #[key(name)]
        fact Owned { name: std::string::String }
        #[key(bytes, name)]
        fact Bytes { bytes: Vec<u8>, name: String }
        #[key(path)]
        fact Path { path: Arc<[String]> }
        #[key(digits)]
        fact Digits { digits: &'static [u8] }
    }

    #[test]
    fn texts_are_given_as_texts_of_any_kind() {
        let mut session = Held::new();
        session.insert(Shared { name: "ann".into() });
        session.insert(Counted { name: "ann".into() });
        session.insert(Boxed { name: "ann".into() });
        session.insert(Lent { name: "ann".into() });
        session.insert(Constant { name: "ann" });
        session.insert(Owned { name: "ann".into() });
        let owned = String::from("ann");
        let text: &str = &owned;
        let counted: Arc<str> = text.into();
        assert!(session.shared(text).is_some());
        assert!(session.shared(&owned).is_some());
        assert!(session.shared(&counted).is_some());
        assert!(session.shared(counted).is_some());
        assert!(session.counted(text).is_some());
        assert!(session.boxed(text).is_some());
        assert!(session.lent(Cow::Borrowed(text)).is_some());
        assert!(session.constant(text).is_some());
        assert!(session.owned(text).is_some());
        assert!(session.owned(owned).is_some());
        assert!(session.shared("bob").is_none());
        assert!(session.constant("bob").is_none());
    }

    #[test]
    fn slices_are_given_as_slices_of_any_kind() {
        let mut session = Held::new();
        session.insert(Bytes {
            bytes: vec![1, 2],
            name: "ann".into(),
        });
        let path = ["usr", "bin"].map(String::from);
        session.insert(Path {
            path: Arc::from(path.clone()),
        });
        session.insert(Digits { digits: &[3, 4] });
        assert!(session.bytes([1, 2], "ann").is_some());
        assert!(session.bytes(vec![1, 2], "ann").is_some());
        assert!(session.bytes(&vec![1, 2][..], "ann").is_some());
        assert!(session.bytes([1], "ann").is_none());
        assert!(session.path(&path).is_some());
        assert!(session.path(&path[..1]).is_none());
        assert!(session.digits(vec![3, 4]).is_some());
    }
}
