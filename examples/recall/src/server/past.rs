//! What has happened at a table lately, for who comes later, comes back, or takes a seat up again elsewhere.

use std::collections::VecDeque;

use super::protocol::{Happened, concerns};
use crate::table::{Notification, Outcome, PlayerId};

/// How many outcomes are kept, of those of which anybody was told.
const KEPT: usize = 80;

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
        });
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
        });
        happened
            .filter(|happened| !happened.notifications.is_empty())
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
}
