//! A Rust pattern inside a field's: its variables bind or join, its string literals compare.
//!
//! A variable bound before and a string literal are replaced by a fresh name, which is then compared:
//! to the variable, or to the text (a pattern of a literal would not match a `String`).

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Pat};

use crate::hir::{Needs, Operand, OperandKind, Source, TestId, TestKind, VariableId};
use crate::vocabulary as say;

use super::field_patterns::{Asked, is_string_choice};
use super::names::{is_variable, plain, span_range, text};
use super::rules::RuleResolver;
use super::rust_uses::Access;

impl RuleResolver<'_, '_> {
    /// A Rust pattern with something inside; adds the test that it is, and those that follow from it.
    pub(super) fn resolve_nested(
        &mut self,
        asked: &Asked<'_>,
        pattern: &Pat,
        tests: &mut Vec<TestId>,
    ) {
        let mut pattern = pattern.clone();
        let span = span_range(&pattern);
        let test = TestId(self.tests.len());
        // The test has its place before its variables are looked at, which name it.
        let kind = TestKind::Match {
            element: asked.element,
            member: asked.member.clone(),
            pattern: Box::new(pattern.clone()),
            binds: Vec::new(),
            joins: Vec::new(),
        };
        let needs = self.needs([asked.element], []);
        tests.push(self.push_test(kind, needs, asked.text.clone(), span));

        let mut walk = Nested {
            rule: self,
            test,
            binds: Vec::new(),
            joins: Vec::new(),
            repeated: Vec::new(),
            choices: Vec::new(),
            seen: HashMap::new(),
            here: HashSet::new(),
            alternatives: 0,
        };
        walk.visit_pat_mut(&mut pattern);
        let Nested {
            binds,
            joins,
            repeated,
            choices,
            ..
        } = walk;

        let mut needs = self.needs([asked.element], []);
        for (_, operand) in &joins {
            needs.variables.extend(&operand.needs.variables);
            needs.elements.extend(&operand.needs.elements);
        }
        self.tests[test.0].needs = needs;
        self.tests[test.0].kind = TestKind::Match {
            element: asked.element,
            member: asked.member.clone(),
            pattern: Box::new(pattern),
            binds,
            joins,
        };
        for (first, second, span) in repeated {
            tests.push(self.push_repeated(first, second, &asked.text, span));
        }
        for (variable, or) in choices {
            tests.push(self.push_string_choice(variable, &or, &asked.text));
        }
    }

    /// A variable that stands twice in one pattern.
    fn push_repeated(
        &mut self,
        first: VariableId,
        second: VariableId,
        text: &str,
        span: Span,
    ) -> TestId {
        let operand = |variable| Operand {
            kind: OperandKind::Variable(variable),
            needs: self.needs([], [variable]),
            text: self.variables[variable.0].name.to_string(),
        };
        let kind = TestKind::Compare {
            left: operand(second),
            op: BinOp::Eq(syn::Token![==](span)),
            right: operand(first),
        };
        let needs = self.needs([], [first, second]);
        self.push_test(kind, needs, text.to_owned(), span.into())
    }

    /// `"a" | "b"` asked of what a variable holds, a `String` or a `&str`.
    pub(super) fn push_string_choice(
        &mut self,
        variable: VariableId,
        or: &syn::PatOr,
        text: &str,
    ) -> TestId {
        let name = &self.variables[variable.0].name;
        let expr: Expr = syn::parse_quote! {
            ::core::matches!(::core::convert::AsRef::<str>::as_ref(#name), #or)
        };
        let needs = self.needs([], [variable]);
        self.push_test(
            TestKind::Expr(Box::new(expr)),
            needs,
            text.to_owned(),
            span_range(or),
        )
    }
}

/// The walk of one pattern.
struct Nested<'r, 'c, 'd> {
    rule: &'r mut RuleResolver<'c, 'd>,
    test: TestId,
    binds: Vec<VariableId>,
    joins: Vec<(Ident, Operand)>,
    /// A variable's first place in the pattern, and another one, to be compared with it.
    repeated: Vec<(VariableId, VariableId, Span)>,
    choices: Vec<(VariableId, syn::PatOr)>,
    /// The names seen anywhere in the pattern, in other alternatives too.
    seen: HashMap<String, Seen>,
    /// The names seen in this alternative, and outside all of them.
    here: HashSet<String>,
    alternatives: usize,
}

/// What a name in the pattern has become.
#[derive(Clone)]
enum Seen {
    Bound(VariableId),
    Joined(Ident),
}

impl Nested<'_, '_, '_> {
    fn visit_variable(&mut self, pattern: &mut syn::PatIdent) {
        // A field is matched by reference anyway, and since edition 2024 Rust wants no `ref` there.
        pattern.by_ref = None;
        let name = plain(&pattern.ident);
        let in_this_alternative = !self.here.insert(name.clone());
        match self.seen.get(&name).cloned() {
            Some(Seen::Bound(first)) if in_this_alternative => self.repeat(first, pattern),
            // In another alternative the same name is the same variable.
            Some(Seen::Bound(_)) => {}
            Some(Seen::Joined(fresh)) if !in_this_alternative => pattern.ident = fresh,
            Some(Seen::Joined(_)) | None => {
                let seen = self.bind_or_join(pattern);
                self.seen.insert(name, seen);
            }
        }
    }

    fn bind_or_join(&mut self, pattern: &mut syn::PatIdent) -> Seen {
        let Some(variable) = self.rule.scope.lookup(&pattern.ident) else {
            let bound = self.rule.bind(&pattern.ident, Source::Test(self.test));
            self.binds.push(bound);
            return Seen::Bound(bound);
        };
        self.rule.note_read(variable, &Access::Whole);
        let operand = Operand {
            kind: OperandKind::Variable(variable),
            needs: self.rule.needs([], [variable]),
            text: text(&pattern.ident),
        };
        let fresh = self.rule.fresh_name(pattern.ident.span());
        self.joins.push((fresh.clone(), operand));
        pattern.ident = fresh.clone();
        Seen::Joined(fresh)
    }

    fn repeat(&mut self, first: VariableId, pattern: &mut syn::PatIdent) {
        let span = pattern.ident.span();
        if self.alternatives > 0 {
            let what = format!("`{}` twice in an alternative", pattern.ident);
            self.report_alternative(span, &what);
            return;
        }
        let fresh = self.rule.fresh_name(span);
        let second = self
            .rule
            .push_hidden(fresh.clone(), Source::Test(self.test));
        self.binds.push(second);
        self.repeated.push((first, second, span));
        pattern.ident = fresh;
    }

    fn visit_string(&mut self, pattern: &mut Pat) {
        let Pat::Lit(literal) = &*pattern else { return };
        if self.alternatives > 0 {
            let span = literal.span();
            self.report_alternative(span, "a string literal among other alternatives");
            return;
        }
        let fresh = self.rule.fresh_name(literal.span());
        let operand = Operand {
            kind: OperandKind::Expr(Box::new(Expr::Lit(literal.clone()))),
            needs: Needs::default(),
            text: text(literal),
        };
        self.joins.push((fresh.clone(), operand));
        *pattern = binding(&fresh);
    }

    fn report_alternative(&mut self, span: Span, what: &str) {
        self.rule
            .report(say::unsupported_alternative(what).at(span));
    }

    fn visit_alternatives(&mut self, pattern: &mut Pat) {
        let Pat::Or(or) = &mut *pattern else { return };
        if is_string_choice(or) && self.alternatives == 0 {
            let fresh = self.rule.fresh_name(or.span());
            let variable = self
                .rule
                .push_hidden(fresh.clone(), Source::Test(self.test));
            self.binds.push(variable);
            self.choices.push((variable, or.clone()));
            *pattern = binding(&fresh);
            return;
        }
        let before = self.here.clone();
        let mut after = before.clone();
        self.alternatives += 1;
        for case in &mut or.cases {
            self.here.clone_from(&before);
            self.visit_pat_mut(case);
            after.extend(self.here.drain());
        }
        self.alternatives -= 1;
        self.here = after;
    }
}

impl VisitMut for Nested<'_, '_, '_> {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Ident(variable) if is_variable(&variable.ident) => {
                self.visit_variable(variable);
                visit_mut::visit_pat_ident_mut(self, variable);
            }
            Pat::Lit(literal) if matches!(literal.lit, syn::Lit::Str(_)) => {
                self.visit_string(pattern);
            }
            Pat::Or(_) => self.visit_alternatives(pattern),
            _ => visit_mut::visit_pat_mut(self, pattern),
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        visit_mut::visit_field_pat_mut(self, field);
        // `Foo { x }` where `x` joins must become `Foo { x: __join0 }`.
        if field.colon_token.is_none()
            && let (Pat::Ident(variable), syn::Member::Named(member)) = (&*field.pat, &field.member)
            && variable.ident != *member
        {
            field.colon_token = Some(syn::Token![:](member.span()));
        }
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

fn binding(name: &Ident) -> Pat {
    Pat::Ident(syn::PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: None,
        ident: format_ident!("{}", name, span = name.span()),
        subpat: None,
    })
}
