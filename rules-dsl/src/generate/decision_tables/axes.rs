//! Brings a value of a column to the number of the part of its axis that it stands in.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use rules_tables::{Axis, Kind};
use syn::spanned::Spanned as _;

use super::super::names;
use crate::hir::{Table, TableColumn};
use crate::source::respan;

/// The type as which a column is compared: texts of all types as `str`.
pub(super) fn compared_type(column: &TableColumn, is_text: bool) -> TokenStream {
    let ty = &column.ty;
    if is_text {
        return quote_spanned! { ty.span()=> str };
    }
    quote! { #ty }
}

/// The number of the atom of a value, to which a local refers.
pub(super) fn emit_atom(
    table: &Table,
    place: usize,
    kind: &Kind,
    axis: &Axis,
    value: &Ident,
) -> TokenStream {
    let ty = &table.columns[place].ty;
    match axis {
        Axis::Bool => quote! { u32::from(*#value) },
        Axis::Variants(_) => emit_variants(kind, ty, value),
        Axis::Integers(cuts) => {
            let cuts = cuts.iter().map(|cut| Literal::i128_unsuffixed(*cut));
            quote! { __rt::tables::ordered::<#ty>(&[#(#cuts),*], *#value) }
        }
        Axis::Floats(cuts) | Axis::Singles(cuts) => {
            let cuts = cuts.iter().map(|cut| emit_float(*cut));
            quote! { __rt::tables::float(&[#(#cuts),*], ::core::convert::Into::<f64>::into(*#value)) }
        }
        Axis::Chars(cuts) => quote! { __rt::tables::ordered::<char>(&[#(#cuts),*], *#value) },
        Axis::Texts(texts) => {
            let slots = Literal::byte_string(&axis.slots());
            quote! { __rt::tables::text::<&str>(&[#(#texts),*], #slots, #value) }
        }
        Axis::Others(texts) => emit_others(table, place, texts, value),
    }
}

/// The number of a variant by a `match` of all: that these are all is for rustc to say.
pub(super) fn emit_variants(kind: &Kind, ty: &syn::Type, value: &Ident) -> TokenStream {
    let Kind::Variants(variants) = kind else {
        unreachable!("an axis of variants is one of their kind");
    };
    let path = without_arguments(ty);
    let arms = variants.iter().enumerate().map(|(number, variant)| {
        let name = names::ident(variant, ty.span());
        let number = Literal::usize_unsuffixed(number);
        quote! { #path::#name { .. } => #number, }
    });
    let mut value = value.clone();
    value.set_span(value.span().located_at(ty.span()));
    quote_spanned! { ty.span()=> match #value { #(#arms)* } }
}

/// Constants one after the other, each at the cell that names it.
fn emit_others(table: &Table, place: usize, texts: &[String], value: &Ident) -> TokenStream {
    let mut atoms = TokenStream::new();
    let span = table.columns[place].ty.span();
    let mut value = value.clone();
    value.set_span(value.span().located_at(span));
    for (number, text) in texts.iter().enumerate() {
        let constant = constant(table, place, text);
        let number = Literal::usize_unsuffixed(number);
        let is_it = quote_spanned! { span=> *#value == #constant };
        atoms.extend(quote! { if #is_it { #number } else });
    }
    let none = Literal::usize_unsuffixed(texts.len());
    quote! { #atoms { #none } }
}

/// A constant, at the cell that names it first.
fn constant(table: &Table, place: usize, text: &str) -> TokenStream {
    let tokens: TokenStream = text.parse().unwrap_or_default();
    let cells = table.rows.iter().filter_map(|row| row.cells.get(place));
    let mut found = cells.filter_map(|cell| Some((cell, cell.text.find(text)?)));
    let span = match found.next() {
        Some((cell, at)) => cell.span(&(at..at + text.len())).start,
        None => table
            .rows
            .first()
            .map_or_else(Span::call_site, |row| row.span.start),
    };
    let moved = tokens.into_iter().map(|token| respan(token, span));
    let mut group = Group::new(Delimiter::Parenthesis, moved.collect());
    group.set_span(Span::call_site().located_at(span));
    TokenTree::Group(group).into()
}

fn emit_float(value: f64) -> TokenStream {
    if value.is_infinite() && value > 0.0 {
        return quote! { ::core::primitive::f64::INFINITY };
    }
    if value.is_infinite() {
        return quote! { ::core::primitive::f64::NEG_INFINITY };
    }
    let literal = Literal::f64_unsuffixed(value);
    quote! { #literal }
}

/// A type's path as it stands before a variant or the braces of a struct.
pub(super) fn without_arguments(ty: &syn::Type) -> TokenStream {
    let syn::Type::Path(path) = ty else {
        return quote! { #ty };
    };
    let mut path = path.path.clone();
    for segment in &mut path.segments {
        segment.arguments = syn::PathArguments::None;
    }
    quote! { #path }
}
