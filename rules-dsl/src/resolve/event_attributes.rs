//! `#[event(…)]`: which fields of a fact are its time, and when it expires.

use std::collections::HashMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;

use crate::ast::{Attribute, FactDecl, FactItem, Foreign, Item};
use crate::diagnostic::Diagnostics;
use crate::hir::{ClockType, Event, KnownClock};
use crate::span_literal::SpanLiteral;
use crate::vocabulary as say;

use super::attributes::{parsed, report_repeated};
use super::fact_attributes::report_unknown;
use super::names::{member_name, plain, span_range, text};
use super::shape::{Shape, shape_of};
use super::spans::check_constant;
use super::{declarations, use_trees};

/// One thing that an `#[event(…)]` says.
enum Part {
    Field(syn::Ident, syn::Member),
    Expires(syn::Ident, Box<syn::Expr>),
    /// A span of which more stands than an expression.
    InWords(syn::Ident, TokenStream),
    /// What begins with a word that is none of its own.
    Unknown(syn::Ident),
}

/// Whether attributes give facts a time.
pub(super) fn has_event(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.name == "event")
}

/// What makes facts events, by the names of their types; `None` where what is said of it does not hold.
pub(super) fn resolve_events(
    items: &[Item],
    clock: Option<&ClockType>,
    found: &mut Diagnostics,
) -> HashMap<String, Option<Event>> {
    let mut events = HashMap::new();
    for item in items {
        let (names, attrs, event) = match item {
            Item::Fact(fact) => {
                let event = resolve_declared_event(fact, clock, found);
                (vec![declarations::name_of(fact)], &fact.attrs, event)
            }
            Item::Use(Foreign { attrs, item }) => {
                let names = use_trees::brought_in(&item.tree).names;
                (names, attrs, resolve_event(attrs, clock, found))
            }
            Item::Type(Foreign { attrs, item }) => {
                let event = resolve_event(attrs, clock, found);
                (vec![&item.ident], attrs, event)
            }
            Item::Global(_)
            | Item::Rule(_)
            | Item::Query(_)
            | Item::Group(_)
            | Item::Table(_)
            | Item::Kind(_)
            | Item::Rust(_) => continue,
        };
        if has_event(attrs) {
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
    let (mut at, mut until, mut expires, mut says_in_words) = (None, None, None, false);
    let list = |input: ParseStream<'_>| {
        Punctuated::<_, syn::Token![,]>::parse_terminated_with(input, part)
    };
    let parts = parsed(attr, list, TAKES, found)?;
    let mut has_unknown = false;
    for part in parts {
        let (name, is_new) = match part {
            Part::Field(name, field) if name == "at" => {
                let is_new = at.replace(field).is_none();
                (name, is_new)
            }
            Part::Field(name, field) => (name, until.replace(field).is_none()),
            Part::Expires(name, expr) => (name, expires.replace(expr).is_none()),
            Part::InWords(name, span) => {
                report_words(&span, clock, found);
                let is_new = !std::mem::replace(&mut says_in_words, true) && expires.is_none();
                (name, is_new)
            }
            Part::Unknown(name) => {
                let words = ["at", "until", "expires"];
                let help = say::suggestion(&plain(&name), &words, "it takes");
                found.push(say::event_word(&name).or_help(help).at(name.span()));
                has_unknown = true;
                continue;
            }
        };
        if !is_new {
            found.push(say::event_says_twice(&name).at(name.span()));
        }
    }
    let expires = expires.filter(|expires| check_constant(expires, clock, found));
    let Some(at) = at else {
        if !has_unknown {
            found.push(say::event_without_time().at(attr.name_span));
        }
        return None;
    };
    (told.is_none()).then_some(Event { at, until, expires })
}

const TAKES: &str =
    "the fields of a time, and for how long: `at = from`, `until = to`, `expires = 1h`";

fn part(input: ParseStream<'_>) -> syn::Result<Part> {
    let name: syn::Ident = input.call(syn::Ident::parse_any)?;
    match name.to_string().as_str() {
        "at" | "until" => {
            input.parse::<syn::Token![=]>()?;
            Ok(Part::Field(name, input.parse()?))
        }
        "expires" => {
            input.parse::<syn::Token![=]>()?;
            let expr: Box<syn::Expr> = input.parse()?;
            if input.is_empty() || input.peek(syn::Token![,]) {
                return Ok(Part::Expires(name, expr));
            }
            let mut span = expr.to_token_stream();
            span.extend(rest(input)?);
            Ok(Part::InWords(name, span))
        }
        _ => {
            rest(input)?;
            Ok(Part::Unknown(name))
        }
    }
}

/// What stands before the next comma.
fn rest(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(syn::Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}

/// Reports a span that is more than one word: `10 min`.
fn report_words(span: &TokenStream, clock: &ClockType, found: &mut Diagnostics) {
    let words: Vec<String> = span
        .clone()
        .into_iter()
        .map(|word| word.to_string())
        .collect();
    let (shown, word) = (words.join(" "), words.concat());
    let wording = if clock.known == KnownClock::Integer {
        say::span_of_integers(shown, text(&clock.ty))
    } else if words.len() == 2 && SpanLiteral::parse(&word).is_some() {
        say::span_in_words(shown, word)
    } else {
        say::span_of_unknown_unit(shown)
    };
    found.push(wording.at(span_range(span)));
}

/// The same of a fact that is declared: its fields are there, and are of no type that surely is another than the clock's.
fn resolve_declared_event(
    fact: &FactDecl,
    clock: Option<&ClockType>,
    found: &mut Diagnostics,
) -> Option<Event> {
    let event = resolve_event(&fact.attrs, clock, found)?;
    let name = &plain(declarations::name_of(fact));
    let (Shape::Struct(members), FactItem::Struct(item)) = (shape_of(fact), &fact.item) else {
        let attr = fact.attrs.iter().find(|attr| attr.name == "event")?;
        found.push(say::event_of_enum(name).at(attr.name_span));
        return None;
    };
    let mut has_all = true;
    for member in [Some(&event.at), event.until.as_ref()]
        .into_iter()
        .flatten()
    {
        has_all &= report_unknown(member, name, &members, found)
            && report_type(member, &item.fields, clock?, found);
    }
    has_all.then_some(event)
}

/// Whether a field may be an instant of the clock; it is reported where its type surely is another.
fn report_type(
    member: &syn::Member,
    fields: &syn::Fields,
    clock: &ClockType,
    found: &mut Diagnostics,
) -> bool {
    let named = fields
        .members()
        .zip(fields)
        .find(|(other, _)| member_name(other) == member_name(member));
    let Some((_, field)) = named.filter(|(_, field)| clock.is_surely_not(&field.ty)) else {
        return true;
    };
    let wording = say::event_of_type(member_name(member), text(&field.ty), text(&clock.ty));
    found.push(wording.at_second(member.span(), span_range(&field.ty)));
    false
}
