//! Changes of a text that mend what is wrong with it.
//!
//! The stages say them beside the help, of the tokens that they know; where in the text these are, and how far what
//! belongs to them goes, is the editor's to find.

use super::SpanRange;

/// A change of the text that mends a mistake.
#[derive(Debug, Clone)]
pub struct Mend {
    /// The tokens that are changed, or beside which something is added.
    pub span: SpanRange,
    /// What becomes of them.
    pub edit: Edit,
}

/// What becomes of some tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// A text takes their place.
    Replace(String),
    /// A text stands in front of them.
    Before(String),
    /// A text stands behind them.
    After(String),
    /// They go.
    Remove,
    /// They are a condition, which goes with its `;`.
    RemoveCondition,
    /// The statement that begins with them stands in braces after a text.
    Within(String),
    /// What stands in parentheses behind them stands in braces.
    Braces,
    /// The parentheses behind them go.
    NoParentheses,
    /// The item in which they stand has an attribute more.
    Attribute(String),
    /// The `ruleset` item has an attribute more.
    RulesetAttribute(String),
    /// The file has an item more.
    Item(String),
    /// The condition in which the first place of the mistake stands comes before the one in which they stand.
    ConditionFirst,
    /// They name a CSV file, in which another text stands in a cell.
    Cell {
        /// The line of the file, from 1.
        line: usize,
        /// The column, from 0.
        column: usize,
        /// What stands there then.
        text: String,
    },
}

impl Edit {
    /// What it is called in a list of several.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Edit::Replace(text) => format!("write `{text}`"),
            Edit::Before(text) | Edit::After(text) => format!("add `{}`", text.trim()),
            Edit::Remove | Edit::RemoveCondition => "leave it out".to_owned(),
            Edit::Within(text) => format!("put it into `{text} {{ … }}`"),
            Edit::Braces => "write the fields in braces".to_owned(),
            Edit::NoParentheses => "leave the parentheses out".to_owned(),
            Edit::Attribute(text) => format!("add the attribute `{text}`"),
            Edit::RulesetAttribute(text) => format!("add `{text}` to the ruleset"),
            Edit::Item(text) => format!("declare `{text}`"),
            Edit::ConditionFirst => "move the condition that binds it before this one".to_owned(),
            Edit::Cell { line, column, text } => {
                format!(
                    "write `{text}` in {}",
                    rules_tables::cell_name(*column, *line)
                )
            }
        }
    }

    /// The text that it writes.
    pub(crate) fn text_mut(&mut self) -> Option<&mut String> {
        match self {
            Edit::Replace(text)
            | Edit::Before(text)
            | Edit::After(text)
            | Edit::Within(text)
            | Edit::Attribute(text)
            | Edit::RulesetAttribute(text)
            | Edit::Item(text) => Some(text),
            Edit::Remove
            | Edit::RemoveCondition
            | Edit::Braces
            | Edit::NoParentheses
            | Edit::ConditionFirst
            | Edit::Cell { .. } => None,
        }
    }
}
