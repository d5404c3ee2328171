//! The word of the language at a place: what stands there as a name, or in Rust code, is none.

use std::ops::Range;

use super::super::context::{Around, Context};
use super::super::editor::Here;
use super::super::names::{Kind, TokenKind};
use super::super::words::{self, Words};

/// The sentence about the word at a place, and where that stands.
pub(super) fn word(here: &Here) -> Option<(&'static str, Range<usize>)> {
    let file = &here.known.file;
    let written = |range: &Range<usize>| here.known.text.text.get(range.clone());
    let is_here = |range: &Range<usize>| range.start <= here.offset && here.offset <= range.end;
    let mut tokens = file.tokens.iter();
    let token = tokens.find(|token| token.kind == TokenKind::Word && is_here(&token.range))?;
    let next = tokens.next().and_then(|next| written(&next.range));
    let begin = Here {
        offset: token.range.start,
        ..here.clone()
    };
    let context = Context::of(&begin);
    let kind = file.item_at(token.range.start).map(|item| item.kind);
    let lists = lists(&context, kind, next == Some("("));
    let sentence = words::sentence(written(&token.range)?, &lists)?;
    Some((sentence, token.range.clone()))
}

/// The words that may stand at a place.
fn lists(context: &Context<'_>, kind: Option<Kind>, is_called: bool) -> Vec<Words> {
    let last = context.last();
    let begins = matches!(last, None | Some("{}" | ">" | ","));
    match context.innermost() {
        Around::Items => {
            let mut before = context.before.iter();
            if before.all(|word| matches!(*word, "#" | "[]" | "pub" | "()")) {
                vec![words::ITEMS]
            } else if context.before.contains(&"kind") {
                vec![words::WITHIN_CONDITIONS]
            } else {
                Vec::new()
            }
        }
        Around::Rule if last.is_none() => vec![words::PARTS],
        Around::Attribute => match kind {
            Some(Kind::Fact | Kind::FactEnum | Kind::Use) => vec![words::FACT_ATTRIBUTES],
            Some(Kind::Ruleset) => vec![
                words::RULESET_ATTRIBUTES,
                words::RULE_ATTRIBUTES,
                words::SHARED_ATTRIBUTES,
            ],
            Some(Kind::Table | Kind::Global) => vec![words::OTHER_ATTRIBUTES],
            _ => vec![words::RULE_ATTRIBUTES, words::SHARED_ATTRIBUTES],
        },
        Around::AttributeArguments(of) if of == "strategy" => vec![words::STRATEGIES],
        Around::Conditions | Around::Accumulate => match last {
            Some("=") if is_called => vec![words::FUNCTIONS],
            Some("." | ":" | "=") => Vec::new(),
            None | Some(">") => vec![words::CONDITIONS, words::WITHIN_CONDITIONS],
            _ if *context.innermost() == Around::Accumulate => {
                vec![words::IN_ACCUMULATES, words::WITHIN_CONDITIONS]
            }
            _ => vec![words::GUARDS, words::WITHIN_CONDITIONS],
        },
        Around::Rust if kind == Some(Kind::Table) => {
            vec![words::CELLS, words::WITHIN_CONDITIONS]
        }
        _ if !context.around.contains(&Around::Block) => Vec::new(),
        _ if last == Some(".") || context.qualifier().is_some() => Vec::new(),
        // Statements, and what goes on with one.
        _ if begins => vec![words::EFFECTS],
        _ if last == Some("insert") => vec![words::EFFECTS],
        _ if context.before.contains(&"choose") => vec![words::WITHIN_CONDITIONS],
        _ => vec![words::CLOCK],
    }
}
