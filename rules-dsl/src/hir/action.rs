//! What a rule does: a block of Rust, and the effects in it with what they mean.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::block;

use super::{ElementId, FactTypeId, Field, GroupId, Needs};

/// A `then` or an `undo` block.
#[derive(Debug, Clone)]
pub struct Action {
    /// The block; its effects stand in it by their numbers.
    pub block: Block,
    /// The effects in the order in which they begin: one comes before those inside it.
    pub effects: Vec<Effect>,
    /// What it needs: the variables that it uses, by Rust's scoping.
    pub needs: Needs,
    /// The globals that it uses, by their places in [`Ruleset::globals`](super::Ruleset::globals).
    pub globals: BTreeSet<usize>,
    /// `now`, where it reads the clock, as it is first written.
    pub now: Option<Ident>,
}

/// A block of Rust with effects among it: entries of [`Action::effects`].
pub(crate) type Block = block::Block<EffectId>;

/// A piece of a block.
pub(crate) type Piece = block::Piece<EffectId>;

/// An entry of [`Action::effects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectId(pub usize);

/// An effect statement.
#[derive(Debug, Clone)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// The span of its first word.
    pub keyword: Span,
    /// The groups around it by numbers of their own, outermost first: each may be a branch or a loop.
    pub around: Vec<usize>,
}

impl Effect {
    /// Whether it stands in the block itself, in no branch and no loop.
    #[must_use]
    pub fn is_unconditional(&self) -> bool {
        self.around.is_empty()
    }

    /// Whether it stands where `other` does, or around that: one is reached with the other.
    #[must_use]
    pub fn is_reached_with(&self, other: &Self) -> bool {
        other.around.starts_with(&self.around)
    }
}

/// What an effect statement does.
#[derive(Debug, Clone)]
pub enum EffectKind {
    /// `insert expr;` and `insert logical expr;`
    Insert(Insert),
    /// `modify c { … }`
    Modify(Modify),
    /// `retract c;`
    Retract(Retract),
    /// `focus group;`
    Focus {
        /// The group's name, as written.
        name: Ident,
        /// The group; `None` where there is none of the name, which has been reported.
        group: Option<GroupId>,
    },
    /// `halt;`
    Halt,
    /// `choose x in expr;`
    Choose(Box<Choose>),
    /// `fail;`
    Fail,
}

/// An `insert` statement.
#[derive(Debug, Clone)]
pub struct Insert {
    /// The type, where it stands in the statement.
    pub fact_type: Option<FactTypeId>,
    /// `insert logical`
    pub logical: bool,
    /// Whether it is what a function of the type returns.
    pub returned: bool,
    /// The fact.
    pub fact: Vec<Piece>,
}

/// A `modify` statement.
#[derive(Debug, Clone)]
pub struct Modify {
    /// What is modified.
    pub target: Target,
    /// The fields that it writes, with those that a `modify` of the same variable in it writes; `None` is all of them, as
    /// when a method is called on the fact.
    pub writes: Option<BTreeSet<Field>>,
    /// The block in which the variable is `&mut T`.
    pub body: Block,
}

/// A `retract` statement.
#[derive(Debug, Clone)]
pub struct Retract {
    /// What is retracted.
    pub target: Target,
}

/// A variable that holds the fact on which a statement has its effect.
#[derive(Debug, Clone)]
pub struct Target {
    /// The variable.
    pub name: Ident,
    /// The element whose fact it is; `None` for a Rust variable of the block.
    pub element: Option<ElementId>,
    /// The types of which the fact may be: for a Rust variable, those of the facts that may have been put there.
    pub types: BTreeSet<FactTypeId>,
    /// Whether the statement stands in a `modify` of the variable, where it holds the value that is written.
    pub is_modified: bool,
}

impl Target {
    /// A variable of which nothing is known.
    pub(crate) fn unknown(name: &Ident) -> Self {
        Target {
            name: name.clone(),
            element: None,
            types: BTreeSet::new(),
            is_modified: false,
        }
    }
}

/// A `choose` statement.
#[derive(Debug, Clone)]
pub struct Choose {
    /// The alternative's pattern.
    pub pattern: syn::Pat,
    /// The alternatives.
    pub expr: syn::Expr,
    /// What these need. What choices before have bound hides what has the same name.
    pub needs: Needs,
}

impl Action {
    /// A block that does nothing.
    #[must_use]
    pub fn empty(span: Span) -> Self {
        Action {
            block: Block {
                pieces: Vec::new(),
                open: span,
                close: span,
            },
            effects: Vec::new(),
            needs: Needs::default(),
            globals: BTreeSet::new(),
            now: None,
        }
    }

    /// Its `insert` statements.
    pub fn inserts(&self) -> impl Iterator<Item = &Insert> {
        self.effects.iter().filter_map(|effect| match &effect.kind {
            EffectKind::Insert(insert) => Some(insert),
            _ => None,
        })
    }

    /// Its `insert` statements, to be changed.
    pub(crate) fn inserts_mut(&mut self) -> impl Iterator<Item = &mut Insert> {
        let effects = self.effects.iter_mut();
        effects.filter_map(|effect| match &mut effect.kind {
            EffectKind::Insert(insert) => Some(insert),
            _ => None,
        })
    }

    /// Its `modify` statements.
    pub fn modifies(&self) -> impl Iterator<Item = &Modify> {
        self.effects.iter().filter_map(|effect| match &effect.kind {
            EffectKind::Modify(modify) => Some(modify),
            _ => None,
        })
    }

    /// Whether it inserts logical facts.
    #[must_use]
    pub fn inserts_logical(&self) -> bool {
        self.inserts().any(|insert| insert.logical)
    }

    /// The choices at the head of the block.
    pub fn choices(&self) -> impl Iterator<Item = &Choose> {
        self.block.pieces.iter().map_while(|piece| match piece {
            Piece::Effect(id) => match &self.effects[id.0].kind {
                EffectKind::Choose(choose) => Some(&**choose),
                _ => None,
            },
            Piece::Rust(_) | Piece::Group { .. } => None,
        })
    }

    /// Whether the block is `fail` and nothing else.
    #[must_use]
    pub fn only_fails(&self) -> bool {
        match self.block.pieces.as_slice() {
            [Piece::Effect(id)] => matches!(self.effects[id.0].kind, EffectKind::Fail),
            _ => false,
        }
    }

    /// Whether the block may `fail`, and does more.
    #[must_use]
    pub fn may_fail(&self) -> bool {
        let mut effects = self.effects.iter();
        !self.only_fails() && effects.any(|effect| matches!(effect.kind, EffectKind::Fail))
    }

    /// Pieces of the block as tokens, effects as they were written.
    #[must_use]
    pub fn tokens(&self, pieces: &[Piece]) -> TokenStream {
        block::tokens(pieces, &mut |id| self.effect_tokens(&self.effects[id.0]))
    }

    fn effect_tokens(&self, effect: &Effect) -> TokenStream {
        let word = |word: &str| Ident::new(word, effect.keyword);
        match &effect.kind {
            EffectKind::Insert(insert) => {
                let logical = insert.logical.then(|| format_ident!("logical"));
                let (insert, fact) = (word("insert"), self.tokens(&insert.fact));
                quote!(#insert #logical #fact;)
            }
            EffectKind::Modify(Modify { target, body, .. }) => {
                let (modify, body) = (word("modify"), self.tokens(&body.pieces));
                let name = &target.name;
                quote!(#modify #name { #body })
            }
            EffectKind::Retract(Retract { target }) => {
                let (retract, name) = (word("retract"), &target.name);
                quote!(#retract #name;)
            }
            EffectKind::Focus { name, .. } => {
                let focus = word("focus");
                quote!(#focus #name;)
            }
            EffectKind::Choose(choose) => {
                let (word, Choose { pattern, expr, .. }) = (word("choose"), &**choose);
                quote!(#word #pattern in #expr;)
            }
            EffectKind::Halt => {
                let halt = word("halt");
                quote!(#halt;)
            }
            EffectKind::Fail => {
                let fail = word("fail");
                quote!(#fail;)
            }
        }
    }
}
