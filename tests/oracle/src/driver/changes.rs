//! The part of the driver that makes changes.

use super::{arms_of, stem, taken};
use crate::model::{FactType, Ruleset};
use crate::text;

/// What makes a fact of a type from its values in `v`, and what writes them all into one.
pub(super) fn functions(ruleset: &Ruleset, fact: &FactType) -> String {
    let (name, stem) = (&fact.name, stem(fact));
    let fields = || fact.fields.iter().enumerate();
    let values = fields().map(|(place, (_, kind))| taken(place, *kind));
    let made = text::literal(ruleset, name, values);
    let writes = fields()
        .map(|(place, (field, kind))| format!("f.{field} = {};", taken(place, *kind)))
        .collect::<Vec<_>>()
        .join(" ");
    format!(
        "
    fn made_{stem}(v: &[Value]) -> {name} {{ {made} }}
    fn write_{stem}(f: &mut {name}, v: &[Value]) {{ {writes} }}"
    )
}

/// The methods that make changes.
pub(super) fn methods(ruleset: &Ruleset) -> String {
    let edits = changed(ruleset, |kind, stem| {
        format!(
            r#"
                Change::Edit(Edit::Insert({kind}, v)) => {{ self.0.insert(made_{stem}(v)); }}
                Change::Edit(Edit::Update({kind}, place, v)) => {{
                    let h = handles_{stem}(&self.0)[*place];
                    self.0.update(h, |f| write_{stem}(f, v)).unwrap();
                }}
                Change::Edit(Edit::Retract({kind}, place)) => {{
                    let h = handles_{stem}(&self.0)[*place];
                    self.0.retract(h).unwrap();
                    assert!(self.0.get(h).is_none(), "a stale handle has a fact");
                    assert!(self.0.retract(h).is_err(), "a stale handle retracts");
                }}
                Change::InsertAll({kind}, all) => {{ self.0.insert_all(all.iter().map(|v| made_{stem}(v))); }}"#
        )
    });
    // What rules alone make stays, whatever is asked from outside.
    let refused = arms_of(
        ruleset,
        |fact| fact.best.is_some(),
        |kind, stem| {
            format!(
                r#"
                Change::Edit(Edit::Retract({kind}, place)) => {{
                    let h = handles_{stem}(&self.0)[*place];
                    assert!(self.0.retract(h).is_err(), "a best fact is retracted from outside");
                }}"#
            )
        },
    );
    let handles = changed(ruleset, |_, stem| {
        format!("                    let {stem} = handles_{stem}(&self.0);")
    });
    let parts = changed(ruleset, |kind, stem| {
        format!(
            "
                                Edit::Insert({kind}, v) => {{ tx.insert(made_{stem}(v)); }}
                                Edit::Update({kind}, place, v) => {{ let _ = tx.update({stem}[*place], |f| write_{stem}(f, v)); }}
                                Edit::Retract({kind}, place) => {{ let _ = tx.retract({stem}[*place]); }}"
        )
    });
    let mut further = String::new();
    if ruleset.clock {
        further += "
                Change::Tick(t) => while self.0.tick_to(*t).unwrap() {},";
        if !ruleset.fails {
            further += "
                Change::Advance(t) => {
                    let told = self.0.advance_to(*t).unwrap();
                    return Some(fired(told.count, &told.stop));
                }";
        }
    }
    if ruleset.backtrack && !ruleset.fails {
        further += "
                Change::Next => return Some(searched(self.0.next_solution())),";
    }
    let (step, run) = (run(ruleset, "step()"), run(ruleset, "run_limit(*limit)"));
    format!(
        r"
        fn change(&mut self, change: &Change) -> Option<Fired> {{
            match change {{
                Change::Step => return Some({step}),
                Change::Run(limit) => return Some({run}),
                Change::Skip => {{ self.0.skip(); }}{further}{edits}{refused}
                Change::Transaction(edits) => {{
{handles}
                    self.0.transaction(|tx| {{
                        for edit in edits {{
                            match edit {{{parts}
                                _ => unreachable!(),
                            }}
                        }}
                        Ok::<(), ()>(())
                    }}).unwrap();
                }}
                Change::Ask(query, v) => self.look(*query, v),
                _ => unreachable!(),
            }}
            None
        }}"
    )
}

/// The arms of a `match`, one for each fact type that is changed from outside.
fn changed(ruleset: &Ruleset, arm: impl Fn(usize, &str) -> String) -> String {
    arms_of(ruleset, |fact| fact.best.is_none(), arm)
}

/// A call that fires, as the oracle's account of it.
fn run(ruleset: &Ruleset, call: &str) -> String {
    let told = "fired(told.count, &told.stop)";
    if !ruleset.fails {
        return format!("{{ let told = self.0.{call}; {told} }}");
    }
    format!(
        "match self.0.{call} {{
                    Ok(told) => {told},
                    Err(error) => {{
                        let first = self.0.agenda().next().unwrap();
                        assert_eq!((first.rule(), first.facts()), (error.rule, &error.facts[..]));
                        Fired {{ count: 0, stop: Stop::Failed }}
                    }}
                }}"
    )
}
