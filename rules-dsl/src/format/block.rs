//! Writes Rust: the blocks of `then` and `undo`, expressions and statements in conditions, Rust items.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Stmt;
use syn::parse::Parser as _;

use super::effect::{Encoder, decode};
use super::rust::{Held, Rust, has_block};
use super::{Formatter, INDENT};
use crate::ast::Block;
use crate::diagnostic::Diagnostics;
use crate::parse::{Node, scan_block};

impl<'s> Formatter<'s> {
    /// The braces of a block and what it does. A few simple statements stay on one line, if their author
    /// wrote them there.
    pub(super) fn write_block(&mut self, body: &Node) {
        let range = self.range(body);
        let inside = range.start + 1..range.end - 1;
        let Some(TokenTree::Group(group)) = self.tokens(body).into_iter().next() else {
            unreachable!("a body is one brace group");
        };
        let block = scan_block(&group, &mut Diagnostics::new());
        if self.is_simple(&block) && self.write_on_one_line(body, 0) {
            return;
        }
        if block.pieces.is_empty() && !self.writer.has_comment(&range) {
            self.writer.write("{}", &range);
            return;
        }
        match self.block_lines(&block, &inside) {
            Some(lines) => {
                self.writer.put("{");
                self.writer.write_lines(&lines, &inside);
                self.writer.line();
                self.writer.put("}");
            }
            None => self.verbatim(body),
        }
    }

    /// Whether a block is at most two statements, none of which holds others but a `modify`.
    fn is_simple(&self, block: &Block) -> bool {
        let apart = BTreeSet::new();
        let tokens = Encoder::new(self, &apart).rust(&block.pieces);
        let statements = syn::Block::parse_within.parse2(tokens).unwrap_or_default();
        statements.len() <= 2 && !statements.iter().any(has_block)
    }

    /// The lines of a block, effects among them.
    fn block_lines(&self, block: &Block, inside: &Range<usize>) -> Option<String> {
        let mut targets = Vec::new();
        let indent = self.writer.indent() + INDENT;
        let lines = self.lay_out(inside, indent, BTreeSet::new(), |apart| {
            let mut encoder = Encoder::new(self, apart);
            let tokens = encoder.rust(&block.pieces);
            targets = encoder.targets;
            let statements = syn::Block::parse_within.parse2(tokens).ok()?;
            Some((statements, encoder.held))
        })?;
        Some(decode(&lines, &targets))
    }

    /// The lines of statements. Those which turn out not to fit on one are laid out in another go. What then
    /// cannot be broken is left as it is, with all the rest.
    fn lay_out(
        &self,
        range: &Range<usize>,
        indent: usize,
        mut apart: BTreeSet<usize>,
        mut statements: impl FnMut(&BTreeSet<usize>) -> Option<(Vec<Stmt>, Vec<Held<'s>>)>,
    ) -> Option<String> {
        loop {
            let (statements, held) = statements(&apart)?;
            let mut rust = Rust {
                text: self.file.text(),
                comments: self.writer.comments_in(range),
                tokens: self.tokens,
                held,
                apart: &apart,
            };
            match rust.lay_out(statements, range.clone(), indent)? {
                Ok(lines) => return Some(lines),
                Err(misfits) => {
                    let before = apart.len();
                    apart.extend(misfits);
                    if apart.len() == before {
                        return None;
                    }
                }
            }
        }
    }

    /// An expression between what stands before and after it.
    pub(super) fn write_expression(&mut self, before: &str, expression: &Node, after: &str) {
        let range = self.range(expression);
        let is_block =
            has_braces(self.tokens(expression)) && self.written(range.clone()).contains('\n');
        let length = before.chars().count() + after.chars().count();
        let flat = self.flat(&expression.range);
        let fits = |flat: &String| flat.chars().count() + length <= self.writer.room();
        if let Some(flat) = flat.as_ref().filter(|flat| !is_block && fits(flat)) {
            self.writer.put(before);
            self.writer.write(flat, &range);
            self.writer.put(after);
            return;
        }
        self.writer.put(before);
        let tokens = self.tokens(expression);
        let statement = syn::parse2(tokens).map(|expr| Stmt::Expr(expr, None));
        let lines = statement.ok().and_then(|stmt| self.lines(&stmt, &range));
        match (lines, flat) {
            (Some(lines), Some(flat)) if lines.trim().lines().count() == 1 => {
                self.writer.write(&flat, &range);
            }
            (Some(lines), _) => self.writer.write_lines(lines.trim_start(), &range),
            (None, _) => self.verbatim(expression),
        }
        self.writer.put(after);
    }

    /// A condition that is a Rust statement.
    pub(super) fn write_statement(&mut self, condition: &Node) {
        let range = self.range(condition);
        let statement = syn::parse2::<Stmt>(self.tokens(condition)).ok();
        match statement.and_then(|statement| self.lines(&statement, &range)) {
            Some(lines) => {
                let flat = self.flat(&condition.range);
                match flat.filter(|_| lines.trim().lines().count() == 1) {
                    Some(flat) => self.writer.write(&flat, &range),
                    None => self.writer.write_lines(&lines, &range),
                }
            }
            None => self.verbatim(condition),
        }
    }

    /// The lines of a statement at the present indentation.
    fn lines(&self, statement: &Stmt, range: &Range<usize>) -> Option<String> {
        // That it does not fit on one line has been tried.
        let apart = BTreeSet::from([range.start]);
        self.lay_out(range, self.writer.indent(), apart, |_| {
            Some((vec![statement.clone()], Vec::new()))
        })
    }

    /// A Rust item, or a `use`. What stands in a macro's braces is its own.
    pub(super) fn write_rust_item(&mut self, range: Range<usize>) {
        let in_file = self.file_range(range.clone());
        let tokens = self.source.tokens(range);
        let item = syn::parse2::<syn::Item>(tokens).ok();
        let item =
            item.filter(|item| !matches!(item, syn::Item::Macro(_) | syn::Item::Verbatim(_)));
        match item.and_then(|item| self.lines(&Stmt::Item(item), &in_file)) {
            Some(lines) => self.writer.write_lines(&lines, &in_file),
            None => self.verbatim_range(&in_file),
        }
    }
}

/// Whether something in an expression stands between braces.
fn has_braces(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Brace || has_braces(group.stream())
        }
        _ => false,
    })
}
