//! Measures what rules cost a build: `cargo run --release -p build_cost`, or with other sizes after `--`.
//!
//! Each line is for a ruleset of so many rules: how long its expansion takes and how many tokens it comes to,
//! how long Cargo takes to build a program of little else, once all on which it depends is built, and how long
//! that program runs, whose firings are counted.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use build_cost::{count, firings, program, ruleset};
use clap::Parser;
use rules_dsl::unstable::compile_tokens;

#[derive(Parser)]
#[command(about = "Measures what rules cost a build")]
struct Arguments {
    /// Build without `--release` alone
    #[arg(long)]
    dev: bool,
    /// The numbers of rules
    #[arg(default_values_t = [10, 100, 1000])]
    sizes: Vec<u32>,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let profiles: &[&[&str]] = if arguments.dev {
        &[&[]]
    } else {
        &[&[], &["--release"]]
    };
    let package = Package::create(profiles)?;
    let builds = profiles.iter().map(|profile| {
        let command = ["cargo", "build"].iter().chain(*profile);
        let command: Vec<&str> = command.copied().collect();
        format!(" `{}` | a rule | run |", command.join(" "))
    });
    println!(
        "| rules | expansion | a rule | tokens a rule |{}",
        builds.collect::<String>()
    );
    println!("|---|---|---|---|{}", "---|---|---|".repeat(profiles.len()));
    for rules in arguments.sizes {
        let text = ruleset(rules);
        let (expansion, tokens) = expand(&text);
        package.write(&text, &program(rules))?;
        let builds = profiles.iter().map(|profile| {
            let build = package.cargo("build", profile, Stdio::null()).0;
            let (run, said) = package.cargo("run", profile, Stdio::piped());
            assert_eq!(said.trim(), firings(rules).to_string(), "firings");
            format!(
                " {} | {} | {} |",
                shown(build),
                each(build, rules),
                shown(run)
            )
        });
        println!(
            "| {rules} | {} | {} | {} |{}",
            shown(expansion),
            each(expansion, rules),
            tokens / rules,
            builds.collect::<String>(),
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

/// A package with one ruleset in it, and with a directory of its own to be built in.
struct Package {
    root: PathBuf,
}

impl Package {
    /// Writes it, and builds all on which it depends.
    fn create(profiles: &[&[&str]]) -> io::Result<Self> {
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
        package.write(&ruleset(0), &program(0))?;
        for profile in profiles {
            package.cargo("build", profile, Stdio::null());
        }
        Ok(package)
    }

    fn write(&self, ruleset: &str, main: &str) -> io::Result<()> {
        let text =
            format!("#![allow(dead_code)]\n\nrules_runtime::rules! {{\n{ruleset}\n}}\n\n{main}");
        fs::write(self.root.join("src/main.rs"), text)
    }

    /// How long a command of Cargo takes, and what it printed.
    fn cargo(&self, command: &str, profile: &[&str], output: Stdio) -> (Duration, String) {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args([command, "--quiet", "--target-dir", "target"])
            .args(profile)
            .current_dir(&self.root)
            .stdout(output)
            .stderr(Stdio::inherit());
        let start = Instant::now();
        let output = cargo.output().expect("Cargo runs");
        assert!(output.status.success(), "`cargo {command}` fails");
        let said = String::from_utf8(output.stdout).expect("text");
        (start.elapsed(), said)
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        // What is left behind in the temporary directory harms nobody.
        _ = fs::remove_dir_all(&self.root);
    }
}
