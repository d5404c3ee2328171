//! Guards that say how far two fields, or a field and a parameter of a query, are apart: `a.abs_diff(b) < far`, and of floats
//! `(a - b).abs() < far`.
//!
//! Where one holds, each lies between two ends about the other, so facts are looked up by them. Only of those that are
//! declared with one type, and that one of the standard library, is it known what the methods do, and only those of which
//! `most` is plain can be computed ahead of the guards before them. The generated code asks again whether a type is what its
//! name says: if not, there are no ends.

use proc_macro2::{Ident, Span};
use syn::{BinOp, Expr, Member, Token, Type, parse_quote};

use crate::hir::{Comparison, ElementId, ElementKind, Needs, Operand, OperandKind, Source};

use super::names::{as_ident, member_name, peeled, text};
use super::rules::RuleResolver;

/// A guard of the kind.
struct Distance<'e> {
    /// What is apart.
    values: [&'e Expr; 2],
    /// By no more than this.
    most: &'e Expr,
    measure: Measure,
}

/// How a guard computes a distance, by the name that generated code has for that.
#[derive(Clone, Copy)]
enum Measure {
    AbsDiff,
    Abs,
}

impl RuleResolver<'_, '_> {
    /// The ends between which either field lies, where a comparison says how far they are apart.
    pub(super) fn bounds_of_distance(
        &self,
        comparison: &syn::ExprBinary,
    ) -> Option<Vec<Comparison>> {
        let distance = distance(comparison)?;
        let [one, other] = distance.values;
        let (one, other) = ((self.field(one)?, one), (self.field(other)?, other));
        let ty = self.type_of_field(&one.0)?;
        if self.type_of_field(&other.0)? != ty || !distance.measure.is_of(ty) {
            return None;
        }
        let of_most = self.needs_of_plain(distance.most)?;
        let bounds = [(&one, &other), (&other, &one)].map(|((field, _), about)| {
            let at_least = ("Lower", BinOp::Ge(Token![>=](Span::call_site())));
            let at_most = ("Upper", BinOp::Le(Token![<=](Span::call_site())));
            [at_least, at_most].map(|(end, op)| Comparison {
                left: field.clone(),
                op,
                right: end_about(about, end, &distance, &of_most),
            })
        });
        Some(bounds.into_iter().flatten().collect())
    }

    /// A field of a fact, as it stands or by the variable that is bound to it, or a parameter of a query.
    fn field(&self, expr: &Expr) -> Option<Operand> {
        let mut needs = Needs::default();
        let kind = if let Some(place) = self.place(expr) {
            let Expr::Field(field) = peeled(expr) else {
                return None;
            };
            self.add_need(&mut needs, self.scope.lookup(as_ident(&field.base)?)?);
            place
        } else {
            let variable = self.scope.lookup(as_ident(expr)?)?;
            self.add_need(&mut needs, variable);
            OperandKind::Variable(variable)
        };
        Some(Operand {
            kind,
            needs,
            text: text(expr),
        })
    }

    /// The type with which a field or a parameter is declared.
    fn type_of_field(&self, field: &Operand) -> Option<&Type> {
        let (element, member) = match &field.kind {
            OperandKind::Place { element, member } => (*element, member),
            OperandKind::Variable(variable) => match &self.variables[variable.0].source {
                Source::Field { element, member } => (*element, member),
                Source::Parameter(place) => return self.parameters.get(*place),
                _ => return None,
            },
            OperandKind::Expr(_) => return None,
        };
        self.declared_type(element, member)
    }

    /// The type with which a field is declared, where its fact is declared in the ruleset.
    pub(super) fn declared_type(&self, element: ElementId, member: &Member) -> Option<&Type> {
        let kind = &self.elements[self.read_element(element).0].kind;
        let ElementKind::Fact {
            fact_type, variant, ..
        } = kind
        else {
            return None;
        };
        let declaration = self.context.fact_types.get(*fact_type).declaration.as_ref();
        declaration?.type_of(variant.as_ref(), &member_name(member))
    }

    /// What a literal, a constant, a field or a parameter needs: of what else there is, code of the user's may run.
    fn needs_of_plain(&self, expr: &Expr) -> Option<Needs> {
        if let Expr::Lit(_) = peeled(expr) {
            return Some(Needs::default());
        }
        if self.place(expr).is_some() {
            return Some(self.field(expr)?.needs);
        }
        let Expr::Path(path) = peeled(expr) else {
            return None;
        };
        let mut needs = Needs::default();
        let variable = path
            .path
            .get_ident()
            .and_then(|name| self.scope.lookup(name));
        if let Some(variable) = variable {
            let source = &self.variables[variable.0].source;
            if !matches!(source, Source::Field { .. } | Source::Parameter(_)) {
                return None;
            }
            self.add_need(&mut needs, variable);
        }
        Some(needs)
    }
}

/// An end of the values that are no farther from a field than a distance.
fn end_about(
    (field, about): &(Operand, &Expr),
    end: &str,
    distance: &Distance<'_>,
    of_most: &Needs,
) -> Operand {
    let mut needs = field.needs.clone();
    needs.variables.extend(&of_most.variables);
    needs.elements.extend(&of_most.elements);
    let [end, measure] =
        [end, distance.measure.name()].map(|name| Ident::new(name, Span::call_site()));
    let most = distance.most;
    let expr: Expr = parse_quote! { __rt::#end(&(#about), &(#most), __rt::#measure) };
    Operand {
        text: text(&expr),
        kind: OperandKind::Expr(Box::new(expr)),
        needs,
    }
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::AbsDiff => "AbsDiff",
            Measure::Abs => "Abs",
        }
    }

    /// Whether a type of the standard library, by its name, has the method that measures so. (An integer has `abs`, too, but a
    /// difference that overflows is none.)
    fn is_of(self, ty: &Type) -> bool {
        let Type::Path(path) = ty else {
            return false;
        };
        let Some(last) = path
            .path
            .segments
            .last()
            .filter(|last| last.arguments.is_none())
        else {
            return false;
        };
        let name = last.ident.to_string();
        let is_float = ["f32", "f64"].contains(&name.as_str());
        let is_integer = [
            "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        ]
        .contains(&name.as_str());
        match self {
            Measure::AbsDiff => is_integer || name == "Duration",
            Measure::Abs => is_float,
        }
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
        ([&*call.receiver, &call.args[0]], Measure::AbsDiff)
    } else if call.method == "abs"
        && call.args.is_empty()
        && let Expr::Binary(binary) = peeled(&call.receiver)
        && matches!(binary.op, BinOp::Sub(_))
    {
        ([&*binary.left, &*binary.right], Measure::Abs)
    } else {
        return None;
    };
    Some(Distance {
        values,
        most,
        measure,
    })
}
