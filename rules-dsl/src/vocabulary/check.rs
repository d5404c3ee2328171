//! Words about rules that mean something and still cannot be meant: what `check` finds.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// A literal.
    WrongLiteral: wrong_literal(field, ty, literal) {
        "field `{field}` is of type `{ty}`, this is {literal}"
    }

    /// Two tests of one pattern.
    Never: never_beside(second, first) {
        "`{second}` never holds beside `{first}`, which stands"
        ; label "this and that exclude each other"
        ; help "one of them has to go"
    }

    /// A test and all those before it in the pattern.
    Never: never_after_others(test) {
        "`{test}` never holds together with the tests before it"
        ; help "one of them has to go"
    }

    /// A test and the type of a field.
    Never: never_of_type(test, field, ty) {
        "`{test}` never holds: `{field}` is of type `{ty}`"
    }

    /// A test by itself.
    Never: never_by_itself(test) {
        "`{test}` never holds"
    }

    /// A negation in a cycle of logical inserts.
    Unstratified: unstratified(rule, condition, cycle) {
        "`{condition}` in {rule} depends on what the rule itself derives: {cycle}"
        ; help "break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass"
    }

    /// A `for` over a hash table.
    UnorderedElements: unordered_elements(rule, table) {
        "{rule} goes through a `{table}`, and equal ones give their elements in different orders"
        ; help "an element is found again by its place: use a `BTreeMap` or a `BTreeSet`, or keep the elements, `for x: T in …;`"
    }

    /// A query, where Rust stands.
    QueryInRust: query_in_rust(name) {
        "`{name}` is a query, and no function that Rust code could call"
        ; help "ask it in a condition of its own: `{name}(…);`, `not {name}(…);`, or `x in {name}(…);` for its results"
    }

    /// A table, in a block.
    QueryInRust: table_in_rust(name, ruleset) {
        "`{name}` is a table, and no function that a block could call"
        ; help "bind its result in a condition, `x = {name}(…);`, or ask the session's type: `{ruleset}::{name}(…)`"
    }

    /// A variable.
    UnusedVariable: unused_variable(rule, variable) {
        "{rule} binds `{variable}` and does not use it"
        ; help "leave it out, or call it `_{variable}`"
        ; mend Replace("_{variable}")
    }

    /// The result of an accumulate, which has a name.
    UnusedVariable: unused_result(rule, variable) {
        "{rule} binds `{variable}` and does not use it"
        ; help "call it `_{variable}`"
        ; mend Replace("_{variable}")
    }

    /// A variable named by its field alone.
    UnusedVariable: unused_field_variable(rule, variable) {
        "{rule} binds `{variable}` and does not use it"
        ; help "leave it out, or write `{variable}: _` where the rule is to notice its changes"
        ; mend Replace("{variable}: _")
    }

    /// A variable whose name is like another's.
    UnusedVariable: misspelt_variable(rule, variable, meant) {
        "{rule} binds `{variable}` and does not use it"
        ; help "did you mean `{meant}`?"
        ; mend Replace("{meant}")
    }

    /// A pattern and what stands before it.
    CrossProduct: cross_product(rule, second, first) {
        "{rule} pairs every `{second}` with every `{first}`: nothing relates it to the pattern"
        ; label "nothing relates the two"
        ; help "join them by a field; `#[allow(rules::cross_product)]` where every pair is meant"
    }

    /// Two conditions of a rule.
    NeverFires: never_fires(rule, second, first) {
        "{rule} never fires: `{second}` excludes `{first}`, which stands"
        ; label "this and that exclude each other"
    }

    /// A condition and all those before it.
    NeverFires: never_fires_after_others(rule, condition) {
        "{rule} never fires: `{condition}` excludes the conditions before it"
    }

    /// The same in a branch of an `either`.
    NeverFires: never_fires_so(rule, second, first) {
        "in {rule} this branch never holds: `{second}` excludes `{first}`, which stands"
        ; label "this and that exclude each other"
    }

    /// The same, of several.
    NeverFires: never_fires_so_after_others(rule, condition) {
        "in {rule} this branch never holds: `{condition}` excludes the conditions before it"
    }

    /// A test inside a negation and one outside it.
    SubsumedCondition: absent_anyhow(rule, second, first) {
        "in {rule} this `not` always holds: `{second}` excludes `{first}`, which stands"
        ; label "this and that exclude each other"
        ; help "leave it out, or mend it"
    }

    /// The same, of several.
    SubsumedCondition: absent_anyhow_after_others(rule, condition) {
        "in {rule} this `not` always holds: `{condition}` excludes the conditions before it"
        ; help "leave it out, or mend it"
    }

    /// A `modify`.
    SelfReactivation: reactivating_modify(rule, field) {
        "{rule} re-activates itself: it writes `{field}`, which its conditions read and do not test"
        ; help "test `{field}` in a condition, or give the rule `#[no_loop]`"
        ; mend Attribute("#[no_loop]")
    }

    /// An `insert`.
    SelfReactivation: reactivating_insert(rule, fact) {
        "{rule} re-activates itself: each `{fact}` that it inserts is a new match of it"
        ; help "test a field of `{fact}`, or ask for what is not there yet: `not {fact} {{ … }}`"
    }

    /// The first rule, and all of them.
    RuleCycle: rule_cycle(first, round) {
        "rules activate one another without end: {round}; none of them changes what they test"
        ; help "have one of them change what {first} tests, or ask for what is not there yet: `not …`"
    }

    /// A logical insert beside a `modify` or a `retract`.
    UnseenLogical: unseen_logical(rule, effect, fact) {
        "this logical fact falls at once: the block {effect} `{fact}`, which {rule} matches,"
        ; label "this ends the match"
        ; help "insert it plainly, or in a rule that leaves `{fact}` as it is"
    }

    /// A rule and an earlier one.
    DuplicateRule: duplicate_rule(rule, first) {
        "{rule} has the conditions and the effects of {first}, written"
        ; label "this rule does the same"
        ; help "leave one of them out"
    }

    /// A condition and an earlier one.
    SubsumedCondition: subsumed_by(rule, condition, by) {
        "in {rule}, `{condition}` holds wherever `{by}` does, which stands"
        ; label "this says as much"
        ; help "leave it out"
        ; mend RemoveCondition
    }

    /// A condition and those before it.
    SubsumedCondition: subsumed_by_others(rule, condition) {
        "in {rule}, `{condition}` always holds where the other conditions do"
        ; help "leave it out"
        ; mend RemoveCondition
    }

    /// A derived fact.
    Underivable: underivable(fact) {
        "no rule inserts the derived fact `{fact}`"
        ; help "insert it in a rule, or leave `#[derived]` out"
    }

    /// A `#[best(…)]` fact.
    Underivable: no_candidates(fact) {
        "no rule derives the `#[best(…)]` fact `{fact}`"
        ; help "derive it in a rule: `insert logical {fact} {{ … }};`"
    }

    /// A derived fact, with the rules that wait for it.
    Underivable: underivable_for(fact, rules) {
        "no rule inserts the derived fact `{fact}`, so {rules} cannot fire"
        ; help "insert it in a rule, or leave `#[derived]` out"
    }

    /// A pattern of a derived fact that nobody updates.
    Underivable: unmatchable(rule, condition) {
        "{rule} cannot fire: no rule inserts a derived fact that matches `{condition}`"
    }

    /// A pattern of a derived fact that the program may update.
    Underivable: matchable_by_updates(rule, condition) {
        "{rule} fires only where a derived fact is updated from outside: no rule inserts one that matches `{condition}`"
    }
}
