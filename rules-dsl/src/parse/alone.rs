//! Conditions and blocks by themselves, for editors: of an item that lacks a part the other parts are read all the same.

use std::ops::Range;

use proc_macro2::TokenTree;

use super::grammar::{Node, Rule};
use super::{Parser, block, fragment, table};
use crate::ast::{Block, Condition};
use crate::diagnostic::Diagnostics;
use crate::source::Source;

/// Reads parts of a source. What is wrong with them is the compiler's to say.
pub(crate) struct PartReader<'s> {
    parser: Parser<'s>,
}

impl<'s> PartReader<'s> {
    /// A reader of a source's parts. The tables that its rules ask may be those of other files.
    pub(crate) fn new(source: &'s Source) -> Self {
        let mut parser = Parser::new(source);
        for part in source.parts() {
            table::add_asked_names(source.tokens(part.clone()), &mut parser.tables);
        }
        Self { parser }
    }

    /// The conditions in a range of the source's text that is a body, braces included.
    pub(crate) fn conditions(&mut self, range: &Range<usize>) -> Vec<Condition> {
        if range.len() < 2 {
            return Vec::new();
        }
        let body = Node {
            rule: Rule::body,
            range: range.clone(),
            children: Vec::new(),
        };
        self.parser.parse_conditions(&body)
    }

    /// The block in a range of the source's text, braces included.
    pub(crate) fn block(&mut self, range: &Range<usize>) -> Option<Block> {
        let tokens = self.parser.source.tokens(range.clone());
        let TokenTree::Group(group) = fragment::single(tokens)? else {
            return None;
        };
        Some(block::scan_block(&group, &mut Diagnostics::new()))
    }
}
