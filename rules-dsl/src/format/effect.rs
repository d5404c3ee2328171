//! Effects as Rust that prettyplease can lay out, and back.
//!
//! An effect that fits on one line is held as a whole. One that does not is told by what Rust has of its
//! shape: an `insert` as a `break` with a value, a `modify` as an `if`. Their words are put back once
//! it is printed.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::rust::{Held, PLACEHOLDER};
use super::{Formatter, flat_text};
use crate::ast::{Effect, EffectKind, Piece};
use crate::block;

/// The labels of the `break`s that stand for `insert` and `insert logical`.
const LABELS: [(&str, &str); 2] = [
    ("break '__i ", "insert "),
    ("break '__l ", "insert logical "),
];

/// The beginning of the name in the `if`s that stand for `modify`.
const MODIFY: &str = "__modify_";

/// Makes Rust of a block's pieces.
pub(super) struct Encoder<'f, 's> {
    formatter: &'f Formatter<'s>,
    /// Where the effects begin that do not fit on their lines.
    apart: &'f BTreeSet<usize>,
    pub(super) held: Vec<Held<'s>>,
    /// The targets of the `modify`s that are not.
    pub(super) targets: Vec<Ident>,
}

impl<'f, 's> Encoder<'f, 's> {
    pub(super) fn new(formatter: &'f Formatter<'s>, apart: &'f BTreeSet<usize>) -> Self {
        Encoder {
            formatter,
            apart,
            held: Vec::new(),
            targets: Vec::new(),
        }
    }

    pub(super) fn rust(&mut self, pieces: &[Piece]) -> TokenStream {
        block::tokens(pieces, &mut |effect| self.effect(effect))
    }

    fn effect(&mut self, effect: &Effect) -> TokenStream {
        let range = self.formatter.effect_range(effect);
        let written = self.formatter.written(range.clone());
        let tokens = self
            .formatter
            .source
            .tokens(self.formatter.source.rendered(&range));
        let has_comment = self.formatter.writer.has_comment(&range);
        let stays_broken =
            matches!(effect.kind, EffectKind::Modify { .. }) && written.contains('\n');
        if !self.apart.contains(&range.start)
            && !stays_broken
            && !has_comment
            && let Some(flat) = flat_text(&tokens)
        {
            return self.hold(flat, effect.keyword, &range);
        }
        match &effect.kind {
            EffectKind::Insert { logical, fact } => {
                let label = if *logical { "'__l" } else { "'__i" };
                let label = syn::Lifetime::new(label, effect.keyword);
                let fact = self.rust(fact);
                let word = Ident::new("break", effect.keyword);
                let end = self.end(&range);
                quote! { #word #label #fact #end }
            }
            EffectKind::Modify { target, body } => {
                let name = format!("{MODIFY}{}", self.targets.len());
                let name = Ident::new(&name, target.span());
                self.targets.push(target.clone());
                let inside = self.rust(&body.pieces);
                let mut braces = Group::new(proc_macro2::Delimiter::Brace, inside);
                braces.set_span(body.open.join(body.close).unwrap_or(body.open));
                let word = Ident::new("if", effect.keyword);
                quote! { #word #name #braces }
            }
            _ => {
                let flat = flat_text(&tokens).unwrap_or_else(|| written.to_owned());
                self.hold(flat, effect.keyword, &range)
            }
        }
    }

    /// A statement that stands for an effect, and where the effect stood.
    fn hold(&mut self, text: String, keyword: Span, range: &Range<usize>) -> TokenStream {
        let number = Literal::usize_unsuffixed(self.held.len());
        self.held.push(Held::Flat {
            text,
            start: range.start,
            least: 0,
        });
        let name = Ident::new(PLACEHOLDER, keyword);
        let end = self.end(range);
        quote_spanned! { keyword=> #name!(#number) #end }
    }

    /// A `;` that ends where a range does.
    fn end(&self, range: &Range<usize>) -> TokenTree {
        let mut end = Punct::new(';', Spacing::Alone);
        let source = self.formatter.source;
        let last = source.rendered(&(range.end - 1..range.end));
        end.set_span(source.span_at(last.start));
        end.into()
    }
}

/// Puts the words of effects back.
pub(super) fn decode(text: &str, targets: &[Ident]) -> String {
    let mut decoded = text.to_owned();
    for (rust, effect) in LABELS {
        decoded = decoded.replace(rust, effect);
    }
    for (number, target) in targets.iter().enumerate() {
        let head = format!("if {MODIFY}{number} {{");
        decoded = decoded.replace(&head, &format!("modify {target} {{"));
    }
    decoded
}

impl Formatter<'_> {
    /// Where an effect stands, with its `;`.
    pub(super) fn effect_range(&self, effect: &Effect) -> Range<usize> {
        let start = effect.keyword.byte_range().start;
        let last = match &effect.kind {
            EffectKind::Insert { fact, .. } => fact.last().map_or(effect.keyword, piece_span),
            EffectKind::Modify { body, .. } => body.close,
            EffectKind::Retract { target } => target.span(),
            EffectKind::Focus { group } => group.span(),
            EffectKind::Halt | EffectKind::Fail => effect.keyword,
            EffectKind::Choose { expr, .. } => syn::spanned::Spanned::span(expr),
        };
        let end = last.byte_range().end;
        let rest = &self.file.text()[end..];
        let next = self.tokens.partition_point(|token| token.start < end);
        match self.tokens.get(next) {
            Some(semi) if rest[semi.start - end..].starts_with(';') => start..semi.end,
            _ => start..end,
        }
    }
}

/// The span of the last token of a piece.
fn piece_span(piece: &Piece) -> Span {
    match piece {
        Piece::Rust(token) => token.span(),
        Piece::Group { span, .. } => *span,
        Piece::Effect(effect) => effect.keyword,
    }
}
