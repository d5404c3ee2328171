//! Tables whose rows are loaded while the program runs: what follows from rows that stay is not touched.

use rules_runtime::{ActivationEvent, FactEvent, Listener, rules};

#[derive(Debug, Clone, PartialEq)]
struct Rate {
    per_mille: u32,
    limit: Option<u64>,
}

rules! {
    ruleset Rates;

    fact Person { id: u32, age: u8, region: String }
    fact Parcel { id: u32, weight: u32 }
    #[unique]
    fact Priced(u32, u32);
    #[unique]
    fact Labelled(u32, String);
    #[unique]
    fact Bonus(u32, u32);
    #[unique]
    fact Plain(u32);

    /// What a person pays.
    #[reload]
    table rate(age: u8, region: &str) -> Rate from "sheets/rates.csv" {
        | age | region || per_mille: u32 | limit: Option<u64> |
    }

    #[reload]
    #[hit(collect)]
    table labels(weight: u32) -> String from "sheets/labels.csv" { | weight || label | }

    #[reload]
    table bonus(total: u32) -> Option<u32> from "sheets/bonus.csv" { | total || bonus | }

    rule price {
        when { Person { id, age, region }; rate = rate(age, region); }
        then { insert logical Priced(id, rate.per_mille); }
    }

    rule label {
        when { Parcel { id, weight }; label in labels(weight); }
        then { insert logical Labelled(id, label.clone()); }
    }

    rule bonus {
        when { Parcel { id, weight }; if let Some(bonus) = bonus(weight); }
        then { insert logical Bonus(id, bonus); }
    }

    rule plain {
        when { Parcel { id, weight }; not { l in labels(weight) if l == "heavy"; } }
        then { insert logical Plain(id); }
    }

    query rate_of(id: u32) -> u32 {
        when { Person { id, age, region }; rate = rate(age, region); }
        select rate.per_mille
    }

    query labels_of(id: u32) -> String {
        when { Parcel { id, weight }; label in labels(weight); }
        select label
    }
}

/// What a listener was told, a line each.
#[derive(Debug, Clone, Default)]
struct Told(Vec<String>);

impl Listener for Told {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        self.0.push(format!("+ {}", fact.value));
    }
    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        self.0.push(format!("{} -> {}", before.value, after.value));
    }
    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        self.0.push(format!("- {}", fact.value));
    }
    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("on {}", activation.rule));
    }
    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("off {}", activation.rule));
    }
    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("fires {}", activation.rule));
    }
}

fn person(id: u32, age: u8, region: &str) -> Person {
    Person {
        id,
        age,
        region: region.to_owned(),
    }
}

#[test]
fn a_session_answers_from_the_rows_that_it_was_built_with() {
    let session = Rates::new();
    assert_eq!(
        session.rate(17, "north"),
        Rate {
            per_mille: 3,
            limit: None
        }
    );
    assert_eq!(
        session.rate(18, "north"),
        Rate {
            per_mille: 5,
            limit: Some(2000)
        }
    );
    assert_eq!(session.labels(11).collect::<Vec<_>>(), ["heavy", "any"]);
    assert_eq!(session.bonus(500), None);
}

#[test]
fn rows_that_are_loaded_change_what_follows_from_rows_that_go_and_nothing_else() {
    let mut session = Rates::builder().listener(Told::default()).build();
    assert_eq!(session.listener().0, [] as [&str; 0]);
    session.insert_all([
        person(1, 17, "north"),
        person(2, 30, "north"),
        person(3, 30, "south"),
    ]);
    session.run();
    session.listener_mut().0.clear();
    let report = session
        .load_rate(
            "per_mille,limit,age,region\n9,2000,>= 18,north\n3,,< 18,-\n7,100,>= 18,not north\n",
        )
        .unwrap();
    assert_eq!((report.kept, report.added, report.removed), (2, 1, 1));
    assert_eq!(session.listener().0, ["- Priced(2, 5)", "on price"]);
    session.run();
    assert_eq!(session.rate_of(2).collect::<Vec<_>>(), [9]);
    let priced: Vec<_> = session.facts::<Priced>().map(|p| (p.0, p.1)).collect();
    assert_eq!(priced, [(3, 7), (1, 3), (2, 9)]);
}

fn labelled(session: &Rates) -> Vec<(u32, String)> {
    let labelled = session.facts::<Labelled>();
    labelled.map(|l| (l.0, l.1.clone())).collect()
}

#[test]
fn each_row_that_holds_is_a_match_of_its_own_and_fires_in_the_order_of_rows() {
    let mut session = Rates::builder().listener(Told::default()).build();
    session.insert(Parcel { id: 1, weight: 11 });
    session.run();
    let labels = |session: &Rates<Told>| {
        let labelled = session.facts::<Labelled>();
        labelled.map(|l| l.1.clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&session), ["heavy", "any"]);
    session.listener_mut().0.clear();
    let report = session
        .load_labels("weight,label\n-,any\n> 10,big\n> 10,grey\n")
        .unwrap();
    assert_eq!((report.kept, report.added, report.removed), (1, 2, 2));
    assert_eq!(
        session.listener().0,
        [
            "- Labelled(1, \"heavy\")",
            "on label",
            "on label",
            "on plain"
        ]
    );
    session.run();
    assert_eq!(labels(&session), ["any", "big", "grey"]);
    assert_eq!(
        session.labels_of(1).collect::<Vec<_>>(),
        ["any", "big", "grey"]
    );
}

#[test]
fn rows_of_one_text_are_told_apart_by_their_places_among_them() {
    let mut session = Rates::new();
    session.insert(Parcel { id: 1, weight: 6 });
    session.load_labels("weight,label\n-,any\n-,any\n").unwrap();
    assert_eq!(session.run().count, 3);
    let report = session
        .load_labels("weight,label\n-,any\n-,any\n-,any\n")
        .unwrap();
    assert_eq!((report.kept, report.added, report.removed), (2, 1, 0));
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_result_that_may_be_missing_comes_and_goes() {
    let mut session = Rates::new();
    session.insert(Parcel { id: 1, weight: 200 });
    session.run();
    assert!(session.is_empty::<Bonus>());
    session.load_bonus("total,bonus\n> 100,7").unwrap();
    session.run();
    assert_eq!(
        session.facts::<Bonus>().map(|b| b.1).collect::<Vec<_>>(),
        [7]
    );
    session.load_bonus("total,bonus\n> 300,7").unwrap();
    assert!(session.is_empty::<Bonus>());
}

#[test]
fn rows_that_are_refused_leave_everything_as_it_was() {
    let mut session = Rates::builder().listener(Told::default()).build();
    session.insert_all([person(1, 17, "north"), person(2, 30, "north")]);
    session.run();
    session.listener_mut().0.clear();
    let refused = |session: &mut Rates<Told>, csv: &str| session.load_rate(csv).unwrap_err();
    let gap = refused(
        &mut session,
        "age,region,per_mille,limit\n< 18,-,1,\n> 18,-,2,\n",
    );
    assert_eq!(
        gap.to_string(),
        "the rows of `rate` are refused\n\
         no row holds for `age: 18`, `region: \"other\"`; add a row, or `else`"
    );
    let overlap = refused(
        &mut session,
        "age,region,per_mille,limit\n-,-,1,\n> 18,north,2,\n",
    );
    assert_eq!(
        overlap.to_string(),
        "the rows of `rate` are refused\n\
         line 3, this row and that of line 2 both hold for `age: 19`, `region: \"north\"`"
    );
    let cells = refused(
        &mut session,
        "age,region,per_mille,limit\n300,-,x,\nelse,-,-1,big\n",
    );
    assert_eq!(
        cells.to_string(),
        "the rows of `rate` are refused\n\
         line 2, column `age`, `300` is not among the values of this column, 0 to 255\n\
         line 2, column `per_mille`, `x` found, expected an integer\n\
         line 3, column `per_mille`, `-1` is not among the values of this column, 0 to 4294967295\n\
         line 3, column `limit`, `big` found, expected an integer"
    );
    assert_eq!(cells.mistakes[0].line, Some(2));
    assert_eq!(cells.mistakes[0].header.as_deref(), Some("age"));
    assert_eq!(session.listener().0, [] as [&str; 0]);
    assert_eq!(session.rate(17, "north").per_mille, 3);
    assert_eq!(session.run().count, 0);
}

#[test]
fn text_that_cannot_be_read_is_an_error() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the line is down"))
        }
    }
    let mut session = Rates::new();
    assert_eq!(
        session.load_rate(Broken).unwrap_err().to_string(),
        "the rows of `rate` are refused\nthe rows cannot be read: the line is down"
    );
    assert_eq!(
        session.load_rate(&b"age\xff"[..]).unwrap_err().to_string(),
        "the rows of `rate` are refused\nthe rows are not text in UTF-8"
    );
}

#[test]
fn rows_come_from_texts_and_readers_as_spreadsheet_programs_write_them() {
    let mut session = Rates::new();
    let csv = "\u{feff}age,region,\"per_mille\",limit\r\n-,\"a, \"\"b\"\"\",1,\r\nelse,,2,\r\n";
    session.load_rate(csv.as_bytes()).unwrap();
    assert_eq!(session.rate(3, "a, \"b\"").per_mille, 1);
    session.load_rate(csv.replace(",2,", ",4,")).unwrap();
    assert_eq!(session.rate(3, "").per_mille, 4);
    session
        .load_rate(std::fs::File::open("sheets/rates.csv").unwrap())
        .unwrap();
    assert_eq!(session.rate(3, "").per_mille, 3);
}

#[test]
fn the_same_rows_are_no_change() {
    let mut session = Rates::builder().listener(Told::default()).build();
    session.insert_all([person(1, 17, "north"), person(2, 30, "north")]);
    session.insert(Parcel { id: 1, weight: 11 });
    session.run();
    session.listener_mut().0.clear();
    let csv = std::fs::read_to_string("sheets/rates.csv").unwrap();
    let before = format!("{session:?}");
    let report = session.load_rate(&csv).unwrap();
    assert_eq!((report.rows, report.kept), (3, 3));
    assert_eq!(format!("{session:?}"), before);
    // Other texts of the same rows, in another order, are nothing to the rules.
    session
        .load_labels("label,weight\nany,-\nlight,< 5\nheavy,> 10\n")
        .unwrap();
    assert_eq!(session.listener().0, [] as [&str; 0]);
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_load_is_one_change_and_a_later_one_another() {
    let mut session = Rates::new();
    session.insert_all((0..10).map(|id| person(id, 30, "north")));
    session
        .load_rate("age,region,per_mille,limit\nelse,,1,\n")
        .unwrap();
    session
        .load_rate("age,region,per_mille,limit\nelse,,2,\n")
        .unwrap();
    assert_eq!(session.run().count, 10);
    assert!(session.facts::<Priced>().all(|priced| priced.1 == 2));
}

#[test]
fn warnings_come_with_the_report() {
    let report = Rates::new()
        .load_labels("weight,label\n> 5,a\n> 9,a\n")
        .unwrap();
    assert_eq!(report.warnings.len(), 0, "{report}");
    let report = Rates::new()
        .load_rate("age,region,per_mille,limit\n-,-,1,\nelse,,2,\n")
        .unwrap();
    assert_eq!(
        report.to_string(),
        "2 rows: 0 kept, 2 added; 3 removed\nline 3, never reached: the other rows hold in every case"
    );
}

#[test]
fn explanations_and_graphs_show_the_table_by_its_name() {
    let mut session = Rates::new();
    session.insert(person(1, 17, "north"));
    session.insert(Parcel { id: 1, weight: 3 });
    session.run();
    let shown = [
        session.explain(RatesRule::Price).to_string(),
        session.explain(RatesRule::Label).to_string(),
        session.explain(RatesRule::Bonus).to_string(),
        session.explain(RatesRule::Plain).to_string(),
        Rates::network().to_dot(),
        Rates::network().to_mermaid(),
        session
            .why(session.handles::<Priced>().next().unwrap())
            .to_string(),
        format!("{session:?}"),
    ];
    for text in &shown {
        assert!(!text.contains("__"), "{text}");
    }
    assert!(shown[0].contains("the rows of `rate`"), "{}", shown[0]);
    assert!(
        shown[0].contains("limit: None }, rate(age, region) = row 2"),
        "{}",
        shown[0]
    );
    assert!(
        shown[1].contains("label = \"light\", labels(weight) = row 3"),
        "{}",
        shown[1]
    );
    assert!(shown[4].contains("table rate"), "{}", shown[4]);
    assert!(
        shown[6].contains("rate: row 2, | < 18 | - || 3 |"),
        "{}",
        shown[6]
    );
    assert!(!shown[6].contains("rate("), "{}", shown[6]);
    assert_eq!(
        labelled(&session),
        [(1, "light".to_owned()), (1, "any".to_owned())]
    );
}

#[test]
fn a_table_that_need_not_answer_may_lose_all_its_rows() {
    let mut session = Rates::new();
    session.insert(Parcel { id: 1, weight: 40 });
    session.run();
    assert_ne!(session.len::<Labelled>(), 0);
    session.load_labels("weight,label\n").unwrap();
    session.load_bonus("total,bonus\n").unwrap();
    session.run();
    assert_eq!(session.len::<Labelled>() + session.len::<Bonus>(), 0);
    assert_eq!(session.labels(40).count(), 0);
    assert_eq!(session.bonus(40), None);
    let refused = session
        .load_rate("age,region,per_mille,limit\n")
        .unwrap_err();
    assert!(
        refused.to_string().contains("no rows after the headers"),
        "{refused}"
    );
}
