//! Notes which rows of a table have held, for coverage: calls of the runtime's macro, which are nothing unless the
//! runtime has its feature `coverage`.
//!
//! Rows of a table with `#[reload]` are state that a session may replace, and of them nothing is noted.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::hir::{Ruleset, Table};
use crate::names::{plain, table_function};

use super::row_text;

/// What is noted of a table, a static.
fn notes(table: &Table) -> Ident {
    let function = table_function(&table.name);
    format_ident!("{}_COVERED", function, span = Span::call_site())
}

fn is_covered(table: &Table) -> bool {
    !table.is_wrong && table.reload.is_none()
}

/// Declares what is noted of a table, with what is said of its rows.
pub(super) fn emit_notes(
    ruleset: &Ruleset,
    table: &Table,
    position: &impl Fn(Span) -> TokenStream,
) -> TokenStream {
    if !is_covered(table) {
        return TokenStream::new();
    }
    let (runtime, notes) = (&ruleset.runtime, notes(table));
    let (ruleset, name) = (ruleset.name.to_string(), plain(&table.name));
    let place = position(table.name.span());
    let source = table.source.as_ref().map_or_else(
        || quote! { ::core::option::Option::None },
        |source| quote! { ::core::option::Option::Some(#source) },
    );
    let rows = table.rows.iter().map(|row| {
        let number = Literal::usize_unsuffixed(row.number);
        if table.source.is_some() {
            return quote! { __rt::CoveredRow { number: #number, line: #number, text: "" } };
        }
        let line = Literal::usize_unsuffixed(row.span.start.start().line);
        let text = row_text(row);
        quote! { __rt::CoveredRow { number: #number, line: #line, text: #text } }
    });
    let count = Literal::usize_unsuffixed(table.rows.len());
    quote! {
        #runtime::coverage_generated! {
            #[allow(non_upper_case_globals)]
            static #notes: __rt::CoveredTable = __rt::CoveredTable {
                ruleset: #ruleset,
                package: ::core::option_env!("CARGO_MANIFEST_DIR"),
                name: #name,
                position: #place,
                source: #source,
                rows: &[#(#rows),*],
                held: {
                    static HELD: [__rt::RowHeld; #count] =
                        [const { __rt::RowHeld::new(false) }; #count];
                    &HELD
                },
            };
        }
    }
}

/// Notes the rows that `__row` names.
pub(super) fn emit_note(ruleset: &Ruleset, table: &Table) -> TokenStream {
    if !is_covered(table) {
        return TokenStream::new();
    }
    let (runtime, notes) = (&ruleset.runtime, notes(table));
    quote! { #runtime::coverage_generated! { #notes.note(&__row); } }
}

/// The program's method that gives all tables, so that tables which nobody asks are known too.
pub(in crate::generate) fn emit_covered(ruleset: &Ruleset) -> TokenStream {
    let covered = ruleset.tables.iter().filter(|table| is_covered(table));
    let notes: Vec<Ident> = covered.map(notes).collect();
    if notes.is_empty() {
        return TokenStream::new();
    }
    let runtime = &ruleset.runtime;
    quote! {
        #runtime::coverage_generated! {
            fn covered_tables() -> &'static [&'static __rt::CoveredTable] {
                static ALL: &[&__rt::CoveredTable] = &[#(&#notes),*];
                ALL
            }
        }
    }
}
