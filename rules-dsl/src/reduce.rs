//! What of a ruleset with errors is compiled all the same.
//!
//! Stands between `check` and `plan`, where there are errors. Rules without one are compiled as if
//! there were none, so that an editor knows what is in them. Of a rule with one its name is left; and if
//! one stands outside the rules, which may all have to do with it, so it is with all of them. The rest
//! of the user's program then finds what it names, and rustc has nothing to add to what is reported.

use std::ops::Range;

use heck::ToSnakeCase as _;
use indexmap::IndexMap;
use proc_macro2::{Ident, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse_quote;

use crate::ast::{self, Item, called_in};
use crate::diagnostic::Diagnostics;
use crate::hir::{
    Action, Expression, FactType, Field, Identity, Needs, Query, Rule, Ruleset, Strategy,
};
use crate::names::{member_name, plain};
use crate::source::Source;

/// A model of which all is compiled that is in it.
pub(crate) struct Reduced {
    pub(crate) ruleset: Ruleset,
    /// Whether something is left to plan and to build a network of.
    pub(crate) has_rules: bool,
}

/// The model without what may be wrong in it: the same where there are no errors.
pub(crate) fn reduce(
    ruleset: Ruleset,
    written: &ast::Ruleset,
    source: &Source,
    diagnostics: &Diagnostics,
) -> Reduced {
    if !diagnostics.has_errors() {
        return Reduced {
            ruleset,
            has_rules: true,
        };
    }
    let ruleset = reduce_items(ruleset);
    let offsets = source.offsets();
    let place = |span| offsets.get(&format!("{span:?}")).copied().flatten();
    let Some(mut wrong) = wrong_items(written, diagnostics, place) else {
        return Reduced {
            ruleset: reduce_all(ruleset),
            has_rules: false,
        };
    };
    add_callers(written, &mut wrong);
    let is_wrong = |rule: &Rule| {
        place(rule.name.span()).is_none_or(|at| wrong.iter().any(|range| range.contains(&at)))
    };
    let rules = ruleset.rules.into_iter().map(|rule| {
        if is_wrong(&rule) {
            reduce_rule(rule)
        } else {
            rule
        }
    });
    let queries = ruleset.queries.into_iter().map(|query| {
        if is_wrong(&query.rule) {
            reduce_query(query)
        } else {
            query
        }
    });
    Reduced {
        ruleset: Ruleset {
            rules: rules.collect(),
            queries: queries.collect(),
            ..ruleset
        },
        has_rules: true,
    }
}

/// Keeps of the items outside rules what does not depend on them.
fn reduce_items(ruleset: Ruleset) -> Ruleset {
    let queries = ruleset.queries.iter().map(|query| plain(&query.rule.name));
    let queries: Vec<String> = queries.collect();
    let types = ruleset.fact_types.into_iter();
    let uses = ruleset.uses.iter();
    Ruleset {
        // What only rules name is not used now.
        uses: uses
            .map(|item| quote! { #[allow(unused_imports)] #item })
            .collect(),
        fact_types: types
            .map(|fact_type| reduce_identity(fact_type, &queries))
            .collect(),
        ..ruleset
    }
}

/// The rules and queries in which all errors stand; `None` where one stands elsewhere.
fn wrong_items(
    written: &ast::Ruleset,
    diagnostics: &Diagnostics,
    place: impl Fn(proc_macro2::Span) -> Option<usize>,
) -> Option<Vec<Range<usize>>> {
    let tables = written.items.iter().filter_map(|item| match item {
        Item::Table(table) => Some(&table.range),
        _ => None,
    });
    let ranges = written.bodies().map(|body| body.range).chain(tables);
    let ranges: Vec<&Range<usize>> = ranges.collect();
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error());
    let wrong = errors.map(|error| {
        let at = place(error.span.start)?;
        ranges
            .iter()
            .find(|range| range.contains(&at))
            .copied()
            .cloned()
    });
    wrong.collect()
}

/// Adds the rules and queries that call one in which an error stands.
fn add_callers(written: &ast::Ruleset, wrong: &mut Vec<Range<usize>>) {
    let callers = written.bodies();
    let callers: Vec<_> = callers.map(|body| (body, called_in(body.when))).collect();
    loop {
        let is_wrong = |name: &Ident| {
            let mut queries = callers.iter().map(|(body, _)| body);
            queries.any(|body| {
                body.is_query && plain(body.name) == plain(name) && wrong.contains(body.range)
            })
        };
        let found = callers.iter().find(|(body, called)| {
            !wrong.contains(body.range) && called.iter().any(|name| is_wrong(name))
        });
        let Some((body, _)) = found else {
            return;
        };
        wrong.push(body.range.clone());
    }
}

/// Leaves of a rule its name, and what is told of it.
fn reduce_rule(rule: Rule) -> Rule {
    Rule {
        then: Action::empty(rule.name.span()),
        on_change: Vec::new(),
        elements: Vec::new(),
        tests: Vec::new(),
        eithers: Vec::new(),
        accumulates: Vec::new(),
        eaches: Vec::new(),
        conditions: Vec::new(),
        undo: None,
        ..without_salience(rule)
    }
}

/// The same of a query, whose results are of the type that they were.
fn reduce_query(query: Query) -> Query {
    let select = query.select.map(|(ty, selected)| {
        let selected = Expression {
            expr: parse_quote! { ::core::unimplemented!() },
            needs: Needs::default(),
            ..selected
        };
        (ty, selected)
    });
    Query {
        rule: reduce_rule(query.rule),
        recursive: false,
        select,
        ..query
    }
}

/// Leaves of all rules their names, and of facts what does not depend on rules.
fn reduce_all(ruleset: Ruleset) -> Ruleset {
    let types = ruleset.fact_types.into_iter().map(|fact_type| FactType {
        fields: IndexMap::new(),
        whole: false,
        ..fact_type
    });
    Ruleset {
        fact_types: types.collect(),
        rules: ruleset.rules.into_iter().map(without_salience).collect(),
        strategy: Strategy::default(),
        ..ruleset
    }
}

/// A rule without a salience that may need its variables.
fn without_salience(rule: Rule) -> Rule {
    Rule {
        salience: rule.salience.filter(|salience| !names_a_variable(salience)),
        computed_salience: None,
        ..rule
    }
}

/// Whether something in an expression may have been meant as a variable of the rule.
fn names_a_variable(expr: &syn::Expr) -> bool {
    let is_lower = |token| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_lowercase),
        TokenTree::Group(_) => true,
        TokenTree::Literal(_) | TokenTree::Punct(_) => false,
    };
    expr.to_token_stream().into_iter().any(is_lower)
}

/// A key stays where it consists of fields and its accessor has a name of its own.
fn reduce_identity(fact_type: FactType, queries: &[String]) -> FactType {
    let accessor = plain(&fact_type.name).to_snake_case();
    let Identity::Key(key) = &fact_type.identity else {
        return fact_type;
    };
    let is_field = |member: &syn::Member| {
        let Some(declaration) = &fact_type.declaration else {
            return true;
        };
        let (variant, member) = (None, Some(member_name(member)));
        declaration.fields.contains_key(&Field { variant, member })
    };
    let is_name = syn::parse_str::<Ident>(&accessor).is_ok() && !queries.contains(&accessor);
    if key.iter().all(|field| is_field(&field.member)) && is_name {
        return fact_type;
    }
    FactType {
        identity: Identity::Plain,
        ..fact_type
    }
}
