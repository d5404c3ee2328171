//! Measures what rules cost a build: `cargo run --release -p build_cost`, or with other sizes after `--`.
//!
//! Each line is for a ruleset of so many rules: how long its expansion takes and how many tokens it comes to,
//! and how long Cargo takes to build a program of little else, once all on which it depends is built.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use build_cost::{count, ruleset};
use rules_dsl::compile_tokens;

/// The sizes of the rulesets.
const SIZES: [u32; 3] = [10, 100, 1000];

fn main() -> io::Result<()> {
    let sizes = env::args().skip(1);
    let sizes: Vec<u32> = sizes
        .map(|size| size.parse().expect("a number of rules"))
        .collect();
    let sizes = if sizes.is_empty() {
        SIZES.to_vec()
    } else {
        sizes
    };
    let package = Package::create()?;
    println!(
        "| rules | expansion | a rule | tokens a rule | `cargo build` | a rule | `--release` | a rule |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for rules in sizes {
        let text = ruleset(rules);
        let (expansion, tokens) = expand(&text);
        package.write(&text)?;
        let [debug, release] = [&[][..], &["--release"]].map(|arguments| package.build(arguments));
        println!(
            "| {rules} | {} | {} | {} | {} | {} | {} | {} |",
            shown(expansion),
            each(expansion, rules),
            tokens / rules,
            shown(debug),
            each(debug, rules),
            shown(release),
            each(release, rules),
        );
    }
    Ok(())
}

/// How long the expansion of a ruleset takes, the best of three; how many tokens it comes to.
fn expand(text: &str) -> (Duration, u32) {
    let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
    let runs = [(); 3].map(|()| {
        let tokens = tokens.clone();
        let start = Instant::now();
        let code = compile_tokens(tokens);
        (start.elapsed(), count(code))
    });
    let [first, ..] = runs;
    runs.into_iter().min().unwrap_or(first)
}

fn shown(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

fn each(time: Duration, rules: u32) -> String {
    format!("{:.1} ms", (time / rules).as_secs_f64() * 1000.0)
}

/// What a program does with its ruleset.
const MAIN: &str = "\
fn main() {
    let mut session = Cost::new();
    session.insert(Fact0 { key: 1, kind: 2, value: 3, name: String::new() });
    println!(\"{}\", session.run());
}
";

/// A package with one ruleset in it, and with a directory of its own to be built in.
struct Package {
    root: PathBuf,
}

impl Package {
    /// Writes it, and builds all on which it depends.
    fn create() -> io::Result<Self> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = env::temp_dir().join(format!("rules-build-cost-{}", std::process::id()));
        fs::create_dir_all(root.join("src"))?;
        let runtime = workspace.join("rules-runtime");
        let manifest = format!(
            "[package]\nname = \"measured\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nrules-runtime = {{ path = '{}' }}\n\n[workspace]\n",
            runtime.canonicalize()?.display()
        );
        fs::write(root.join("Cargo.toml"), manifest)?;
        fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock"))?;
        let package = Package { root };
        package.write(&ruleset(0))?;
        package.build(&[]);
        package.build(&["--release"]);
        Ok(package)
    }

    fn write(&self, ruleset: &str) -> io::Result<()> {
        let text =
            format!("#![allow(dead_code)]\n\nrules_runtime::rules! {{\n{ruleset}\n}}\n\n{MAIN}");
        fs::write(self.root.join("src/main.rs"), text)
    }

    /// How long Cargo takes to build it.
    fn build(&self, arguments: &[&str]) -> Duration {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["build", "--quiet", "--target-dir", "target"])
            .args(arguments)
            .current_dir(&self.root)
            .stdout(Stdio::null());
        let start = Instant::now();
        let status = cargo.status().expect("Cargo runs");
        assert!(status.success(), "the package does not build");
        start.elapsed()
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        // What is left behind in the temporary directory harms nobody.
        _ = fs::remove_dir_all(&self.root);
    }
}
