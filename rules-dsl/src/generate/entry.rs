//! An entry of a constant table of the runtime, as a reader wants it: what differs from the plain one of its type.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::literals::int;

/// A value of a type that has a constant `PLAIN`: fields that are as in this are not written.
pub(super) struct Entry {
    ty: &'static str,
    fields: TokenStream,
}

impl Entry {
    pub(super) fn of(ty: &'static str) -> Self {
        let fields = TokenStream::new();
        Entry { ty, fields }
    }

    /// A field that is written.
    pub(super) fn value(mut self, field: &str, value: impl ToTokens) -> Self {
        let field = format_ident!("{field}");
        self.fields.extend(quote! { #field: #value, });
        self
    }

    /// One that is written where there is something else to be said than of the plain one.
    pub(super) fn other(self, field: &str, value: Option<impl ToTokens>) -> Self {
        match value {
            Some(value) => self.value(field, value),
            None => self,
        }
    }

    /// One that is false of the plain one.
    pub(super) fn flag(self, field: &str, holds: bool) -> Self {
        self.other(field, holds.then_some(true))
    }

    /// One that the plain one does not have.
    pub(super) fn option(self, field: &str, value: Option<impl ToTokens>) -> Self {
        self.other(
            field,
            value.map(|value| quote! { ::core::option::Option::Some(#value) }),
        )
    }

    /// A list, which is empty in the plain one.
    pub(super) fn list(self, field: &str, items: impl IntoIterator<Item = impl ToTokens>) -> Self {
        let mut items = items.into_iter().peekable();
        if items.peek().is_none() {
            return self;
        }
        self.value(field, quote! { &[#(#items),*] })
    }

    /// The same, of numbers.
    pub(super) fn numbers(self, field: &str, numbers: impl IntoIterator<Item = usize>) -> Self {
        self.list(field, numbers.into_iter().map(int))
    }
}

impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (ty, fields) = (format_ident!("{}", self.ty), &self.fields);
        tokens.extend(quote! { __rt::#ty { #fields ..__rt::#ty::PLAIN } });
    }
}
