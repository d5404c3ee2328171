//! What a fact pattern asks of one field: a binding, a join, a comparison or a Rust pattern.
//!
//! The first use of a variable binds it and asks nothing; each later one is an equality. What is
//! deeper in a Rust pattern is the business of `nested_patterns`.

use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Member, Pat};

use crate::ast::FieldTest;
use crate::diagnostic::SpanRange;
use crate::hir::{ElementId, Operand, OperandKind, Source, TestId, TestKind};
use crate::span_literal::is_span;
use crate::vocabulary as say;

use super::names::{is_variable, member_name, plain, span_range, text};
use super::rules::RuleResolver;

/// A field of which something is asked.
pub(super) struct Asked<'f> {
    pub(super) element: ElementId,
    pub(super) member: &'f Member,
    /// The whole field pattern, as the printer writes it.
    pub(super) text: String,
}

impl RuleResolver<'_, '_> {
    /// Resolves what is asked of a field; `named` where it is written with the field's name.
    pub(super) fn resolve_field(
        &mut self,
        element: ElementId,
        member: &Member,
        test: &FieldTest,
        named: bool,
    ) -> Vec<TestId> {
        let asked = |what: String| Asked {
            element,
            member,
            text: if named {
                format!("{}: {what}", member_name(member))
            } else {
                what
            },
        };
        match test {
            FieldTest::Shorthand => {
                self.note_field_read(element, member);
                let mut asked = asked(String::new());
                asked.text = member_name(member);
                match member {
                    Member::Named(name) => {
                        self.resolve_variable(&asked, name).into_iter().collect()
                    }
                    Member::Unnamed(_) => Vec::new(),
                }
            }
            FieldTest::Pattern(pattern) => {
                if named || !is_wildcard(pattern) {
                    self.note_field_read(element, member);
                }
                let mut tests = Vec::new();
                self.resolve_field_pattern(&asked(text(pattern)), pattern, &mut tests);
                tests
            }
            FieldTest::Compare(op, expr) => {
                self.note_field_read(element, member);
                let right = self.resolve_operand(expr);
                let asked = asked(format!("{} {}", text(op), text(expr)));
                vec![self.push_comparison(&asked, *op, right, span_range(expr))]
            }
        }
    }

    /// A Rust pattern at the top of a field.
    fn resolve_field_pattern(&mut self, asked: &Asked<'_>, pattern: &Pat, tests: &mut Vec<TestId>) {
        match pattern {
            Pat::Wild(_) => {}
            Pat::Paren(paren) => self.resolve_field_pattern(asked, &paren.pat, tests),
            Pat::Ident(variable)
                if is_variable(&variable.ident) && variable.mutability.is_none() =>
            {
                tests.extend(self.resolve_variable(asked, &variable.ident));
                if let Some((_, pattern)) = &variable.subpat {
                    self.resolve_field_pattern(asked, pattern, tests);
                }
            }
            Pat::Range(range) if is_of_variables(range) || self.is_of_spans(range) => {
                let most = match range.limits {
                    syn::RangeLimits::HalfOpen(_) => BinOp::Lt(syn::Token![<](range.span())),
                    syn::RangeLimits::Closed(_) => BinOp::Le(syn::Token![<=](range.span())),
                };
                let least = BinOp::Ge(syn::Token![>=](range.span()));
                for (op, end) in [(least, &range.start), (most, &range.end)] {
                    if let Some(end) = end {
                        let right = self.resolve_operand(end);
                        tests.push(self.push_comparison(asked, op, right, span_range(range)));
                    }
                }
            }
            Pat::Lit(literal)
                if matches!(literal.lit, syn::Lit::Str(_)) || self.is_span_literal(literal) =>
            {
                let right = Operand {
                    kind: OperandKind::Expr(Box::new(Expr::Lit(literal.clone()))),
                    needs: self.needs([], []),
                    text: text(literal),
                };
                let op = BinOp::Eq(syn::Token![==](literal.span()));
                tests.push(self.push_comparison(asked, op, right, span_range(literal)));
            }
            Pat::Or(or) if is_string_choice(or) => {
                let name = self.fresh_name(or.span());
                let source = Source::Field {
                    element: asked.element,
                    member: asked.member.clone(),
                };
                let variable = self.push_hidden(name, source);
                tests.push(self.push_string_choice(variable, or, &asked.text));
            }
            _ => self.resolve_nested(asked, pattern, tests),
        }
    }

    /// Whether a literal is a span of the clock, which is no pattern to Rust.
    fn is_span_literal(&self, literal: &syn::ExprLit) -> bool {
        self.context.clock.is_some() && is_span(&literal.lit)
    }

    /// Whether an end of a range is one.
    fn is_of_spans(&self, range: &syn::PatRange) -> bool {
        let mut ends = [&range.start, &range.end].into_iter().flatten();
        ends.any(|end| matches!(&**end, Expr::Lit(literal) if self.is_span_literal(literal)))
    }

    /// A variable at the top of a field: it binds, or where it is bound it joins.
    fn resolve_variable(&mut self, asked: &Asked<'_>, name: &Ident) -> Option<TestId> {
        let Some(variable) = self.scope.lookup(name) else {
            let source = Source::Field {
                element: asked.element,
                member: asked.member.clone(),
            };
            self.bind(name, source);
            return None;
        };
        if let Source::Fact(fact) = self.variables[variable.0].source {
            let wording = if fact == asked.element {
                say::fact_itself(plain(name))
            } else {
                say::fact_as_value(plain(name))
            };
            let bound = self.variables[variable.0].name.span();
            self.report(wording.at_second(name.span(), bound));
            return None;
        }
        self.note_read(variable, &super::rust_uses::Access::Whole);
        let right = Operand {
            kind: OperandKind::Variable(variable),
            needs: self.needs([], [variable]),
            text: text(name),
        };
        let op = BinOp::Eq(syn::Token![==](name.span()));
        Some(self.push_comparison(asked, op, right, name.span().into()))
    }

    fn push_comparison(
        &mut self,
        asked: &Asked<'_>,
        op: BinOp,
        right: Operand,
        span: SpanRange,
    ) -> TestId {
        let left = Operand {
            kind: OperandKind::Place {
                element: asked.element,
                member: asked.member.clone(),
            },
            needs: self.needs([asked.element], []),
            text: member_name(asked.member),
        };
        let mut needs = left.needs.clone();
        needs.variables.extend(&right.needs.variables);
        needs.elements.extend(&right.needs.elements);
        let kind = TestKind::Compare { left, op, right };
        self.push_test(kind, needs, asked.text.clone(), span)
    }
}

fn is_wildcard(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Paren(paren) => is_wildcard(&paren.pat),
        _ => false,
    }
}

/// Whether alternatives are strings: literals, and constants beside them.
pub(super) fn is_string_choice(or: &syn::PatOr) -> bool {
    or.cases.iter().any(is_string)
        && or
            .cases
            .iter()
            .all(|case| is_string(case) || is_constant(case))
}

/// Whether a pattern is a constant, or a variant without fields.
fn is_constant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => name.subpat.is_none() && !is_variable(&name.ident),
        Pat::Path(_) => true,
        Pat::Paren(paren) => is_constant(&paren.pat),
        _ => false,
    }
}

/// Whether a pattern is a string literal.
fn is_string(pattern: &Pat) -> bool {
    match pattern {
        Pat::Lit(literal) => matches!(literal.lit, syn::Lit::Str(_)),
        Pat::Paren(paren) => is_string(&paren.pat),
        _ => false,
    }
}

/// Whether an end of a range is a variable: to Rust, a range in a pattern has constants.
fn is_of_variables(range: &syn::PatRange) -> bool {
    let mut ends = [&range.start, &range.end].into_iter().flatten();
    ends.any(|end| match &**end {
        Expr::Path(path) => path.path.get_ident().is_some_and(is_variable),
        _ => false,
    })
}
