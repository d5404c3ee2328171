//! Words about time: clocks, events, spans.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// `#[event(…)]` in a ruleset without a clock.
    NeedsClock: event_without_clock() {
        "`#[event(…)]` needs a clock, and the ruleset has none"
        ; help "put it before the ruleset: `#[clock(u64)] ruleset Name;`, with the type of your instants"
    }

    /// `#[event(…)]` and `#[key(…)]`.
    InvalidAttribute: event_told_apart(other) {
        "an event is told from others by nothing but its insertion; this one has `#[{other}]`"
        ; label "given here"
        ; help "leave one of the two out"
    }

    /// `#[event(at = a, at = b)]`
    InvalidAttribute: event_says_twice(name) {
        "`{name}` is given twice"
    }

    /// `#[event]`
    InvalidAttribute: event_without_time() {
        "`#[event(…)]` needs the field of its time"
        ; help "`#[event(at = field)]`, or `#[event(at = from, until = to)]` for an extent"
    }

    /// `#[event(…)]` on an enum.
    InvalidAttribute: event_of_enum(name) {
        "`{name}` is an enum, and the time of an event is a field of a struct"
        ; help "put the enum in a field of an event"
    }

    /// `#[event(…)]` on a `use` that does not name the types.
    InvalidAttribute: unnamed_events() {
        "`#[event(…)]` needs the names of the types that it is said of"
        ; help "name each type: `use path::{{A, B}};`"
    }

    /// `10s` under an integer clock.
    Span: span_of_integers(span, ty) {
        "the clock is of integers, `{ty}`, and `{span}` has a unit"
        ; help "write the number of the clock's own units: `10`"
    }

    /// `10` under a clock of real time.
    Span: span_without_unit(span, ty) {
        "`{span}` has no unit, and the clock is of real time, `{ty}`"
        ; help "write one of `ms`, `s`, `min`, `h`, `d` after the number: `10s`"
    }

    /// `99999999999999999d`
    Span: span_too_long(span, ty) {
        "`{span}` is longer than all the time of a clock of `{ty}`"
    }

    /// `within d`
    Span: span_no_constant() {
        "a span is a constant"
        ; help "write it with its unit, `10s`, with an integer clock as a number, or name a `const`"
    }

    /// `now` in a condition.
    NowInCondition: now_in_condition() {
        "conditions do not read the clock"
        ; help "an event enters when its time comes: `#[event(at = …)]`; blocks may use `now`"
    }

    /// `modify e { e.at = …; }`
    EventTime: modified_time(event, field) {
        "`{field}` is the time of the event `{event}`, which stays"
        ; help "retract the event, and insert one with another time"
    }

    /// `modify e { *e = …; }`
    EventTime: modified_whole(event) {
        "`{event}` is an event, whose time stays, and this may write all of it"
        ; help "assign to its other fields one by one"
    }
}
