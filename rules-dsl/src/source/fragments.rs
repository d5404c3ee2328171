//! Fragments of `macro_rules!`: groups without brackets, written out so that they stay whole.
//!
//! In `x * $e`, an `$e` of `2 + 1` is one operand. The text that the grammar reads shows nothing of
//! that, and rustc ignores such groups in what a macro returns. So a fragment that its neighbours would
//! take apart gets brackets here; any other is spliced in as it is.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::{Expr, Pat, Type};

/// The tokens of one level, without groups that have no brackets, and whether there were any.
pub(super) fn write_out(tokens: TokenStream) -> (Vec<TokenTree>, bool) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if !tokens.iter().any(is_fragment) {
        return (tokens, false);
    }
    let mut written = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if is_fragment(token) => {
                let fragment = Fragment::new(group);
                let brackets = fragment.brackets(before(&written), after(&tokens[at + 1..]));
                fragment.push(brackets, &mut written);
            }
            token => written.push(token.clone()),
        }
    }
    (written, true)
}

/// What stands beside a fragment, as far as it may take it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    /// Nothing, or what ends an expression.
    None,
    /// An operator that binds more tightly than assignment and ranges.
    Operator,
    /// `..` or `..=`.
    Range,
    /// The word `as`.
    As,
    /// After a fragment: a `.`, a `?`, an index or arguments.
    Postfix,
    /// After a fragment: `::`.
    Path,
    /// After a fragment: braces, which may be a body or the fields of a struct.
    Braces,
}

/// How firmly the tokens of a fragment hold together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A path, a literal, a call; what is no expression at all.
    Whole,
    /// `-x`, `!x`, `*x`, `&x`.
    Prefix,
    /// `a + b`, `a as T`, the pattern `A | B`.
    Operators,
    /// It ends with braces: `match x { … }`, `Point { … }`.
    Braced,
    /// `a..b`, `a = b`, closures, `return x`.
    Loose,
}

/// The brackets that a fragment needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    None,
    Parentheses,
    /// `<T>`, before `::`.
    Angles,
    /// None around it, but `::` before each `<` within.
    Turbofish,
}

struct Fragment {
    tokens: Vec<TokenTree>,
    span: Span,
    expr: Option<Expr>,
    ty: Option<Type>,
    shape: Shape,
}

impl Fragment {
    fn new(group: &Group) -> Self {
        if let Some(inner) = only_fragment(group) {
            return Self::new(&inner);
        }
        let (tokens, _) = write_out(group.stream());
        let stream: TokenStream = tokens.iter().cloned().collect();
        let expr = syn::parse2::<Expr>(stream.clone()).ok();
        let shape = match &expr {
            Some(expr) => shape_of(expr),
            None => shape_of_pattern(stream.clone()),
        };
        Self {
            tokens,
            span: group.span(),
            expr,
            ty: syn::parse2(stream).ok(),
            shape,
        }
    }

    fn brackets(&self, before: Neighbour, after: Neighbour) -> Brackets {
        let is_path = matches!(&self.expr, Some(Expr::Path(path)) if path.qself.is_none());
        match (&self.ty, after) {
            _ if is_path && before != Neighbour::As => Brackets::None,
            (Some(Type::Path(_)), Neighbour::Path | Neighbour::Braces | Neighbour::Postfix)
                if self.expr.is_none() =>
            {
                Brackets::Turbofish
            }
            (Some(_), Neighbour::Path) => Brackets::Angles,
            // `x as T < y` would be read as generic arguments.
            (Some(_), Neighbour::Operator) if before == Neighbour::As => Brackets::Parentheses,
            (Some(ty), _) if self.expr.is_none() && has_bounds(ty) => Brackets::Parentheses,
            _ if self.is_taken_apart(before, after) => Brackets::Parentheses,
            _ => Brackets::None,
        }
    }

    fn is_taken_apart(&self, before: Neighbour, after: Neighbour) -> bool {
        use Neighbour::{As, Braces, Operator, Postfix, Range};

        let by_neighbours = match self.shape {
            Shape::Whole => false,
            Shape::Prefix => after == Postfix,
            Shape::Operators => before == Operator || matches!(after, Operator | As | Postfix),
            Shape::Braced => matches!(after, Operator | As | Postfix | Range),
            Shape::Loose => {
                matches!(before, Operator | Range)
                    || matches!(after, Operator | As | Postfix | Range)
            }
        };
        by_neighbours
            || after == Braces && self.has_braces()
            || self.expr.as_ref().is_some_and(|expr| {
                // A `,` ends an expression of the language; a block may end a statement of Rust.
                self.has_comma() || self.shape != Shape::Braced && begins_with_block(expr)
            })
    }

    fn has_braces(&self) -> bool {
        self.tokens.iter().any(is_braces)
    }

    fn has_comma(&self) -> bool {
        let is_comma =
            |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
        self.tokens.iter().any(is_comma)
    }

    fn push(self, brackets: Brackets, written: &mut Vec<TokenTree>) {
        // Resolved here, so that they are not taken for parentheses that the user wrote without need.
        let span = Span::call_site().located_at(self.span);
        let angle = |mark| {
            let mut punct = Punct::new(mark, Spacing::Alone);
            punct.set_span(span);
            TokenTree::Punct(punct)
        };
        match brackets {
            Brackets::None => written.extend(self.tokens),
            Brackets::Parentheses => {
                let inside = self.tokens.into_iter().collect();
                let mut group = Group::new(Delimiter::Parenthesis, inside);
                group.set_span(span);
                written.push(TokenTree::Group(group));
            }
            Brackets::Angles => {
                written.push(angle('<'));
                written.extend(self.tokens);
                written.push(angle('>'));
            }
            Brackets::Turbofish => written.extend(with_turbofish(self.ty, span)),
        }
    }
}

/// The fragment that a fragment consists of: one handed on from macro to macro.
fn only_fragment(group: &Group) -> Option<Group> {
    let mut tokens = group.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(inner)), None) if inner.delimiter() == Delimiter::None => {
            Some(inner)
        }
        _ => None,
    }
}

fn shape_of(expr: &Expr) -> Shape {
    match expr {
        Expr::Unary(_) | Expr::Reference(_) | Expr::RawAddr(_) => Shape::Prefix,
        Expr::Binary(binary) if is_assignment(binary) => Shape::Loose,
        Expr::Binary(_) | Expr::Cast(_) => Shape::Operators,
        Expr::Range(range) if range.start.is_none() && range.end.is_none() => Shape::Whole,
        Expr::Range(_)
        | Expr::Assign(_)
        | Expr::Closure(_)
        | Expr::Return(_)
        | Expr::Break(_)
        | Expr::Yield(_) => Shape::Loose,
        Expr::Struct(_) => Shape::Braced,
        expr if is_block(expr) => Shape::Braced,
        _ => Shape::Whole,
    }
}

fn shape_of_pattern(tokens: TokenStream) -> Shape {
    match Pat::parse_multi_with_leading_vert.parse2(tokens) {
        Ok(Pat::Or(_)) => Shape::Operators,
        Ok(Pat::Range(_)) => Shape::Loose,
        _ => Shape::Whole,
    }
}

fn is_assignment(binary: &syn::ExprBinary) -> bool {
    let operator = binary.op.to_token_stream().to_string();
    operator.ends_with('=') && !matches!(operator.as_str(), "==" | "!=" | "<=" | ">=")
}

/// Whether an expression ends a statement by itself.
fn is_block(expr: &Expr) -> bool {
    match expr {
        Expr::Macro(call) => matches!(call.mac.delimiter, syn::MacroDelimiter::Brace(_)),
        _ => matches!(
            expr,
            Expr::Block(_)
                | Expr::If(_)
                | Expr::Match(_)
                | Expr::Loop(_)
                | Expr::While(_)
                | Expr::ForLoop(_)
                | Expr::Unsafe(_)
                | Expr::Async(_)
                | Expr::Const(_)
                | Expr::TryBlock(_)
        ),
    }
}

/// Whether a block begins an expression, which would end there where it begins a statement.
fn begins_with_block(expr: &Expr) -> bool {
    let first = match expr {
        Expr::Binary(binary) => &binary.left,
        Expr::Assign(assign) => &assign.left,
        Expr::Cast(cast) => &cast.expr,
        Expr::MethodCall(call) => &call.receiver,
        Expr::Call(call) => &call.func,
        Expr::Field(field) => &field.base,
        Expr::Index(index) => &index.expr,
        Expr::Try(tried) => &tried.expr,
        Expr::Await(awaited) => &awaited.base,
        _ => return is_block(expr),
    };
    begins_with_block(first)
}

fn has_bounds(ty: &Type) -> bool {
    match ty {
        Type::TraitObject(object) => object.bounds.len() > 1,
        Type::ImplTrait(object) => object.bounds.len() > 1,
        _ => false,
    }
}

/// A path type as it is written in an expression: `Vec::<u8>`.
fn with_turbofish(ty: Option<Type>, span: Span) -> TokenStream {
    let Some(Type::Path(mut path)) = ty else {
        return ty.into_token_stream();
    };
    for segment in &mut path.path.segments {
        if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token = Some(syn::Token![::](span));
        }
    }
    path.into_token_stream()
}

fn before(written: &[TokenTree]) -> Neighbour {
    let Some((last, earlier)) = written.split_last() else {
        return Neighbour::None;
    };
    let mark = match last {
        TokenTree::Punct(mark) => mark.as_char(),
        TokenTree::Ident(word) if word == "as" => return Neighbour::As,
        _ => return Neighbour::None,
    };
    match (joined(earlier.last()), mark) {
        (Some('.'), '.' | '=') => Neighbour::Range,
        (Some('=' | '!' | '<' | '>'), '=') => Neighbour::Operator,
        (Some('=' | '-'), '>') | (_, '=' | ',' | ';' | ':' | '#') => Neighbour::None,
        _ => Neighbour::Operator,
    }
}

fn after(rest: &[TokenTree]) -> Neighbour {
    let mark = match rest.first() {
        Some(TokenTree::Punct(mark)) => mark,
        Some(TokenTree::Ident(word)) if word == "as" => return Neighbour::As,
        Some(TokenTree::Group(group)) => {
            return match group.delimiter() {
                Delimiter::Brace => Neighbour::Braces,
                Delimiter::Parenthesis | Delimiter::Bracket => Neighbour::Postfix,
                Delimiter::None => Neighbour::None,
            };
        }
        _ => return Neighbour::None,
    };
    let next = match rest.get(1) {
        Some(TokenTree::Punct(next)) if mark.spacing() == Spacing::Joint => Some(next.as_char()),
        _ => None,
    };
    match (mark.as_char(), next) {
        ('.', Some('.')) => Neighbour::Range,
        ('.' | '?', _) => Neighbour::Postfix,
        (':', Some(':')) => Neighbour::Path,
        ('=' | '!', Some('=')) => Neighbour::Operator,
        (',' | ';' | ':' | '=' | '!' | '#', _) => Neighbour::None,
        _ => Neighbour::Operator,
    }
}

/// A punctuation mark that is joined to the one after it.
fn joined(token: Option<&TokenTree>) -> Option<char> {
    match token? {
        TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint => Some(mark.as_char()),
        _ => None,
    }
}

fn is_fragment(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::None)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

#[cfg(test)]
mod tests;
