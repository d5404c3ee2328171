//! What rulesets look like as programs of CLIPS.

use oracle::model::condition::fact;
use oracle::model::effect::{insert_logical, modify};
use oracle::model::expression::{field, var};
use oracle::model::{Condition, Effect, FactType, Rule, Ruleset, Test};
use oracle::value::{Kind, Value};
use oracle::{clips, generate};

/// A program of the fact types `A`, whose facts may be equal, and `B`, whose facts are not, and one rule.
fn program(when: Vec<Condition>, then: Vec<Effect>) -> String {
    let facts = vec![
        FactType::new("A", &[("x", Kind::Int), ("y", Kind::Bool)]),
        FactType::tuple("B", &[Kind::Int]).unique(),
    ];
    let rule = Rule::new("alpha", when, then);
    let program = clips::program(&Ruleset::new(facts, vec![rule]));
    let (_, rule) = program.split_once("\n\n").expect("templates, then rules");
    rule.to_owned()
}

#[test]
fn facts_that_may_be_equal_have_a_slot_that_tells_them_apart() {
    let facts = vec![
        FactType::new("A", &[("x", Kind::Int), ("y", Kind::Bool)]),
        FactType::tuple("B", &[Kind::Color]).unique(),
    ];
    assert_eq!(
        clips::program(&Ruleset::new(facts, Vec::new())),
        "(deftemplate A (slot x (type INTEGER)) (slot y (allowed-symbols TRUE FALSE)) \
         (slot id (default-dynamic (gensym*))))\n\
         (deftemplate B (slot p0 (allowed-symbols Red Green Blue)))\n"
    );
}

#[test]
fn a_join_uses_the_variable_again_and_a_guard_is_a_test() {
    let a = fact("A").named("a").bind("x", "v").constant("y", true);
    let b = fact("B")
        .bind("0", "v")
        .guard(var("v").above(field("a", "x")));
    let when = vec![a.into(), Condition::Not(vec![b.into()])];
    assert_eq!(
        program(when, Vec::new()),
        "(defrule alpha\n  \
           (A (x ?v1) (y ?v2&TRUE) (id ?v3))\n  \
           (not (and (B (p0 ?v1)) (test (> ?v1 ?v1))))\n  \
           =>)\n"
    );
}

#[test]
fn a_variable_bound_in_every_branch_has_one_name_and_a_let_is_written_out() {
    let one = fact("A").bind("x", "v");
    let values = vec![Value::Int(1), Value::Int(2)];
    let two = fact("B").bind("0", "v").test("0", Test::OneOf(values));
    let when = vec![
        Condition::Either(vec![vec![one.into()], vec![two.into()]]),
        Condition::Let("w".into(), var("v").plus(1)),
        fact("B").bind("0", "w").into(),
    ];
    assert_eq!(
        program(when, vec![insert_logical("B", &[var("w")])]),
        "(defrule alpha\n  \
           (logical\n  \
           (or (A (x ?v1) (y ?v2)) (B (p0 ?v1&:(or (eq ?v1 1) (eq ?v1 2)))))\n  \
           (B (p0 ?v3&=(+ ?v1 1))))\n  \
           =>\n  \
           (assert (B (p0 (+ ?v1 1)))))\n"
    );
}

#[test]
fn a_modified_fact_is_retracted_and_asserted_under_its_identity() {
    let when = vec![fact("A").named("a").bind("x", "v").into()];
    assert_eq!(
        program(when, vec![modify("a", "x", var("v").plus(1))]),
        "(defrule alpha\n  \
           ?v3 <- (A (x ?v1) (y ?v2) (id ?v4))\n  \
           =>\n  \
           (retract ?v3) (assert (A (x (+ ?v1 1)) (y ?v2) (id ?v4))))\n"
    );
}

#[test]
fn confluent_rulesets_can_be_written() {
    for seed in 0..100 {
        let ruleset = generate::confluent(seed);
        let written = clips::program(&ruleset);
        assert_eq!(written.matches("(defrule ").count(), ruleset.rules.len());
    }
}
