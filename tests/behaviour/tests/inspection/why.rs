//! `why`: what supports a fact.

use rules_runtime::{Derivation, Recording, rules};

rules! {
    #[allow(rules::unstratified)]
    ruleset Graph;

    fact Edge(u32, u32);
    #[unique]
    fact Reach(u32, u32);
    fact Plain(u32);

    rule start {
        when { Edge(a, b); }
        then { insert logical Reach(a, b); }
    }

    rule step {
        when { Reach(a, b); Edge(b, c); }
        then { insert logical Reach(a, c); }
    }

    rule plain {
        when { Reach(a, 9); }
        then { insert Plain(a); }
    }
}

fn graph(edges: &[(u32, u32)]) -> Graph {
    let mut graph = Graph::new();
    for &(from, to) in edges {
        graph.insert(Edge(from, to));
    }
    graph.run();
    graph
}

fn why(graph: &Graph, from: u32, to: u32) -> Derivation {
    let handles = graph.handles::<Reach>();
    let handle = handles
        .into_iter()
        .find(|&handle| graph.get(handle) == Some(&Reach(from, to)));
    graph.why(handle.expect("it is derived"))
}

#[test]
fn a_derived_fact_names_the_rules_and_facts_it_came_from() {
    let graph = graph(&[(1, 2), (2, 3)]);
    let why = why(&graph, 1, 3);
    let [support] = &*why.facts[0].supports else {
        panic!("expected one support: {why}");
    };
    assert_eq!(support.rule, "step");
    let values = support
        .facts
        .iter()
        .map(|&fact| why.facts[fact].value.as_str());
    assert_eq!(values.collect::<Vec<_>>(), ["Reach(1, 2)", "Edge(2, 3)"]);
    assert!(!why.facts[0].asserted);
}

#[test]
fn a_derivation_is_written_as_a_tree_down_to_what_was_asserted() {
    let graph = graph(&[(1, 2), (2, 3)]);
    assert_eq!(
        why(&graph, 1, 3).to_string(),
        "\
#5 Reach(1, 3)
  by `step`
    #4 Reach(1, 2)
      by `start`
        #1 Edge(1, 2), asserted
    #2 Edge(2, 3), asserted
"
    );
}

#[test]
fn a_fact_with_two_supports_names_both() {
    let graph = graph(&[(1, 2), (2, 3), (1, 3)]);
    let why = why(&graph, 1, 3);
    let mut rules: Vec<_> = why.facts[0]
        .supports
        .iter()
        .map(|support| support.rule)
        .collect();
    rules.sort_unstable();
    assert_eq!(rules, ["start", "step"]);
}

#[test]
fn facts_that_support_one_another_are_each_listed_once() {
    let graph = graph(&[(1, 1), (1, 2), (2, 1)]);
    let why = why(&graph, 1, 1);
    let mut ids: Vec<_> = why
        .facts
        .iter()
        .map(|fact| format!("{:?}", fact.fact))
        .collect();
    ids.sort_unstable();
    let all = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), all);
    assert!(why.to_string().contains("as above"));
}

#[test]
fn the_leaves_of_a_derivation_derive_the_fact_again() {
    let edges = [(1, 2), (2, 3), (3, 4), (2, 4), (4, 1), (7, 8)];
    let session = graph(&edges);
    for handle in session.handles::<Reach>() {
        let leaves = session
            .why(handle)
            .facts
            .into_iter()
            .filter(|fact| fact.asserted);
        let leaves: Vec<String> = leaves.map(|fact| fact.value).collect();
        let used = edges
            .iter()
            .filter(|(a, b)| leaves.contains(&format!("Edge({a}, {b})")));
        let again = graph(&used.copied().collect::<Vec<_>>());
        let fact = session.get(handle).expect("it is there");
        assert!(
            again.facts::<Reach>().any(|other| other == fact),
            "{fact:?} from {leaves:?}"
        );
    }
}

#[test]
fn a_plain_insert_is_asserted() {
    let graph = graph(&[(3, 9)]);
    let plain = graph.handles::<Plain>().next().expect("a rule inserted it");
    let why = graph.why(plain);
    assert!(why.facts[0].asserted && why.facts[0].supports.is_empty());
}

#[test]
fn a_derived_fact_inserted_plainly_is_asserted_and_supported() {
    let mut graph = graph(&[(1, 2)]);
    let reach = graph.insert(Reach(1, 2));
    let why = graph.why(reach);
    assert!(why.facts[0].asserted && why.facts[0].supports.len() == 1);
}

#[test]
fn a_stale_handle_is_an_error_and_no_derivation() {
    let mut graph = graph(&[]);
    let edge = graph.insert(Edge(1, 2));
    graph.retract(edge).expect("it is there");
    let why = graph.why(edge);
    assert!(why.error.is_some() && why.facts.is_empty());
    assert!(why.to_string().contains("was retracted"));
}

rules! {
    ruleset Twins;

    fact Parent(u32);
    #[unique]
    fact Child(u32);

    rule bear {
        when { Parent(name); }
        then {
            insert logical Child(name);
            insert logical Child(name);
            insert logical Child(name + 1);
        }
    }
}

#[test]
fn a_match_that_supports_a_fact_twice_is_named_once() {
    let mut twins = Twins::new();
    twins.insert(Parent(1));
    twins.run();
    let children: Vec<_> = twins.handles::<Child>().collect();
    assert_eq!(twins.why(children[0]).facts[0].supports.len(), 1);
    twins.update(children[1], |child| child.0 = 1).unwrap();
    assert_eq!(twins.len::<Child>(), 1);
    assert_eq!(twins.why(children[1]).facts[0].supports.len(), 1);
}

rules! {
    #[backtrack]
    ruleset Routes;

    fact Road(u32, u32);
    #[unique]
    fact Way(u32, u32);

    rule road {
        when { Road(a, b); }
        then { insert logical Way(a, b); }
    }

    rule on {
        when { Way(a, b); Road(b, c); }
        then { insert logical Way(a, c); }
    }
}

#[test]
fn after_the_way_back_why_and_explanations_are_as_before() {
    let mut routes = Routes::new();
    let roads = [(1, 2), (2, 3), (3, 4)].map(|(from, to)| routes.insert(Road(from, to)));
    routes.run();
    let told = |routes: &Routes| {
        let whys = routes
            .handles::<Way>()
            .map(|way| routes.why(way).to_string());
        let whys: Vec<String> = whys.collect();
        let of_rules =
            [RoutesRule::Road, RoutesRule::On].map(|rule| routes.explain(rule).to_string());
        (whys, of_rules)
    };
    let before = told(&routes);
    let checkpoint = routes.checkpoint();
    routes.retract(roads[1]).unwrap();
    routes.insert_all([Road(2, 4), Road(4, 1)]);
    routes.run();
    assert_ne!(told(&routes), before);
    routes.rollback(checkpoint).unwrap();
    assert_eq!(told(&routes), before);
    routes.__verify();
}

#[test]
fn a_value_that_stands_again_is_the_one_that_stood() {
    rules! {
        #[backtrack]
        ruleset Copies;
        fact Source(u32);
        fact Copy(u32);
        rule copies {
            when { Source(number); }
            then { insert Copy(number); }
        }
    }
    let mut session = Copies::builder().listener(Recording::new()).build();
    let source = session.insert(Source(1));
    session.run();
    let why = |session: &Copies<Recording>| {
        let copies = session.handles::<Copy>();
        let whys = copies.map(|copy| session.why(copy).to_string());
        whys.collect::<Vec<_>>()
    };
    let before = why(&session);
    let checkpoint = session.checkpoint();
    for number in [2, 3] {
        session.update(source, |source| source.0 = number).unwrap();
    }
    assert_ne!(why(&session), before);
    session.rollback(checkpoint).unwrap();
    assert_eq!(why(&session), before);
    // What the rule has inserted over a value that is gone is told so.
    session.update(source, |source| source.0 = 2).unwrap();
    session.run();
    let checkpoint = session.checkpoint();
    session.retract(source).unwrap();
    let gone = why(&session);
    session.rollback(checkpoint).unwrap();
    let again = why(&session);
    assert_eq!(again.len(), 2);
    assert_ne!(again, gone);
}

#[test]
fn an_event_inserted_for_later_comes_from_the_firing_that_inserted_it() {
    rules! {
        #[clock(u32)]
        #[backtrack]
        ruleset Diary;
        fact Task(u32);
        #[event(at = at, expires = 10)]
        fact Reminder { at: u32, id: u32 }

        rule plan { when { Task(id); } then { insert Reminder { at: now + 30, id }; } }
        rule remind { when { Reminder { id }; } then { println!("{id}"); } }
    }
    let mut diary = Diary::builder().listener(Recording::new()).build();
    diary.insert(Task(1));
    diary.run();
    diary.insert(Reminder { at: 31, id: 2 });
    let whys = |diary: &Diary<Recording>| {
        let reminders = diary.handles::<Reminder>();
        let whys = reminders.map(|reminder| diary.why(reminder).to_string());
        whys.collect::<Vec<_>>()
    };
    let checkpoint = diary.checkpoint();
    for _ in 0..2 {
        diary.advance_to(35).unwrap();
        assert_eq!(
            whys(&diary),
            [
                "#2 Reminder { at: 30, id: 1 }\n  inserted by `plan`\n    #1 Task(1), asserted\n",
                "#3 Reminder { at: 31, id: 2 }, asserted\n",
            ]
        );
        if diary.rollback(checkpoint).is_err() {
            break;
        }
    }
    let recording = diary.listener();
    let numbers = recording.events().map(|event| event.number);
    assert!(numbers.eq(0..recording.len() as u64));
}
