//! `#[event(…)]`: which fields of a fact are its time, and when it expires.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;

use crate::ast::{Attribute, Foreign, Item};
use crate::diagnostic::Diagnostics;
use crate::hir::{ClockType, Event};
use crate::vocabulary as say;

use super::attributes::{parsed, report_repeated};
use super::fact_attributes::report_unknown;
use super::names::plain;
use super::shape::{Shape, shape_of};
use super::spans::check_constant;
use super::{declarations, use_trees};

/// One thing that an `#[event(…)]` says.
enum Part {
    Field(syn::Ident, syn::Member),
    Expires(syn::Ident, Box<syn::Expr>),
}

/// Whether attributes give facts a time.
pub(super) fn has_event(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.name == "event")
}

/// What makes facts events, by the names of their types.
pub(super) fn resolve_events(
    items: &[Item],
    clock: Option<&ClockType>,
    found: &mut Diagnostics,
) -> HashMap<String, Event> {
    let mut events = HashMap::new();
    for item in items {
        let (names, event) = match item {
            Item::Fact(fact) => {
                let (name, shape) = (declarations::name_of(fact), shape_of(fact));
                let event = resolve_declared_event(&fact.attrs, clock, name, &shape, found);
                (vec![name], event)
            }
            Item::Use(Foreign { attrs, item }) => {
                let names = use_trees::brought_in(&item.tree).names;
                (names, resolve_event(attrs, clock, found))
            }
            Item::Type(Foreign { attrs, item }) => {
                (vec![&item.ident], resolve_event(attrs, clock, found))
            }
            Item::Global(_)
            | Item::Rule(_)
            | Item::Query(_)
            | Item::Group(_)
            | Item::Table(_)
            | Item::Kind(_)
            | Item::Rust(_) => continue,
        };
        if let Some(event) = event {
            events.extend(names.into_iter().map(|name| (plain(name), event.clone())));
        }
    }
    events
}

/// What the attributes of a fact type say of its time; `None` where they say nothing, or nothing that holds.
fn resolve_event(
    attrs: &[Attribute],
    clock: Option<&ClockType>,
    found: &mut Diagnostics,
) -> Option<Event> {
    report_repeated(attrs, &["event"], found);
    let attr = attrs.iter().find(|attr| attr.name == "event")?;
    let Some(clock) = clock else {
        found.push(say::event_without_clock().at(attr.name_span));
        return None;
    };
    let told = attrs
        .iter()
        .find(|attr| ["unique", "key", "best"].contains(&attr.name.as_str()));
    if let Some(told) = told {
        let wording = say::event_told_apart(&told.name);
        found.push(wording.at_second(attr.name_span, told.name_span));
    }
    let (mut at, mut until, mut expires) = (None, None, None);
    let list = |input: ParseStream<'_>| {
        Punctuated::<_, syn::Token![,]>::parse_terminated_with(input, part)
    };
    let parts = parsed(attr, list, TAKES, found)?;
    for part in parts {
        let (name, is_new) = match part {
            Part::Field(name, field) if name == "at" => {
                let is_new = at.replace(field).is_none();
                (name, is_new)
            }
            Part::Field(name, field) => (name, until.replace(field).is_none()),
            Part::Expires(name, expr) => (name, expires.replace(expr).is_none()),
        };
        if !is_new {
            found.push(say::event_says_twice(&name).at(name.span()));
        }
    }
    let expires = expires.filter(|expires| check_constant(expires, clock, found));
    let Some(at) = at else {
        found.push(say::event_without_time().at(attr.name_span));
        return None;
    };
    (told.is_none()).then_some(Event { at, until, expires })
}

const TAKES: &str =
    "the fields of a time, and for how long: `at = from`, `until = to`, `expires = 1h`";

fn part(input: ParseStream<'_>) -> syn::Result<Part> {
    let name: syn::Ident = input.parse()?;
    input.parse::<syn::Token![=]>()?;
    match name.to_string().as_str() {
        "at" | "until" => Ok(Part::Field(name, input.parse()?)),
        "expires" => Ok(Part::Expires(name, input.parse()?)),
        _ => Err(syn::Error::new(name.span(), "")),
    }
}

/// The same of a fact that is declared, of a name and a shape: its fields are there.
fn resolve_declared_event(
    attrs: &[Attribute],
    clock: Option<&ClockType>,
    name: &Ident,
    shape: &Shape,
    found: &mut Diagnostics,
) -> Option<Event> {
    let (event, name) = (resolve_event(attrs, clock, found)?, &plain(name));
    let Shape::Struct(members) = shape else {
        let attr = attrs.iter().find(|attr| attr.name == "event")?;
        found.push(say::event_of_enum(name).at(attr.name_span));
        return None;
    };
    let mut has_all = true;
    for member in [Some(&event.at), event.until.as_ref()]
        .into_iter()
        .flatten()
    {
        has_all &= report_unknown(member, name, members, found);
    }
    has_all.then_some(event)
}
