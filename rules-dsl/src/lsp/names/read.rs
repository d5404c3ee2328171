//! Reads a part of a file: its items, the names in its rules and queries, then those that single tokens show.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use proc_macro2::{Span, TokenTree};

use crate::parse::PartReader;
use crate::source::Source;

use super::super::repair::Repaired;
use super::outline::{self, Item, Kind, Member};
use super::{File, Name, Role, Symbol, Type, Variable};

/// Reads a text by itself.
pub(super) fn read_part(path: &Path, text: &str) -> File {
    // What was read before is plain data by now: its spans are of no more use, and would be kept for ever.
    proc_macro2::extra::invalidate_current_thread_spans();
    let repaired = Repaired::of(text);
    let source = Source::from_files(Some("R"), [(path.to_owned(), repaired.text.clone())]);
    let mut reader = Reader {
        source: &source,
        repaired: &repaired,
        parts: PartReader::new(&source),
        file: File::default(),
        frames: Vec::new(),
        declared: HashSet::new(),
    };
    for part in source.parts() {
        let tokens = source.tokens(part.clone());
        let items = outline::items(tokens.clone());
        for item in &items {
            reader.item(item);
            for rule in &item.rules {
                reader.item(rule);
            }
        }
        reader.sweep(tokens);
        reader.file.items = items;
    }
    reader.tokens();
    let mut file = reader.file;
    for item in &mut file.items {
        item.each_range(&mut |range| {
            *range = repaired.original(range.start)..repaired.original(range.end);
        });
    }
    let of_variable = |name: &Name| matches!(name.symbol, Symbol::Variable(_));
    file.names
        .sort_by_key(|name| (name.range.start, of_variable(name)));
    file.names.dedup();
    file
}

/// Reads a part of a file. The methods that read a kind of thing stand in that kind's file.
pub(super) struct Reader<'s> {
    pub(super) source: &'s Source,
    pub(super) repaired: &'s Repaired,
    pub(super) parts: PartReader<'s>,
    pub(super) file: File,
    /// The places around what is read that keep variables, innermost last.
    pub(super) frames: Vec<Frame>,
    /// Where items, their members and imports have their names.
    pub(super) declared: HashSet<usize>,
}

/// A place that keeps variables.
pub(super) struct Frame {
    pub(super) names: Vec<(String, usize)>,
    /// Where it ends.
    pub(super) end: usize,
}

impl Reader<'_> {
    /// The bytes of the text that a span stands for.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let range = span.byte_range();
        self.repaired.original(range.start)..self.repaired.original(range.end)
    }

    pub(super) fn name(&mut self, range: Range<usize>, symbol: Symbol, role: Role) {
        if !range.is_empty() {
            if role != Role::Use {
                self.declared.insert(range.start);
            }
            self.file.names.push(Name {
                range,
                symbol,
                role,
                is_shorthand: false,
            });
        }
    }

    fn define(&mut self, range: &Range<usize>, symbol: Symbol) {
        let range = self.repaired.original(range.start)..self.repaired.original(range.end);
        self.name(range, symbol, Role::Definition);
    }

    fn item(&mut self, item: &Item) {
        let name = item.name.clone();
        if name.is_empty() {
            return;
        }
        let symbol = match item.kind {
            Kind::Ruleset => Symbol::Ruleset,
            Kind::Fact | Kind::FactEnum | Kind::SharedFields | Kind::Type => {
                Symbol::Type(name.clone())
            }
            Kind::Global => Symbol::Global(name.clone()),
            Kind::Rule => Symbol::Rule(name.clone()),
            Kind::Query | Kind::Table => Symbol::Callable(name.clone()),
            Kind::Group => Symbol::Group(name.clone()),
            Kind::Use | Kind::Rust => return,
        };
        self.define(&item.name_range, symbol);
        for member in &item.members {
            let (of, own) = (name.clone(), member.name.clone());
            if item.kind == Kind::FactEnum {
                let of = format!("{name}::{own}");
                for field in &member.members {
                    self.define_member(&of, field);
                }
                self.define(&member.name_range, Symbol::Variant(name.clone(), own));
            } else {
                self.define_member(&of, member);
            }
        }
        if matches!(item.kind, Kind::Rule | Kind::Query | Kind::Table) {
            self.body(item);
        }
    }

    fn define_member(&mut self, of: &str, member: &Member) {
        // A position has no name that could be shown.
        if !member
            .name
            .starts_with(|first: char| first.is_ascii_digit())
        {
            let symbol = Symbol::Field(of.to_owned(), member.name.clone());
            self.define(&member.name_range, symbol);
        }
    }

    /// The variables of a rule, a query or a table.
    fn body(&mut self, item: &Item) {
        let end = self.repaired.original(item.range.end);
        self.frames.push(Frame {
            names: Vec::new(),
            end,
        });
        for param in &item.params {
            let range = &param.name_range;
            let range = self.repaired.original(range.start)..self.repaired.original(range.end);
            let ty = Type::Written(param.ty.clone());
            let id = self.bind_at(&param.name, range, ty, &item.head, false);
            self.file.variables[id].is_parameter = true;
        }
        let mut rest = None;
        for section in &item.sections {
            let rendered = self.source.rendered(&section.range);
            match section.word.as_str() {
                "when" => {
                    let conditions = self.parts.conditions(&rendered);
                    self.conditions(&conditions);
                    rest = Some(section.range.end);
                }
                "" => {}
                _ => self.block(&rendered),
            }
        }
        self.attributes(item);
        let body = item.sections.iter().find(|section| section.word.is_empty());
        if let (Kind::Query, Some(start), Some(body)) = (item.kind, rest, body) {
            self.select(start..body.range.end.saturating_sub(1));
        }
        if item.kind == Kind::Table {
            let tokens = self.source.tokens(self.source.rendered(&item.range));
            self.loose_uses(tokens, false, false);
        }
        self.frames.clear();
    }

    /// `select expr`, at the end of a query.
    fn select(&mut self, range: Range<usize>) {
        let tokens = self.source.tokens(self.source.rendered(&range));
        let mut tokens = tokens.into_iter();
        if matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "select") {
            self.code(tokens.collect());
        }
    }

    /// The expressions in the attributes of a rule, which see what its conditions bind.
    fn attributes(&mut self, item: &Item) {
        let tokens = self.source.tokens(self.source.rendered(&item.range));
        let mut tokens = tokens.into_iter().peekable();
        while let Some(TokenTree::Punct(_)) = tokens.next() {
            let Some(TokenTree::Group(group)) = tokens.next() else {
                return;
            };
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            if let [TokenTree::Ident(word), TokenTree::Group(args)] = inside.as_slice()
                && (word == "salience" || word == "on_change")
            {
                self.loose_uses(args.stream(), false, false);
            }
        }
    }

    /// The variable that a name stands for here.
    pub(super) fn lookup(&self, name: &str) -> Option<usize> {
        let frames = self.frames.iter().rev();
        let mut names = frames.flat_map(|frame| frame.names.iter().rev());
        names.find(|(other, _)| other == name).map(|(_, id)| *id)
    }

    /// A name in a pattern: it is bound, or joins with what is bound.
    pub(super) fn bind_at(
        &mut self,
        name: &str,
        range: Range<usize>,
        ty: Type,
        bound_by: &str,
        is_shorthand: bool,
    ) -> usize {
        let known = self.lookup(name);
        let id = known.unwrap_or_else(|| {
            let id = self.file.variables.len();
            let end = self.frames.last().map_or(range.end, |frame| frame.end);
            let scope = range.end..end.max(range.end);
            self.file.variables.push(Variable {
                name: name.to_owned(),
                ty,
                bound_by: bound_by.to_owned(),
                is_parameter: false,
                scopes: vec![scope],
            });
            if let Some(frame) = self.frames.last_mut() {
                frame.names.push((name.to_owned(), id));
            }
            id
        });
        let role = if known.is_some() {
            Role::Use
        } else {
            Role::Definition
        };
        self.file.names.push(Name {
            range,
            symbol: Symbol::Variable(id),
            role,
            is_shorthand,
        });
        id
    }
}
