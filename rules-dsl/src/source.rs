//! Where both doors become one: the tokens of a macro, or of `.rules` files, written out as text.
//!
//! The first stage. After it nothing knows the door: the grammar reads `Source::text`, in which
//! every token is followed by one space unless it is a punctuation mark joined to the next, and
//! which holds no comment; a byte range of that text gives back the user's own tokens and spans. `rendering` writes it.

mod files;
mod fragments;
mod nesting;
mod rendering;

#[cfg(feature = "build-script")]
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};

use heck::ToUpperCamelCase;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

use crate::diagnostic::{Diagnostics, SpanRange};

#[cfg(feature = "build-script")]
pub(crate) use files::File;
pub(crate) use files::Files;

/// The text that the grammar reads, and the way back from it to the user's tokens.
#[derive(Debug, Default)]
pub struct Source {
    text: String,
    leaves: Vec<Leaf>,
    /// Where the leaves stand in their file, once that has been asked: spans count characters, and are slow to say.
    #[cfg(feature = "build-script")]
    in_file: OnceCell<Vec<Range<usize>>>,
    trees: Vec<Tree>,
    parts: Vec<Range<usize>>,
    files: Files,
    /// What stands for a `ruleset` item, if anything does: a name, or what is none.
    name: Option<Result<Ident, String>>,
    problems: Diagnostics,
    /// Where paths of sheets begin, if not at the root of the package that is built.
    root: Option<PathBuf>,
    /// The user's names that generated code may have too.
    shared_names: BTreeSet<String>,
}

/// A token without inside (the bracket of a group counts as one), and where it stands in the text.
#[derive(Debug)]
struct Leaf {
    range: Range<usize>,
    span: Span,
}

/// A token tree and where it stands in the text.
#[derive(Debug)]
struct Tree {
    range: Range<usize>,
    token: TokenTree,
    inside: Vec<Tree>,
}

impl Source {
    /// The macro's door.
    #[must_use]
    pub fn from_tokens(tokens: TokenStream) -> Self {
        let mut source = Self::default();
        source.push_part(tokens);
        source
    }

    /// The door of one file. The ruleset is named by its `ruleset` item, or else by the file's stem.
    #[must_use]
    pub fn from_text(path: &Path, text: String) -> Self {
        Self::from_files(None, [(path.to_owned(), text)])
    }

    /// The door of files that make one ruleset, in the order given. Where neither `name` nor a
    /// `ruleset` item names it, the first file's stem does.
    ///
    /// A file that cannot be split into tokens is a problem that `parse` reports with its own.
    #[must_use]
    pub fn from_files(
        name: Option<&str>,
        files: impl IntoIterator<Item = (PathBuf, String)>,
    ) -> Self {
        let mut source = Self::default();
        for (index, (path, text)) in files.into_iter().enumerate() {
            if index == 0 {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let name = name.map_or_else(|| stem.to_upper_camel_case(), str::to_owned);
                source.name = Some(syn::parse_str(&name).map_err(|_| name));
            }
            match source.files.lex(path, text) {
                Ok(tokens) => source.push_part(tokens),
                Err(problem) => source.problems.push(problem),
            }
        }
        source
    }

    /// The same source, in a package whose root is another than that of the one being built.
    #[must_use]
    pub fn in_package(mut self, root: impl Into<PathBuf>) -> Self {
        self.root = Some(root.into());
        self
    }

    /// Where paths of sheets begin, if that has been said.
    pub(crate) fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The rendered text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The ranges of the text that are to be parsed each by itself: one for each file.
    #[must_use]
    pub fn parts(&self) -> &[Range<usize>] {
        &self.parts
    }

    /// The files, for reports; none at the macro's door.
    #[must_use]
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The ruleset's name where no `ruleset` item gives it, or what would be it and is no name; `None` at the macro's door.
    #[must_use]
    pub fn default_name(&self) -> Option<Result<&Ident, &str>> {
        let name = self.name.as_ref()?;
        Some(name.as_ref().map_err(String::as_str))
    }

    /// What went wrong before there was anything to parse.
    #[must_use]
    pub fn problems(&self) -> &Diagnostics {
        &self.problems
    }

    /// The user's names that generated code may have too: what they name is to be kept apart.
    pub(crate) fn shared_names(&self) -> &BTreeSet<String> {
        &self.shared_names
    }

    /// The user's tokens in a range of the text. A group that the range covers in part is left out
    /// and what the range covers of its inside is taken instead.
    #[must_use]
    pub fn tokens(&self, range: Range<usize>) -> TokenStream {
        let mut tokens = Vec::new();
        collect(&self.trees, &range, &mut tokens);
        tokens.into_iter().collect()
    }

    /// The text of the token at `offset`, or of the first one after it; `None` at the end of the
    /// part.
    #[must_use]
    pub fn token_at(&self, offset: usize) -> Option<&str> {
        self.leaf_at(offset)
            .map(|leaf| &self.text[leaf.range.clone()])
    }

    /// The same, but of a mark all that stands together: of `==` both.
    pub(crate) fn marks_at(&self, offset: usize) -> Option<&str> {
        let first = self.leaf_at(offset)?;
        let is_mark = |leaf: &&Leaf| self.text[leaf.range.clone()].starts_with(is_mark);
        let mut end = first.range.end;
        if is_mark(&first) {
            let after = self.leaves.partition_point(|leaf| leaf.range.end <= end);
            for leaf in self.leaves[after..].iter().take_while(is_mark) {
                if leaf.range.start != end {
                    break;
                }
                end = leaf.range.end;
            }
        }
        Some(&self.text[first.range.start..end])
    }

    /// The span of the token at `offset`, or of the first one after it; at the end of a part the
    /// span of its last token.
    #[must_use]
    pub fn span_at(&self, offset: usize) -> Span {
        self.leaf_at(offset)
            .or_else(|| {
                let after = self.leaves.partition_point(|leaf| leaf.range.end <= offset);
                self.leaves[..after].last()
            })
            .map_or_else(Span::call_site, |leaf| leaf.span)
    }

    /// The span of the last token before an offset, in the same part.
    pub(crate) fn span_before(&self, offset: usize) -> Option<Span> {
        let part = self.parts.iter().find(|part| offset <= part.end)?;
        let after = self.leaves.partition_point(|leaf| leaf.range.end <= offset);
        let before = self.leaves[..after].last()?;
        (before.range.start >= part.start).then_some(before.span)
    }

    /// The spans of the first and the last token in a range.
    #[must_use]
    pub fn span(&self, range: Range<usize>) -> SpanRange {
        let leaves = &self.leaves[self.leaves_in(&range)];
        match (leaves.first(), leaves.last()) {
            (Some(first), Some(last)) => SpanRange {
                start: first.span,
                end: last.span,
            },
            _ => self.span_at(range.start).into(),
        }
    }

    /// The bytes of the file that each token stands in, the brackets of groups among them. What the lexer
    /// makes several tokens of, documentation for example, comes several times.
    #[cfg(feature = "build-script")]
    pub(crate) fn token_ranges(&self) -> &[Range<usize>] {
        self.in_file.get_or_init(|| {
            let leaves = self.leaves.iter();
            leaves.map(|leaf| leaf.span.byte_range()).collect()
        })
    }

    /// The bytes of the file that a range of the text stands for.
    #[cfg(feature = "build-script")]
    pub(crate) fn file_range(&self, range: &Range<usize>) -> Range<usize> {
        match &self.token_ranges()[self.leaves_in(range)] {
            [first, .., last] => first.start..last.end,
            [only] => only.clone(),
            [] => self.span_at(range.start).byte_range(),
        }
    }

    /// The range of the text that the tokens in a range of the file are rendered to.
    #[cfg(feature = "build-script")]
    pub(crate) fn rendered(&self, file: &Range<usize>) -> Range<usize> {
        let tokens = self.token_ranges();
        let first = tokens.partition_point(|token| token.end <= file.start);
        let end = tokens.partition_point(|token| token.start < file.end);
        match self.leaves.get(first..end) {
            Some([first, .., last]) => first.range.start..last.range.end,
            Some([only]) => only.range.clone(),
            _ => 0..0,
        }
    }

    /// Where the tokens of a range stand in the text, the brackets of groups among them.
    pub(crate) fn leaf_ranges(&self, range: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let leaves = &self.leaves[self.leaves_in(range)];
        leaves.iter().map(|leaf| leaf.range.clone())
    }

    /// Where each span stands in the text; not those of which several tokens have one. (On stable Rust the
    /// spans of a macro cannot be compared, but their debug forms can.)
    pub(crate) fn offsets(&self) -> HashMap<String, Option<usize>> {
        let mut offsets = HashMap::new();
        for leaf in &self.leaves {
            offsets
                .entry(format!("{:?}", leaf.span))
                .and_modify(|offset| *offset = None)
                .or_insert(Some(leaf.range.start));
        }
        offsets
    }

    /// Where the last `count` tokens of a range begin, the brackets of a group counting as tokens.
    #[must_use]
    pub(crate) fn offset_from_end(&self, range: &Range<usize>, count: usize) -> usize {
        let leaves = self.leaves_in(range);
        let index = leaves.end.saturating_sub(count).max(leaves.start);
        self.leaves
            .get(index)
            .map_or(range.end, |leaf| leaf.range.start)
    }

    fn leaves_in(&self, range: &Range<usize>) -> Range<usize> {
        let first = self
            .leaves
            .partition_point(|leaf| leaf.range.end <= range.start);
        let end = self
            .leaves
            .partition_point(|leaf| leaf.range.start < range.end);
        first..end.max(first)
    }

    fn leaf_at(&self, offset: usize) -> Option<&Leaf> {
        let index = self.leaves.partition_point(|leaf| leaf.range.end <= offset);
        let part = self.parts.iter().find(|part| offset <= part.end)?;
        self.leaves
            .get(index)
            .filter(|leaf| leaf.range.start < part.end)
    }
}

fn collect(trees: &[Tree], range: &Range<usize>, tokens: &mut Vec<TokenTree>) {
    let first = trees.partition_point(|tree| tree.range.end <= range.start);
    for tree in &trees[first..] {
        if tree.range.start >= range.end {
            break;
        }
        if range.start <= tree.range.start && tree.range.end <= range.end {
            tokens.push(tree.token.clone());
        } else {
            collect(&tree.inside, range, tokens);
        }
    }
}

/// Whether one of these words or marks stands among tokens, at any depth.
pub(crate) fn mentions(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), words),
        TokenTree::Ident(word) => words.iter().any(|other| word == other),
        TokenTree::Punct(mark) => words
            .iter()
            .any(|other| *other == mark.as_char().to_string()),
        TokenTree::Literal(_) => false,
    })
}

/// Whether a character may be one of several in an operator.
fn is_mark(character: char) -> bool {
    "!=<>+-*/%&^.:?@#".contains(character)
}

/// A token, with what stands in it, at another place.
pub(crate) fn respan(mut token: TokenTree, span: Span) -> TokenTree {
    if let TokenTree::Group(group) = &token {
        let inner = group
            .stream()
            .into_iter()
            .map(|token| respan(token, span))
            .collect();
        token = TokenTree::Group(Group::new(group.delimiter(), inner));
    }
    // Where it stands, not what it sees: a local that the compiler made stays one inside `macro_rules!`.
    token.set_span(token.span().located_at(span));
    token
}

#[cfg(test)]
mod tests;
