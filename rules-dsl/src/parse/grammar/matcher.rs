//! Matches text by the table of the grammar, on pest's own parser state.
//!
//! pest's derive writes a function of nested closures for each rule. Here the expressions are data, and one function
//! walks them: it is compiled once, and a program that uses `rules!` does not build pest's generator.

use pest::error::Error;
use pest::iterators::Pairs;
use pest::{Atomicity, ParseResult, ParserState, unicode};

use super::table::{RULES, Rule};

type State<'i> = Box<ParserState<'i, Rule>>;

/// A rule of the grammar.
pub(super) struct Definition {
    pub(super) rule: Rule,
    pub(super) kind: Kind,
    pub(super) expression: Expression,
}

/// What a rule leaves, and whether white space may stand between its parts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// A pair.
    Normal,
    /// Nothing but the pairs of its parts.
    Silent,
    /// A pair without inside, matched without white space.
    Atomic,
}

/// What text is matched by. The grammar's repetitions of one or more are a sequence here, as pest's optimizer has them.
pub(super) enum Expression {
    Text(&'static str),
    Character(Class),
    Named(Rule),
    Sequence(&'static [Expression]),
    Choice(&'static [Expression]),
    Optional(&'static Expression),
    Repeat(&'static Expression),
    /// `&e` and `!e`: says which of them.
    Ahead(bool, &'static Expression),
    Push(&'static Expression),
    Peek,
    Pop,
    /// What an expression pushed is taken back where it does not match.
    Restore(&'static Expression),
}

/// A class of characters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Class {
    Any,
    Digit,
    XidStart,
    XidContinue,
}

/// Matches a rule at the beginning of a text.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Error<Rule>> {
    pest::state(text, |state| match_rule(state, rule))
}

fn match_rule(state: State<'_>, rule: Rule) -> ParseResult<State<'_>> {
    let Definition {
        rule,
        kind,
        expression,
    } = &RULES[rule as usize];
    match kind {
        Kind::Normal => state.rule(*rule, |state| match_expression(state, expression)),
        Kind::Silent => match_expression(state, expression),
        Kind::Atomic => state.rule(*rule, |state| {
            state.atomic(Atomicity::Atomic, |state| {
                match_expression(state, expression)
            })
        }),
    }
}

fn match_expression<'i>(
    state: State<'i>,
    expression: &'static Expression,
) -> ParseResult<State<'i>> {
    match expression {
        Expression::Text(text) => state.match_string(text),
        Expression::Character(class) => match_class(state, *class),
        Expression::Named(rule) => match_rule(state, *rule),
        Expression::Sequence(parts) => state.sequence(|state| match_parts(state, parts)),
        Expression::Choice(choices) => match_choice(state, choices),
        Expression::Optional(inner) => state.optional(|state| match_expression(state, inner)),
        Expression::Repeat(inner) => match_repeated(state, inner),
        Expression::Ahead(is_wanted, inner) => {
            state.lookahead(*is_wanted, |state| match_expression(state, inner))
        }
        Expression::Push(inner) => state.stack_push(|state| match_expression(state, inner)),
        Expression::Peek => state.stack_peek(),
        Expression::Pop => state.stack_pop(),
        Expression::Restore(inner) => state.restore_on_err(|state| match_expression(state, inner)),
    }
}

#[expect(
    clippy::almost_complete_range,
    reason = "pest's ranges include their end, however they are written"
)]
fn match_class(state: State<'_>, class: Class) -> ParseResult<State<'_>> {
    match class {
        Class::Any => state.skip(1),
        Class::Digit => state.match_range('0'..'9'),
        Class::XidStart => state.match_char_by(unicode::XID_START),
        Class::XidContinue => state.match_char_by(unicode::XID_CONTINUE),
    }
}

fn match_parts<'i>(state: State<'i>, parts: &'static [Expression]) -> ParseResult<State<'i>> {
    let (first, rest) = parts.split_first().expect("a sequence has parts");
    let first = match_expression(state, first)?;
    rest.iter().try_fold(first, |state, part| {
        match_expression(skip_white_space(state)?, part)
    })
}

fn match_choice<'i>(state: State<'i>, choices: &'static [Expression]) -> ParseResult<State<'i>> {
    let mut state = state;
    for choice in choices {
        match match_expression(state, choice) {
            Ok(matched) => return Ok(matched),
            Err(unmatched) => state = unmatched,
        }
    }
    Err(state)
}

/// The white space before a repetition that does not come is not eaten: a sequence goes back over it.
fn match_repeated<'i>(state: State<'i>, inner: &'static Expression) -> ParseResult<State<'i>> {
    state.optional(|state| {
        let first = match_expression(state, inner)?;
        first.repeat(|state| {
            state.sequence(|state| match_expression(skip_white_space(state)?, inner))
        })
    })
}

fn skip_white_space(state: State<'_>) -> ParseResult<State<'_>> {
    match state.atomicity() {
        Atomicity::NonAtomic => state.repeat(|state| match_rule(state, Rule::WHITESPACE)),
        Atomicity::Atomic | Atomicity::CompoundAtomic => Ok(state),
    }
}
