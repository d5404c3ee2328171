//! Effects as actions of CLIPS.

use super::expressions::{expression, predicate};
use super::scope::Scope;
use super::{Writer, assertion};
use crate::model::Effect;

/// The fact variables that effects modify or retract.
pub(super) fn names(effects: &[Effect]) -> Vec<&str> {
    let mut found = Vec::new();
    for effect in effects {
        match effect {
            Effect::Modify(name, _) | Effect::Retract(name) => found.push(name.as_str()),
            Effect::If(_, inner) => found.extend(names(inner)),
            _ => {}
        }
    }
    found
}

/// Actions in order.
pub(super) fn block<'r>(
    writer: &mut Writer<'r>,
    effects: &'r [Effect],
    scope: &mut Scope<'r>,
) -> Vec<String> {
    let actions = effects.iter().map(|effect| action(writer, effect, scope));
    actions.collect()
}

fn action<'r>(writer: &mut Writer<'r>, effect: &'r Effect, scope: &mut Scope<'r>) -> String {
    let address = |scope: &Scope<'_>, name: &str| {
        let address = scope.fact(name).address.clone();
        address.expect("a written fact has an address")
    };
    match effect {
        // What is inserted logically is so by the rule's conditions, which stand in `logical`.
        Effect::Insert(fact, values) | Effect::InsertLogical(fact, values) => {
            let values = values.iter().map(|value| expression(value, scope));
            let made = assertion(writer.ruleset.fact_type(fact), values, None);
            format!("(assert {made})")
        }
        Effect::Modify(name, assigned) => {
            for write in assigned {
                // In the block the name reads the new value.
                let value = expression(&write.value, scope);
                let named = scope.facts.get_mut(name.as_str()).expect("it is bound");
                let place = named.kind.place(&write.field);
                named.fields[place] = value;
            }
            // What `modify` does. CLIPS 6.4 loses a fact that it modifies where the fact asserted just before falls
            // with the old values.
            let named = scope.fact(name);
            let fields = named.fields.iter().cloned();
            let made = assertion(named.kind, fields, named.identity.as_deref());
            format!("(retract {}) (assert {made})", address(scope, name))
        }
        Effect::Retract(name) => format!("(retract {})", address(scope, name)),
        Effect::If(test, inner) => {
            let test = predicate(test, scope);
            let inner = block(writer, inner, scope);
            format!("(if {test} then {})", inner.join(" "))
        }
        Effect::Return => "(return)".into(),
        Effect::Err
        | Effect::Halt
        | Effect::Focus(_)
        | Effect::Choose(..)
        | Effect::Fail
        | Effect::Each(..)
        | Effect::First(..)
        | Effect::Local(..) => panic!("CLIPS has no such effect: {effect:?}"),
    }
}
