//! Generates comparisons: of fields as places, of all else as it is.
//!
//! What a variable refers to, or an expression gives, may be a reference to what a field holds: then rustc brings both
//! sides to types that compare.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, PathArguments, Type};

use crate::analysis::terms::declared_type;
use crate::hir::{Operand, OperandKind, Source};
use crate::names::member_name;
use crate::source::respan;

use super::fragments::{binds_closer_than_comparison, first_span, grouped, located};
use super::scope::Scope;

impl Scope<'_> {
    /// A comparison at `span`.
    pub(super) fn comparison(
        &mut self,
        left: &Operand,
        op: &BinOp,
        right: &Operand,
        span: Span,
    ) -> TokenStream {
        let is_leveled = self.is_leveled(left, right) || self.is_leveled(right, left);
        let are_unlike = || are_unlike(self.holds(left), op, self.holds(right));
        if !is_leveled && !are_unlike() {
            let [left, right] = [left, right].map(|operand| self.compared(operand, span));
            return quote! { #left #op #right };
        }
        let [left, right] = [left, right].map(|operand| self.side(operand, span));
        let level = match op {
            BinOp::Eq(_) | BinOp::Ne(_) => quote! { __level },
            _ => quote! { __order },
        };
        leveled((&left, &op.to_token_stream(), &right), &level)
    }

    /// The equality of what a pattern has bound to `name` and an operand.
    pub(super) fn join_within(&mut self, name: &Ident, operand: &Operand) -> TokenStream {
        let span = name.span();
        let is_value =
            matches!(operand.kind, OperandKind::Variable(variable) if !self.is_place(variable));
        let op = BinOp::Eq(syn::Token![==](span));
        if is_value || are_unlike(Holds::Anything, &op, self.holds(operand)) {
            let operand = self.side(operand, span);
            let bound = located(quote! { *#name }, span);
            let equals = located(quote! { == }, span);
            return leveled((&bound, &equals, &operand), &quote! { __level });
        }
        let operand = self.compared(operand, span);
        let equals = located(quote! { *#name == }, span);
        quote! { #equals #operand }
    }

    /// Whether an operand may be a reference to what the other is.
    fn is_leveled(&self, operand: &Operand, other: &Operand) -> bool {
        match &operand.kind {
            OperandKind::Place { .. } => false,
            OperandKind::Variable(variable) => !self.is_place(*variable),
            // Two expressions are a guard of the user's own.
            OperandKind::Expr(expr) => {
                !matches!(other.kind, OperandKind::Expr(_)) && may_refer(expr)
            }
        }
    }

    /// What an operand is known to hold.
    fn holds(&self, operand: &Operand) -> Holds<'_> {
        let (element, member) = match &operand.kind {
            OperandKind::Place { element, member } => (element, member),
            OperandKind::Variable(variable) => match &self.rule().variables[variable.0].source {
                Source::Field { element, member } => (element, member),
                _ => return Holds::Anything,
            },
            OperandKind::Expr(expr) => return Holds::of_expr(expr),
        };
        let name = member_name(member);
        declared_type(self.ruleset, self.rule(), *element, &name)
            .map_or(Holds::Anything, Holds::of_type)
    }

    /// One side of a comparison that is brought to a type that compares.
    fn side(&mut self, operand: &Operand, span: Span) -> TokenStream {
        if let OperandKind::Expr(_) = operand.kind {
            self.operand(operand)
        } else {
            self.compared(operand, span)
        }
    }

    /// One side of a comparison at `span`. A place has no tokens of the user's but the field's name, a
    /// variable's may stand elsewhere: what is wrong with them here, rustc is to report here.
    fn compared(&mut self, operand: &Operand, span: Span) -> TokenStream {
        let span = match &operand.kind {
            OperandKind::Expr(expr) if binds_closer_than_comparison(expr) => {
                self.needs(&operand.needs);
                return self.through_facts(expr, &operand.needs).into_token_stream();
            }
            OperandKind::Expr(_) => return self.operand(operand),
            OperandKind::Place { member, .. } => member.span(),
            OperandKind::Variable(_) => span,
        };
        let place = self.operand(operand);
        place.into_iter().map(|token| respan(token, span)).collect()
    }

    /// One side of a comparison, as an expression that may be compared or borrowed.
    pub(super) fn operand(&mut self, operand: &Operand) -> TokenStream {
        match &operand.kind {
            OperandKind::Place { element, member } => self.place(*element, member),
            OperandKind::Variable(variable) => self.variable_place(*variable),
            OperandKind::Expr(expr) => {
                self.needs(&operand.needs);
                grouped(&self.through_facts(expr, &operand.needs))
            }
        }
    }
}

/// What is known, by its type or its form, of the value on one side of a comparison.
#[derive(Clone, Copy)]
enum Holds<'t> {
    /// A string, in a type of which other strings are no neighbours: a `Box<str>`, or an `Arc<str>`.
    Text(&'t Type),
    /// A `String` or a `&str`, which compare with each other by `==`.
    PlainText,
    /// A constant, which may be a `&str`.
    Constant,
    /// No string.
    Other,
    /// What only rustc knows.
    Anything,
}

impl<'t> Holds<'t> {
    fn of_type(ty: &'t Type) -> Self {
        match ty {
            Type::Reference(reference) if is_str(&reference.elem) => Self::PlainText,
            Type::Path(path) => path.path.segments.last().map_or(Self::Anything, |last| {
                let name = last.ident.to_string();
                match &last.arguments {
                    PathArguments::None if name == "String" => Self::PlainText,
                    PathArguments::None if PRIMITIVES.contains(&&*name) => Self::Other,
                    PathArguments::AngleBracketed(of)
                        if SHELLS.contains(&&*name) && holds_str(of) =>
                    {
                        Self::Text(ty)
                    }
                    _ => Self::Anything,
                }
            }),
            _ => Self::Other,
        }
    }

    fn of_expr(expr: &Expr) -> Self {
        match expr {
            Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Str(_)) => Self::PlainText,
            Expr::Path(_) => Self::Constant,
            Expr::Paren(paren) => Self::of_expr(&paren.expr),
            Expr::Group(group) => Self::of_expr(&group.expr),
            _ => Self::Other,
        }
    }
}

/// Types that are no strings.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// Types that hold a string as others hold a value.
const SHELLS: &[&str] = &["Arc", "Box", "Cow", "Rc"];

/// Whether two sides may be strings in types that do not compare.
fn are_unlike(left: Holds<'_>, op: &BinOp, right: Holds<'_>) -> bool {
    use Holds::{Anything, Constant, PlainText, Text};
    let is_equality = matches!(op, BinOp::Eq(_) | BinOp::Ne(_));
    match (left, right) {
        (Text(left), Text(right)) => left != right,
        (PlainText | Constant, PlainText | Constant) => !is_equality,
        (Text(_), PlainText | Constant | Anything)
        | (PlainText | Constant | Anything, Text(_))
        | (PlainText | Constant, Anything)
        | (Anything, PlainText | Constant) => true,
        _ => false,
    }
}

/// Whether `str` is the type that generic arguments name.
fn holds_str(arguments: &syn::AngleBracketedGenericArguments) -> bool {
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.all(is_str)
}

pub(super) fn is_str(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("str"))
}

/// A comparison of two sides that are brought to types that compare.
fn leveled(
    (left, op, right): (&TokenStream, &TokenStream, &TokenStream),
    level: &TokenStream,
) -> TokenStream {
    let [one, other] = [(left, quote! { *__one }), (right, quote! { *__other })]
        .map(|(side, reference)| located(reference, first_span(side)));
    quote! {
        match (&&&&&&__rt::Level(&#left, &#right)).#level() {
            (__one, __other) => #one #op #other,
        }
    }
}

/// Whether an expression may give a reference: no literal, no constant, and nothing that is computed of such.
fn may_refer(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) | Expr::Binary(_) | Expr::Cast(_) => false,
        Expr::Paren(paren) => may_refer(&paren.expr),
        Expr::Group(group) => may_refer(&group.expr),
        _ => true,
    }
}
