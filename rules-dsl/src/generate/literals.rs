//! Numbers and masks, as a reader of generated code wants them.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

use crate::network::Reads;

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

/// A mask of fields, as an operand: the two bits that mean more than a field by their names.
pub(super) fn mask(bits: u64) -> TokenStream {
    let mask = open_mask(bits);
    match bits & (Reads::PRESENCE | Reads::WHOLE) {
        0 => mask,
        named if named == bits && named.is_power_of_two() => mask,
        _ => quote! { (#mask) },
    }
}

/// A mask of fields where no operator stands beside it.
pub(super) fn open_mask(bits: u64) -> TokenStream {
    if bits == u64::MAX {
        return quote! { !0 };
    }
    let fields = bits & !(Reads::PRESENCE | Reads::WHOLE);
    let presence = (bits & Reads::PRESENCE != 0).then(|| quote! { __rt::PRESENCE });
    let whole = (bits & Reads::WHOLE != 0).then(|| quote! { __rt::WHOLE });
    let fields = (fields != 0 || bits == 0).then(|| {
        let literal: Literal = format!("{fields:#x}")
            .parse()
            .expect("a hexadecimal number");
        literal.to_token_stream()
    });
    let parts = presence.into_iter().chain(whole).chain(fields);
    quote! { #(#parts)|* }
}
