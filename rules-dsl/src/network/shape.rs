//! The shape of a test: its text with every variable replaced by what it stands for and where that is
//! found, so that equal tests of different rules have one shape, whatever names they use.

use std::fmt::Write as _;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::hir::{
    ElementId, Expression, Operand, OperandKind, Quantifier, Ruleset, Source, TestId, TestKind,
    VariableId,
};

use crate::plan::KeyPart;

use super::summary_shape::SummaryShape;
use super::{Context, Input, Place, Reads};

/// What decides whether a node is there already: what it takes, and what it makes of that.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeKey {
    pub(super) input: Input,
    /// The fields that the rule reads of the facts that it takes from an alpha memory.
    pub(super) reads: Reads,
    pub(super) shape: NodeShape,
}

/// What a node makes of what it takes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum NodeShape {
    JoinFacts {
        left: usize,
        right: usize,
        reads: Reads,
        tests: Vec<String>,
    },
    Join {
        right: usize,
        reads: Reads,
        tests: Vec<String>,
    },
    Counted {
        quantifier: Quantifier,
        right: usize,
        reads: Reads,
        tests: Vec<String>,
    },
    Filter {
        tag: u32,
        tests: Vec<String>,
    },
    Summary {
        shape: SummaryShape,
        tests: Vec<String>,
    },
}

/// The shapes of tests in one context.
pub(super) struct Shapes<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) context: &'a Context,
    /// The elements of a search for members, which have no places yet.
    pub(super) members: &'a [ElementId],
}

impl Shapes<'_> {
    /// The shape of a test.
    pub(super) fn test(&self, test: TestId) -> String {
        let rule = self.ruleset.rule(self.context.rule);
        let test = &rule.tests[test.0];
        match &test.kind {
            TestKind::Variant(element) => {
                let crate::hir::ElementKind::Fact { variant, .. } = &rule.elements[element.0].kind
                else {
                    return String::new();
                };
                format!("{} is {}", self.place(*element), variant.to_token_stream())
            }
            TestKind::Match {
                element,
                member,
                pattern,
                joins,
                ..
            } => {
                let mut shape = format!(
                    "{}.{} matches {}",
                    self.place(*element),
                    member.to_token_stream(),
                    pattern.to_token_stream()
                );
                for (name, operand) in joins {
                    _ = write!(shape, " where {name} is {}", self.operand(operand));
                }
                shape
            }
            TestKind::Compare { left, op, right } => {
                format!(
                    "{} {} {}",
                    self.operand(left),
                    op.to_token_stream(),
                    self.operand(right)
                )
            }
            TestKind::Expr(expr) => self.tokens(expr.to_token_stream(), &test.needs.variables),
            TestKind::Let { pattern, expr, .. } => format!(
                "let {} = {}",
                pattern.to_token_stream(),
                self.tokens(expr.to_token_stream(), &test.needs.variables)
            ),
        }
    }

    /// The shapes of tests.
    pub(super) fn tests(&self, tests: &[TestId]) -> Vec<String> {
        tests.iter().map(|&test| self.test(test)).collect()
    }

    /// The shapes of a key's parts.
    pub(super) fn key(&self, key: &[KeyPart]) -> Vec<String> {
        let rule = self.ruleset.rule(self.context.rule);
        let operands = key.iter().map(|part| part.operand(rule));
        operands.map(|operand| self.operand(operand)).collect()
    }

    fn operand(&self, operand: &Operand) -> String {
        match &operand.kind {
            OperandKind::Place { element, member } => {
                format!("{}.{}", self.place(*element), member.to_token_stream())
            }
            OperandKind::Variable(variable) => self.variable(*variable),
            OperandKind::Expr(expr) => {
                self.tokens(expr.to_token_stream(), &operand.needs.variables)
            }
        }
    }

    /// The shape of an expression.
    pub(super) fn expression(&self, expression: &Expression) -> String {
        let expr = expression.expr.to_token_stream();
        self.tokens(expr, &expression.needs.variables)
    }

    /// What a variable stands for.
    pub(super) fn variable(&self, variable: VariableId) -> String {
        let variable = &self.ruleset.rule(self.context.rule).variables[variable.0];
        match &variable.source {
            Source::Fact(element) | Source::Accumulate(element) => self.place(*element),
            Source::Each(element) => format!("({} of {})", variable.name, self.place(*element)),
            Source::Key { element, inner } => {
                let by = &self.ruleset.rule(self.context.rule).accumulate(*element).by;
                let key = by.iter().position(|key| key == inner);
                format!("(key {key:?} of {})", self.place(*element))
            }
            Source::Parameter(number) => format!("‹parameter {number}›"),
            Source::Field { element, member } => {
                format!("{}.{}", self.place(*element), member.to_token_stream())
            }
            Source::Test(test) => format!("({} of {})", variable.name, self.test(*test)),
            Source::Either { either, branches } => match self.context.branches.get(either) {
                Some(&branch) => self.variable(branches[branch]),
                None => variable.name.to_string(),
            },
        }
    }

    /// Where an element is found.
    pub(super) fn place(&self, element: ElementId) -> String {
        if let Some(member) = self.members.iter().position(|other| *other == element) {
            return format!("‹member {member}›");
        }
        match self.context.places.get(&element) {
            Some(Place::Right) => "‹right›".to_owned(),
            Some(Place::Left) => "‹left›".to_owned(),
            Some(Place::Token(steps)) => format!("‹{steps}›"),
            Some(Place::LeftOf(steps)) => format!("‹left of {steps}›"),
            Some(Place::Gate(_) | Place::Local) | None => {
                format!("‹element {} of {:?}›", element.0, self.context.rule)
            }
        }
    }

    /// Tokens as text, the variables among them by what they stand for.
    fn tokens<'v>(
        &self,
        tokens: TokenStream,
        variables: impl IntoIterator<Item = &'v VariableId> + Copy,
    ) -> String {
        let rule = self.ruleset.rule(self.context.rule);
        let mut text = String::new();
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let inner = self.tokens(group.stream(), variables);
                    _ = write!(text, "{:?}[{inner}] ", group.delimiter());
                }
                TokenTree::Ident(ident) => {
                    let variable = variables
                        .into_iter()
                        .find(|v| rule.variables[v.0].name == ident);
                    match variable {
                        Some(&variable) => text += &self.variable(variable),
                        None => text += &ident.to_string(),
                    }
                    text.push(' ');
                }
                other => _ = write!(text, "{other} "),
            }
        }
        text
    }
}
