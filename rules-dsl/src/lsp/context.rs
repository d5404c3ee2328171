//! Where in the language a place is: in which brackets, and what stands before it in the innermost.
//!
//! It is read from the tokens alone, as what is being written is seldom whole.

use super::editor::Here;
use super::names::{Token, TokenKind};
use crate::parse::ACCUMULATES;

/// In what a place stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Around {
    /// Among items; in a group or at the top.
    Items,
    /// Between the braces of a rule or a query.
    Rule,
    /// Among conditions.
    Conditions,
    /// In a `then` or an `undo`, or a block in it.
    Block,
    /// Between the braces of a pattern or a literal of a type, or of `Type::Variant`.
    Fields(String),
    /// Between the brackets of an attribute.
    Attribute,
    /// Between the parentheses of an attribute of that name.
    AttributeArguments(String),
    /// Between the parentheses of a call.
    Arguments(String),
    /// Between those of an accumulate.
    Accumulate,
    /// Anywhere else: in Rust.
    Rust,
}

/// Where a place is.
#[derive(Debug, Clone)]
pub(super) struct Context<'t> {
    /// What is around it, innermost last.
    pub(super) around: Vec<Around>,
    /// What stands before it in the innermost brackets since the last `;` or block: words and marks; a group is its
    /// brackets.
    pub(super) before: Vec<&'t str>,
    /// Where what is being written begins.
    pub(super) start: usize,
    /// The beginning of the innermost brackets.
    pub(super) open: usize,
    /// How many commas stand before it in the innermost brackets.
    pub(super) commas: usize,
    /// Whether it is in a comment or a text.
    pub(super) is_text: bool,
}

/// An open bracket.
struct Open<'t> {
    around: Around,
    before: Vec<&'t str>,
    at: usize,
    commas: usize,
}

impl<'t> Context<'t> {
    /// The context of a place.
    pub(super) fn of(here: &'t Here) -> Self {
        let text = here.known.text.text.as_str();
        let written = |token: &Token| text.get(token.range.clone()).unwrap_or_default();
        let tokens = &here.known.file.tokens;
        let mut start = here.offset;
        let mut is_text = false;
        let mut open = vec![Open {
            around: Around::Items,
            before: Vec::new(),
            at: 0,
            commas: 0,
        }];
        for token in tokens
            .iter()
            .take_while(|token| token.range.start < here.offset)
        {
            if token.range.end >= here.offset && token.kind == TokenKind::Word {
                start = token.range.start;
                break;
            }
            if token.range.end > here.offset {
                is_text = matches!(token.kind, TokenKind::Text | TokenKind::Comment);
                break;
            }
            let Some(last) = open.last_mut() else { break };
            match (token.kind, written(token)) {
                (TokenKind::Comment, comment) => {
                    is_text = comment.starts_with("//") && token.range.end == here.offset;
                }
                (TokenKind::Open, bracket) => {
                    let around = opened(&last.around, &last.before, bracket);
                    open.push(Open {
                        around,
                        before: Vec::new(),
                        at: token.range.start,
                        commas: 0,
                    });
                }
                (TokenKind::Close, bracket) => {
                    let closed = if open.len() > 1 { open.pop() } else { None };
                    let Some(last) = open.last_mut() else { break };
                    last.before.push(match bracket {
                        ")" => "()",
                        "]" => "[]",
                        _ => "{}",
                    });
                    let ends = bracket == "}"
                        && closed.is_some_and(|closed| !matches!(closed.around, Around::Fields(_)))
                        && matches!(
                            last.around,
                            Around::Items | Around::Rule | Around::Conditions | Around::Block
                        );
                    let goes_on =
                        last.before.contains(&"either") || last.before.contains(&"forall");
                    if ends && !goes_on {
                        last.before.clear();
                    }
                }
                (_, ";") => {
                    last.before.clear();
                }
                (_, ",") => {
                    last.commas += 1;
                    last.before.push(",");
                }
                (_, word) => last.before.push(word),
            }
        }
        let (before, at, commas) = open
            .last_mut()
            .map(|last| (std::mem::take(&mut last.before), last.at, last.commas))
            .unwrap_or_default();
        Self {
            around: open.into_iter().map(|open| open.around).collect(),
            before,
            start,
            open: at,
            commas,
            is_text,
        }
    }

    /// What is around it, innermost.
    pub(super) fn innermost(&self) -> &Around {
        self.around.last().unwrap_or(&Around::Items)
    }

    /// What is around it, without calls and other brackets of Rust.
    pub(super) fn place(&self) -> &Around {
        let mut around = self.around.iter().rev();
        let outer = around.find(|around| !matches!(around, Around::Rust | Around::Arguments(_)));
        outer.unwrap_or(&Around::Items)
    }

    /// The word or mark before it.
    pub(super) fn last(&self) -> Option<&'t str> {
        self.before.last().copied()
    }

    /// What stands before `::` there: `Signal` of `Signal::`.
    pub(super) fn qualifier(&self) -> Option<&'t str> {
        match self.before.as_slice() {
            [.., of, ":", ":"] | [.., of, "::"] => Some(of),
            _ => None,
        }
    }

    /// What stands before `.` there.
    pub(super) fn receiver(&self) -> Option<&'t str> {
        match self.before.as_slice() {
            [.., ".", ".", _] | [.., ".", "."] => None,
            [.., of, "."] => Some(of),
            _ => None,
        }
    }
}

fn is_type(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// What stands in a bracket that opens.
fn opened(around: &Around, before: &[&str], bracket: &str) -> Around {
    let last = before.last().copied().unwrap_or_default();
    match (bracket, around) {
        ("[", _) if last == "#" || before.ends_with(&["#", "!"]) => Around::Attribute,
        ("(", Around::Attribute) => Around::AttributeArguments(last.to_owned()),
        ("{", Around::Items) if before.contains(&"group") => Around::Items,
        ("{", Around::Items) if before.contains(&"rule") || before.contains(&"query") => {
            Around::Rule
        }
        ("{", Around::Rule) if last == "when" => Around::Conditions,
        ("{", Around::Rule) => Around::Block,
        ("{", Around::Conditions | Around::Accumulate) => match before {
            [.., of, ":", ":", variant] if is_type(of) && is_type(variant) => {
                Around::Fields(format!("{of}::{variant}"))
            }
            [.., name] if is_type(name) => Around::Fields((*name).to_owned()),
            _ => Around::Conditions,
        },
        ("(", Around::Conditions) if ACCUMULATES.contains(&last) && before.contains(&"=") => {
            Around::Accumulate
        }
        ("{", Around::Fields(_) | Around::Arguments(_) | Around::Rust | Around::Block) => {
            match before {
                [.., of, ":", ":", variant] if is_type(of) && is_type(variant) => {
                    Around::Fields(format!("{of}::{variant}"))
                }
                [.., name] if is_type(name) && !before.contains(&"match") => {
                    Around::Fields((*name).to_owned())
                }
                _ if *around == Around::Block => Around::Block,
                _ => Around::Rust,
            }
        }
        ("(", _) if last.starts_with(|c: char| c == '_' || c.is_lowercase()) => {
            Around::Arguments(last.to_owned())
        }
        _ => Around::Rust,
    }
}
