//! Every ruleset that stands in `examples/` and `tests/`, as text: what tools are tried on.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A ruleset.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// The file that it stands in, relative to the root of the tree.
    pub path: PathBuf,
    /// The line at which it begins, from 1.
    pub line: usize,
    /// Its text: a whole `.rules` file, or what stands between the braces of a `rules!` block.
    pub text: String,
}

/// The root of the tree.
///
/// # Panics
///
/// Never: the tree holds this package.
#[must_use]
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("two directories above").to_owned()
}

/// All rulesets, in the order of their paths and lines. Blocks that a macro of the test itself writes are none.
///
/// # Panics
///
/// Where a file cannot be read.
#[must_use]
pub fn rulesets() -> Vec<Ruleset> {
    let root = root();
    let mut rulesets = Vec::new();
    for directory in ["examples", "tests"] {
        visit(&root.join(directory), &mut |path| {
            let shown = path.strip_prefix(&root).expect("it is in the tree");
            match path.extension().and_then(|name| name.to_str()) {
                Some("rules") => rulesets.push(Ruleset {
                    path: shown.to_owned(),
                    line: 1,
                    text: fs::read_to_string(path).expect("a file of the tree"),
                }),
                Some("rs") => {
                    let text = fs::read_to_string(path).expect("a file of the tree");
                    if let Ok(tokens) = text.parse() {
                        find_blocks(tokens, shown, &text, &mut rulesets);
                    }
                }
                _ => {}
            }
        });
    }
    rulesets
}

/// Shows the files under a directory, in order.
///
/// # Panics
///
/// Where a directory cannot be read.
pub fn visit(directory: &Path, found: &mut impl FnMut(&Path)) {
    let entries = fs::read_dir(directory).expect("a directory of the tree");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            visit(&path, found);
        } else {
            found(&path);
        }
    }
}

/// The `rules! { … }` blocks among tokens. What holds `$` is a pattern for them.
fn find_blocks(tokens: TokenStream, path: &Path, text: &str, found: &mut Vec<Ruleset>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let is_block = group.delimiter() == Delimiter::Brace
            && at >= 2
            && matches!(&tokens[at - 1], TokenTree::Punct(mark) if mark.as_char() == '!')
            && matches!(&tokens[at - 2], TokenTree::Ident(name) if name == "rules");
        if !is_block {
            find_blocks(group.stream(), path, text, found);
            continue;
        }
        let start = group.span_open().byte_range().end;
        let block = &text[start..group.span_close().byte_range().start];
        if !block.contains('$') {
            found.push(Ruleset {
                path: path.to_owned(),
                line: group.span_open().start().line,
                text: block.to_owned(),
            });
        }
    }
}
