//! Writes tokens out as the text that the grammar reads, and notes where each stands in it.

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};

use super::nesting::Nesting;
use super::{Leaf, Source, Tree, fragments};
use crate::diagnostic::Diagnostic;
use crate::hygiene;

impl Source {
    /// Adds the tokens of a file, or of the macro, as a part of its own.
    pub(super) fn push_part(&mut self, tokens: TokenStream) {
        // The line end, which is no white space to the grammar, keeps two parts apart.
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let start = self.text.len();
        let mut trees = Vec::new();
        match self.push_tokens(tokens, Nesting::new(0), &mut trees) {
            Ok(_) => {
                self.parts.push(start..self.text.len());
                self.trees.append(&mut trees);
            }
            Err(problem) => {
                self.text.truncate(start);
                self.leaves.retain(|leaf| leaf.range.end <= start);
                self.problems.push(problem);
            }
        }
    }

    /// Returns whether there were fragments, at whatever depth.
    fn push_tokens(
        &mut self,
        tokens: TokenStream,
        mut nesting: Nesting,
        trees: &mut Vec<Tree>,
    ) -> Result<bool, Diagnostic> {
        let (tokens, mut has_fragments) = fragments::write_out(tokens);
        for mut token in tokens {
            nesting.check(&token)?;
            let start = self.text.len();
            let mut inside = Vec::new();
            match &token {
                TokenTree::Group(group) => {
                    if self.push_group(group, nesting.within(group), &mut inside)? {
                        has_fragments = true;
                        token = rebuilt(group, &inside);
                    }
                }
                TokenTree::Punct(punct) => {
                    let joined = punct.spacing() == Spacing::Joint;
                    self.push_leaf(&punct.to_string(), punct.span(), joined);
                }
                TokenTree::Ident(ident) => {
                    let text = ident.to_string();
                    let name = text.strip_prefix("r#").unwrap_or(&text);
                    if hygiene::may_be_ours(name) {
                        self.shared_names.insert(name.to_owned());
                    }
                    self.push_leaf(&text, ident.span(), false);
                }
                TokenTree::Literal(literal) => {
                    self.push_leaf(&literal.to_string(), literal.span(), false);
                }
            }
            if let Some(last) = self.leaves.last().filter(|leaf| leaf.range.end > start) {
                let range = start..last.range.end;
                trees.push(Tree {
                    range,
                    token,
                    inside,
                });
            }
        }
        Ok(has_fragments)
    }

    fn push_group(
        &mut self,
        group: &Group,
        nesting: Nesting,
        inside: &mut Vec<Tree>,
    ) -> Result<bool, Diagnostic> {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            // Fragments have been written out.
            Delimiter::None => ("", ""),
        };
        self.push_leaf(open, group.span_open(), false);
        let has_fragments = self.push_tokens(group.stream(), nesting, inside)?;
        self.push_leaf(close, group.span_close(), false);
        Ok(has_fragments)
    }

    fn push_leaf(&mut self, text: &str, span: Span, joined: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        let range = start..self.text.len();
        self.leaves.push(Leaf { range, span });
        if !joined {
            self.text.push(' ');
        }
    }
}

/// A group whose inside is the written out one.
fn rebuilt(group: &Group, inside: &[Tree]) -> TokenTree {
    let inside = inside.iter().map(|tree| tree.token.clone()).collect();
    let mut rebuilt = Group::new(group.delimiter(), inside);
    rebuilt.set_span(group.span());
    TokenTree::Group(rebuilt)
}
