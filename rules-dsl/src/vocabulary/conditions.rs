//! Words about conditions: facts taken for values, globals, what accumulates and patterns do not know.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// `a == b` of facts.
    ComparedFacts: compared_facts(left, operator, right) {
        "facts are not compared by `{operator}`"
        ; help "`{left}.handle() {operator} {right}.handle()` asks whether they are one fact; values are compared field by field"
    }

    /// `if !A { x };`
    PatternAsTest: pattern_as_test(pattern, word) {
        "`{pattern}` is a fact and not a test"
        ; help "whether there is such a fact is a condition of its own: `{word} {pattern};`"
    }

    /// `for x: &str in …`
    BorrowedElement: borrowed_element(ty) {
        "`{ty}` borrows, but a `for` that says a type keeps its elements"
        ; help "leave the type out, or keep values of their own: `for x: String in ….map(str::to_owned)`"
    }

    /// `u @ A(u)`
    FactAsValue: fact_itself(variable) {
        "`{variable}` is the fact itself, so it cannot be the value of its field too, bound"
        ; label "the fact is named here"
        ; help "give one of them another name"
    }

    /// `u @ A; B { owner: u };`
    FactAsValue: fact_as_value(variable) {
        "`{variable}` is a fact and not the value of a field, bound"
        ; label "the fact is named here"
        ; help "join with a field of it: `{variable} @ A {{ id }};`, and `id` here"
    }

    /// `?` in a condition.
    NoErrorType: failing_condition(what) {
        "`{what}` stands in blocks alone: a condition cannot fail"
        ; help "match the value: `if let Ok(x) = …;`"
    }

    /// `session.len()` in a condition.
    UnseenSession: session_in_condition(name) {
        "a condition does not see the session: there is no `{name}` in it"
        ; help "it asks by patterns and accumulates: `n = count(Order) if n > 3;`"
    }

    /// An accumulate of facts that may be of several patterns.
    NotAFact: which_fact(function, does, example) {
        "`{function}` needs to know which fact it {does}"
        ; help "give a name to that one and to no other: `{example}{{ x @ A; B; }})`"
    }

    /// The function of an accumulate.
    UnknownFunction: unknown_function(functions, found) {
        "expected {functions}, found `{found}`"
        ; help "a computed variable is written `let x = …;`"
    }

    /// A global in a condition.
    GlobalInCondition: global_in_condition(global) {
        "a condition cannot use the global `{global}`"
        ; help "globals belong to `then` blocks; what conditions read must be facts"
    }

    /// Alternatives in a nested pattern.
    Unsupported: unsupported_alternative(what) {
        "{what} of `|` is not supported yet"
        ; help "test it in a guard"
    }

    /// A position of a tuple whose length is not known.
    Unsupported: unknown_position() {
        "a position after `..` is known only where the ruleset declares the fact type"
        ; help "name the position: `Edge {{ 2: x }}`"
    }
}
