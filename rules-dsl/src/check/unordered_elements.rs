//! Elements of hash tables. An element of a `for` is found again by its place, and equal tables give their elements in
//! different orders: after an update by an equal one, or in a restored session, another element stands there.

use syn::{Expr, Type};

use crate::analysis::terms::declared_type;
use crate::diagnostic::SpanRange;
use crate::hir::{Each, ElementId, Rule, Ruleset, Source};
use crate::names::{generic_argument, member_name};
use crate::vocabulary as say;

use super::{Found, rules};

/// Finds what goes through the elements of a hash table and does not keep them.
pub(super) fn check_unordered_elements(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        for each in rule.eaches.iter().filter(|each| each.ty.is_none()) {
            let expr = &each.expr.expr;
            let iterated = Iterated {
                ruleset,
                rule,
                each,
            };
            if let Some(table) = iterated.through(expr)
                && let Some(span) = SpanRange::of(expr)
            {
                found.push(rule, say::unordered_elements(subject, table).at(span));
            }
        }
    }
}

/// What the elements of a `for` come from.
struct Iterated<'r> {
    ruleset: &'r Ruleset,
    rule: &'r Rule,
    each: &'r Each,
}

impl Iterated<'_> {
    /// The hash table whose elements an expression gives in their order, where it surely does.
    fn through(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Reference(reference) => self.through(&reference.expr),
            Expr::Unary(unary) => self.through(&unary.expr),
            Expr::Paren(inside) => self.through(&inside.expr),
            Expr::Group(inside) => self.through(&inside.expr),
            Expr::MethodCall(call) if call.method == "collect" => {
                let types = call.turbofish.iter().flat_map(|types| &types.args);
                types.into_iter().find_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => hash_table(ty),
                    _ => None,
                })
            }
            Expr::MethodCall(call) => {
                let keeps_order = KEEP_ORDER.iter().any(|method| call.method == method);
                keeps_order.then(|| self.through(&call.receiver)).flatten()
            }
            Expr::Path(_) => match self.source(expr)? {
                Source::Field { element, member } => self.of_field(*element, member),
                _ => None,
            },
            Expr::Field(field) => match self.source(&field.base)? {
                Source::Fact(element) => self.of_field(*element, &field.member),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where the variable comes from that an expression is.
    fn source(&self, expr: &Expr) -> Option<&Source> {
        let Expr::Path(path) = expr else {
            return None;
        };
        let name = path.path.get_ident()?;
        let mut needed = self.each.expr.needs.variables.iter();
        let variable = needed.find(|variable| self.rule.variables[variable.0].name == *name)?;
        Some(&self.rule.variables[variable.0].source)
    }

    fn of_field(&self, element: ElementId, member: &syn::Member) -> Option<String> {
        hash_table(declared_type(
            self.ruleset,
            self.rule,
            element,
            &member_name(member),
        )?)
    }
}

/// The methods of collections and iterators that give elements in the order in which they come.
const KEEP_ORDER: &[&str] = &[
    "as_ref",
    "by_ref",
    "chain",
    "clone",
    "cloned",
    "copied",
    "difference",
    "enumerate",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "inspect",
    "intersection",
    "into_iter",
    "into_keys",
    "into_values",
    "iter",
    "keys",
    "map",
    "map_while",
    "peekable",
    "skip",
    "skip_while",
    "step_by",
    "symmetric_difference",
    "take",
    "take_while",
    "union",
    "unwrap_or_default",
    "values",
    "zip",
];

/// The name of a hash table's type, or of an optional one's.
fn hash_table(ty: &Type) -> Option<String> {
    let path = match ty {
        Type::Reference(reference) => return hash_table(&reference.elem),
        Type::Path(ty) => &ty.path,
        _ => return None,
    };
    let last = path.segments.last()?;
    let name = last.ident.to_string();
    if name.ends_with("HashMap") || name.ends_with("HashSet") {
        return Some(name);
    }
    let holds_one = ["Option", "Box", "Rc", "Arc"].contains(&&*name);
    hash_table(generic_argument(last).filter(|_| holds_one)?)
}
