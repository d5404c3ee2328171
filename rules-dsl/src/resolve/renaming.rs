//! A query's conditions with other names for its variables, to stand in a rule that has names of its own.
//!
//! Every name that the query binds, parameters included, gets a prefix that no user's name has: in patterns and
//! in Rust code alike, where what hides a variable is renamed with it. Before a name is bound it is somebody else's, as a
//! function's may be, and stays. Where the compiler compares a parameter with a field, what the call says stands in its
//! place, so that it is joined as if it had been written there.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, TokenStreamExt as _, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Pat, Token, parse_quote};

use crate::ast::{
    Accumulate, Call, Condition, ConditionKind, FieldPattern, FieldTest, Fields, Lookup, Query,
};

use super::format_strings;
use super::guards::is_comparison;
use super::names::{as_ident, bound_names, is_variable, peeled, plain};
use super::rust_macros::{Arguments, has_fields, is_shorthand, may_be_value};
use super::rust_scope::uses_in;

/// The names of a query and what becomes of them.
pub(super) struct Renaming {
    prefix: String,
    /// The names that are bound so far.
    bound: BTreeSet<String>,
    /// What stands for a parameter where it is compared.
    compared: BTreeMap<String, Expr>,
    /// The parameters that Rust code needs under a name.
    needed: BTreeSet<String>,
    /// The names that Rust code takes from around itself.
    taken: BTreeSet<String>,
}

impl Renaming {
    /// A renaming of some names, and of what conditions bind.
    pub(super) fn new<'q>(prefix: String, names: impl Iterator<Item = &'q Ident>) -> Self {
        Self {
            prefix,
            bound: names.map(plain).collect(),
            compared: BTreeMap::new(),
            needed: BTreeSet::new(),
            taken: BTreeSet::new(),
        }
    }

    /// The names that Rust code of a query takes from around itself, such as those of functions.
    pub(super) fn taken_by(query: &Query) -> BTreeSet<String> {
        let mut renaming = Self::new("__".to_owned(), query.params.iter().map(|(name, _)| name));
        renaming.conditions(&query.when);
        if let Some((_, select)) = &query.select {
            renaming.expr(select);
        }
        renaming.taken
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
        let uses = uses_in(&expr).0.into_iter();
        self.taken.extend(uses.map(|use_| plain(&use_.name)));
        expr
    }

    /// Renames what keeps the names that it binds.
    fn scoped<T>(&mut self, rename: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.bound.clone();
        let renamed = rename(self);
        self.bound = outer;
        renamed
    }

    /// The branches of an `either`: after it is bound what all of them bind.
    fn branches(&mut self, branches: &[Vec<Condition>]) -> Vec<Vec<Condition>> {
        let mut in_all: Option<BTreeSet<String>> = None;
        let renamed = branches.iter().map(|branch| {
            self.scoped(|renaming| {
                let renamed = renaming.conditions(branch);
                in_all = Some(match in_all.take() {
                    Some(in_all) => &in_all & &renaming.bound,
                    None => renaming.bound.clone(),
                });
                renamed
            })
        });
        let renamed = renamed.collect();
        self.bound.extend(in_all.into_iter().flatten());
        renamed
    }

    /// A name that a condition binds.
    fn binding(&mut self, name: &Ident) -> Ident {
        self.bound.insert(plain(name));
        self.name(name)
    }

    fn kind(&mut self, kind: &ConditionKind) -> ConditionKind {
        match kind {
            ConditionKind::Pattern(pattern) => {
                let mut pattern = pattern.clone();
                pattern.binding = pattern.binding.as_ref().map(|name| self.binding(name));
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
                let inner = self.scoped(|renaming| renaming.conditions(inner));
                ConditionKind::Quantified(*quantifier, inner)
            }
            ConditionKind::Forall { over, holds } => {
                self.scoped(|renaming| ConditionKind::Forall {
                    over: renaming.conditions(over),
                    holds: renaming.conditions(holds),
                })
            }
            ConditionKind::Either(branches) => ConditionKind::Either(self.branches(branches)),
            ConditionKind::Test(expr) => ConditionKind::Test(self.test(expr)),
            ConditionKind::Due(expr) => ConditionKind::Due(self.expr(expr)),
            ConditionKind::TestLet(pat, expr) => {
                let expr = self.expr(expr);
                ConditionKind::TestLet(self.pat(pat), expr)
            }
            ConditionKind::Let(pat, expr) => {
                let expr = self.expr(expr);
                ConditionKind::Let(self.pat(pat), expr)
            }
            ConditionKind::For { pat, ty, expr } => {
                let expr = self.expr(expr);
                ConditionKind::For {
                    pat: self.pat(pat),
                    ty: ty.clone(),
                    expr,
                }
            }
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
            *argument = self.expr(argument);
        }
        Lookup {
            call,
            binding: self.binding(&lookup.binding),
            guard: lookup.guard.as_ref().map(|guard| self.test(guard)),
            ..lookup.clone()
        }
    }

    fn accumulate(&mut self, accumulate: &Accumulate) -> Accumulate {
        let value = accumulate.value.as_ref();
        let guard = accumulate.guard.as_ref();
        let (source, value) = self.scoped(|renaming| {
            let source = renaming.conditions(&accumulate.source);
            (source, value.map(|value| renaming.expr(value)))
        });
        Accumulate {
            binding: self.binding(&accumulate.binding),
            function: accumulate.function.clone(),
            function_span: accumulate.function_span,
            value,
            source,
            last: accumulate.last.clone(),
            by: accumulate.by.iter().map(|key| self.binding(key)).collect(),
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

    /// A pattern of a condition, which binds what is named in it.
    fn pat(&mut self, pat: &Pat) -> Pat {
        self.bound.extend(bound_names(pat).into_iter().map(plain));
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
                    let name = self.binding(name);
                    field.test = FieldTest::Pattern(parse_quote! { #name });
                }
            }
            FieldTest::Pattern(pat) => *pat = self.pat(pat),
            FieldTest::Compare(_, expr) => {
                *expr = self.compared(expr).unwrap_or_else(|| self.expr(expr));
            }
        }
    }

    /// A guard: in its comparisons, as far as the compiler makes them, parameters are what the call says.
    fn test(&mut self, expr: &Expr) -> Expr {
        let binary = match peeled(expr) {
            Expr::Binary(binary) => binary,
            Expr::Let(test) => {
                let expr = Box::new(self.expr(&test.expr));
                let pat = Box::new(self.pat(&test.pat));
                return Expr::Let(syn::ExprLet {
                    pat,
                    expr,
                    ..test.clone()
                });
            }
            expr => return self.expr(expr),
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
        if !self.bound.contains(&name) {
            return false;
        }
        self.needed.insert(name);
        *ident = self.name(ident);
        true
    }

    /// Tokens of which nothing is known but whether they are the fields of a struct.
    fn tokens(&mut self, tokens: TokenStream, are_fields: bool) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut renamed = TokenStream::new();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inside = self.tokens(group.stream(), has_fields(&tokens, at));
                    let mut inside = Group::new(group.delimiter(), inside);
                    inside.set_span(group.span());
                    renamed.append(inside);
                }
                TokenTree::Ident(name) if may_be_value(&tokens, at) => {
                    let mut value = name.clone();
                    if self.rename(&mut value) && are_fields && is_shorthand(&tokens, at) {
                        renamed.extend(quote! { #name: });
                    }
                    renamed.append(value);
                }
                TokenTree::Literal(literal) => renamed.append(self.literal(literal)),
                TokenTree::Ident(_) | TokenTree::Punct(_) => renamed.append(token.clone()),
            }
        }
        renamed
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
        let (names, prefix) = (&self.bound, &self.prefix);
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
        call.tokens = match Arguments::of(call) {
            Some(Arguments::Match(mut read)) => {
                let (scrutinee, pattern, guard) = &mut *read;
                self.visit_expr_mut(scrutinee);
                self.visit_pat_mut(pattern);
                if let Some(guard) = guard {
                    self.visit_expr_mut(guard);
                }
                let guard = guard.iter();
                quote! { #scrutinee, #pattern #(if #guard)* }
            }
            Some(Arguments::List(mut list, format)) => {
                for (place, argument) in list.iter_mut().enumerate() {
                    if Some(place) == format
                        && let Expr::Lit(literal) = argument
                        && let syn::Lit::Str(text) = &mut literal.lit
                        && let Some(renamed) = self.format_string(text)
                    {
                        *text = renamed;
                    }
                    self.visit_expr_mut(argument);
                }
                list.into_token_stream()
            }
            Some(Arguments::Repeated(mut read)) => {
                let (repeated, count) = &mut *read;
                self.visit_expr_mut(repeated);
                self.visit_expr_mut(count);
                quote! { #repeated; #count }
            }
            None => self.tokens(call.tokens.clone(), false),
        };
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
