//! Tables as conditions: what they bind, and what the rules that ask them read.

use rules_runtime::rules;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Grade {
    Gold,
    Silver,
}

rules! {
    ruleset Conditions;

    fact Customer { id: u32, grade: Grade, since: u16, name: String }
    fact Order { customer: u32, total: u32, note: String }
    fact Given(u32, u32);
    fact Tagged(u32, &'static str);
    fact Plain(u32);
    fact Sum(u32);

    table discount(customer: &Customer, total: u32) -> u32 {
        | customer.grade: Grade(Gold or Silver) | total  | customer.since || percent |
        | Gold                                  | >= 100 | -              || 10      |
        | Gold                                  | < 100  | < 2020         || 5       |
        | Gold                                  | < 100  | >= 2020        || 3       |
        | Silver                                | -      | -              || 0       |
    }

    table bonus(total: u32) -> Option<u32> { | total || bonus | | > 500 || 50 | }

    #[hit(collect)]
    table tags(customer: &Customer) -> &'static str {
        | customer.grade: Grade(Gold or Silver) | customer.since || tag    |
        | Gold                                  | -              || "gold" |
        | -                                     | < 2000         || "old"  |
    }

    rule give {
        when {
            c @ Customer { id };
            Order { customer: id, total };
            discount = discount(c, total) if discount > 0;
        }
        then { insert Given(id, discount); }
    }

    rule bonus {
        when {
            Order { customer, total };
            if let Some(b) = bonus(total);
        }
        then { insert Given(customer, b); }
    }

    rule tag {
        when { c @ Customer { id }; tag in tags(c); }
        then { insert Tagged(id, tag); }
    }

    rule plain {
        when {
            c @ Customer { id };
            not { Order { customer: id, total }; p = discount(c, total) if p > 0; }
        }
        then { insert Plain(id); }
    }

    rule sum {
        when { s = sum(discount(c, o.total) for { c @ Customer; o @ Order if o.customer == c.id; }); }
        then { insert Sum(s); }
    }

    query percent(id: u32, total: u32) -> u32 {
        when { c @ Customer { id }; p = discount(c, total); }
        select p
    }

    query tagged(tag: &str) -> u32 {
        when { c @ Customer { id }; for t in tags(c); if t == tag; }
        select id
    }
}

fn customer(id: u32, grade: Grade, since: u16) -> Customer {
    Customer {
        id,
        grade,
        since,
        name: "Ann".to_owned(),
    }
}

fn order(customer: u32, total: u32) -> Order {
    Order {
        customer,
        total,
        note: String::new(),
    }
}

fn given(session: &Conditions) -> Vec<(u32, u32)> {
    session
        .facts::<Given>()
        .map(|given| (given.0, given.1))
        .collect()
}

#[test]
fn a_look_up_is_a_let_and_its_guard_a_test() {
    let mut session = Conditions::new();
    session.insert(customer(1, Grade::Gold, 2019));
    session.insert(customer(2, Grade::Silver, 2019));
    session.insert(order(1, 100));
    session.insert(order(2, 100));
    session.run();
    assert_eq!(given(&session), [(1, 10)]);
}

#[test]
fn an_optional_result_is_matched_by_if_let() {
    let mut session = Conditions::new();
    session.insert(order(1, 501));
    session.insert(order(2, 500));
    session.run();
    assert_eq!(given(&session), [(1, 50)]);
}

#[test]
fn only_the_fields_that_columns_name_are_read() {
    let mut session = Conditions::new();
    let ann = session.insert(customer(1, Grade::Gold, 2019));
    let order = session.insert(order(1, 50));
    session.run();
    let before = given(&session).len();
    session
        .update(ann, |ann| ann.name = "Bea".to_owned())
        .unwrap();
    session
        .update(order, |order| order.note = "new".to_owned())
        .unwrap();
    assert_eq!(session.run().count, 0);
    session.update(ann, |ann| ann.since = 2018).unwrap();
    session.run();
    assert_eq!(given(&session)[before..], [(1, 5)]);
}

#[test]
fn there_is_a_match_for_each_row_that_holds() {
    let mut session = Conditions::new();
    let ann = session.insert(customer(1, Grade::Gold, 1999));
    session.insert(customer(2, Grade::Silver, 2019));
    session.run();
    let tags = |session: &Conditions| {
        session
            .facts::<Tagged>()
            .map(|t| (t.0, t.1))
            .collect::<Vec<_>>()
    };
    assert_eq!(tags(&session), [(1, "gold"), (1, "old")]);
    session.update(ann, |ann| ann.name.push('a')).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn tables_are_asked_inside_not_and_accumulates() {
    let mut session = Conditions::new();
    session.insert(customer(1, Grade::Gold, 2019));
    session.insert(customer(2, Grade::Silver, 2019));
    session.insert(order(1, 10));
    session.insert(order(1, 100));
    session.insert(order(2, 100));
    session.run();
    let plain: Vec<u32> = session.facts::<Plain>().map(|plain| plain.0).collect();
    assert_eq!(plain, [2]);
    let sums: Vec<u32> = session.facts::<Sum>().map(|sum| sum.0).collect();
    assert_eq!(sums, [15]);
}

#[test]
fn explanations_name_the_row() {
    let mut session = Conditions::new();
    session.insert(customer(1, Grade::Gold, 2019));
    session.insert(order(1, 50));
    session.insert(order(1, 501));
    session.run();
    let given = session.explain(ConditionsRule::Give).to_string();
    assert!(given.contains("discount(c, total) = row 2"), "{given}");
    assert!(given.contains("discount(c, total) = row 1"), "{given}");
    let bonus = session.explain(ConditionsRule::Bonus).to_string();
    assert!(bonus.contains("b = 50, bonus(total) = row 1"), "{bonus}");
}

#[test]
fn queries_ask_tables() {
    let mut session = Conditions::new();
    session.insert(customer(1, Grade::Gold, 1999));
    session.insert(customer(2, Grade::Silver, 1999));
    assert_eq!(session.percent(1, 7).collect::<Vec<_>>(), [5]);
    assert_eq!(session.tagged("old").collect::<Vec<_>>(), [1, 2]);
}

mod values {
    //! Parameters that are values, and arguments that refer to them.

    use rules_runtime::rules;

    rules! {
        ruleset Values;

        #[derive(Debug, Clone, PartialEq)]
        enum Kind { Book, Other }

        fact Item { name: String, kind: Kind }
        fact Code(u32);
        fact Tag(&'static str);

        table code(name: String, kind: Kind) -> u32 {
            | name | kind: Kind(Book or Other) || code |
            | "a"  | Book             || 1    |
            | "a"  | Other                     || 2    |
            | else                    || 3    |
        }

        #[hit(collect)]
        table tags(item: Item) -> &'static str {
            | item.name || tag     |
            | "a"       || "first" |
            | -         || "any"   |
        }

        rule look_up {
            when { Item { name, kind }; code = code(name, kind); }
            then { insert Code(code); }
        }
        rule of_fact {
            when { item @ Item; let code = code(item.name, item.kind); if code > 2; }
            then { insert Code(code); }
        }
        rule each {
            when { item @ Item; tag in tags(item); }
            then { insert Tag(tag); }
        }
    }

    #[test]
    fn are_copied_out_of_the_facts() {
        let mut session = Values::new();
        session.insert(Item {
            name: "a".to_owned(),
            kind: Kind::Book,
        });
        session.insert(Item {
            name: "a".to_owned(),
            kind: Kind::Other,
        });
        session.insert(Item {
            name: "c".to_owned(),
            kind: Kind::Book,
        });
        session.run();
        let mut codes: Vec<u32> = session.facts::<Code>().map(|code| code.0).collect();
        codes.sort_unstable();
        assert_eq!(codes, [1, 2, 3, 3]);
        assert_eq!(session.facts::<Tag>().count(), 5);
        let explained = session.explain(ValuesRule::LookUp).to_string();
        assert!(
            explained.contains("code(name, kind) = row 1"),
            "{explained}"
        );
    }
}
