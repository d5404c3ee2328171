//! Guards that say how far two values are apart: `a.abs_diff(b) < far`, and of floats `(a - b).abs() < far`.
//!
//! Where one holds, each value lies between two ends about the other, so facts are looked up by them. Which types have such
//! distances the generated code asks: of a type of the user's, with an `abs_diff` of its own, there are no ends.

use proc_macro2::{Ident, Span};
use syn::{BinOp, Expr, Token, UnOp, parse_quote};

use crate::hir::{Comparison, Needs, Operand, OperandKind, Source};

use super::names::{as_ident, peeled, text};
use super::rules::RuleResolver;

/// A guard of the kind.
struct Distance<'e> {
    /// What is apart.
    values: [&'e Expr; 2],
    /// By no more than this.
    most: &'e Expr,
    /// How the guard computes it, by the name that generated code has for that.
    measure: &'static str,
}

impl RuleResolver<'_, '_> {
    /// The ends between which either value lies, where a comparison says how far they are apart.
    pub(super) fn bounds_of_distance(&self, comparison: &syn::ExprBinary) -> Vec<Comparison> {
        let Some(distance) = distance(comparison) else {
            return Vec::new();
        };
        let [one, other] = distance.values;
        let bounds = [(one, other), (other, one)].map(|(value, about)| {
            let value = self.value_of_fact(value)?;
            let ends = [("Lower", true), ("Upper", false)].map(|(end, is_least)| {
                let end = self.end(end, about, &distance)?;
                let op = if is_least {
                    BinOp::Ge(Token![>=](Span::call_site()))
                } else {
                    BinOp::Le(Token![<=](Span::call_site()))
                };
                Some(Comparison {
                    left: value.clone(),
                    op,
                    right: end,
                })
            });
            Some(ends.into_iter().flatten())
        });
        bounds.into_iter().flatten().flatten().collect()
    }

    /// A field of a fact, as it stands or by the variable that is bound to it.
    fn value_of_fact(&self, expr: &Expr) -> Option<Operand> {
        let expr = referred(expr);
        let kind = match self.place(expr) {
            Some(place) => place,
            None => {
                let variable = self.scope.lookup(as_ident(expr)?)?;
                let source = &self.variables[variable.0].source;
                let is_field = matches!(source, Source::Field { .. });
                is_field.then_some(OperandKind::Variable(variable))?
            }
        };
        Some(Operand {
            kind,
            needs: self.needs_of_value(expr)?,
            text: text(expr),
        })
    }

    /// An end of the values that are no farther from one than a distance, unless both are constants.
    fn end(&self, end: &str, about: &Expr, distance: &Distance<'_>) -> Option<Operand> {
        let mut needs = self.needs_of_value(about)?;
        let of_most = self.needs_of_value(distance.most)?;
        needs.variables.extend(of_most.variables);
        needs.elements.extend(of_most.elements);
        if needs.variables.is_empty() {
            return None;
        }
        let name = |name| Ident::new(name, Span::call_site());
        let (end, measure, most) = (name(end), name(distance.measure), distance.most);
        let end: Expr = parse_quote! { __rt::#end(&(#about), &(#most), __rt::#measure) };
        Some(Operand {
            text: text(&end),
            kind: OperandKind::Expr(Box::new(end)),
            needs,
        })
    }

    /// What a value needs; nothing is reported of it, for the guard that it stands in is resolved, too.
    fn needs_of_value(&self, expr: &Expr) -> Option<Needs> {
        let mut needs = Needs::default();
        let name = match referred(expr) {
            Expr::Field(field) => Some(as_ident(&field.base)?),
            Expr::Path(_) => as_ident(referred(expr)),
            Expr::Lit(_) => None,
            _ => return None,
        };
        // A name that is no variable is a constant of the user's.
        if let Some(variable) = name.and_then(|name| self.scope.lookup(name)) {
            self.add_need(&mut needs, variable);
        }
        Some(needs)
    }
}

/// What a comparison says of a distance, if it bounds one from above.
fn distance(comparison: &syn::ExprBinary) -> Option<Distance<'_>> {
    let (left, right) = (&*comparison.left, &*comparison.right);
    let (distance, most) = match comparison.op {
        BinOp::Lt(_) | BinOp::Le(_) => (left, right),
        BinOp::Gt(_) | BinOp::Ge(_) => (right, left),
        _ => return None,
    };
    let Expr::MethodCall(call) = peeled(distance) else {
        return None;
    };
    let (values, measure) = if call.method == "abs_diff" && call.args.len() == 1 {
        ([&*call.receiver, &call.args[0]], "AbsDiff")
    } else if call.method == "abs"
        && call.args.is_empty()
        && let Expr::Binary(binary) = peeled(&call.receiver)
        && matches!(binary.op, BinOp::Sub(_))
    {
        ([&*binary.left, &*binary.right], "Abs")
    } else {
        return None;
    };
    call.turbofish.is_none().then_some(Distance {
        values,
        most,
        measure,
    })
}

/// What an expression is without parentheses and `*`.
fn referred(expr: &Expr) -> &Expr {
    match peeled(expr) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => referred(&unary.expr),
        expr => expr,
    }
}
