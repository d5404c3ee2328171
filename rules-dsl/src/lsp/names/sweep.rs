//! The names that their tokens alone tell: types, variants, the fields of literals and patterns, what is called, groups,
//! warnings; and all tokens and comments of the file.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::names::plain;

use super::read::Reader;
use super::{Import, Name, Role, Symbol, Token, TokenKind};

impl Reader<'_> {
    /// Adds the names among some tokens, at any depth.
    pub(super) fn sweep(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut owner: Option<String> = None;
        let mut attributes: Vec<Group> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let is_inner = at > 1 && is_mark(tokens.get(at - 1), '!');
                    let hash = at.checked_sub(1 + usize::from(is_inner));
                    let is_attribute = hash.is_some_and(|hash| is_mark(tokens.get(hash), '#'));
                    if is_attribute && group.delimiter() == Delimiter::Bracket {
                        attributes.push(group.clone());
                        self.lints(group.stream());
                        self.stages(group.stream());
                    }
                    if let Some(owner) = owner.take()
                        && group.delimiter() == Delimiter::Brace
                    {
                        self.fields(&owner, group.stream());
                    }
                    self.sweep(group.stream());
                }
                TokenTree::Ident(name) => {
                    owner = self.word(&tokens, at, name);
                    if name == "fact" || name == "kind" {
                        self.attribute_fields(&tokens, at, &std::mem::take(&mut attributes));
                        owner = None;
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => {
                    attributes.clear();
                    owner = None;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    if !is_mark(Some(token), ':') {
                        owner = None;
                    }
                }
            }
        }
    }

    /// A word. Returns the type whose fields the braces after it hold.
    fn word(&mut self, tokens: &[TokenTree], at: usize, name: &Ident) -> Option<String> {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after_word =
            |word: &str| matches!(before, Some(TokenTree::Ident(before)) if before == word);
        let text = plain(name);
        if before.is_some_and(|before| is_mark(Some(before), '.')) && !is_range(tokens, at) {
            return None;
        }
        if name == "use" && !is_mark(before, ':') {
            self.imports(&tokens[at + 1..]);
            return None;
        }
        if text.starts_with(char::is_uppercase) {
            return self.type_name(tokens, at, name, text);
        }
        let is_path = is_mark(before, ':') && at >= 2 && is_mark(tokens.get(at - 2), ':');
        let called = matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        let declared = ["fn", "query", "table"].into_iter().any(after_word);
        if called && !is_path && !declared {
            self.name(self.range(name.span()), Symbol::Callable(text), Role::Use);
        } else if after_word("focus") && is_mark(tokens.get(at + 1), ';') {
            self.name(self.range(name.span()), Symbol::Group(text), Role::Use);
        }
        None
    }

    /// A type's name, or a variant's.
    fn type_name(
        &mut self,
        tokens: &[TokenTree],
        at: usize,
        name: &Ident,
        text: String,
    ) -> Option<String> {
        let range = self.range(name.span());
        let qualifier = match at.checked_sub(3).and_then(|at| tokens.get(at)) {
            Some(TokenTree::Ident(of))
                if is_mark(tokens.get(at - 1), ':') && is_mark(tokens.get(at - 2), ':') =>
            {
                Some(plain(of)).filter(|of| of.starts_with(char::is_uppercase))
            }
            _ => None,
        };
        if let Some(of) = qualifier {
            let owner = format!("{of}::{text}");
            self.name(range, Symbol::Variant(of, text), Role::Use);
            return Some(owner);
        }
        if self.declared.contains(&range.start) {
            // Its members are declared after it.
            return None;
        }
        self.name(range, Symbol::Type(text.clone()), Role::Use);
        Some(text)
    }

    /// The names of fields in `T { a: …, b }`.
    fn fields(&mut self, owner: &str, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut begins = true;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(name) if begins => {
                    if !matches!(name.to_string().as_str(), "ref" | "mut") {
                        begins = false;
                    }
                    let next = tokens.get(at + 1);
                    let is_named = is_mark(next, ':') && !is_mark(tokens.get(at + 2), ':');
                    let is_shorthand = next.is_none() || is_mark(next, ',');
                    if is_named || is_shorthand {
                        let range = self.range(name.span());
                        self.file.names.push(Name {
                            range,
                            symbol: Symbol::Field(owner.to_owned(), plain(name)),
                            role: Role::Use,
                            is_shorthand,
                        });
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ',' => begins = true,
                _ => begins = false,
            }
        }
    }

    /// The fields that the attributes of a fact name: its key, its time, what is best of it.
    fn attribute_fields(&mut self, tokens: &[TokenTree], at: usize, attributes: &[Group]) {
        let name = tokens[at..].iter().skip(1).find_map(|token| match token {
            TokenTree::Ident(name) if name != "enum" => Some(plain(name)),
            _ => None,
        });
        let Some(of) = name else { return };
        for attribute in attributes {
            let mut inside = attribute.stream().into_iter();
            let word = inside
                .next()
                .map(|word| word.to_string())
                .unwrap_or_default();
            if ["key", "best", "event"].contains(&word.as_str())
                && let Some(TokenTree::Group(group)) = inside.next()
            {
                self.fields_named(&of, group.stream());
            }
        }
    }

    fn fields_named(&mut self, of: &str, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.fields_named(of, group.stream()),
                TokenTree::Ident(name) if !is_option(tokens.get(at + 1)) => {
                    let symbol = Symbol::Field(of.to_owned(), plain(name));
                    let known = self.file.names.iter();
                    let mut known = known.filter(|known| known.role == Role::Definition);
                    if known.any(|known| known.symbol == symbol) {
                        self.name(self.range(name.span()), symbol, Role::Use);
                    }
                }
                _ => {}
            }
        }
    }

    /// `allow(rules::name)`
    fn lints(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.lints(group.stream()),
                TokenTree::Ident(name)
                    if at >= 3
                        && matches!(&tokens[at - 3], TokenTree::Ident(rules) if rules == "rules") =>
                {
                    self.name(
                        self.range(name.span()),
                        Symbol::Lint(plain(name)),
                        Role::Use,
                    );
                }
                _ => {}
            }
        }
    }

    /// `stages(admit, _)`, which declares them, and `stage(admit)`
    fn stages(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter();
        let role = match tokens.next() {
            Some(TokenTree::Ident(word)) if word == "stages" => Role::Definition,
            Some(TokenTree::Ident(word)) if word == "stage" => Role::Use,
            _ => return,
        };
        let Some(TokenTree::Group(listed)) = tokens.next() else {
            return;
        };
        for token in listed.stream() {
            if let TokenTree::Ident(name) = token
                && name != "_"
            {
                self.name(self.range(name.span()), Symbol::Stage(plain(&name)), role);
            }
        }
    }

    /// The types that a `use` brings in.
    fn imports(&mut self, tokens: &[TokenTree]) {
        let end = tokens.iter().position(|token| is_mark(Some(token), ';'));
        let tokens: TokenStream = tokens[..end.unwrap_or(0)].iter().cloned().collect();
        if let Ok(tree) = syn::parse2::<UseTree>(tokens) {
            self.use_tree(&tree.0, &mut Vec::new());
        }
    }

    fn use_tree(&mut self, tree: &syn::UseTree, path: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(part) => {
                path.push(plain(&part.ident));
                self.use_tree(&part.tree, path);
                path.pop();
            }
            syn::UseTree::Name(name) => self.import(&name.ident, &name.ident, path),
            syn::UseTree::Rename(renamed) => self.import(&renamed.rename, &renamed.ident, path),
            syn::UseTree::Glob(_) => {
                let mut path = path.clone();
                path.push("*".to_owned());
                let name = "*".to_owned();
                self.file.imports.push(Import { name, path });
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, path);
                }
            }
        }
    }

    fn import(&mut self, name: &Ident, original: &Ident, path: &[String]) {
        let mut path = path.to_vec();
        path.push(plain(original));
        let range = self.range(name.span());
        self.name(range, Symbol::Type(plain(name)), Role::Import);
        let name = plain(name);
        self.file.imports.push(Import { name, path });
    }

    /// Adds all tokens and comments.
    pub(super) fn tokens(&mut self) {
        let text = self.repaired.text.as_str();
        let mut end = 0;
        let mut tokens = Vec::new();
        let place = |range: Range<usize>| {
            self.repaired.original(range.start)..self.repaired.original(range.end)
        };
        let after_all = text.len()..text.len();
        let ranges = self.source.token_ranges().iter();
        let ranges = ranges.chain(std::iter::once(&after_all));
        for range in ranges {
            if range.start > end {
                let gap = text.get(end..range.start).unwrap_or_default();
                let mut at = end;
                for line in gap.split_inclusive('\n') {
                    let shown = line.trim();
                    if !shown.is_empty() {
                        let start = at + (line.len() - line.trim_start().len());
                        let range = place(start..start + shown.len());
                        tokens.push(Token {
                            range,
                            kind: TokenKind::Comment,
                        });
                    }
                    at += line.len();
                }
            }
            if range.start >= end && !range.is_empty() {
                let written = text.get(range.clone()).unwrap_or_default();
                let kind = kind_of(written);
                let range = place(range.clone());
                if !range.is_empty() {
                    tokens.push(Token { range, kind });
                }
            }
            end = end.max(range.end);
        }
        self.file.tokens = tokens;
    }
}

/// A `use` without its word and its `;`.
struct UseTree(syn::UseTree);

impl syn::parse::Parse for UseTree {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let _: Option<syn::Token![::]> = input.parse()?;
        input.parse().map(UseTree)
    }
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Whether a word is the attribute's own, by what follows it: `at = …`, `min: …`, `by(…)`.
fn is_option(next: Option<&TokenTree>) -> bool {
    is_mark(next, '=') || is_mark(next, ':') || matches!(next, Some(TokenTree::Group(_)))
}

/// Whether what stands before a token is `..`.
fn is_range(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_mark(tokens.get(at - 2), '.')
}

fn kind_of(written: &str) -> TokenKind {
    let mut characters = written.chars();
    match characters.next() {
        Some('/') if written.starts_with("//") || written.starts_with("/*") => TokenKind::Comment,
        Some('(' | '[' | '{') => TokenKind::Open,
        Some(')' | ']' | '}') => TokenKind::Close,
        Some('0'..='9') => TokenKind::Number,
        Some('"') => TokenKind::Text,
        Some('\'') if written.len() > 1 => TokenKind::Text,
        Some('r' | 'b' | 'c') if written.ends_with(['"', '\'', '#']) && written.len() > 2 => {
            TokenKind::Text
        }
        Some(first) if first == '_' || first.is_alphabetic() => TokenKind::Word,
        _ => TokenKind::Mark,
    }
}
