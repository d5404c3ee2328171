//! Numbers, masks and other small values, as a reader of generated code wants them.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{FactTypeId, Quantifier, Ruleset};
use crate::network::{self, Part, Reads};

/// A number, without its type.
pub(super) fn int(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

/// A digest, in groups of hexadecimal digits.
pub(super) fn digest(digest: u64) -> Literal {
    let [a, b, c, d] = [48, 32, 16, 0].map(|shift| digest >> shift & 0xffff);
    let text = format!("0x{a:04x}_{b:04x}_{c:04x}_{d:04x}");
    text.parse().expect("a hexadecimal number")
}

/// A word of a set of fields, as an operand: the two bits that mean more than a field by their names.
fn operand(bits: u64) -> TokenStream {
    let word = word(bits);
    match bits & (Reads::PRESENCE | Reads::WHOLE) {
        0 => word,
        named if named == bits && named.is_power_of_two() => word,
        _ => quote! { (#word) },
    }
}

/// A word of a set of fields where no operator stands beside it.
fn word(bits: u64) -> TokenStream {
    let fields = bits & !(Reads::PRESENCE | Reads::WHOLE);
    let presence = (bits & Reads::PRESENCE != 0).then(|| quote! { __rt::PRESENCE });
    let whole = (bits & Reads::WHOLE != 0).then(|| quote! { __rt::WHOLE });
    let fields = (fields != 0 || bits == 0).then(|| hexadecimal(fields));
    let parts = presence.into_iter().chain(whole).chain(fields);
    quote! { #(#parts)|* }
}

/// A set of bits.
pub(super) fn hexadecimal(bits: u64) -> TokenStream {
    let literal: Literal = format!("{bits:#x}").parse().expect("a hexadecimal number");
    literal.to_token_stream()
}

/// How generated code writes the sets of fields of a ruleset: as one word, or as arrays of several.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldSets {
    width: usize,
}

impl FieldSets {
    /// Those of a ruleset.
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        FieldSets {
            width: network::width(ruleset),
        }
    }

    /// How many words there are, where they are several.
    pub(super) fn words(self) -> Option<Literal> {
        (self.width > 1).then(|| int(self.width))
    }

    /// Their type.
    pub(super) fn ty(self) -> TokenStream {
        match self.words() {
            None => quote! { u64 },
            Some(words) => quote! { [u64; #words] },
        }
    }

    /// The empty set.
    pub(super) fn none(self) -> TokenStream {
        match self.words() {
            None => quote! { 0 },
            Some(words) => quote! { [0; #words] },
        }
    }

    /// A set.
    pub(super) fn set(self, reads: &Reads) -> TokenStream {
        let mut words = reads.words(self.width).enumerate().map(|(place, bits)| {
            if place == 0 {
                word(bits)
            } else {
                hexadecimal(bits)
            }
        });
        if self.width == 1 {
            return words.next().unwrap_or_default();
        }
        quote! { [#(#words),*] }
    }

    /// Whether a set that a name stands for has one of these fields.
    pub(super) fn meets(self, name: &TokenStream, reads: &Reads) -> TokenStream {
        let words = self
            .words_of(name, reads)
            .map(|(word, bits)| quote! { #word & #bits });
        let mut words: Vec<_> = words.collect();
        match (self.width, words.len()) {
            (1, _) | (_, 1) => {
                let word = words.remove(0);
                quote! { #word != 0 }
            }
            _ => quote! { (#(#words)|*) != 0 },
        }
    }

    /// The words of a set that have bits of another, with those: of sets of one word, that one.
    pub(super) fn words_of(
        self,
        name: &TokenStream,
        reads: &Reads,
    ) -> impl Iterator<Item = (TokenStream, TokenStream)> {
        let words = reads.words(self.width).enumerate();
        let words = words.filter(move |&(_, bits)| bits != 0 || self.width == 1);
        words.map(move |(place, bits)| {
            let bits = if place == 0 {
                operand(bits)
            } else {
                hexadecimal(bits)
            };
            if self.width == 1 {
                return (name.clone(), bits);
            }
            let place = int(place);
            (quote! { #name[#place] }, bits)
        })
    }
}

/// The expression of type `KindId` of a fact type.
pub(super) fn kind(of: FactTypeId) -> TokenStream {
    let number = int(of.0);
    quote! { __rt::KindId(#number) }
}

/// The expression of type `Part`.
pub(super) fn emit_part(sets: FieldSets, part: &Part) -> TokenStream {
    let (kind, reads) = (kind(part.fact_type), sets.set(&part.reads));
    quote! { __rt::Part { kind: #kind, reads: #reads } }
}

/// The expression of the runtime's type `Quantifier`.
pub(super) fn emit_quantifier(quantifier: Quantifier) -> TokenStream {
    match quantifier {
        Quantifier::None => quote! { __rt::Quantifier::None },
        Quantifier::Some => quote! { __rt::Quantifier::Some },
        Quantifier::One => quote! { __rt::Quantifier::One },
    }
}
