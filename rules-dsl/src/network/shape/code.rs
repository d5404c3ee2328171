//! The shape of Rust code: its tokens, with each variable by what it stands for, so that equal expressions are equal
//! whatever names rules give to what they bind.
//!
//! A variable's name counts where it stands as something else too, or is to be read there: as a field, as the
//! parameter of a closure, in a format string. Where no variable's name is left among the tokens, other names for the
//! variables make the same code.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::names::plain;

/// Code, where `V` is what a variable stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) struct Code<V> {
    tokens: Vec<Token>,
    /// The variables in the order in which they are first used, each with its name where that counts. Then those that
    /// stand in format strings alone.
    variables: Vec<(Option<String>, V)>,
}

/// A token, without its span.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) enum Token {
    /// A variable, by its place among those of the code.
    Variable(usize),
    Word(String),
    Literal(String),
    /// A mark, and whether the next is joined to it.
    Mark(char, bool),
    Group(Discriminant<Delimiter>, Vec<Token>),
}

/// Tokens in which no variable is used.
pub(super) fn verbatim(tokens: TokenStream) -> Vec<Token> {
    Reader::default().tokens(tokens, Delimiter::None)
}

impl<V> Code<V> {
    /// The shape of tokens that use variables, given by name.
    pub(super) fn of(tokens: TokenStream, mut variables: BTreeMap<String, V>) -> Self {
        let mut reader = Reader {
            names: variables.keys().cloned().collect(),
            ..Reader::default()
        };
        let tokens = reader.tokens(tokens, Delimiter::None);
        let mut used = Vec::new();
        for name in &reader.used {
            let counts = reader.mentions(name);
            let of = variables.remove(name);
            used.extend(of.map(|of| (counts.then(|| name.clone()), of)));
        }
        let others = variables.into_iter().map(|(name, of)| (Some(name), of));
        used.extend(others);
        Code {
            tokens,
            variables: used,
        }
    }

    /// What its variables stand for.
    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.variables.iter().map(|(_, value)| value)
    }
}

/// Reads tokens.
#[derive(Default)]
struct Reader {
    /// The names of the variables.
    names: BTreeSet<String>,
    /// Those used, in order.
    used: Vec<String>,
    /// The words that are no use of a variable.
    words: BTreeSet<String>,
    /// The texts that may be format strings.
    formats: Vec<String>,
}

impl Reader {
    /// The tokens between such delimiters.
    fn tokens(&mut self, tokens: TokenStream, within: Delimiter) -> Vec<Token> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let all = 0..tokens.len();
        all.map(|at| self.token(&tokens, at, within)).collect()
    }

    fn token(&mut self, tokens: &[TokenTree], at: usize, within: Delimiter) -> Token {
        match &tokens[at] {
            TokenTree::Group(group) => {
                let delimiter = group.delimiter();
                Token::Group(
                    discriminant(&delimiter),
                    self.tokens(group.stream(), delimiter),
                )
            }
            TokenTree::Ident(word) => {
                let word = plain(word);
                if self.names.contains(&word) && is_use(tokens, at, within) {
                    return Token::Variable(self.number(word));
                }
                self.words.insert(word.clone());
                Token::Word(word)
            }
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                if literal.contains('{') {
                    self.formats.push(literal.clone());
                }
                Token::Literal(literal)
            }
            TokenTree::Punct(mark) => Token::Mark(mark.as_char(), mark.spacing() == Spacing::Joint),
        }
    }

    /// Whether a name stands among the tokens otherwise than as a use of the variable.
    fn mentions(&self, name: &str) -> bool {
        self.words.contains(name) || self.formats.iter().any(|text| text.contains(name))
    }

    fn number(&mut self, name: String) -> usize {
        let known = self.used.iter().position(|used| *used == name);
        known.unwrap_or_else(|| {
            self.used.push(name);
            self.used.len() - 1
        })
    }
}

/// Whether a variable's name is a use of it: not where it may be a field (`a.x`, `P { x: 1 }`, `P { x }`), a part of a
/// path, a label or a macro. A use that is taken for none does no harm: then the name counts.
fn is_use(tokens: &[TokenTree], at: usize, within: Delimiter) -> bool {
    let mark = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(mark)) => Some(mark.as_char()),
        _ => None,
    };
    let (before, after) = (mark(at.checked_sub(1)), mark(Some(at + 1)));
    let is_range = before == Some('.') && mark(at.checked_sub(2)) == Some('.');
    let begins = at == 0 || before == Some(',');
    let ends = at + 1 == tokens.len() || after == Some(',');
    let is_field = before == Some('.') && !is_range
        || within == Delimiter::Brace && begins && ends
        || after == Some(':');
    let is_macro = after == Some('!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
    !is_field && !is_macro && !matches!(before, Some(':' | '\''))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Code;

    /// The shape of code that uses variables: of each the name and what it stands for.
    fn code(text: &str, variables: &[(&str, u32)]) -> Code<u32> {
        let variables = variables.iter().map(|(name, of)| ((*name).to_owned(), *of));
        Code::of(text.parse().unwrap(), variables.collect::<BTreeMap<_, _>>())
    }

    #[test]
    fn other_names_for_the_same_make_the_same_code() {
        let one = code("f(x, 0..x).max(y) != x", &[("x", 1), ("y", 2)]);
        assert_eq!(one, code("f(a, 0..a).max(b) != a", &[("a", 1), ("b", 2)]));
        assert_ne!(one, code("f(a, 0..a).max(b) != a", &[("a", 2), ("b", 1)]));
        assert_ne!(one, code("f(a, 0..b).max(b) != a", &[("a", 1), ("b", 2)]));
    }

    #[test]
    fn a_variable_in_a_format_string_is_told_by_what_it_stands_for() {
        let text = "format!(\"{x}\") == \"1\"";
        assert_eq!(code(text, &[("x", 1)]), code(text, &[("x", 1)]));
        assert_ne!(code(text, &[("x", 1)]), code(text, &[("x", 2)]));
        let used = "format!(\"{x}{}\", x)";
        assert_ne!(
            code(used, &[("x", 1)]),
            code("format!(\"{x}{}\", y)", &[("y", 1)])
        );
    }

    #[test]
    fn a_field_of_a_variables_name_is_that_field() {
        let one = code("near(x, p.x)", &[("x", 1), ("p", 2)]);
        assert_ne!(one, code("near(y, p.y)", &[("y", 1), ("p", 2)]));
        assert_eq!(one, code("near(x, q.x)", &[("x", 1), ("q", 2)]));
        assert_ne!(
            code("f(P { x })", &[("x", 1)]),
            code("f(P { y })", &[("y", 1)])
        );
        assert_ne!(
            code("f(P { x: x })", &[("x", 1)]),
            code("f(P { y: y })", &[("y", 1)])
        );
    }

    #[test]
    fn a_parameter_of_a_variables_name_is_no_other_parameter() {
        let one = code("f(x, |x| x + 1)", &[("x", 1)]);
        assert_eq!(one, code("f(y, |y| y + 1)", &[("y", 1)]));
        assert_ne!(one, code("f(y, |x| y + 1)", &[("y", 1)]));
        assert_ne!(one, code("f(y, |x| x + 1)", &[("y", 1)]));
    }
}
