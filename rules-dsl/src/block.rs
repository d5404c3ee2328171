//! A block of Rust with effect statements among it: the one tree of the syntax and of the model.
//!
//! In the syntax tree an effect stands in it as it was written, in the model by its number.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A block of Rust with effects among it.
#[derive(Debug, Clone)]
pub struct Block<E> {
    /// What stands between the braces.
    pub pieces: Vec<Piece<E>>,
    /// The span of the opening brace.
    pub open: Span,
    /// The span of the closing brace.
    pub close: Span,
}

/// A piece of a block.
#[derive(Debug, Clone)]
pub enum Piece<E> {
    /// A token of Rust; never a group that holds an effect.
    Rust(TokenTree),
    /// A group that holds an effect at some depth.
    Group {
        /// Its delimiter.
        delimiter: Delimiter,
        /// What stands in it.
        pieces: Vec<Piece<E>>,
        /// The group's span.
        span: Span,
    },
    /// An effect statement, its closing `;` included.
    Effect(E),
}

/// Pieces as tokens, with what a function makes of each effect in its place.
pub(crate) fn tokens<E>(
    pieces: &[Piece<E>],
    effect: &mut dyn FnMut(&E) -> TokenStream,
) -> TokenStream {
    let mut all = TokenStream::new();
    for piece in pieces {
        match piece {
            Piece::Rust(token) => all.extend([token.clone()]),
            Piece::Group {
                delimiter,
                pieces,
                span,
            } => {
                let mut group = Group::new(*delimiter, tokens(pieces, effect));
                group.set_span(*span);
                all.extend([TokenTree::Group(group)]);
            }
            Piece::Effect(of) => all.extend(effect(of)),
        }
    }
    all
}
