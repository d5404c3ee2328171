//! Every word that the compiler says about a ruleset: code, message, label and help of each mistake.
//!
//! The stages know where a mistake is and call it by the name it has here; nothing else in the compiler says
//! a word to the user, but for the names of the parts of speech in `parse::grammar` and the helps for those who
//! come from elsewhere in `parse::foreign`. A message that names
//! the place which came first ends with it: the printers add ` at line 4`.

mod attributes;
mod check;
mod conditions;
mod effects;
mod helps;
mod names;
mod syntax;
mod tables;
mod time;

use crate::diagnostic::{Code, Diagnostic, Edit, Mend, SpanRange};

pub(crate) use attributes::*;
pub(crate) use check::*;
pub(crate) use conditions::*;
pub(crate) use effects::*;
pub(crate) use helps::*;
pub(crate) use names::*;
pub(crate) use syntax::*;
pub(crate) use tables::*;
pub(crate) use time::*;

/// What is said of a mistake, whose place is still to be told.
#[derive(Debug)]
#[must_use]
pub(crate) struct Wording {
    code: Code,
    message: String,
    label: &'static str,
    help: Option<String>,
    /// What mends the tokens of which it is said.
    mends: Vec<Edit>,
}

impl Wording {
    /// Says it of some tokens.
    pub(crate) fn at(self, span: impl Into<SpanRange>) -> Diagnostic {
        let span = span.into();
        let mends = self.mends.into_iter();
        Diagnostic {
            level: self.code.level(),
            help: self.help,
            mends: Box::new(mends.map(|edit| Mend { span, edit }).collect()),
            ..Diagnostic::error(self.code, span, self.message)
        }
    }

    /// Says it of the second of two places, and names the first.
    pub(crate) fn at_second(
        self,
        span: impl Into<SpanRange>,
        first: impl Into<SpanRange>,
    ) -> Diagnostic {
        let label = self.label;
        self.at(span).first(first, label)
    }

    /// The same with another help, where there is one.
    pub(crate) fn or_help(mut self, help: Option<impl Into<Help>>) -> Self {
        if let Some(help) = help {
            let help = help.into();
            self.help = Some(help.text);
            self.mends.splice(..0, help.mend);
        }
        self
    }

    /// The same with a change that mends it.
    pub(crate) fn mend(mut self, edit: Edit) -> Self {
        self.mends.push(edit);
        self
    }
}

/// A function for each wording: of the parts of its message, it says the whole, and what mends it.
macro_rules! vocabulary {
    ($(
        $(#[$attribute:meta])*
        $code:ident: $name:ident($($part:ident),*) {
            $message:literal
            $(; label $label:literal)?
            $(; help $help:literal)?
            $(; mend $edit:ident $(($text:literal))?)?
        }
    )*) => {$(
        $(#[$attribute])*
        pub(crate) fn $name($($part: impl Display),*) -> Wording {
            Wording {
                code: Code::$code,
                message: format!($message),
                label: [$($label,)? "first here"][0],
                help: [$(Some(format!($help)),)? None].into_iter().next().flatten(),
                mends: vec![$(crate::diagnostic::Edit::$edit $((format!($text)))?)?],
            }
        }
    )*};
}

use vocabulary;
