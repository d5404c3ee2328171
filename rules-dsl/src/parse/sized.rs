//! Types whose values are kept: of a field, of a global, of what a query is asked and answers.
//!
//! One without a size would be rustc's to report, and it would, at every place of generated code that moves
//! such a value. So it is reported here, and a reference stands in for it.

use quote::ToTokens as _;
use syn::{Fields, GenericArgument, PathArguments, Type, parse_quote};

use super::Parser;
use super::grammar::Node;
use crate::ast::FactItem;
use crate::diagnostic::{Edit, SpanRange};
use crate::printer;
use crate::vocabulary as say;

/// Types of the standard library that hold values of their arguments.
const HOLDERS: [&str; 10] = [
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "LinkedList",
    "Option",
    "Result",
    "Vec",
    "VecDeque",
];

impl Parser<'_> {
    /// A type whose values are kept, up to a mark.
    pub(super) fn parse_sized_type(&mut self, node: &Node, end: &str) -> Option<Type> {
        let mut ty = self.parse_type(node, end)?;
        self.require_size(&mut ty);
        Some(ty)
    }

    /// Reports types without a size: a type itself, or what it holds.
    fn require_size(&mut self, ty: &mut Type) {
        if let Some(instead) = instead_of(ty) {
            self.report_unsized(ty, instead);
        } else {
            self.require_sizes_within(ty);
        }
    }

    /// The same of what stands in a type, which may be without a size itself.
    fn require_sizes_within(&mut self, ty: &mut Type) {
        match ty {
            Type::Paren(inner) => self.require_sizes_within(&mut inner.elem),
            Type::Reference(reference) => self.require_sizes_within(&mut reference.elem),
            Type::Slice(slice) => self.require_size(&mut slice.elem),
            Type::Array(array) => self.require_size(&mut array.elem),
            Type::Tuple(tuple) => {
                for element in &mut tuple.elems {
                    self.require_size(element);
                }
            }
            Type::Path(path) => {
                for held in held_by(&mut path.path) {
                    self.require_size(held);
                }
            }
            _ => {}
        }
    }

    fn report_unsized(&mut self, ty: &mut Type, instead: String) {
        let tokens = ty.to_token_stream();
        if let Some(span) = SpanRange::of(&tokens) {
            let first = instead.split('`').nth(1).unwrap_or_default().to_owned();
            let wording = say::unsized_type(printer::text(&tokens), instead);
            let wording = wording.mend(Edit::Replace(first));
            self.diagnostics.push(wording.at(span));
        }
        *ty = parse_quote! { &'static (#ty) };
    }

    /// The same of each field of a fact.
    pub(super) fn require_sizes(&mut self, fact: &mut FactItem) {
        let fields: Vec<&mut Fields> = match fact {
            FactItem::Struct(item) => vec![&mut item.fields],
            FactItem::Enum(item) => {
                let variants = item.variants.iter_mut();
                variants.map(|variant| &mut variant.fields).collect()
            }
        };
        for field in fields.into_iter().flatten() {
            self.require_size(&mut field.ty);
            self.require_own_data(&mut field.ty, "a fact");
        }
    }

    /// Reports references to what does not live for ever: a type itself, or what it holds. rustc would advise a lifetime,
    /// which neither facts nor globals have.
    pub(super) fn require_own_data(&mut self, ty: &mut Type, owner: &str) {
        match ty {
            Type::Paren(inner) => self.require_own_data(&mut inner.elem, owner),
            Type::Array(array) => self.require_own_data(&mut array.elem, owner),
            Type::Tuple(tuple) => {
                for element in &mut tuple.elems {
                    self.require_own_data(element, owner);
                }
            }
            Type::Path(path) => {
                for held in held_by(&mut path.path) {
                    self.require_own_data(held, owner);
                }
            }
            Type::Reference(reference) if !is_static(reference) => {
                let instead = owned(&reference.elem);
                let tokens = reference.to_token_stream();
                if let Some(span) = SpanRange::of(&tokens) {
                    let first = instead.split('`').nth(1).unwrap_or_default().to_owned();
                    let wording = say::borrowed_data(printer::text(&tokens), owner, instead);
                    let wording = wording.mend(Edit::Replace(first));
                    self.diagnostics.push(wording.at(span));
                }
                reference.lifetime = Some(parse_quote! { 'static });
            }
            _ => {}
        }
    }
}

/// The arguments of a type of the standard library that holds values of them.
fn held_by(path: &mut syn::Path) -> Vec<&mut Type> {
    let Some(last) = path.segments.last_mut() else {
        return Vec::new();
    };
    let PathArguments::AngleBracketed(arguments) = &mut last.arguments else {
        return Vec::new();
    };
    if !HOLDERS.iter().any(|holder| last.ident == holder) {
        return Vec::new();
    }
    let types = arguments
        .args
        .iter_mut()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
    types.collect()
}

fn is_static(reference: &syn::TypeReference) -> bool {
    let lifetime = reference.lifetime.as_ref();
    lifetime.is_some_and(|lifetime| lifetime.ident == "static")
}

/// What may be written in place of a reference to a type.
fn owned(ty: &Type) -> String {
    instead_of(ty).unwrap_or_else(|| format!("`{}`", printer::text(&ty.to_token_stream())))
}

/// What may be written in place of a type, where it has no size.
fn instead_of(ty: &Type) -> Option<String> {
    let text = printer::text(&ty.to_token_stream());
    match ty {
        Type::Path(path) if path.path.is_ident("str") => {
            Some("`String` or `&'static str`".to_owned())
        }
        Type::Slice(slice) => {
            let element = printer::text(&slice.elem.to_token_stream());
            Some(format!("`Vec<{element}>` or `&'static {text}`"))
        }
        Type::TraitObject(_) => Some(format!("`Box<{text}>`")),
        Type::Paren(inner) => instead_of(&inner.elem),
        _ => None,
    }
}
