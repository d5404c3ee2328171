//! Literals of a type that their declared field cannot have.

use syn::{Expr, Lit, Pat, Type};

use quote::ToTokens as _;

use crate::diagnostic::Diagnostic;
use crate::hir::{ElementId, Operand, OperandKind, Rule, Ruleset, Source, TestId, TestKind};
use crate::span_literal::is_span;
use crate::vocabulary as say;

use super::{Found, rules_and_queries};
use crate::analysis::terms::declared_type;
use crate::names::member_name;
use crate::printer::text;

/// Finds the literals that are no value of the field with which they are compared.
pub(super) fn check_wrong_literals(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules_and_queries(ruleset) {
        let check = Check {
            ruleset,
            rule: subject.rule,
        };
        for test in &subject.rule.tests {
            for error in check.test(&test.kind) {
                found.push(subject.rule, error);
            }
        }
    }
}

/// Whether a test has a literal that is no value of its field.
pub(super) fn is_wrong(ruleset: &Ruleset, rule: &Rule, test: TestId) -> bool {
    let check = Check { ruleset, rule };
    !check.test(&rule.tests[test.0].kind).is_empty()
}

struct Check<'r> {
    ruleset: &'r Ruleset,
    rule: &'r Rule,
}

impl Check<'_> {
    fn test(&self, test: &TestKind) -> Vec<Diagnostic> {
        match test {
            TestKind::Match {
                element,
                member,
                pattern,
                ..
            } => {
                let mut literals = Vec::new();
                literals_in(pattern, &mut literals);
                let literals = literals.into_iter();
                literals
                    .filter_map(|literal| self.literal(*element, &member_name(member), literal))
                    .collect()
            }
            TestKind::Compare { left, right, .. } => {
                let compared = [(left, right), (right, left)].into_iter();
                compared
                    .filter_map(|(field, literal)| {
                        let (element, member) = self.field(field)?;
                        // Of a span in an expression `resolve` has said what there is to say.
                        let literal = literal_of(literal).filter(|literal| !is_span(literal))?;
                        self.literal(element, &member, literal)
                    })
                    .collect()
            }
            TestKind::Variant(_)
            | TestKind::Expr(_)
            | TestKind::Relation { .. }
            | TestKind::Let { .. } => Vec::new(),
        }
    }

    /// The field that an operand is.
    fn field(&self, operand: &Operand) -> Option<(ElementId, String)> {
        match &operand.kind {
            OperandKind::Place { element, member } => Some((*element, member_name(member))),
            OperandKind::Variable(variable) => match &self.rule.variables[variable.0].source {
                Source::Field { element, member } => Some((*element, member_name(member))),
                _ => None,
            },
            OperandKind::Expr(_) => None,
        }
    }

    fn literal(&self, element: ElementId, member: &str, literal: &Lit) -> Option<Diagnostic> {
        let ty = declared_type(self.ruleset, self.rule, element, member)?;
        if is_span(literal) {
            // With a clock it is one of its spans, which `resolve` has looked at.
            let wording = || say::span_without_clock(literal.to_token_stream());
            return (self.ruleset.clock.is_none()).then(|| wording().at(literal.span()));
        }
        let wording = say::wrong_literal(member, text(ty), describe(literal));
        (!takes(ty, literal)).then(|| wording.at(literal.span()))
    }
}

/// The literal that an operand is.
fn literal_of(operand: &Operand) -> Option<&Lit> {
    match &operand.kind {
        OperandKind::Expr(expr) => literal_in(expr),
        OperandKind::Place { .. } | OperandKind::Variable(_) => None,
    }
}

fn literal_in(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(literal) => Some(&literal.lit),
        Expr::Paren(paren) => literal_in(&paren.expr),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => literal_in(&unary.expr),
        _ => None,
    }
}

/// The literals that a pattern compares the whole field with.
fn literals_in<'p>(pattern: &'p Pat, literals: &mut Vec<&'p Lit>) {
    match pattern {
        Pat::Lit(literal) => literals.push(&literal.lit),
        Pat::Paren(paren) => literals_in(&paren.pat, literals),
        Pat::Or(or) => or.cases.iter().for_each(|case| literals_in(case, literals)),
        Pat::Range(range) => {
            let ends = [&range.start, &range.end].into_iter().flatten();
            literals.extend(ends.filter_map(|end| literal_in(end)));
        }
        Pat::Ident(name) => {
            if let Some((_, pattern)) = &name.subpat {
                literals_in(pattern, literals);
            }
        }
        _ => {}
    }
}

/// Whether a type of Rust's own has a literal among its values, as far as literals tell; `true` of any other
/// type.
fn takes(ty: &Type, literal: &Lit) -> bool {
    let name = match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
            _ => return true,
        },
        Type::Path(path) => match path.path.get_ident() {
            Some(name) => name.to_string(),
            None => return true,
        },
        _ => return true,
    };
    let is_of = |suffix: &str| suffix == name;
    match name.as_str() {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => match literal {
            Lit::Int(number) => number.suffix().is_empty() || is_of(number.suffix()),
            Lit::Byte(_) => name == "u8",
            _ => false,
        },
        "f32" | "f64" => match literal {
            Lit::Float(number) => number.suffix().is_empty() || is_of(number.suffix()),
            Lit::Int(number) => is_of(number.suffix()),
            _ => false,
        },
        "bool" => matches!(literal, Lit::Bool(_)),
        "char" => matches!(literal, Lit::Char(_)),
        "String" => matches!(literal, Lit::Str(_)),
        _ => true,
    }
}

fn describe(literal: &Lit) -> &'static str {
    match literal {
        Lit::Str(_) => "a string",
        Lit::ByteStr(_) => "a byte string",
        Lit::CStr(_) => "a C string",
        Lit::Byte(_) => "a byte",
        Lit::Char(_) => "a character",
        Lit::Int(number) if number.suffix().is_empty() => "an integer",
        Lit::Float(number) if number.suffix().is_empty() => "a floating-point number",
        Lit::Int(_) | Lit::Float(_) => "a number of another type",
        Lit::Bool(_) => "a truth value",
        _ => "another literal",
    }
}
