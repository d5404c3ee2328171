//! The columns of a table: the type of each, and which values it has.

use proc_macro2::Ident;
use rules_tables::Kind;
use syn::spanned::Spanned as _;

use crate::ast::{self, ColumnType};
use crate::diagnostic::Diagnostics;
use crate::hir::TableColumn;
use crate::vocabulary as say;

use super::super::names::{member_name, plain, span_range, text};
use super::SeenTypes;

/// A column, and the values that it has.
pub(super) struct TypedColumn {
    pub(super) column: TableColumn,
    /// `None` where the type is not known, which has been reported.
    pub(super) kind: Option<Kind>,
}

/// The columns; one whose type is not known has one of which nothing is known.
pub(super) fn resolve_columns(
    table: &ast::Table,
    seen: &SeenTypes,
    found: &mut Diagnostics,
) -> Vec<TypedColumn> {
    let mut columns: Vec<TypedColumn> = Vec::new();
    for column in &table.columns {
        let text = text(&column.expr);
        if let Some(first) = columns.iter().find(|other| other.column.text == text) {
            let [here, there] = [&column.expr, &first.column.expr].map(span_range);
            found.push(say::column_again(&text).at_second(here, there.start));
        }
        let (ty, kind) = match &column.ty {
            Some(written) => {
                let (ty, kind) = written_type(written, seen, found);
                (ty, Some(kind))
            }
            None => seen_type(column, &table.params, seen, found),
        };
        let expr = column.expr.clone();
        columns.push(TypedColumn {
            column: TableColumn { expr, ty, text },
            kind,
        });
    }
    columns
}

fn written_type(
    written: &ColumnType,
    seen: &SeenTypes,
    found: &mut Diagnostics,
) -> (syn::Type, Kind) {
    let kind = match &written.variants {
        Some(variants) => listed_kind(written, variants, seen, found),
        None => seen.kind(&written.ty),
    };
    (without_references(&written.ty), kind)
}

fn listed_kind(
    written: &ColumnType,
    variants: &[Ident],
    seen: &SeenTypes,
    found: &mut Diagnostics,
) -> Kind {
    let known = seen.kind(&written.ty);
    for (place, variant) in variants.iter().enumerate() {
        let same = |other: &&Ident| plain(other) == plain(variant);
        if let Some(first) = variants[..place].iter().find(same) {
            let wording = say::variant_again(variant);
            found.push(wording.at_second(variant.span(), first.span()));
        }
        match &known {
            Kind::Variants(names) if !names.contains(&plain(variant)) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let help = say::suggestion(&plain(variant), &names, "its variants are");
                let wording = say::unknown_variant(text(&written.ty), variant).or_help(help);
                found.push(wording.at(variant.span()));
            }
            Kind::Variants(_) | Kind::Other => {}
            Kind::Bool
            | Kind::Integer { .. }
            | Kind::Float
            | Kind::Single
            | Kind::Char
            | Kind::Text => {
                let wording = say::variants_of_another_type(text(&written.ty));
                found.push(wording.at(span_range(&written.ty)));
                return known;
            }
        }
    }
    Kind::Variants(variants.iter().map(plain).collect())
}

fn seen_type(
    column: &ast::Column,
    params: &[(Ident, syn::Type)],
    seen: &SeenTypes,
    found: &mut Diagnostics,
) -> (syn::Type, Option<Kind>) {
    if let Some(ty) = seen.type_of(&column.expr, params) {
        let bare = without_references(&ty);
        return (bare, Some(seen.kind(&ty)));
    }
    if let Some(name) = root(&column.expr)
        && params.iter().all(|(param, _)| plain(param) != plain(name))
    {
        let names: Vec<String> = params.iter().map(|(param, _)| plain(param)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let help = say::suggestion(&plain(name), &names, "its parameters are");
        found.push(say::no_parameter(plain(name)).or_help(help).at(name.span()));
    } else if !report_unknown_field(&column.expr, params, seen, found) {
        let wording = say::unknown_column_type(text(&column.expr));
        found.push(wording.at(span_range(&column.expr)));
    }
    (syn::parse_quote!(_), None)
}

/// The name of what a column asks the fields and methods of; constants are no parameters, and types neither.
fn root(expr: &syn::Expr) -> Option<&Ident> {
    match expr {
        syn::Expr::Field(field) => root(&field.base),
        syn::Expr::MethodCall(call) => root(&call.receiver),
        syn::Expr::Path(path) => path
            .path
            .get_ident()
            .filter(|name| name.to_string().starts_with(|c: char| c.is_lowercase())),
        _ => None,
    }
}

/// Reports a field that a type the ruleset shows does not have; whether there is one.
fn report_unknown_field(
    expr: &syn::Expr,
    params: &[(Ident, syn::Type)],
    seen: &SeenTypes,
    found: &mut Diagnostics,
) -> bool {
    let syn::Expr::Field(field) = expr else {
        return false;
    };
    let Some(base) = seen.type_of(&field.base, params) else {
        return report_unknown_field(&field.base, params, seen, found);
    };
    let Some(fields) = seen.fields(&base) else {
        return false;
    };
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    let name = member_name(&field.member);
    if names.contains(&name.as_str()) {
        return false;
    }
    let help = say::suggestion(&name, &names, "its fields are");
    let wording = say::unknown_field(text(&seen.bare(&base)), &name).or_help(help);
    found.push(wording.at(field.member.span()));
    true
}

/// A type without the references around it.
fn without_references(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::Reference(reference) => without_references(&reference.elem),
        ty => ty.clone(),
    }
}
