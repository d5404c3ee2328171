//! Recordings: a listener that keeps what a session did.
//!
//! `code` writes what happens as few bytes, `log` keeps as many as are allowed and the state before the oldest,
//! `state` goes on by what happened, `event` is what callers see, `origin` finds out which rule inserted a fact.

mod code;
mod event;
mod log;
pub(crate) mod origin;
mod page;
mod state;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use crate::ids::KindId;
use crate::inspect::explain::Explanation;
use crate::inspect::listener::{ActivationEvent, ConditionEvent, FactEvent, Listener};
use crate::inspect::metadata::RulesetInfo;
use crate::memory::handle::FactId;
use code::{Difference, Entry, Occurrence, Phase};
use log::Log;
use state::State;

pub use event::{Recorded, RecordedActivation, RecordedEvent, RecordedFact};

/// How many bytes of log a recording keeps unless it is told otherwise.
const LIMIT: usize = 64 << 20;

/// A listener that keeps a session's history: the changes with the facts' values as text, the activations that come
/// and go, the firings.
///
/// Its log takes some ten bytes an event and the text of what is new. It is bounded: at the bound the oldest
/// events are dropped, and counted. Beside it stand the values of the facts as text, as they are now and as they
/// were before the oldest event that is kept.
///
/// While a session is recorded, [`why`](crate::Session::why) goes on through plain inserts.
///
/// ```
/// use rules_runtime::{Recording, rules};
///
/// rules! {
///     ruleset Till;
///     fact Item { price: u32 }
///     fact Receipt { total: u32 }
///
///     rule print {
///         when { total = sum(price for Item { price }); not Receipt; if total > 9; }
///         then { insert Receipt { total }; }
///     }
/// }
///
/// let mut till = Till::builder().listener(Recording::new()).build();
/// till.insert_all([5, 7].map(|price| Item { price }));
/// till.run();
/// assert_eq!(
///     till.listener().to_string(),
///     "     1  inserted   #1 Item { price: 5 }
///      1  inserted   #2 Item { price: 7 }
///      1  activated  print
///      2  fired      print
///      2  inserted   #3 Receipt { total: 12 }
/// "
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Recording {
    ruleset: Option<RulesetInfo>,
    /// Names of rules and of fact types, by the numbers they have in the log.
    rules: Vec<&'static str>,
    rule_numbers: BTreeMap<&'static str, u32>,
    fact_types: BTreeMap<KindId, &'static str>,
    log: Log,
    /// The state now.
    state: State,
    /// The state being told, after the session has begun or gone back.
    told: Option<State>,
    explains: bool,
    tests: bool,
}

impl Default for Recording {
    fn default() -> Self {
        Recording::new()
    }
}

impl Recording {
    /// Keeps 64 MiB of log.
    #[must_use]
    pub fn new() -> Self {
        Recording::with_limit(LIMIT)
    }

    /// Keeps so many bytes of log, at least one event.
    #[must_use]
    pub fn with_limit(bytes: usize) -> Self {
        Recording {
            ruleset: None,
            rules: Vec::new(),
            rule_numbers: BTreeMap::new(),
            fact_types: BTreeMap::new(),
            log: Log::new(bytes),
            state: State::default(),
            told: None,
            explains: false,
            tests: false,
        }
    }

    /// Keeps the explanation of each rule after each change too, where it is another than before.
    ///
    /// An explanation tries all facts: this is for small working memories and short runs.
    #[must_use]
    pub fn with_explanations(self) -> Self {
        Recording {
            explains: true,
            ..self
        }
    }

    /// Keeps how often each condition was evaluated in each change too: with the feature `metrics`.
    #[must_use]
    pub fn with_conditions(self) -> Self {
        Recording {
            tests: true,
            ..self
        }
    }

    /// The ruleset whose session is recorded, once there is one.
    #[must_use]
    pub fn ruleset(&self) -> Option<&RulesetInfo> {
        self.ruleset.as_ref()
    }

    /// Drops the history so far. Dropped so, events are not counted as dropped.
    pub fn clear(&mut self) {
        self.log.clear(self.state.clone());
    }

    /// How many events have been dropped, because the log was full.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.log.dropped()
    }

    /// How many events are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events().count()
    }

    /// Whether no event is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events().next().is_none()
    }

    /// How many bytes the log takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.log.size()
    }

    /// What happened, the oldest event that is kept first.
    pub fn events(&self) -> impl Iterator<Item = RecordedEvent> {
        let mut state = self.log.base().clone();
        let mut change = self.log.dropped_changes();
        let mut number = self.dropped();
        self.log.entries().filter_map(move |entry| {
            let what = self.recorded(&state, &entry);
            state.apply(&entry);
            change += u64::from(entry == Entry::ChangeEnded);
            let event = RecordedEvent {
                number,
                change,
                what: what?,
            };
            number += 1;
            Some(event)
        })
    }

    /// An entry as callers see it, after the state before it; `None` for one that they do not see.
    fn recorded(&self, state: &State, entry: &Entry<'_>) -> Option<Recorded> {
        let text = |fact: &FactId| -> &str { state.facts.get(fact).map_or("…", |text| text) };
        let fact = |fact: &FactId, value: &str| RecordedFact {
            fact: *fact,
            fact_type: self.fact_type(fact.kind),
            value: value.into(),
        };
        Some(match entry {
            Entry::Inserted(of, value) => Recorded::Inserted(fact(of, value)),
            Entry::Updated(of, difference) => Recorded::Updated {
                fact: fact(of, &difference.apply(text(of))),
                before: text(of).into(),
            },
            Entry::Retracted(of) => Recorded::Retracted(fact(of, text(of))),
            Entry::Expired(of) => Recorded::Expired(fact(of, text(of))),
            Entry::Of(phase, Occurrence { rule, facts }) => {
                let activation = RecordedActivation {
                    rule: self.rules[*rule as usize],
                    facts: facts.to_vec(),
                };
                match phase {
                    Phase::Created => Recorded::Created(activation),
                    Phase::Cancelled => Recorded::Cancelled(activation),
                    Phase::Fired => Recorded::Fired(activation),
                    Phase::Failed => Recorded::Failed(activation),
                    Phase::GaveUp => Recorded::GaveUp(activation),
                    Phase::Undone => Recorded::Undone(activation),
                }
            }
            Entry::WentBack => Recorded::WentBack,
            Entry::Explained(rule, difference) => {
                let before = state.explanations.get(rule);
                Recorded::Explained {
                    rule: self.rules[*rule as usize],
                    explanation: difference.apply(before.map_or("", |text| text)).into(),
                }
            }
            &Entry::Tested {
                node,
                tested,
                passed,
            } => Recorded::Tested {
                node: node as usize,
                tested,
                passed,
            },
            Entry::Waits(_) | Entry::ChangeEnded => return None,
        })
    }

    fn fact_type(&self, kind: KindId) -> &'static str {
        self.fact_types.get(&kind).copied().unwrap_or("…")
    }

    fn note(&mut self, entry: &Entry<'_>) {
        self.state.apply(entry);
        self.log.push(entry);
    }

    fn occurrence(&mut self, activation: ActivationEvent<'_>) -> Occurrence {
        let rules = &mut self.rules;
        let rule = *self.rule_numbers.entry(activation.rule).or_insert_with(|| {
            rules.push(activation.rule);
            (rules.len() - 1) as u32
        });
        Occurrence {
            rule,
            facts: activation.facts.into(),
        }
    }

    fn note_of(&mut self, phase: Phase, activation: ActivationEvent<'_>) {
        let occurrence = self.occurrence(activation);
        self.note(&Entry::Of(phase, occurrence));
    }

    /// The text of a fact's value.
    fn text(&mut self, fact: FactEvent<'_>) -> Box<str> {
        self.fact_types.insert(fact.fact.kind, fact.fact_type);
        format!("{}", fact.value).into()
    }

    /// Notes how a state differs from the one that was.
    fn become_state(&mut self, next: &State) {
        let State { facts, agenda, .. } = self.state.clone();
        for (fact, text) in &facts {
            match next.facts.get(fact) {
                None => self.note(&Entry::Retracted(*fact)),
                Some(value) if value == text => {}
                Some(value) => self.note(&Entry::Updated(*fact, Difference::between(text, value))),
            }
        }
        for (fact, text) in &next.facts {
            if !facts.contains_key(fact) {
                self.note(&Entry::Inserted(*fact, text));
            }
        }
        let changes = |from: &BTreeMap<Occurrence, u32>, to: &BTreeMap<Occurrence, u32>, phase| {
            let more = from.iter().flat_map(|(of, &count)| {
                let more = count.saturating_sub(to.get(of).copied().unwrap_or_default());
                (0..more).map(move |_| Entry::Of(phase, of.clone()))
            });
            more.collect::<Vec<_>>()
        };
        let gone = changes(&agenda, &next.agenda, Phase::Cancelled);
        let new = changes(&next.agenda, &agenda, Phase::Created);
        for entry in gone.into_iter().chain(new) {
            self.note(&entry);
        }
    }
}

impl Listener for Recording {
    const WANTS_STATE: bool = true;
    const EXPLAINS: bool = true;

    fn session_begins(&mut self, ruleset: RulesetInfo) {
        self.rules = ruleset.rules.iter().map(|rule| rule.name).collect();
        self.rule_numbers = self.rules.iter().copied().zip(0..).collect();
        let fact_types = ruleset.fact_types.iter().copied();
        self.fact_types = (0..).map(KindId).zip(fact_types).collect();
        self.ruleset = Some(ruleset);
        self.told = Some(State::default());
    }

    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        let text = self.text(fact);
        self.note(&Entry::Inserted(fact.fact, &text));
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        let text = self.text(after);
        let before = match self.state.facts.get(&before.fact) {
            Some(before) => before.clone(),
            None => self.text(before),
        };
        // A write that left the value as it was.
        if before == text && &*text != "…" {
            return;
        }
        self.note(&Entry::Updated(
            after.fact,
            Difference::between(&before, &text),
        ));
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        self.note(&Entry::Retracted(fact.fact));
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        self.note(&Entry::Expired(fact.fact));
    }

    fn fact_waits(&mut self, fact: FactEvent<'_>) {
        self.note(&Entry::Waits(fact.fact));
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.note_of(Phase::Created, activation);
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.note_of(Phase::Cancelled, activation);
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.note_of(Phase::Fired, activation);
    }

    fn rule_failed(&mut self, activation: ActivationEvent<'_>) {
        self.note_of(Phase::Failed, activation);
    }

    fn rule_gave_up(&mut self, activation: ActivationEvent<'_>) {
        self.note_of(Phase::GaveUp, activation);
    }

    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        self.note_of(Phase::Undone, activation);
    }

    fn rolled_back(&mut self) {
        self.note(&Entry::WentBack);
        self.told = Some(State::default());
    }

    fn fact_stands(&mut self, fact: FactEvent<'_>) {
        let text = self.text(fact);
        if let Some(told) = &mut self.told {
            told.apply(&Entry::Inserted(fact.fact, &text));
        }
    }

    fn activation_stands(&mut self, activation: ActivationEvent<'_>) {
        let occurrence = self.occurrence(activation);
        if let Some(told) = &mut self.told {
            told.apply(&Entry::Of(Phase::Created, occurrence));
        }
    }

    fn state_told(&mut self) {
        let Some(told) = self.told.take() else {
            return;
        };
        if self.log.count() == 0 {
            self.state = told;
            self.clear();
        } else {
            self.become_state(&told);
        }
    }

    fn condition_evaluated(&mut self, condition: ConditionEvent) {
        if self.tests {
            self.note(&Entry::Tested {
                node: condition.node as u32,
                tested: condition.tested,
                passed: condition.passed,
            });
        }
    }

    fn change_ended(&mut self) {
        self.note(&Entry::ChangeEnded);
    }

    fn wants_explanations(&self) -> bool {
        self.explains
    }

    fn rule_explained(&mut self, rule: usize, explanation: &Explanation) {
        let rule = rule as u32;
        let text = format!("{explanation}");
        let before = self.state.explanations.entry(rule).or_default().clone();
        if *before != *text {
            self.note(&Entry::Explained(rule, Difference::between(&before, &text)));
        }
    }

    fn recording(&self) -> Option<&Recording> {
        Some(self)
    }
}

/// The events, a line each, after the number of the change.
impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dropped() {
            0 => {}
            1 => writeln!(f, "1 event before these was dropped")?,
            dropped => writeln!(f, "{dropped} events before these were dropped")?,
        }
        for event in self.events() {
            writeln!(f, "{event}")?;
        }
        Ok(())
    }
}
