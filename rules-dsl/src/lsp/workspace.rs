//! Which files make a ruleset, and what is in them: what is open counts, then what is on the disk.
//!
//! The build script of the package says it, `rules_dsl::compile("…")` and `Build::new().files([…])`, as far as the names
//! stand in it as text. A file of which it says nothing, or that is in no package, is a ruleset of its own.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use syn::visit::{self, Visit};

use super::documents::{Documents, Text};
use super::names::{self, File, Parts};

/// The files of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Ruleset {
    /// What the build script calls it, if it does.
    pub(super) name: Option<String>,
    /// Its files, in order.
    pub(super) files: Vec<PathBuf>,
    /// The root of the package.
    pub(super) root: Option<PathBuf>,
}

/// When a file was changed last, and how long it is.
type Stamp = (Option<SystemTime>, u64);

/// What is kept of the disk, as long as it does not change, and of texts.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    scripts: HashMap<PathBuf, (Stamp, Vec<Ruleset>)>,
    texts: HashMap<PathBuf, (Stamp, Arc<Text>)>,
    files: HashMap<PathBuf, ReadFile>,
}

/// What is known of a file, and of which text it was read.
#[derive(Debug)]
struct ReadFile {
    text: Arc<Text>,
    file: Arc<File>,
    parts: Parts,
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = fs::metadata(path).ok()?;
    data.is_file().then(|| (data.modified().ok(), data.len()))
}

impl Workspace {
    /// The ruleset to which a file belongs.
    pub(super) fn ruleset(&mut self, path: &Path) -> Ruleset {
        let root = package_of(path);
        let known = root.as_ref().map(|root| self.rulesets(root));
        let known = known.unwrap_or_default().iter();
        let mut known = known.filter(|ruleset| ruleset.files.iter().any(|file| file == path));
        known.next().cloned().unwrap_or_else(|| Ruleset {
            name: None,
            files: vec![path.to_owned()],
            root,
        })
    }

    /// The rulesets that a package's build script names.
    fn rulesets(&mut self, root: &Path) -> &[Ruleset] {
        let path = root.join("build.rs");
        let Some(stamp) = stamp(&path) else {
            self.scripts.remove(&path);
            return &[];
        };
        if self.scripts.get(&path).is_none_or(|(old, _)| *old != stamp) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let rulesets = rulesets_in(&text, root);
            self.scripts.insert(path.clone(), (stamp, rulesets));
        }
        self.scripts
            .get(&path)
            .map_or(&[], |(_, rulesets)| rulesets)
    }

    /// The text of a file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub(super) fn text(&mut self, documents: &Documents, path: &Path) -> Result<Arc<Text>, String> {
        if let Some(document) = documents.get(path) {
            return Ok(Arc::clone(&document.text));
        }
        let Some(stamp) = stamp(path) else {
            self.texts.remove(path);
            return Err(format!("there is no file `{}`", path.display()));
        };
        if let Some((old, text)) = self.texts.get(path)
            && *old == stamp
        {
            return Ok(Arc::clone(text));
        }
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let text = Text::new(text);
        self.texts
            .insert(path.to_owned(), (stamp, Arc::clone(&text)));
        Ok(text)
    }

    /// What is known of a file by itself, with its text.
    pub(super) fn file(
        &mut self,
        documents: &Documents,
        path: &Path,
    ) -> Option<(Arc<Text>, Arc<File>)> {
        let text = self.text(documents, path).ok()?;
        let before = self.files.remove(path);
        let read = match before {
            Some(before) if Arc::ptr_eq(&before.text, &text) => before,
            before => {
                let parts = before.map(|before| before.parts).unwrap_or_default();
                let (file, parts) = names::read(path, &text.text, &parts);
                ReadFile {
                    text: Arc::clone(&text),
                    file: Arc::new(file),
                    parts,
                }
            }
        };
        let file = Arc::clone(&read.file);
        self.files.insert(path.to_owned(), read);
        Some((text, file))
    }

    /// Forgets all files but some.
    pub(super) fn keep(&mut self, used: &HashSet<&PathBuf>) {
        self.files.retain(|path, _| used.contains(path));
        self.texts.retain(|path, _| used.contains(path));
    }
}

/// The root of the package in which a file stands.
fn package_of(path: &Path) -> Option<PathBuf> {
    let mut above = path.ancestors().skip(1);
    let root = above.find(|directory| directory.join("Cargo.toml").is_file());
    root.map(Path::to_owned)
}

/// The rulesets that a build script compiles.
fn rulesets_in(script: &str, root: &Path) -> Vec<Ruleset> {
    proc_macro2::extra::invalidate_current_thread_spans();
    let Ok(script) = syn::parse_file(script) else {
        return Vec::new();
    };
    let mut builds = Builds::default();
    builds.visit_file(&script);
    let rulesets = builds.found.into_iter().map(|(name, files)| Ruleset {
        name,
        files: files.iter().map(|file| root.join(file)).collect(),
        root: Some(root.to_owned()),
    });
    rulesets
        .filter(|ruleset| !ruleset.files.is_empty())
        .collect()
}

#[derive(Default)]
struct Builds {
    found: Vec<(Option<String>, Vec<String>)>,
}

impl<'a> Visit<'a> for Builds {
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "compile")
        {
            let files: Vec<String> = call.args.iter().flat_map(texts).collect();
            self.found.push((None, files));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        if call.method != "compile" {
            visit::visit_expr_method_call(self, call);
            return;
        }
        let (mut name, mut files) = (None, Vec::new());
        let mut receiver = &*call.receiver;
        while let syn::Expr::MethodCall(call) = receiver {
            let said: Vec<String> = call.args.iter().flat_map(texts).collect();
            if call.method == "ruleset" {
                name = name.or_else(|| said.into_iter().next());
            } else if call.method == "files" {
                files.splice(..0, said);
            }
            receiver = &call.receiver;
        }
        self.found.push((name, files));
    }
}

/// The texts in an expression.
fn texts(expr: &syn::Expr) -> Vec<String> {
    struct Texts(Vec<String>);
    impl<'a> Visit<'a> for Texts {
        fn visit_lit_str(&mut self, text: &'a syn::LitStr) {
            self.0.push(text.value());
        }
    }
    let mut found = Texts(Vec::new());
    found.visit_expr(expr);
    found.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_script_names_the_files_of_each_ruleset() {
        let script = r#"
            fn main() {
                rules_dsl::compile("rules/a.rules");
                rules_dsl::Build::new().ruleset("B").files(["b.rules"]).files(["c.rules"]).compile();
            }
        "#;
        let found = rulesets_in(script, Path::new("/p"));
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.name.as_deref(), one.files.clone()))
            .collect();
        assert_eq!(
            found,
            [
                (None, vec![PathBuf::from("/p/rules/a.rules")]),
                (
                    Some("B"),
                    vec![PathBuf::from("/p/b.rules"), PathBuf::from("/p/c.rules")]
                ),
            ]
        );
    }

    #[test]
    fn a_script_that_is_no_rust_names_none() {
        assert!(rulesets_in("fn main( {", Path::new("/p")).is_empty());
    }
}
