//! What stands above rules and facts: after which rules one may fire, how many rules match a fact and change it.

use std::ops::Range;

use lsp_types as lsp;

use super::editor::{Answer, Editor};
use super::names::{Item, Kind};

/// The lenses of a document.
pub(super) fn lenses(
    editor: &mut Editor,
    params: &lsp::CodeLensParams,
) -> Answer<Vec<lsp::CodeLens>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let mut lenses = Vec::new();
    let lens = |range: &Range<usize>, title: String| lsp::CodeLens {
        range: known.text.range(range),
        // A lens is a command; one that only says something has none.
        command: Some(lsp::Command {
            title,
            command: String::new(),
            arguments: None,
        }),
        data: None,
    };
    let Some(findings) = editor.findings(&known.path) else {
        return Ok(lenses);
    };
    for item in known.file.all_items() {
        match item.kind {
            Kind::Rule => {
                let rule = findings.rules.iter().find(|rule| rule.name == item.name);
                if let Some(rule) = rule.filter(|rule| !rule.after.is_empty()) {
                    lenses.push(lens(
                        &item.name_range,
                        format!("fires after {}", list(&rule.after)),
                    ));
                }
            }
            Kind::Fact | Kind::FactEnum => {
                let fact = findings.facts.iter().find(|fact| fact.name == item.name);
                let (readers, writers) =
                    fact.map_or((0, 0), |fact| (fact.readers.len(), fact.writers.len()));
                lenses.push(lens(
                    &item.name_range,
                    format!(
                        "{}, {}",
                        counted(readers, "read"),
                        counted(writers, "write")
                    ),
                ));
            }
            Kind::Group => {
                let rules: &[Item] = &item.rules;
                lenses.push(lens(&item.name_range, count(rules.len())));
            }
            _ => {}
        }
    }
    Ok(lenses)
}

fn count(rules: usize) -> String {
    match rules {
        1 => "1 rule".to_owned(),
        _ => format!("{rules} rules"),
    }
}

fn counted(rules: usize, verb: &str) -> String {
    let ending = if rules == 1 { "s" } else { "" };
    format!("{} {verb}{ending} this", count(rules))
}

fn list(names: &[String]) -> String {
    match names {
        [one, two, three, rest @ ..] if !rest.is_empty() => {
            format!("{one}, {two}, {three} and {} more", rest.len())
        }
        names => names.join(", "),
    }
}
