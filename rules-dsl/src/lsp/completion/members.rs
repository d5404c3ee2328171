//! The fields and variants that may stand at a place: of declared types, and of those that come from Rust code.

use lsp_types as lsp;

use super::super::context::Around;
use super::super::hover::{field_type, members_of};
use super::super::names::{Kind, Member, Role, Symbol, Type};
use super::Found;

impl Found<'_, '_> {
    /// The fields of a type that are not yet named in the braces around.
    pub(super) fn fields(&mut self, of: &str) {
        let named: Vec<String> = self.named_fields(of);
        for member in self.members(of) {
            if !named.contains(&member.name) {
                self.field(member);
            }
        }
        if *self.context.place() == Around::Block {
            self.variables();
        }
    }

    /// Offers a member as a field.
    fn field(&mut self, member: Member) {
        let docs = Some(member.docs.join("\n"));
        let kind = lsp::CompletionItemKind::FIELD;
        self.push(&member.name, kind, Some(member.ty), docs);
    }

    /// The fields that are named between the braces around, but for the one at the place itself.
    pub(super) fn named_fields(&self, of: &str) -> Vec<String> {
        let file = &self.here.known.file;
        let open = self.context.open;
        let end = file.end_of_brackets(open);
        let end = end.unwrap_or(self.here.known.text.text.len());
        let names = file
            .names
            .iter()
            .filter(|name| name.range.start > open && name.range.end < end);
        let names =
            names.filter(|name| name.range.start != self.context.start && name.role == Role::Use);
        let fields = names.filter_map(|name| match &name.symbol {
            Symbol::Field(owner, field) if owner == of => Some(field.clone()),
            _ => None,
        });
        fields.collect()
    }

    /// The fields of a type, or of `Type::Variant`.
    pub(super) fn members(&mut self, of: &str) -> Vec<Member> {
        let (ty, variant) = match of.split_once("::") {
            Some((ty, variant)) => (ty, Some(variant)),
            None => (of, None),
        };
        let known = &self.here.known;
        if let Some((of, item)) = self.editor.item_of(known, &Symbol::Type(ty.to_owned())) {
            let Some(variant) = variant else {
                return members_of(self.editor, &of, &item);
            };
            let mut variants = item.members.into_iter();
            let found = variants.find(|member| member.name == variant);
            return found.map(|found| found.members).unwrap_or_default();
        }
        let Some(declared) = self.editor.rust_type(known, ty) else {
            return Vec::new();
        };
        let members = declared.members.into_iter().filter_map(|member| {
            let name = match (member.name.split_once("::"), variant) {
                (Some((of, field)), Some(variant)) if of == variant => field.to_owned(),
                (None, None) => member.name.clone(),
                _ => return None,
            };
            Some(Member {
                name,
                name_range: 0..0,
                range: 0..0,
                docs: member.docs,
                ty: member.ty,
                members: Vec::new(),
            })
        });
        members.collect()
    }

    pub(super) fn variants(&mut self, of: &str) {
        for member in self.members(of) {
            let docs = Some(member.docs.join("\n"));
            let detail = Some(member.ty.clone()).filter(|ty| !ty.is_empty());
            self.push(
                &member.name,
                lsp::CompletionItemKind::ENUM_MEMBER,
                detail,
                docs,
            );
        }
    }

    /// What a field may be: the variants of its type, where that is declared.
    pub(super) fn field_value(&mut self, of: &str) {
        let before = &self.context.before;
        let mut names = before.iter().rev().skip_while(|word| **word != ":").skip(1);
        let Some(field) = names.next().map(|field| (*field).to_owned()) else {
            return;
        };
        let known = &self.here.known;
        let Some((ty, _)) = field_type(self.editor, known, of, &field) else {
            return;
        };
        if ty == "bool" {
            for value in ["true", "false"] {
                self.push(value, lsp::CompletionItemKind::VALUE, None, None);
            }
        }
        for member in self.members(&ty) {
            let is_variant = self
                .editor
                .item_of(known, &Symbol::Type(ty.clone()))
                .is_none_or(|(_, item)| item.kind == Kind::FactEnum);
            if is_variant && member.name.starts_with(char::is_uppercase) {
                let label = format!("{ty}::{}", member.name);
                self.push(
                    &label,
                    lsp::CompletionItemKind::ENUM_MEMBER,
                    None,
                    Some(member.docs.join("\n")),
                );
            }
        }
    }

    /// The fields of the fact that a variable holds.
    pub(super) fn fields_of_variable(&mut self, name: &str) {
        let file = &self.here.known.file;
        let variables = file.variables_at(self.context.start);
        let variable = variables.into_iter().find(|variable| variable.name == name);
        let Some(Type::Fact(of)) = variable.map(|variable| variable.ty.clone()) else {
            return;
        };
        for member in self.members(&of) {
            self.field(member);
        }
        let handle = "The handle of the fact.".to_owned();
        self.push(
            "handle",
            lsp::CompletionItemKind::METHOD,
            Some("handle()".to_owned()),
            Some(handle),
        );
    }
}
