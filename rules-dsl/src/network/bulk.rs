//! Which rules fire in bulk: their conditions are facts alone, and all that they do is to insert one.
//!
//! No insert ends a match of such a rule. So its matches need be neither tokens nor on the agenda while rules of
//! that kind fire one after the other, as in the derivation of a relation from others. They are of one fact each, or found
//! whole.

use proc_macro2::TokenStream;

use crate::hir::{
    Action, Condition, EffectKind, FactTypeId, Identity, Piece, Rule, Ruleset, Strategy,
};
use crate::resolve::calls_unknown_macro;
use crate::source::mentions;

/// Whether the matches of a rule fire in bulk, where no partial matches lead to them.
pub(super) fn fires_in_bulk(ruleset: &Ruleset, rule: &Rule) -> bool {
    let is_plain = rule.computed_salience.is_none()
        && rule.group.is_none()
        && rule.undo.is_none()
        && rule.on_change.is_empty()
        && !(rule.no_loop || rule.once || rule.lock_on_active || rule.auto_focus);
    let mut conditions = rule.conditions.iter();
    let mut inserts = ruleset.rules.iter().flat_map(|rule| rule.then.inserts());
    is_plain
        && conditions.all(|condition| matches!(condition, Condition::Fact { .. } | Condition::Test(_)))
        && inserted(&rule.then).is_some_and(|(fact_type, _)| is_kept(ruleset, fact_type))
        && ruleset.strategy == Strategy::Depth
        && !ruleset.backtrack
        && ruleset.fact_types.iter().all(|of| of.site.is_none())
        // A fact that has a reason to fall may get another to stand.
        && !inserts.any(|insert| insert.logical)
}

/// The fact that a block inserts, and its type, where it does nothing else.
#[must_use]
pub(crate) fn inserted(action: &Action) -> Option<(FactTypeId, TokenStream)> {
    let [Piece::Effect(effect)] = action.block.pieces.as_slice() else {
        return None;
    };
    let EffectKind::Insert(insert) = &action.effects[effect.0].kind else {
        return None;
    };
    if insert.logical || action.effects.len() > 1 {
        return None;
    }
    let tokens = insert.fact.iter().map(|piece| match piece {
        Piece::Rust(token) => Some(token.clone()),
        Piece::Group { .. } | Piece::Effect(_) => None,
    });
    let fact: TokenStream = tokens.collect::<Option<_>>()?;
    // A macro may leave the block.
    let leaves = mentions(fact.clone(), &["return", "?"]) || calls_unknown_macro(fact.clone());
    let is_value = action.globals.is_empty() && action.now.is_none() && !leaves;
    is_value.then_some((insert.fact_type?, fact))
}

/// Whether a fact that is inserted leaves one that is there as it is. Of a type of which the ruleset does not say
/// it, generated code finds out.
fn is_kept(ruleset: &Ruleset, fact_type: FactTypeId) -> bool {
    let fact_type = &ruleset.fact_types[fact_type.0];
    fact_type.event.is_none() && !matches!(fact_type.identity, Identity::Key(_))
}
