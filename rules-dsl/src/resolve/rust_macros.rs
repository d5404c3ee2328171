//! The uses among the tokens of a macro call.
//!
//! Part of the walk in `rust_scope`. The standard library's macros take expressions and are read as
//! such; of any other, each identifier may be a use, and so may `{name}` in a string literal.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Expr, Pat, Token};

use super::format_strings;
use super::names::is_type_name;
use super::rust_scope::RustScope;
use super::rust_uses::{Access, Position};

/// What a call of a macro of the standard library is given.
pub(super) enum Arguments {
    /// `matches!(expr, pattern if guard)`
    Match(Box<(Expr, Pat, Option<Expr>)>),
    /// Expressions, and which of them is a format string.
    List(Punctuated<Expr, Token![,]>, Option<usize>),
    /// `vec![expr; count]`
    Repeated(Box<(Expr, Expr)>),
}

impl Arguments {
    /// The arguments of a call; `None` where the macro is not known, or its arguments are not as expected.
    pub(super) fn of(call: &syn::Macro) -> Option<Self> {
        let name = call.path.segments.last()?.ident.to_string();
        let tokens = call.tokens.clone();
        if name == "matches" {
            let read = parse_matches.parse2(tokens).ok()?;
            return Some(Self::Match(Box::new(read)));
        }
        if !EXPRESSION_MACROS.contains(&name.as_str()) {
            return None;
        }
        let list = Punctuated::parse_terminated.parse2(tokens.clone());
        match list {
            Ok(list) => Some(Self::List(list, format_place(&name))),
            Err(_) if name == "vec" => {
                let read = parse_repeated.parse2(tokens).ok()?;
                Some(Self::Repeated(Box::new(read)))
            }
            Err(_) => None,
        }
    }
}

/// Macros of the standard library that take a list of expressions.
const EXPRESSION_MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Whether a macro is called among tokens, at any depth, of which it is not known that it is a value and no more.
pub(crate) fn calls_unknown_macro(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => calls_unknown_macro(group.stream()),
        TokenTree::Ident(name) => is_called(&tokens, at) && !is_known(&name.to_string()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether an identifier among tokens is the name of a macro that is called there.
fn is_called(tokens: &[TokenTree], at: usize) -> bool {
    punct(tokens, at + 1) == Some('!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)))
}

fn is_known(name: &str) -> bool {
    name == "matches" || EXPRESSION_MACROS.contains(&name)
}

impl RustScope {
    /// A macro call.
    pub(super) fn visit_macro_call(&mut self, call: &syn::Macro) {
        let outer = std::mem::replace(&mut self.in_macro, true);
        match Arguments::of(call) {
            Some(Arguments::Match(read)) => {
                let (scrutinee, pattern, guard) = &*read;
                self.scoped_match(scrutinee, &[(pattern, guard.as_ref(), None)]);
            }
            Some(Arguments::List(list, format)) => self.visit_expressions(&list, format),
            Some(Arguments::Repeated(read)) => {
                self.visit_expr(&read.0);
                self.visit_expr(&read.1);
            }
            None => self.visit_macro_tokens(call.tokens.clone(), false),
        }
        self.in_macro = outer;
    }

    fn visit_expressions(&mut self, args: &Punctuated<Expr, Token![,]>, format: Option<usize>) {
        let mut named = Vec::new();
        for arg in args {
            match arg {
                // An argument that a format string knows by a name.
                Expr::Assign(assign) => {
                    named.push(assign.left.to_token_stream().to_string());
                    self.visit_expr(&assign.right);
                }
                arg => self.visit_expr(arg),
            }
        }
        if let Some(Expr::Lit(literal)) = format.and_then(|place| args.get(place))
            && let syn::Lit::Str(text) = &literal.lit
        {
            self.visit_format_string(text, Position::Value, &named);
        }
    }

    /// Tokens of which nothing is known: an identifier is a use unless it follows a `.`, is part of
    /// a path, or is followed by `:` or `!`. They may be the fields of a struct.
    fn visit_macro_tokens(&mut self, tokens: TokenStream, in_literal: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    self.visit_macro_tokens(group.stream(), has_fields(&tokens, at));
                }
                TokenTree::Literal(literal) => {
                    if let Ok(text) =
                        syn::parse2::<syn::LitStr>(literal.clone().into_token_stream())
                    {
                        self.visit_format_string(&text, Position::Macro, &[]);
                    }
                }
                TokenTree::Ident(name) if may_be_value(&tokens, at) => {
                    let (access, before) = (access_of(&tokens, at), self.uses.len());
                    self.use_name(name, access, Position::Macro, true);
                    if in_literal && is_shorthand(&tokens, at) {
                        self.note_shorthand(before);
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    /// The names that a format string takes from around it; not those of arguments.
    fn visit_format_string(
        &mut self,
        text: &syn::LitStr,
        position: Position,
        arguments: &[String],
    ) {
        let names = format_strings::names_in(&text.value()).into_iter();
        for name in names.filter(|name| !arguments.contains(name)) {
            if let Ok(mut name) = syn::parse_str::<Ident>(&name)
                .or_else(|_| syn::parse_str::<Ident>(&format!("r#{name}")))
            {
                name.set_span(text.span());
                self.use_name(&name, Access::Whole, position, true);
            }
        }
    }
}

/// At which place a macro of the standard library takes a format string, if it does.
fn format_place(name: &str) -> Option<usize> {
    match name {
        "dbg" | "vec" => None,
        "assert" | "debug_assert" | "write" | "writeln" => Some(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
        _ => Some(0),
    }
}

/// `expr, pattern if guard`
fn parse_matches(input: ParseStream<'_>) -> syn::Result<(Expr, Pat, Option<Expr>)> {
    let scrutinee = input.parse()?;
    input.parse::<Token![,]>()?;
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    let guard = if input.peek(Token![if]) {
        input.parse::<Token![if]>()?;
        Some(input.parse()?)
    } else {
        None
    };
    input.parse::<Option<Token![,]>>()?;
    Ok((scrutinee, pattern, guard))
}

/// `expr; count`
fn parse_repeated(input: ParseStream<'_>) -> syn::Result<(Expr, Expr)> {
    let repeated = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((repeated, input.parse()?))
}

fn punct(tokens: &[TokenTree], at: usize) -> Option<char> {
    match tokens.get(at)? {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Literal(_) => None,
    }
}

/// Whether an identifier among tokens may be a variable.
pub(super) fn may_be_value(tokens: &[TokenTree], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| punct(tokens, at));
    let is_member = before(1) == Some('.') && before(2) != Some('.');
    let is_in_path = before(1) == Some(':') && before(2) == Some(':');
    let after = (punct(tokens, at + 1), punct(tokens, at + 2));
    let is_named = after.0 == Some(':');
    let is_macro = after.0 == Some('!') && after.1 != Some('=');
    !(is_member || is_in_path || is_named || is_macro)
}

/// Whether a group among tokens has the fields of a struct or a variant, as an expression or a pattern writes them.
pub(crate) fn has_fields(tokens: &[TokenTree], at: usize) -> bool {
    let is_brace =
        matches!(&tokens[at], TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let Some((TokenTree::Ident(name), before)) = tokens[..at].split_last() else {
        return false;
    };
    // After `if x == NAME` and the like begins a block; what `let` begins is a pattern.
    let head = before.iter().rev().find_map(|token| match token {
        TokenTree::Ident(word) if ["if", "in", "match", "while"].iter().any(|w| word == w) => {
            Some(false)
        }
        TokenTree::Ident(word) if word == "let" || word == "for" => Some(true),
        TokenTree::Punct(mark) if [';', ','].contains(&mark.as_char()) => Some(true),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(true),
        _ => None,
    });
    is_brace && is_type_name(name) && head.unwrap_or(true)
}

/// Whether an identifier among fields stands for its field and its value both.
pub(crate) fn is_shorthand(fields: &[TokenTree], at: usize) -> bool {
    let is_end = |token: Option<&TokenTree>| {
        token.is_none_or(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','))
    };
    is_end(at.checked_sub(1).map(|at| &fields[at])) && is_end(fields.get(at + 1))
}

/// What follows an identifier says how it is used.
fn access_of(tokens: &[TokenTree], at: usize) -> Access {
    if punct(tokens, at + 1) != Some('.') {
        return Access::Whole;
    }
    match tokens.get(at + 2) {
        Some(TokenTree::Ident(name)) => match tokens.get(at + 3) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Access::Method(name.clone())
            }
            _ => Access::Field(syn::Member::Named(name.clone())),
        },
        Some(TokenTree::Literal(position)) => {
            match syn::parse2::<syn::Index>(position.to_token_stream()) {
                Ok(index) => Access::Field(syn::Member::Unnamed(index)),
                Err(_) => Access::Whole,
            }
        }
        _ => Access::Whole,
    }
}
