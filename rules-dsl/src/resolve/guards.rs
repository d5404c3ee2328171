//! Guards and `if` conditions: split at `&&`, and comparisons recognised; a part that is a `let` binds.
//!
//! A comparison whose sides are plain (a variable, a field of a fact, a literal, a constant) is
//! compared between places, so that a `String` field equals a `String` variable. An equality between
//! expressions over different elements is a join, and so is what orders a plain side and an expression. All else stays the
//! user's expression.

use syn::{BinOp, Expr};

use crate::hir::{ElementKind, Needs, Operand, OperandKind, Source, TestId, TestKind, VariableId};

use super::names::{as_ident, peeled, span_range, text};
use super::rules::RuleResolver;

impl RuleResolver<'_, '_> {
    /// The tests that an expression of type `bool` is made of, in order. As written, it is one.
    pub(super) fn resolve_guard(&mut self, guard: &Expr) -> Vec<TestId> {
        self.complexity += 1;
        let mut conjuncts = Vec::new();
        split(guard, &mut conjuncts);
        conjuncts
            .into_iter()
            .map(|conjunct| self.resolve_conjunct(conjunct))
            .collect()
    }

    fn resolve_conjunct(&mut self, expr: &Expr) -> TestId {
        match peeled(expr) {
            Expr::Binary(binary) if is_comparison(&binary.op) => {
                self.resolve_comparison(expr, binary)
            }
            Expr::Let(test) => self.resolve_let(&test.pat, &test.expr, false, text(expr)),
            _ => {
                self.check_pattern_as_test(expr);
                let needs = self.needs_of_expr(expr);
                let kind = TestKind::Expr(Box::new(expr.clone()));
                self.push_test(kind, needs, text(expr), span_range(expr))
            }
        }
    }

    fn resolve_comparison(&mut self, whole: &Expr, comparison: &syn::ExprBinary) -> TestId {
        self.check_accumulate_as_value(whole);
        self.check_compared(comparison);
        let left = self.resolve_operand(&comparison.left);
        let right = self.resolve_operand(&comparison.right);
        let mut needs = left.needs.clone();
        needs.variables.extend(&right.needs.variables);
        needs.elements.extend(&right.needs.elements);

        let are_plain = [&comparison.left, &comparison.right].map(|side| self.is_plain(side));
        let is_join = || self.is_join(&left.needs, &right.needs);
        let kind = if are_plain == [true, true] {
            TestKind::Compare {
                left,
                op: comparison.op,
                right,
            }
        } else if orders(&comparison.op) && are_plain != [false, false] && is_join() {
            let [plain_left, plain_right] = are_plain;
            TestKind::Compare {
                left: if plain_left {
                    left
                } else {
                    as_written(left, &comparison.left)
                },
                op: comparison.op,
                right: if plain_right {
                    right
                } else {
                    as_written(right, &comparison.right)
                },
            }
        } else if matches!(comparison.op, BinOp::Eq(_)) && is_join() {
            TestKind::Compare {
                left: as_written(left, &comparison.left),
                op: comparison.op,
                right: as_written(right, &comparison.right),
            }
        } else {
            TestKind::Expr(Box::new(whole.clone()))
        };
        let test = self.push_test(kind, needs, text(whole), span_range(whole));
        self.tests[test.0].implied = self.bounds_of_distance(comparison).unwrap_or_default();
        test
    }

    /// One side of a comparison.
    pub(super) fn resolve_operand(&mut self, expr: &Expr) -> Operand {
        let needs = self.needs_of_expr(expr);
        let kind = if let Some(place) = self.place(expr) {
            place
        } else if let Some(variable) = as_ident(expr).and_then(|name| self.scope.lookup(name)) {
            OperandKind::Variable(variable)
        } else {
            OperandKind::Expr(Box::new(expr.clone()))
        };
        Operand {
            kind,
            needs,
            text: text(expr),
        }
    }

    /// `m.field`, where `m` names a fact.
    pub(super) fn place(&self, expr: &Expr) -> Option<OperandKind> {
        let Expr::Field(field) = peeled(expr) else {
            return None;
        };
        let variable = self.scope.lookup(as_ident(&field.base)?)?;
        let Source::Fact(element) = self.variables[variable.0].source else {
            return None;
        };
        match &self.elements[self.read_element(element).0].kind {
            ElementKind::Fact { variant: None, .. } => Some(OperandKind::Place {
                element,
                member: field.member.clone(),
            }),
            // An enum has no fields; rustc says so at the user's own expression.
            ElementKind::Fact { .. }
            | ElementKind::Accumulate(_)
            | ElementKind::Best { .. }
            | ElementKind::Each(_) => None,
        }
    }

    /// Whether one side can be looked up by the value of the other: they touch different elements, or
    /// one side has to do with parameters where the other does not.
    fn is_join(&self, left: &Needs, right: &Needs) -> bool {
        let disjoint = left.elements.is_disjoint(&right.elements);
        match (self.has_parameter(left), self.has_parameter(right)) {
            (false, false) => !left.elements.is_empty() && !right.elements.is_empty() && disjoint,
            (true, false) => !right.elements.is_empty() && disjoint,
            (false, true) => !left.elements.is_empty() && disjoint,
            (true, true) => false,
        }
    }

    fn has_parameter(&self, needs: &Needs) -> bool {
        let mut variables = needs.variables.iter();
        variables.any(|variable| self.comes_from_parameter(*variable))
    }

    fn comes_from_parameter(&self, variable: VariableId) -> bool {
        match &self.variables[variable.0].source {
            Source::Parameter(_) => true,
            Source::Test(test) => match &self.tests[test.0].kind {
                TestKind::Let { .. } => self.has_parameter(&self.tests[test.0].needs),
                TestKind::Match { .. }
                | TestKind::Variant(_)
                | TestKind::Compare { .. }
                | TestKind::Relation { .. }
                | TestKind::Expr(_) => false,
            },
            Source::Each(element) => {
                let each = self.each(*element);
                each.is_some_and(|each| each.ty.is_none() && self.has_parameter(&each.expr.needs))
            }
            Source::Either { branches, .. } => {
                let mut branches = branches.iter();
                branches.any(|branch| self.comes_from_parameter(*branch))
            }
            // These have been found in the facts.
            Source::Fact(_) | Source::Field { .. } | Source::Accumulate(_) | Source::Key { .. } => {
                false
            }
        }
    }

    fn is_plain(&self, expr: &Expr) -> bool {
        let negated = |unary: &syn::ExprUnary| {
            matches!(unary.op, syn::UnOp::Neg(_)) && matches!(peeled(&unary.expr), Expr::Lit(_))
        };
        match peeled(expr) {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Unary(unary) => negated(unary),
            expr => self.place(expr).is_some(),
        }
    }
}

/// The operands of `&&`, from left to right.
fn split<'e>(expr: &'e Expr, conjuncts: &mut Vec<&'e Expr>) {
    match peeled(expr) {
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            split(&binary.left, conjuncts);
            split(&binary.right, conjuncts);
        }
        _ => conjuncts.push(expr),
    }
}

fn orders(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

pub(super) fn is_comparison(op: &BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// An operand that is evaluated as the user's own expression.
fn as_written(operand: Operand, expr: &Expr) -> Operand {
    Operand {
        kind: OperandKind::Expr(Box::new(expr.clone())),
        ..operand
    }
}
