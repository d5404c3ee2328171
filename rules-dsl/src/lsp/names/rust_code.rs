//! The names that Rust code in rules uses: variables, the fields of the facts that they hold, globals.
//!
//! Code that is Rust is read by the compiler's own walk, which knows what hides what; other code, which is being written,
//! token by token.

use std::ops::Range;

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::names::{member_name, plain};
use crate::resolve::{
    Occurrence, has_fields, is_shorthand, occurrences, occurrences_in_block, places_in,
};

use super::read::Reader;
use super::{Name, Role, Symbol, Type};

impl Reader<'_> {
    pub(super) fn block(&mut self, rendered: &Range<usize>) {
        let Some(block) = self.parts.block(rendered) else {
            return;
        };
        match occurrences_in_block(&block) {
            Some(found) => self.uses(&found, true),
            None => self.loose_uses(self.source.tokens(rendered.clone()), true, false),
        }
    }

    /// The uses in an expression that may be none.
    pub(super) fn code(&mut self, tokens: TokenStream) {
        match syn::parse2::<syn::Expr>(tokens.clone()) {
            Ok(expr) => self.expr(&expr),
            Err(_) => self.loose_uses(tokens, false, false),
        }
    }

    /// The uses in an expression.
    pub(super) fn expr(&mut self, expr: &syn::Expr) {
        self.uses(&occurrences(expr), false);
    }

    pub(super) fn uses(&mut self, found: &[Occurrence], in_block: bool) {
        for one in found {
            self.use_of(one, in_block);
        }
    }

    /// A use of a name, and perhaps of a field of it.
    pub(super) fn use_of(&mut self, used: &Occurrence, in_block: bool) {
        let text = plain(&used.name);
        let id = self.lookup(&text);
        let symbol = match id {
            Some(id) => Symbol::Variable(id),
            None if in_block => Symbol::Global(text.clone()),
            None => return,
        };
        let mut places = self.places(&used.name);
        places.retain(|range| !range.is_empty() && !used.is_of_member);
        for range in places {
            self.file.names.push(Name {
                range,
                symbol: symbol.clone(),
                role: Role::Use,
                is_shorthand: used.is_shorthand,
            });
        }
        let of = match id.map(|id| self.file.variables[id].ty.clone()) {
            Some(Type::Fact(of)) if !used.is_of_member => Some(of),
            Some(Type::Facts(of)) if used.is_of_member => Some(of),
            _ => None,
        };
        if let (Some(member), Some(of)) = (&used.member, of) {
            let span = match member {
                syn::Member::Named(name) => name.span(),
                syn::Member::Unnamed(index) => index.span,
            };
            let symbol = Symbol::Field(of, member_name(member));
            self.name(self.range(span), symbol, Role::Use);
        }
    }

    /// Where a name stands: at its token, or within the format string that is said to be its token.
    pub(super) fn places(&self, name: &Ident) -> Vec<Range<usize>> {
        let (range, plain) = (self.range(name.span()), plain(name));
        let rendered = name.span().byte_range();
        let written = self.repaired.text.get(rendered).unwrap_or_default();
        if written.strip_prefix("r#").unwrap_or(written) == plain {
            let raw = written.len() - plain.len();
            let own = range.start + raw..range.end;
            return vec![own];
        }
        let places = places_in(written).into_iter();
        places
            .filter(|place| written[place.clone()] == plain)
            .map(|place| range.start + place.start..range.start + place.end)
            .collect()
    }

    /// The variables among tokens that are no Rust as a whole, an expression that is being written for example. They may
    /// be what stands between the braces of a literal.
    pub(super) fn loose_uses(&mut self, tokens: TokenStream, in_block: bool, in_literal: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_mark = |at: Option<usize>, mark: char| {
            let token = at.and_then(|at| tokens.get(at));
            matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
        };
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    self.loose_uses(group.stream(), in_block, has_fields(&tokens, at));
                }
                TokenTree::Ident(name) if self.lookup(&plain(name)).is_some() => {
                    let before = at.checked_sub(1);
                    let is_path = is_mark(before, ':') && is_mark(at.checked_sub(2), ':');
                    let is_field = is_mark(before, '.') && !is_mark(at.checked_sub(2), '.');
                    let names_one = is_mark(Some(at + 1), ':');
                    if is_path || is_field || names_one || is_mark(Some(at + 1), '!') {
                        continue;
                    }
                    let member = match tokens.get(at + 2) {
                        Some(TokenTree::Ident(member)) if is_mark(Some(at + 1), '.') => {
                            Some(syn::Member::Named(member.clone()))
                        }
                        _ => None,
                    };
                    let used = Occurrence {
                        name: name.clone(),
                        member,
                        is_shorthand: in_literal && is_shorthand(&tokens, at),
                        is_of_member: false,
                    };
                    self.use_of(&used, in_block);
                }
                _ => {}
            }
        }
    }
}
