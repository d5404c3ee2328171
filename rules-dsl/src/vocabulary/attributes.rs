//! Words about attributes.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// A strategy.
    UnknownStrategy: unknown_strategy(name) {
        "there is no strategy `{name}`"
    }

    /// A stage that the ruleset does not list.
    UnknownStage: unknown_stage(name) {
        "there is no stage `{name}`"
    }

    /// `#[stage(…)]` in a ruleset without `#[stages(…)]`.
    UnknownStage: no_stages(name) {
        "there is no stage `{name}`: the ruleset has no stages"
        ; help "list them on the ruleset, first to last: `#[stages({name}, …)]`"
    }

    /// A stage that is listed twice.
    InvalidAttribute: stage_again(name) {
        "the stage `{name}` is listed twice, first"
        ; label "first listed here"
    }

    /// A second `_` among the stages.
    InvalidAttribute: others_again() {
        "`_`, the place of rules that are in no stage, is listed twice"
    }

    /// `#[stage(…)]` and `#[salience(…)]`.
    InvalidAttribute: stage_and_salience(first, second) {
        "a rule in a stage has the salience of its stage: `#[{second}]` does not go with `#[{first}]`, which is given"
        ; label "given here"
        ; help "what comes earlier or later within a stage is a stage of its own"
    }

    /// An attribute.
    UnknownAttribute: unknown_attribute(name, on) {
        "there is no attribute `{name}` of {on}"
    }

    /// A warning in `#[allow(rules::…)]`.
    UnknownAttribute: unknown_warning(name) {
        "there is no warning `rules::{name}`"
    }

    /// An attribute about the focus, of a rule in no group.
    UnknownAttribute: outside_groups(name) {
        "`#[{name}]` means nothing in a rule outside all groups"
        ; help "put the rule in a group: `group name {{ rule … }}`"
    }

    /// Arguments of an attribute that takes none.
    InvalidAttribute: no_arguments(name) {
        "`#[{name}]` takes no arguments"
    }

    /// Arguments that are not what the attribute takes.
    InvalidAttribute: wrong_arguments(name, what) {
        "`#[{name}(…)]` takes {what}"
    }

    /// An attribute that stands once.
    InvalidAttribute: attribute_again(name) {
        "`#[{name}]` is given twice, first"
        ; label "first given here"
    }

    /// `#[unique]` and `#[key(…)]`.
    InvalidAttribute: unique_and_key(first) {
        "a fact is either `#[unique]` or has a `#[key(…)]`; this one has `#[{first}]`"
        ; label "given here"
        ; help "facts of one key are one: leave `#[unique]` out"
    }

    /// `#[best(…)]` with `#[unique]` or `#[key(…)]`.
    InvalidAttribute: best_and_other(first, second) {
        "`#[{second}]` does not go with `#[{first}]`, which is given"
        ; label "given here"
        ; help "equal `#[best(…)]` facts are one as they are, and of those with equal `by` fields one stands"
    }

    /// A field that `by` names twice.
    InvalidAttribute: best_names_twice(field) {
        "`by` names `{field}` twice"
    }

    /// `#[best(min: cost, …)]` where `cost` is a float.
    InvalidAttribute: best_of_float(field, ty) {
        "`{field}` is an `{ty}`, which has no total order"
        ; help "order by an integer, or by a type of your own that is `Ord`"
    }

    /// `#[key]`
    InvalidAttribute: key_of_nothing() {
        "`#[key]` needs the fields of the key"
        ; help "`#[key(a, b)]`, or `#[key()]` for one fact at the most"
    }

    /// `#[derived]` on a `use`.
    InvalidAttribute: derived_elsewhere() {
        "`#[derived]` stands on a `fact`, not on a type from elsewhere"
        ; help "each ruleset says for itself who inserts the facts that it declares"
    }

    /// `#[unique]` or `#[key(…)]` on a `use` that does not name the types.
    InvalidAttribute: unnamed_types() {
        "`#[unique]` and `#[key(…)]` need the names of the types that they are said of"
        ; help "name each type: `use path::{{A, B}};`"
    }

    /// `#[was(…)] use path::{A, B};`
    InvalidAttribute: earlier_names_of_several() {
        "`#[was(…)]` needs one type that it is said of"
        ; help "give each renamed type a `use` of its own: `#[was(Old)] use path::New;`"
    }

    /// `#[was(Cart)]` where there is a `Cart`.
    InvalidAttribute: earlier_name_in_use(kind, name) {
        "`{name}` is no earlier name: there is a {kind} `{name}`, defined"
        ; label "defined here"
    }

    /// Two of which it is said that they had one name.
    InvalidAttribute: earlier_name_again(name, other) {
        "`{name}` is an earlier name of `{other}` too, as said"
        ; label "first given here"
    }

    /// `#[unique] use` of a type that the ruleset declares.
    InvalidAttribute: stated_of_declared(name) {
        "`{name}` is declared in this ruleset, and what tells its facts apart belongs there"
        ; help "put the attribute on `fact {name}`"
    }

    /// A second `#[unique] use` of a type.
    InvalidAttribute: stated_again(name) {
        "what tells facts of `{name}` apart is said twice, first"
        ; label "first said here"
    }

    /// A field that a key names twice.
    InvalidAttribute: key_names_twice(field) {
        "the key names `{field}` twice"
    }
}
