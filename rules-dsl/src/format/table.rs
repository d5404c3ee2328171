//! Writes decision tables: a row a line, and the columns one below the other.

use std::fmt::Write as _;
use std::ops::Range;

use proc_macro2::TokenTree;

use super::writer::Blank;
use super::{Formatter, flat_text};
use crate::parse::{Node, Rule, match_rule};

/// What stands between the bars of a line.
struct Line<'n> {
    node: &'n Node,
    /// What is asked, and what is answered; `None` where a comment stands in the line.
    parts: Option<(Vec<String>, Vec<String>)>,
}

impl Formatter<'_> {
    pub(super) fn write_table(&mut self, table: &Node) {
        self.writer.put("table ");
        self.write_flat(table.part(Rule::name));
        self.write_parameters(table);
        self.writer.put(" -> ");
        self.write_flat(table.part(Rule::result_type));
        if let Some(from) = table.child(Rule::from) {
            self.writer.put(" ");
            self.write_flat(from);
        }
        self.writer.put(" {");
        let inside = table.part(Rule::body).inside();
        let rest = self.source.text()[inside.clone()].trim_start_matches(' ');
        let start = inside.end - rest.len();
        let Ok(head) = match_rule(self.source, Rule::table_head, &(start..inside.end)) else {
            unreachable!("`parse` has matched the head");
        };
        let rows = self.nodes(Rule::table_row, head.range.end..inside.end);
        self.writer.open();
        let nodes: Vec<&Node> = std::iter::once(&head).chain(&rows).collect();
        self.write_lines(&nodes);
        self.close(table);
    }

    fn write_lines(&mut self, nodes: &[&Node]) {
        let lines = nodes.iter().map(|node| Line {
            node,
            parts: self.parts(node),
        });
        let lines: Vec<Line> = lines.collect();
        let (asked, answered) = widths(&lines);
        for line in &lines {
            let range = self.range(line.node);
            self.writer.begin(range.start, Blank::Kept);
            match &line.parts {
                None => self.verbatim(line.node),
                Some((cells, outputs)) => {
                    let cells = aligned(cells, &asked);
                    let outputs = aligned(outputs, &answered);
                    self.writer.write(&format!("{cells}{outputs}"), &range);
                }
            }
        }
    }

    fn parts(&self, line: &Node) -> Option<(Vec<String>, Vec<String>)> {
        let texts = |rules: [Rule; 2]| {
            let nodes = line
                .children
                .iter()
                .filter(move |node| rules.contains(&node.rule));
            let texts = nodes.map(|node| match node.rule {
                Rule::cell => self.flat_cell(&node.range),
                _ => self.flat(&node.range),
            });
            texts.collect::<Option<_>>()
        };
        let cells = texts([Rule::column, Rule::cell])?;
        Some((cells, texts([Rule::output_head, Rule::output])?))
    }

    /// A cell on one line. What stands on either side of an `or` is written by itself: together, `< 0 or > 9` reads as
    /// Rust's generic arguments do.
    fn flat_cell(&self, range: &Range<usize>) -> Option<String> {
        self.flat(range)?;
        let tokens: Vec<TokenTree> = self.source.tokens(range.clone()).into_iter().collect();
        let alternatives =
            tokens.split(|token| matches!(token, TokenTree::Ident(word) if word == "or"));
        let texts = alternatives.map(|tokens| flat_text(&tokens.iter().cloned().collect()));
        Some(texts.collect::<Option<Vec<_>>>()?.join(" or "))
    }
}

/// How wide each column is. `else`, which stands for all cells of its row, widens none.
fn widths(lines: &[Line<'_>]) -> (Vec<usize>, Vec<usize>) {
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    for (cells, outputs) in lines.iter().filter_map(|line| line.parts.as_ref()) {
        if cells.len() > 1 || lines.len() == 1 || asked.len() < 2 {
            widen(&mut asked, cells);
        }
        widen(&mut answered, outputs);
    }
    (asked, answered)
}

fn widen(widths: &mut Vec<usize>, texts: &[String]) {
    widths.resize(widths.len().max(texts.len()), 0);
    for (width, text) in widths.iter_mut().zip(texts) {
        *width = (*width).max(text.chars().count());
    }
}

/// The texts between bars; a single one in a table of more columns goes over all of them.
fn aligned(texts: &[String], widths: &[usize]) -> String {
    let mut line = String::from("|");
    if let ([only], true) = (texts, widths.len() > 1) {
        let width = widths.iter().sum::<usize>() + 3 * (widths.len() - 1);
        let _ = write!(line, " {only:width$} |");
        return line;
    }
    for (text, width) in texts.iter().zip(widths) {
        let _ = write!(line, " {text:width$} |");
    }
    line
}
