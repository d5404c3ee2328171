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

    /// `#[event(at = a, util = b)]`
    InvalidAttribute: event_word(name) {
        "`#[event(…)]` takes no `{name}`"
    }

    /// `at: u32` under a clock of `u64`.
    InvalidAttribute: event_of_type(field, ty, clock) {
        "the clock is of `{clock}`, and the time of this event, `{field}`, is of `{ty}`"
        ; label "declared here"
        ; help "the time of an event is an instant of the clock: declare it as one, `{clock}`"
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

    /// `10m`, `1h30min`
    Span: span_of_unknown_unit(span) {
        "`{span}` is no span"
        ; help "a span is a whole number and one of `ms`, `s`, `min`, `h`, `d`: `90min`"
    }

    /// `expires = 10 min`
    Span: span_in_words(span, word) {
        "a span is one word, and `{span}` is two"
        ; help "write it without a blank: `{word}`"
        ; mend Replace("{word}")
    }

    /// `99999999999999999d`
    Span: span_too_long(span, ty) {
        "`{span}` is longer than all the time of a clock of `{ty}`"
    }

    /// `within -1`
    Span: span_below_nothing(span) {
        "a span is not negative, and `{span}` is"
        ; help "say on which side of the other event it lies: `within 10s after a`, `within 10s before a`"
    }

    /// `within d`
    Span: span_no_constant() {
        "a span is a constant"
        ; help "write it with its unit, `10s`, with an integer clock as a number, or name a `const`"
    }

    /// `within 0s after a`
    Never: span_of_nothing(span) {
        "this never holds: what is within `{span}` is less than that apart"
        ; help "of equal times alone: `if a.at == b.at`"
    }

    /// `within 10s after a` in a ruleset without a clock.
    NeedsClock: relation_without_clock(word) {
        "`{word}` relates events, and the ruleset has no clock that would give them a time"
        ; help "put it before the ruleset: `#[clock(u64)] ruleset Name;`, with the type of your instants"
    }

    /// `b @ B within 10s after a`, where `B` has no time.
    NeedsEvent: no_event(name, word) {
        "`{name}` is no event, so nothing says when it is `{word}` another"
        ; help "give it a time: `#[event(at = field)]` on the `fact` or the `use` that brings it in"
    }

    /// `after a`, where `a` is a fact without a time.
    NeedsEvent: related_fact(variable, name) {
        "`{variable}` is a `{name}`, which is no event"
        ; help "give it a time: `#[event(at = field)]` on the `fact` or the `use` that brings it in"
    }

    /// `after n`, where `n` is a number.
    NeedsEvent: related_value(variable) {
        "`{variable}` is a value and not the variable of an event, bound"
        ; label "it is bound here"
        ; help "name the event itself: `a @ A {{ … }};`, and `after a`"
    }

    /// `a @ A after a`
    NeedsEvent: relation_to_itself(variable, word) {
        "`{variable}` is the event itself, and none is `{word}` itself"
        ; help "relate it to an event of an earlier condition"
    }

    /// `after x`, which nothing binds.
    UnboundVariable: unbound_event(variable) {
        "nothing binds `{variable}`"
        ; help "name an event of an earlier condition: `{variable} @ Type {{ … }};`"
    }

    /// `10s` in a ruleset without a clock.
    NeedsClock: span_without_clock(span) {
        "`{span}` is a span of time, and the ruleset has no clock"
        ; help "put it before the ruleset: `#[clock(Timestamp)] ruleset Name;`, with the type of your instants"
    }

    /// `due a.at + 10s;` in a ruleset without a clock.
    NeedsClock: wait_without_clock(word) {
        "`{word}` asks the clock, and the ruleset has none"
        ; help "put it before the ruleset: `#[clock(u64)] ruleset Name;`, with the type of your instants"
    }

    /// `Customer { id } within 10s;`
    NeedsEvent: window_of_no_event(name) {
        "`{name}` is no event, so nothing says how long ago it was"
        ; help "give it a time: `#[event(at = field)]` on the `fact` or the `use` that brings it in"
    }

    /// `P last 100;`
    Unsupported: last_outside() {
        "`last` says over which events an accumulate ranges, and this is no pattern of one"
        ; help "count them, or collect them: `n = count(E last 100);`"
    }

    /// `P last 10 last 20`
    Unsupported: second_last() {
        "`last` is given twice"
    }

    /// `n = count(Customer last 100);`
    NeedsEvent: last_of_no_event(name) {
        "`{name}` is no event, so nothing says which of them are the last"
        ; help "give it a time: `#[event(at = field)]` on the `fact` or the `use` that brings it in"
    }

    /// `n = count({ E last 100; F; });`
    Unsupported: last_of_several() {
        "`last` counts events, and here one event may have several matches"
        ; help "let the accumulate range over one pattern, with tests, `not` and `exists`; join before it or after it"
    }

    /// `P last 0`
    Never: last_of_none() {
        "the last 0 events are none"
    }

    /// `P last n`
    Span: last_no_constant(number) {
        "`{number}` is no constant number of events"
        ; help "write it with digits, `last 100`, or name a `const` of type `usize`"
    }

    /// `due` in a recursive query.
    Unsupported: wait_in_recursion(word) {
        "a recursive query does not ask the clock, as `{word}` does"
        ; help "ask it beside the call, in the rule or the query that calls"
    }

    /// `reachable(a, b) within 10s;`
    NeedsEvent: call_in_window(name) {
        "`{name}` is no fact pattern, and only an event is within a window of time"
        ; help "put the window at an event's pattern: `e @ E {{ … }} within 10min;`"
    }

    /// `reachable(a, b) after c;`
    NeedsEvent: related_call(name, word) {
        "`{name}` is no fact pattern, and only an event is `{word}` another"
        ; help "relate an event: `b @ B {{ … }} after a;`"
    }

    /// `now` in a condition.
    NowInCondition: now_in_condition() {
        "conditions do not read the clock"
        ; help "`due instant;` holds from an instant on, `P within 10s` as long ago; an event enters when its time comes; blocks may use `now`"
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

    /// A pattern of events that nothing bounds.
    UnboundedEvent: unbounded_event(subject, name) {
        "{subject} needs each `{name}` for ever: no window, here or at an event that it is related to, says when it cannot match any more"
        ; help "put a window here or there, `within 10min`, or have events of the type go: `#[event(…, expires = 1h)]`; `#[allow(rules::unbounded_event)]` keeps them"
    }
}
