//! Where Rust code uses names from around itself, for editors: the walk of `rust_scope`, with the tokens of each use.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::Visit as _;

use crate::ast::{Block, Effect, EffectKind, Piece};
use crate::block;

use super::rust_scope::RustScope;
use super::rust_uses::{Access, MemberUse, Use};

/// A use of a name that is not bound in the code itself.
#[derive(Debug)]
pub(crate) struct Occurrence {
    /// The name; in a format string its span is the string's.
    pub(crate) name: Ident,
    /// The field that is read of it, or written.
    pub(crate) member: Option<syn::Member>,
    /// Whether it is a field of a literal and its value at once: `total` in `Bill { total }`.
    pub(crate) is_shorthand: bool,
    /// Whether the field is one of a member of it, which a `for` has taken from it elsewhere: the name does not stand here.
    pub(crate) is_of_member: bool,
}

impl From<&Ident> for Occurrence {
    fn from(name: &Ident) -> Self {
        Self {
            name: name.clone(),
            member: None,
            is_shorthand: false,
            is_of_member: false,
        }
    }
}

/// The uses in an expression.
pub(crate) fn occurrences(expr: &syn::Expr) -> Vec<Occurrence> {
    let mut walk = RustScope::default();
    walk.visit_expr(expr);
    occurrences_of(walk)
}

/// The uses in a block, what effects name among them. `None` where the block is no Rust.
pub(crate) fn occurrences_in_block(block: &Block) -> Option<Vec<Occurrence>> {
    let tokens = lower(&block.pieces);
    let block: syn::Block = syn::parse2(quote!({ #tokens })).ok()?;
    let mut walk = RustScope::default();
    walk.visit_block(&block);
    Some(occurrences_of(walk))
}

fn occurrences_of(walk: RustScope) -> Vec<Occurrence> {
    let uses = walk.uses.into_iter().map(occurrence);
    let of_members = walk.member_uses.into_iter().map(occurrence_of_member);
    uses.chain(of_members).collect()
}

fn occurrence(found: Use) -> Occurrence {
    let member = match found.access {
        Access::Field(member) => Some(member),
        Access::Whole | Access::Method(_) => None,
    };
    Occurrence {
        name: found.name,
        member,
        is_shorthand: found.is_shorthand,
        is_of_member: false,
    }
}

fn occurrence_of_member(found: MemberUse) -> Occurrence {
    Occurrence {
        name: found.collection,
        member: Some(found.field),
        is_shorthand: false,
        is_of_member: true,
    }
}

/// A block as Rust in which what is modified keeps its name, as it is the same fact.
fn lower(pieces: &[Piece]) -> TokenStream {
    block::tokens(pieces, &mut lower_effect)
}

fn lower_effect(effect: &Effect) -> TokenStream {
    match &effect.kind {
        EffectKind::Insert { fact, .. } => {
            let fact = lower(fact);
            quote!(let _ = (#fact);)
        }
        EffectKind::Modify { target, body } => {
            let body = lower(&body.pieces);
            quote!({ let _ = #target; #body })
        }
        EffectKind::Retract { target } => quote!(let _ = #target;),
        EffectKind::Choose { pat, expr } => quote!(let #pat = #expr;),
        EffectKind::Focus { .. } | EffectKind::Halt | EffectKind::Fail => quote!(;),
    }
}
