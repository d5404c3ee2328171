//! A query as a condition: `x in path(a, b)`, and `reachable(a, b)`.
//!
//! Its conditions are resolved in the place of the call, under names of their own (`renaming`), so that later
//! stages find what could have been written there. A parameter is what the call says: where it is compared with a
//! field, that very place or constant; in Rust code, a `let`. So is what the query selects; a fact that it names,
//! and a field of the very type that it gives, are known by the name that the call gives them.

use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Expr, Pat, parse_quote, parse_quote_spanned};

use crate::ast::{Call, Query};
use crate::hir::{Condition, Operand, OperandKind, Quantifier, Source, TestKind, VariableId};
use crate::parse::leaves_out;
use crate::vocabulary as say;

use super::names::{as_ident, bound_names, peeled, plain, span_range, text};
use super::renaming::Renaming;
use super::result_types::typed;
use super::rules::{Inlined, RuleResolver};
use super::scope::Scope;

/// What other languages call a test.
const TESTS: &[&str] = &[
    "assert", "case", "check", "ensure", "eval", "filter", "given", "guard", "having", "require",
    "test", "when", "where",
];

/// What is selected, in the scope of the query.
enum Selected {
    /// A variable that may have another name.
    Variable(VariableId),
    /// The value of an expression.
    Value(Box<Expr>, crate::hir::Needs),
}

impl RuleResolver<'_, '_> {
    /// Resolves a call; `tokens` are the condition's.
    pub(super) fn resolve_call(
        &mut self,
        call: &Call,
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        let Some(query) = self.called_query(call) else {
            let bound = call.result.iter().flat_map(bound_names);
            self.lost.extend(bound.map(plain));
            return;
        };
        if let Some(pattern) = call.result.as_ref().filter(|pattern| leaves_out(pattern)) {
            let wording = say::refutable_result(text(pattern), &call.name);
            self.report(wording.at(span_range(pattern)));
            self.lost
                .extend(bound_names(pattern).into_iter().map(plain));
            return;
        }
        // The guard is a test of its own.
        let is_guard = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "if");
        let tokens = tokens.clone().into_iter();
        let tokens: TokenStream = tokens.take_while(|token| !is_guard(token)).collect();
        if self.context.queries.cycle(&plain(&query.name)).is_some() {
            if self.recursion.query.is_some() {
                self.resolve_asked(&query, call, &tokens, resolved);
            } else {
                self.resolve_site(&query, call, &tokens, resolved);
            }
        } else if let (Some(pattern), Some((ty, select))) = (&call.result, &query.select) {
            let (conditions, selected) = self.inline(&query, call, Some(select));
            resolved.extend(conditions);
            if let Some(selected) = selected {
                self.bind_results(pattern, ty, selected, text(&tokens), resolved);
            }
        } else {
            let inlined = self.resolve_inside(&plain(&query.name), |rule| {
                rule.inline(&query, call, None).0
            });
            resolved.push(Condition::Quantified {
                quantifier: Quantifier::Some,
                conditions: inlined,
                text: text(&tokens),
            });
        }
        if let Some(guard) = &call.guard {
            let tests = self.resolve_guard(guard);
            resolved.extend(tests.into_iter().map(Condition::Test));
        }
    }

    /// The query that is called; `None` where the call is wrong, which is reported.
    fn called_query(&mut self, call: &Call) -> Option<Rc<Query>> {
        let name = plain(&call.name);
        let queries = &self.context.queries;
        let Some(query) = queries.get(&name) else {
            if self
                .context
                .tables
                .iter()
                .any(|table| plain(&table.name) == name)
            {
                self.report(say::unbound_look_up(&name).at(call.name.span()));
                return None;
            }
            let tables = self.context.tables.iter();
            let tables: Vec<String> = tables.map(|table| plain(&table.name)).collect();
            let mut names = queries.names();
            names.extend(tables.iter().map(String::as_str));
            let help = call
                .result
                .is_some()
                .then(|| say::suggestion(&name, &names, "known are"))
                .flatten();
            let help = help.or_else(|| say::did_you_mean(&name, &names));
            let is_test = TESTS.contains(&name.as_str());
            let help = help.or_else(|| is_test.then(|| say::WRITTEN_TEST.to_owned().into()));
            let wording = say::unknown_query(&name).or_help(help);
            self.report(wording.at(call.name.span()));
            return None;
        };
        let (expected, found) = (query.params.len(), call.arguments.len());
        if expected != found {
            let surplus = call.arguments.get(expected);
            let span = surplus.map_or_else(|| call.name.span().into(), span_range);
            let expected = match expected {
                1 => "1 argument".to_owned(),
                expected => format!("{expected} arguments"),
            };
            self.report(say::argument_count(name, expected, found).at(span));
            return None;
        }
        match (&call.result, &query.select) {
            (Some(result), None) => {
                self.report(say::no_results(name).at(span_range(result)));
                None
            }
            (None, Some(_)) => {
                let wording = if self.inside > 0 {
                    say::unused_results_inside(name)
                } else {
                    say::unused_results(name)
                };
                self.report(wording.at(call.name.span()));
                None
            }
            (Some(_), Some(_)) | (None, None) => Some(query),
        }
    }

    /// The conditions of a query in the place of a call, and what it selects.
    fn inline(
        &mut self,
        query: &Query,
        call: &Call,
        select: Option<&Expr>,
    ) -> (Vec<Condition>, Option<Selected>) {
        let prefix = format!("__{}{}_", plain(&query.name), self.called);
        let of_arguments = format!("__apart{}_", self.called);
        self.called += 1;
        let params = query.params.iter().map(|(name, _)| name);
        let mut renaming = Renaming::new(prefix.clone(), params);
        let mut inner = Scope::new();
        let arguments = self.set_apart(query, call, &of_arguments);
        for ((param, ty), argument) in query.params.iter().zip(&arguments) {
            if let Some(fact) = self.fact_argument(ty, argument) {
                let name = renaming.name(param);
                let variable = self.push_hidden(name.clone(), fact);
                inner.bind_unchecked(&name, variable);
            } else if is_plain(argument) && self.may_be_compared(argument) {
                renaming.compare_with(param, argument.clone());
                if let Some((name, variable)) = self.base_of(argument) {
                    inner.bind_unchecked(name, variable);
                }
            }
        }
        let when = renaming.conditions(&query.when);
        let select = select.map(|select| renaming.expr(select));

        let mut conditions = Vec::new();
        for (place, (param, ty)) in query.params.iter().enumerate() {
            let argument = &arguments[place];
            let name = renaming.name(param);
            let is_compared = is_plain(argument) && self.may_be_compared(argument);
            let is_bound = inner.lookup(&name).is_some();
            if !is_bound && (!is_compared || renaming.needs(param)) {
                let source = format!("let {} = {}", plain(param), text(&call.arguments[place]));
                let (test, variable) = self.resolve_argument(&name, ty, argument, source);
                inner.bind_unchecked(&name, variable);
                conditions.push(Condition::Test(test));
            }
        }
        self.calls.push(Inlined {
            query: plain(&query.name),
            prefixes: [prefix, of_arguments],
            span: call.name.span().into(),
        });
        let outer = std::mem::replace(&mut self.scope, inner);
        let found = self.context.diagnostics.len();
        conditions.extend(self.resolve_conditions(&when));
        let selected = select.map(|select| self.resolve_selected(select));
        self.set_call_errors_aside(found);
        self.scope = outer;
        self.calls.pop();
        (conditions, selected)
    }

    /// What `let`, `if let` or `for` takes apart. A parameter that owns its value is not moved, nor is a part of it: the next
    /// fact is to be tried with it, too.
    pub(super) fn taken_apart(&self, expr: &Expr) -> Expr {
        let mut base = peeled(expr);
        while let Expr::Field(field) = base {
            base = peeled(&field.base);
        }
        let variable = as_ident(base).and_then(|name| self.scope.lookup(name));
        let source = variable.map(|variable| &self.variables[variable.0].source);
        match source {
            Some(&Source::Parameter(place)) if is_movable(&self.parameters[place]) => {
                let runtime = &self.context.runtime;
                parse_quote_spanned! { span_range(expr).start=> {
                    #[allow(unused_imports)]
                    use #runtime::generated::{ApartCloned as _, ApartReferred as _};
                    #runtime::generated::Apart(&#expr).__apart()
                } }
            }
            _ => expr.clone(),
        }
    }

    fn resolve_selected(&mut self, select: Expr) -> Selected {
        let variable = as_ident(&select).and_then(|name| self.scope.lookup(name));
        if let Some(variable) = variable
            && let Source::Fact(_) | Source::Field { .. } = self.variables[variable.0].source
        {
            return Selected::Variable(variable);
        }
        let needs = self.needs_of_expr(&select);
        Selected::Value(Box::new(select), needs)
    }

    /// Binds a result to a pattern. A name that is bound already is compared with it.
    fn bind_results(
        &mut self,
        pattern: &Pat,
        ty: &syn::Type,
        selected: Selected,
        source: String,
        resolved: &mut Vec<Condition>,
    ) {
        let known = match pattern {
            Pat::Ident(name) if name.subpat.is_none() => self.scope.lookup(&name.ident),
            _ => None,
        };
        if let (Selected::Variable(variable), Pat::Ident(name), None) = (&selected, pattern, known)
            && name.subpat.is_none()
            && self.is_declared_as(*variable, ty)
        {
            let source = self.variables[variable.0].source.clone();
            self.bind_new(&name.ident, source);
            return;
        }
        if let (Selected::Variable(_), Pat::Wild(_)) = (&selected, pattern) {
            return;
        }
        let selected = match selected {
            Selected::Variable(variable) => {
                let name = &self.variables[variable.0].name;
                let needs = self.needs([], [variable]);
                Selected::Value(Box::new(parse_quote! { #name }), needs)
            }
            value @ Selected::Value(..) => value,
        };
        let Selected::Value(value, needs) = selected else {
            return;
        };
        if let (Some(known), Pat::Ident(name)) = (known, pattern) {
            let hidden = self.fresh_name(name.ident.span());
            let bound = typed(parse_quote! { #hidden }, ty);
            let test = self.push_let(&bound, &value, needs, source.clone());
            let variable = self.push_hidden(hidden, Source::Test(test));
            self.binds_of(test).push(variable);
            resolved.push(Condition::Test(test));
            resolved.push(self.resolve_equal(variable, known, source, name));
            return;
        }
        let test = self.push_let(&typed(pattern.clone(), ty), &value, needs, source);
        let bound = self.bind_pattern(pattern, &Source::Test(test));
        *self.binds_of(test) = bound;
        resolved.push(Condition::Test(test));
    }

    /// The test that two variables are equal.
    pub(super) fn resolve_equal(
        &mut self,
        left: VariableId,
        right: VariableId,
        text: String,
        at: &syn::PatIdent,
    ) -> Condition {
        self.note_read(right, &super::rust_uses::Access::Whole);
        let operand = |variable: VariableId| Operand {
            kind: OperandKind::Variable(variable),
            needs: self.needs([], [variable]),
            text: text.clone(),
        };
        let kind = TestKind::Compare {
            left: operand(left),
            op: syn::BinOp::Eq(syn::Token![==](at.ident.span())),
            right: operand(right),
        };
        let needs = self.needs([], [left, right]);
        Condition::Test(self.push_test(kind, needs, text, at.ident.span().into()))
    }
}

/// What may stand in a comparison in a parameter's place: a literal, a name, a field of a fact.
pub(super) fn is_plain(argument: &Expr) -> bool {
    match peeled(argument) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.qself.is_none(),
        Expr::Unary(unary) => {
            matches!(unary.op, syn::UnOp::Neg(_)) && matches!(peeled(&unary.expr), Expr::Lit(_))
        }
        Expr::Field(field) => as_ident(&field.base).is_some(),
        _ => false,
    }
}

/// Whether values of a type are moved when they are taken, and could be taken by reference: not those that are told by what
/// they can do.
fn is_movable(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Paren(inner) => is_movable(&inner.elem),
        syn::Type::Group(inner) => is_movable(&inner.elem),
        syn::Type::Reference(_) | syn::Type::ImplTrait(_) => false,
        ty => !is_primitive(ty),
    }
}

/// Whether a type is a number, a `bool` or a `char`, by its name.
pub(super) fn is_primitive(ty: &syn::Type) -> bool {
    const PRIMITIVES: &[&str] = &[
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
        "u32", "u64", "u128", "usize",
    ];
    PRIMITIVES.contains(&ty.to_token_stream().to_string().as_str())
}
