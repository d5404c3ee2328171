//! The bodies of `then`, `undo` and `modify`: Rust token trees, with the effects found in them.
//!
//! An effect is a statement, so what matters is where statements begin: in every brace group that
//! is a block, not in one that is a struct literal, a struct pattern or the arms of a `match`. That
//! is told from the tokens before it, as Rust's own parser tells it. The arguments of a macro and
//! the items within a block are left alone.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::Parser;
use super::effect::{Inside, MISPLACEABLE, as_rust, effect_at};
use super::foreign::Place;
use super::fragment::{single, syn_errors};
use super::grammar::Node;
use super::statement::{
    begins_block_like, continues, is_keyword, is_macro, is_mark, is_name, item_end,
};
use crate::ast::{Block, Piece};
use crate::diagnostic::Diagnostics;
use crate::vocabulary as say;

impl Parser<'_> {
    /// A block. Once its effects are in order, the Rust around them is checked by syn.
    pub(super) fn parse_block(&mut self, body: &Node) -> Block {
        let Some(TokenTree::Group(group)) = single(self.tokens(body)) else {
            unreachable!("a body is one brace group");
        };
        let mut diagnostics = Diagnostics::new();
        let mut block = scan_block(&group, &mut diagnostics);
        if diagnostics.is_empty() {
            check_rust(&block, &mut diagnostics);
        }
        if !diagnostics.is_empty() {
            // What is no Rust is nothing to those who read it next.
            block.pieces.clear();
        }
        let before = self.diagnostics.len();
        self.diagnostics.extend(diagnostics);
        self.retell(before, Place::Block, &body.inside());
        block
    }
}

/// A block, its effects told from the Rust around them.
pub(crate) fn scan_block(group: &Group, diagnostics: &mut Diagnostics) -> Block {
    let close = group.span_close();
    Block {
        pieces: scan(group.stream(), Mode::Statements, close, diagnostics),
        open: group.span_open(),
        close,
    }
}

/// The pieces of an expression in which no statement begins, except in the blocks within it.
fn scan_expression(tokens: &[TokenTree], close: Span, diagnostics: &mut Diagnostics) -> Vec<Piece> {
    let tokens = tokens.iter().cloned().collect();
    scan(tokens, Mode::Expression, close, diagnostics)
}

/// How the tokens of a group are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Statements, in a block.
    Statements,
    /// The arms of a `match`.
    Arms,
    /// Anything else: no statement begins here.
    Expression,
}

/// What a brace would mean at the present place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// After an operator, a keyword or nothing: a block.
    Nothing,
    /// After a name, a literal or a group: a struct's fields, or the end of a header.
    Operand,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Scanner<'d> {
    mode: Mode,
    tokens: Vec<TokenTree>,
    close: Span,
    pieces: Vec<Piece>,
    diagnostics: &'d mut Diagnostics,
    /// Whether a statement may begin here.
    at_start: bool,
    /// Whether the statement began as one that its block ends: `if`, `match`, `loop`, `{`.
    block_like: bool,
    /// Between `if` or `match` and its block: how that block is to be read.
    header: Option<Mode>,
    /// Between `let` and `=`, or `for` and `in`: braces hold the fields of a pattern.
    in_pattern: bool,
    /// Among arms: between `=>` and the end of the arm.
    in_arm: bool,
    before: Before,
}

fn scan(tokens: TokenStream, mode: Mode, close: Span, diagnostics: &mut Diagnostics) -> Vec<Piece> {
    let mut scanner = Scanner {
        mode,
        tokens: tokens.into_iter().collect(),
        close,
        pieces: Vec::new(),
        diagnostics,
        at_start: true,
        block_like: false,
        header: None,
        in_pattern: false,
        in_arm: false,
        before: Before::Nothing,
    };
    let mut at = 0;
    while at < scanner.tokens.len() {
        at = scanner.step(at);
    }
    scanner.pieces
}

impl Scanner<'_> {
    /// Reads what begins at `at`; returns where the next thing begins.
    fn step(&mut self, at: usize) -> usize {
        if self.misses_end(at) {
            let found = format!("`{}`", self.tokens[at]);
            let span = self.tokens[at].span();
            let expected = if self.header.is_some() { "`{`" } else { "`;`" };
            let before = at.checked_sub(1).map(|at| match &self.tokens[at] {
                TokenTree::Group(group) => group.span_close(),
                token => token.span(),
            });
            let told = say::expected(expected, found).at(span);
            self.diagnostics
                .push(super::add_missing(told, before, expected));
            self.end_statement();
        }
        if self.mode == Mode::Statements && self.at_start {
            let inside = Inside {
                block: scan_block,
                expression: scan_expression,
            };
            let effect = effect_at(&self.tokens, at, self.close, inside, self.diagnostics);
            if let Some((effect, end)) = effect {
                self.pieces.extend(effect.map(Piece::Effect));
                return end;
            }
            if let Some(end) = item_end(&self.tokens, at) {
                self.pass(at..end);
                return end;
            }
            if is_mark(&self.tokens, at, '#') {
                self.pass(at..at + 2);
                return at + 2;
            }
            self.at_start = false;
            self.block_like = begins_block_like(&self.tokens[at]);
        }
        match self.tokens[at].clone() {
            TokenTree::Group(group) => self.group(at, &group),
            TokenTree::Ident(ident) => self.ident(at, &ident),
            TokenTree::Punct(punct) => self.mark(at, punct.as_char()),
            TokenTree::Literal(_) => self.before = Before::Operand,
        }
        if !matches!(self.tokens[at], TokenTree::Group(_)) {
            self.pass(at..at + 1);
        }
        at + 1
    }

    /// Whether an effect begins after an operand, so that the statement before it lacks its end.
    fn misses_end(&self, at: usize) -> bool {
        let after_operand = self.mode == Mode::Statements
            && !self.at_start
            && !self.in_pattern
            && self.before == Before::Operand
            && !is_mark(&self.tokens, at - 1, '.');
        after_operand && is_misplaceable(&self.tokens, at)
    }

    /// Whether what begins at a token is what a `let` or an assignment gives a name.
    fn is_bound(&self, at: usize) -> bool {
        let is_equals = at > 1 && is_mark(&self.tokens, at - 1, '=');
        is_equals && matches!(self.tokens[at - 2], TokenTree::Ident(_))
    }

    /// Takes tokens as Rust.
    fn pass(&mut self, range: std::ops::Range<usize>) {
        let end = range.end.min(self.tokens.len());
        let tokens = self.tokens[range.start..end].iter().cloned();
        self.pieces.extend(tokens.map(Piece::Rust));
    }

    fn ident(&mut self, at: usize, ident: &Ident) {
        let word = ident.to_string();
        let after_path =
            at > 0 && (is_mark(&self.tokens, at - 1, '.') || is_mark(&self.tokens, at - 1, ':'));
        if is_misplaceable(&self.tokens, at) && !after_path {
            let help = self.is_bound(at).then(|| say::effect_without_value(&word));
            let wording = say::effect_in_expression(&word).or_help(help);
            self.diagnostics.push(wording.at(ident.span()));
        }
        self.before = if is_keyword(ident) {
            Before::Nothing
        } else {
            Before::Operand
        };
        let is_guard = self.mode == Mode::Arms && !self.in_arm;
        match word.as_str() {
            "if" | "while" if !is_guard => self.header = Some(Mode::Statements),
            "for" => {
                self.header = Some(Mode::Statements);
                self.in_pattern = true;
            }
            "match" => self.header = Some(Mode::Arms),
            "let" => self.in_pattern = true,
            "in" => self.in_pattern = false,
            _ => {}
        }
    }

    fn mark(&mut self, at: usize, mark: char) {
        let after = |previous| at > 0 && is_mark(&self.tokens, at - 1, previous);
        let arrow = mark == '>' && (after('-') || after('='));
        self.before = match mark {
            // `x? {`, `Foo::<T> {`, `0.. {`
            '?' | '.' => Before::Operand,
            '>' if !arrow => Before::Operand,
            _ => Before::Nothing,
        };
        match mark {
            ';' if self.mode == Mode::Statements => {
                self.end_statement();
            }
            ',' if self.mode != Mode::Statements => {
                self.end_expression();
                self.in_arm = false;
            }
            '=' if !after('.') => self.in_pattern = false,
            '>' if after('=') => {
                self.end_expression();
                self.in_arm = true;
            }
            // The return type of a closure: what follows it is the closure's block.
            '>' if after('-') => self.header = Some(Mode::Statements),
            _ => {}
        }
    }

    fn end_statement(&mut self) {
        self.end_expression();
        self.at_start = true;
        self.before = Before::Nothing;
    }

    fn end_expression(&mut self) {
        self.header = None;
        self.in_pattern = false;
    }

    fn group(&mut self, at: usize, group: &Group) {
        let is_brace = group.delimiter() == Delimiter::Brace;
        let opaque = is_macro(&self.tokens, at);
        let mode = if is_brace {
            self.brace_mode()
        } else {
            Mode::Expression
        };
        let pieces = if opaque {
            Vec::new()
        } else {
            scan(group.stream(), mode, group.span_close(), self.diagnostics)
        };
        let has_effect = pieces.iter().any(|piece| !matches!(piece, Piece::Rust(_)));
        self.pieces.push(if has_effect {
            Piece::Group {
                delimiter: group.delimiter(),
                pieces,
                span: group.span(),
            }
        } else {
            Piece::Rust(TokenTree::Group(group.clone()))
        });

        let after_arrow = self.before == Before::Nothing && self.in_arm;
        self.before = Before::Operand;
        if !is_brace || self.header.is_some() {
            return;
        }
        let ends_statement = if opaque {
            // `path! { … }` is a statement of its own, `let x = path! { … }` is not.
            self.is_statement_macro(at)
        } else {
            self.block_like && mode != Mode::Expression
        };
        match self.mode {
            Mode::Statements if ends_statement && !continues(&self.tokens, at + 1) => {
                self.end_statement();
            }
            Mode::Arms if after_arrow && !continues(&self.tokens, at + 1) => self.in_arm = false,
            _ => {}
        }
    }

    /// How the braces at the present place are to be read; those that end a header end it.
    fn brace_mode(&mut self) -> Mode {
        if self.before == Before::Nothing {
            return Mode::Statements;
        }
        if self.in_pattern {
            return Mode::Expression;
        }
        self.header.take().unwrap_or(Mode::Expression)
    }

    /// Whether only a path stands between the beginning of the statement and `! { … }` at `at`.
    fn is_statement_macro(&self, at: usize) -> bool {
        self.tokens[..at - 1]
            .iter()
            .rev()
            .take_while(|token| match token {
                TokenTree::Punct(punct) => punct.as_char() != ';',
                TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
                _ => true,
            })
            .all(|token| match token {
                TokenTree::Punct(punct) => punct.as_char() == ':',
                TokenTree::Ident(_) => true,
                _ => false,
            })
    }
}

/// Whether an effect's word stands at `at` that, before a name, can be nothing else.
fn is_misplaceable(tokens: &[TokenTree], at: usize) -> bool {
    let is_word = matches!(
        &tokens[at],
        TokenTree::Ident(word) if MISPLACEABLE.iter().any(|name| word == name)
    );
    is_word && is_name(tokens.get(at + 1))
}

/// The Rust of a block must be Rust, its effects taken for statements.
fn check_rust(block: &Block, diagnostics: &mut Diagnostics) {
    use syn::parse::Parser as _;

    let rust = as_rust(&block.pieces);
    if let Err(error) = syn::Block::parse_within.parse2(rust.clone()) {
        diagnostics.extend(syn_errors(&error, &rust, (block.close, "`}`")));
    }
}
