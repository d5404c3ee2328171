//! A listener that keeps its own copy of working memory and of the agenda.

use std::collections::BTreeMap;

use rules_runtime::{ActivationEvent, FactEvent, FactId, Listener};

/// What stands in a session, as its events tell it.
#[derive(Debug, Default, Clone)]
pub struct Mirror {
    /// The facts, with their types' names and their values as `Debug` writes them.
    facts: BTreeMap<FactId, (&'static str, String)>,
    /// The activations, those to undo a firing aside, and how many there are of each.
    agenda: BTreeMap<(&'static str, Vec<FactId>), usize>,
}

impl Mirror {
    /// Checks that it has the facts of a type that the session has.
    ///
    /// # Panics
    ///
    /// Panics if it has others.
    pub fn check_facts(&self, fact_type: &str, standing: Vec<(FactId, String)>) {
        let standing: BTreeMap<_, _> = standing.into_iter().collect();
        let told = self.facts.iter().filter(|(_, (of, _))| *of == fact_type);
        let told: BTreeMap<_, _> = told.map(|(id, (_, text))| (*id, text.clone())).collect();
        assert_eq!(
            told, standing,
            "what the listener was told of `{fact_type}`"
        );
    }

    /// Checks that it has the activations that the session has.
    ///
    /// # Panics
    ///
    /// Panics if it has others.
    pub fn check_agenda(&self, standing: Vec<(&'static str, Vec<FactId>)>) {
        let mut agenda = BTreeMap::new();
        for activation in standing {
            *agenda.entry(activation).or_insert(0) += 1;
        }
        assert_eq!(
            self.agenda, agenda,
            "what the listener was told of the agenda"
        );
    }

    fn begin(&mut self, activation: ActivationEvent<'_>) {
        let activation = (activation.rule, activation.facts.to_vec());
        *self.agenda.entry(activation).or_insert(0) += 1;
    }

    fn end(&mut self, activation: ActivationEvent<'_>) {
        let key = (activation.rule, activation.facts.to_vec());
        let count = self.agenda.get_mut(&key);
        let count = count.unwrap_or_else(|| panic!("{activation} ends, and never began"));
        *count -= 1;
        if *count == 0 {
            self.agenda.remove(&key);
        }
    }
}

impl Listener for Mirror {
    const WANTS_STATE: bool = true;

    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        let value = (fact.fact_type, fact.value.to_string());
        let before = self.facts.insert(fact.fact, value);
        assert_eq!(before, None, "{fact} is there already");
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        assert_eq!(before.fact, after.fact);
        let value = (after.fact_type, after.value.to_string());
        let known = self.facts.insert(after.fact, value);
        assert_eq!(known, Some((before.fact_type, before.value.to_string())));
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        let known = self.facts.remove(&fact.fact);
        assert_eq!(known, Some((fact.fact_type, fact.value.to_string())));
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        self.fact_retracted(fact);
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.begin(activation);
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.end(activation);
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.end(activation);
    }

    fn rolled_back(&mut self) {
        *self = Mirror::default();
    }

    fn fact_stands(&mut self, fact: FactEvent<'_>) {
        self.fact_inserted(fact);
    }

    fn activation_stands(&mut self, activation: ActivationEvent<'_>) {
        self.begin(activation);
    }
}
