//! The user's expressions and patterns as parts of generated code: with parentheses where precedence
//! asks for them, and spanned so that what rustc finds wrong is told at the user's own tokens.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, Pat};

/// An expression as an operand of anything.
pub(super) fn grouped(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Array(_)
        | Expr::Call(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Lit(_)
        | Expr::MethodCall(_)
        | Expr::Paren(_)
        | Expr::Path(_)
        | Expr::Tuple(_) => expr.to_token_stream(),
        // `let … = m! { … } else` is none.
        Expr::Macro(called) if !matches!(called.mac.delimiter, syn::MacroDelimiter::Brace(_)) => {
            expr.to_token_stream()
        }
        _ => parenthesized(expr),
    }
}

/// An expression as the condition of an `if`, where a struct's braces would be taken for the block's.
pub(super) fn condition(expr: &Expr) -> TokenStream {
    let tokens = expr.to_token_stream();
    let has_braces =
        |token| matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    if tokens.clone().into_iter().any(has_braces) {
        parenthesized(expr)
    } else {
        tokens
    }
}

fn parenthesized(expr: &Expr) -> TokenStream {
    let mut group = Group::new(Delimiter::Parenthesis, expr.to_token_stream());
    group.set_span(expr.span());
    TokenTree::Group(group).into()
}

/// What iterates over the elements of an expression.
pub(super) fn into_iter(code: &TokenStream, expr: &Expr) -> TokenStream {
    quote_spanned! { first_span(expr)=> ::core::iter::IntoIterator::into_iter(#code) }
}

/// Tokens of the compiler's own with the span of something of the user's.
pub(super) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let respan = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(respan).collect()
}

/// Tokens of the compiler's own that rustc shows at something of the user's; their names mean what they meant.
pub(super) fn located(tokens: TokenStream, at: Span) -> TokenStream {
    let locate = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let inner = located(group.stream(), at);
            token = Group::new(group.delimiter(), inner).into();
        }
        token.set_span(token.span().located_at(at));
        token
    };
    tokens.into_iter().map(locate).collect()
}

/// The span of the first token of something of the user's, for the code around it.
pub(super) fn first_span(tokens: impl ToTokens) -> Span {
    let mut tokens = tokens.into_token_stream().into_iter();
    tokens
        .next()
        .map_or_else(Span::call_site, |token| token.span())
}

/// Whether an expression needs no parentheses on either side of a comparison.
pub(super) fn binds_closer_than_comparison(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(binary) => {
            matches!(
                binary.op,
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
            ) && binds_closer_than_comparison(&binary.left)
                && binds_closer_than_comparison(&binary.right)
        }
        Expr::Reference(reference) => binds_closer_than_comparison(&reference.expr),
        Expr::Unary(unary) => binds_closer_than_comparison(&unary.expr),
        Expr::Array(_)
        | Expr::Call(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Lit(_)
        | Expr::Macro(_)
        | Expr::MethodCall(_)
        | Expr::Paren(_)
        | Expr::Path(_)
        | Expr::Tuple(_) => true,
        _ => false,
    }
}

/// Whether an expression is a `bool` if it is anything.
pub(super) fn is_bool(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(binary) => matches!(
            binary.op,
            BinOp::Eq(_)
                | BinOp::Ne(_)
                | BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
                | BinOp::And(_)
                | BinOp::Or(_)
        ),
        Expr::Macro(called) => called
            .mac
            .path
            .segments
            .last()
            .is_some_and(|name| name.ident == "matches"),
        _ => false,
    }
}

/// A pattern where alternatives need parentheses.
pub(super) fn alternatives(pattern: &Pat) -> TokenStream {
    match pattern {
        Pat::Or(_) => quote! { (#pattern) },
        _ => pattern.to_token_stream(),
    }
}

/// `x @ …` with nothing more bound after the `@`, as a pattern that borrows what it matches.
pub(super) fn by_reference(pattern: &Pat) -> Option<Pat> {
    let Pat::Ident(named) = pattern else {
        return None;
    };
    let (_, after) = named.subpat.as_ref()?;
    if named.by_ref.is_some() || binds(after) {
        return None;
    }
    let mut named = named.clone();
    named.by_ref = Some(syn::Token![ref](named.ident.span()));
    Some(Pat::Ident(named))
}

/// Whether a pattern binds anything.
fn binds(pattern: &Pat) -> bool {
    struct Binds(bool);
    impl<'p> syn::visit::Visit<'p> for Binds {
        fn visit_pat_ident(&mut self, named: &'p syn::PatIdent) {
            self.0 |= named
                .ident
                .to_string()
                .starts_with(|first: char| first == '_' || first.is_lowercase());
            syn::visit::visit_pat_ident(self, named);
        }
    }
    let mut binds = Binds(false);
    syn::visit::Visit::visit_pat(&mut binds, pattern);
    binds.0
}
