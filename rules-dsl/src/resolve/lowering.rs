//! A `then` block as plain Rust: each effect becomes a statement that binds and uses the same names.
//!
//! For the analysis alone; the code that is generated comes from the block itself. `modify c { b }`
//! becomes `{ let c = modify_0(c); b }`, so that Rust's scoping says what `c` is in `b`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::ast::{Block, Effect, EffectKind, Piece};
use crate::block;
use crate::hir;

use super::names::member_name;
use super::rust_uses::Access;

const MODIFY: &str = "__rules_modify_";
const RETRACT: &str = "__rules_retract_";

/// What a statement's target is.
#[derive(Debug, Clone)]
pub(super) enum TargetKind {
    /// A name from around the block.
    Outer,
    /// What the `modify` statement of this number, which stands around, modifies.
    Modified(usize),
    /// A variable of the block itself, with the outer names that its value comes from.
    Local(Vec<String>),
}

/// What the walk of a lowered block finds out about its effects, by their numbers.
#[derive(Debug, Default)]
pub(super) struct EffectLog {
    pub(super) modifies: BTreeMap<usize, TargetKind>,
    pub(super) retracts: BTreeMap<usize, TargetKind>,
    writes: BTreeMap<usize, Option<BTreeSet<hir::Field>>>,
}

impl EffectLog {
    /// Notes how a block uses what it modifies.
    pub(super) fn note_access(&mut self, modify: usize, access: &Access, written: bool) {
        let writes = self
            .writes
            .entry(modify)
            .or_insert_with(|| Some(BTreeSet::new()));
        match access {
            Access::Whole | Access::Method(_) => *writes = None,
            Access::Field(member) if written => {
                if let Some(fields) = writes {
                    fields.insert(hir::Field {
                        variant: None,
                        member: Some(member_name(member)),
                    });
                }
            }
            Access::Field(_) => {}
        }
    }

    /// The fields that a `modify` statement writes; `None` is all of them.
    pub(super) fn writes(&self, modify: usize) -> Option<BTreeSet<hir::Field>> {
        self.writes
            .get(&modify)
            .cloned()
            .unwrap_or_else(|| Some(BTreeSet::new()))
    }
}

/// The number of the `modify` statement that a lowered call stands for.
pub(super) fn modify_number(function: &Ident) -> Option<usize> {
    function.to_string().strip_prefix(MODIFY)?.parse().ok()
}

/// The number of the `retract` statement that a lowered call stands for.
pub(super) fn retract_number(function: &Ident) -> Option<usize> {
    function.to_string().strip_prefix(RETRACT)?.parse().ok()
}

/// The effects of a block, in the order in which their statements begin.
#[derive(Default)]
pub(super) struct Lowering {
    pub(super) modifies: Vec<Ident>,
    pub(super) retracts: Vec<Ident>,
    pub(super) inserts: Vec<LoweredInsert>,
    /// The groups that its `focus` statements name.
    pub(super) focuses: Vec<Ident>,
    /// Its `choose` and `fail` statements: the words.
    pub(super) searches: Vec<(&'static str, Span)>,
}

/// An `insert` statement.
pub(super) struct LoweredInsert {
    pub(super) logical: bool,
    /// The word `insert`.
    pub(super) keyword: Span,
    /// The fact, as Rust.
    pub(super) fact: TokenStream,
}

impl Lowering {
    /// A block as Rust, braces included.
    pub(super) fn lower_block(&mut self, block: &Block) -> TokenStream {
        let inside = self.lower_pieces(&block.pieces);
        quote!({ #inside })
    }

    fn lower_pieces(&mut self, pieces: &[Piece]) -> TokenStream {
        block::tokens(pieces, &mut |effect| self.lower_effect(effect))
    }

    fn lower_effect(&mut self, effect: &Effect) -> TokenStream {
        match &effect.kind {
            EffectKind::Insert { logical, fact } => {
                let number = self.inserts.len();
                self.inserts.push(LoweredInsert {
                    logical: *logical,
                    keyword: effect.keyword,
                    fact: TokenStream::new(),
                });
                let fact = self.lower_pieces(fact);
                self.inserts[number].fact = fact.clone();
                quote!(let _ = (#fact);)
            }
            EffectKind::Modify { target, body } => {
                let function = format_ident!("{MODIFY}{}", self.modifies.len());
                self.modifies.push(target.clone());
                let body = self.lower_pieces(&body.pieces);
                quote!({ let modified = #function(#target); #body })
            }
            EffectKind::Retract { target } => {
                let function = format_ident!("{RETRACT}{}", self.retracts.len());
                self.retracts.push(target.clone());
                quote!(#function(#target);)
            }
            EffectKind::Halt => quote!(;),
            EffectKind::Focus { group } => {
                self.focuses.push(group.clone());
                quote!(;)
            }
            EffectKind::Choose { pat, expr } => {
                self.searches.push(("choose", effect.keyword));
                quote!(let #pat = #expr;)
            }
            EffectKind::Fail => {
                self.searches.push(("fail", effect.keyword));
                quote!(;)
            }
        }
    }
}
