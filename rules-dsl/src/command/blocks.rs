//! The `rules!` blocks of a Rust file, read as `.rules` files are.

use std::path::Path;
use std::str::FromStr as _;

use proc_macro2::{Group, TokenStream, TokenTree};

use super::Failure;

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
    let tokens = TokenStream::from_str(text)
        .map_err(|error| format!("`{path}` cannot be read as Rust: {error}"))?;
    let mut blocks = Vec::new();
    find_blocks(tokens, &mut blocks);
    let names: Vec<String> = blocks.iter().map(name_of).collect();
    let place = match ruleset {
        Some(ruleset) => names.iter().position(|name| name == ruleset),
        None if blocks.len() < 2 => (!blocks.is_empty()).then_some(0),
        None => {
            let names = names.join("`, `");
            return Err(format!(
                "`{path}` has several rulesets: choose one with `--ruleset`, of `{names}`"
            )
            .into());
        }
    };
    let Some(place) = place else {
        let of = ruleset.map_or(String::new(), |name| format!(" of the ruleset `{name}`"));
        return Err(format!(
            "`{path}` is Rust, and has no `rules!` block{of}: name a file of rules, or a Rust file with a block"
        )
        .into());
    };
    let block = &blocks[place];
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

/// Finds what stands between the braces of each `rules! { … }`, in modules and functions too.
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
                found.push(group.clone());
            } else {
                find_blocks(group.stream(), found);
            }
        }
        let [_, last] = before;
        before = [last, Some(token)];
    }
}

/// The name of the ruleset in a block; nothing where no item names it.
fn name_of(block: &Group) -> String {
    let mut tokens = block.stream().into_iter();
    let item = tokens.find(|token| matches!(token, TokenTree::Ident(word) if word == "ruleset"));
    let name = item.and_then(|_| tokens.next());
    name.map(|name| name.to_string()).unwrap_or_default()
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
            "`src/main.rs` has several rulesets: choose one with `--ruleset`, of `Ä`, `Two`"
        );
        assert_eq!(
            block(TEXT, Some("Three")).unwrap_err(),
            "`src/main.rs` is Rust, and has no `rules!` block of the ruleset `Three`: name a file of rules, or a Rust file \
             with a block"
        );
        assert_eq!(
            block("fn main() {}", None).unwrap_err(),
            "`src/main.rs` is Rust, and has no `rules!` block: name a file of rules, or a Rust file with a block"
        );
        assert!(
            block("fn main( {}", None)
                .unwrap_err()
                .starts_with("`src/main.rs` cannot be read as Rust: ")
        );
    }
}
