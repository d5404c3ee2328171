//! The tables of foreign forms: what is written elsewhere, and what is written here.
//!
//! A form is a text of tokens, of which those after a `^` are what the mistake is said at. `NAME` is a word
//! that begins with a lower-case letter, `TYPE` one with an upper-case letter, `TEXT` a string, `NUMBER` a
//! number, `(…)` a group, and `a/b` one of several words. In the help `{NAME}` is the word found, `{OTHER}` the
//! second of the kind, `{WORD}` that of several. Of the forms of a table the first that fits is told, so longer ones come first.

/// A form of another language.
pub(super) struct Form {
    /// How it begins.
    pub(super) tokens: &'static str,
    /// What is expected instead; what was said already, where this is empty.
    pub(super) expected: &'static str,
    /// The mend.
    pub(super) help: &'static str,
}

macro_rules! forms {
    ($( $(#[$doc:meta])* $name:ident { $($tokens:literal => $expected:literal, $help:literal;)* } )*) => {$(
        $(#[$doc])*
        pub(in crate::parse::foreign) const $name: &[Form] = &[
            $(Form { tokens: $tokens, expected: $expected, help: $help },)*
        ];
    )*};
}

mod conditions;
mod effects;
mod items;
mod patterns;

pub(super) use conditions::*;
pub(super) use effects::*;
pub(super) use items::*;
pub(super) use patterns::*;

/// The words that take the place of others, all else staying as it is.
const SWAPPED: [&str; 9] = [
    "`@`", "`not`", "`exists`", "`forall`", "`either`", "`fact`", "`use`", "`let`", "`if`",
];

impl Form {
    /// What is written in place of the marked tokens, where that is all that is to be changed: no name and no number is
    /// among them, nor a `!` that a test keeps, nor the `=` before which a `let` is missing.
    pub(super) fn instead(&self) -> Option<&'static str> {
        let marked = self
            .tokens
            .split(' ')
            .filter_map(|part| part.strip_prefix('^'));
        let is_word = |part: &str| !part.starts_with(char::is_uppercase) && part != "(";
        let stays = |part: &str| matches!((part, self.expected), ("!", "`if`") | ("=", "`let`"));
        let mut kept = marked.filter(|part| !is_word(part) || stays(part));
        let is_swapped = SWAPPED.contains(&self.expected) && kept.next().is_none();
        is_swapped.then(|| self.expected.trim_matches('`'))
    }
}
