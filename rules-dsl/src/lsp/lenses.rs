//! What stands above rules and facts: after which rules one may fire, how many rules match a fact and change it.

use std::ops::Range;

use lsp_types as lsp;

use super::analysis::FactFinding;
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
                let count =
                    |of: fn(&FactFinding) -> &Vec<String>| fact.map_or(0, |fact| of(fact).len());
                let (rules, queries) = (count(|fact| &fact.readers), count(|fact| &fact.queries));
                let readers = match queries {
                    0 => counted(rules, "rule", "rules"),
                    _ if rules == 0 => counted(queries, "query", "queries"),
                    _ => {
                        let rules = counted(rules, "rule", "rules");
                        format!("{rules} and {}", counted(queries, "query", "queries"))
                    }
                };
                let reads = if rules + queries == 1 {
                    "reads"
                } else {
                    "read"
                };
                let writers = count(|fact| &fact.writers);
                let verb = if writers == 1 { "writes" } else { "write" };
                let writers = counted(writers, "rule", "rules");
                lenses.push(lens(
                    &item.name_range,
                    format!("{readers} {reads} this, {writers} {verb} this"),
                ));
            }
            Kind::Group => {
                let rules: &[Item] = &item.rules;
                lenses.push(lens(
                    &item.name_range,
                    counted(rules.len(), "rule", "rules"),
                ));
            }
            _ => {}
        }
    }
    Ok(lenses)
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn list(names: &[String]) -> String {
    match names {
        [one, two, three, rest @ ..] if !rest.is_empty() => {
            format!("{one}, {two}, {three} and {} more", rest.len())
        }
        names => names.join(", "),
    }
}
