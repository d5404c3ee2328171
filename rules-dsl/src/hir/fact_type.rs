//! The types of which facts are kept, and how facts of each are told apart.

use std::collections::BTreeSet;
use std::iter;

use indexmap::IndexMap;
use proc_macro2::{Ident, Span};

use crate::names::plain;

use super::{ElementId, Event, Expression};

/// A type of which facts are kept.
#[derive(Debug, Clone)]
pub struct FactType {
    /// Its one name in the ruleset: the path's last segment.
    pub name: Ident,
    /// `#[was(…)]`: the names that it had before, oldest first.
    pub was: Vec<Ident>,
    /// The field of working memory that holds its facts.
    pub slab: Ident,
    /// Its path as first written, without a variant.
    pub path: syn::Path,
    /// Its declaration, where the ruleset declares it.
    pub declaration: Option<Declaration>,
    /// How equal facts, or facts of one key, are told apart.
    pub identity: Identity,
    /// Whether what the ruleset says of that is said to others too: not of a type that it names itself, by `type`.
    pub shared: bool,
    /// Every field that some rule reads, with the span of its first mention; a field's place here is its
    /// bit in a mask of changes.
    pub fields: IndexMap<Field, Span>,
    /// Whether some rule reads the whole fact.
    pub whole: bool,
    /// Whether a rule may modify facts of the type (then it must be `Clone`).
    pub modified: bool,
    /// The table whose rows the one fact of the type holds: no rule names it, and nobody is told of it.
    pub table: Option<Ident>,
    /// What makes its facts events.
    pub event: Option<Event>,
    /// The call of a recursive query whose answers its facts are: no rule names it, and nobody is told of it.
    pub site: Option<Box<Site>>,
}

/// A call of a recursive query in a rule.
#[derive(Debug, Clone)]
pub struct Site {
    /// The query's name.
    pub query: String,
    /// The names of that query and of all to which it comes.
    pub reached: Vec<String>,
    /// The Rust type that stands for the call.
    pub marker: Ident,
    /// The type of the arguments, as a tuple.
    pub asked: syn::Type,
    /// The type of a result, where the query has any.
    pub answer: Option<syn::Type>,
    /// The arguments.
    pub question: Expression,
    /// What is asked for by instants of the clock in the place of a query.
    pub waits: Option<Wait>,
}

/// For what an instant is asked: the facts are the instants that are still to come.
#[derive(Debug, Clone)]
pub enum Wait {
    /// `due expr;` holds from it on.
    Due {
        /// Whether the expression does more than read a field.
        is_computed: bool,
    },
    /// The event of an element is in its window no more.
    Window(ElementId),
}

impl Site {
    /// The type of a result; `()` where the query has none.
    #[must_use]
    pub fn answer(&self) -> syn::Type {
        let unit = || syn::parse_quote! { () };
        self.answer.clone().unwrap_or_else(unit)
    }
}

impl FactType {
    /// Its name, and those that it had before, the latest first.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        iter::once(&self.name).chain(self.was.iter().rev())
    }

    /// Whether there is one fact of the type at the most.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.table.is_some() || matches!(&self.identity, Identity::Key(fields) if fields.is_empty())
    }

    /// Whether users know nothing of the type: its facts are the rows of a table, or the answers of a query.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.table.is_some() || self.site.is_some()
    }

    /// Whether of the facts that rules derive the best of each group stands.
    #[must_use]
    pub fn is_best(&self) -> bool {
        matches!(self.identity, Identity::Best(_))
    }

    /// What messages, graphs and explanations call it.
    #[must_use]
    pub fn label(&self) -> String {
        match (&self.table, &self.site) {
            (Some(table), _) => format!("table {}", plain(table)),
            (_, Some(site)) if site.waits.is_some() => format!("instants of {}", site.query),
            (_, Some(site)) => format!("query {}", site.query),
            (None, None) => plain(&self.name),
        }
    }
}

/// A fact type's declaration in the ruleset.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// The place of its name.
    pub span: Span,
    /// The warnings that `#[allow(rules::…)]` on it silences, by name.
    pub allows: BTreeSet<String>,
    /// Its visibility.
    pub vis: syn::Visibility,
    /// `#[derived]`: only rules insert it.
    pub derived: bool,
    /// Whether it is a struct with a derived `==`, so that facts are equal if all their fields are. Of one with a field that is not
    /// there in every build it is not said.
    pub equal_by_fields: bool,
    /// Its fields with their types; for an enum, those of each variant.
    pub fields: IndexMap<Field, syn::Type>,
}

impl Declaration {
    /// The type with which a field is declared; `variant` is the path of that in which it stands, of an enum.
    #[must_use]
    pub fn type_of(&self, variant: Option<&syn::Path>, member: &str) -> Option<&syn::Type> {
        let variant = variant.and_then(|path| path.segments.last());
        self.fields.get(&Field {
            variant: variant.map(|variant| variant.ident.to_string()),
            member: Some(member.to_owned()),
        })
    }
}

/// How facts of a type are told apart.
#[derive(Debug, Clone)]
pub enum Identity {
    /// Each insert makes a new fact.
    Plain,
    /// `#[unique]`: equal facts are one.
    Unique,
    /// `#[key(…)]`: one fact for each value of these fields; of none: one fact at the most.
    Key(Vec<KeyField>),
    /// `#[best(…)]`: of the facts that rules derive the best of each group stands.
    Best(Box<Best>),
    /// The ruleset neither declares the type nor says how its facts are told apart. Another ruleset may, which
    /// generated code finds out.
    Unsaid,
}

/// Which of the facts that rules derive stands.
#[derive(Debug, Clone)]
pub struct Best {
    /// Whether it is the one with the least value, and not the greatest.
    pub least: bool,
    /// The field of which that is the value.
    pub value: KeyField,
    /// The fields by which facts are grouped.
    pub by: Vec<KeyField>,
}

impl Best {
    /// All fields that it names.
    pub fn fields(&self) -> impl Iterator<Item = &KeyField> {
        core::iter::once(&self.value).chain(&self.by)
    }
}

/// A field of a key.
#[derive(Debug, Clone)]
pub struct KeyField {
    /// The field.
    pub member: syn::Member,
    /// Its type, where the ruleset says it.
    pub ty: Option<syn::Type>,
}

/// A field of a fact type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The variant, where the type is an enum.
    pub variant: Option<String>,
    /// The field's name, or its position; `None` is the variant itself (which one the fact is).
    pub member: Option<String>,
}
