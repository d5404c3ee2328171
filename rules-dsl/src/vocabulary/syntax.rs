//! Words about text that is no ruleset: what the lexer, the parser and the formatter say.

use std::fmt::Display;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// What ended the match of the grammar.
    Syntax: expected(what, found) {
        "expected {what}, found {found}"
    }

    /// The same where nothing is expected.
    Syntax: unexpected(found) {
        "unexpected {found}"
    }

    /// What syn says, or the lexer.
    Syntax: rust(message) {
        "{message}"
    }

    /// A text that begins with no token.
    Syntax: no_token(found) {
        "no token begins with `{found}` here"
    }

    /// The end of a text within brackets.
    Syntax: unexpected_end() {
        "unexpected end of the file"
    }

    /// A bracket, a comment or a string without its end.
    Syntax: never_closed(what) {
        "this {what} is never closed"
    }

    /// A bracket that ends what another began.
    Syntax: closes_another(close, open, line) {
        "this `{close}` does not close the `{open}` at line {line}"
    }

    /// A bracket that ends nothing.
    Syntax: closes_nothing(close) {
        "this `{close}` closes nothing that is open here"
    }

    /// Brackets or operators without end.
    Syntax: nested_too_deep(levels) {
        "nested too deep: the limit is {levels} levels of brackets"
    }

    /// A first item other than `ruleset`.
    Syntax: expected_ruleset(found) {
        "expected `ruleset`, found {found}"
        ; help "the first item names the session type: `pub ruleset Name;`"
    }

    /// No `ruleset`, in a file of which the stem is no name of a type.
    Syntax: ruleset_without_name(name) {
        "no item names the ruleset, and `{name}` is no name of a type"
        ; help "name it in the first item: `pub ruleset Name;`"
    }

    /// A second `ruleset`.
    Syntax: ruleset_again() {
        "`ruleset` stands only once, as the first item"
    }

    /// `pub rule`, `pub global`, `pub group`.
    Syntax: useless_visibility() {
        "`pub` says nothing here: only facts, queries and Rust items have a visibility"
        ; help "leave it out"
        ; mend Remove
    }

    /// `#[…]` without a name.
    Syntax: expected_attribute() {
        "expected an attribute, `#[name(…)]`"
    }

    /// A keyword that no name can be, not even after `r#`.
    Syntax: keyword(keyword) {
        "expected a name, found the keyword `{keyword}`"
    }

    /// Any other keyword.
    Syntax: raw_keyword(keyword) {
        "expected a name, found the keyword `{keyword}`"
        ; help "a name that is a keyword is written `r#{keyword}`"
        ; mend Replace("r#{keyword}")
    }

    /// `Pair<u32>` in a pattern.
    Syntax: generic_pattern() {
        "expected a fact type, found a type with generic arguments"
        ; help "give it a name of its own: `type Pair = …;`"
    }

    /// `Pair::<u32> { … }` in an insert.
    Syntax: generic_fact() {
        "a fact type has no generic arguments here"
        ; help "give it a name: `type Pair = …;`"
    }

    /// Two `..` in a tuple.
    Syntax: second_rest() {
        "`..` stands twice in one pattern"
    }

    /// `if a || let … = b`
    Syntax: misplaced_let() {
        "expected an expression, found `let`"
        ; help "`let` is a part of a chain of `&&`, without `||`, `!` or parentheses around it"
    }

    /// `Order { id: mut n }`
    Syntax: mutable_binding(variable) {
        "expected a pattern, found `mut`"
        ; help "a variable is bound by its name alone: `{variable}`; a block may copy it, `let mut {variable} = …;`"
        ; mend Remove
    }

    /// `let Some(x) = …;`
    Syntax: refutable_let(pattern) {
        "expected `if let`, found `let`"
        ; help "`{pattern}` does not match every value: `if let` holds where it does"
        ; mend Replace("if let")
    }

    /// `for Some(x) in …;`
    Syntax: refutable_element(pattern) {
        "`{pattern}` does not match every element, and a `for` has a match for each"
        ; help "an element has a name, and is tested after it: `for each in …; if let {pattern} = each;`"
    }

    /// `if a = b`
    Syntax: assignment_in_test() {
        "expected `==`, found `=`"
        ; help "`==` compares"
        ; mend Replace("==")
    }

    /// `let x = insert y;`
    Syntax: effect_in_expression(word) {
        "expected `{word}` at the beginning of a statement"
        ; help "an effect is a statement: `{{ {word} …; }}`"
    }

    /// A word after which an effect does not go on.
    Syntax: broken_effect(word, what, found) {
        "expected {what}, found {found}"
        ; help "`{word}` begins an effect; a variable or a function of that name is written `r#{word}`"
    }

    /// A file that the formatter would change.
    #[cfg(feature = "build-script")]
    Syntax: unformattable() {
        "cannot be formatted without a change of what it says; this is a mistake of the formatter"
    }
}
