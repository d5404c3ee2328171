//! The canonical text of a condition: one line, spaced as rustfmt would.
//!
//! The session's metadata, `explain` and the comments of generated code show it. It depends on the
//! tokens alone, not on where they stood, so it is the same through both doors. Of their spacing it
//! uses only whether two marks make one operator, which both doors agree on: `&&` against `& &`.

use std::iter::Peekable;

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use crate::names::asked_table;

/// The operators of more than one mark, the longer before those they begin with.
const OPERATORS: [&str; 24] = [
    "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "^=", "&=", "|=", "<<", ">>", "..",
];

/// The canonical text of `tokens`.
#[must_use]
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    let mut words = Vec::new();
    read(tokens.to_token_stream(), &mut words);
    pair_angles(&mut words);
    let mut printer = Printer::default();
    for index in 0..words.len() {
        printer.push(&words, index);
    }
    printer.text
}

/// A text in canonical spacing; one that is no tokens as it is.
pub(crate) fn spaced(written: &str) -> String {
    match written.parse::<TokenStream>() {
        Ok(tokens) => text(&tokens),
        Err(_) => written.to_owned(),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name, a literal, `self`: something that a value or a type may end with.
    Operand,
    /// A keyword after which an operand begins.
    Keyword,
    Operator,
    Open(Delimiter),
    Close(Delimiter),
    /// The `<` of generic arguments.
    AngleOpen,
    /// The `>` of generic arguments.
    AngleClose,
}

#[derive(Debug)]
struct Word {
    text: String,
    kind: Kind,
}

impl Word {
    fn new(text: impl Into<String>, kind: Kind) -> Self {
        let text = text.into();
        Self { text, kind }
    }

    fn is(&self, text: &str) -> bool {
        self.kind == Kind::Operator && self.text == text
    }

    fn ends_operand(&self) -> bool {
        matches!(self.kind, Kind::Operand | Kind::Close(_) | Kind::AngleClose) || self.is("?")
    }
}

/// Reads tokens into words: marks joined to operators, groups flattened.
fn read(tokens: TokenStream, words: &mut Vec<Word>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                read(group.stream(), words);
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    _ => ("(", ")"),
                };
                let is_of_macro = words.last().is_some_and(|before| before.is("!"));
                let is_call = words.last().is_some_and(Word::ends_operand);
                words.push(Word::new(open, Kind::Open(group.delimiter())));
                read(group.stream(), words);
                let is_tuple = !is_call && group.delimiter() == Delimiter::Parenthesis;
                if !is_of_macro && ends_with_spare_comma(group.stream(), is_tuple) {
                    words.pop();
                }
                words.push(Word::new(close, Kind::Close(group.delimiter())));
            }
            TokenTree::Ident(ident) => words.push(ident_word(&ident, words)),
            TokenTree::Literal(literal) => {
                words.push(Word::new(literal.to_string(), Kind::Operand));
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let name = tokens.next().map(|name| name.to_string());
                let lifetime = format!("'{}", name.unwrap_or_default());
                words.push(Word::new(lifetime, Kind::Keyword));
            }
            TokenTree::Punct(punct) => {
                let mut run = punct.as_char().to_string();
                let mut joined = punct.spacing() == Spacing::Joint;
                while joined && let Some(next) = next_mark(&mut tokens) {
                    run.push(next.0);
                    joined = next.1;
                }
                split_run(&run, words);
            }
        }
    }
}

/// Whether the last token between brackets is a comma that says nothing: it does in a tuple of one.
fn ends_with_spare_comma(tokens: TokenStream, is_tuple: bool) -> bool {
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let commas = tokens.iter().filter(|token| is_comma(token)).count();
    tokens.last().is_some_and(is_comma) && (!is_tuple || commas > 1)
}

fn ident_word(ident: &Ident, before: &[Word]) -> Word {
    // The compiler makes names raw that it must know from its own, see `hygiene`; none of them needs it.
    let text = ident.to_string();
    let text = text.replace("r#__", "__");
    // A condition asks a table by a function of ours.
    let text = asked_table(ident).unwrap_or(text);
    let operands = [
        "self", "Self", "super", "crate", "true", "false", "await", "_",
    ];
    let ends_parentheses = text == "by"
        && matches!(before.last(), Some(word) if word.kind == Kind::Close(Delimiter::Parenthesis));
    let is_keyword = !operands.contains(&text.as_str()) && syn::parse_str::<Ident>(&text).is_err();
    let kind = if is_keyword || ends_parentheses {
        Kind::Keyword
    } else {
        Kind::Operand
    };
    Word::new(text, kind)
}

/// The next token, if it is a mark that can be part of an operator; and whether it is joined on.
fn next_mark(tokens: &mut Peekable<impl Iterator<Item = TokenTree>>) -> Option<(char, bool)> {
    let next = tokens
        .next_if(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() != '\''))?;
    match next {
        TokenTree::Punct(punct) => Some((punct.as_char(), punct.spacing() == Spacing::Joint)),
        _ => None,
    }
}

/// Cuts a run of joined marks into operators, the longest first.
fn split_run(mut run: &str, words: &mut Vec<Word>) {
    while let Some(first) = run.chars().next() {
        let operator = OPERATORS
            .into_iter()
            .find(|operator| run.starts_with(operator))
            .unwrap_or(&run[..first.len_utf8()]);
        words.push(Word::new(operator, Kind::Operator));
        run = &run[operator.len()..];
    }
}

/// Finds the `<` and `>` that hold generic arguments: after `::`, after a type's name, or where no
/// comparison can stand, and closed before anything that no type holds.
fn pair_angles(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        if words[at].is("<") && may_open(words, at) {
            close_angle(words, at);
        }
        at += 1;
    }
}

fn may_open(words: &[Word], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &words[before]) else {
        return true;
    };
    let is_type_name = || {
        let mut letters = before.text.chars();
        let upper = letters.next().is_some_and(char::is_uppercase);
        upper && (before.text.len() == 1 || letters.any(char::is_lowercase))
    };
    before.is("::")
        || matches!(before.text.as_str(), "for" | "impl")
        || before.kind == Kind::Operand && is_type_name()
        || !before.ends_operand()
}

/// Marks the pair that the `<` at `open` begins, cutting its `>` off a `>>`, `>=` or `>>=`.
fn close_angle(words: &mut Vec<Word>, open: usize) {
    let mut depth = 0_usize;
    let mut brackets = 0_usize;
    let mut at = open;
    while at < words.len() {
        match words[at].kind {
            Kind::Open(_) => brackets += 1,
            Kind::Close(_) if brackets == 0 => return,
            Kind::Close(_) => brackets -= 1,
            Kind::Operator if brackets == 0 => match words[at].text.as_str() {
                "<" => depth += 1,
                ">" | ">>" | ">=" | ">>=" => {
                    depth -= 1;
                    if depth == 0 {
                        let rest = words[at].text.split_off(1);
                        words[at].kind = Kind::AngleClose;
                        words[open].kind = Kind::AngleOpen;
                        if !rest.is_empty() {
                            words.insert(at + 1, Word::new(rest, Kind::Operator));
                        }
                        return;
                    }
                    if words[at].text.len() > 1 {
                        let rest = words[at].text.split_off(1);
                        words.insert(at + 1, Word::new(rest, Kind::Operator));
                    }
                }
                "::" | "," | "&" | "+" | "->" | "=" | "*" | ":" | "!" | "-" => {}
                _ => return,
            },
            _ => {}
        }
        at += 1;
    }
}

/// What is known of the words before the next one.
#[derive(Default)]
struct Printer {
    text: String,
    /// Whether the last operator stands before its only operand: `&x`, `-1`, `*x`.
    prefix: bool,
    /// Whether the last `|` closed the parameters of a closure.
    closed_closure: bool,
    /// Whether the parameters of a closure are open.
    in_closure: bool,
}

impl Printer {
    fn push(&mut self, words: &[Word], index: usize) {
        let word = &words[index];
        let before = index.checked_sub(1).map(|before| &words[before]);
        if let Some(before) = before
            && self.spaced(before, word, words.get(index + 1))
        {
            self.text.push(' ');
        }
        self.text.push_str(&word.text);
        self.note(before, word);
    }

    fn note(&mut self, before: Option<&Word>, word: &Word) {
        let after_operand = before.is_some_and(Word::ends_operand) && !self.closed_closure;
        self.closed_closure = false;
        self.prefix = false;
        if word.kind != Kind::Operator {
            return;
        }
        match word.text.as_str() {
            "&" | "&&" | "*" | "-" | "!" => self.prefix = !after_operand,
            "|" if self.in_closure => {
                self.in_closure = false;
                self.closed_closure = true;
            }
            "|" if !after_operand => {
                self.in_closure = true;
                self.prefix = true;
            }
            "||" if !after_operand => self.closed_closure = true,
            _ => {}
        }
    }

    /// Whether a space stands between `before` and `word`.
    fn spaced(&self, before: &Word, word: &Word, after: Option<&Word>) -> bool {
        use Delimiter::{Brace, Bracket, Parenthesis};

        match (before.kind, word.kind) {
            (Kind::Open(_), Kind::Close(_)) => return false,
            (Kind::Open(Brace), _) | (_, Kind::Close(Brace)) => return true,
            (Kind::Open(_) | Kind::AngleOpen, _) | (_, Kind::Close(_) | Kind::AngleClose) => {
                return false;
            }
            (Kind::Operator, _) if glues_right(&before.text) || self.prefix => return false,
            (_, Kind::Operator) if glues_left(&word.text) => return false,
            (_, Kind::Operator) if word.text == "::" => return !before.ends_operand(),
            (_, Kind::Operator) if matches!(word.text.as_str(), ".." | "..=" | "...") => {
                return before.is(",") || !before.ends_operand();
            }
            (_, Kind::Operator) if word.text == "|" && self.in_closure => return false,
            // `matches!(…)`, not `a != b`
            (Kind::Operand, Kind::Operator) if word.text == "!" => {
                return !matches!(after, Some(after) if matches!(after.kind, Kind::Open(_)));
            }
            (_, Kind::AngleOpen) => return !before.ends_operand() && !before.is("::"),
            (_, Kind::Open(Parenthesis | Bracket)) if before.is("!") || before.is("#") => {
                return false;
            }
            (Kind::Keyword, Kind::Open(Parenthesis)) if before.text == "pub" => {
                let within = ["crate", "self", "super", "in"];
                return !after.is_some_and(|after| within.contains(&after.text.as_str()));
            }
            (_, Kind::Open(Parenthesis | Bracket)) => return !before.ends_operand(),
            _ => {}
        }
        true
    }
}

/// Operators with no space after them, whatever follows.
fn glues_right(operator: &str) -> bool {
    matches!(operator, "." | "::" | ".." | "..=" | "..." | "#" | "$")
}

/// Operators with no space before them, whatever precedes.
fn glues_left(operator: &str) -> bool {
    matches!(operator, "." | "," | ";" | ":" | "?")
}

#[cfg(test)]
mod tests;
