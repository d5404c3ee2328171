//! The `rules!` blocks of a Rust file, read as `.rules` files are.

use std::path::Path;
use std::str::FromStr as _;

use proc_macro2::{Group, LineColumn, TokenStream, TokenTree};

use super::Failure;
use crate::names::plain;

/// Whether a file is Rust, in whose blocks rules may stand.
pub(super) fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// The text of a Rust file of which nothing is left but what stands in one `rules!` block, where it stands. With several
/// blocks it is that of the ruleset with a name.
pub(super) fn only_block(
    path: &Path,
    text: &str,
    ruleset: Option<&str>,
) -> Result<String, Failure> {
    let path = path.display();
    let tokens = TokenStream::from_str(text).map_err(|error| {
        let LineColumn { line, column } = error.span().start();
        format!(
            "`{path}:{line}:{}` cannot be read as Rust: a bracket or a quote has no partner, or a token is none",
            column + 1
        )
    })?;
    let mut blocks = Vec::new();
    find_blocks(tokens, &mut blocks);
    let others: Vec<String> = blocks.iter().map(name_of).collect();
    blocks.retain(|block| ruleset.is_none_or(|ruleset| name_of(block) == ruleset));
    let block = match blocks.as_slice() {
        [block] => block,
        [] => {
            let Some(name) = ruleset.filter(|_| !others.is_empty()) else {
                return Err(format!(
                    "`{path}` is Rust, and has no `rules!` block: name a file of rules, or a Rust file with a block"
                )
                .into());
            };
            let others = others.join("`, `");
            return Err(format!(
                "`{path}` has no `rules!` block of the ruleset `{name}`: there are those of `{others}`"
            )
            .into());
        }
        several => {
            let names = several.iter().map(|block| {
                let line = block.span_open().start().line;
                format!("`{}` in line {line}", name_of(block))
            });
            let names: Vec<String> = names.collect();
            let how = match ruleset {
                None => "choose one with `--ruleset`, of",
                Some(_) => "their names do not tell them apart:",
            };
            return Err(
                format!("`{path}` has several rulesets; {how} {}", names.join(", ")).into(),
            );
        }
    };
    if name_of(block).is_empty() {
        let line = block.span_open().start().line;
        return Err(
            format!("`{path}`, line {line}: a `rules!` block begins with `ruleset Name;`").into(),
        );
    }
    let within = block.span_open().byte_range().end..block.span_close().byte_range().start;
    let blank = |(at, char): (usize, char)| {
        if within.contains(&at) || char == '\n' {
            char
        } else {
            ' '
        }
    };
    Ok(text.char_indices().map(blank).collect())
}

/// Finds what stands between the braces of each `rules! { … }`, in modules and functions too. What holds a `$` is a pattern
/// for blocks.
fn find_blocks(tokens: TokenStream, found: &mut Vec<Group>) {
    let mut before = [None, None];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let is_block = matches!(
                &before,
                [Some(TokenTree::Ident(name)), Some(TokenTree::Punct(bang))]
                    if name == "rules" && bang.as_char() == '!'
            );
            if is_block {
                if !holds_dollar(group.stream()) {
                    found.push(group.clone());
                }
            } else {
                find_blocks(group.stream(), found);
            }
        }
        let [_, last] = before;
        before = [last, Some(token)];
    }
}

fn holds_dollar(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(mark) => mark.as_char() == '$',
        TokenTree::Group(group) => holds_dollar(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// The name of the ruleset in a block; nothing where no item names it.
fn name_of(block: &Group) -> String {
    let mut tokens = block.stream().into_iter();
    let item = tokens.find(|token| matches!(token, TokenTree::Ident(word) if word == "ruleset"));
    match item.and_then(|_| tokens.next()) {
        Some(TokenTree::Ident(name)) => plain(&name),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use a::b;\nrules! { ruleset Ä; fact A; }\nmod m {\n    rules_runtime::rules! {\n        pub ruleset Two;\n    }\n}\n";

    fn block(text: &str, ruleset: Option<&str>) -> Result<String, String> {
        only_block(Path::new("src/main.rs"), text, ruleset).map_err(|error| error.to_string())
    }

    #[test]
    fn a_block_is_read_where_it_stands() {
        let two = block(TEXT, Some("Two")).unwrap();
        assert_eq!(two.lines().nth(4), Some("        pub ruleset Two;"));
        assert_eq!(two.trim(), "pub ruleset Two;");
        let one = block(TEXT, Some("Ä")).unwrap();
        assert_eq!(one.lines().nth(1), Some("         ruleset Ä; fact A;  "));
    }

    #[test]
    fn one_of_several_is_to_be_chosen_and_there_must_be_one() {
        assert_eq!(
            block(TEXT, None).unwrap_err(),
            "`src/main.rs` has several rulesets; choose one with `--ruleset`, of `Ä` in line 2, `Two` in line 4"
        );
        assert_eq!(
            block(TEXT, Some("Three")).unwrap_err(),
            "`src/main.rs` has no `rules!` block of the ruleset `Three`: there are those of `Ä`, `Two`"
        );
        assert_eq!(
            block("fn main() {}", None).unwrap_err(),
            "`src/main.rs` is Rust, and has no `rules!` block: name a file of rules, or a Rust file with a block"
        );
        assert_eq!(
            block("rules! { fact A; }", None).unwrap_err(),
            "`src/main.rs`, line 1: a `rules!` block begins with `ruleset Name;`"
        );
        let twice = "rules! { ruleset A; }\nrules! { ruleset A; }";
        assert_eq!(
            block(twice, Some("A")).unwrap_err(),
            "`src/main.rs` has several rulesets; their names do not tell them apart: `A` in line 1, `A` in line 2"
        );
        let error = block("fn main() {}\nfn f( {}", None).unwrap_err();
        assert!(error.starts_with("`src/main.rs:2:"), "{error}");
    }

    #[test]
    fn a_pattern_for_blocks_is_none() {
        let text = "\u{feff}macro_rules! m { ($n:ident) => { rules! { ruleset $n; } } }\r\nrules![ruleset r#type;];\r\n";
        let read = block(text, Some("type")).unwrap();
        assert_eq!(read.trim(), "ruleset r#type;");
        assert_eq!(read.lines().count(), 2);
    }
}
