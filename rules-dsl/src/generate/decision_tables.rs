//! Generates decision tables: for each a function that finds the row, one that answers for it, and what users call.
//!
//! A value is brought to the number of the part of its column's axis that it stands in: by binary search over cuts,
//! by `match`, by equality. The row is found by these numbers in one array, which `rules-tables` has built.

mod asked;
mod axes;
mod covered;
mod reloaded;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use rules_tables::{Axis, OwnedDecision, build};
use syn::spanned::Spanned as _;

use crate::hir::{Ruleset, Table, TableRow};
use crate::names::{plain, table_function, table_part};
use crate::printer::spaced;
use crate::resolve::is_session_method;

use super::fragments::first_span;

pub(super) use asked::emit_decided;
pub(super) use covered::emit_covered;
pub(super) use reloaded::{emit_begin, emit_markers};

/// The functions.
pub(super) fn emit_tables(
    ruleset: &Ruleset,
    position: &impl Fn(Span) -> TokenStream,
) -> TokenStream {
    if ruleset.tables.is_empty() {
        return TokenStream::new();
    }
    let (reloaded, compiled): (Vec<_>, Vec<_>) =
        (ruleset.tables.iter()).partition(|table| table.reload.is_some());
    let functions = compiled.iter().map(|table| {
        let functions = emit_functions(ruleset, table);
        let notes = covered::emit_notes(ruleset, table, position);
        quote! { #functions #notes }
    });
    let is_reported =
        |table: &Table| is_session_method(&plain(&table.name), ruleset.clock.is_some());
    let methods = compiled.iter().filter(|table| !is_reported(table));
    let methods = methods.map(|table| emit_method(table));
    let reloaded = reloaded
        .iter()
        .map(|table| reloaded::emit_reloaded(ruleset, table));
    let (name, generated) = (&ruleset.name, super::generated());
    quote! {
        #(#functions)*
        #(#reloaded)*

        #generated
        impl #name {
            #(#methods)*
        }
    }
}

/// What users call.
fn emit_method(table: &Table) -> TokenStream {
    let Table {
        name,
        vis,
        attrs,
        params,
        ..
    } = table;
    let docs = docs(table);
    let (names, types): (Vec<_>, Vec<_>) = params.iter().map(|(name, ty)| (name, ty)).unzip();
    let (function, result) = (table_function(name), result(table));
    quote! {
        #(#[doc = #docs])*
        #(#attrs)*
        #vis fn #name(#(#names: #types),*) -> #result {
            #function(#(#names),*)
        }
    }
}

/// The documentation of what users call.
fn docs(table: &Table) -> Vec<String> {
    if table.docs.is_empty() {
        return vec![format!(" The table `{}`.", plain(&table.name))];
    }
    let docs = table.docs.iter();
    docs.map(|line| format!(" {line}")).collect()
}

/// What asks a table gives.
fn result(table: &Table) -> TokenStream {
    let value = &table.value;
    if table.collects() {
        quote! { impl ::core::iter::Iterator<Item = #value> + use<> }
    } else if table.is_optional {
        quote! { ::core::option::Option<#value> }
    } else {
        quote! { #value }
    }
}

/// What conditions call, and what that stands on.
fn emit_functions(ruleset: &Ruleset, table: &Table) -> TokenStream {
    let (function, result) = (table_function(&table.name), result(table));
    let params = table.params.iter().map(|(name, ty)| quote! { #name: #ty });
    let params: Vec<TokenStream> = params.collect();
    let arguments = table.params.iter().map(|(name, _)| name);
    let generated = super::generated();
    if table.is_wrong {
        let nothing = table.collects().then(|| quote! { ::core::iter::empty() });
        let nothing = nothing.unwrap_or_else(|| quote! { ::core::unimplemented!() });
        return quote! {
            #generated
            fn #function(#(#params),*) -> #result { #nothing }
        };
    }
    let built = build(&table.asked);
    let mut answer = table_part(&table.name, "answer");
    answer.set_span(Span::call_site());
    let row = row_function(table, table.name.span());
    let found = emit_found(table, &built);
    let asked = quote! { #row(#(#arguments),*) };
    let (rows, find, answered) = if table.collects() {
        (
            quote! { __rt::Vec<u32> },
            quote! { ::core::iter::Iterator::collect(__decision.all(&__atoms)) },
            quote! {
                ::core::iter::Iterator::map(::core::iter::IntoIterator::into_iter(#asked), #answer)
            },
        )
    } else {
        let unwrapped =
            (!table.is_optional).then(|| quote! { .unwrap_or_else(|| ::core::unreachable!()) });
        (
            quote! { ::core::option::Option<u32> },
            quote! { __decision.first(&__atoms) },
            quote! { #asked.map(#answer) #unwrapped },
        )
    };
    let answers = emit_answers(table, &answer);
    let named = emit_named(table);
    let note = covered::emit_note(ruleset, table);
    quote! {
        #named

        #generated
        fn #row(#(#params),*) -> #rows {
            #found
            let __row = #find;
            #note
            __row
        }

        #generated
        fn #function(#(#params),*) -> #result {
            #answered
        }

        #answers
    }
}

/// What finds the row of a table, by its number from 0. What is wrong with its arguments rustc says at the places at
/// which it says the same of the look-up, which is one error then.
fn row_function(table: &Table, span: Span) -> Ident {
    let mut function = table_part(&table.name, "row");
    function.set_span(span);
    function
}

/// What names a row for explanations, by its number from 0, or says that there is none.
fn named_function(table: &Table) -> Ident {
    let mut function = table_part(&table.name, "named_row");
    function.set_span(Span::call_site());
    function
}

fn emit_named(table: &Table) -> TokenStream {
    let (named, generated) = (named_function(table), super::generated());
    let name = plain(&table.name);
    let source = table.source.as_ref().map_or_else(
        || quote! { ::core::option::Option::None },
        |source| quote! { ::core::option::Option::Some(#source) },
    );
    let count = Literal::usize_unsuffixed(table.rows.len());
    let mut rows = table.rows.iter().enumerate();
    let number = if rows.all(|(place, row)| row.number == place + 1) {
        quote! { __row + 1 }
    } else {
        let rows = table.rows.iter();
        let lines = rows.map(|row| Literal::usize_unsuffixed(row.number));
        quote! { { static __LINES: [u32; #count] = [#(#lines),*]; __LINES[__row as usize] } }
    };
    let text = if table.source.is_some() {
        quote! { "" }
    } else {
        let texts = table.rows.iter().map(row_text);
        quote! {
            {
                static __TEXTS: [&str; #count] = [#(#texts),*];
                __row.map_or("", |__row| __TEXTS[__row as usize])
            }
        }
    };
    quote! {
        #generated
        fn #named(__row: ::core::option::Option<u32>) -> __rules::DecidingRow {
            __rules::DecidingRow::__new(#name, __row.map(|__row| #number), #source, #text)
        }
    }
}

/// A row of the ruleset, as it stands there.
fn row_text(row: &TableRow) -> String {
    let cells: Vec<String> = row.cells.iter().map(|cell| spaced(&cell.text)).collect();
    let cells = if cells.is_empty() {
        "else".to_owned()
    } else {
        cells.join(" | ")
    };
    format!("| {cells} || {} |", row.written.join(" | "))
}

/// Binds the decision, and the atoms of the arguments.
fn emit_found(table: &Table, built: &OwnedDecision) -> TokenStream {
    let bytes = Literal::byte_string(&built.bytes);
    let mut columns = TokenStream::new();
    let mut atoms = Vec::new();
    for (place, (column, axis)) in table.columns.iter().zip(&built.axes).enumerate() {
        let value = format_ident!("__column_{place}", span = Span::call_site());
        let ty = axes::compared_type(column, matches!(axis, Axis::Texts(_)));
        let (expr, span) = (&column.expr, column.expr.span());
        // What is wrong with the type is told at the column.
        columns.extend(quote_spanned! { span=> let #value: &#ty = &(#expr); });
        let kind = &table.asked.columns[place].kind;
        atoms.push(axes::emit_atom(table, place, kind, axis, &value));
    }
    quote! {
        let __decision = __rt::tables::Decision::new(#bytes);
        #columns
        let __atoms = [#(#atoms),*];
    }
}

/// What each row answers; rows that answer the same share an arm.
fn emit_answers(table: &Table, answer: &Ident) -> TokenStream {
    let mut texts: Vec<(&[String], Vec<usize>)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for (number, row) in table.asked.rows.iter().enumerate() {
        let place = *known.entry(&row.outputs[..]).or_insert_with(|| {
            texts.push((&row.outputs, Vec::new()));
            texts.len() - 1
        });
        texts[place].1.push(number);
    }
    let arms = texts.iter().map(|(_, rows)| {
        let value = emit_value(table, rows[0]);
        let rows = rows.iter().map(|row| Literal::usize_unsuffixed(*row));
        quote! { #(#rows)|* => #value, }
    });
    let (value, generated) = (&table.value, super::generated());
    quote! {
        #generated
        fn #answer(__row: u32) -> #value {
            match __row {
                #(#arms)*
                _ => ::core::unreachable!(),
            }
        }
    }
}

/// What a row answers.
fn emit_value(table: &Table, row: usize) -> TokenStream {
    let outputs = table.rows[row].outputs.iter();
    let outputs: Vec<_> = outputs.map(|output| quote! { #output }).collect();
    emit_parts(table, &outputs)
}

/// One output, or the struct or tuple of several.
fn emit_parts(table: &Table, outputs: &[TokenStream]) -> TokenStream {
    match (&table.value, outputs) {
        (_, [only]) => quote! { #only },
        (syn::Type::Tuple(_), parts) => quote! { (#(#parts),*) },
        (value, parts) => {
            let path = axes::without_arguments(value);
            let fields = table.outputs.iter().zip(parts).map(|(name, part)| {
                let colon = quote_spanned! { first_span(part)=> : };
                quote! { #name #colon #part }
            });
            quote_spanned! { value.span()=> #path { #(#fields),* } }
        }
    }
}
