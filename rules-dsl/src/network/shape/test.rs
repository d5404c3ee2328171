//! The shapes of tests and keys: what they ask, with every variable by what it stands for and where that is found.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};

use proc_macro2::TokenStream;
use quote::ToTokens as _;

use crate::hir::{
    ElementId, ElementKind, Expression, Operand, OperandKind, RuleId, Ruleset, Source, TestId,
    TestKind, VariableId,
};
use crate::names::{member_name, plain};
use crate::plan::{KeyPart, Range};

use super::super::{Context, Place};
use super::code::{Code, Token, verbatim};

/// What a test asks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) enum TestShape {
    /// Whether a fact is of a variant.
    Variant(PlaceShape, Vec<Token>),
    /// Whether a value matches a pattern, in which names must equal something.
    Match {
        value: ValueShape,
        pattern: Vec<Token>,
        joins: Vec<(String, ValueShape)>,
    },
    Compare(ValueShape, Discriminant<syn::BinOp>, ValueShape),
    Expr(ValueShape),
    Let(Vec<Token>, ValueShape),
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) enum ValueShape {
    /// A fact, or the result of an accumulate.
    Element(PlaceShape),
    /// A field of a fact.
    Field(PlaceShape, String),
    /// What the pattern of a `for` binds so.
    Each(String, PlaceShape),
    /// A key of the groups of an accumulate, by its place among them.
    Key(Option<usize>, PlaceShape),
    /// A parameter of a query.
    Parameter(usize),
    /// What the pattern of a test binds so.
    Bound(String, Box<TestShape>),
    /// What branches bind so, of which none is chosen.
    Unchosen(String),
    /// What an expression gives.
    Code(Code<ValueShape>),
}

/// Where an element is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) enum PlaceShape {
    /// It is so many elements from the left in a search for members.
    Member(usize),
    Right,
    Left,
    Token(u32),
    LeftOf(u32),
    /// The rule alone knows.
    Own(RuleId, ElementId),
}

impl TestShape {
    /// Whether it asks of nothing but members.
    pub(super) fn is_of_members(&self) -> bool {
        match self {
            TestShape::Variant(place, _) => place.is_member(),
            TestShape::Match { value, joins, .. } => {
                let mut joins = joins.iter();
                value.is_of_members() && joins.all(|(_, value)| value.is_of_members())
            }
            TestShape::Compare(left, _, right) => left.is_of_members() && right.is_of_members(),
            TestShape::Expr(value) | TestShape::Let(_, value) => value.is_of_members(),
        }
    }
}

impl ValueShape {
    /// Whether it is made of nothing but members.
    pub(super) fn is_of_members(&self) -> bool {
        match self {
            ValueShape::Element(place)
            | ValueShape::Field(place, _)
            | ValueShape::Each(_, place)
            | ValueShape::Key(_, place) => place.is_member(),
            ValueShape::Bound(_, test) => test.is_of_members(),
            ValueShape::Parameter(_) | ValueShape::Unchosen(_) => false,
            ValueShape::Code(code) => code.values().all(ValueShape::is_of_members),
        }
    }
}

impl PlaceShape {
    /// Whether it is that of a member.
    pub(super) fn is_member(&self) -> bool {
        matches!(self, PlaceShape::Member(_))
    }
}

/// The shapes of tests in one context.
pub(in crate::network) struct Shapes<'a> {
    pub(in crate::network) ruleset: &'a Ruleset,
    pub(in crate::network) context: &'a Context,
    /// The elements of a search for members, which have no places yet.
    pub(in crate::network) members: &'a [ElementId],
}

impl Shapes<'_> {
    /// The shape of a test.
    fn test(&self, test: TestId) -> TestShape {
        let rule = self.ruleset.rule(self.context.rule);
        let test = &rule.tests[test.0];
        let code = |expr: &syn::Expr| self.code(expr.to_token_stream(), &test.needs.variables);
        match &test.kind {
            TestKind::Variant(element) => {
                let variant = match &rule.elements[element.0].kind {
                    ElementKind::Fact { variant, .. } => variant.to_token_stream(),
                    _ => TokenStream::new(),
                };
                TestShape::Variant(self.place(*element), verbatim(variant))
            }
            TestKind::Match {
                element,
                member,
                pattern,
                joins,
                ..
            } => {
                let joins = joins.iter();
                let joins = joins.map(|(name, operand)| (plain(name), self.operand(operand)));
                TestShape::Match {
                    value: ValueShape::Field(self.place(*element), member_name(member)),
                    pattern: verbatim(pattern.to_token_stream()),
                    joins: joins.collect(),
                }
            }
            TestKind::Compare { left, op, right } => {
                TestShape::Compare(self.operand(left), discriminant(op), self.operand(right))
            }
            TestKind::Expr(expr) | TestKind::Relation { holds: expr, .. } => {
                TestShape::Expr(code(expr))
            }
            TestKind::Let { pattern, expr, .. } => {
                TestShape::Let(verbatim(pattern.to_token_stream()), code(expr))
            }
        }
    }

    /// The shapes of tests.
    pub(in crate::network) fn tests(&self, tests: &[TestId]) -> Vec<TestShape> {
        tests.iter().map(|&test| self.test(test)).collect()
    }

    /// The shapes of a key's parts.
    pub(in crate::network) fn key(&self, key: &[KeyPart]) -> Vec<ValueShape> {
        let rule = self.ruleset.rule(self.context.rule);
        let operands = key.iter().map(|part| part.operand(rule));
        operands.map(|operand| self.operand(operand)).collect()
    }

    /// The shapes of what facts are ordered by, and whether each has the last place where it has none of its own.
    pub(in crate::network) fn order(&self, order: &[KeyPart]) -> Vec<(ValueShape, bool)> {
        let rule = self.ruleset.rule(self.context.rule);
        let shapes = self.key(order);
        let are_last = order.iter().map(|part| part.is_last_without_place(rule));
        shapes.into_iter().zip(are_last).collect()
    }

    /// The shapes of what is least and greatest in ranges.
    pub(in crate::network) fn ranges(&self, ranges: &[Range]) -> Vec<[Vec<ValueShape>; 2]> {
        let bounds = ranges.iter().map(|range| [&range.least, &range.greatest]);
        bounds
            .map(|bounds| bounds.map(|parts| self.key(parts)))
            .collect()
    }

    fn operand(&self, operand: &Operand) -> ValueShape {
        match &operand.kind {
            OperandKind::Place { element, member } => {
                ValueShape::Field(self.place(*element), member_name(member))
            }
            OperandKind::Variable(variable) => self.variable(*variable),
            OperandKind::Expr(expr) => self.code(expr.to_token_stream(), &operand.needs.variables),
        }
    }

    /// The shape of an expression.
    pub(in crate::network) fn expression(&self, expression: &Expression) -> ValueShape {
        let expr = expression.expr.to_token_stream();
        self.code(expr, &expression.needs.variables)
    }

    /// What a variable stands for.
    pub(super) fn variable(&self, variable: VariableId) -> ValueShape {
        let rule = self.ruleset.rule(self.context.rule);
        let variable = &rule.variables[variable.0];
        let name = || plain(&variable.name);
        match &variable.source {
            Source::Fact(element) | Source::Accumulate(element) => {
                ValueShape::Element(self.place(*element))
            }
            Source::Each(element) => ValueShape::Each(name(), self.place(*element)),
            Source::Key { element, inner } => {
                let by = &rule.accumulate(*element).by;
                let key = by.iter().position(|key| key == inner);
                ValueShape::Key(key, self.place(*element))
            }
            Source::Parameter(number) => ValueShape::Parameter(*number),
            Source::Field { element, member } => {
                ValueShape::Field(self.place(*element), member_name(member))
            }
            Source::Test(test) => ValueShape::Bound(name(), Box::new(self.test(*test))),
            Source::Either { either, branches } => match self.context.branches.get(either) {
                Some(&branch) => self.variable(branches[branch]),
                None => ValueShape::Unchosen(name()),
            },
        }
    }

    /// Where an element is found.
    pub(super) fn place(&self, element: ElementId) -> PlaceShape {
        if let Some(member) = self.members.iter().position(|other| *other == element) {
            return PlaceShape::Member(member);
        }
        match self.context.places.get(&element) {
            Some(Place::Right) => PlaceShape::Right,
            Some(Place::Left) => PlaceShape::Left,
            Some(Place::Token(steps)) => PlaceShape::Token(*steps),
            Some(Place::LeftOf(steps)) => PlaceShape::LeftOf(*steps),
            Some(Place::Gate(_) | Place::Local | Place::Slot | Place::Whole(_)) | None => {
                PlaceShape::Own(self.context.rule, element)
            }
        }
    }

    /// Code, the variables in it by what they stand for.
    fn code(&self, tokens: TokenStream, variables: &BTreeSet<VariableId>) -> ValueShape {
        let rule = self.ruleset.rule(self.context.rule);
        let variables = variables.iter().map(|&variable| {
            let name = plain(&rule.variables[variable.0].name);
            (name, self.variable(variable))
        });
        ValueShape::Code(Code::of(tokens, variables.collect::<BTreeMap<_, _>>()))
    }
}
