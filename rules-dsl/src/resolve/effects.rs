//! Builds the model of a block: its pieces, and its effects with what is known of each.
//!
//! The last step of resolving a block. What its `insert`, `modify` and `retract` statements mean has been found out
//! statement by statement, in the order in which they begin; here each gets its place.

use crate::ast;
use crate::hir::{
    Block, Choose, Effect, EffectId, EffectKind, FactTypeId, GroupId, Insert, Modify, Needs, Piece,
    Retract, Target,
};

use super::inserts::is_returned;
use super::misuses::Modified;
use super::names::plain;

/// What is known of the statements of a block, kind by kind in the order in which they begin.
pub(super) struct Meanings {
    /// For each `insert`, the type where it stands in the statement.
    pub(super) inserts: std::vec::IntoIter<Option<FactTypeId>>,
    /// For each `modify`, what it modifies and the fields that it writes.
    pub(super) modifies: std::vec::IntoIter<Modified>,
    /// For each `retract`, what it retracts.
    pub(super) retracts: std::vec::IntoIter<Target>,
    /// For each `choose` at the head, what its alternatives need.
    pub(super) choices: std::vec::IntoIter<Needs>,
    /// The names of the groups.
    pub(super) groups: Vec<String>,
}

/// Builds a block and the list of its effects.
pub(super) fn build_block(block: &ast::Block, meanings: Meanings) -> (Block, Vec<Effect>) {
    let mut builder = Builder {
        meanings,
        effects: Vec::new(),
        around: Vec::new(),
        groups: 0,
    };
    let block = builder.block(block);
    (block, builder.effects)
}

struct Builder {
    meanings: Meanings,
    effects: Vec<Effect>,
    /// The groups around what is built.
    around: Vec<usize>,
    /// How many groups there are so far.
    groups: usize,
}

impl Builder {
    fn block(&mut self, block: &ast::Block) -> Block {
        Block {
            pieces: self.pieces(&block.pieces),
            open: block.open,
            close: block.close,
        }
    }

    fn pieces(&mut self, pieces: &[ast::Piece]) -> Vec<Piece> {
        pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, piece: &ast::Piece) -> Piece {
        match piece {
            ast::Piece::Rust(token) => Piece::Rust(token.clone()),
            ast::Piece::Group {
                delimiter,
                pieces,
                span,
            } => {
                self.groups += 1;
                self.around.push(self.groups);
                let pieces = self.pieces(pieces);
                self.around.pop();
                Piece::Group {
                    delimiter: *delimiter,
                    pieces,
                    span: *span,
                }
            }
            ast::Piece::Effect(effect) => Piece::Effect(self.effect(effect)),
        }
    }

    fn effect(&mut self, effect: &ast::Effect) -> EffectId {
        let id = EffectId(self.effects.len());
        // Its number and what is known of it come before those of the effects inside it; what it does is filled in
        // when they are built.
        self.effects.push(Effect {
            kind: EffectKind::Halt,
            keyword: effect.keyword,
            around: self.around.clone(),
        });
        self.effects[id.0].kind = match &effect.kind {
            ast::EffectKind::Insert { logical, fact } => {
                let fact_type = self.meanings.inserts.next().flatten();
                let fact = self.pieces(fact);
                EffectKind::Insert(Insert {
                    fact_type,
                    logical: *logical,
                    returned: is_returned(&fact),
                    fact,
                })
            }
            ast::EffectKind::Modify { target, body } => {
                let known = self.meanings.modifies.next();
                let (target, writes) = known.unwrap_or_else(|| (Target::unknown(target), None));
                EffectKind::Modify(Modify {
                    target,
                    writes,
                    body: self.block(body),
                })
            }
            ast::EffectKind::Retract { target } => {
                let known = self.meanings.retracts.next();
                let target = known.unwrap_or_else(|| Target::unknown(target));
                EffectKind::Retract(Retract { target })
            }
            ast::EffectKind::Focus { group } => {
                let name = plain(group);
                let number = self.meanings.groups.iter().position(|group| *group == name);
                EffectKind::Focus {
                    name: group.clone(),
                    group: number.map(GroupId),
                }
            }
            ast::EffectKind::Halt => EffectKind::Halt,
            ast::EffectKind::Choose { pat, expr } => EffectKind::Choose(Box::new(Choose {
                pattern: pat.clone(),
                expr: expr.clone(),
                needs: self.meanings.choices.next().unwrap_or_default(),
            })),
            ast::EffectKind::Fail => EffectKind::Fail,
        };
        id
    }
}
