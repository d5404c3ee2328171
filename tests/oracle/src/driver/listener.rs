//! The part of the driver that compares what a listener was told with what the session shows.

use super::stem;
use crate::model::Ruleset;

/// A listener's type, the session that has it, and the method that checks it: it stands beside another, of a type
/// and made so.
pub(super) fn mirrored(ruleset: &Ruleset, [other, made]: [&str; 2]) -> [String; 3] {
    let name = &ruleset.name;
    let mirror = "behaviour::Mirror";
    let now = if ruleset.clock { ".now(0)" } else { "" };
    [
        format!("({other}, {mirror})"),
        format!("{name}::builder().listener(({made}, {mirror}::default())){now}.build()"),
        method(ruleset),
    ]
}

fn method(ruleset: &Ruleset) -> String {
    let facts = ruleset.facts.iter().map(|fact| {
        let (name, stem) = (&fact.name, stem(fact));
        format!(
            r#"
            let handles = handles_{stem}(&self.0).into_iter();
            let facts = handles.map(|handle| (handle.id(), format!("{{:?}}", self.0.get(handle).unwrap())));
            mirror.check_facts("{name}", facts.collect());"#
        )
    });
    let facts: String = facts.collect();
    // What is to be undone is on the agenda too, and no listener is told of it before it is.
    let session = &ruleset.name;
    let agenda = if ruleset.rules.iter().any(|rule| rule.undo.is_some()) {
        String::new()
    } else {
        format!(
            "
            let agenda = self.agenda().into_iter();
            let named = agenda.map(|next| ({session}::RULES[next.rule].name, next.facts));
            mirror.check_agenda(named.collect());"
        )
    };
    format!(
        "
        fn check_listener(&self) {{
            let mirror = &self.0.listener().1;{facts}{agenda}
        }}"
    )
}
