//! A bound on how deep the tokens nest.
//!
//! Every reader of token trees descends by recursion, ours and syn's. A text that nests deeper than
//! anyone writes is an error at the token, before it can exhaust the stack.

use proc_macro2::{Delimiter, Group, TokenTree};

use crate::diagnostic::Diagnostic;
use crate::vocabulary as say;

/// How deep brackets may nest, those of generic arguments included.
const MAX_DEPTH: usize = 128;

/// How many operators may stand in an expression or a type: each may be a level of the syntax tree.
const MAX_OPERATORS: usize = 1024;

/// Measures how deep a reader of one group's tokens may have to descend.
pub(super) struct Nesting {
    depth: usize,
    angles: usize,
    operators: usize,
    last: Last,
    /// Whether a table is declared, of which the rows are still to come.
    declares_table: bool,
    /// Whether these are the rows of a table: each cell is an expression of its own.
    rows: bool,
}

/// What the last token was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// `::` or a type's name: a `<` after it would open generic arguments.
    Path,
    /// A block, which may have ended an item.
    Block,
    Other,
}

impl Nesting {
    pub(super) fn new(depth: usize) -> Self {
        Self {
            depth,
            angles: 0,
            operators: 0,
            last: Last::Other,
            declares_table: false,
            rows: false,
        }
    }

    /// What a reader of a group among these tokens meets there.
    pub(super) fn within(&self, group: &Group) -> Self {
        let is_block = group.delimiter() == Delimiter::Brace;
        Self {
            rows: self.declares_table && is_block,
            ..Self::new(self.depth + 1)
        }
    }

    /// Another item, or statement, begins.
    fn restart(&mut self) {
        *self = Self {
            rows: self.rows,
            ..Self::new(self.depth)
        };
    }

    /// Takes the next token into account.
    pub(super) fn check(&mut self, token: &TokenTree) -> Result<(), Diagnostic> {
        let mut last = Last::Other;
        match token {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                // No expression and no type goes on from a block to another name.
                if self.last == Last::Block && name != "else" && name != "as" {
                    self.restart();
                }
                let upper = name.starts_with(char::is_uppercase);
                if upper && (name.len() == 1 || name.contains(char::is_lowercase)) {
                    last = Last::Path;
                }
                self.declares_table |= name == "table";
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                ';' => self.restart(),
                ',' => self.operators = 0,
                ':' => last = Last::Path,
                // Before an attribute: of rules with documentation there may be any number.
                '#' => {}
                '|' if self.rows => self.operators = 0,
                '<' if self.last == Last::Path => self.angles += 1,
                '>' if self.angles > 0 => self.angles -= 1,
                _ => self.operators += 1,
            },
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => last = Last::Block,
            TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
        self.last = last;
        if self.depth + self.angles < MAX_DEPTH && self.operators < MAX_OPERATORS {
            return Ok(());
        }
        Err(say::nested_too_deep(MAX_DEPTH).at(token.span()))
    }
}
