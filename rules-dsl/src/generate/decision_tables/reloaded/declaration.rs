//! Generates what the runtime asks of a table's declaration: its columns and outputs, and a row's answer as Rust.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use rules_tables::{Hit, Kind};
use syn::spanned::Spanned as _;

use crate::hir::{OutputType, Reload, Ruleset, Table};
use crate::names::plain;

use super::super::super::generated;
use super::super::super::names::ident;
use super::super::{axes, emit_parts};

/// The impl by which rows are read.
pub(super) fn emit_declaration(table: &Table, reload: &Reload) -> TokenStream {
    let Reload { marker, .. } = reload;
    let name = plain(&table.name);
    let value = &table.value;
    let columns = table.asked.columns.iter().map(|column| {
        let (header, kind) = (&column.header, emit_kind(&column.kind));
        quote! { __rt::reload::Column { header: ::core::convert::Into::into(#header), kind: #kind } }
    });
    let outputs = table.outputs.iter().zip(&reload.outputs);
    let outputs = outputs.map(|(name, output)| {
        let (header, kind) = (plain(name), emit_kind(&output.value().kind));
        let may_be_empty = output.inside.is_some();
        quote! {
            __rt::reload::Output {
                header: ::core::convert::Into::into(#header),
                kind: #kind,
                may_be_empty: #may_be_empty,
            }
        }
    });
    let hit = match table.asked.hit {
        Hit::Unique => quote! { Unique },
        Hit::First => quote! { First },
        Hit::Any => quote! { Any },
        Hit::Collect => quote! { Collect },
    };
    let may_miss = table.asked.may_miss;
    let parts = reload.outputs.iter().enumerate();
    let parts: Vec<_> = parts.map(|(at, output)| emit_output(at, output)).collect();
    let output = emit_parts(table, &parts);
    let generated = generated();
    quote! {
        #generated
        impl __rt::reload::Reload for #marker {
            type Output = #value;
            const NAME: &'static str = #name;

            fn outline() -> __rt::reload::Outline {
                __rt::reload::Outline {
                    columns: ::core::convert::Into::into([#(#columns),*]),
                    outputs: ::core::convert::Into::into([#(#outputs),*]),
                    hit: __rt::reload::Hit::#hit,
                    may_miss: #may_miss,
                }
            }

            fn output(
                __values: __rt::reload::outputs::Values<'_>,
            ) -> ::core::result::Result<#value, __rt::reload::outputs::Refusal> {
                ::core::result::Result::Ok(#output)
            }
        }
    }
}

/// The expression of a kind.
fn emit_kind(kind: &Kind) -> TokenStream {
    let kind = match kind {
        Kind::Bool => quote! { Bool },
        Kind::Integer { least, greatest } => {
            let [least, greatest] = [least, greatest].map(|bound| Literal::i128_unsuffixed(*bound));
            quote! { Integer { least: #least, greatest: #greatest } }
        }
        Kind::Float => quote! { Float },
        Kind::Single => quote! { Single },
        Kind::Char => quote! { Char },
        Kind::Text => quote! { Text },
        Kind::Variants(names) => {
            quote! { Variants(::core::convert::Into::into([#(::core::convert::Into::into(#names)),*])) }
        }
        Kind::Other => quote! { Other },
    };
    quote! { __rt::reload::Kind::#kind }
}

/// The value of an output, of those that have been read.
fn emit_output(at: usize, output: &OutputType) -> TokenStream {
    let place = Literal::usize_unsuffixed(at);
    if let Some(inside) = &output.inside {
        let inside = emit_output(at, inside);
        return quote! {
            match __values[#place] {
                ::core::option::Option::Some(_) => ::core::option::Option::Some(#inside),
                ::core::option::Option::None => ::core::option::Option::None,
            }
        };
    }
    let (ty, span) = (&output.ty, output.ty.span());
    let read = quote_spanned! { span=> __rt::reload::outputs };
    match &output.kind {
        Kind::Bool => quote_spanned! { span=> #read::truth(__values, #place) },
        Kind::Integer { .. } => {
            quote_spanned! { span=> #read::integer::<#ty>(__values, #place)? }
        }
        Kind::Float | Kind::Single => {
            quote_spanned! { span=> (#read::float(__values, #place) as #ty) }
        }
        Kind::Char => quote_spanned! { span=> #read::character(__values, #place) },
        Kind::Text => quote_spanned! { span=> #read::text::<#ty>(__values, #place) },
        Kind::Variants(names) => {
            let path = axes::without_arguments(ty);
            let arms = names.iter().map(|name| {
                let variant = ident(name, span);
                quote! { #name => #path::#variant, }
            });
            quote_spanned! { span=>
                match #read::variant(__values, #place) {
                    #(#arms)*
                    _ => ::core::unreachable!(),
                }
            }
        }
        // Reported where it is declared.
        Kind::Other => quote! { ::core::unimplemented!() },
    }
}

/// A declaration for a ruleset that is an error already.
pub(super) fn emit_nothing(ruleset: &Ruleset, table: &Table, reload: &Reload) -> TokenStream {
    let (runtime, marker, value) = (&ruleset.runtime, &reload.marker, &table.value);
    quote! {
        #runtime::with_reload! {
            impl __rt::reload::Reload for #marker {
                type Output = #value;
                const NAME: &'static str = "";

                fn outline() -> __rt::reload::Outline {
                    ::core::unimplemented!()
                }

                fn output(
                    _: __rt::reload::outputs::Values<'_>,
                ) -> ::core::result::Result<#value, __rt::reload::outputs::Refusal> {
                    ::core::unimplemented!()
                }
            }
        }
    }
}
