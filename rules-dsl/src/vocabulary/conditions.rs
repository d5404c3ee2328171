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

    /// `let n = count(Order);`
    PatternAsTest: accumulate_as_value(function, pattern) {
        "`{pattern}` is a fact and not a value"
        ; help "an accumulate is a condition of its own, and names its result: `n = {function}({pattern});`"
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

    /// `x = max_by(q for q in ages())` of a query whose results are values.
    NotAFact: collected_value(function, query) {
        "`{function}` takes facts, and the results of `{query}` are values"
        ; help "`count`, `sum`, `avg`, `min` and `max` take values: `most = max(x for x in {query}(…));`"
    }

    /// `xs = collect(a @ Animal)` of a kind.
    NotAFact: collected_kind(function, kind) {
        "`{function}` takes facts of one type, and `{kind}` is a kind of several"
        ; help "write it for each of its types"
    }

    /// `tops = collect({ top = max_by(p.score for p @ P { team }) by (team); })` in a rule.
    NotAFact: fact_of_an_accumulate(function, inner) {
        "in a rule `{function}` takes the facts of a pattern, and not what another `{inner}` finds"
        ; help "insert a fact for each, by `insert logical`, and let `{function}` take those"
    }

    /// `Animal(x)` of a kind.
    UnknownField: kind_positions(kind) {
        "the fields of the kind `{kind}` have names"
        ; help "write them in braces"
    }

    /// A field of a kind whose types are all declared elsewhere.
    UnknownField: kind_field_type(field) {
        "the type of `{field}` is not known here: the ruleset declares none of the types"
        ; help "state it: `{field}: u32`"
    }

    /// A call of what is no query.
    UnknownQuery: unknown_query(name) {
        "there is no query or table `{name}`"
        ; help "a fact's type begins with an upper-case letter; a function is called in a test: `if {name}(…);`"
    }

    /// `pay(o);` of a table.
    NoResults: unbound_look_up(table) {
        "`{table}` is a table, and nothing takes what it answers"
        ; help "write `x = {table}(…);`, or `if {table}(…) > 1;`"
    }

    /// A call with too few or too many arguments.
    ArgumentCount: argument_count(query, expected, found) {
        "the query `{query}` takes {expected}, found {found}"
    }

    /// `x in q()` of a query without results.
    NoResults: no_results(query) {
        "the query `{query}` has no results: it holds or not"
        ; help "write the call alone: `{query}(…);`"
    }

    /// `q();` of a query with results.
    NoResults: unused_results(query) {
        "the query `{query}` has results, which the call does not bind"
        ; help "write `x in {query}(…);` for a match for each, or `exists _ in {query}(…);`"
    }

    /// `not q()` of one.
    NoResults: unused_results_inside(query) {
        "the query `{query}` has results, which the call does not bind"
        ; help "write `_ in {query}(…)` here"
    }

    /// `Some(x) in query(…);`
    Syntax: refutable_result(pattern, query) {
        "`{pattern}` does not match every result of `{query}`, and there is a match for each"
        ; help "a result has a name, and is tested after it: `found in {query}(…); if let {pattern} = found;`"
    }

    /// A recursive query whose answers lead to facts on which they rest.
    Unsupported: asked_by_answers(query, cycle) {
        "the answers of the recursive query `{query}` lead to facts on which they rest: {cycle}"
        ; help "derive what `{query}` finds by rules, with `insert logical` of a `#[unique]` type"
    }

    /// `due a.at + b.time` of facts that come when it is due.
    Unsupported: waits_by_itself(word, cycle) {
        "`{word}` waits for instants of matches of facts to which it leads: {cycle}"
        ; help "let the instant depend on one fact alone, `due order.deadline`: then it is known when that comes"
    }

    /// A recursive query in a rule that knows its matches by their facts.
    Unsupported: answers_with_history(query, word) {
        "a rule with `{word}` cannot take the answers of the recursive query `{query}`"
        ; help "ask for them inside `exists` or an accumulate, or derive them as facts by a rule of their own"
    }

    /// A recursive query that borrows.
    Unsupported: borrowing_recursion(ty) {
        "`{ty}` borrows, but parameters and results of a recursive query are values of their own"
        ; help "use `String` for `&str`, and handles for facts"
    }

    /// A float in a recursive query.
    Unsupported: unordered_recursion(ty) {
        "`{ty}` has no total order, but parameters and results of a recursive query are told apart and ordered"
        ; help "use a type that is `Clone + Eq + Hash + Ord`: an integer of the smallest unit, for example"
    }

    /// `not` and its kin through a circle of queries.
    UnstratifiedQuery: unstratified_query(word, query, cycle) {
        "the `{word}` around `{query}` depends on its own answer: {cycle}"
        ; help "break the circle: what is negated or counted must be known first"
    }

    /// A recursion that may have no end.
    UnboundedRecursion: unbounded_recursion(what, query) {
        "{what} of the recursive query `{query}` may be a new value each time, so that it need not end"
        ; help "take it from facts, or let it pass: `#[allow(rules::unbounded_recursion)]`"
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
