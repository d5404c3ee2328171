//! The part of the driver that shows facts and the agenda.

use super::{arms, camel, stem};
use crate::model::condition::ask_clock;
use crate::model::{FactType, Ruleset};
use crate::value::Kind;

/// What gives the handles of a fact type, and what gives its facts.
pub(super) fn functions(fact: &FactType) -> String {
    let (name, stem) = (&fact.name, stem(fact));
    let values = fact.fields.iter().map(|(field, kind)| match kind {
        Kind::Int => format!("Value::Int(f.{field})"),
        Kind::Bool => format!("Value::Bool(f.{field})"),
        Kind::Color => format!("Value::Color(f.{field} as u8)"),
        Kind::Float => format!("Value::Float(oracle::value::Float(f.{field}))"),
        Kind::Text => format!("Value::of_text(&f.{field})"),
        Kind::Count => unreachable!("no field is of that kind"),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    format!(
        r#"
    fn handles_{stem}(session: &Driven) -> Vec<rules_runtime::Handle<{name}>> {{
        let mut handles = Vec::new();
        for handle in session.handles::<{name}>() {{
            handles.push(handle);
        }}
        handles
    }}
    fn facts_{stem}(session: &Driven) -> Vec<(rules_runtime::FactId, Vec<Value>)> {{
        let mut found = Vec::new();
        let mut facts = session.facts::<{name}>();
        for handle in session.handles::<{name}>() {{
            let f = facts.next().unwrap();
            assert!(std::ptr::eq(session.get(handle).unwrap(), f), "`get` gives another fact");
            found.push((handle.id(), vec![{values}]));
        }}
        assert!(facts.next().is_none(), "a fact has no handle");
        assert_eq!(session.len::<{name}>(), found.len());
        found
    }}"#
    )
}

/// The methods that read.
pub(super) fn methods(ruleset: &Ruleset) -> String {
    let (name, kinds) = (&ruleset.name, ruleset.facts.len());
    let facts = arms(ruleset, |kind, stem| {
        format!("                {kind} => facts_{stem}(&self.0),")
    });
    let rules = ruleset.rules.iter().enumerate();
    let rules = rules
        .map(|(place, rule)| {
            let variant = camel(&rule.name);
            format!("                    {name}Rule::{variant} => {place},")
        })
        .collect::<Vec<_>>()
        .join("\n");
    let clock = clock(ruleset);
    format!(
        "{clock}
        fn verify(&self) {{ self.0.__verify(); }}
        fn kinds(&self) -> usize {{ {kinds} }}
        fn facts(&self, kind: usize) -> Vec<(Self::Id, Vec<Value>)> {{
            match kind {{
{facts}
                _ => unreachable!(),
            }}
        }}
        fn agenda(&self) -> Vec<Pending<Self::Id>> {{
            let mut agenda = Vec::new();
            for activation in self.0.agenda() {{
                let rule = match activation.rule() {{
{rules}
                }};
                let (focused, facts) = (activation.is_focused(), activation.facts().to_vec());
                agenda.push(Pending {{ rule, focused, facts }});
            }}
            agenda
        }}"
    )
}

/// The methods that tell of the clock, where there is one.
fn clock(ruleset: &Ruleset) -> String {
    if !ruleset.clock {
        return String::new();
    }
    let late = ruleset.facts.iter().map(|fact| match fact.event {
        Some(_) => format!("self.0.late::<{}>()", fact.name),
        None => "0".to_owned(),
    });
    let late = late.collect::<Vec<_>>().join(", ");
    let waits = ruleset.rules.iter().any(|rule| ask_clock(&rule.when));
    format!(
        "
        fn clock(&self) -> Option<(i32, Vec<u64>)> {{ Some((self.0.now(), vec![{late}])) }}
        fn waits(&self) -> bool {{ {waits} }}"
    )
}
