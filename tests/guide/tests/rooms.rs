//! The rooms of the runtime, the folders of its sources, stand on one another as its `ARCHITECTURE.md` says: none names one above
//! itself. (That a room calls no method that one above it has given to a type of its own is not seen here.)

use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, UseTree};

const RUNTIME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules-runtime");

/// The rooms, from the ground up: the rows of the table.
fn rooms() -> Vec<String> {
    let text = fs::read_to_string(Path::new(RUNTIME).join("ARCHITECTURE.md")).unwrap();
    let (_, text) = text.split_once("## The rooms").unwrap();
    let (table, _) = text.split_once("\n\nThe rooms up to").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| [`"));
    let names = rows.map(|row| row.split_once('`').unwrap().0.trim_end_matches('/'));
    names.map(str::to_owned).collect()
}

/// The sources of a room, by their paths.
fn sources(path: &Path, found: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.to_str().unwrap().to_owned());
    }
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
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(before, &path.tree);
                before.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(before, tree);
                }
            }
            UseTree::Name(name) => {
                before.push(name.ident.to_string());
                self.path(before);
                before.pop();
            }
            UseTree::Rename(rename) => {
                before.push(rename.ident.to_string());
                self.path(before);
                before.pop();
            }
            UseTree::Glob(_) => {
                before.push("*".to_owned());
                self.path(before);
                before.pop();
            }
        }
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|of| of == "test")
    })
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item(&mut self, item: &'ast Item) {
        // What a macro makes stands in the crate that calls it.
        if matches!(item, Item::Macro(_)) {
            return;
        }
        if let Item::Mod(module) = item {
            if !is_for_tests(&module.attrs) {
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
    let root = Path::new(RUNTIME).join("src");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (floor, room) in rooms.iter().enumerate() {
        let mut files = Vec::new();
        for path in [root.join(room), root.join(format!("{room}.rs"))] {
            if path.exists() {
                sources(&path, &mut files);
            }
        }
        assert!(!files.is_empty(), "there is no `{room}`");
        for file in files {
            let inside = Path::new(&file).strip_prefix(&root).unwrap();
            let text = fs::read_to_string(&file).unwrap();
            let mut named = Named {
                depth: inside.components().count() - usize::from(inside.ends_with("mod.rs")),
                names: Vec::new(),
            };
            named.visit_file(&syn::parse_file(&text).unwrap());
            seen += named.names.len();
            for name in named.names {
                let known = rooms.iter().position(|other| *other == name);
                if known.is_none_or(|known| known > floor) {
                    wrong.push(format!("{} names `{name}`", inside.display()));
                }
            }
        }
    }
    assert!(seen > 500, "{seen} names");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // All that stands beside them is the crate's own.
    let beside = fs::read_dir(&root).unwrap().filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let name = name.trim_end_matches(".rs").to_owned();
        (!rooms.contains(&name)).then_some(name)
    });
    let mut beside: Vec<String> = beside.collect();
    beside.sort();
    assert_eq!(beside, ["guide", "guide", "lib"]);
}
