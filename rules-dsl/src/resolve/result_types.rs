//! The types with which queries declare what they take and give, as far as a condition that calls one has to know them.

use quote::ToTokens as _;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Pat, Type, parse_quote};

use crate::hir::{Source, VariableId};

use super::rules::RuleResolver;

impl RuleResolver<'_, '_> {
    /// Whether a variable that a query selects is what the query says that it gives, and not what that is made of: a
    /// `String` is no `&str`.
    pub(super) fn is_declared_as(&self, selected: VariableId, ty: &Type) -> bool {
        let (Source::Field { element, member }, Type::Reference(declared)) =
            (&self.variables[selected.0].source, ty)
        else {
            return true;
        };
        if !is_sayable(ty) {
            return true;
        }
        match self.declared_type(*element, member) {
            Some(field) => is_same_type(field, &declared.elem) || is_same_type(field, ty),
            // A field has a size.
            None => match &*declared.elem {
                Type::Slice(_) | Type::TraitObject(_) | Type::Paren(_) => false,
                ty => ty.to_token_stream().to_string() != "str",
            },
        }
    }
}

/// A pattern with its type, where that can be said in a `let`.
pub(super) fn typed(pattern: Pat, ty: &Type) -> Pat {
    if !is_sayable(ty) {
        return pattern;
    }
    Pat::Type(syn::PatType {
        attrs: Vec::new(),
        colon_token: parse_quote!(:),
        pat: Box::new(pattern),
        ty: Box::new(ty.clone()),
    })
}

/// Whether two types are written alike, but for lifetimes and the modules that they are in.
fn is_same_type(one: &Type, other: &Type) -> bool {
    let [one, other] = [one, other].map(|ty| {
        let mut ty = ty.clone();
        Bare.visit_type_mut(&mut ty);
        ty.to_token_stream().to_string()
    });
    one == other
}

/// Leaves nothing of a type but its names.
struct Bare;

impl VisitMut for Bare {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime = None;
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        path.leading_colon = None;
        if let Some(last) = path.segments.pop() {
            path.segments.clear();
            path.segments.push(last);
        }
        visit_mut::visit_path_mut(self, path);
    }
}

/// Whether a type can be said in a `let`.
fn is_sayable(ty: &Type) -> bool {
    let mut unsayable = Unsayable(false);
    unsayable.visit_type(ty);
    !unsayable.0
}

/// Whether a type cannot be said in a `let`: it names a lifetime of the query's method, or is an `impl`.
struct Unsayable(bool);

impl<'t> Visit<'t> for Unsayable {
    fn visit_lifetime(&mut self, lifetime: &'t syn::Lifetime) {
        self.0 |= lifetime.ident != "_" && lifetime.ident != "static";
    }

    fn visit_type_impl_trait(&mut self, ty: &'t syn::TypeImplTrait) {
        self.0 = true;
        visit::visit_type_impl_trait(self, ty);
    }
}
