//! The rooms of the runtime, the folders of its sources, stand on one another as its `ARCHITECTURE.md` says: none names one above
//! itself. (That a room calls no method that one above it has given to a type of its own is not seen here.)

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, UseName, UseRename, UseTree, parse_quote};

fn runtime() -> PathBuf {
    corpus::root().join("rules-runtime")
}

/// The rooms, from the ground up: the rows of the table.
fn rooms() -> Vec<String> {
    let text = fs::read_to_string(runtime().join("ARCHITECTURE.md")).unwrap();
    let (_, text) = text.split_once("## The rooms").unwrap();
    let (table, _) = text.split_once("\n\nThe rooms up to").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| [`"));
    let names = rows.map(|row| row.split_once('`').unwrap().0.trim_end_matches('/'));
    names.map(str::to_owned).collect()
}

/// What stands at the root of the crate and is named in a file.
struct Named {
    /// How many modules stand around what is looked at, the crate among them.
    depth: usize,
    names: Vec<String>,
}

impl Named {
    fn path(&mut self, segments: &[String]) {
        let supers = segments.iter().take_while(|segment| *segment == "super");
        let supers = supers.count();
        let at_root = segments[0] == "crate" || supers == self.depth;
        assert!(supers <= self.depth);
        if at_root && let Some(name) = segments.get(supers.max(1)) {
            self.names.push(name.clone());
        }
    }

    /// The paths from the crate's root among the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(word) if word == "crate" => {
                    if let Some(TokenTree::Ident(name)) = tokens.get(at + 3) {
                        self.names.push(name.to_string());
                    }
                }
                _ => {}
            }
        }
    }

    fn tree(&mut self, before: &mut Vec<String>, tree: &UseTree) {
        let name = match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(before, &path.tree);
                before.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(before, tree);
                }
                return;
            }
            UseTree::Name(UseName { ident }) | UseTree::Rename(UseRename { ident, .. }) => {
                ident.to_string()
            }
            UseTree::Glob(_) => "*".to_owned(),
        };
        before.push(name);
        self.path(before);
        before.pop();
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.meta == parse_quote!(cfg(test))
}

/// What a file of these sources names at the root of the crate.
fn named_in(file: &Path, sources: &Path) -> Vec<String> {
    let inside = file.strip_prefix(sources).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let mut named = Named {
        depth: inside.components().count() - usize::from(inside.ends_with("mod.rs")),
        names: Vec::new(),
    };
    named.visit_file(&syn::parse_file(&text).unwrap());
    named.names
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item(&mut self, item: &'ast Item) {
        // What a macro makes stands in the crate that calls it.
        if matches!(item, Item::Macro(_)) {
            return;
        }
        if let Item::Mod(module) = item {
            if !module.attrs.iter().any(is_for_tests) {
                self.depth += 1;
                visit::visit_item_mod(self, module);
                self.depth -= 1;
            }
            return;
        }
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree(&mut Vec::new(), &item.tree);
    }

    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        self.tokens(of.tokens.clone());
        visit::visit_macro(self, of);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        let segments: Vec<String> = segments.map(|of| of.ident.to_string()).collect();
        if matches!(&*segments[0], "crate" | "super") {
            self.path(&segments);
        }
        visit::visit_path(self, path);
    }
}

#[test]
fn no_room_of_the_runtime_names_one_above_itself() {
    let rooms = rooms();
    assert!(rooms.len() > 10, "{rooms:?}");
    let floor_of = |name: &str| rooms.iter().position(|room| room == name);
    let sources = runtime().join("src");
    let (mut seen, mut wrong, mut beside) = (0, Vec::new(), Vec::new());
    let mut found = vec![false; rooms.len()];
    corpus::visit(&sources, &mut |file| {
        let inside = file.strip_prefix(&sources).unwrap();
        let room = inside.components().next().unwrap().as_os_str();
        let room = room.to_str().unwrap().trim_end_matches(".rs");
        let Some(floor) = floor_of(room) else {
            beside.push(room.to_owned());
            return;
        };
        found[floor] = true;
        if file.extension().is_none_or(|extension| extension != "rs") {
            return;
        }
        for name in named_in(file, &sources) {
            seen += 1;
            if floor_of(&name).is_none_or(|known| known > floor) {
                wrong.push(format!("{} names `{name}`", inside.display()));
            }
        }
    });
    assert!(seen > 500, "{seen} names");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found.iter().all(|is_found| *is_found), "{found:?}");
    // All that stands beside them is the crate's own.
    beside.sort();
    beside.dedup();
    assert_eq!(beside, ["guide", "lib"]);
}
