//! Effect statements: `insert`, `modify`, `retract`, `focus`, `halt`, `choose`, `fail`.
//!
//! `block` asks at the beginning of each statement whether an effect stands there; the words mean
//! nothing anywhere else, nor where what follows shows that a path or a macro begins.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::{Parse, ParseStream, Parser as _};

use super::fragment::{brackets, keyword_error, syn_errors};
use super::statement::is_mark;
use crate::ast::{Block, Effect, EffectKind, Piece};
use crate::block;
use crate::diagnostic::Diagnostics;
use crate::vocabulary as say;

/// The words that begin an effect.
const WORDS: [&str; 7] = [
    "insert", "modify", "retract", "focus", "halt", "choose", "fail",
];

/// Those of them that, followed by a name, can be nothing else wherever they stand.
pub(super) const MISPLACEABLE: [&str; 4] = ["insert", "modify", "retract", "focus"];

/// How what stands in an effect is read, in which further effects may stand.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    /// A block.
    pub(super) block: fn(&Group, &mut Diagnostics) -> Block,
    /// An expression that ends at a place.
    pub(super) expression: fn(&[TokenTree], Span, &mut Diagnostics) -> Vec<Piece>,
}

/// The effect that begins at `at`, and where what follows it begins. `None`: none begins there;
/// `Some((None, …))`: one does, with a mistake that has been reported.
pub(super) fn effect_at(
    tokens: &[TokenTree],
    at: usize,
    close: Span,
    inside: Inside,
    diagnostics: &mut Diagnostics,
) -> Option<(Option<Effect>, usize)> {
    let Some(TokenTree::Ident(word)) = tokens.get(at) else {
        return None;
    };
    let name = WORDS.into_iter().find(|name| word == name)?;
    if is_something_else(tokens, at + 1) {
        return None;
    }
    let mut reader = Reader {
        tokens,
        at: at + 1,
        close,
        inside,
        diagnostics,
    };
    let kind = reader.read(name);
    let end = if kind.is_some() {
        reader.at
    } else {
        reader.recover()
    };
    let effect = kind.map(|kind| Effect {
        kind,
        keyword: word.span(),
    });
    Some((effect, end))
}

/// Whether what follows the word makes it a field, an arm, a path or a macro.
fn is_something_else(tokens: &[TokenTree], at: usize) -> bool {
    is_mark(tokens, at, ':')
        || is_mark(tokens, at, ',')
        || is_mark(tokens, at, '=') && is_mark(tokens, at + 1, '>')
        || is_mark(tokens, at, '!') && matches!(tokens.get(at + 1), Some(TokenTree::Group(_)))
}

struct Reader<'t, 'd> {
    tokens: &'t [TokenTree],
    at: usize,
    close: Span,
    inside: Inside,
    diagnostics: &'d mut Diagnostics,
}

impl Reader<'_, '_> {
    fn read(&mut self, word: &str) -> Option<EffectKind> {
        let kind = match word {
            "insert" => return self.insert(),
            "choose" => return self.choose(),
            "modify" => return self.modify(),
            "retract" => EffectKind::Retract {
                target: self.name("the name of a fact variable")?,
            },
            "focus" => EffectKind::Focus {
                group: self.name("the name of a group")?,
            },
            "halt" => EffectKind::Halt,
            _ => EffectKind::Fail,
        };
        self.semi()?;
        Some(kind)
    }

    fn insert(&mut self) -> Option<EffectKind> {
        let logical = self.is_logical();
        if logical {
            self.at += 1;
        }
        let end = self.statement_end();
        let range = self.at..end;
        if range.is_empty() {
            self.expected("a fact");
            return None;
        }
        let before = self.diagnostics.len();
        let tokens = &self.tokens[range.clone()];
        let fact = (self.inside.expression)(tokens, self.close, self.diagnostics);
        if self.diagnostics.len() == before {
            self.rust(&as_rust(&fact), end, <syn::Expr as Parse>::parse, "`;`")?;
        }
        self.at = end;
        self.semi()?;
        Some(EffectKind::Insert { logical, fact })
    }

    /// Whether the word here is `logical` and not the beginning of an expression.
    fn is_logical(&self) -> bool {
        matches!(self.tokens.get(self.at), Some(TokenTree::Ident(word)) if word == "logical")
            && match self.tokens.get(self.at + 1) {
                Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '<' | '&' | '*'),
                Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Bracket,
                Some(_) => true,
                None => false,
            }
    }

    fn modify(&mut self) -> Option<EffectKind> {
        let target = self.name("the name of a fact variable")?;
        let Some(TokenTree::Group(group)) = self.tokens.get(self.at) else {
            self.expected("`{`");
            return None;
        };
        if group.delimiter() != Delimiter::Brace {
            self.expected("`{`");
            return None;
        }
        self.at += 1;
        let body = (self.inside.block)(group, self.diagnostics);
        if is_mark(self.tokens, self.at, ';') {
            self.at += 1;
        }
        Some(EffectKind::Modify { target, body })
    }

    fn choose(&mut self) -> Option<EffectKind> {
        let end = self.statement_end();
        let is_in = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "in");
        let Some(length) = self.tokens[self.at..end].iter().position(is_in) else {
            let pat = self.stream(self.at, end);
            self.rust(&pat, end, syn::Pat::parse_multi_with_leading_vert, "`in`")?;
            self.at = end;
            self.expected("`in`");
            return None;
        };
        let middle = self.at + length;
        let pat = self.stream(self.at, middle);
        let pat = self.rust(
            &pat,
            middle,
            syn::Pat::parse_multi_with_leading_vert,
            "`in`",
        )?;
        self.at = middle + 1;
        let expr = self.rust(&self.stream(self.at, end), end, Parse::parse, "`;`")?;
        self.at = end;
        self.semi()?;
        Some(EffectKind::Choose { pat, expr })
    }

    /// The place of the `;`, or of what begins another effect where the `;` is missing.
    fn statement_end(&self) -> usize {
        let mut end = self.at;
        while end < self.tokens.len() && !is_mark(self.tokens, end, ';') && !self.begins_effect(end)
        {
            end += 1;
        }
        end
    }

    /// Whether an effect's word is followed by a name, and is no part of an expression.
    fn begins_effect(&self, at: usize) -> bool {
        let is_word = matches!(
            &self.tokens[at],
            TokenTree::Ident(word) if MISPLACEABLE.iter().any(|name| word == name)
        );
        let in_expression = matches!(
            self.tokens[..at].last(),
            Some(TokenTree::Punct(punct)) if punct.as_char() != '?'
        );
        let before_name = matches!(
            self.tokens.get(at + 1),
            Some(TokenTree::Ident(next)) if next != "as" && next != "in"
        );
        is_word && before_name && !in_expression && at > self.at
    }

    fn stream(&self, start: usize, end: usize) -> TokenStream {
        self.tokens[start..end].iter().cloned().collect()
    }

    /// Rust that ends at `end`; what syn leaves over of it stands where `next` should.
    fn rust<T>(
        &mut self,
        tokens: &TokenStream,
        end: usize,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
        next: &str,
    ) -> Option<T> {
        let result = (|input: ParseStream<'_>| {
            let parsed = parse(input)?;
            let rest: TokenStream = input.parse()?;
            Ok((parsed, rest))
        })
        .parse2(tokens.clone());
        match result {
            Ok((parsed, rest)) if rest.is_empty() => Some(parsed),
            Ok((_, rest)) => {
                self.at = end - rest.into_iter().count();
                self.expected(next);
                None
            }
            Err(error) => {
                let (span, found) = self.found(end);
                let found = format!("`{found}`");
                let errors = syn_errors(&error, tokens, (span, &found));
                self.diagnostics.extend(errors);
                self.at = end;
                None
            }
        }
    }

    fn name(&mut self, expected: &str) -> Option<Ident> {
        let token = self.tokens.get(self.at).cloned();
        let Some(TokenTree::Ident(ident)) = token else {
            self.expected(expected);
            return None;
        };
        if syn::parse2::<Ident>(ident.to_token_stream()).is_err() {
            self.diagnostics.push(keyword_error(&ident));
            return None;
        }
        self.at += 1;
        Some(ident)
    }

    fn semi(&mut self) -> Option<()> {
        if is_mark(self.tokens, self.at, ';') {
            self.at += 1;
            return Some(());
        }
        self.expected("`;`");
        None
    }

    fn expected(&mut self, expected: &str) {
        let (span, found) = self.found(self.at);
        let mut wording = say::expected(expected, format!("`{found}`"));
        if let Some(TokenTree::Ident(word)) =
            self.at.checked_sub(1).and_then(|at| self.tokens.get(at))
            && WORDS.iter().any(|name| word == name)
            && !matches!(found.as_str(), "}" | ";")
        {
            wording = say::broken_effect(word, expected, format!("`{found}`"));
        }
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let before = before.map(|token| match token {
            TokenTree::Group(group) => group.span_close(),
            token => token.span(),
        });
        let told = super::add_missing(wording.at(span), before, expected);
        self.diagnostics.push(told);
    }

    /// The token at a place, or the brace after the last one.
    fn found(&self, at: usize) -> (Span, String) {
        match self.tokens.get(at) {
            Some(TokenTree::Group(group)) => (group.span_open(), brackets(group).0.to_owned()),
            Some(token) => (token.span(), token.to_string()),
            None => (self.close, "}".to_owned()),
        }
    }

    /// Where to go on after a mistake: at an effect that begins here, or else after the next `;`.
    fn recover(&self) -> usize {
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        if let Some(TokenTree::Ident(word)) = rest.first()
            && WORDS.iter().any(|name| word == name)
        {
            return self.at;
        }
        let semi = (self.at..self.tokens.len()).find(|at| is_mark(self.tokens, *at, ';'));
        semi.map_or(self.tokens.len(), |semi| semi + 1)
    }
}

/// The pieces as plain Rust of the same shape, for syn to check: an effect is a statement.
pub(super) fn as_rust(pieces: &[Piece]) -> TokenStream {
    block::tokens(pieces, &mut |effect| match &effect.kind {
        EffectKind::Insert { fact, .. } => {
            let fact = as_rust(fact);
            quote!(let _ = #fact;)
        }
        EffectKind::Modify { body, .. } => {
            let body = as_rust(&body.pieces);
            quote!({ #body })
        }
        EffectKind::Choose { pat, expr } => quote!(let #pat = #expr;),
        _ => TokenTree::Punct(Punct::new(';', Spacing::Alone)).into(),
    })
}
