//! What is known of a file by itself: its items, and each name in it with what it stands for.
//!
//! It is made of a text in a few milliseconds and holds nothing but plain data in the text's own bytes, so that it can
//! be kept as long as the text stands. The names that files share, those of facts and fields for example, are symbols:
//! whoever asks looks for the same symbol in the other files of the ruleset.

mod conditions;
pub(super) mod outline;
mod parts;
mod read;
mod rust_code;
mod sweep;

use std::ops::Range;

pub(super) use outline::{Item, Kind, Member};
pub(super) use parts::{Parts, read, read_around, split};

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Symbol {
    /// The ruleset.
    Ruleset,
    /// A fact type, a kind of facts, or another type: its last name.
    Type(String),
    /// A field of a type; of a variant's fields the type is written `Type::Variant`.
    Field(String, String),
    /// A variant of a type.
    Variant(String, String),
    /// A rule.
    Rule(String),
    /// A group.
    Group(String),
    /// A stage.
    Stage(String),
    /// A query or a table: what is called.
    Callable(String),
    /// A global.
    Global(String),
    /// A variable of the file, by its number.
    Variable(usize),
    /// A warning, in `#[allow(rules::…)]`.
    Lint(String),
}

/// A name where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) range: Range<usize>,
    pub(super) symbol: Symbol,
    pub(super) role: Role,
    /// Whether it is a field and a variable at once: `row` for `row: row`.
    pub(super) is_shorthand: bool,
}

/// What a name does where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It is declared, or bound.
    Definition,
    /// It is brought in from Rust code.
    Import,
    /// It is used.
    Use,
}

/// A variable of a rule or a query.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// The condition that binds it, as the printer writes it; the head of what it is a parameter of.
    pub(super) bound_by: String,
    /// Whether it is a parameter of a query or a table.
    pub(super) is_parameter: bool,
    /// Where it may be used: after it is bound, to the end of what it is bound in.
    pub(super) scopes: Vec<Range<usize>>,
}

impl Variable {
    /// Where its value comes from, in Markdown.
    pub(super) fn origin(&self) -> String {
        let what = if self.is_parameter {
            "a parameter of"
        } else {
            "bound by"
        };
        format!("{what} `{}`", self.bound_by)
    }
}

/// What is known of a variable's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// A fact.
    Fact(String),
    /// Collected facts.
    Facts(String),
    /// That of a field.
    Field(String, String),
    /// That of a result of a query or a table.
    Result(String),
    /// What is in a `Some` of a type.
    Some(Box<Type>),
    /// As written, or as the language says.
    Written(String),
    Unknown,
}

/// An import of a type: `use crate::model::Cell;`
#[derive(Debug, Clone)]
pub(super) struct Import {
    /// The name that it has in the ruleset.
    pub(super) name: String,
    /// The path, the type's own name at its end; `*` for all that is there.
    pub(super) path: Vec<String>,
}

/// A token, or a comment.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) range: Range<usize>,
    pub(super) kind: TokenKind,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Text,
    Number,
    Comment,
    Open,
    Close,
    Mark,
}

/// What is known of a file.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) items: Vec<Item>,
    /// In order; of two at one place the field comes before the variable.
    pub(super) names: Vec<Name>,
    pub(super) variables: Vec<Variable>,
    pub(super) imports: Vec<Import>,
    /// In order.
    pub(super) tokens: Vec<Token>,
}

impl File {
    /// The names at an offset; one that ends there counts.
    pub(super) fn names_at(&self, offset: usize) -> impl Iterator<Item = &Name> {
        let end = self
            .names
            .partition_point(|name| name.range.start <= offset);
        let before = &self.names[end.saturating_sub(4)..end];
        before.iter().filter(move |name| name.range.end >= offset)
    }

    /// Where the brackets end that open at an offset, if they are closed.
    pub(super) fn end_of_brackets(&self, open: usize) -> Option<usize> {
        let mut depth = 0_i32;
        let mut tokens = self
            .tokens
            .iter()
            .skip_while(|token| token.range.start < open);
        let last = tokens.find(|token| {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        Some(last.range.end)
    }

    /// All items, those of groups after their group.
    pub(super) fn all_items(&self) -> impl Iterator<Item = &Item> {
        self.items
            .iter()
            .flat_map(|item| std::iter::once(item).chain(&item.rules))
    }

    /// The innermost item at an offset.
    pub(super) fn item_at(&self, offset: usize) -> Option<&Item> {
        let around = |item: &&Item| item.range.start <= offset && offset <= item.range.end;
        let item = self.items.iter().rev().find(around)?;
        Some(item.rules.iter().rev().find(around).unwrap_or(item))
    }

    /// The variables that may be used at an offset, each name once, innermost and latest first.
    pub(super) fn variables_at(&self, offset: usize) -> Vec<&Variable> {
        let mut found: Vec<&Variable> = Vec::new();
        for variable in self.variables.iter().rev() {
            let mut scopes = variable.scopes.iter();
            if scopes.any(|scope| scope.start <= offset && offset <= scope.end)
                && !found.iter().any(|other| other.name == variable.name)
            {
                found.push(variable);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
