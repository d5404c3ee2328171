//! What may stand at a place.
//!
//! `context` says where the place is; `members` knows the fields and variants of types, `attributes` what stands in brackets.

mod attributes;
mod members;

use lsp_types as lsp;

use super::context::{Around, Context};
use super::editor::{Answer, Editor, Here};
use super::hover::shown_type;
use super::names::{self, File, Kind, Type};
use super::words::{self, Words};

/// The completion at a place.
pub(super) fn completion(
    editor: &mut Editor,
    params: &lsp::CompletionParams,
) -> Answer<Option<lsp::CompletionResponse>> {
    let here = editor.here(&params.text_document_position)?;
    let context = Context::of(&here);
    if context.is_text {
        return Ok(None);
    }
    let mut found = Found {
        editor,
        here: &here,
        context: &context,
        items: Vec::new(),
    };
    found.find();
    let mut items = found.items;
    // What is written is replaced, whatever the editor thinks a word is.
    let range = here.known.text.range(&(context.start..here.offset));
    for (number, item) in items.iter_mut().enumerate() {
        let new_text = item
            .insert_text
            .take()
            .unwrap_or_else(|| item.label.clone());
        item.text_edit = Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit {
            range,
            new_text,
        }));
        item.sort_text = Some(format!("{number:04}"));
    }
    Ok(Some(lsp::CompletionResponse::Array(items)))
}

struct Found<'e, 'h> {
    editor: &'e mut Editor,
    here: &'h Here,
    context: &'h Context<'h>,
    items: Vec<lsp::CompletionItem>,
}

impl Found<'_, '_> {
    fn find(&mut self) {
        let last = self.context.last();
        if let Some(of) = self.context.qualifier() {
            let of = of.to_owned();
            self.variants(&of);
            if of == "rules" {
                self.lints("");
            }
            return;
        }
        if let Some(of) = self.context.receiver() {
            let of = of.to_owned();
            self.fields_of_variable(&of);
            return;
        }
        match self.context.innermost().clone() {
            Around::Items => self.items(),
            Around::Rule => self.words(words::PARTS, lsp::CompletionItemKind::KEYWORD),
            Around::Attribute => self.attributes(),
            Around::AttributeArguments(name) => self.attribute_arguments(&name),
            Around::Fields(of) => match last {
                None | Some(",") => self.fields(&of),
                _ => {
                    self.field_value(&of);
                    self.variables();
                }
            },
            Around::Conditions => self.condition(),
            Around::Accumulate => {
                self.variables();
                self.fact_types();
                self.words(
                    &[("for", "Stands before what the accumulate ranges over.")],
                    lsp::CompletionItemKind::KEYWORD,
                );
            }
            Around::Block => self.statement(),
            Around::Arguments(_) | Around::Rust => {
                self.variables();
                if *self.context.place() == Around::Block {
                    self.globals();
                }
                self.fact_types();
            }
        }
    }

    fn push(
        &mut self,
        label: &str,
        kind: lsp::CompletionItemKind,
        detail: Option<String>,
        docs: Option<String>,
    ) {
        if self.items.iter().any(|item| item.label == label) {
            return;
        }
        self.items.push(lsp::CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail,
            documentation: docs.filter(|docs| !docs.is_empty()).map(|value| {
                lsp::Documentation::MarkupContent(lsp::MarkupContent {
                    kind: lsp::MarkupKind::Markdown,
                    value,
                })
            }),
            ..lsp::CompletionItem::default()
        });
    }

    fn words(&mut self, words: Words, kind: lsp::CompletionItemKind) {
        for (word, sentence) in words {
            self.push(word, kind, None, Some((*sentence).to_owned()));
        }
    }

    fn items(&mut self) {
        match self.context.last() {
            None | Some("pub" | "{}" | "[]") => {
                let kind = lsp::CompletionItemKind::KEYWORD;
                self.words(words::ITEMS, kind);
                self.words(&[("pub", "What follows is seen outside the module.")], kind);
            }
            Some("=" | "or") => self.fact_types(),
            _ => {}
        }
    }

    /// At the beginning of a condition, or within one.
    fn condition(&mut self) {
        let before = &self.context.before;
        let last = self.context.last();
        let keyword = lsp::CompletionItemKind::KEYWORD;
        match last {
            None => {
                self.words(words::CONDITIONS, keyword);
                self.fact_types();
                self.callables(None);
            }
            Some("not" | "exists" | "unique" | "forall" | "@" | "=>") => {
                self.fact_types();
                self.callables(None);
            }
            Some("=") if before.len() == 2 => {
                self.words(words::FUNCTIONS, lsp::CompletionItemKind::FUNCTION);
                self.callables(Some(Kind::Table));
            }
            Some("in") => {
                self.callables(None);
                self.variables();
            }
            Some("after" | "before" | "of") => self.facts_in_scope(),
            Some("{}" | "()") if before.contains(&"either") => {
                self.words(&words::WITHIN_CONDITIONS[..1], keyword);
            }
            Some(last) if is_pattern_end(before, last) => {
                self.words(&[("if", "Begins a guard.")], keyword);
                self.words(words::WITHIN_CONDITIONS, keyword);
            }
            _ => {
                self.variables();
                self.fact_types();
            }
        }
    }

    fn statement(&mut self) {
        match self.context.last() {
            None => {
                self.words(words::EFFECTS, lsp::CompletionItemKind::KEYWORD);
                self.variables();
                self.globals();
            }
            Some("insert") => {
                self.words(&words::EFFECTS[1..2], lsp::CompletionItemKind::KEYWORD);
                self.fact_types();
                self.variables();
            }
            Some("logical") => self.fact_types(),
            Some("modify" | "retract") => self.facts_in_scope(),
            Some("focus") => self.groups(),
            _ => {
                self.variables();
                self.globals();
                self.fact_types();
            }
        }
    }

    /// The types that are declared, and those that are brought in.
    fn fact_types(&mut self) {
        for known in self.editor.siblings(&self.here.known.path) {
            for item in known.file.all_items() {
                let kind = match item.kind {
                    Kind::Fact => lsp::CompletionItemKind::STRUCT,
                    Kind::FactEnum => lsp::CompletionItemKind::ENUM,
                    Kind::SharedFields | Kind::Type => lsp::CompletionItemKind::INTERFACE,
                    _ => continue,
                };
                let detail = Some(item.head.clone());
                self.push(&item.name, kind, detail, Some(item.docs.join("\n")));
            }
            for import in known
                .file
                .imports
                .iter()
                .filter(|import| import.name != "*")
            {
                let is_type = import.name.starts_with(char::is_uppercase);
                if is_type {
                    let detail = Some(import.path.join("::"));
                    self.push(&import.name, lsp::CompletionItemKind::STRUCT, detail, None);
                }
            }
        }
    }

    fn callables(&mut self, only: Option<Kind>) {
        for known in self.editor.siblings(&self.here.known.path) {
            for item in known.file.all_items() {
                let is_asked = match only {
                    Some(kind) => item.kind == kind,
                    None => matches!(item.kind, Kind::Query | Kind::Table),
                };
                if is_asked {
                    let detail = Some(item.head.clone());
                    self.push(
                        &item.name,
                        lsp::CompletionItemKind::FUNCTION,
                        detail,
                        Some(item.docs.join("\n")),
                    );
                }
            }
        }
    }

    fn groups(&mut self) {
        self.of_kind(Kind::Group, lsp::CompletionItemKind::MODULE);
    }

    fn globals(&mut self) {
        self.of_kind(Kind::Global, lsp::CompletionItemKind::VARIABLE);
    }

    fn of_kind(&mut self, kind: Kind, shown: lsp::CompletionItemKind) {
        for known in self.editor.siblings(&self.here.known.path) {
            for item in known.file.all_items().filter(|item| item.kind == kind) {
                let docs = Some(item.docs.join("\n"));
                self.push(&item.name, shown, Some(item.head.clone()), docs);
            }
        }
    }

    fn variables(&mut self) {
        let known = &self.here.known;
        let (file, start) = as_written(self.here);
        for variable in file.variables_at(self.context.start.saturating_sub(start)) {
            let ty = shown_type(self.editor, known, &variable.ty);
            let docs = variable.origin();
            self.push(
                &variable.name,
                lsp::CompletionItemKind::VARIABLE,
                ty,
                Some(docs),
            );
        }
    }

    /// The variables that hold facts.
    fn facts_in_scope(&mut self) {
        let known = &self.here.known;
        for variable in known.file.variables_at(self.context.start) {
            if let Type::Fact(_) = &variable.ty {
                let detail = shown_type(self.editor, known, &variable.ty);
                self.push(
                    &variable.name,
                    lsp::CompletionItemKind::VARIABLE,
                    detail,
                    None,
                );
            }
        }
    }
}

/// What is known of the part of the file around a place if a name were written there, for without one a condition would be
/// no condition; and where the part begins.
fn as_written(here: &Here) -> (File, usize) {
    let (before, after) = here.known.text.text.split_at(here.offset);
    let text = format!("{before}completed{after}");
    names::read_around(&here.known.path, &text, here.offset)
}

/// Whether a pattern may end with what stands before a place.
fn is_pattern_end(before: &[&str], last: &str) -> bool {
    let has_test = before
        .iter()
        .any(|word| matches!(*word, "if" | "let" | "=" | "=>"));
    let is_type = last.starts_with(char::is_uppercase);
    let is_braced = matches!(last, "{}" | "()")
        && before.len() > 1
        && before
            .iter()
            .any(|word| word.starts_with(char::is_uppercase));
    !has_test && (is_type || is_braced)
}
