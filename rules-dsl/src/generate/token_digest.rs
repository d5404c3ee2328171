//! Digests of tokens, by which what stood in one version of a ruleset is compared with what stands in another.
//!
//! Spaces, comments and documentation do not count. Commas, semicolons and braces do where it is asked what belongs together;
//! but a formatter adds some and takes some away.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A digest of tokens, whatever their spacing: 64-bit FNV-1a over their texts. (G. Fowler, L. C. Noll,
/// K.-P. Vo, *The FNV Non-Cryptographic Hash Algorithm*, 1991.)
struct Digest {
    hash: u64,
    /// Whether commas, semicolons and braces count.
    is_exact: bool,
}

/// The digest of tokens without commas, semicolons and braces.
#[cfg(any(feature = "cli", test))]
pub(super) fn digest(tokens: TokenStream) -> u64 {
    digest_of(tokens, false)
}

/// The digest of tokens with commas, semicolons and braces, but for those that a formatter adds or takes away: a mark at the
/// end of a group, the braces around an arm with the comma behind it, and those around the body of a closure.
pub(super) fn exact_digest(tokens: TokenStream) -> u64 {
    digest_of(tokens, true)
}

fn digest_of(tokens: TokenStream, is_exact: bool) -> u64 {
    let mut digest = Digest {
        hash: 0xcbf2_9ce4_8422_2325,
        is_exact,
    };
    digest.add(tokens);
    digest.hash
}

impl Digest {
    fn add(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut marks = [' '; 2];
        while let Some(token) = tokens.next() {
            if is_mark(&token, '#') && tokens.next_if(is_doc).is_some() {
                continue;
            }
            let before = marks;
            marks = [marks[1], mark_of(&token)];
            let counts = self.is_exact && tokens.peek().is_some();
            if [',', ';'].contains(&marks[1]) && !counts {
                continue;
            }
            let TokenTree::Group(group) = token else {
                self.word(&token.to_string());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace if self.is_exact && !is_spare(before, tokens.peek()) => ("{", "}"),
                Delimiter::Brace | Delimiter::None => {
                    self.add(group.stream());
                    // Behind an arm in braces a comma may be left out.
                    if self.is_exact && before == ARROW {
                        tokens.next_if(|token| is_mark(token, ','));
                        if tokens.peek().is_some() {
                            self.word(",");
                        }
                    }
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
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The marks before an arm of a `match`.
const ARROW: [char; 2] = ['=', '>'];

/// Whether braces say nothing, given the two marks before them and what comes next: those around a whole arm, and around the
/// whole body of a closure.
fn is_spare(before: [char; 2], next: Option<&TokenTree>) -> bool {
    let ends = next.is_none_or(|next| is_mark(next, ',') || is_mark(next, ';'));
    let goes_on = next.is_some_and(|next| is_mark(next, '.') || is_mark(next, '?'));
    before == ARROW && !goes_on || before[1] == '|' && ends
}

/// The mark that a token is; a space for anything else.
fn mark_of(token: &TokenTree) -> char {
    match token {
        TokenTree::Punct(mark) => mark.as_char(),
        _ => ' ',
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    mark_of(token) == mark
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
        for digest in [digest, exact_digest] {
            let of = |text: &str| digest(text.parse().unwrap());
            assert_eq!(
                of("match x { A => { f(1,) } B => g(), }"),
                of("match x { A => f(1), B => { g() } }")
            );
            assert_eq!(
                of("if all.iter().any(|x| { f(x, 1) }) && y"),
                of("if all.iter().any(|x| f(x, 1,),) && y;")
            );
        }
    }

    #[test]
    fn what_belongs_together_counts_where_it_is_asked() {
        for (one, other) in [
            ("[1, -1]", "[1 - 1]"),
            ("a; b { c }", "a b { c }"),
            (
                "either { A; } or { B; } not C;",
                "either { A; } or { B; not C; }",
            ),
            ("A { of: B { c, d } }", "A { of: B { c }, d }"),
            (
                "match x { A => { f } -1 => g }",
                "match x { A => { f - 1 } => g }",
            ),
            ("f(|x| { x + 1 }.abs())", "f(|x| x + 1.abs())"),
        ] {
            let [one_tokens, other_tokens] = [one, other].map(|text| text.parse().unwrap());
            assert_ne!(
                exact_digest(one_tokens),
                exact_digest(other_tokens),
                "{one}"
            );
        }
    }
}
