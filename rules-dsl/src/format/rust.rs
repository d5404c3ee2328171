//! Lays out Rust as prettyplease does, with the comments and empty lines between its statements.
//!
//! prettyplease knows neither; nor does it know effects. Each of these is put into the syntax tree as a
//! statement that stands for it, and when the tree has been printed, written in that statement's place.
//! A statement with a comment anywhere else is left as it is.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprBlock, Item, ItemFn, Stmt, parse_quote, parse_quote_spanned};

use super::comments::{Comment, has_blank};
use super::writer::reindent;
use super::{INDENT, WIDTH, flat_text};

/// The macro whose calls stand for something; the argument is its number.
pub(super) const PLACEHOLDER: &str = "__rules_placeholder";

/// What a placeholder stands for.
#[derive(Debug, Clone)]
pub(super) enum Held<'s> {
    /// A comment at the end of the line before.
    After(&'s str),
    /// Lines of the file: a comment, or a statement that is left as it is.
    Lines(Range<usize>),
    /// An empty line.
    Blank,
    /// A statement on one line.
    Flat {
        text: String,
        /// Where it begins in the file.
        start: usize,
        /// How long the line has to be at least.
        least: usize,
    },
}

/// How long a line is at least that is longer than prettyplease lets one be.
const LONGER: usize = 90;

/// Rust of a file.
pub(super) struct Rust<'f, 's> {
    pub(super) text: &'s str,
    pub(super) comments: &'f [Comment<'s>],
    /// The tokens of the file; a line that begins or ends within one is not to be touched.
    pub(super) tokens: &'f [Range<usize>],
    pub(super) held: Vec<Held<'s>>,
    /// Where the statements begin that are not to be on one line, or that prettyplease can put there.
    pub(super) apart: &'f BTreeSet<usize>,
}

impl<'s> Rust<'_, 's> {
    /// Statements that stand in a range of the file, on lines indented by `indent`. `None` where something
    /// of them would be lost; the beginnings of statements held on one line that should not be.
    pub(super) fn lay_out(
        &mut self,
        statements: Vec<Stmt>,
        range: Range<usize>,
        indent: usize,
    ) -> Option<Result<String, Vec<usize>>> {
        let mut block: Block = parse_quote!({});
        block.stmts = statements;
        let mut trivia = Trivia {
            rust: self,
            comments: Vec::new(),
        };
        trivia.fill(&mut block.stmts, range.clone());
        let (comments, all) = (trivia.comments, self.comments);
        if all
            .iter()
            .any(|comment| !comments.contains(&comment.range.start))
        {
            return None;
        }
        let (file, around) = wrapped(block, indent)?;
        let printed = prettyplease::unparse(&file);
        let lines: Vec<&str> = printed.lines().collect();
        self.restore(lines.get(around..lines.len() - around)?)
    }

    /// Printed lines with what their placeholders stand for; a line end stands before each. What comes before
    /// the first is a comment at the end of the line before all.
    fn restore(&self, lines: &[&str]) -> Option<Result<String, Vec<usize>>> {
        let (mut text, mut misfits) = (String::new(), Vec::new());
        for line in lines {
            let content = line.trim_start();
            let indent = line.len() - content.len();
            let held = match placeholder(content) {
                Some(number) => Some(self.held.get(number)?),
                None if content.contains(PLACEHOLDER) => return None,
                None => None,
            };
            if let Some(Held::After(comment)) = held {
                text.push(' ');
                text.push_str(comment);
                continue;
            }
            text.push('\n');
            match held {
                None => text.push_str(line),
                Some(Held::Lines(range)) => {
                    text.push_str(&reindent(self.text, range, indent, self.tokens));
                }
                Some(Held::Flat {
                    text: flat,
                    start,
                    least,
                }) => {
                    let length = indent + flat.chars().count();
                    let fits = (*least..=WIDTH).contains(&length);
                    misfits.extend((!fits).then_some(*start));
                    text.extend(std::iter::repeat_n(' ', indent));
                    text.push_str(flat);
                }
                Some(Held::Blank | Held::After(_)) => {}
            }
        }
        Some(if misfits.is_empty() {
            Ok(text)
        } else {
            Err(misfits)
        })
    }

    /// A statement that stands for something.
    pub(super) fn hold(&mut self, held: Held<'s>, span: Span) -> Stmt {
        let number = proc_macro2::Literal::usize_unsuffixed(self.held.len());
        self.held.push(held);
        let name = proc_macro2::Ident::new(PLACEHOLDER, span);
        parse_quote_spanned!(span=> #name!(#number);)
    }
}

/// A file in which the statements of a block are indented by `indent`, so that the printer knows how much
/// room there is; and how many lines are before and after them. Only items are indented by nothing.
fn wrapped(mut block: Block, indent: usize) -> Option<(syn::File, usize)> {
    let depth = indent / INDENT;
    if depth == 0 {
        let items = block.stmts.into_iter().map(|statement| match statement {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        let items = items.collect::<Option<Vec<_>>>()?;
        return Some((file(items), 0));
    }
    // Put together, not parsed: what stands for a comment may follow an expression, where Rust has none.
    for _ in 1..depth {
        let inner = ExprBlock {
            attrs: Vec::new(),
            label: None,
            block,
        };
        block = parse_quote!({});
        block.stmts.push(Stmt::Expr(Expr::Block(inner), None));
    }
    let mut function: ItemFn = parse_quote! { fn f() {} };
    *function.block = block;
    Some((file(vec![Item::Fn(function)]), depth))
}

fn file(items: Vec<Item>) -> syn::File {
    let mut file: syn::File = parse_quote! {};
    file.items = items;
    file
}

/// The number of the placeholder that a line is.
fn placeholder(line: &str) -> Option<usize> {
    let number = line.strip_prefix(PLACEHOLDER)?.strip_prefix("!(")?;
    number.strip_suffix(");")?.parse().ok()
}

/// Puts what stands between statements among them.
struct Trivia<'r, 'f, 's> {
    rust: &'r mut Rust<'f, 's>,
    /// Where the comments begin that have been put somewhere.
    comments: Vec<usize>,
}

impl<'s> Trivia<'_, '_, 's> {
    /// Statements that are all that stands in `range`.
    fn fill(&mut self, statements: &mut Vec<Stmt>, range: Range<usize>) {
        let mut filled = Vec::new();
        let mut at = range.start;
        for mut statement in std::mem::take(statements) {
            let place = statement.span().byte_range();
            self.fill_gap(at..place.start, !filled.is_empty(), true, &mut filled);
            at = place.end.max(at);
            self.visit_stmt_mut(&mut statement);
            if self.has_other_comment(&place) {
                let left: Vec<usize> = self.comments_in(&place).map(|c| c.range.start).collect();
                self.comments.extend(left);
                statement = self.rust.hold(Held::Lines(place), Span::call_site());
            } else if let Some(flat) = self.flat(&statement, &place) {
                statement = self.rust.hold(flat, Span::call_site());
            }
            filled.push(statement);
        }
        self.fill_gap(at..range.end, !filled.is_empty(), false, &mut filled);
        *statements = filled;
    }

    /// A statement without statements in it, to be held on one line.
    fn flat(&self, statement: &Stmt, place: &Range<usize>) -> Option<Held<'s>> {
        let is_held =
            matches!(statement, Stmt::Macro(called) if called.mac.path.is_ident(PLACEHOLDER));
        if is_held || has_block(statement) || self.rust.apart.contains(&place.start) {
            return None;
        }
        Some(Held::Flat {
            text: flat_text(&statement.to_token_stream())?,
            start: place.start,
            least: LONGER,
        })
    }

    fn fill_gap(
        &mut self,
        gap: Range<usize>,
        mut may_be_blank: bool,
        is_followed: bool,
        filled: &mut Vec<Stmt>,
    ) {
        let comments: Vec<Comment<'s>> = self.comments_in(&gap).cloned().collect();
        let mut at = gap.start;
        for comment in comments {
            if may_be_blank && comment.after_blank {
                filled.push(self.rust.hold(Held::Blank, Span::call_site()));
            }
            let held = if comment.leads {
                let start = comment.range.start;
                Held::Lines(start..start + comment.text.len())
            } else {
                Held::After(comment.text)
            };
            filled.push(self.rust.hold(held, Span::call_site()));
            self.comments.push(comment.range.start);
            at = comment.range.end;
            may_be_blank = true;
        }
        let rest = self.rust.text.get(at..gap.end).unwrap_or_default();
        if may_be_blank && is_followed && has_blank(rest) {
            filled.push(self.rust.hold(Held::Blank, Span::call_site()));
        }
    }

    fn comments_in(&self, range: &Range<usize>) -> impl Iterator<Item = &Comment<'s>> {
        let range = range.clone();
        let comments = self.rust.comments.iter();
        comments.filter(move |comment| range.contains(&comment.range.start))
    }

    /// Whether a comment in a range stands between no two statements.
    fn has_other_comment(&self, range: &Range<usize>) -> bool {
        self.comments_in(range)
            .any(|comment| !self.comments.contains(&comment.range.start))
    }
}

/// Whether statements stand in a statement, or arms.
pub(super) fn has_block(statement: &Stmt) -> bool {
    struct HasBlock(bool);
    impl<'s> Visit<'s> for HasBlock {
        fn visit_block(&mut self, _: &'s Block) {
            self.0 = true;
        }
        fn visit_expr_match(&mut self, _: &'s syn::ExprMatch) {
            self.0 = true;
        }
        fn visit_item(&mut self, _: &'s syn::Item) {
            self.0 = true;
        }
    }
    let mut has_block = HasBlock(false);
    has_block.visit_stmt(statement);
    has_block.0
}

impl VisitMut for Trivia<'_, '_, '_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let braces = block.brace_token.span;
        let inside = braces.open().byte_range().end..braces.close().byte_range().start;
        if inside.start <= inside.end {
            self.fill(&mut block.stmts, inside);
        } else {
            visit_mut::visit_block_mut(self, block);
        }
    }
}
