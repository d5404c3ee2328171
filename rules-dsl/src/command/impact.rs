//! `rules impact`: which rules begin and end the matches of which, and what a change of the files touches.

mod difference;
mod drawn;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use indexmap::IndexSet;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use proc_macro2::TokenTree;
use serde_json::json;

use super::{Failure, Files, not_there, print, ruleset_of};
use crate::analysis::impact::{Influence, influences};
use crate::hir::{RuleId, Ruleset};
use crate::names::plain;
use crate::source::Source;

/// Show which rules enable and disable which, and what a change of the files touches
///
/// A rule enables another where what it inserts, modifies or retracts may make a match of the other, and disables it
/// where that may end one. What is shown may happen; what is not shown cannot, but for changes from outside.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Option<Files>,
    /// Only what this rule leads to, step by step
    #[arg(long, value_name = "RULE", conflicts_with = "diff")]
    of: Option<String>,
    /// Say of each rule by which of its conditions it is enabled or disabled
    #[arg(long, conflicts_with = "diff")]
    conditions: bool,
    /// What differs between two rulesets, and which rules that touches: two files, or two directories of `.rules` files
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with = "files")]
    diff: Option<Vec<PathBuf>>,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines to be read
    Text,
    /// JSON, for other programs
    Json,
    /// The language of Graphviz
    Dot,
    /// The language of Mermaid
    Mermaid,
}

/// Prints it; what is wrong with a ruleset, where something is.
pub(super) fn impact(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some([old, new]) = arguments.diff.as_deref() {
        let named = arguments.files.as_ref();
        let named = named.and_then(|files| files.ruleset.as_deref());
        let (Some(old), Some(new)) = (ruleset_in(old, named)?, ruleset_in(new, named)?) else {
            return Ok(ExitCode::FAILURE);
        };
        let shown = match arguments.format {
            Format::Text => difference::text(&old, &new),
            Format::Json => difference::json(&old, &new),
            Format::Dot | Format::Mermaid => {
                return Err("a difference is written as `text` or `json`".into());
            }
        };
        print(io::stdout(), &shown)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(files) = &arguments.files else {
        return Err("name the files of a ruleset, or two rulesets by `--diff`".into());
    };
    let Some(ruleset) = ruleset_of(&files.source()?) else {
        return Ok(ExitCode::FAILURE);
    };
    let mut influences = influences(&ruleset);
    if let Some(name) = &arguments.of {
        let start = rule_named(&ruleset, name)?;
        let reached = reached(&influences, &[start]);
        influences.retain(|influence| reached.contains(&influence.from));
    }
    let cycles = cycles(&ruleset, &influences);
    let shown = match arguments.format {
        Format::Text => text(&ruleset, &influences, &cycles, arguments),
        Format::Json => json(&ruleset, &influences, &cycles),
        Format::Dot => drawn::dot(&ruleset, &influences),
        Format::Mermaid => drawn::mermaid(&ruleset, &influences),
    };
    print(io::stdout(), &shown)?;
    Ok(ExitCode::SUCCESS)
}

/// The ruleset of a file, or of all `.rules` files under a directory; of several in a Rust file the one `named` so.
fn ruleset_in(path: &Path, named: Option<&str>) -> Result<Option<Ruleset>, Failure> {
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, &mut files)?;
        if files.is_empty() {
            return Err(format!("there are no `.rules` files in `{}`", path.display()).into());
        }
        // A `ruleset` item stands in the first file, whatever that is called.
        files.sort_by_cached_key(|file| (!names_ruleset(file), file.clone()));
    } else {
        files.push(path.to_owned());
    }
    let of_directory = path.file_stem().filter(|_| path.is_dir());
    let of_directory = of_directory.map(|name| name.to_string_lossy().into_owned());
    let ruleset = named.map(str::to_owned).or(of_directory);
    Ok(ruleset_of(&Files { files, ruleset }.source()?))
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let told = |error| format!("cannot read `{}`: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "rules")
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a `ruleset` item stands in a file; what cannot be read is told when all are.
fn names_ruleset(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    let source = Source::from_files(Some("Ruleset"), [(path.to_owned(), text)]);
    source.parts().iter().any(|part| {
        let tokens: Vec<TokenTree> = source.tokens(part.clone()).into_iter().collect();
        tokens.windows(3).any(|three| match three {
            [
                TokenTree::Ident(word),
                TokenTree::Ident(_),
                TokenTree::Punct(end),
            ] => word == "ruleset" && end.as_char() == ';',
            _ => false,
        })
    })
}

/// The rule of a name.
fn rule_named(ruleset: &Ruleset, name: &str) -> Result<RuleId, Failure> {
    let names: Vec<String> = ruleset.rules.iter().map(|rule| plain(&rule.name)).collect();
    if let Some(place) = names.iter().position(|other| other == name) {
        return Ok(RuleId(place));
    }
    Err(not_there("rule", name, &names))
}

/// The rules that these lead to, by matches that begin or end, themselves first; then the nearest.
fn reached(influences: &[Influence], from: &[RuleId]) -> Vec<RuleId> {
    let mut reached = from.to_vec();
    let mut place = 0;
    while let Some(&rule) = reached.get(place) {
        for influence in influences.iter().filter(|influence| influence.from == rule) {
            if !reached.contains(&influence.to) {
                reached.push(influence.to);
            }
        }
        place += 1;
    }
    reached
}

/// The groups of rules that may enable one another round and round, each in the order of the rules; a rule that enables
/// itself alone is one.
fn cycles(ruleset: &Ruleset, influences: &[Influence]) -> Vec<Vec<RuleId>> {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = ruleset.rules.iter().map(|_| graph.add_node(())).collect();
    for influence in influences.iter().filter(|influence| influence.enables) {
        graph.update_edge(nodes[influence.from.0], nodes[influence.to.0], ());
    }
    let groups = tarjan_scc(&graph).into_iter();
    let round = groups.filter(|group| group.len() > 1 || graph.contains_edge(group[0], group[0]));
    let mut cycles: Vec<Vec<RuleId>> = round
        .map(|group| {
            let mut rules: Vec<RuleId> = group.iter().map(|node| RuleId(node.index())).collect();
            rules.sort_unstable();
            rules
        })
        .collect();
    cycles.sort_unstable();
    cycles
}

/// The name of a rule.
fn name(ruleset: &Ruleset, rule: RuleId) -> String {
    plain(&ruleset.rules[rule.0].name)
}

/// For each rule its effects, with the rules that they enable and disable.
fn text(
    ruleset: &Ruleset,
    influences: &[Influence],
    cycles: &[Vec<RuleId>],
    arguments: &Arguments,
) -> String {
    let mut out = String::new();
    for from in (0..ruleset.rules.len()).map(RuleId) {
        let own: Vec<&Influence> = influences.iter().filter(|own| own.from == from).collect();
        let name = name(ruleset, from);
        let is_start = arguments.of.as_ref().is_none_or(|of| *of == name);
        if own.is_empty() && !is_start {
            continue;
        }
        _ = writeln!(out, "{name}");
        if own.is_empty() {
            _ = writeln!(out, "    leads to no other rule");
        }
        let effects: IndexSet<&str> = own.iter().map(|own| own.effect.as_str()).collect();
        for effect in effects {
            _ = writeln!(out, "    {effect}");
            for (enables, word) in [(true, "enables"), (false, "disables")] {
                let own = own.iter().copied();
                let own = own.filter(|own| own.effect == effect && own.enables == enables);
                write_reached(ruleset, own, word, arguments.conditions, &mut out);
            }
        }
    }
    for cycle in cycles {
        let names: Vec<String> = cycle.iter().map(|rule| name(ruleset, *rule)).collect();
        _ = match names.as_slice() {
            [alone] => writeln!(out, "round: {alone} may enable itself"),
            _ => writeln!(out, "round: {} may enable one another", names.join(", ")),
        };
    }
    out
}

/// The rules that an effect enables, or disables: in a line, or each with its condition.
fn write_reached<'i>(
    ruleset: &Ruleset,
    own: impl Iterator<Item = &'i Influence>,
    word: &str,
    conditions: bool,
    out: &mut String,
) {
    let called = |influence: &Influence| {
        let is_itself = influence.from == influence.to;
        let itself = is_itself.then(|| "itself".to_owned());
        itself.unwrap_or_else(|| name(ruleset, influence.to))
    };
    if conditions {
        for influence in own {
            let (to, condition) = (called(influence), &influence.condition);
            _ = writeln!(out, "        {word} {to}: `{condition}`");
        }
        return;
    }
    let reached: IndexSet<String> = own.map(called).collect();
    if !reached.is_empty() {
        let reached: Vec<String> = reached.into_iter().collect();
        _ = writeln!(out, "        {word} {}", reached.join(", "));
    }
}

fn json(ruleset: &Ruleset, influences: &[Influence], cycles: &[Vec<RuleId>]) -> String {
    let of = |from: RuleId, enables: bool| {
        let own = influences.iter();
        let own = own.filter(|own| own.from == from && own.enables == enables);
        own.map(|influence| {
            json!({
                "rule": name(ruleset, influence.to),
                "effect": influence.effect,
                "condition": influence.condition,
            })
        })
        .collect::<Vec<_>>()
    };
    let rules: Vec<_> = (0..ruleset.rules.len())
        .map(RuleId)
        .map(|rule| {
            json!({
                "rule": name(ruleset, rule),
                "enables": of(rule, true),
                "disables": of(rule, false),
            })
        })
        .collect();
    let names = |cycle: &Vec<RuleId>| {
        let names = cycle.iter().map(|rule| name(ruleset, *rule));
        names.collect::<Vec<_>>()
    };
    let cycles: Vec<_> = cycles.iter().map(names).collect();
    format!("{:#}\n", json!({ "rules": rules, "cycles": cycles }))
}
