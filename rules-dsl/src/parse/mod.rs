//! Text to syntax tree: the second stage.
//!
//! pest says what is an item, a condition, a pattern; syn what is an expression, a type. Items and
//! conditions are parsed one by one, and after a mistake parsing goes on with the next, so that all
//! of a ruleset's mistakes are found at once. The tree that results lacks what did not parse.

mod accumulate;
#[cfg(feature = "lsp")]
mod alone;
mod attribute;
mod block;
mod call;
mod condition;
mod effect;
mod foreign;
mod fragment;
mod grammar;
mod item;
mod pattern;
mod query;
mod sized;
mod statement;
mod table;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use proc_macro2::{Ident, Span};

use crate::ast::{Attribute, Item, Ruleset};
use crate::diagnostic::{Diagnostic, Diagnostics, Edit};
use crate::names;
use crate::source::Source;
use crate::vocabulary::{self as say, Help, Wording};
use foreign::Place;
use grammar::{Mismatch, describe};

pub(crate) use accumulate::ACCUMULATES;
#[cfg(feature = "build-script")]
pub(crate) use {accumulate::accumulated, block::scan_block};

#[cfg(feature = "lsp")]
pub(crate) use alone::PartReader;
pub(crate) use condition::leaves_out;
pub(crate) use grammar::{Node, Rule, match_rule};

/// The words with which the language's own items begin.
const ITEM_WORDS: [&str; 10] = [
    "ruleset", "use", "type", "fact", "global", "rule", "query", "group", "table", "kind",
];

/// Parses a ruleset; the tree holds everything that could be parsed.
#[must_use]
pub fn parse(source: &Source) -> (Ruleset, Diagnostics) {
    let mut parser = Parser::new(source);
    let ruleset = parser.parse_ruleset();
    (ruleset, parser.diagnostics)
}

/// Parses a file by itself: the tables that its rules ask may be those of other files of the ruleset.
#[cfg(feature = "build-script")]
#[must_use]
pub(crate) fn parse_alone(source: &Source) -> (Ruleset, Diagnostics) {
    let mut parser = Parser::new(source);
    for part in source.parts() {
        table::add_asked_names(source.tokens(part.clone()), &mut parser.tables);
    }
    let ruleset = parser.parse_ruleset();
    (ruleset, parser.diagnostics)
}

/// What parsing has at hand. The methods that build a kind of node stand in that kind's file.
struct Parser<'s> {
    source: &'s Source,
    diagnostics: Diagnostics,
    /// Where a `;` was missing within the last Rust fragment.
    resume: Option<usize>,
    /// The names in conditions of the rule at hand that did not parse.
    lost: BTreeSet<String>,
    /// The visibility of the ruleset, which a query without one takes over.
    vis: syn::Visibility,
    /// The names of the tables, those that do not parse among them: what is no accumulate may ask one.
    tables: BTreeSet<String>,
    /// Where each span stands in the text, once that has been asked.
    offsets: Option<HashMap<String, Option<usize>>>,
}

/// What one step of [`Parser::parse_each`] came upon.
enum Parsed<'n> {
    /// A match.
    Node(&'n Node),
    /// What did not match, up to where the next match may begin.
    Skipped(Range<usize>),
}

/// The `ruleset` item.
struct Header {
    attrs: Vec<Attribute>,
    vis: syn::Visibility,
    name: Ident,
}

impl<'s> Parser<'s> {
    fn new(source: &'s Source) -> Self {
        Self {
            source,
            diagnostics: source.problems().clone(),
            resume: None,
            lost: BTreeSet::new(),
            vis: syn::Visibility::Inherited,
            tables: table::names_after("table", source),
            offsets: None,
        }
    }

    fn parse_ruleset(&mut self) -> Ruleset {
        let mut header = None;
        let mut attrs = Vec::new();
        let mut items = Vec::new();
        if self.source.default_name().is_some() {
            // The file is a module of its own; a private session would be of no use to anyone.
            self.vis = syn::parse_quote!(pub);
        }
        for part in self.source.parts() {
            let mut rest = part.clone();
            if let Ok(node) = match_rule(self.source, Rule::inner_attributes, &rest) {
                attrs.extend(self.parse_attributes(node.all(Rule::inner_attribute)));
                rest.start = node.range.end;
            }
            self.parse_each(rest, Rule::item, |parser, parsed| {
                let node = match parsed {
                    Parsed::Node(node) => node,
                    Parsed::Skipped(range) => {
                        let rules = parser.broken_rules(&range);
                        items.extend(rules.into_iter().map(|rule| Item::Rule(Box::new(rule))));
                        return;
                    }
                };
                if header.is_none() && items.is_empty() && is_header(node) {
                    header = parser.parse_header(node);
                    return;
                }
                items.extend(parser.parse_item(node));
            });
        }

        let header = header.unwrap_or_else(|| self.default_header());
        attrs.extend(header.attrs);
        Ruleset {
            attrs,
            vis: header.vis,
            name: header.name,
            items,
        }
    }

    fn parse_header(&mut self, node: &Node) -> Option<Header> {
        let vis = self.parse_visibility(node)?;
        self.vis = vis.clone();
        let attrs = self.parse_attributes(node.all(Rule::attribute));
        let name = self.parse_name(node.part(Rule::declaration).only().part(Rule::name))?;
        Some(Header {
            attrs,
            vis,
            // Other names are made of it.
            name: names::ident(&names::plain(&name), name.span()),
        })
    }

    fn default_header(&mut self) -> Header {
        let source = self.source;
        let name = match source.default_name() {
            Some(Ok(name)) => name.clone(),
            none => {
                if !self.diagnostics.has_errors() {
                    let start = source.parts().first().map_or(0, |part| part.start);
                    let wording = match none {
                        Some(Err(name)) => say::ruleset_without_name(name),
                        _ => say::expected_ruleset(self.found(start)),
                    };
                    self.diagnostics.push(wording.at(source.span_at(start)));
                }
                Ident::new("Ruleset", Span::call_site())
            }
        };
        Header {
            attrs: Vec::new(),
            vis: self.vis.clone(),
            name,
        }
    }

    /// Matches `entry` again and again to the end of `range` and builds of each match; a mismatch is
    /// reported, and what is passed over is told to `build` too.
    fn parse_each(
        &mut self,
        range: Range<usize>,
        entry: Rule,
        mut build: impl FnMut(&mut Self, Parsed<'_>),
    ) {
        let mut at = self.skip_space(range.start);
        while at < range.end {
            let rest = at..range.end;
            at = match match_rule(self.source, entry, &rest) {
                Ok(node) => {
                    self.resume = None;
                    build(self, Parsed::Node(&node));
                    let resume = self.resume.take();
                    resume
                        .filter(|resume| self.begins(entry, *resume..range.end))
                        .unwrap_or(node.range.end)
                }
                Err(mismatch) => {
                    let offset = mismatch.offset;
                    let before = self.diagnostics.len();
                    self.report_mismatch(&mismatch, at);
                    let whole = self.skip_one(entry, &rest);
                    let place = match entry {
                        Rule::condition => Place::Condition,
                        _ => Place::Item,
                    };
                    self.retell(before, place, &(at..whole.max(offset)));
                    let is_apart = offset > at && self.is_closed(at..offset);
                    let next = if is_apart && self.begins(entry, offset..range.end) {
                        offset
                    } else {
                        whole
                    };
                    build(self, Parsed::Skipped(at..next));
                    next
                }
            };
            at = self.skip_space(at);
        }
    }

    /// Whether all brackets that open in a range close in it.
    fn is_closed(&self, range: Range<usize>) -> bool {
        let text = self.source.text();
        let depth = self
            .source
            .leaf_ranges(&range)
            .map(|leaf| match &text[leaf] {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            });
        depth.sum::<i32>() == 0
    }

    fn begins(&self, entry: Rule, range: Range<usize>) -> bool {
        match_rule(self.source, entry, &range).is_ok()
    }

    /// The end of what did not parse at the beginning of `rest`.
    fn skip_one(&self, entry: Rule, rest: &Range<usize>) -> usize {
        let skipped = match entry {
            Rule::condition => Rule::skipped_condition,
            Rule::table_row => Rule::skipped_row,
            _ => Rule::skipped_item,
        };
        match_rule(self.source, skipped, rest).map_or(rest.end, |node| node.range.end)
    }

    fn skip_space(&self, offset: usize) -> usize {
        let rest = &self.source.text()[offset..];
        offset + (rest.len() - rest.trim_start_matches(' ').len())
    }

    /// Reports a mistake at a range.
    fn error(&mut self, range: Range<usize>, wording: Wording) {
        let span = self.source.span(range);
        self.diagnostics.push(wording.at(span));
    }

    /// Reports a mismatch of what begins at `start`.
    fn report_mismatch(&mut self, mismatch: &Mismatch, start: usize) {
        let mut expected: Vec<&str> = Vec::new();
        for text in mismatch.expected.iter().copied().filter_map(describe) {
            if !expected.contains(&text) {
                expected.push(text);
            }
        }
        let mut offset = mismatch.offset;
        if mismatch.expected.contains(&Rule::IN) {
            offset = self.end_of_loop_pattern(start..offset).unwrap_or(offset);
        }
        let found = self.found(offset);
        let wording = if expected.is_empty() {
            say::unexpected(found)
        } else {
            say::expected(say::alternatives(&expected), found)
        };
        let span = self.source.span_at(offset);
        let help = self.suggest(mismatch);
        let diagnostic = wording.or_help(help).at(span);
        let before = self.source.span_before(offset);
        let diagnostic = add_missing(diagnostic, before, &say::alternatives(&expected));
        self.diagnostics.push(diagnostic);
    }

    fn suggest(&self, mismatch: &Mismatch) -> Option<Help> {
        let expects = |rule| mismatch.expected.contains(&rule);
        if expects(Rule::item) || expects(Rule::declaration) {
            let word = self.source.token_at(mismatch.offset)?;
            let near = say::did_you_mean(word, &ITEM_WORDS);
            return near.or_else(|| Some(say::items_begin_with(&ITEM_WORDS).into()));
        }
        if expects(Rule::function) || expects(Rule::parentheses) && !expects(Rule::SEMI) {
            return Some(say::COMPUTED_VARIABLE.to_owned().into());
        }
        if expects(Rule::cell) && self.source.token_at(mismatch.offset) == Some("|") {
            return Some(say::Help {
                text: say::EMPTY_CELL.to_owned(),
                mend: Some(Edit::Before("- ".to_owned())),
            });
        }
        if expects(Rule::column) || expects(Rule::column_value) {
            return Some(say::OUTPUTS.to_owned().into());
        }
        if expects(Rule::BRACE_END) && self.source.token_at(mismatch.offset) == Some("select") {
            return Some(say::SELECT_WITHOUT_TYPE.to_owned().into());
        }
        None
    }

    /// What stands at an offset, to be said after "found".
    fn found(&self, offset: usize) -> String {
        match self.source.marks_at(offset) {
            Some(token) if token.chars().count() <= 40 => format!("`{token}`"),
            Some(_) => "a long literal".to_owned(),
            None => "the end of the ruleset".to_owned(),
        }
    }
}

/// A mistake with what mends it: the marks that are expected, "`,` or `;`", behind the token before it.
fn add_missing(diagnostic: Diagnostic, before: Option<Span>, expected: &str) -> Diagnostic {
    let Some(before) = before else {
        return diagnostic;
    };
    let quoted = expected.split('`').skip(1).step_by(2);
    // An opening bracket alone would lack the closing one.
    let is_mark = |first: char| first.is_ascii_punctuation() && !"([{".contains(first);
    let marks = quoted.filter(|mark| mark.starts_with(is_mark));
    marks.fold(diagnostic, |diagnostic, mark| {
        diagnostic.mend(before, Edit::After(mark.to_owned()))
    })
}

fn is_header(node: &Node) -> bool {
    node.part(Rule::declaration).only().rule == Rule::ruleset_item
}

#[cfg(test)]
mod tests;
