//! What may stand in the brackets of an attribute, by the item after it.

use lsp_types as lsp;

use super::super::context::Around;
use super::super::hover::shown_type;
use super::super::names::{Kind, Role, Symbol};
use super::super::words::{self, Words};
use super::Found;
use crate::diagnostic::{Code, Level};

impl Found<'_, '_> {
    /// The attributes of what follows.
    pub(super) fn attributes(&mut self) {
        let file = &self.here.known.file;
        let text = self.here.known.text.text.as_str();
        let after = file
            .tokens
            .iter()
            .filter(|token| token.range.start >= self.here.offset);
        let mut after = after.filter_map(|token| text.get(token.range.clone()));
        let item = after.find(|word| words::ITEMS.iter().any(|(item, _)| item == word));
        let of_rules = *self
            .context
            .around
            .iter()
            .rev()
            .nth(1)
            .unwrap_or(&Around::Items)
            == Around::Items;
        let sets: &[Words] = match item {
            Some("rule") if of_rules => &[words::RULE_ATTRIBUTES, words::SHARED_ATTRIBUTES],
            Some("fact" | "use" | "type") => &[words::FACT_ATTRIBUTES, words::SHARED_ATTRIBUTES],
            Some("ruleset") => &[words::RULESET_ATTRIBUTES, words::SHARED_ATTRIBUTES],
            Some("table" | "global") => &[words::OTHER_ATTRIBUTES],
            Some("query") => &[words::SHARED_ATTRIBUTES],
            _ => &[
                words::RULE_ATTRIBUTES,
                words::SHARED_ATTRIBUTES,
                words::FACT_ATTRIBUTES,
                words::RULESET_ATTRIBUTES,
                words::OTHER_ATTRIBUTES,
            ],
        };
        for words in sets {
            self.words(words, lsp::CompletionItemKind::PROPERTY);
        }
    }

    pub(super) fn attribute_arguments(&mut self, name: &str) {
        match name {
            "allow" => self.lints("rules::"),
            "strategy" => self.words(words::STRATEGIES, lsp::CompletionItemKind::ENUM_MEMBER),
            "stage" => self.stages(),
            "hit" => {
                for word in ["unique", "first", "any", "collect"] {
                    self.push(word, lsp::CompletionItemKind::ENUM_MEMBER, None, None);
                }
            }
            "key" | "best" | "event" | "by" => {
                let item = self.here.known.file.item_at(self.here.offset);
                if let Some(item) = item.filter(|item| item.kind == Kind::Fact) {
                    let of = item.name.clone();
                    self.fields(&of);
                }
            }
            "salience" | "on_change" => {
                let item = self.here.known.file.item_at(self.here.offset);
                let Some(when) = item
                    .and_then(|item| item.sections.iter().find(|section| section.word == "when"))
                else {
                    return;
                };
                let (known, end) = (&self.here.known, when.range.end);
                for variable in known.file.variables_at(end) {
                    let ty = shown_type(self.editor, known, &variable.ty);
                    self.push(&variable.name, lsp::CompletionItemKind::VARIABLE, ty, None);
                }
            }
            _ => {}
        }
    }

    /// The stages that the ruleset lists.
    fn stages(&mut self) {
        for known in self.editor.siblings(&self.here.known.path) {
            for name in &known.file.names {
                if let (Symbol::Stage(stage), Role::Definition) = (&name.symbol, name.role) {
                    self.push(stage, lsp::CompletionItemKind::ENUM_MEMBER, None, None);
                }
            }
        }
    }

    pub(super) fn lints(&mut self, prefix: &str) {
        for code in Code::ALL
            .iter()
            .filter(|code| code.level() == Level::Warning)
        {
            let label = format!("{prefix}{}", code.name());
            self.push(
                &label,
                lsp::CompletionItemKind::CONSTANT,
                Some("a warning".to_owned()),
                None,
            );
        }
    }
}
