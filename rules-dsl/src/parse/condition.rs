//! Conditions: what stands in a `when`, in a block of `not` and its kin, in a branch of `either`.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::parse_quote_spanned;
use syn::spanned::Spanned as _;
use syn::visit::Visit;

use super::call::is_call;
use super::foreign::Place;
use super::grammar::{Node, Rule};
use super::{Parsed, Parser};
use crate::ast::{Condition, ConditionKind, Quantifier};
use crate::names::is_variable;
use crate::printer;
use crate::vocabulary as say;

impl Parser<'_> {
    /// The conditions between the braces of a `body`.
    pub(super) fn parse_conditions(&mut self, body: &Node) -> Vec<Condition> {
        let mut conditions = Vec::new();
        self.parse_each(body.inside(), Rule::condition, |parser, parsed| {
            let range = match parsed {
                Parsed::Node(node) => {
                    let before = parser.diagnostics.len();
                    if let Some(kind) = parser.parse_condition(node.only()) {
                        conditions.push(parser.condition(node, kind));
                        return;
                    }
                    parser.retell(before, Place::Condition, &node.range);
                    node.range.clone()
                }
                Parsed::Skipped(range) => range,
            };
            let tokens = parser.marked(range);
            collect_names(tokens, &mut parser.lost);
        });
        conditions
    }

    /// A condition with its tokens, from which the closing `;` is taken.
    fn condition(&self, node: &Node, kind: ConditionKind) -> Condition {
        let mut range = node.range.clone();
        if self.source.text()[range.clone()].ends_with(';') {
            range.end -= 1;
        }
        let tokens = self.marked(range);
        Condition { kind, tokens }
    }

    fn parse_condition(&mut self, node: &Node) -> Option<ConditionKind> {
        Some(match node.rule {
            Rule::pattern | Rule::answer => self.parse_single(node)?,
            Rule::not => self.parse_quantified(Quantifier::None, node)?,
            Rule::exists => self.parse_quantified(Quantifier::Some, node)?,
            Rule::unique => self.parse_quantified(Quantifier::One, node)?,
            Rule::forall => {
                let over = self.parse_operand(node.part(Rule::source));
                let holds = self.parse_operand(node.part(Rule::holds));
                ConditionKind::Forall {
                    over: over?,
                    holds: holds?,
                }
            }
            Rule::either => {
                let branches = node.all(Rule::body);
                ConditionKind::Either(branches.map(|body| self.parse_conditions(body)).collect())
            }
            Rule::due => {
                let instant = node.part(Rule::expression);
                ConditionKind::Due(self.parse_expr(instant, "`;`")?)
            }
            Rule::test => ConditionKind::Test(self.parse_test(node.part(Rule::expression))?),
            Rule::test_let => {
                let pat = self.parse_pat(node.part(Rule::rust_binding), "`=`");
                let expr = self.parse_test(node.part(Rule::expression));
                test_let(pat?, expr?)
            }
            Rule::binding_let => self.parse_let(node)?,
            Rule::binding_for => self.parse_for(node)?,
            Rule::accumulate if self.is_accumulate(node) => {
                ConditionKind::Accumulate(self.parse_accumulate(node)?)
            }
            Rule::accumulate => ConditionKind::Lookup(self.parse_lookup(node, false)?),
            rule => unreachable!("`{rule:?}` is no condition"),
        })
    }

    fn parse_quantified(&mut self, quantifier: Quantifier, node: &Node) -> Option<ConditionKind> {
        let inner = self.parse_operand(node)?;
        Some(ConditionKind::Quantified(quantifier, inner))
    }

    /// What `not` and its kin are said of: a block of conditions, or a pattern as the only one.
    pub(super) fn parse_operand(&mut self, node: &Node) -> Option<Vec<Condition>> {
        if let Some(body) = node.child(Rule::body) {
            return Some(self.parse_conditions(body));
        }
        let answer = node.child(Rule::answer);
        let node = answer.unwrap_or_else(|| node.part(Rule::pattern));
        let kind = self.parse_single(node)?;
        Some(vec![self.condition(node, kind)])
    }

    /// A fact pattern, or a call of a query or a table in its place.
    fn parse_single(&mut self, node: &Node) -> Option<ConditionKind> {
        if is_call(self.source.text(), node) || self.is_of_rows(node) {
            self.check_no_relation(node)?;
        }
        if self.is_of_rows(node) {
            return self.parse_lookup(node, true).map(ConditionKind::Lookup);
        }
        if is_call(self.source.text(), node) {
            return self.parse_call(node).map(ConditionKind::Call);
        }
        self.parse_pattern(node).map(ConditionKind::Pattern)
    }

    /// The expression of an `if` or a guard, which may be a chain of `&&` with `let` among its parts.
    pub(super) fn parse_test(&mut self, fragment: &Node) -> Option<syn::Expr> {
        let expr = self.parse_expr(fragment, "`;`")?;
        if let syn::Expr::Assign(assignment) = &expr {
            let span = assignment.eq_token.span;
            self.diagnostics.push(say::assignment_in_test().at(span));
            return None;
        }
        if let Some(misplaced) = misplaced_let(&expr) {
            let span = misplaced.let_token.span;
            self.diagnostics.push(say::misplaced_let().at(span));
            return None;
        }
        Some(expr)
    }

    /// `let x: T = …` becomes the pattern `x: T`.
    fn parse_let(&mut self, node: &Node) -> Option<ConditionKind> {
        let pat = self.parse_pat(node.part(Rule::rust_binding), "`=`");
        let ty = match node.child(Rule::rust_type) {
            Some(ty) => Some(self.parse_type(ty, "`=`")?),
            None => None,
        };
        let expr = self.parse_expr(node.part(Rule::expression), "`;`");
        let pat = pat?;
        if is_refutable(&pat) {
            let span = self.source.span(node.part(Rule::LET).range.clone());
            let wording = say::refutable_let(printer::text(&pat));
            self.diagnostics.push(wording.at(span));
            return None;
        }
        let pat = match (pat, ty) {
            (pat, None) => pat,
            (pat, Some(ty)) => syn::Pat::Type(syn::PatType {
                attrs: Vec::new(),
                colon_token: parse_quote_spanned!(ty.span()=> :),
                pat: Box::new(pat),
                ty: Box::new(ty),
            }),
        };
        Some(ConditionKind::Let(pat, expr?))
    }

    fn parse_for(&mut self, node: &Node) -> Option<ConditionKind> {
        let pat = self.parse_pat(node.part(Rule::rust_binding), "`in`");
        let ty = match node.child(Rule::rust_type) {
            Some(ty) => Some(self.parse_sized_type(ty, "`in`")?),
            None => None,
        };
        let expr = self.parse_expr(node.part(Rule::expression), "`;`");
        let pat = pat?;
        if leaves_out(&pat) {
            let span = self
                .source
                .span(node.part(Rule::rust_binding).range.clone());
            let wording = say::refutable_element(printer::text(&pat));
            self.diagnostics.push(wording.at(span));
            return None;
        }
        Some(ConditionKind::For {
            pat,
            ty,
            expr: expr?,
        })
    }
}

/// `if let PAT = …;`, where a chain of `&&` may stand: its first part is what is matched.
fn test_let(pat: syn::Pat, expr: syn::Expr) -> ConditionKind {
    if !is_chain(&expr) {
        return ConditionKind::TestLet(pat, expr);
    }
    let mut chain = expr;
    let mut first = &mut chain;
    while is_chain(first) {
        let syn::Expr::Binary(binary) = first else {
            break;
        };
        first = &mut binary.left;
    }
    *first = syn::Expr::Let(syn::ExprLet {
        attrs: Vec::new(),
        let_token: syn::Token![let](pat.span()),
        pat: Box::new(pat),
        eq_token: syn::Token![=](first.span()),
        expr: Box::new(first.clone()),
    });
    ConditionKind::Test(chain)
}

fn is_chain(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)))
}

/// Whether a pattern does not match every value, as far as that can be seen without its type.
fn is_refutable(pat: &syn::Pat) -> bool {
    use syn::Pat;
    let is_variant = |name: &syn::Ident| {
        ["Some", "None", "Ok", "Err"]
            .iter()
            .any(|known| name == known)
    };
    let ends_in_variant = |path: &syn::Path| {
        path.segments
            .last()
            .is_some_and(|last| is_variant(&last.ident))
    };
    match pat {
        Pat::Lit(_) | Pat::Range(_) => true,
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) => is_refutable(inner),
            None => is_variant(&name.ident),
        },
        Pat::Path(path) => ends_in_variant(&path.path),
        Pat::TupleStruct(parts) => {
            ends_in_variant(&parts.path) || parts.elems.iter().any(is_refutable)
        }
        Pat::Struct(fields) => fields.fields.iter().any(|field| is_refutable(&field.pat)),
        Pat::Tuple(parts) => parts.elems.iter().any(is_refutable),
        Pat::Slice(parts) => parts.elems.iter().any(is_refutable),
        Pat::Reference(inner) => is_refutable(&inner.pat),
        Pat::Paren(inner) => is_refutable(&inner.pat),
        _ => false,
    }
}

/// Whether a pattern does not match every value, as far as that can be seen without its type. One that names a constant or a variant
/// and binds nothing stands for nothing else.
pub(crate) fn leaves_out(pat: &syn::Pat) -> bool {
    let mut names = Names::default();
    names.visit_pat(pat);
    is_refutable(pat) || names.has_value && !names.binds
}

/// What stands in a pattern.
#[derive(Default)]
struct Names {
    /// Whether it binds a variable.
    binds: bool,
    /// Whether it names a constant, a variant or a struct.
    has_value: bool,
}

impl Visit<'_> for Names {
    fn visit_pat_ident(&mut self, name: &syn::PatIdent) {
        if is_variable(&name.ident) {
            self.binds = true;
        } else {
            self.has_value = true;
        }
        syn::visit::visit_pat_ident(self, name);
    }

    fn visit_path(&mut self, _: &syn::Path) {
        self.has_value = true;
    }
}

/// A `let` that is no part of a chain of `&&`.
fn misplaced_let(expr: &syn::Expr) -> Option<&syn::ExprLet> {
    match expr {
        syn::Expr::Let(_) => None,
        syn::Expr::Binary(binary) if is_chain(expr) => {
            misplaced_let(&binary.left).or_else(|| misplaced_let(&binary.right))
        }
        expr => operand_let(expr),
    }
}

/// A `let` among the operands of an expression.
fn operand_let(expr: &syn::Expr) -> Option<&syn::ExprLet> {
    match expr {
        syn::Expr::Let(found) => Some(found),
        syn::Expr::Binary(binary) => {
            operand_let(&binary.left).or_else(|| operand_let(&binary.right))
        }
        syn::Expr::Unary(unary) => operand_let(&unary.expr),
        syn::Expr::Paren(inside) => operand_let(&inside.expr),
        _ => None,
    }
}

fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => collect_names(group.stream(), names),
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}
