//! Words about blocks: effects of what is no fact, writes beside `modify`, errors that cannot be returned, search.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// A variable that holds no fact.
    NotAFact: no_fact(effect, variable, what, pattern) {
        "`{effect}` needs a fact, but `{variable}` is {what}, bound"
        ; label "bound here"
        ; help "name the fact in its pattern: `{pattern}`"
    }

    /// A global.
    NotAFact: global_no_fact(effect, global) {
        "`{effect}` needs a fact, but `{global}` is a global, declared"
        ; label "declared here"
    }

    /// A name that the rule does not bind.
    NotAFact: nothing_bound(effect, name) {
        "`{effect}` needs a fact, but the rule binds no `{name}`"
        ; help "name the fact in its pattern: `{name} @ …`"
    }

    /// `a.x = 3;` of a fact.
    WrittenFact: written_fact(fact, place) {
        "`{place}` is part of a fact, which is written by a `modify` alone"
        ; help "write `modify {fact} {{ {place} = …; }}`"
        ; mend Within("modify {fact}")
    }

    /// `total = 3;` of a variable of the conditions.
    WrittenFact: written_variable(variable) {
        "`{variable}` is a value that was matched, and cannot be written"
        ; help "write the field of the fact in a `modify`, or a copy: `let mut {variable} = …;`"
    }

    /// `modify lamp { colour = 3; }`
    WrittenFact: field_without_fact(field, fact) {
        "there is no variable `{field}`, but `{fact}` has a field of that name"
        ; help "write `{fact}.{field} = …;`"
        ; mend Replace("{fact}.{field}")
    }

    /// `?` and `return Err(…)`
    NoErrorType: no_error_type(what, ruleset) {
        "`{what}` needs a type of error, and the ruleset has none"
        ; help "put it before the ruleset: `#[error(MyError)] ruleset {ruleset};`"
    }

    /// `session.insert(…)` in a block.
    UnseenSession: session_in_block(name) {
        "a block does not see the session: there is no `{name}` in it"
        ; help "its effects are statements, `insert …;`; what it needs of other facts is collected in `when`: `orders = collect(o @ Order);`"
    }

    /// A global in a choice.
    GlobalInCondition: global_in_choice(global) {
        "a choice cannot use the global `{global}`"
        ; help "it is evaluated again for each alternative: make the global `#[trailed]`"
    }

    /// An effect of search.
    NeedsBacktrack: needs_backtrack(word) {
        "`{word}` needs `#[backtrack]` on the ruleset"
        ; mend RulesetAttribute("#[backtrack]")
    }

    /// `choose` after something else.
    MisplacedChoose: misplaced_choose() {
        "`choose` stands at the head of a `then` block, before anything else"
        ; help "move it there"
    }

    /// `insert logical` of a fact with a key.
    LogicalKey: logical_key(fact) {
        "`{fact}` has a key and cannot be inserted logically"
        ; help "make it `#[unique]`, or insert it plainly"
    }

    /// `insert` of a `#[best(…)]` fact.
    BestFact: plain_best(fact) {
        "`{fact}` is `#[best(…)]`, and made by `insert logical` alone"
        ; help "write `insert logical`: of what rules derive the best stands while its reasons do"
        ; mend After(" logical")
    }

    /// `modify` or `retract` of a `#[best(…)]` fact.
    BestFact: written_best(effect, fact) {
        "`{effect}` of a `{fact}`, which is `#[best(…)]`: it stands while it is the best that rules derive"
        ; help "change what it is derived from"
    }

    /// `insert logical` in `undo`.
    LogicalUndo: logical_undo() {
        "an `undo` block runs when its match has ended: nothing would support the fact"
        ; help "insert it plainly"
    }
}
