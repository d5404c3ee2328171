//! The fact types of a ruleset: each path that names one is looked up here and gets its number.
//!
//! A type is known by one name, its path's last segment. What a declared type's fields are is known
//! too, so that a pattern's fields can be checked; those of other types are rustc's to check.

use std::collections::{HashMap, HashSet};

use heck::ToSnakeCase as _;
use indexmap::IndexMap;
use proc_macro2::{Ident, Span};
use quote::format_ident;

use crate::ast::{FactDecl, Foreign, Item};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hir::{self, FactTypeId};
use crate::names::table_function;
use crate::vocabulary as say;

use super::declarations;
use super::foreign;
use super::names::{is_type_name, plain, span_range};
use super::shape::{Members, Shape, shape_of};
use super::use_trees;

/// The fact types found so far.
#[derive(Default)]
pub(super) struct FactTypes {
    types: Vec<hir::FactType>,
    /// How many types have a name, in snake case.
    namesakes: HashMap<String, usize>,
    /// The whole path of each type, by which two names of one type are told.
    paths: HashMap<String, FactTypeId>,
    shapes: IndexMap<String, Shape>,
    /// The types to which the ruleset gives a key.
    keyed: HashSet<String>,
    /// The types that it does not declare and of which it says how facts are told apart, and where.
    stated: HashMap<String, Span>,
    /// What makes facts events, by the names of their types; `None` where what is said of it does not hold.
    events: HashMap<String, Option<hir::Event>>,
    /// The names that `use` brings in, with their whole paths.
    imports: HashMap<String, String>,
    /// The hidden types of windows, by the type of the event and the window as written: rules share them.
    windows: HashMap<(FactTypeId, String), FactTypeId>,
}

impl FactTypes {
    /// The declarations and imports of a ruleset; no type is numbered yet.
    pub(super) fn declared_in(items: &[Item]) -> Self {
        let mut types = Self::default();
        for item in items {
            match item {
                Item::Use(Foreign { attrs, item }) => {
                    collect_imports(&item.tree, "", &mut types.imports);
                    if foreign::gives_key(attrs) {
                        let names = use_trees::brought_in(&item.tree).names;
                        types.keyed.extend(names.into_iter().map(plain));
                    }
                }
                Item::Type(Foreign { attrs, item }) => {
                    if foreign::gives_key(attrs) {
                        types.keyed.insert(plain(&item.ident));
                    }
                }
                Item::Fact(declaration) => {
                    let name = plain(declarations::name_of(declaration));
                    let shape = shape_of(declaration);
                    if declarations::has_key(declaration) {
                        types.keyed.insert(name.clone());
                    }
                    types.shapes.entry(name).or_insert(shape);
                }
                Item::Global(_)
                | Item::Rule(_)
                | Item::Query(_)
                | Item::Group(_)
                | Item::Table(_)
                | Item::Kind(_)
                | Item::Rust(_) => {}
            }
        }
        types
    }

    /// Numbers the type that a declaration declares; whether it is the first of its name.
    pub(super) fn declare(
        &mut self,
        declaration: &FactDecl,
        resolved: hir::Declaration,
        identity: hir::Identity,
    ) -> bool {
        let name = declarations::name_of(declaration);
        let id = self.number(&name.clone().into());
        let known = &mut self.types[id.0];
        let is_first = known.declaration.is_none();
        if is_first {
            known.declaration = Some(resolved);
            known.identity = identity;
        }
        is_first
    }

    /// Numbers the type of a name, whether a rule names it or not.
    pub(super) fn name(&mut self, name: &Ident) {
        self.number(&name.clone().into());
    }

    /// Notes the names that a type had before.
    pub(super) fn note_earlier_names(&mut self, name: &Ident, was: Vec<Ident>) {
        let id = self.number(&name.clone().into());
        self.types[id.0].was = was;
    }

    /// Says which types have events, by their names; before any is numbered.
    pub(super) fn set_events(&mut self, events: HashMap<String, Option<hir::Event>>) {
        self.events = events;
    }

    /// Whether what a type's attributes say of its time does not hold, which has been reported.
    pub(super) fn is_wrong_event(&self, id: FactTypeId) -> bool {
        matches!(self.events.get(&plain(&self.get(id).name)), Some(None))
    }

    /// Notes what the ruleset says of a type that it does not declare; an error where that is said already.
    pub(super) fn state(
        &mut self,
        name: &Ident,
        identity: hir::Identity,
        shared: bool,
    ) -> Result<(), Diagnostic> {
        if self.shapes.contains_key(&plain(name)) {
            return Err(say::stated_of_declared(name).at(name.span()));
        }
        if let Some(first) = self.stated.insert(plain(name), name.span()) {
            return Err(say::stated_again(name).at_second(name.span(), first));
        }
        let id = self.number(&name.clone().into());
        self.types[id.0].identity = identity;
        self.types[id.0].shared = shared;
        Ok(())
    }

    /// The type that a path, without a variant, names.
    pub(super) fn named(&mut self, path: &syn::Path, found: &mut Diagnostics) -> FactTypeId {
        if path
            .segments
            .iter()
            .any(|segment| !segment.arguments.is_none())
        {
            found.push(say::generic_fact().at(span_range(path)));
        }
        let id = self.number(path);
        let known = &self.types[id.0];
        if !may_be_one(&self.whole_path(&known.path), &self.whole_path(path)) {
            let (first, second) = (path_text(&known.path), path_text(path));
            let wording = say::duplicate_type(&known.name, first, second);
            found.push(wording.at_second(span_range(path), span_range(&known.path)));
        }
        id
    }

    /// The type of a name, where the ruleset has it as a fact type.
    pub(super) fn known(&self, name: &Ident) -> Option<FactTypeId> {
        let same = |known: &hir::FactType| plain(&known.name) == plain(name);
        self.types.iter().position(same).map(FactTypeId)
    }

    fn number(&mut self, path: &syn::Path) -> FactTypeId {
        let whole = self.whole_path(path);
        if let Some(id) = self.paths.get(&whole) {
            return *id;
        }
        let Some(last) = path.segments.last() else {
            return FactTypeId(0);
        };
        let id = self.known(&last.ident).unwrap_or_else(|| {
            let slab = self.slab(&last.ident);
            self.types.push(hir::FactType {
                name: last.ident.clone(),
                was: Vec::new(),
                slab,
                path: path.clone(),
                declaration: None,
                identity: hir::Identity::Unsaid,
                shared: true,
                fields: IndexMap::new(),
                whole: false,
                modified: false,
                table: None,
                event: self.events.get(&plain(&last.ident)).cloned().flatten(),
                site: None,
            });
            FactTypeId(self.types.len() - 1)
        });
        self.paths.insert(whole, id);
        id
    }

    /// Numbers the hidden type of the answers to what a call asks.
    pub(super) fn hold_answers(
        &mut self,
        site: hir::Site,
        runtime: &syn::Path,
        ruleset: &Ident,
        span: Span,
    ) -> FactTypeId {
        let id = FactTypeId(self.types.len());
        let name = format!("{}_{}", site.query, id.0);
        let marker = Ident::new(&format!("__{}_{name}", plain(ruleset)), span);
        let (asked, answer) = (&site.asked, site.answer());
        let name = Ident::new(&format!("__{name}"), span);
        let slab = self.slab(&name);
        self.types.push(hir::FactType {
            name,
            was: Vec::new(),
            slab,
            path: syn::parse_quote! { #runtime::generated::asked::Answer<#marker, #asked, #answer> },
            declaration: None,
            identity: hir::Identity::Unique,
            shared: false,
            fields: IndexMap::new(),
            whole: false,
            modified: false,
            table: None,
            event: None,
            site: Some(Box::new(hir::Site { marker, ..site })),
        });
        id
    }

    /// The hidden type of the instants at which events of a type leave a window, if a rule has the window already.
    pub(super) fn window(&self, event: FactTypeId, written: &str) -> Option<FactTypeId> {
        self.windows.get(&(event, written.to_owned())).copied()
    }

    /// Lets rules share the hidden type of a window.
    pub(super) fn share_window(&mut self, event: FactTypeId, written: String, of: FactTypeId) {
        self.windows.insert((event, written), of);
    }

    /// Numbers the type of the fact that holds the rows of a table.
    pub(super) fn hold_rows(&mut self, table: &Ident, path: syn::Path) -> FactTypeId {
        let name = table_function(table);
        let slab = self.slab(&name);
        self.types.push(hir::FactType {
            name,
            was: Vec::new(),
            slab,
            path,
            declaration: None,
            identity: hir::Identity::Plain,
            shared: false,
            fields: IndexMap::new(),
            whole: true,
            modified: false,
            table: Some(table.clone()),
            event: None,
            site: None,
        });
        FactTypeId(self.types.len() - 1)
    }

    /// The name of a new type's field of working memory, which no other type has.
    fn slab(&mut self, name: &Ident) -> Ident {
        let name = plain(name).to_snake_case();
        let before = self.namesakes.entry(name.clone()).or_default();
        *before += 1;
        match *before {
            1 => format_ident!("{name}_facts"),
            number => format_ident!("{name}_facts_{number}"),
        }
    }

    /// A path with what `use` says about its only segment.
    fn whole_path(&self, path: &syn::Path) -> String {
        let text = path_text(path);
        self.imports.get(&text).cloned().unwrap_or(text)
    }

    /// A type.
    pub(super) fn get(&self, id: FactTypeId) -> &hir::FactType {
        &self.types[id.0]
    }

    /// Whether the ruleset declares a type.
    pub(super) fn is_declared(&self, id: FactTypeId) -> bool {
        self.shapes.contains_key(&plain(&self.types[id.0].name))
    }

    /// Whether the ruleset gives a type of this name a key.
    pub(super) fn has_key(&self, name: &Ident) -> bool {
        self.keyed.contains(&plain(name))
    }

    /// Notes that a rule may modify facts of a type.
    pub(super) fn note_modified(&mut self, id: FactTypeId) {
        self.types[id.0].modified = true;
    }

    /// Notes that a rule reads facts of a type whole.
    pub(super) fn note_whole(&mut self, id: FactTypeId) {
        self.types[id.0].whole = true;
    }

    /// Notes that a rule reads a field, named at `span`; its number among the fields of the type that
    /// are read.
    pub(super) fn note_field(&mut self, id: FactTypeId, field: hir::Field, span: Span) -> usize {
        let entry = self.types[id.0].fields.entry(field);
        let number = entry.index();
        entry.or_insert(span);
        number
    }

    /// Whether a declared struct has a field of a name.
    pub(super) fn has_field(&self, id: FactTypeId, field: &str) -> bool {
        let shape = self.shapes.get(&plain(&self.types[id.0].name));
        let Some(Shape::Struct(Members::Named(fields))) = shape else {
            return false;
        };
        fields.iter().any(|name| name == field)
    }

    /// Whether facts of a type may have a field themselves: the ruleset declares it, or does not declare the type.
    pub(super) fn may_have(&self, id: FactTypeId, field: &hir::Field) -> bool {
        let shape = self.shapes.get(&plain(&self.types[id.0].name));
        match (shape, &field.member) {
            (None, _) => true,
            (Some(Shape::Struct(members)), Some(member)) => members.has_named(member),
            (Some(_), _) => false,
        }
    }

    /// The fields of a type, or of its variant, where the ruleset declares it. An error where there
    /// is no such variant; `None` too where there is nothing to check.
    pub(super) fn members(
        &self,
        id: FactTypeId,
        variant: Option<&Ident>,
        found: &mut Diagnostics,
    ) -> Option<&Members> {
        let name = plain(&self.types[id.0].name);
        match (self.shapes.get(&name)?, variant) {
            (Shape::Struct(members), None) => Some(members),
            (Shape::Struct(_), Some(variant)) => {
                found.push(say::no_enum(name, variant).at(variant.span()));
                None
            }
            (Shape::Enum(_), None) => Some(&Members::Unit),
            (Shape::Enum(variants), Some(variant)) => {
                let members = variants.get(&plain(variant));
                if members.is_none() {
                    let names: Vec<&str> = variants.keys().map(String::as_str).collect();
                    let help = say::suggestion(&plain(variant), &names, "its variants are");
                    let wording = say::unknown_variant(name, variant).or_help(help);
                    found.push(wording.at(variant.span()));
                }
                members
            }
        }
    }

    /// The types, in the order in which the ruleset first names them.
    pub(super) fn into_types(self) -> Vec<hir::FactType> {
        self.types
    }
}

/// A path that may end in a variant, or an associated function, as the type's path and that.
pub(crate) fn split_variant(path: &syn::Path) -> (syn::Path, Option<Ident>) {
    let mut type_path = path.clone();
    let mut segments = path.segments.iter().rev();
    let (last, before) = (segments.next(), segments.next());
    let (Some(last), Some(before)) = (last, before) else {
        return (type_path, None);
    };
    if !is_type_name(&before.ident) {
        return (type_path, None);
    }
    type_path.segments.pop();
    type_path.segments.pop_punct();
    (type_path, Some(last.ident.clone()))
}

fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|segment| plain(&segment.ident))
        .collect();
    names.join("::")
}

/// Whether two paths with the same last segment may name one type: one says less than the other.
fn may_be_one(one: &str, other: &str) -> bool {
    let relative = |path: &str| {
        let path = path
            .trim_start_matches("crate::")
            .trim_start_matches("self::");
        format!("::{}", path.trim_start_matches("super::"))
    };
    let (one, other) = (relative(one), relative(other));
    one.ends_with(&other) || other.ends_with(&one)
}

fn collect_imports(tree: &syn::UseTree, before: &str, imports: &mut HashMap<String, String>) {
    let joined = |name: &Ident| {
        if before.is_empty() {
            plain(name)
        } else {
            format!("{before}::{}", plain(name))
        }
    };
    match tree {
        syn::UseTree::Path(path) => collect_imports(&path.tree, &joined(&path.ident), imports),
        syn::UseTree::Name(name) => {
            imports.insert(plain(&name.ident), joined(&name.ident));
        }
        syn::UseTree::Rename(renamed) => {
            imports.insert(plain(&renamed.rename), joined(&renamed.ident));
        }
        syn::UseTree::Glob(_) => {}
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                collect_imports(tree, before, imports);
            }
        }
    }
}
