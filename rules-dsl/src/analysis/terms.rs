//! What a test is about, in a form that does not depend on the names of variables: fields of the rule's
//! elements, and expressions over them.
//!
//! A test becomes claims, which hold together where it does and only there. `renamed` elements let a
//! pattern be read as if it were about the fact of another one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use syn::{Expr, Member};

use crate::hir::{
    Element, ElementId, ElementKind, Needs, Operand, OperandKind, Rule, Ruleset, Source, Test,
    TestId, TestKind, VariableId,
};
use crate::names::member_name;

use super::constants::{Constant, Matched, matched, range_of_type};
use super::values::{Comparison, Values};

/// What is claimed of something.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Claim {
    /// Its value is among these.
    Among { term: Term, values: Values },
    /// Two values compare so.
    Ordered {
        left: Term,
        comparison: Comparison,
        right: Term,
    },
    /// Anything else, as text.
    Other(String),
}

impl Claim {
    /// Whether it compares something with itself.
    pub(crate) fn is_of_itself(&self) -> bool {
        matches!(self, Self::Ordered { left, right, .. } if left == right)
    }
}

/// What has a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    /// A field of an element; no field is the variant of an enum.
    Field(ElementId, Option<String>),
    /// Anything else, as text.
    Other(String),
}

/// Elements that are read as others.
pub(crate) type Renamed = BTreeMap<ElementId, ElementId>;

/// Reads the tests of a rule.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'r> {
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) rule: &'r Rule,
    pub(crate) renamed: &'r Renamed,
}

impl Reader<'_> {
    /// What a test claims.
    pub(crate) fn claims(self, test: TestId) -> Vec<Claim> {
        let test = &self.rule.tests[test.0];
        let claims = self.claims_as_written(test);
        // A pattern that is a literal matches values of its own type alone.
        let compares = matches!(test.kind, TestKind::Compare { .. });
        let is_unsure =
            |claim: &Claim| self.is_of_constants(claim) || compares && self.is_of_own_type(claim);
        if claims.iter().any(is_unsure) {
            return vec![self.claim_other(test)];
        }
        claims
    }

    /// The same, if what looks like a variant is one.
    fn claims_as_written(self, test: &Test) -> Vec<Claim> {
        match &test.kind {
            TestKind::Variant(element) => vec![self.claim_variant(*element)],
            TestKind::Match {
                element,
                member,
                pattern,
                joins,
                ..
            } => {
                let Matched { values, exact } = matched(pattern);
                let term = self.field(*element, member);
                let mut claims = vec![Claim::Among { term, values }];
                if !exact || !joins.is_empty() {
                    claims.push(self.claim_other(test));
                }
                claims
            }
            TestKind::Compare { left, op, right } => match Comparison::of(op) {
                Some(comparison) => vec![self.claim_comparison(left, comparison, right)],
                None => vec![self.claim_other(test)],
            },
            TestKind::Expr(expr) => self
                .claim_matches(expr, test)
                .unwrap_or_else(|| vec![self.claim_other(test)]),
            TestKind::Relation { .. } | TestKind::Let { .. } => vec![self.claim_other(test)],
        }
    }

    fn claim_variant(self, element: ElementId) -> Claim {
        let variant = variant_of(&self.rule.elements[element.0]).unwrap_or_default();
        Claim::Among {
            term: Term::Field(self.renamed(element), None),
            values: Values::made(String::new(), variant, false),
        }
    }

    fn claim_comparison(self, left: &Operand, comparison: Comparison, right: &Operand) -> Claim {
        let of_constant = |term: Term, comparison, constant: Constant| Claim::Among {
            term,
            values: constant.compared(comparison),
        };
        // Which variants are greater than another is not known.
        let constant = |operand| constant(operand).filter(|it| it.is_told_by(comparison));
        match (constant(left), constant(right)) {
            (None, Some(constant)) => of_constant(self.operand(left), comparison, constant),
            (Some(constant), None) => {
                of_constant(self.operand(right), comparison.flipped(), constant)
            }
            _ => Claim::Ordered {
                left: self.operand(left),
                comparison,
                right: self.operand(right),
            },
        }
    }

    /// `matches!(x, A | B)` of a variable.
    fn claim_matches(self, expr: &Expr, test: &Test) -> Option<Vec<Claim>> {
        let Expr::Macro(call) = expr else {
            return None;
        };
        if call.mac.path.segments.last()?.ident != "matches" {
            return None;
        }
        let (scrutinee, pattern) = call.mac.parse_body_with(scrutinee_and_pattern).ok()?;
        let Matched { values, exact } = matched(&pattern);
        if values == Values::Any {
            return None;
        }
        let [variable] = test.needs.variables.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let name = &self.rule.variables[variable.0].name;
        let is_variable =
            |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident(name));
        // A string is matched through `as_ref`, by the compiler's own hand.
        let term = match &scrutinee {
            Expr::Call(call) if is_as_ref(&call.func) && is_variable(&call.args[0]) => {
                self.variable(*variable)
            }
            expr if is_variable(expr) => self.variable(*variable),
            _ => return None,
        };
        let mut claims = vec![Claim::Among { term, values }];
        if !exact {
            claims.push(self.claim_other(test));
        }
        Some(claims)
    }

    /// Whether what looks like variants is constants: the field is no enum. Two of them may be one number.
    fn is_of_constants(self, claim: &Claim) -> bool {
        let Claim::Among {
            term: Term::Field(element, Some(member)),
            values: Values::Made { .. },
        } = claim
        else {
            return false;
        };
        declared_type(self.ruleset, self.rule, *element, member).is_some_and(is_primitive)
    }

    /// Whether a literal is compared with values of a type of the user's, who says when they are equal or less. (It may be another
    /// name of one of Rust's own, which is not seen here.)
    fn is_of_own_type(self, claim: &Claim) -> bool {
        let Claim::Among {
            term: Term::Field(element, Some(member)),
            values: Values::Scalars(..),
        } = claim
        else {
            return false;
        };
        let ty = declared_type(self.ruleset, self.rule, *element, member);
        let Some(ty @ syn::Type::Path(path)) = ty else {
            return false;
        };
        let last = path.path.segments.last();
        !is_primitive(ty)
            && last.is_some_and(|last| last.arguments.is_empty() && last.ident != "String")
    }

    fn claim_other(self, test: &Test) -> Claim {
        Claim::Other(self.test_text(test))
    }

    /// The text of a test, with what it is about.
    fn test_text(self, test: &Test) -> String {
        let whole = self.text(&test.text, &test.needs);
        match &test.kind {
            TestKind::Match { member, .. } => format!("{}: {whole}", member_name(member)),
            _ => whole,
        }
    }

    fn operand(self, operand: &Operand) -> Term {
        match &operand.kind {
            OperandKind::Place { element, member } => self.field(*element, member),
            OperandKind::Variable(variable) => self.variable(*variable),
            OperandKind::Expr(_) => Term::Other(self.text(&operand.text, &operand.needs)),
        }
    }

    fn field(self, element: ElementId, member: &Member) -> Term {
        Term::Field(self.renamed(element), Some(member_name(member)))
    }

    fn renamed(self, element: ElementId) -> ElementId {
        self.renamed.get(&element).copied().unwrap_or(element)
    }

    /// What a variable stands for.
    fn variable(self, variable: VariableId) -> Term {
        let variable = &self.rule.variables[variable.0];
        let name = &variable.name;
        match &variable.source {
            Source::Field { element, member } => self.field(*element, member),
            Source::Fact(element) => Term::Other(format!("the fact {}", self.renamed(*element).0)),
            Source::Test(test) => {
                let test = self.test_text(&self.rule.tests[test.0]);
                Term::Other(format!("{name} of {test}"))
            }
            Source::Accumulate(element) => result_of(*element),
            Source::Key { element, .. } | Source::Each(element) => {
                Term::Other(format!("{name} of {}", element.0))
            }
            Source::Parameter(place) => Term::Other(format!("the parameter {place}")),
            Source::Either { either, .. } => {
                Term::Other(format!("{name} of the branches {}", either.0))
            }
        }
    }

    /// The text of an expression, with what each variable in it stands for.
    fn text(self, text: &str, needs: &Needs) -> String {
        let mut whole = text.to_owned();
        for variable in &needs.variables {
            let name = self.rule.variables[variable.0].name.to_string();
            let name = if name.starts_with("__join") {
                ""
            } else {
                &name
            };
            _ = write!(whole, "; {name} is {:?}", self.variable(*variable));
        }
        for element in &needs.elements {
            _ = write!(whole, "; of {}", self.renamed(*element).0);
        }
        whole
    }
}

/// The result of an accumulate.
pub(crate) fn result_of(element: ElementId) -> Term {
    Term::Other(format!("the result {}", element.0))
}

/// The variant that the pattern of an element names.
fn variant_of(element: &Element) -> Option<String> {
    match &element.kind {
        ElementKind::Fact {
            variant: Some(path),
            ..
        } => Some(path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

fn constant(operand: &Operand) -> Option<Constant> {
    match &operand.kind {
        OperandKind::Expr(expr) => Constant::of(expr),
        OperandKind::Place { .. } | OperandKind::Variable(_) => None,
    }
}

fn scrutinee_and_pattern(input: syn::parse::ParseStream<'_>) -> syn::Result<(Expr, syn::Pat)> {
    let scrutinee = input.parse()?;
    input.parse::<syn::Token![,]>()?;
    let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
    input.parse::<Option<syn::Token![,]>>()?;
    Ok((scrutinee, pattern))
}

/// Whether a type is one of Rust's own, which have no variants.
fn is_primitive(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => {
            let wide = ["f32", "f64", "i128", "u128"];
            let name = path.path.get_ident();
            name.is_some_and(|name| wide.iter().any(|wide| name == wide))
                || range_of_type(ty).is_some()
        }
        syn::Type::Reference(reference) => is_primitive(&reference.elem),
        _ => false,
    }
}

/// Whether a function is `AsRef::as_ref`, as the compiler writes it.
fn is_as_ref(function: &Expr) -> bool {
    match function {
        Expr::Path(path) => {
            path.path.leading_colon.is_some()
                && path
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == "as_ref")
        }
        _ => false,
    }
}

/// The type of a field, where the ruleset declares it.
pub(crate) fn declared_type<'r>(
    ruleset: &'r Ruleset,
    rule: &Rule,
    element: ElementId,
    member: &str,
) -> Option<&'r syn::Type> {
    let ElementKind::Fact {
        fact_type, variant, ..
    } = &rule.elements[element.0].kind
    else {
        return None;
    };
    let declaration = ruleset.fact_types[fact_type.0].declaration.as_ref()?;
    declaration.type_of(variant.as_ref(), member)
}
