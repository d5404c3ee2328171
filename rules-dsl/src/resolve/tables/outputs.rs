//! What a table answers with: the type of a row's answer, and what may stand in an output.

use proc_macro2::Ident;
use rules_tables::Kind;
use syn::visit_mut::VisitMut;

use crate::ast;
use crate::diagnostic::Diagnostics;
use crate::hir::OutputType;
use crate::vocabulary as say;

use super::super::names::{plain, span_range, text};
use super::super::rust_scope::uses_in;
use super::SeenTypes;

/// The type of a row's answer, and whether the result is an `Option` of it.
pub(super) fn value_type(result: &syn::Type) -> (syn::Type, bool) {
    let mut result = result.clone();
    // Outputs are constants: what they borrow they borrow for ever.
    Lasting.visit_type_mut(&mut result);
    match option_inside(&result) {
        Some(inside) => (inside, true),
        None => (result, false),
    }
}

struct Lasting;

impl VisitMut for Lasting {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        let span = reference.and_token.span;
        reference
            .lifetime
            .get_or_insert_with(|| syn::Lifetime::new("'static", span));
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = syn::Lifetime::new("'static", lifetime.span());
        }
    }
}

fn option_inside(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        syn::GenericArgument::Type(inside) if last.ident == "Option" => Some(inside.clone()),
        _ => None,
    }
}

/// Several outputs are the fields of a struct or the parts of a tuple.
pub(super) fn check_outputs(
    table: &ast::Table,
    value: &syn::Type,
    seen: &SeenTypes,
    found: &mut Diagnostics,
) {
    let outputs: Vec<&Ident> = table.outputs.iter().map(|output| &output.name).collect();
    report_repeated(&outputs, found);
    if outputs.len() < 2 {
        return;
    }
    match value {
        syn::Type::Tuple(tuple) if tuple.elems.len() == outputs.len() => return,
        syn::Type::Tuple(tuple) => {
            let wording =
                say::outputs_of_tuple(text(&table.result), tuple.elems.len(), outputs.len());
            found.push(wording.at(outputs[1].span()));
        }
        syn::Type::Path(_) if !is_scalar(value, seen) => {}
        _ => {
            let wording = say::outputs_of(text(&table.result), outputs.len());
            found.push(wording.at(span_range(&table.result)));
            return;
        }
    }
    let Some(fields) = seen.fields(value) else {
        return;
    };
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    for output in outputs {
        let name = plain(output);
        if !names.contains(&name.as_str()) {
            let help = say::suggestion(&name, &names, "its fields are");
            let wording = say::unknown_field(text(value), &name).or_help(help);
            found.push(wording.at(output.span()));
        }
    }
}

/// The types of the outputs: as the head says, or as the result shows.
pub(super) fn output_types(
    table: &ast::Table,
    value: &syn::Type,
    seen: &SeenTypes,
    found: &mut Diagnostics,
) -> Vec<OutputType> {
    let outputs = table.outputs.iter().enumerate().map(|(place, output)| {
        let shown = || match (table.outputs.len(), value) {
            (1, value) => Some(value.clone()),
            (_, syn::Type::Tuple(tuple)) => tuple.elems.get(place).cloned(),
            (_, value) => {
                let mut fields = seen.fields(value)?.iter();
                let (_, ty) = fields.find(|(name, _)| *name == plain(&output.name))?;
                Some(ty.clone())
            }
        };
        if let Some(written) = &output.ty {
            return typed(&written.ty, written.variants.as_deref(), seen);
        }
        let ty = shown().unwrap_or_else(|| {
            found.push(say::unknown_output_type(&output.name).at(output.name.span()));
            value.clone()
        });
        typed(&ty, None, seen)
    });
    outputs.collect()
}

fn typed(ty: &syn::Type, variants: Option<&[Ident]>, seen: &SeenTypes) -> OutputType {
    let kind = match variants {
        Some(variants) => Kind::Variants(variants.iter().map(plain).collect()),
        None => seen.kind(ty),
    };
    let inside = option_inside(ty).map(|inside| Box::new(typed(&inside, variants, seen)));
    OutputType {
        ty: ty.clone(),
        kind,
        inside,
    }
}

/// Whether a type is one of Rust's own numbers, texts and the like.
fn is_scalar(ty: &syn::Type, seen: &SeenTypes) -> bool {
    !matches!(
        seen.kind(ty),
        rules_tables::Kind::Other | rules_tables::Kind::Variants(_)
    )
}

fn report_repeated(outputs: &[&Ident], found: &mut Diagnostics) {
    for (place, output) in outputs.iter().enumerate() {
        let same = |other: &&&Ident| plain(other) == plain(output);
        if let Some(first) = outputs[..place].iter().find(same) {
            let wording = say::duplicate_item("output", output);
            found.push(wording.at_second(output.span(), first.span()));
        }
    }
}

/// Reports outputs of a row that use parameters.
pub(super) fn check_parameters(table: &ast::Table, row: &ast::Row, found: &mut Diagnostics) {
    for output in &row.outputs {
        for used in uses_in(output).0 {
            let is_parameter = |(name, _): &(Ident, _)| plain(name) == plain(&used.name);
            if table.params.iter().any(is_parameter) {
                found.push(say::parameter_in_output(&used.name).at(used.name.span()));
            }
        }
    }
}
