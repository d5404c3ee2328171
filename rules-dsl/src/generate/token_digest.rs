//! Digests of tokens, by which what stood in one version of a ruleset is compared with what stands in another.
//!
//! Spaces, comments and documentation do not count; nor do commas, semicolons and braces, of which a
//! formatter adds some and takes some away.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A digest of tokens, whatever their spacing: 64-bit FNV-1a over their texts. (G. Fowler, L. C. Noll,
/// K.-P. Vo, *The FNV Non-Cryptographic Hash Algorithm*, 1991.)
struct Digest(u64);

/// The digest of tokens.
pub(super) fn digest(tokens: TokenStream) -> u64 {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    digest.add(tokens);
    digest.0
}

impl Digest {
    fn add(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            if is_mark(&token, '#') && tokens.next_if(is_doc).is_some() {
                continue;
            }
            if is_mark(&token, ',') || is_mark(&token, ';') {
                continue;
            }
            let TokenTree::Group(group) = token else {
                self.word(&token.to_string());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace | Delimiter::None => {
                    self.add(group.stream());
                    continue;
                }
            };
            self.word(open);
            self.add(group.stream());
            self.word(close);
        }
    }

    fn word(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether a token is what stands behind the `#` of documentation.
fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else {
        return false;
    };
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_and_documentation_do_not_count_and_all_else_does() {
        let of = |text: &str| digest(text.parse().unwrap());
        let one = of("let x = a[1] + /* one */ \"b c\";");
        assert_eq!(one, of("let x=a [ 1 ]+\"b c\" ;"));
        assert_eq!(one, of("#[doc = \"x\"] let x = a[1] + \"b c\";"));
        for other in [
            "let x = a[1] + \"bc\";",
            "let x = a[1 + \"b c\"];",
            "let x = a(1) + \"b c\";",
            "#[allow(y)] let x = a[1] + \"b c\";",
        ] {
            assert_ne!(one, of(other), "{other}");
        }
    }

    #[test]
    fn what_a_formatter_adds_does_not_count() {
        let of = |text: &str| digest(text.parse().unwrap());
        assert_eq!(
            of("match x { A => { f(1,) } B => g(), }"),
            of("match x { A => f(1), B => { g() } }")
        );
    }
}
