//! The variables of conditions: where each is bound, where it is seen, where it is used.

use std::ops::Range;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit::{self, Visit};

use crate::ast::{Accumulate, Condition, ConditionKind, FieldTest, Fields, Function, Pattern};
use crate::names::{is_variable, member_name, plain};
use crate::printer;
use crate::resolve::split_variant;

use super::read::{Frame, Reader};
use super::{Symbol, Type};

impl Reader<'_> {
    /// Conditions that hold together: what each binds is seen in the later ones.
    pub(super) fn conditions(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            self.condition(condition);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let written = || printer::text(&condition.tokens);
        match &condition.kind {
            ConditionKind::Pattern(pattern) => self.pattern(pattern, &written()),
            ConditionKind::Quantified(_, inner) => {
                self.within(&condition.tokens, |reader| reader.conditions(inner));
            }
            ConditionKind::Forall { over, holds } => {
                self.within(&condition.tokens, |reader| {
                    reader.conditions(over);
                    reader.within(&condition.tokens, |reader| reader.conditions(holds));
                });
            }
            ConditionKind::Either(branches) => self.either(branches, &condition.tokens),
            ConditionKind::Test(expr) | ConditionKind::Due(expr) => self.expr(expr),
            ConditionKind::TestLet(pat, expr) => {
                self.expr(expr);
                self.pat(pat, &Type::Unknown, &written());
            }
            ConditionKind::Let(pat, expr) => {
                self.expr(expr);
                let ty = self.type_of(expr);
                self.pat(pat, &ty, &written());
            }
            ConditionKind::For { pat, ty, expr } => {
                self.expr(expr);
                let ty = ty.as_ref().map(|ty| Type::Written(printer::text(ty)));
                let ty = ty.unwrap_or_else(|| match self.type_of(expr) {
                    Type::Facts(of) => Type::Fact(of),
                    _ => Type::Unknown,
                });
                self.pat(pat, &ty, &written());
            }
            ConditionKind::Accumulate(accumulate) => {
                self.accumulate(accumulate, &condition.tokens, &written());
            }
            ConditionKind::Lookup(lookup) => {
                for argument in &lookup.call.args {
                    self.expr(argument);
                }
                let ty = Type::Result(plain(&lookup.table));
                self.bind(&lookup.binding, ty, &written());
                lookup.guard.iter().for_each(|guard| self.expr(guard));
            }
            ConditionKind::Call(call) => {
                for argument in &call.arguments {
                    self.expr(argument);
                }
                if let Some(pat) = &call.result {
                    self.pat(pat, &Type::Result(plain(&call.name)), &written());
                }
                call.guard.iter().for_each(|guard| self.expr(guard));
            }
        }
    }

    /// Reads what stands in a place that keeps its variables. Returns them.
    fn within(
        &mut self,
        tokens: &TokenStream,
        read: impl FnOnce(&mut Self),
    ) -> Vec<(String, usize)> {
        let last = tokens.clone().into_iter().last();
        let end = last.map_or(0, |last| self.range(last.span()).end);
        self.frames.push(Frame {
            names: Vec::new(),
            end,
        });
        read(self);
        self.frames
            .pop()
            .map(|frame| frame.names)
            .unwrap_or_default()
    }

    /// What all branches bind is one variable, seen after them too.
    fn either(&mut self, branches: &[Vec<Condition>], tokens: &TokenStream) {
        let mut bound: Vec<Vec<(String, usize)>> = Vec::new();
        for branch in branches {
            let branch_tokens: TokenStream = branch.iter().map(|one| one.tokens.clone()).collect();
            bound.push(self.within(&branch_tokens, |reader| reader.conditions(branch)));
        }
        let Some((first, others)) = bound.split_first() else {
            return;
        };
        let last = tokens.clone().into_iter().last();
        let end = last.map_or(0, |last| self.range(last.span()).end);
        for (name, id) in first {
            let same = others
                .iter()
                .map(|names| names.iter().find(|(other, _)| other == name));
            let same: Option<Vec<usize>> = same.map(|found| found.map(|(_, id)| *id)).collect();
            let Some(same) = same else { continue };
            for written in &mut self.file.names {
                if matches!(written.symbol, Symbol::Variable(other) if same.contains(&other)) {
                    written.symbol = Symbol::Variable(*id);
                }
            }
            for other in same {
                let scopes = std::mem::take(&mut self.file.variables[other].scopes);
                self.file.variables[*id].scopes.extend(scopes);
            }
            self.seen_from(name, *id, end);
        }
    }

    /// A variable of an inner place is seen in this one too.
    fn seen_from(&mut self, name: &str, id: usize, start: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.names.push((name.to_owned(), id));
            self.file.variables[id]
                .scopes
                .push(start..frame.end.max(start));
        }
    }

    fn pattern(&mut self, pattern: &Pattern, written: &str) {
        let (path, variant) = split_variant(&pattern.path);
        let of = path
            .segments
            .last()
            .map(|last| plain(&last.ident))
            .unwrap_or_default();
        if let Some(name) = &pattern.binding {
            self.bind(name, Type::Fact(of.clone()), written);
        }
        let owner = match &variant {
            Some(variant) => format!("{of}::{}", plain(variant)),
            None => of,
        };
        match &pattern.fields {
            Fields::Unit => {}
            Fields::Named(fields) => {
                for field in fields {
                    let ty = Type::Field(owner.clone(), member_name(&field.member));
                    match (&field.test, &field.member) {
                        (FieldTest::Shorthand, syn::Member::Named(name)) => {
                            let range = self.own_range(name);
                            self.bind_at(&plain(name), range, ty, written, true);
                        }
                        (test, _) => self.field_test(test, &ty, written),
                    }
                }
            }
            Fields::Tuple { patterns, .. } => {
                for field in patterns {
                    let ty = Type::Field(owner.clone(), member_name(&field.member));
                    self.field_test(&field.test, &ty, written);
                }
            }
        }
        for relation in &pattern.relations {
            self.use_of(&(&relation.event).into(), false);
        }
        pattern.guard.iter().for_each(|guard| self.expr(guard));
    }

    fn field_test(&mut self, test: &FieldTest, ty: &Type, written: &str) {
        match test {
            FieldTest::Shorthand => {}
            FieldTest::Pattern(pat) => self.pat(pat, ty, written),
            FieldTest::Compare(_, expr) => self.expr(expr),
        }
    }

    fn accumulate(&mut self, accumulate: &Accumulate, tokens: &TokenStream, written: &str) {
        let mut result = Type::Unknown;
        let inner = self.within(tokens, |reader| {
            reader.conditions(&accumulate.source);
            if let Some(value) = &accumulate.value {
                reader.expr(value);
                result = reader.type_of(value);
            }
            for key in &accumulate.by {
                reader.use_of(&key.into(), false);
            }
        });
        let of = || {
            let mut patterns = accumulate.source.iter().filter_map(|one| match &one.kind {
                ConditionKind::Pattern(pattern) => {
                    split_variant(&pattern.path).0.segments.last().cloned()
                }
                _ => None,
            });
            patterns
                .next_back()
                .map(|last| plain(&last.ident))
                .unwrap_or_default()
        };
        let ty = match accumulate.function {
            Function::Count => Type::Written("usize".to_owned()),
            Function::Avg => Type::Written("f64".to_owned()),
            Function::Collect => Type::Facts(of()),
            Function::MinBy | Function::MaxBy => Type::Fact(of()),
            Function::Sum | Function::Min | Function::Max => result,
            Function::User(_) => Type::Unknown,
        };
        let end = self.own_range(&accumulate.binding).end;
        for key in &accumulate.by {
            let key = plain(key);
            if let Some((_, id)) = inner.iter().find(|(name, _)| *name == key) {
                self.seen_from(&key, *id, end);
            }
        }
        self.bind(&accumulate.binding, ty, written);
        accumulate.guard.iter().for_each(|guard| self.expr(guard));
    }

    fn bind(&mut self, name: &Ident, ty: Type, written: &str) {
        let range = self.own_range(name);
        self.bind_at(&plain(name), range, ty, written, false);
    }

    /// The range of an identifier, without `r#`.
    fn own_range(&self, name: &Ident) -> Range<usize> {
        let range = self.range(name.span());
        let raw = range.len().saturating_sub(plain(name).len());
        range.start + raw..range.end
    }

    /// The names in a Rust pattern; one that is the whole pattern is of the type.
    fn pat(&mut self, pat: &syn::Pat, ty: &Type, written: &str) {
        if let syn::Pat::Ident(only) = pat
            && only.subpat.is_none()
        {
            if is_variable(&only.ident) {
                self.bind(&only.ident, ty.clone(), written);
            }
            return;
        }
        if let syn::Pat::Type(typed) = pat {
            let ty = Type::Written(printer::text(&typed.ty));
            self.pat(&typed.pat, &ty, written);
            return;
        }
        match pat {
            syn::Pat::TupleStruct(tuple) => {
                let owner = variant_of(&tuple.path);
                let is_some = tuple.path.is_ident("Some") && tuple.elems.len() == 1;
                // Behind a `..` positions count from the end.
                let is_rest = |elem: &syn::Pat| matches!(elem, syn::Pat::Rest(_));
                let rest = tuple.elems.iter().position(is_rest);
                for (number, elem) in tuple.elems.iter().enumerate() {
                    let ty = match &owner {
                        _ if is_some => Type::Some(Box::new(ty.clone())),
                        Some(owner) if rest.is_none_or(|rest| number < rest) => {
                            Type::Field(owner.clone(), number.to_string())
                        }
                        _ => Type::Unknown,
                    };
                    self.pat(elem, &ty, written);
                }
                return;
            }
            syn::Pat::Struct(fields) if variant_of(&fields.path).is_some() => {
                let owner = variant_of(&fields.path).unwrap_or_default();
                for field in &fields.fields {
                    let ty = Type::Field(owner.clone(), member_name(&field.member));
                    match (&*field.pat, field.colon_token) {
                        (syn::Pat::Ident(only), None) => {
                            let range = self.own_range(&only.ident);
                            self.bind_at(&plain(&only.ident), range, ty, written, true);
                        }
                        (pat, _) => self.pat(pat, &ty, written),
                    }
                }
                return;
            }
            syn::Pat::Paren(inner) => return self.pat(&inner.pat, ty, written),
            _ => {}
        }
        let mut walk = PatternNames::default();
        walk.visit_pat(pat);
        for (name, is_shorthand) in walk.names {
            let range = self.own_range(name);
            self.bind_at(&plain(name), range, Type::Unknown, written, is_shorthand);
        }
        for expr in walk.exprs {
            self.expr(expr);
        }
    }

    /// What is known of an expression's type: that of the variable that it is.
    fn type_of(&self, expr: &syn::Expr) -> Type {
        let tokens: Vec<_> = expr.to_token_stream().into_iter().collect();
        let id = match tokens.as_slice() {
            [proc_macro2::TokenTree::Ident(name)] => self.lookup(&plain(name)),
            _ => None,
        };
        id.map_or(Type::Unknown, |id| self.file.variables[id].ty.clone())
    }
}

/// The type and the variant that a path ends with: `State::Picked` of `model::State::Picked`.
fn variant_of(path: &syn::Path) -> Option<String> {
    let mut segments = path.segments.iter().rev().map(|one| plain(&one.ident));
    let (variant, of) = (segments.next()?, segments.next()?);
    of.starts_with(char::is_uppercase)
        .then(|| format!("{of}::{variant}"))
}

/// The variables of a Rust pattern, each time they stand in it, and whether as `Foo { x }`.
#[derive(Default)]
struct PatternNames<'p> {
    names: Vec<(&'p Ident, bool)>,
    exprs: Vec<&'p syn::Expr>,
}

impl<'p> Visit<'p> for PatternNames<'p> {
    fn visit_field_pat(&mut self, field: &'p syn::FieldPat) {
        match &*field.pat {
            syn::Pat::Ident(name) if field.colon_token.is_none() => {
                self.names.push((&name.ident, true));
            }
            pat => self.visit_pat(pat),
        }
    }

    fn visit_pat_ident(&mut self, pattern: &'p syn::PatIdent) {
        if is_variable(&pattern.ident) {
            self.names.push((&pattern.ident, false));
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'p syn::Expr) {
        self.exprs.push(expr);
    }
}
