//! The clock of a ruleset, and the time of its events.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::ElementId;
use crate::ast::Side;

/// The type of a ruleset's clock.
#[derive(Debug, Clone)]
pub struct ClockType {
    /// The type.
    pub ty: syn::Type,
    /// Which of the types that the compiler knows it is, by its name.
    pub known: KnownClock,
}

/// A type of a clock, as far as its name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownClock {
    /// An integer: spans are integers.
    Integer,
    /// `core::time::Duration`
    Duration,
    /// `jiff::Timestamp`
    Timestamp,
    /// Another type.
    Other,
}

const INTEGERS: &[&str] = &[
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
];

/// Types of Rust's that are no integers, of those that need no path.
const OTHERS: &[&str] = &["f32", "f64", "bool", "char", "String"];

/// The last name of a path.
fn last_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

impl ClockType {
    /// A type, with what its name tells.
    #[must_use]
    pub fn of(ty: syn::Type) -> Self {
        let known = match last_name(&ty).as_deref() {
            Some(name) if INTEGERS.contains(&name) => KnownClock::Integer,
            Some("Duration") => KnownClock::Duration,
            Some("Timestamp") => KnownClock::Timestamp,
            _ => KnownClock::Other,
        };
        ClockType { ty, known }
    }

    /// The greatest whole number that a span of an integer clock may be.
    pub(crate) fn greatest(&self) -> Option<u128> {
        // A user's clock may have any name.
        if self.known != KnownClock::Integer {
            return None;
        }
        let name = last_name(&self.ty)?;
        let (sign, bits) = name.split_at(1);
        // A `usize` may have 64 bits, and where it has fewer rustc says so.
        let bits: u32 = if bits == "size" {
            64
        } else {
            bits.parse().ok()?
        };
        let bits = if sign == "i" { bits - 1 } else { bits };
        Some(u128::MAX >> (128 - bits))
    }

    /// Whether a type, as written, is surely not the clock's. (An alias, and a type of another name, may be.)
    pub(crate) fn is_surely_not(&self, ty: &syn::Type) -> bool {
        if self.known == KnownClock::Other {
            return false;
        }
        let path = match ty {
            syn::Type::Path(path) if path.qself.is_none() => &path.path,
            syn::Type::Reference(_) | syn::Type::Tuple(_) | syn::Type::Array(_) => return true,
            _ => return false,
        };
        let is_known = match path.get_ident() {
            Some(name) => {
                let name = name.to_string();
                INTEGERS.contains(&name.as_str()) || OTHERS.contains(&name.as_str())
            }
            None => ["core", "std", "Option", "Vec"]
                .iter()
                .any(|known| path.segments[0].ident == known),
        };
        is_known && last_name(ty) != last_name(&self.ty)
    }

    /// An item that does not compile where a span, a constant with a name, is negative.
    #[must_use]
    pub(crate) fn span_check(&self, span: &syn::Expr) -> Option<TokenStream> {
        let syn::Expr::Path(constant) = span else {
            return None;
        };
        let at = constant.path.segments.first()?.ident.span();
        let is_negative = match self.known {
            KnownClock::Integer => quote_spanned! {at=> #constant < 0 },
            KnownClock::Timestamp => quote_spanned! {at=> #constant.is_negative() },
            KnownClock::Duration | KnownClock::Other => return None,
        };
        Some(quote_spanned! {at=>
            #[allow(unused_comparisons, clippy::all)]
            const _: () = ::core::assert!(!(#is_negative), "a span is not negative");
        })
    }
}

/// What makes facts of a type events.
#[derive(Debug, Clone)]
pub struct Event {
    /// The field of the instant, or of the beginning of the extent.
    pub at: syn::Member,
    /// The field of the end of the extent.
    pub until: Option<syn::Member>,
    /// How long after its end an event expires, where that is said.
    pub expires: Option<Box<syn::Expr>>,
}

impl Event {
    /// The field of the end.
    #[must_use]
    pub fn end(&self) -> &syn::Member {
        self.until.as_ref().unwrap_or(&self.at)
    }

    /// Whether a field is its time, or part of it.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        let mut fields = [Some(&self.at), self.until.as_ref()].into_iter().flatten();
        fields.any(|member| crate::names::member_name(member) == field)
    }
}

/// What the conditions of a rule say of time.
#[derive(Debug, Clone, Default)]
pub struct Timings {
    /// How its events stand to one another.
    pub relations: Vec<Standing>,
    /// The windows of its events.
    pub windows: Vec<(ElementId, syn::Expr)>,
    /// The instants that it waits for, by the hidden elements that stand for them; `None` of one that is not seen to lie
    /// at a constant span after an event.
    pub moments: Vec<(ElementId, Option<Moment>)>,
}

/// How an event stands to another.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The event of the pattern that says it.
    pub event: ElementId,
    /// On which side of the other it stands.
    pub side: Side,
    /// Less than what lies between them.
    pub span: Option<syn::Expr>,
    /// The other.
    pub other: ElementId,
}

/// An instant at a span after an event.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The event.
    pub event: ElementId,
    /// Whether it is counted from its end, and not from its beginning.
    pub of_end: bool,
    /// How long after.
    pub span: Option<syn::Expr>,
}
