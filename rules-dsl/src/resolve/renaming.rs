//! A query's conditions with other names for its variables, to stand in a rule that has names of its own.
//!
//! Every name that the query binds, parameters included, gets a prefix that no user's name has: in patterns and
//! in Rust code alike, where what hides a variable is renamed with it. Where the compiler compares a parameter
//! with a field, what the call says stands in its place, so that it is joined as if it had been written there.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident};
use syn::parse::Parser as _;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Pat, Token, parse_quote};

use crate::ast::{
    Accumulate, Call, Condition, ConditionKind, FieldPattern, FieldTest, Fields, Lookup,
};

use super::format_strings;
use super::guards::is_comparison;
use super::names::{as_ident, bound_names, is_variable, peeled, plain};
use super::rust_macros::{self, EXPRESSION_MACROS};

/// The names of a query and what becomes of them.
pub(super) struct Renaming {
    prefix: String,
    /// The names that the query binds.
    names: BTreeSet<String>,
    /// What stands for a parameter where it is compared.
    compared: BTreeMap<String, Expr>,
    /// The parameters that Rust code needs under a name.
    needed: BTreeSet<String>,
}

impl Renaming {
    /// A renaming of what some conditions and parameters bind.
    pub(super) fn new<'q>(
        prefix: String,
        conditions: &[Condition],
        params: impl Iterator<Item = &'q Ident>,
    ) -> Self {
        let mut names: BTreeSet<String> = params.map(plain).collect();
        collect_bound(conditions, &mut names);
        Self {
            prefix,
            names,
            compared: BTreeMap::new(),
            needed: BTreeSet::new(),
        }
    }

    /// Lets an expression stand for a parameter where it is compared.
    pub(super) fn compare_with(&mut self, parameter: &Ident, expr: Expr) {
        self.compared.insert(plain(parameter), expr);
    }

    /// Whether Rust code needs a parameter under a name.
    pub(super) fn needs(&self, parameter: &Ident) -> bool {
        self.needed.contains(&plain(parameter))
    }

    /// The name that stands for one of the query.
    pub(super) fn name(&self, name: &Ident) -> Ident {
        format_ident!("{}{}", self.prefix, plain(name), span = name.span())
    }

    /// The conditions, renamed.
    pub(super) fn conditions(&mut self, conditions: &[Condition]) -> Vec<Condition> {
        let renamed = conditions.iter().map(|condition| Condition {
            kind: self.kind(&condition.kind),
            tokens: condition.tokens.clone(),
        });
        renamed.collect()
    }

    /// An expression, renamed.
    pub(super) fn expr(&mut self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.visit_expr_mut(&mut expr);
        expr
    }

    fn kind(&mut self, kind: &ConditionKind) -> ConditionKind {
        match kind {
            ConditionKind::Pattern(pattern) => {
                let mut pattern = pattern.clone();
                pattern.binding = pattern.binding.as_ref().map(|name| self.name(name));
                match &mut pattern.fields {
                    Fields::Unit => {}
                    Fields::Named(fields)
                    | Fields::Tuple {
                        patterns: fields, ..
                    } => fields.iter_mut().for_each(|field| self.field(field)),
                }
                for relation in &mut pattern.relations {
                    self.rename(&mut relation.event);
                }
                pattern.guard = pattern.guard.as_ref().map(|guard| self.test(guard));
                ConditionKind::Pattern(pattern)
            }
            ConditionKind::Quantified(quantifier, inner) => {
                ConditionKind::Quantified(*quantifier, self.conditions(inner))
            }
            ConditionKind::Forall { over, holds } => ConditionKind::Forall {
                over: self.conditions(over),
                holds: self.conditions(holds),
            },
            ConditionKind::Either(branches) => {
                let branches = branches.iter().map(|branch| self.conditions(branch));
                ConditionKind::Either(branches.collect())
            }
            ConditionKind::Test(expr) => ConditionKind::Test(self.test(expr)),
            ConditionKind::Due(expr) => ConditionKind::Due(self.expr(expr)),
            ConditionKind::TestLet(pat, expr) => {
                ConditionKind::TestLet(self.pat(pat), self.expr(expr))
            }
            ConditionKind::Let(pat, expr) => ConditionKind::Let(self.pat(pat), self.expr(expr)),
            ConditionKind::For { pat, ty, expr } => ConditionKind::For {
                pat: self.pat(pat),
                ty: ty.clone(),
                expr: self.expr(expr),
            },
            ConditionKind::Accumulate(accumulate) => {
                ConditionKind::Accumulate(self.accumulate(accumulate))
            }
            ConditionKind::Call(call) => ConditionKind::Call(self.call(call)),
            ConditionKind::Lookup(lookup) => ConditionKind::Lookup(self.lookup(lookup)),
        }
    }

    fn lookup(&mut self, lookup: &Lookup) -> Lookup {
        let mut call = lookup.call.clone();
        for argument in &mut call.args {
            self.visit_expr_mut(argument);
        }
        Lookup {
            binding: self.name(&lookup.binding),
            call,
            guard: lookup.guard.as_ref().map(|guard| self.test(guard)),
            ..lookup.clone()
        }
    }

    fn accumulate(&mut self, accumulate: &Accumulate) -> Accumulate {
        let value = accumulate.value.as_ref();
        let guard = accumulate.guard.as_ref();
        Accumulate {
            binding: self.name(&accumulate.binding),
            function: accumulate.function.clone(),
            function_span: accumulate.function_span,
            value: value.map(|value| self.expr(value)),
            source: self.conditions(&accumulate.source),
            last: accumulate.last.clone(),
            by: accumulate.by.iter().map(|key| self.name(key)).collect(),
            guard: guard.map(|guard| self.test(guard)),
        }
    }

    fn call(&mut self, call: &Call) -> Call {
        let arguments = call.arguments.iter();
        let arguments = arguments.map(|argument| match self.compared(argument) {
            Some(expr) => expr,
            None => self.expr(argument),
        });
        Call {
            name: call.name.clone(),
            arguments: arguments.collect(),
            result: call.result.as_ref().map(|result| self.pat(result)),
            guard: call.guard.as_ref().map(|guard| self.test(guard)),
        }
    }

    fn pat(&mut self, pat: &Pat) -> Pat {
        let mut pat = pat.clone();
        self.visit_pat_mut(&mut pat);
        pat
    }

    /// What stands for an expression in a comparison, where it is a parameter.
    fn compared(&self, expr: &Expr) -> Option<Expr> {
        let name = as_ident(expr)?;
        self.compared.get(&plain(name)).cloned()
    }

    fn field(&mut self, field: &mut FieldPattern) {
        let variable = match &field.test {
            FieldTest::Shorthand => match &field.member {
                syn::Member::Named(name) => Some(name.clone()),
                syn::Member::Unnamed(_) => None,
            },
            FieldTest::Pattern(Pat::Ident(pat)) if pat.subpat.is_none() => Some(pat.ident.clone()),
            FieldTest::Pattern(_) | FieldTest::Compare(..) => None,
        };
        if let Some(expr) = variable.as_ref().and_then(|v| self.compared.get(&plain(v))) {
            let span = variable.as_ref().map_or_else(Span::call_site, Ident::span);
            field.test = match as_ident(expr) {
                Some(name) if is_variable(name) => FieldTest::Pattern(parse_quote! { #name }),
                _ => FieldTest::Compare(BinOp::Eq(Token![==](span)), expr.clone()),
            };
            return;
        }
        match &mut field.test {
            FieldTest::Shorthand => {
                if let syn::Member::Named(name) = &field.member {
                    let name = self.name(name);
                    field.test = FieldTest::Pattern(parse_quote! { #name });
                }
            }
            FieldTest::Pattern(pat) => self.visit_pat_mut(pat),
            FieldTest::Compare(_, expr) => {
                *expr = self.compared(expr).unwrap_or_else(|| self.expr(expr));
            }
        }
    }

    /// A guard: in its comparisons, as far as the compiler makes them, parameters are what the call says.
    fn test(&mut self, expr: &Expr) -> Expr {
        let Expr::Binary(binary) = peeled(expr) else {
            return self.expr(expr);
        };
        let mut renamed = binary.clone();
        if matches!(binary.op, BinOp::And(_)) {
            *renamed.left = self.test(&binary.left);
            *renamed.right = self.test(&binary.right);
        } else if is_comparison(&binary.op) && is_plain(&binary.left) && is_plain(&binary.right) {
            for side in [&mut renamed.left, &mut renamed.right] {
                **side = self.compared(side).unwrap_or_else(|| self.expr(side));
            }
        } else {
            return self.expr(expr);
        }
        Expr::Binary(renamed)
    }

    fn rename(&mut self, ident: &mut Ident) -> bool {
        let name = plain(ident);
        if !self.names.contains(&name) {
            return false;
        }
        self.needed.insert(name);
        *ident = self.name(ident);
        true
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let renamed = tokens.iter().enumerate().map(|(at, token)| match token {
            TokenTree::Group(group) => {
                let mut renamed = Group::new(group.delimiter(), self.tokens(group.stream()));
                renamed.set_span(group.span());
                renamed.into()
            }
            TokenTree::Ident(name) if rust_macros::may_be_value(&tokens, at) => {
                let mut name = name.clone();
                self.rename(&mut name);
                name.into()
            }
            TokenTree::Literal(literal) => self.literal(literal),
            TokenTree::Ident(_) | TokenTree::Punct(_) => token.clone(),
        });
        renamed.collect()
    }

    /// A literal among the tokens of a macro call: a string may name variables in braces.
    fn literal(&mut self, literal: &proc_macro2::Literal) -> TokenTree {
        let token = TokenTree::from(literal.clone());
        let Ok(text) = syn::parse2::<syn::LitStr>(token.clone().into()) else {
            return token;
        };
        let Some(renamed) = self.format_string(&text) else {
            return token;
        };
        renamed.token().into()
    }

    fn format_string(&mut self, text: &syn::LitStr) -> Option<syn::LitStr> {
        let (names, prefix) = (&self.names, &self.prefix);
        let mut needed = BTreeSet::new();
        let renamed = format_strings::rename_in(&text.value(), &mut |name| {
            let is_ours = names.contains(name);
            if is_ours {
                needed.insert(name.to_owned());
            }
            is_ours.then(|| format!("{prefix}{name}"))
        });
        let is_changed = !needed.is_empty();
        self.needed.append(&mut needed);
        is_changed.then(|| syn::LitStr::new(&renamed, text.span()))
    }
}

impl VisitMut for Renaming {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.qself.is_none()
            && path.path.leading_colon.is_none()
            && path.path.segments.len() == 1
            && path.path.segments[0].arguments.is_none()
        {
            self.rename(&mut path.path.segments[0].ident);
        }
    }

    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        self.rename(&mut pat.ident);
        visit_mut::visit_pat_ident_mut(self, pat);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        visit_mut::visit_field_value_mut(self, field);
        if field.colon_token.is_none() {
            field.colon_token = Some(Token![:](Span::call_site()));
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        visit_mut::visit_field_pat_mut(self, field);
        if field.colon_token.is_none() {
            field.colon_token = Some(Token![:](Span::call_site()));
        }
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let called = call.path.segments.last();
        let name = called.map(|segment| segment.ident.to_string());
        let is_list = name.is_some_and(|name| EXPRESSION_MACROS.contains(&name.as_str()));
        let list = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
        let arguments = is_list.then(|| list.parse2(call.tokens.clone()).ok());
        let Some(mut arguments) = arguments.flatten() else {
            call.tokens = self.tokens(call.tokens.clone());
            return;
        };
        for argument in &mut arguments {
            if let Expr::Lit(literal) = argument
                && let syn::Lit::Str(text) = &mut literal.lit
                && let Some(renamed) = self.format_string(text)
            {
                *text = renamed;
            }
            self.visit_expr_mut(argument);
        }
        call.tokens = arguments.into_token_stream();
    }

    // No variable stands in an item.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What is compared as it stands: a literal, a name, a field of a fact.
fn is_plain(expr: &Expr) -> bool {
    match peeled(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => {
            matches!(unary.op, syn::UnOp::Neg(_)) && matches!(peeled(&unary.expr), Expr::Lit(_))
        }
        Expr::Field(field) => as_ident(&field.base).is_some(),
        _ => false,
    }
}

/// Adds the names that conditions bind.
fn collect_bound(conditions: &[Condition], names: &mut BTreeSet<String>) {
    for condition in conditions {
        match &condition.kind {
            ConditionKind::Pattern(pattern) => {
                names.extend(pattern.binding.iter().map(plain));
                let fields = match &pattern.fields {
                    Fields::Unit => &[][..],
                    Fields::Named(fields)
                    | Fields::Tuple {
                        patterns: fields, ..
                    } => fields,
                };
                for field in fields {
                    collect_field(field, names);
                }
                pattern
                    .guard
                    .iter()
                    .for_each(|guard| collect_chain(guard, names));
            }
            ConditionKind::Quantified(_, inner) => collect_bound(inner, names),
            ConditionKind::Forall { over, holds } => {
                collect_bound(over, names);
                collect_bound(holds, names);
            }
            ConditionKind::Either(branches) => {
                for branch in branches {
                    collect_bound(branch, names);
                }
            }
            ConditionKind::Test(expr) => collect_chain(expr, names),
            ConditionKind::TestLet(pat, _)
            | ConditionKind::Let(pat, _)
            | ConditionKind::For { pat, .. } => {
                names.extend(bound_names(pat).into_iter().map(plain));
            }
            ConditionKind::Accumulate(accumulate) => {
                names.insert(plain(&accumulate.binding));
                collect_bound(&accumulate.source, names);
                accumulate
                    .guard
                    .iter()
                    .for_each(|guard| collect_chain(guard, names));
            }
            ConditionKind::Lookup(lookup) => {
                names.insert(plain(&lookup.binding));
                let guard = lookup.guard.iter();
                guard.for_each(|guard| collect_chain(guard, names));
            }
            ConditionKind::Due(_) => {}
            ConditionKind::Call(call) => {
                let bound = call.result.iter().flat_map(bound_names);
                names.extend(bound.map(plain));
                call.guard
                    .iter()
                    .for_each(|guard| collect_chain(guard, names));
            }
        }
    }
}

fn collect_field(field: &FieldPattern, names: &mut BTreeSet<String>) {
    match (&field.test, &field.member) {
        (FieldTest::Shorthand, syn::Member::Named(name)) => {
            names.insert(plain(name));
        }
        (FieldTest::Pattern(pat), _) => names.extend(bound_names(pat).into_iter().map(plain)),
        (FieldTest::Shorthand | FieldTest::Compare(..), _) => {}
    }
}

/// Adds what the `let`s of a chain of `&&` bind.
fn collect_chain(expr: &Expr, names: &mut BTreeSet<String>) {
    match peeled(expr) {
        Expr::Let(test) => names.extend(bound_names(&test.pat).into_iter().map(plain)),
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            collect_chain(&binary.left, names);
            collect_chain(&binary.right, names);
        }
        _ => {}
    }
}
