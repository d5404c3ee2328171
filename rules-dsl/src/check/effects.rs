//! The effects of a block, each with its number among those of its kind and with what stands around it.
//!
//! The numbers are those by which the model knows them: an effect counts before those inside it.

use proc_macro2::{Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};

use crate::ast::{Block, Effect, EffectKind, Piece};

/// An effect statement in its place.
pub(super) struct Placed<'b> {
    pub(super) effect: &'b Effect,
    /// Its number among the effects of its kind in the block.
    pub(super) number: usize,
    /// The groups around it, outermost first: each may be a branch or a loop.
    around: Vec<usize>,
}

impl Placed<'_> {
    /// Whether it stands in the block itself, in no branch and no loop.
    pub(super) fn is_unconditional(&self) -> bool {
        self.around.is_empty()
    }

    /// Whether it stands where `other` does, or around that: one is reached with the other.
    pub(super) fn is_reached_with(&self, other: &Self) -> bool {
        other.around.starts_with(&self.around)
    }
}

/// The effects of a block, in the order in which they begin.
pub(super) fn effects_of(block: &Block) -> Vec<Placed<'_>> {
    let mut walk = Walk::default();
    walk.visit(&block.pieces);
    walk.placed
}

#[derive(Default)]
struct Walk<'b> {
    placed: Vec<Placed<'b>>,
    around: Vec<usize>,
    groups: usize,
    inserts: usize,
    modifies: usize,
    retracts: usize,
}

impl<'b> Walk<'b> {
    fn visit(&mut self, pieces: &'b [Piece]) {
        for piece in pieces {
            match piece {
                Piece::Rust(_) => {}
                Piece::Group { pieces, .. } => {
                    self.groups += 1;
                    self.around.push(self.groups);
                    self.visit(pieces);
                    self.around.pop();
                }
                Piece::Effect(effect) => self.visit_effect(effect),
            }
        }
    }

    fn visit_effect(&mut self, effect: &'b Effect) {
        let counter = match &effect.kind {
            EffectKind::Insert { .. } => Some(&mut self.inserts),
            EffectKind::Modify { .. } => Some(&mut self.modifies),
            EffectKind::Retract { .. } => Some(&mut self.retracts),
            EffectKind::Focus { .. }
            | EffectKind::Halt
            | EffectKind::Choose { .. }
            | EffectKind::Fail => None,
        };
        let number = counter.map_or(0, |counter| {
            *counter += 1;
            *counter - 1
        });
        self.placed.push(Placed {
            effect,
            number,
            around: self.around.clone(),
        });
        match &effect.kind {
            EffectKind::Insert { fact, .. } => self.visit(fact),
            EffectKind::Modify { body, .. } => self.visit(&body.pieces),
            EffectKind::Retract { .. }
            | EffectKind::Focus { .. }
            | EffectKind::Halt
            | EffectKind::Choose { .. }
            | EffectKind::Fail => {}
        }
    }
}

/// The tokens of a block as they are written.
pub(super) fn tokens_of(pieces: &[Piece]) -> TokenStream {
    pieces.iter().map(tokens_of_piece).collect()
}

fn tokens_of_piece(piece: &Piece) -> TokenStream {
    match piece {
        Piece::Rust(token) => token.to_token_stream(),
        Piece::Group {
            delimiter, pieces, ..
        } => Group::new(*delimiter, tokens_of(pieces)).to_token_stream(),
        Piece::Effect(effect) => tokens_of_effect(effect),
    }
}

fn tokens_of_effect(effect: &Effect) -> TokenStream {
    let word = |word: &str| Ident::new(word, effect.keyword);
    match &effect.kind {
        EffectKind::Insert { logical, fact } => {
            let insert = word("insert");
            let logical = logical.then(|| word("logical"));
            let fact = tokens_of(fact);
            quote!(#insert #logical #fact;)
        }
        EffectKind::Modify { target, body } => {
            let modify = word("modify");
            let body = tokens_of(&body.pieces);
            quote!(#modify #target { #body })
        }
        EffectKind::Retract { target } => {
            let retract = word("retract");
            quote!(#retract #target;)
        }
        EffectKind::Focus { group } => {
            let focus = word("focus");
            quote!(#focus #group;)
        }
        EffectKind::Choose { pat, expr } => {
            let choose = word("choose");
            quote!(#choose #pat in #expr;)
        }
        EffectKind::Halt => statement(word("halt")),
        EffectKind::Fail => statement(word("fail")),
    }
}

fn statement(word: Ident) -> TokenStream {
    let semi = Punct::new(';', Spacing::Alone);
    [TokenTree::Ident(word), TokenTree::Punct(semi)]
        .into_iter()
        .collect()
}

/// Whether one of these words or marks stands among tokens, at any depth.
pub(super) fn mentions(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), words),
        TokenTree::Ident(word) => words.iter().any(|other| word == other),
        TokenTree::Punct(mark) => words
            .iter()
            .any(|other| *other == mark.as_char().to_string()),
        TokenTree::Literal(_) => false,
    })
}
