//! The items of a file, by its tokens alone: what each is, its name, its parts.
//!
//! It is read without the grammar, so that an item in which a part is missing is there all the same.

mod members;

use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::names::plain;
use crate::printer;

use members::{fields, positions, variants};

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ruleset,
    Fact,
    FactEnum,
    SharedFields,
    Global,
    Rule,
    Query,
    Group,
    Table,
    Use,
    Type,
    Rust,
}

impl Kind {
    /// The word with which it begins.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Ruleset => "ruleset",
            Kind::Fact => "fact",
            Kind::FactEnum => "fact enum",
            Kind::SharedFields => "kind",
            Kind::Global => "global",
            Kind::Rule => "rule",
            Kind::Query => "query",
            Kind::Group => "group",
            Kind::Table => "table",
            Kind::Use => "use",
            Kind::Type => "type",
            Kind::Rust => "item",
        }
    }
}

/// An item, or a member of one: a field, a variant, a rule of a group.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    /// Empty for what has none.
    pub(crate) name: String,
    pub(crate) name_range: Range<usize>,
    /// The whole, attributes and documentation included.
    pub(crate) range: Range<usize>,
    /// Its documentation, without the leading space of each line.
    pub(crate) docs: Vec<String>,
    /// What stands before its body, as the printer writes it.
    pub(crate) head: String,
    pub(crate) members: Vec<Member>,
    /// `when`, `then`, `undo`, or the body itself: the braces and what is in them.
    pub(crate) sections: Vec<Section>,
    /// The rules of a group.
    pub(crate) rules: Vec<Item>,
    /// The parameters of a query or a table: names with their types.
    pub(crate) params: Vec<Member>,
}

/// A field, a variant or a parameter.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) name_range: Range<usize>,
    pub(crate) range: Range<usize>,
    pub(crate) docs: Vec<String>,
    /// Of a field or a parameter the type, of a variant what stands after its name.
    pub(crate) ty: String,
    /// The fields of a variant.
    pub(crate) members: Vec<Member>,
}

/// A part of an item in braces.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    /// `when`, `then`, `undo`; empty for the body of the item.
    pub(crate) word: String,
    pub(crate) range: Range<usize>,
}

/// The items among some tokens.
pub(crate) fn items(tokens: TokenStream) -> Vec<Item> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut items = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (item, end) = item(&tokens, at);
        items.extend(item);
        at = end.max(at + 1);
    }
    items
}

fn range_of(tokens: &[TokenTree]) -> Range<usize> {
    match tokens {
        [first, .., last] => first.span().byte_range().start..last.span().byte_range().end,
        [only] => only.span().byte_range(),
        [] => 0..0,
    }
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

fn group_at(tokens: &[TokenTree], at: usize, delimiter: Delimiter) -> Option<&Group> {
    match tokens.get(at) {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// Passes over attributes, and reads the documentation among them.
fn attributes(tokens: &[TokenTree], mut at: usize, docs: &mut Vec<String>) -> usize {
    while is_mark(tokens.get(at), '#') {
        let inner = usize::from(is_mark(tokens.get(at + 1), '!'));
        let Some(group) = group_at(tokens, at + 1 + inner, Delimiter::Bracket) else {
            return at;
        };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        if let [TokenTree::Ident(word), _, TokenTree::Literal(text)] = inside.as_slice()
            && word == "doc"
            && let Ok(text) = syn::parse_str::<syn::LitStr>(&text.to_string())
        {
            let text = text.value();
            docs.push(text.strip_prefix(' ').unwrap_or(&text).to_owned());
        }
        at += 2 + inner;
    }
    at
}

fn visibility(tokens: &[TokenTree], at: usize) -> usize {
    match tokens.get(at) {
        Some(TokenTree::Ident(word)) if word == "pub" => {
            at + 1 + usize::from(group_at(tokens, at + 1, Delimiter::Parenthesis).is_some())
        }
        _ => at,
    }
}

/// The item that begins at a token, and where the next may begin.
fn item(tokens: &[TokenTree], start: usize) -> (Option<Item>, usize) {
    let mut docs = Vec::new();
    let head = attributes(tokens, start, &mut docs);
    let mut at = visibility(tokens, head);
    let Some(TokenTree::Ident(word)) = tokens.get(at) else {
        return (None, at);
    };
    let kind = match word.to_string().as_str() {
        "ruleset" => Kind::Ruleset,
        "fact" => Kind::Fact,
        "kind" => Kind::SharedFields,
        "global" => Kind::Global,
        "rule" => Kind::Rule,
        "query" => Kind::Query,
        "group" => Kind::Group,
        "table" => Kind::Table,
        "use" => Kind::Use,
        "type" => Kind::Type,
        _ => Kind::Rust,
    };
    let mut item = Item {
        kind,
        name: String::new(),
        name_range: word.span().byte_range(),
        range: 0..0,
        docs,
        head: String::new(),
        members: Vec::new(),
        sections: Vec::new(),
        rules: Vec::new(),
        params: Vec::new(),
    };
    at += 1;
    if kind == Kind::Fact
        && matches!(tokens.get(at), Some(TokenTree::Ident(word)) if word == "enum")
    {
        item.kind = Kind::FactEnum;
        at += 1;
    }
    if let Some(TokenTree::Ident(name)) = tokens.get(at)
        && !matches!(kind, Kind::Use | Kind::Rust)
    {
        item.name = plain(name);
        item.name_range = name.span().byte_range();
        at += 1;
    }
    let end = end(tokens, at, item.kind);
    let body = tokens[at..end].iter().position(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    );
    let head_end = body.map_or(end, |body| at + body);
    item.head = printer::text(
        &tokens[head..head_end]
            .iter()
            .cloned()
            .collect::<TokenStream>(),
    );
    item.range = range_of(&tokens[start..end]);
    fill(&mut item, &tokens[at..end]);
    (Some(item), end)
}

/// Where an item ends whose name stands before `at`: with its braces or a `;`, or before what begins another.
fn end(tokens: &[TokenTree], at: usize, kind: Kind) -> usize {
    let to_semi = matches!(
        kind,
        Kind::Ruleset | Kind::Use | Kind::Type | Kind::Global | Kind::SharedFields
    );
    for (number, token) in tokens.iter().enumerate().skip(at) {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !to_semi => {
                return number + 1;
            }
            TokenTree::Punct(mark) if mark.as_char() == ';' => return number + 1,
            TokenTree::Ident(word) if number > at || kind == Kind::Rule => {
                let is_next = matches!(
                    word.to_string().as_str(),
                    "rule" | "group" | "fact" | "query" | "global" | "ruleset"
                );
                if is_next && matches!(tokens.get(number + 1), Some(TokenTree::Ident(_))) {
                    return number;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

fn fill(item: &mut Item, tokens: &[TokenTree]) {
    for token in tokens {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let range = group.span().byte_range();
        match (item.kind, group.delimiter()) {
            (Kind::Fact | Kind::SharedFields, Delimiter::Brace) => {
                item.members = fields(group.stream());
            }
            (Kind::Fact, Delimiter::Parenthesis) => item.members = positions(group.stream()),
            (Kind::FactEnum, Delimiter::Brace) => item.members = variants(group.stream()),
            (Kind::Query | Kind::Table, Delimiter::Parenthesis) if item.params.is_empty() => {
                item.params = fields(group.stream());
            }
            (Kind::Group, Delimiter::Brace) => item.rules = items(group.stream()),
            (Kind::Rule | Kind::Query, Delimiter::Brace) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                for pair in inside.windows(2) {
                    if let [TokenTree::Ident(word), TokenTree::Group(part)] = pair
                        && part.delimiter() == Delimiter::Brace
                        && matches!(word.to_string().as_str(), "when" | "then" | "undo")
                    {
                        item.sections.push(Section {
                            word: word.to_string(),
                            range: part.span().byte_range(),
                        });
                    }
                }
            }
            _ => continue,
        }
        if group.delimiter() == Delimiter::Brace {
            item.sections.push(Section {
                word: String::new(),
                range,
            });
        }
    }
}
