//! The grammar as pest reads it, and its results as plain nodes over ranges of the source.
//!
//! Between `grammar.pest` and the builders of the syntax tree: after this module there is no pest,
//! only a `Node` for each rule that matched, or a `Mismatch` that says where and what was expected.

mod matcher;
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
#[rustfmt::skip]
mod table;

use std::ops::Range;

use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use crate::source::Source;

pub(crate) use table::Rule;

/// A rule of the grammar that matched a range of the source.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) rule: Rule,
    pub(crate) range: Range<usize>,
    pub(crate) children: Vec<Node>,
}

/// Where the source does not follow the grammar.
#[derive(Debug)]
pub(crate) struct Mismatch {
    /// The offset of the token that was found.
    pub(crate) offset: usize,
    /// The rules that were expected there.
    pub(crate) expected: Vec<Rule>,
}

/// Matches `rule` at the beginning of `range`; what follows the match is not looked at.
pub(crate) fn match_rule(
    source: &Source,
    rule: Rule,
    range: &Range<usize>,
) -> Result<Node, Mismatch> {
    let text = &source.text()[range.clone()];
    match matcher::parse(rule, text) {
        Ok(mut pairs) => {
            let pair = pairs.next().expect("an entry rule makes a pair");
            Ok(Node::new(pair, range.start))
        }
        Err(error) => {
            let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
            let expected = match error.variant {
                ErrorVariant::ParsingError { positives, .. } => positives,
                ErrorVariant::CustomError { .. } => Vec::new(),
            };
            Err(Mismatch {
                offset: range.start + at,
                expected,
            })
        }
    }
}

impl Node {
    /// A node without the white space at its end.
    fn new(pair: Pair<'_, Rule>, base: usize) -> Self {
        let text = pair.as_str().trim_end_matches(' ');
        let start = base + pair.as_span().start();
        Self {
            rule: pair.as_rule(),
            range: start..start + text.len(),
            children: pair
                .into_inner()
                .map(|child| Self::new(child, base))
                .collect(),
        }
    }

    /// The first child of a rule.
    pub(crate) fn child(&self, rule: Rule) -> Option<&Node> {
        self.children.iter().find(|child| child.rule == rule)
    }

    /// The first child of a rule without which the node would not have matched.
    ///
    /// # Panics
    ///
    /// If there is none: grammar and builder do not agree.
    pub(crate) fn part(&self, rule: Rule) -> &Node {
        self.child(rule)
            .unwrap_or_else(|| panic!("a `{:?}` has a `{rule:?}`", self.rule))
    }

    /// The only child that is no token.
    pub(crate) fn only(&self) -> &Node {
        self.children
            .iter()
            .find(|child| !is_token(child.rule))
            .unwrap_or_else(|| panic!("a `{:?}` has an inside", self.rule))
    }

    /// What stands between the brackets of a group.
    pub(crate) fn inside(&self) -> Range<usize> {
        self.range.start + 1..self.range.end - 1
    }

    /// The children of a rule.
    pub(crate) fn all(&self, rule: Rule) -> impl Iterator<Item = &Node> {
        self.children.iter().filter(move |child| child.rule == rule)
    }
}

/// Upper-case names are tokens, which say nothing once they have matched.
fn is_token(rule: Rule) -> bool {
    format!("{rule:?}").starts_with(char::is_uppercase)
}

/// What to call a rule in "expected …"; `None` for what may stand almost anywhere.
pub(super) fn describe(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::item | Rule::declaration => "an item",
        Rule::condition => "a condition",
        Rule::source | Rule::pattern | Rule::answer => "a fact pattern",
        Rule::path | Rule::type_name | Rule::rust_type | Rule::result_type | Rule::column_type => {
            "a type"
        }
        Rule::field => "a field",
        Rule::field_name => "a field's name",
        Rule::position
        | Rule::field_test
        | Rule::field_pattern
        | Rule::rust_binding
        | Rule::answered => "a pattern",
        Rule::expression | Rule::compared | Rule::value => "an expression",
        Rule::function => "an accumulate's function",
        Rule::name | Rule::parameter => "a name",
        Rule::member_rule => "a rule",
        Rule::fact_struct => "a fact's name",
        Rule::file_text => "a file's name in quotes",
        Rule::table_row => "a row",
        Rule::column | Rule::column_value => "a column",
        Rule::cell => "a cell",
        Rule::output_head => "an output's name",
        Rule::output => "an output",
        Rule::rest => "`..`",
        Rule::guard | Rule::IF => "`if`",
        Rule::body | Rule::BRACE | Rule::named_fields => "`{`",
        Rule::parentheses | Rule::tuple_fields | Rule::PAREN => "`(`",
        Rule::BRACE_END => "`}`",
        Rule::PAREN_END => "`)`",
        Rule::SEMI => "`;`",
        Rule::COMMA => "`,`",
        Rule::COLON => "`:`",
        Rule::EQUALS => "`=`",
        Rule::IMPLIES => "`=>`",
        Rule::ARROW => "`->`",
        Rule::RULESET => "`ruleset`",
        Rule::RULE | Rule::rule_item => "`rule`",
        Rule::ENUM => "`enum`",
        Rule::WHEN | Rule::when => "`when`",
        Rule::THEN | Rule::then => "`then`",
        Rule::UNDO | Rule::undo => "`undo`",
        Rule::SELECT => "`select`",
        Rule::span => "a span",
        Rule::AFTER => "`after`",
        Rule::BEFORE => "`before`",
        Rule::OF => "`of`",
        Rule::FOR => "`for`",
        Rule::IN => "`in`",
        Rule::BY | Rule::by => "`by`",
        Rule::OR => "`or`",
        Rule::FROM | Rule::from => "`from`",
        Rule::SHEET => "`sheet`",
        Rule::BAR | Rule::table_head => "`|`",
        Rule::BARS => "`||`",
        _ => return None,
    })
}
