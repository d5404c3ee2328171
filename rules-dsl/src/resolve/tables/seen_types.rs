//! The types that a ruleset shows: its facts, and structs, enums and aliases that pass through to Rust.
//!
//! Of these a column's type and an enum's variants are known without being written in the head of a table. All
//! that is found here rustc checks again: the types of columns stand in the generated code.

use std::collections::HashMap;

use rules_tables::Kind;

use crate::ast::{FactItem, Item};

use super::super::names::{member_name, plain};

/// The types that the items of a ruleset declare, by name.
#[derive(Default)]
pub(in super::super) struct SeenTypes {
    structs: HashMap<String, Vec<(String, syn::Type)>>,
    enums: HashMap<String, Vec<String>>,
    aliases: HashMap<String, syn::Type>,
}

/// How many aliases may stand for one another.
const DEPTH: usize = 16;

impl SeenTypes {
    pub(super) fn of(items: &[Item]) -> Self {
        let mut seen = Self::default();
        for item in items {
            match item {
                Item::Fact(fact) => match &fact.item {
                    FactItem::Struct(item) => seen.add_struct(item),
                    FactItem::Enum(item) => seen.add_enum(item),
                },
                Item::Type(alias) => seen.add_alias(&alias.item),
                Item::Rust(tokens) => match syn::parse2(tokens.clone()) {
                    Ok(syn::Item::Struct(item)) => seen.add_struct(&item),
                    Ok(syn::Item::Enum(item)) => seen.add_enum(&item),
                    _ => {}
                },
                Item::Use(_)
                | Item::Global(_)
                | Item::Rule(_)
                | Item::Query(_)
                | Item::Group(_)
                | Item::Table(_)
                | Item::Kind(_) => {}
            }
        }
        seen
    }

    fn add_struct(&mut self, item: &syn::ItemStruct) {
        let fields = item.fields.iter().enumerate().map(|(position, field)| {
            let name = field.ident.as_ref();
            let name = name.map_or_else(|| position.to_string(), plain);
            (name, field.ty.clone())
        });
        // A field of a parameter's type is known where the type is used.
        if item.generics.type_params().next().is_none() {
            self.structs.insert(plain(&item.ident), fields.collect());
        }
    }

    fn add_enum(&mut self, item: &syn::ItemEnum) {
        let variants = item.variants.iter().map(|variant| plain(&variant.ident));
        self.enums.insert(plain(&item.ident), variants.collect());
    }

    fn add_alias(&mut self, item: &syn::ItemType) {
        if item.generics.params.is_empty() {
            self.aliases.insert(plain(&item.ident), (*item.ty).clone());
        }
    }

    /// A type without references around it, and without aliases of the ruleset.
    pub(super) fn bare(&self, ty: &syn::Type) -> syn::Type {
        let mut ty = ty.clone();
        for _ in 0..DEPTH {
            ty = match &ty {
                syn::Type::Reference(reference) => (*reference.elem).clone(),
                syn::Type::Paren(paren) => (*paren.elem).clone(),
                syn::Type::Group(group) => (*group.elem).clone(),
                ty => match single_name(ty).and_then(|name| self.aliases.get(&name)) {
                    Some(stands_for) => stands_for.clone(),
                    None => return ty.clone(),
                },
            };
        }
        ty
    }

    /// The names of a type's fields, where it is a struct that the ruleset shows.
    pub(super) fn fields(&self, ty: &syn::Type) -> Option<&[(String, syn::Type)]> {
        let fields = self.structs.get(&single_name(&self.bare(ty))?)?;
        Some(fields)
    }

    /// The type of an expression over variables of known types.
    pub(super) fn type_of(
        &self,
        expr: &syn::Expr,
        variables: &[(proc_macro2::Ident, syn::Type)],
    ) -> Option<syn::Type> {
        match expr {
            syn::Expr::Paren(inside) => self.type_of(&inside.expr, variables),
            syn::Expr::Group(inside) => self.type_of(&inside.expr, variables),
            syn::Expr::Reference(inside) => self.type_of(&inside.expr, variables),
            syn::Expr::Path(path) => {
                let name = plain(path.path.get_ident()?);
                let known = variables
                    .iter()
                    .find(|(variable, _)| plain(variable) == name);
                known.map(|(_, ty)| ty.clone())
            }
            syn::Expr::Field(field) => {
                let base = self.type_of(&field.base, variables)?;
                let name = member_name(&field.member);
                let mut fields = self.fields(&base)?.iter();
                let (_, ty) = fields.find(|(field, _)| *field == name)?;
                Some(ty.clone())
            }
            syn::Expr::Cast(cast) => Some((*cast.ty).clone()),
            syn::Expr::Binary(binary) if is_truth(&binary.op) => Some(syn::parse_quote! { bool }),
            _ => None,
        }
    }

    /// What values a type has, as far as it is known.
    pub(super) fn kind(&self, ty: &syn::Type) -> Kind {
        let bare = self.bare(ty);
        if let Some(inner) = text_inside(&bare) {
            return self.kind(&inner);
        }
        let Some(name) = last_name(&bare) else {
            return Kind::Other;
        };
        if let Some(kind) = primitive(&name) {
            return kind;
        }
        match self.enums.get(&name) {
            Some(variants) if single_name(&bare).is_some() => Kind::Variants(variants.clone()),
            _ => Kind::Other,
        }
    }
}

/// Whether an operator gives a `bool`, whatever its operands are.
fn is_truth(op: &syn::BinOp) -> bool {
    use syn::BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(
        op,
        And(_) | Or(_) | Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)
    )
}

/// The name of a type that is one word.
fn single_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(plain),
        _ => None,
    }
}

/// The last name of a path without arguments.
fn last_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            last.arguments.is_none().then(|| plain(&last.ident))
        }
        _ => None,
    }
}

/// `str`, where a type is a `Box<str>`, an `Rc<str>` or the like.
fn text_inside(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    if !["Box", "Rc", "Arc", "Cow"].contains(&plain(&last.ident).as_str()) {
        return None;
    }
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) if single_name(ty).as_deref() == Some("str") => {
            Some(ty.clone())
        }
        _ => None,
    })
}

fn primitive(name: &str) -> Option<Kind> {
    macro_rules! integer {
        ($ty:ty) => {
            Kind::Integer {
                least: i128::from(<$ty>::MIN),
                greatest: i128::from(<$ty>::MAX),
            }
        };
    }
    Some(match name {
        "bool" => Kind::Bool,
        "char" => Kind::Char,
        "f32" => Kind::Single,
        "f64" => Kind::Float,
        "str" | "String" => Kind::Text,
        "u8" => integer!(u8),
        "u16" => integer!(u16),
        "u32" => integer!(u32),
        "u64" | "usize" => integer!(u64),
        "i8" => integer!(i8),
        "i16" => integer!(i16),
        "i32" => integer!(i32),
        "i64" | "isize" => integer!(i64),
        "i128" => integer!(i128),
        "u128" => Kind::Integer {
            least: 0,
            greatest: i128::MAX,
        },
        _ => return None,
    })
}
