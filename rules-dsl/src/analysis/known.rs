//! What the text of a rule tells of a fact: the values that its fields have, as an insert writes them, as a pattern
//! asks for them, or as a `modify` leaves them.

use std::collections::BTreeMap;

use syn::{Expr, Stmt};

use crate::hir::{Action, ElementId, Modify, Rule, Ruleset, TestId};
use crate::names::member_name;

use super::constants::Constant;
use super::terms::{Claim, Reader, Renamed, Term};
use super::values::{Comparison, Values};

/// The values among which a fact's fields are, as far as they are seen; no field is the variant of an enum.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known(BTreeMap<Option<String>, Values>);

impl Known {
    /// What an expression says of the fact that it makes.
    pub(crate) fn of_made(fact: &Expr) -> Self {
        let mut known = Self::default();
        match fact {
            Expr::Struct(made) if made.rest.is_none() => {
                for field in &made.fields {
                    known.set(member_name(&field.member), &field.expr);
                }
                known.set_variant(&made.path);
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    return known;
                };
                let is_function = |segment: &syn::PathSegment| {
                    segment.ident.to_string().starts_with(char::is_lowercase)
                };
                if path.path.segments.last().is_none_or(is_function) {
                    return known;
                }
                for (position, value) in call.args.iter().enumerate() {
                    known.set(position.to_string(), value);
                }
                known.set_variant(&path.path);
            }
            Expr::Path(path) => known.set_variant(&path.path),
            _ => {}
        }
        known
    }

    /// What the tests of a pattern say of its fact.
    pub(crate) fn of_asked(
        ruleset: &Ruleset,
        rule: &Rule,
        element: ElementId,
        tests: &[TestId],
    ) -> Self {
        let mut known = Self::default();
        for (field, values) in Asked::of(ruleset, rule, element, tests).0 {
            let before = known.0.remove(&field);
            let values = before.map_or(values.clone(), |before| before.intersect(&values));
            known.0.insert(field, values);
        }
        known
    }

    /// What is known of the fact once a `modify` has run.
    pub(crate) fn after(&self, action: &Action, modify: &Modify) -> Self {
        let Some(writes) = &modify.writes else {
            return Self::default();
        };
        let mut known = self.clone();
        for field in writes {
            if field.member.is_none() {
                return Self::default();
            }
            known.0.remove(&field.member);
        }
        for (member, value) in assigned(action, modify).unwrap_or_default() {
            known.0.remove(&Some(member.clone()));
            known.set(member, &value);
        }
        known
    }

    /// Whether the fact may meet the tests of a pattern.
    pub(crate) fn may_meet(&self, asked: &Asked) -> bool {
        asked.0.iter().all(|(field, values)| {
            let known = self.0.get(field);
            known.is_none_or(|known| !known.intersect(values).is_empty())
        })
    }

    fn set(&mut self, member: String, value: &Expr) {
        if let Some(constant) = Constant::of(value) {
            let values = constant.compared(Comparison::Equal);
            self.0.insert(Some(member), values);
        }
    }

    /// The variant that a path of two segments ends in.
    fn set_variant(&mut self, path: &syn::Path) {
        let mut segments = path.segments.iter().rev();
        let (Some(name), Some(by)) = (segments.next(), segments.next()) else {
            return;
        };
        if by.ident.to_string().starts_with(char::is_uppercase) {
            let values = Values::made(String::new(), name.ident.to_string(), false);
            self.0.insert(None, values);
        }
    }
}

/// What the tests of a pattern ask of its fact: fields with the values among which they are to be.
#[derive(Debug)]
pub(crate) struct Asked(Vec<(Option<String>, Values)>);

impl Asked {
    /// What the tests of a pattern ask.
    pub(crate) fn of(ruleset: &Ruleset, rule: &Rule, element: ElementId, tests: &[TestId]) -> Self {
        let reader = Reader {
            ruleset,
            rule,
            renamed: &Renamed::new(),
        };
        let claims = tests.iter().flat_map(|test| reader.claims(*test));
        let fields = claims.filter_map(|claim| match claim {
            Claim::Among {
                term: Term::Field(of, member),
                values,
            } if of == element => Some((member, values)),
            _ => None,
        });
        Self(fields.collect())
    }
}

/// What a block assigns to the fields of its fact, one after the other; `None` where it does anything else, such as
/// to assign in a branch.
pub(super) fn assigned(action: &Action, modify: &Modify) -> Option<Vec<(String, Expr)>> {
    let parse = |input: syn::parse::ParseStream<'_>| syn::Block::parse_within(input);
    let body = syn::parse::Parser::parse2(parse, action.tokens(&modify.body.pieces)).ok()?;
    let assigned = body.into_iter().map(|statement| {
        let Stmt::Expr(Expr::Assign(assign), _) = statement else {
            return None;
        };
        let Expr::Field(field) = *assign.left else {
            return None;
        };
        let is_target =
            matches!(&*field.base, Expr::Path(path) if path.path.is_ident(&modify.target.name));
        is_target.then(|| (member_name(&field.member), *assign.right))
    });
    assigned.collect()
}
