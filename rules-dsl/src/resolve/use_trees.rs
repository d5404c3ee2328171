//! The names that a `use` brings in.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned as _;

/// What a `use` brings in.
#[derive(Default)]
pub(super) struct Brought<'u> {
    /// The names that types have here.
    pub(super) names: Vec<&'u Ident>,
    /// The places of what has none: `*`, `self`, `as _`.
    pub(super) unnamed: Vec<Span>,
}

/// What the tree of a `use` brings in.
pub(super) fn brought_in(tree: &syn::UseTree) -> Brought<'_> {
    let mut brought = Brought::default();
    brought.add(tree);
    brought
}

impl<'u> Brought<'u> {
    fn add(&mut self, tree: &'u syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => self.add(&path.tree),
            syn::UseTree::Name(name) => self.add_name(&name.ident),
            syn::UseTree::Rename(renamed) => self.add_name(&renamed.rename),
            syn::UseTree::Glob(glob) => self.unnamed.push(glob.span()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(tree)),
        }
    }

    fn add_name(&mut self, name: &'u Ident) {
        if name == "self" || name == "_" {
            self.unnamed.push(name.span());
        } else {
            self.names.push(name);
        }
    }
}
