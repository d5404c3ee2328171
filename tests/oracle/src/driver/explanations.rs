//! The part of the driver that explains.

use super::{arms, camel};
use crate::model::Ruleset;

/// The methods that explain a rule, by its place in the ruleset, and a fact.
pub(super) fn methods(ruleset: &Ruleset) -> String {
    let name = &ruleset.name;
    let variant = |rule: &str| format!("{name}Rule::{}", camel(rule));
    let rules = ruleset.rules.iter().enumerate();
    let rules = rules
        .map(|(place, rule)| format!("                {place} => {},", variant(&rule.name)))
        .collect::<Vec<_>>()
        .join("\n");
    // Of a rule that undoes, what waits to be undone is on the agenda too.
    let undoing = ruleset.rules.iter().filter(|rule| rule.undo.is_some());
    let undoing: Vec<String> = undoing.map(|rule| variant(&rule.name)).collect();
    let undoing = undoing.join(", ");
    let facts = arms(ruleset, |kind, stem| {
        format!("                {kind} => self.0.why(handles_{stem}(&self.0)[place]),")
    });
    format!(
        "
        fn explain(&self, rule: usize) -> Option<Vec<oracle::naive::Row>> {{
            let rule = match rule {{
{rules}
                _ => unreachable!(),
            }};
            let pending = (![{undoing}].contains(&rule)).then(|| {{
                let of_rule = self.0.agenda().filter(|activation| activation.rule() == rule);
                of_rule.map(|activation| activation.facts().to_vec()).collect()
            }});
            Some(crate::explained(&self.0.explain(rule), pending))
        }}
        fn why(&self, kind: usize, place: usize) -> Option<Vec<oracle::naive::Derived<Self::Id>>> {{
            Some(crate::derived(match kind {{
{facts}
                _ => unreachable!(),
            }}))
        }}"
    )
}
