//! Generates decision tables: for each a function that finds the row, one that answers for it, and what users call.
//!
//! A value is brought to the number of the part of its column's axis that it stands in: by binary search over cuts,
//! by `match`, by equality. The row is found by these numbers in one array, which `rules-tables` has built.

mod axes;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use rules_tables::{OwnedDecision, build};
use syn::spanned::Spanned as _;

use crate::hir::{Ruleset, Table};
use crate::names::{asked_table, plain, table_function};

use super::fragments::first_span;

/// The functions.
pub(super) fn emit_tables(ruleset: &Ruleset) -> TokenStream {
    if ruleset.tables.is_empty() {
        return TokenStream::new();
    }
    let functions = ruleset.tables.iter().map(emit_functions);
    let methods = ruleset.tables.iter().map(emit_method);
    let (name, generated) = (&ruleset.name, super::generated());
    quote! {
        #(#functions)*

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
        docs,
        attrs,
        params,
        ..
    } = table;
    let docs = if docs.is_empty() {
        vec![format!(" The table `{}`.", plain(name))]
    } else {
        docs.iter().map(|line| format!(" {line}")).collect()
    };
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
fn emit_functions(table: &Table) -> TokenStream {
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
    let answer = format_ident!("{function}_answer", span = Span::call_site());
    let row = row_function(table, table.name.span());
    let found = emit_found(table, &built);
    let (rows, find, answered) = if table.collects() {
        (
            quote! { __rt::Vec<u32> },
            quote! { __decision.all(&__atoms).collect() },
            quote! { .into_iter().map(#answer) },
        )
    } else {
        let unwrapped =
            (!table.is_optional).then(|| quote! { .unwrap_or_else(|| ::core::unreachable!()) });
        (
            quote! { ::core::option::Option<u32> },
            quote! { __decision.first(&__atoms) },
            quote! { .map(#answer) #unwrapped },
        )
    };
    let answers = emit_answers(table, &answer);
    let line = emit_line(table);
    quote! {
        #line

        #generated
        fn #row(#(#params),*) -> #rows {
            #found
            #find
        }

        #generated
        fn #function(#(#params),*) -> #result {
            #row(#(#arguments),*) #answered
        }

        #answers
    }
}

/// What finds the row of a table, by its number from 0. What is wrong with its arguments rustc says at the places at
/// which it says the same of the look-up, which is one error then.
fn row_function(table: &Table, span: Span) -> Ident {
    let function = table_function(&table.name);
    format_ident!("{function}_row", span = span)
}

/// What tells the number of a row where it stands, in the table or in a sheet.
fn line_function(table: &Table) -> Ident {
    let function = table_function(&table.name);
    format_ident!("{function}_line", span = Span::call_site())
}

fn emit_line(table: &Table) -> TokenStream {
    let mut rows = table.rows.iter().enumerate();
    let number = if rows.all(|(place, row)| row.number == place + 1) {
        quote! { __row + 1 }
    } else {
        let lines = table
            .rows
            .iter()
            .map(|row| Literal::usize_unsuffixed(row.number));
        let count = Literal::usize_unsuffixed(table.rows.len());
        quote! {
            static __LINES: [u32; #count] = [#(#lines),*];
            __LINES[__row as usize]
        }
    };
    let (line, generated) = (line_function(table), super::generated());
    quote! {
        #generated
        fn #line(__row: u32) -> u32 { #number }
    }
}

/// What asks a table for the row that holds, and what tells its number, where an expression is a look-up of one row.
pub(super) fn row_asked(ruleset: &Ruleset, expr: &syn::Expr) -> Option<(syn::Expr, Ident)> {
    let syn::Expr::Call(call) = expr else {
        return None;
    };
    let syn::Expr::Path(function) = &*call.func else {
        return None;
    };
    let name = asked_table(function.path.get_ident()?)?;
    let mut tables = ruleset.tables.iter();
    let table = tables.find(|table| plain(&table.name) == name && !table.is_wrong)?;
    if table.collects() {
        return None;
    }
    let row = row_function(table, function.path.get_ident()?.span());
    let asked = syn::ExprCall {
        func: Box::new(syn::parse_quote! { #row }),
        ..call.clone()
    };
    Some((syn::Expr::Call(asked), line_function(table)))
}

/// Binds the decision, and the atoms of the arguments.
fn emit_found(table: &Table, built: &OwnedDecision) -> TokenStream {
    let bytes = Literal::byte_string(&built.bytes);
    let mut columns = TokenStream::new();
    let mut atoms = Vec::new();
    for (place, (column, axis)) in table.columns.iter().zip(&built.axes).enumerate() {
        let value = format_ident!("__column_{place}", span = Span::call_site());
        let ty = axes::compared_type(column, axis);
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

/// What a row answers: its output, or the struct or tuple of its outputs.
fn emit_value(table: &Table, row: usize) -> TokenStream {
    let outputs = &table.rows[row].outputs;
    match (&table.value, outputs.as_slice()) {
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
