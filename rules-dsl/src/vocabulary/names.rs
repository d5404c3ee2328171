//! Words about names and declarations: fields that are not there, variables without a value, two things of one name.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// A field of a declared fact.
    UnknownField: unknown_field(fact, field) {
        "`{fact}` has no field `{field}`"
    }

    /// A variant of a declared enum.
    UnknownField: unknown_variant(fact, variant) {
        "`{fact}` has no variant `{variant}`"
    }

    /// A variant of a declared struct.
    UnknownField: no_enum(fact, variant) {
        "`{fact}` is no enum and has no variant `{variant}`"
    }

    /// `Cell(…)` of named fields.
    UnknownField: named_fields(fact) {
        "`{fact}` has named fields"
        ; help "write them in braces"
        ; mend Braces
    }

    /// `Marker(…)` of none.
    UnknownField: no_fields(fact) {
        "`{fact}` has no fields"
        ; help "leave the parentheses out"
        ; mend NoParentheses
    }

    /// More positions than there are.
    UnknownField: too_many_positions(fact, fields, named) {
        "`{fact}` has {fields}, the pattern names {named}"
        ; help "a pattern names each position once"
    }

    /// Fewer positions than there are.
    UnknownField: too_few_positions(fact, fields, named) {
        "`{fact}` has {fields}, the pattern names {named}"
        ; help "write `_` for a position, or `..` for the rest"
    }

    /// A variable that a later condition binds.
    UnboundVariable: used_before(variable) {
        "`{variable}` is used before it is bound, which it is"
        ; label "bound here"
        ; help "move the condition that binds it before this one"
        ; mend ConditionFirst
    }

    /// A key that is bound before the accumulate.
    UnboundVariable: key_from_before(key, function) {
        "`{key}` is bound before the `{function}`: there is one group of it"
    }

    /// A key that nothing binds.
    UnboundVariable: unknown_key(key, function) {
        "the conditions of the `{function}` bind no `{key}`"
    }

    /// A local variable outside its place.
    LocalVariable: used_outside(variable, place) {
        "`{variable}` has no value here: it is local to the `{place}`"
        ; label "local here"
    }

    /// A name that was local before.
    LocalVariable: local_before(variable, place) {
        "`{variable}` cannot be bound here: it is local to the `{place}`"
        ; label "local here"
        ; help "bind it before that condition to join with it, or rename one of them"
    }

    /// The second item of a kind and a name.
    DuplicateName: duplicate_item(kind, name) {
        "duplicate {kind} `{name}`, first defined"
        ; label "first defined here"
    }

    /// The second rule or group of a name but for its case.
    DuplicateName: duplicate_variant(kind, name, variant, first) {
        "duplicate {kind} `{name}`: its variant is `{variant}`, as is that of `{first}`, first defined"
        ; label "first defined here"
    }

    /// `fact Oven` in `ruleset Oven`.
    DuplicateName: own_name(name, what, ruleset) {
        "`{name}` is the type of {what} of the ruleset `{ruleset}`, and can be no other type"
        ; help "give one of them another name: `ruleset {ruleset}Rules;`"
    }

    /// Two methods of one name.
    DuplicateName: duplicate_method(what, method, first) {
        "{what} is named `{method}`, as is {first}, defined"
        ; label "first defined here"
        ; help "give one of them another name"
    }

    /// Two types of one name.
    DuplicateName: duplicate_type(name, first, second) {
        "two fact types are named `{name}`: `{second}`, and `{first}`"
        ; label "named here first"
        ; help "give one another name: `use … as …;`"
    }

    /// A variable bound twice where it is no join.
    DuplicateVariable: duplicate_variable(name) {
        "duplicate variable `{name}`, first defined"
        ; label "first defined here"
        ; help "give one of them another name"
    }

    /// A variable named like a global.
    DuplicateVariable: named_like_global(variable) {
        "`{variable}` cannot be a variable: it is the name of a global, defined"
        ; label "the global"
        ; help "give the variable another name, in a pattern `{variable}: other`; the global itself is read in blocks alone"
    }

    /// A query named like a method.
    ReservedName: reserved_query(name) {
        "a query cannot be named `{name}`: every session has a method of that name"
        ; help "give it another name"
    }

    /// A table named like a method.
    ReservedName: reserved_table(name) {
        "a table cannot be named `{name}`: every session has a method of that name"
        ; help "give it another name"
    }

    /// A table named like the function of an accumulate.
    ReservedName: table_like_accumulate(name) {
        "a table cannot be named `{name}`: in conditions that is an accumulate"
        ; help "give it another name"
    }

    /// A fact whose accessor is named like a method.
    ReservedName: reserved_accessor(fact, method) {
        "a fact with a key cannot be named `{fact}`: its accessor would be `{method}`, a method that every session has"
        ; help "give it another name"
    }

    /// A fact whose accessor is named like a keyword.
    ReservedName: keyword_accessor(fact, keyword) {
        "a fact with a key cannot be named `{fact}`: its accessor would be `{keyword}`, a word of Rust"
        ; help "give it another name"
    }

    /// `str`, `[T]` or `dyn T`.
    UnsizedType: unsized_type(ty, instead) {
        "`{ty}` has no size of its own, so no value of it can be kept"
        ; help "write {instead}"
    }

    /// `fact Order { name: &str }`
    BorrowedData: borrowed_data(ty, owner, instead) {
        "`{ty}` refers to data of somebody else, and {owner} owns its data"
        ; help "write {instead}"
    }

    /// A group.
    UnknownGroup: unknown_group(group) {
        "there is no group `{group}`"
        ; help "declare it: `group {group} {{ … }}`"
        ; mend Item("group {group} {{}}")
    }
}
