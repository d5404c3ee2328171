//! Mistakes in which a form of another language is known: told by the form that it has here.
//!
//! Asked once something did not parse, and by nothing else: the grammar knows no foreign form, and a form
//! hides no program that compiles. `forms` has the tables; here is how they are read.

mod forms;
mod leaves;

use std::ops::Range;

use proc_macro2::Span;

use super::Parser;
use crate::diagnostic::Diagnostic;
use forms::Form;
use leaves::{Leaves, matches};

/// What a text that did not parse was to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// An item of the ruleset, or a rule of a group.
    Item,
    /// A condition.
    Condition,
    /// The Rust and the effects of a block.
    Block,
}

impl Parser<'_> {
    /// Says what was said of a range since there were `before` diagnostics by the foreign forms in it.
    pub(super) fn retell(&mut self, before: usize, place: Place, range: &Range<usize>) {
        if self.diagnostics.len() == before {
            return;
        }
        let told = self.diagnostics.split_off(before);
        let leaves = Leaves::new(self.source, range);
        for diagnostic in told {
            let index = self.offset_of(diagnostic.span.start);
            let index = index.map_or(leaves.ranges.len(), |offset| leaves.index(offset));
            let Some(found) = leaves.find(place, index, &diagnostic) else {
                self.diagnostics.push(diagnostic);
                continue;
            };
            self.diagnostics.push(found);
            // What follows is a part of the form, and no `;` is missing before it.
            self.resume = None;
            // The rest follows from it.
            if place != Place::Block {
                return;
            }
        }
    }

    /// Where a span of the user's stands in the text.
    fn offset_of(&mut self, span: Span) -> Option<usize> {
        let source = self.source;
        let offsets = self.offsets.get_or_insert_with(|| source.offsets());
        offsets.get(&format!("{span:?}")).copied().flatten()
    }
}

impl Leaves<'_> {
    /// The form of a text in which `told` was told of a token.
    fn find(&self, place: Place, index: usize, told: &Diagnostic) -> Option<Diagnostic> {
        match place {
            Place::Item => {
                let start = self.after_attributes();
                self.first_of(forms::ITEMS, start, told).or_else(|| {
                    if self.is_in_parameters(start, index) {
                        let parameter = self.field_start(index);
                        return self.first_of(forms::PARAMETERS, parameter, told);
                    }
                    self.first_of(self.in_rule(start, index), index, told)
                })
            }
            Place::Condition => {
                let fields = self.field_start(index)..index;
                let accumulate = match self.text(1) {
                    "=" => 0..self.ranges.len(),
                    _ => 0..0,
                };
                self.first_within(forms::WITHIN_FIELDS, fields, told)
                    .or_else(|| self.first_within(forms::WITHIN_ACCUMULATES, accumulate, told))
                    .or_else(|| self.first_within(forms::WITHIN_TIMES, 0..index, told))
                    .or_else(|| self.first_of(forms::CONDITIONS, 0, told))
                    .or_else(|| self.first_of(self.in_condition(index), index, told))
                    .or_else(|| self.first_of(forms::TESTS, self.block_of_test()?, told))
            }
            Place::Block => self
                .statement_starts(index)
                .find_map(|start| self.first_of(forms::EFFECTS, start, told))
                .or_else(|| self.first_of(self.in_statement(index), index, told))
                .or_else(|| self.first_of(forms::BEFORE_END, index.checked_sub(1)?, told)),
        }
    }

    /// The forms that may stand at a place of a condition.
    fn in_condition(&self, index: usize) -> &'static [Form] {
        match self.open_brackets(0..index).last() {
            Some(3) if self.text(2) == "accumulate" => &[],
            Some(3) if self.text(1) == "=" => forms::ACCUMULATED,
            Some(&open) if self.text(open) == "(" => forms::POSITIONS,
            Some(_) => forms::FIELDS,
            None if self.text(0) == "if" => forms::TESTS,
            None if self.text(0) == "forall" => forms::AFTER_FORALL,
            None => forms::AFTER_PATTERNS,
        }
    }

    /// The forms that may stand at a place of a statement.
    fn in_statement(&self, index: usize) -> &'static [Form] {
        match self.open_brackets(0..index).last() {
            Some(&open) if open > 0 && matches("TYPE", self.text(open - 1)) => forms::AMONG_VALUES,
            _ => forms::AFTER_STATEMENTS,
        }
    }

    /// Whether a token stands among the parameters of a query, and in no brackets of their types.
    fn is_in_parameters(&self, start: usize, index: usize) -> bool {
        let count = |bracket| {
            (start..index)
                .filter(|at| self.text(*at) == bracket)
                .count()
        };
        self.text(start) == "query"
            && self.open_brackets(start..index) == [start + 2]
            && count("<") == count(">")
    }

    /// The forms that may stand at a place of a rule: which depends on the block that comes before it.
    fn in_rule(&self, start: usize, index: usize) -> &'static [Form] {
        let is_query = self.text(start) == "query";
        if !is_query && self.text(start) != "rule" {
            return &[];
        }
        let mut last = "";
        let mut at = start;
        while at < index {
            if matches!(self.text(at), "when" | "then" | "undo") {
                last = self.text(at);
            }
            let into_rule = self.text(at) == "{" && last.is_empty();
            let is_group = matches!(self.text(at), "(" | "[" | "{") && !into_rule;
            at = if is_group {
                self.after_group(at)
            } else {
                at + 1
            };
        }
        match last {
            "" => forms::BEFORE_WHEN,
            _ if matches!(self.text(index.wrapping_sub(1)), "when" | "then" | "undo") => {
                forms::WITHOUT_BRACES
            }
            "when" if is_query => forms::BEFORE_SELECT,
            "when" => forms::BEFORE_THEN,
            _ => forms::AFTER_THEN,
        }
    }
}
