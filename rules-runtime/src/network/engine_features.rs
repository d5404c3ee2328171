//! What a ruleset uses of the engine, known when it is compiled: what none of its rules needs compiles to nothing.
//!
//! Code that depends on it asks within `const { … }`: rustc then leaves out what follows before it makes code of it, and
//! all that is called there. Where a value is asked that turns out to be constant, that is left to LLVM, which is given
//! the engine of each ruleset as a whole.

use crate::network::conditions::Conditions;
use crate::plan::{NodeKind, Plan, Quantifier, Strategy, Summary};

/// What a ruleset uses of the engine.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a way of the engine that a ruleset takes or not"
)]
pub(crate) struct EngineFeatures {
    /// Activations are ordered by the dates of their facts.
    pub(crate) facts_dates: bool,
    /// Activations are ordered by more than saliences that are constant and the dates of their changes.
    pub(crate) by_more_than_dates: bool,
    /// Matches that are found whole depend on counted patterns.
    pub(crate) counts: bool,
    /// There are summaries.
    pub(crate) summaries: bool,
    /// Tokens have summaries in common.
    pub(crate) sharers: bool,
    /// Nodes count the facts that go with a partial match.
    pub(crate) counted: bool,
    /// Nodes go through the elements of something.
    pub(crate) each: bool,
    /// Of what is found the latest pass.
    pub(crate) latest: bool,
    /// Working memory keeps something for groups or tokens.
    pub(crate) states: bool,
    /// Matches that have fired are kept, for what they support or for their end.
    pub(crate) kept: bool,
    /// Rules fire but once for the same facts, or only on a change.
    pub(crate) memos: bool,
    /// Rules bar the loops that they would make.
    pub(crate) no_loop: bool,
    /// Rules have `undo` blocks.
    pub(crate) undo: bool,
    /// Matches rest on there being a witness.
    pub(crate) witnesses: bool,
    /// Matches stand behind gates.
    pub(crate) gates: bool,
    /// Rules fire in bulk.
    pub(crate) bulk: bool,
    /// Something is settled when a change is over: which facts of `#[best]` types stand, or answers to recursive queries.
    pub(crate) settles: bool,
    /// Rules ask recursive queries.
    pub(crate) asks: bool,
    /// Activations move the focus, or are locked by it.
    pub(crate) focus: bool,
    /// Indexes are made when joins first ask them.
    pub(crate) on_demand: bool,
    /// Indexes have the facts that have a partner.
    pub(crate) reduced: bool,
    /// Indexes are ordered.
    pub(crate) ordered: bool,
    /// Tokens bound the facts that join them.
    pub(crate) bounded: bool,
    /// An activation that fires next can stay in hand: activations go by saliences that are constant and by their dates,
    /// and nothing asks more of a match than to fire once.
    pub(crate) hand: bool,
    /// Rules that do nothing but fail fire before all others where their salience is greater than this; `None` where that
    /// cannot be said, or there are none.
    pub(crate) fails_above: Option<i32>,
    /// Whether all matches of a rule are made of the same elements, and these are ordered by numbers of theirs.
    pub(crate) by_numbers: bool,
}

impl EngineFeatures {
    pub(crate) const fn of<F>(plan: &Plan<F>) -> Self {
        let mut features = EngineFeatures {
            facts_dates: matches!(plan.strategy, Strategy::Lex | Strategy::Mea),
            by_more_than_dates: !matches!(plan.strategy, Strategy::Depth | Strategy::Breadth),
            counts: !plan.counted.is_empty(),
            summaries: false,
            sharers: false,
            counted: false,
            each: false,
            latest: false,
            states: false,
            kept: false,
            memos: false,
            no_loop: false,
            undo: false,
            witnesses: false,
            gates: plan.gates > 0,
            bulk: false,
            settles: !plan.settlements.is_empty(),
            asks: false,
            focus: false,
            on_demand: false,
            reduced: false,
            ordered: false,
            bounded: false,
            hand: false,
            by_numbers: false,
            fails_above: None,
        };
        let mut settlement = 0;
        while settlement < plan.settlements.len() {
            features.asks |= plan.settlements[settlement].asks;
            settlement += 1;
        }
        let (mut computes, mut fails, mut most_of_others) = (false, false, i32::MIN);
        let mut index = 0;
        while index < plan.indexes.len() {
            features.on_demand |= plan.indexes[index].on_demand;
            features.reduced |= plan.indexes[index].reduced.is_some();
            features.ordered |= plan.indexes[index].ordered;
            index += 1;
        }
        let mut node = 0;
        while node < plan.nodes.len() {
            features.bounded |= plan.nodes[node].is_bounded();
            match plan.nodes[node].kind {
                NodeKind::Counted { quantifier, .. } => {
                    features.counted = true;
                    features.witnesses |= !matches!(quantifier, Quantifier::None);
                }
                NodeKind::Sharers { .. } => features.sharers = true,
                NodeKind::Summary { of, .. } => {
                    features.summaries = true;
                    features.witnesses |=
                        matches!(of, Summary::Quantified(of) if !matches!(of, Quantifier::None));
                    features.states |= matches!(of, Summary::User);
                }
                NodeKind::Each { kept } => {
                    features.each = true;
                    features.states |= kept;
                }
                NodeKind::Last { .. } => features.latest = true,
                _ => {}
            }
            node += 1;
        }
        features.by_numbers = !features.asks;
        let mut entry = 0;
        while entry < plan.matches.len() {
            let rule = &plan.matches[entry];
            // They are numbered in the order of rules.
            let is_another = entry > 0 && plan.matches[entry - 1].rule >= rule.rule;
            features.by_numbers &= !(is_another || rule.undo);
            features.kept |= rule.kept;
            features.memos |= rule.once || rule.on_change;
            features.no_loop |= rule.no_loop;
            features.undo |= rule.undo;
            features.bulk |= rule.bulk;
            features.focus |= rule.auto_focus || rule.lock_on_active;
            computes |= rule.salience.is_none();
            fails |= rule.fails;
            if let Some(salience) = rule.salience
                && !rule.fails
                && salience > most_of_others
            {
                most_of_others = salience;
            }
            entry += 1;
        }
        features.by_more_than_dates |= computes;
        features.hand = matches!(plan.strategy, Strategy::Depth)
            && !(computes || plan.logical || plan.groups > 0 || features.gates)
            && !(features.kept || features.past() || features.no_loop || features.bulk);
        if fails && !(computes || plan.logical || plan.groups > 0 || features.settles) {
            features.fails_above = Some(most_of_others);
        }
        features
    }

    /// Whether nodes take out of their counts what a change ends.
    pub(crate) const fn discounts(&self) -> bool {
        self.counted || self.summaries
    }

    /// Whether matches begin that are never to fire.
    pub(crate) const fn bars(&self) -> bool {
        self.focus || self.memos
    }

    /// Whether firings are recorded.
    pub(crate) const fn past(&self) -> bool {
        self.undo || self.memos
    }
}

/// A ruleset as a whole.
pub(crate) trait HasFeatures: Conditions {
    /// What it uses of the engine.
    const FEATURES: EngineFeatures = EngineFeatures::of(Self::PLAN);
}

impl<P: Conditions> HasFeatures for P {}
