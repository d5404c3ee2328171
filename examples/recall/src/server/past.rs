//! What has happened at a table lately, for who comes later, comes back, or takes a seat up again elsewhere.

use std::collections::VecDeque;

use recall_game::table::{Firing, Notification, Outcome, PlayerId};

use super::protocol::{Happened, concerns};

/// How many outcomes are kept, of those of which anybody was told.
const KEPT: usize = 80;

/// Of how many of them it is kept which rules fired: as many as a page shows at a glance.
const FIRED: usize = 12;

/// The latest outcomes, as far as they were told. It is put together from the inputs, as the table is.
#[derive(Default)]
pub(super) struct Past {
    /// How many have been dropped.
    dropped: usize,
    told: VecDeque<Told>,
}

/// What was told of one outcome, and to whom.
struct Told {
    decision: Option<usize>,
    notifications: Vec<Notification>,
    /// The rules that fired, of the latest outcomes.
    fired: Vec<Firing>,
}

impl Past {
    /// Keeps what is told of an outcome.
    pub(super) fn keep(&mut self, outcome: &Outcome) {
        if !outcome.success || outcome.notifications.is_empty() {
            return;
        }
        if self.told.len() == KEPT {
            self.told.pop_front();
            self.dropped += 1;
        }
        self.told.push_back(Told {
            decision: outcome.decision,
            notifications: outcome.notifications.clone(),
            fired: outcome.fired.clone(),
        });
        let older = self.told.len().checked_sub(FIRED + 1);
        if let Some(told) = older.and_then(|older| self.told.get_mut(older)) {
            told.fired = Vec::new();
        }
    }

    /// How many outcomes have been kept up to now.
    pub(super) fn end(&self) -> usize {
        self.dropped + self.told.len()
    }

    /// What this player, or one without a seat, was told or would have been until there were so many, the oldest first.
    pub(super) fn until(&self, end: usize, player: Option<&PlayerId>) -> Vec<Happened<'_>> {
        let told = self.told.iter().take(end.saturating_sub(self.dropped));
        let happened = told.map(|told| Happened {
            decision: told.decision,
            notifications: (told.notifications.iter())
                .filter(|notification| concerns(notification, player))
                .collect(),
            fired: &told.fired,
        });
        happened
            .filter(|happened| !happened.notifications.is_empty() || !happened.fired.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(event: &str, to: Option<&str>) -> Outcome {
        let data = json!({});
        let notification = match to {
            None => Notification::broadcast(event, data),
            Some(player) => Notification::private(&PlayerId(player.to_owned()), event, data),
        };
        Outcome {
            success: true,
            notifications: vec![notification],
            ..Outcome::default()
        }
    }

    fn events(happened: &[Happened<'_>]) -> Vec<String> {
        let notifications = happened.iter().flat_map(|one| &one.notifications);
        notifications.map(|told| told.event.clone()).collect()
    }

    #[test]
    fn each_is_told_what_was_told_before() {
        let mut past = Past::default();
        past.keep(&outcome("all", None));
        past.keep(&outcome("ann", Some("ann")));
        let refused = Outcome {
            success: false,
            ..outcome("refused", None)
        };
        past.keep(&refused);
        past.keep(&outcome("bob", Some("bob")));
        let told = |end, player: Option<&str>| {
            let player = player.map(|name| PlayerId(name.to_owned()));
            events(&past.until(end, player.as_ref()))
        };
        assert_eq!(past.end(), 3);
        assert_eq!(told(3, None), ["all"]);
        assert_eq!(told(3, Some("ann")), ["all", "ann"]);
        assert_eq!(told(3, Some("bob")), ["all", "bob"]);
        assert_eq!(told(2, Some("bob")), ["all"]);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut past = Past::default();
        for number in 0..KEPT + 3 {
            past.keep(&outcome(&number.to_string(), None));
        }
        let told = |end| events(&past.until(end, None));
        assert_eq!(past.end(), KEPT + 3);
        assert_eq!(told(past.end()).len(), KEPT);
        assert_eq!(told(past.end())[0], "3");
        assert_eq!(told(5), ["3", "4"]);
        assert_eq!(told(2), [""; 0]);
    }

    #[test]
    fn of_the_latest_it_is_told_which_rules_fired() {
        let mut past = Past::default();
        for number in 0..FIRED + 2 {
            // What only Ann was told, the others are not; which rules fired, everybody is.
            let to = (number % 2 == 1).then_some("ann");
            let fired = Firing {
                rule: number.to_string().into(),
                why: "".into(),
                stage: "".into(),
            };
            past.keep(&Outcome {
                fired: vec![fired],
                ..outcome("told", to)
            });
        }
        let happened = past.until(past.end(), None);
        let fired = happened.iter().flat_map(|happened| happened.fired);
        let rules: Vec<_> = fired.map(|firing| firing.rule.to_string()).collect();
        let latest = 2..FIRED + 2;
        assert_eq!(
            rules,
            latest.map(|number| number.to_string()).collect::<Vec<_>>()
        );
        assert_eq!(events(&happened).len(), FIRED / 2 + 1);
    }
}
