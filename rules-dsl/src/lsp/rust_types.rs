//! The Rust types that rulesets bring in by `use crate::…`: where each is declared, its fields, its documentation.
//!
//! Modules are followed from the crate's root as Rust does, by their names; `pub use` within the crate is followed too.
//! What macros make, and other crates, are left to rust-analyzer.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use lsp_types as lsp;

use crate::names::plain;
use crate::printer;

use super::editor::{Editor, Known};
use super::positions::Lines;

/// A type that is declared in Rust code.
#[derive(Debug, Clone)]
pub(super) struct RustType {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) range: lsp::Range,
    /// `struct` or `enum`.
    pub(super) word: &'static str,
    pub(super) docs: Vec<String>,
    /// Its fields, or variants and their fields as `Variant::field`.
    pub(super) members: Vec<RustMember>,
}

/// A field or a variant.
#[derive(Debug, Clone)]
pub(super) struct RustMember {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) range: lsp::Range,
    pub(super) docs: Vec<String>,
}

impl RustType {
    /// The field or the variant of a name.
    pub(super) fn member(&self, name: &str) -> Option<&RustMember> {
        self.members.iter().find(|member| member.name == name)
    }
}

/// The types of a file and what it brings in from elsewhere.
#[derive(Debug, Default)]
struct RustFile {
    types: Vec<(Vec<String>, RustType)>,
    /// `mod name;`, with the modules around it.
    modules: Vec<Vec<String>>,
    /// `pub use path as name`, with the modules around it.
    uses: Vec<(Vec<String>, String, Vec<String>)>,
}

/// What is kept of Rust files, as long as they do not change.
#[derive(Debug, Default)]
pub(super) struct RustTypes {
    files: HashMap<PathBuf, (SystemTime, Arc<RustFile>)>,
}

/// So many `pub use` are followed.
const HOPS: usize = 8;

impl Editor {
    /// The type that a name stands for in a ruleset, where it comes from the crate's own Rust code.
    pub(super) fn rust_type(&mut self, known: &Known, name: &str) -> Option<RustType> {
        let root = self.workspace.ruleset(&known.path).root?;
        for sibling in self.siblings(&known.path) {
            for import in &sibling.file.imports {
                let mut path = import.path.clone();
                if import.name == "*" {
                    path.pop();
                    path.push(name.to_owned());
                } else if import.name != name {
                    continue;
                }
                if let Some(found) = self.rust_types.find(&root, &path) {
                    return Some(found);
                }
            }
        }
        None
    }
}

impl RustTypes {
    /// A type by its path from the crate's root, or from the module in which the ruleset is included.
    fn find(&mut self, root: &Path, path: &[String]) -> Option<RustType> {
        let (name, modules) = path.split_last()?;
        let inside: Vec<String> = match modules.first().map(String::as_str) {
            Some("crate") => modules[1..].to_vec(),
            // Where the ruleset is included is not known: such a path is tried from the root.
            Some("super" | "self") => {
                let own = modules
                    .iter()
                    .skip_while(|part| *part == "super" || *part == "self");
                own.cloned().collect()
            }
            _ => return None,
        };
        let roots = ["src/lib.rs", "src/main.rs"].map(|file| root.join(file));
        let mut roots = roots.iter().filter(|root| root.is_file());
        roots.find_map(|start| self.find_in(start, &inside, name, HOPS))
    }

    fn find_in(
        &mut self,
        start: &Path,
        modules: &[String],
        name: &str,
        hops: usize,
    ) -> Option<RustType> {
        let mut path = start.to_owned();
        let mut here: Vec<String> = Vec::new();
        let mut directory = start.parent()?.to_owned();
        let mut file = self.file(&path)?;
        for module in modules {
            here.push(module.clone());
            if file.modules.contains(&here) {
                for part in &here {
                    directory.push(part);
                }
                let beside = directory.with_extension("rs");
                path = if beside.is_file() {
                    beside
                } else {
                    directory.join("mod.rs")
                };
                file = self.file(&path)?;
                here.clear();
            }
        }
        let mut types = file.types.iter();
        if let Some((_, found)) =
            types.find(|(modules, found)| *modules == here && found.name == name)
        {
            return Some(found.clone());
        }
        let hops = hops.checked_sub(1)?;
        for (around, brought, from) in &file.uses {
            if *around != here || brought != name && brought != "*" {
                continue;
            }
            let mut from = from.clone();
            if brought == "*" {
                from.pop();
                from.push(name.to_owned());
            }
            let (last, mut from) = from
                .split_last()
                .map(|(last, from)| (last.clone(), from.to_vec()))?;
            let from = if from.first().is_some_and(|first| first == "crate") {
                from.split_off(1)
            } else {
                let relative = from.into_iter().filter(|part| part != "self");
                modules.iter().cloned().chain(relative).collect()
            };
            if let Some(found) = self.find_in(start, &from, &last, hops) {
                return Some(found);
            }
        }
        None
    }

    fn file(&mut self, path: &Path) -> Option<Arc<RustFile>> {
        let changed = fs::metadata(path).ok()?.modified().ok()?;
        if let Some((old, file)) = self.files.get(path)
            && *old == changed
        {
            return Some(Arc::clone(file));
        }
        let text = fs::read_to_string(path).ok()?;
        proc_macro2::extra::invalidate_current_thread_spans();
        let parsed = syn::parse_file(&text).ok()?;
        let mut reading = Reading {
            path,
            text: &text,
            lines: Lines::of(&text),
            file: RustFile::default(),
        };
        reading.items(&parsed.items, &mut Vec::new());
        let file = Arc::new(reading.file);
        self.files
            .insert(path.to_owned(), (changed, Arc::clone(&file)));
        Some(file)
    }
}

struct Reading<'t> {
    path: &'t Path,
    text: &'t str,
    lines: Lines,
    file: RustFile,
}

impl Reading<'_> {
    fn range(&self, span: proc_macro2::Span) -> lsp::Range {
        self.lines.range(self.text, &span.byte_range())
    }

    fn items(&mut self, items: &[syn::Item], around: &mut Vec<String>) {
        for item in items {
            match item {
                syn::Item::Struct(item) => {
                    let members = self.fields(&item.fields, "");
                    self.add(around, &item.ident, "struct", &item.attrs, members);
                }
                syn::Item::Enum(item) => {
                    let mut members = Vec::new();
                    for variant in &item.variants {
                        let name = plain(&variant.ident);
                        members.push(RustMember {
                            name: name.clone(),
                            ty: printer::text(&variant.fields),
                            range: self.range(variant.ident.span()),
                            docs: docs(&variant.attrs),
                        });
                        members.extend(self.fields(&variant.fields, &format!("{name}::")));
                    }
                    self.add(around, &item.ident, "enum", &item.attrs, members);
                }
                syn::Item::Mod(item) => {
                    around.push(plain(&item.ident));
                    match &item.content {
                        Some((_, items)) => self.items(items, around),
                        None => self.file.modules.push(around.clone()),
                    }
                    around.pop();
                }
                syn::Item::Use(item) => self.uses(&item.tree, around, &mut Vec::new()),
                _ => {}
            }
        }
    }

    fn add(
        &mut self,
        around: &[String],
        name: &syn::Ident,
        word: &'static str,
        attrs: &[syn::Attribute],
        members: Vec<RustMember>,
    ) {
        let found = RustType {
            name: plain(name),
            path: self.path.to_owned(),
            range: self.range(name.span()),
            word,
            docs: docs(attrs),
            members,
        };
        self.file.types.push((around.to_vec(), found));
    }

    fn fields(&self, fields: &syn::Fields, prefix: &str) -> Vec<RustMember> {
        let fields = fields.iter().filter_map(|field| {
            let name = field.ident.as_ref()?;
            Some(RustMember {
                name: format!("{prefix}{}", plain(name)),
                ty: printer::text(&field.ty),
                range: self.range(name.span()),
                docs: docs(&field.attrs),
            })
        });
        fields.collect()
    }

    fn uses(&mut self, tree: &syn::UseTree, around: &[String], path: &mut Vec<String>) {
        let mut add = |path: &[String], own: &str, brought: String| {
            let mut path = path.to_vec();
            path.push(own.to_owned());
            self.file.uses.push((around.to_vec(), brought, path));
        };
        match tree {
            syn::UseTree::Path(part) => {
                path.push(plain(&part.ident));
                self.uses(&part.tree, around, path);
                path.pop();
            }
            syn::UseTree::Name(name) => add(path, &plain(&name.ident), plain(&name.ident)),
            syn::UseTree::Rename(name) => add(path, &plain(&name.ident), plain(&name.rename)),
            syn::UseTree::Glob(_) => add(path, "*", "*".to_owned()),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.uses(tree, around, path);
                }
            }
        }
    }
}

fn docs(attrs: &[syn::Attribute]) -> Vec<String> {
    let texts = attrs.iter().filter_map(|attr| match &attr.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    texts
        .map(|text| text.strip_prefix(' ').unwrap_or(&text).to_owned())
        .collect()
}
