//! Generates tables with `#[reload]`: what the runtime asks of their declaration, the functions that conditions call, and
//! what users call.
//!
//! A ruleset with such a table needs a feature of the runtime. Without it a macro of the runtime says so at the attribute,
//! and has functions that answer nothing, so that it is one error.

mod declaration;

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use rules_tables::Kind;
use syn::spanned::Spanned as _;

use crate::hir::{Reload, Ruleset, Table};
use crate::names::{plain, table_part};

use super::super::fragments::located;
use super::{axes, docs};
use declaration::{emit_declaration, emit_nothing};

/// All that is generated for a table.
pub(super) fn emit_reloaded(ruleset: &Ruleset, table: &Table) -> TokenStream {
    let Some(reload) = &table.reload else {
        return TokenStream::new();
    };
    let without = emit_without(ruleset, table, reload);
    if table.is_wrong {
        let declaration = emit_nothing(ruleset, table, reload);
        return quote! { #declaration #without };
    }
    let declaration = emit_declaration(table, reload);
    let functions = emit_functions(table, reload);
    let methods = emit_methods(ruleset, table, reload);
    let runtime = &ruleset.runtime;
    // What is said without the feature is said at the whole of the call.
    let call = located(quote! { #runtime::reload_generated! }, reload.span);
    let content = quote! { { #declaration #functions #methods } { #without } };
    let mut content = Group::new(Delimiter::Brace, content);
    content.set_span(Span::call_site().located_at(reload.span));
    quote! { #call #content }
}

/// The hidden type that stands for a table, beside the user's own items.
pub(in crate::generate) fn emit_markers(ruleset: &Ruleset) -> TokenStream {
    let markers = ruleset.tables.iter().filter_map(|table| {
        let marker = &table.reload.as_ref()?.marker;
        Some(quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, missing_debug_implementations, dead_code)]
            struct #marker;
        })
    });
    markers.collect()
}

/// What a session begins with, as a method of the program.
pub(in crate::generate) fn emit_begin(ruleset: &Ruleset) -> TokenStream {
    let tables = ruleset.tables.iter().filter(|table| !table.is_wrong);
    let tables: Vec<_> = tables.filter_map(|table| table.reload.as_ref()).collect();
    if tables.is_empty() {
        return TokenStream::new();
    }
    let runtime = &ruleset.runtime;
    let inserts = tables.iter().map(|Reload { marker, csv, .. }| {
        quote! { __session.__begin_table(#runtime::first_rows!(#marker, #csv)); }
    });
    quote! {
        #runtime::with_reload! {
            fn begin(__session: &mut __rt::Transaction<'_, Self>) -> u64 {
                #(#inserts)*
                __session.__staged()
            }
        }
    }
}

/// The type of a look-up's answer in conditions, and of that of the method.
fn value(table: &Table) -> TokenStream {
    let value = &table.value;
    if table.is_optional && !table.collects() {
        quote! { ::core::option::Option<#value> }
    } else {
        quote! { #value }
    }
}

/// What a look-up finds: a row that may be there, or all that hold.
fn found(table: &Table, reload: &Reload) -> TokenStream {
    let marker = &reload.marker;
    if table.collects() {
        quote! { __rt::Vec<__rt::reload::ReloadedRow<#marker>> }
    } else {
        quote! { ::core::option::Option<__rt::reload::ReloadedRow<#marker>> }
    }
}

/// What the function that answers is given: one of the rows found, or what has been found.
fn answered(table: &Table, reload: &Reload) -> TokenStream {
    let marker = &reload.marker;
    if table.collects() {
        quote! { __rt::reload::ReloadedRow<#marker> }
    } else {
        quote! { ::core::option::Option<__rt::reload::ReloadedRow<#marker>> }
    }
}

/// What conditions call.
fn emit_functions(table: &Table, reload: &Reload) -> TokenStream {
    let Reload { marker, .. } = reload;
    let params = table.params.iter().map(|(name, ty)| quote! { #name: #ty });
    let params: Vec<TokenStream> = params.collect();
    let arguments: Vec<_> = table.params.iter().map(|(name, _)| name).collect();
    let [rows, reversed, answer] =
        ["rows", "rows_reversed", "answer"].map(|part| table_part(&table.name, part));
    let columns = table.columns.iter().zip(&table.asked.columns).enumerate();
    let (bindings, asked): (Vec<_>, Vec<_>) = columns
        .map(|(place, (column, asked))| {
            let local = format_ident!("__column_{place}");
            let ty = axes::compared_type(column, asked.kind == Kind::Text);
            let (expr, span) = (&column.expr, column.expr.span());
            let binding = quote_spanned! { span=> let #local: &#ty = &(#expr); };
            (binding, emit_asked(&asked.kind, &column.ty, &local))
        })
        .unzip();
    let find = if table.collects() {
        quote! { all }
    } else {
        quote! { first }
    };
    let reverse = table.collects().then(|| quote! { __found.reverse(); });
    let (found, answered) = (found(table, reload), answered(table, reload));
    let (value, generated) = (value(table), super::super::generated());
    let of_row = emit_answer(table);
    let (named, name) = (super::named_function(table), plain(&table.name));
    let row = if table.collects() {
        quote! { ::core::option::Option::Some(__row) }
    } else {
        quote! { __row.as_ref() }
    };
    let table_rows = quote! { __rows: &__rt::reload::Reloaded<#marker> };
    quote! {
        #generated
        fn #rows(#table_rows, #(#params),*) -> #found {
            #(#bindings)*
            __rows.#find(&[#(#asked),*])
        }

        #generated
        fn #reversed(#table_rows, #(#params),*) -> #found {
            let mut __found = #rows(__rows, #(#arguments),*);
            #reverse
            __found
        }

        #generated
        fn #answer(__row: &#answered) -> #value {
            #of_row
        }

        #generated
        fn #named(__row: &#answered) -> __rules::DecidingRow {
            let __row = #row;
            let __line = __row.map(|__row| __row.line() as u32);
            let __text = __row.map(|__row| __rt::reload::row_text(__row.text()));
            __rules::DecidingRow::__new(
                #name,
                __line,
                ::core::option::Option::None,
                __text.unwrap_or_default(),
            )
        }
    }
}

/// The expression of what a row answers.
fn emit_answer(table: &Table) -> TokenStream {
    let (value, span) = (&table.value, table.value.span());
    let clone = quote_spanned! { span=> <#value as ::core::clone::Clone>::clone };
    if table.collects() {
        quote! { #clone(__row.output()) }
    } else if table.is_optional {
        quote! { __row.as_ref().map(|__row| #clone(__row.output())) }
    } else {
        quote! {
            match __row {
                ::core::option::Option::Some(__row) => #clone(__row.output()),
                ::core::option::Option::None => ::core::unreachable!("the rows leave no gap"),
            }
        }
    }
}

/// A value of a column as it is looked up.
fn emit_asked(kind: &Kind, ty: &syn::Type, local: &proc_macro2::Ident) -> TokenStream {
    let asked = match kind {
        Kind::Bool => quote! { Bool(*#local) },
        // No cut is greater than the greatest.
        Kind::Integer { .. } => quote! {
            Integer(::core::convert::TryFrom::try_from(*#local).unwrap_or(::core::primitive::i128::MAX))
        },
        Kind::Float | Kind::Single => quote! { Float(::core::convert::Into::into(*#local)) },
        Kind::Char => quote! { Char(*#local) },
        Kind::Text | Kind::Other => quote! { Text(#local) },
        Kind::Variants(_) => {
            let number = axes::emit_variants(kind, ty, local);
            quote! { Variant(#number) }
        }
    };
    quote! { __rt::reload::Asked::#asked }
}

/// What users call.
fn emit_methods(ruleset: &Ruleset, table: &Table, reload: &Reload) -> TokenStream {
    let Reload { marker, .. } = reload;
    let Table {
        name,
        vis,
        attrs,
        params,
        ..
    } = table;
    let session = &ruleset.name;
    let docs = docs(table);
    let (names, types): (Vec<_>, Vec<_>) = params.iter().map(|(name, ty)| (name, ty)).unzip();
    let [rows, answer] = ["rows", "answer"].map(|part| table_part(name, part));
    let found = quote! { #rows(self.session.__table::<#marker>(), #(#names),*) };
    let (result, body) = if table.collects() {
        let value = &table.value;
        (
            quote! { impl ::core::iter::Iterator<Item = #value> + use<L_> },
            quote! { ::core::iter::Iterator::map(::core::iter::IntoIterator::into_iter(#found), |__row| #answer(&__row)) },
        )
    } else {
        (value(table), quote! { #answer(&#found) })
    };
    let load = load_method(table);
    let load_doc = format!(
        " Reads rows of the table `{}` from CSV, proves them as the build does, and puts them in the place of its rows \
         as one change.",
        plain(name)
    );
    let generated = super::super::generated();
    quote! {
        #generated
        impl<L_: __rules::Listener> #session<L_> {
            #(#[doc = #docs])*
            #(#attrs)*
            #vis fn #name(&self, #(#names: #types),*) -> #result {
                #body
            }

            #[doc = #load_doc]
            ///
            /// # Errors
            ///
            /// All that is wrong with the rows, which are then refused as a whole.
            #vis fn #load<__By>(
                &mut self,
                rows: impl __rules::TableSource<__By>,
            ) -> ::core::result::Result<__rules::TableReport, __rules::TableError> {
                self.session.__load::<#marker, __By>(rows)
            }
        }
    }
}

/// The functions for a ruleset that is an error already.
fn emit_without(ruleset: &Ruleset, table: &Table, reload: &Reload) -> TokenStream {
    let Reload { marker, .. } = reload;
    let Table {
        name, vis, params, ..
    } = table;
    let session = &ruleset.name;
    let params: Vec<TokenStream> = params
        .iter()
        .map(|(name, ty)| quote! { #name: #ty })
        .collect();
    let [rows, reversed, answer] =
        ["rows", "rows_reversed", "answer"].map(|part| table_part(name, part));
    let (found, answered, value) = (found(table, reload), answered(table, reload), value(table));
    let named = super::named_function(table);
    let load = load_method(table);
    let generated = super::super::generated();
    let result = if table.collects() {
        quote! { __rt::Vec<#value> }
    } else {
        value.clone()
    };
    quote! {
        #generated
        fn #rows(__rows: &__rt::reload::Reloaded<#marker>, #(#params),*) -> #found {
            ::core::unimplemented!()
        }

        #generated
        fn #reversed(__rows: &__rt::reload::Reloaded<#marker>, #(#params),*) -> #found {
            ::core::unimplemented!()
        }

        #generated
        fn #answer(__row: &#answered) -> #value {
            ::core::unimplemented!()
        }

        #generated
        fn #named(__row: &#answered) -> __rules::DecidingRow {
            ::core::unimplemented!()
        }

        #generated
        impl<L_: __rules::Listener> #session<L_> {
            #vis fn #name(&self, #(#params),*) -> #result {
                ::core::unimplemented!()
            }

            #vis fn #load<__Rows>(
                &mut self,
                rows: __Rows,
            ) -> ::core::result::Result<(), ::core::fmt::Error> {
                ::core::unimplemented!()
            }
        }
    }
}

/// The method that loads rows of a table.
fn load_method(table: &Table) -> proc_macro2::Ident {
    format_ident!("load_{}", plain(&table.name), span = table.name.span())
}
