//! How long the results of a query live: as the session is borrowed, and as the arguments that they give back.
//!
//! By Rust's own rule a result without a lifetime borrows from `&self`. The lifetime is named here, so that rustc shows
//! at the `select` what does not live as long. Where the `select` gives a parameter, or a part of it, the result ends
//! with the argument too. What only asks a parameter for something does not hold on to it.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, Lifetime, PathArguments, Type};

use crate::hir::{Needs, Query, Rule, Ruleset, Source, TestKind, VariableId};

use super::super::names;

/// The lifetime of results that borrow, and what they may borrow from beside the session.
pub(super) struct Lent {
    /// The lifetime.
    pub(super) lifetime: Lifetime,
    /// The parameters that results give back.
    params: BTreeSet<VariableId>,
}

impl Lent {
    /// That of a query, where its results borrow.
    pub(super) fn of(query: &Query) -> Option<Lent> {
        let (ty, select) = query.select.as_ref()?;
        let lifetime = Lifetime::new("'session", Span::call_site());
        let mut named = ty.clone();
        if !name_lifetimes(&mut named, &lifetime) {
            return None;
        }
        let mut given = Given {
            rule: &query.rule,
            variables: Vec::new(),
            params: BTreeSet::new(),
        };
        given.add_all(&select.expr, &select.needs);
        Some(Lent {
            lifetime,
            params: given.params,
        })
    }

    /// The type of a parameter.
    pub(super) fn parameter(&self, variable: VariableId, ty: &Type) -> Type {
        if self.params.contains(&variable) {
            self.result(ty)
        } else {
            ty.clone()
        }
    }

    /// The type of a result.
    pub(super) fn result(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        name_lifetimes(&mut ty, &self.lifetime);
        ty
    }
}

/// The parameters that an expression may give back.
struct Given<'r> {
    rule: &'r Rule,
    /// Those that are bound where the expression stands.
    variables: Vec<VariableId>,
    params: BTreeSet<VariableId>,
}

impl Given<'_> {
    /// Adds those of an expression with what it needs.
    fn add_all(&mut self, expr: &Expr, needs: &Needs) {
        let outer = std::mem::replace(
            &mut self.variables,
            needs.variables.iter().copied().collect(),
        );
        self.add(expr);
        self.variables = outer;
    }

    fn add(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.add_name(&names::plain(name));
                }
            }
            Expr::Paren(inner) => self.add(&inner.expr),
            Expr::Group(inner) => self.add(&inner.expr),
            Expr::Reference(inner) => self.add(&inner.expr),
            Expr::Unary(inner) => self.add(&inner.expr),
            Expr::Field(inner) => self.add(&inner.base),
            Expr::Index(inner) => self.add(&inner.expr),
            Expr::MethodCall(call) if gives_part(&call.method.to_string()) => {
                self.add(&call.receiver);
            }
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.add(part)),
            Expr::Array(array) => array.elems.iter().for_each(|part| self.add(part)),
            Expr::Struct(made) => made.fields.iter().for_each(|field| self.add(&field.expr)),
            // What a function makes of its arguments is not known.
            Expr::Call(call) if is_variant(&call.func) => {
                call.args.iter().for_each(|arg| self.add(arg));
            }
            Expr::If(branch) => {
                self.add_block(&branch.then_branch);
                if let Some((_, otherwise)) = &branch.else_branch {
                    self.add(otherwise);
                }
            }
            Expr::Match(matched) => matched.arms.iter().for_each(|arm| self.add(&arm.body)),
            Expr::Block(block) => self.add_block(&block.block),
            _ => {}
        }
    }

    fn add_block(&mut self, block: &syn::Block) {
        if let Some(syn::Stmt::Expr(expr, None)) = block.stmts.last() {
            self.add(expr);
        }
    }

    fn add_name(&mut self, name: &str) {
        let rule = self.rule;
        let mut variables = self.variables.iter().copied();
        let named = |id: &VariableId| names::plain(&rule.variables[id.0].name) == name;
        let Some(id) = variables.find(named) else {
            return;
        };
        match &rule.variables[id.0].source {
            Source::Parameter(_) => {
                self.params.insert(id);
            }
            Source::Test(test) => {
                let test = &rule.tests[test.0];
                if let TestKind::Let { expr, .. } = &test.kind {
                    self.add_all(expr, &test.needs);
                }
            }
            Source::Each(element) => {
                let expr = &rule.each(*element).expr;
                self.add_all(&expr.expr, &expr.needs);
            }
            _ => {}
        }
    }
}

/// Whether a method gives a part of what it is called on, and nothing of its own.
fn gives_part(method: &str) -> bool {
    const PARTS: &[&str] = &[
        "__apart",
        "as_",
        "borrow",
        "clone",
        "copied",
        "deref",
        "enumerate",
        "filter",
        "first",
        "get",
        "into_iter",
        "iter",
        "last",
        "lines",
        "next",
        "rev",
        "skip",
        "split",
        "strip",
        "take",
        "trim",
        "unwrap",
    ];
    PARTS.iter().any(|part| method.starts_with(part))
}

/// Whether what is called makes a value of its arguments, as `Some` does.
fn is_variant(called: &Expr) -> bool {
    let Expr::Path(path) = called else {
        return false;
    };
    let name = path.path.segments.last();
    name.is_some_and(|name| name.ident.to_string().starts_with(char::is_uppercase))
}

/// Names the lifetimes that a type leaves out; whether there are any.
fn name_lifetimes(ty: &mut Type, lifetime: &Lifetime) -> bool {
    struct Names<'l>(&'l Lifetime, bool);
    impl VisitMut for Names<'_> {
        fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
            if reference.lifetime.is_none() {
                reference.lifetime = Some(self.0.clone());
                self.1 = true;
            }
            visit_mut::visit_type_reference_mut(self, reference);
        }

        fn visit_lifetime_mut(&mut self, named: &mut Lifetime) {
            if named.ident == "_" {
                *named = self.0.clone();
                self.1 = true;
            }
        }

        // What functions borrow is theirs.
        fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}

        fn visit_parenthesized_generic_arguments_mut(
            &mut self,
            _: &mut syn::ParenthesizedGenericArguments,
        ) {
        }
    }
    let mut names = Names(lifetime, false);
    names.visit_type_mut(ty);
    names.1
}

/// Types of values that own all that they hold.
const OWNED: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize", "String",
];

/// Types that own what they hold, of the types that they are given.
const OWNING: &[&str] = &[
    "Arc", "BTreeMap", "BTreeSet", "Box", "Handle", "HashMap", "HashSet", "Option", "Rc", "Result",
    "Vec", "VecDeque",
];

/// Whether a value of a type may borrow: any, unless it is known to own all that it holds, as facts do.
pub(super) fn may_borrow(ruleset: &Ruleset, ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let is_fact = |name: &Ident| ruleset.fact_types.iter().any(|fact| fact.name == *name);
            let last = path.path.segments.last();
            path.qself.is_some()
                || last.is_none_or(|last| match &last.arguments {
                    PathArguments::None => !is(&last.ident, OWNED) && !is_fact(&last.ident),
                    PathArguments::AngleBracketed(of) if is(&last.ident, OWNING) => {
                        of.args.iter().any(|argument| match argument {
                            GenericArgument::Type(ty) => may_borrow(ruleset, ty),
                            _ => true,
                        })
                    }
                    _ => true,
                })
        }
        Type::Reference(reference) => {
            let lifetime = reference.lifetime.as_ref();
            lifetime.is_none_or(|lifetime| lifetime.ident != "static")
        }
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| may_borrow(ruleset, ty)),
        Type::Array(array) => may_borrow(ruleset, &array.elem),
        Type::Paren(paren) => may_borrow(ruleset, &paren.elem),
        Type::Group(group) => may_borrow(ruleset, &group.elem),
        _ => true,
    }
}

fn is(name: &Ident, names: &[&str]) -> bool {
    names.iter().any(|known| name == known)
}
