//! Rust within the ruleset: the user's own tokens, handed to syn.
//!
//! The grammar has said where a fragment ends. What syn leaves over of it stands where the
//! terminator should: that is how a missing `;` is found at the token that follows it.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser as _};

use super::grammar::Node;
use super::{Parser, add_missing};
use crate::diagnostic::{Diagnostic, Edit};
use crate::hygiene::mark;
use crate::vocabulary as say;

impl Parser<'_> {
    /// The tokens of a node.
    pub(super) fn tokens(&self, node: &Node) -> TokenStream {
        self.marked(node.range.clone())
    }

    /// The tokens in a range, in which names that generated code may have too are marked as the user's.
    pub(super) fn marked(&self, range: Range<usize>) -> TokenStream {
        mark(self.source.tokens(range), self.source.shared_names())
    }

    /// An expression that ends at `until`.
    pub(super) fn parse_expr(&mut self, node: &Node, until: &str) -> Option<syn::Expr> {
        let mut expr = self.parse_rust(node, until, Parse::parse)?;
        self.name_lookups(&mut expr);
        Some(expr)
    }

    /// A type that ends at `until`.
    pub(super) fn parse_type(&mut self, node: &Node, until: &str) -> Option<syn::Type> {
        self.parse_rust(node, until, Parse::parse)
    }

    /// A pattern that ends at `until`; alternatives need no parentheses.
    pub(super) fn parse_pat(&mut self, node: &Node, until: &str) -> Option<syn::Pat> {
        self.parse_rust(node, until, syn::Pat::parse_multi_with_leading_vert)
    }

    /// A name. Those that Rust keeps for itself have to be written raw.
    pub(super) fn parse_name(&mut self, node: &Node) -> Option<Ident> {
        let token = single(self.tokens(node));
        let Some(TokenTree::Ident(ident)) = token else {
            let found = self.found(node.range.start);
            self.error(node.range.clone(), say::expected("a name", found));
            return None;
        };
        if syn::parse2::<Ident>(TokenTree::from(ident.clone()).into()).is_err() {
            self.diagnostics.push(keyword_error(&ident));
            return None;
        }
        Some(ident)
    }

    /// A fragment that ends at `until`. `None`: it does not parse, and that has been reported.
    pub(super) fn parse_rust<T>(
        &mut self,
        node: &Node,
        until: &str,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> Option<T> {
        let tokens = self.tokens(node);
        let result = (|input: ParseStream<'_>| {
            let parsed = parse(input)?;
            let rest: TokenStream = input.parse()?;
            Ok((parsed, rest))
        })
        .parse2(tokens);
        match result {
            Ok((parsed, rest)) if rest.is_empty() => Some(parsed),
            Ok((_, rest)) => {
                let offset = self
                    .source
                    .offset_from_end(&node.range, count_tokens(&rest));
                let found = self.found(offset);
                let span = self.source.span_at(offset);
                let told = say::expected(until, found).at(span);
                let before = self.source.span_before(offset);
                self.diagnostics.push(add_missing(told, before, until));
                self.resume = Some(offset);
                None
            }
            Err(error) => {
                self.report_syn(&error, node);
                None
            }
        }
    }

    /// Where the pattern of a `for` ends, of which the grammar has found no end before that of the range.
    pub(super) fn end_of_loop_pattern(&self, range: Range<usize>) -> Option<usize> {
        let rest = (|input: ParseStream<'_>| {
            input.parse::<syn::Token![for]>()?;
            syn::Pat::parse_multi_with_leading_vert(input)?;
            input.parse::<TokenStream>()
        })
        .parse2(self.source.tokens(range.clone()))
        .ok()?;
        let count = count_tokens(&rest);
        (count > 0).then(|| self.source.offset_from_end(&range, count))
    }

    /// syn's errors, each at its own token; one about the end at the token that follows the node.
    pub(super) fn report_syn(&mut self, error: &syn::Error, node: &Node) {
        let tokens = self.tokens(node);
        let end = node.range.end;
        let after = (self.source.span_at(end), self.found(end));
        let diagnostics = syn_errors(error, &tokens, (after.0, &after.1));
        self.diagnostics.extend(diagnostics);
    }
}

/// syn's errors about `tokens` in our words, with what was found; `after` is what follows the
/// tokens, where an error about their end is put.
pub(super) fn syn_errors(
    error: &syn::Error,
    tokens: &TokenStream,
    after: (Span, &str),
) -> Vec<Diagnostic> {
    let diagnostic = |error: syn::Error| {
        let message = error.to_string();
        let (message, span, found) =
            if let Some(expected) = message.strip_prefix("unexpected end of input, ") {
                let (span, found) = closing_bracket(tokens, error.span()).map_or_else(
                    || (after.0, after.1.to_owned()),
                    |bracket| (error.span(), format!("`{bracket}`")),
                );
                (in_our_words(expected), span, Some(found))
            } else if is_same(error.span(), Span::call_site()) {
                // At the end syn does not always say so: where a `>` is missing, it says that alone.
                (in_our_words(&message), after.0, Some(after.1.to_owned()))
            } else {
                let found = token_spanned(tokens, error.span());
                (in_our_words(&message), error.span(), found)
            };
        let message = match found {
            Some(found) if message.starts_with("expected") && !message.contains("found") => {
                format!("{message}, found {found}")
            }
            _ => message,
        };
        if let Some(keyword) = message.strip_prefix("expected identifier, found keyword `") {
            let raw = format!("r#{}", keyword.trim_end_matches('`'));
            if syn::parse_str::<Ident>(&raw).is_ok() {
                return say::rust(&message).at(span).mend(span, Edit::Replace(raw));
            }
        }
        let expected = message.strip_prefix("expected ").unwrap_or_default();
        let expected = expected.split(", found").next().unwrap_or_default();
        let diagnostic = say::rust(&message).at(span);
        add_missing(diagnostic, token_before(tokens, span), expected)
    };
    error.clone().into_iter().map(diagnostic).collect()
}

/// syn lists every token that a type or a pattern may begin with; their names say as much.
fn in_our_words(message: &str) -> String {
    let ours = if message.starts_with("expected one of: `for`, parentheses") {
        "expected a type"
    } else if message.starts_with("expected one of: identifier, `::`, `<`, `_`") {
        "expected a pattern"
    } else {
        message.trim_start_matches("unexpected token, ")
    };
    ours.to_owned()
}

/// Whether two spans are one. They cannot be compared on stable Rust, their debug forms can.
fn is_same(span: Span, other: Span) -> bool {
    format!("{span:?}") == format!("{other:?}")
}

/// The token that an error points at.
fn token_spanned(tokens: &TokenStream, span: Span) -> Option<String> {
    let same = |other: Span| is_same(span, other);
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Group(group) if same(group.span_open()) => {
            Some(format!("`{}`", brackets(&group).0))
        }
        TokenTree::Group(group) if same(group.span_close()) => {
            Some(format!("`{}`", brackets(&group).1))
        }
        TokenTree::Group(group) => token_spanned(&group.stream(), span),
        token => same(token.span()).then(|| format!("`{token}`")),
    })
}

/// The token before one of a span, the brackets of groups among them; the last where none has the span.
fn token_before(tokens: &TokenStream, span: Span) -> Option<Span> {
    fn spans(tokens: TokenStream, all: &mut Vec<Span>) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    all.push(group.span_open());
                    spans(group.stream(), all);
                    all.push(group.span_close());
                }
                token => all.push(token.span()),
            }
        }
    }
    let mut all = Vec::new();
    spans(tokens.clone(), &mut all);
    let form = format!("{span:?}");
    let at = all.iter().position(|other| format!("{other:?}") == form);
    all[..at.unwrap_or(all.len())].last().copied()
}

/// The closing bracket that an error about the end of a group points at. A group that is put together anew
/// has one span for both of its brackets.
fn closing_bracket(tokens: &TokenStream, span: Span) -> Option<&'static str> {
    let form = |span: Span| format!("{span:?}");
    let groups = tokens.clone().into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group),
        _ => None,
    });
    for group in groups {
        let [open, close] = [group.span_open(), group.span_close()].map(form);
        if close == form(span) {
            return (open != close).then(|| brackets(&group).1);
        }
        if let Some(found) = closing_bracket(&group.stream(), span) {
            return Some(found);
        }
    }
    None
}

/// The brackets of a group, for messages.
pub(super) fn brackets(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("…", "…"),
    }
}

/// The error about a name that is a keyword.
pub(super) fn keyword_error(ident: &Ident) -> Diagnostic {
    let wording = match ident.to_string().as_str() {
        "self" | "Self" | "super" | "crate" | "_" => say::keyword(ident),
        _ => say::raw_keyword(ident),
    };
    wording.at(ident.span())
}

/// The only token of a stream.
pub(super) fn single(tokens: TokenStream) -> Option<TokenTree> {
    let mut tokens = tokens.into_iter();
    let token = tokens.next()?;
    tokens.next().is_none().then_some(token)
}

/// How many tokens a stream has, the brackets of a group counting as tokens.
fn count_tokens(tokens: &TokenStream) -> usize {
    tokens
        .clone()
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => count_tokens(&group.stream()) + 2,
            _ => 1,
        })
        .sum()
}
