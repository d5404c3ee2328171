//! What a viewer sees: the table as JSON, each card that the viewer may not see as a back.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Recall;
use crate::model::{Action, Card, Colour, Phase, Place, Rank, Seat};
use crate::rules;
use crate::table::PlayerId;

impl Recall {
    /// The table as it is seen from a seat, or by somebody who has none.
    pub(super) fn seen_from(&self, viewer: Option<Seat>) -> Value {
        let visible: BTreeSet<Card> = self.session.visible(viewer).collect();
        let face = |card: Card| visible.contains(&card).then_some(card);
        let (round, turn) = (self.round(), self.session.turn());
        let top = self.session.facts::<rules::OnTop>().next();
        let window = self.session.window();
        let drawn = self.lying(|place| (place == Place::Drawn).then_some(0));
        let turn = turn.filter(|_| round.phase != Phase::Finished);
        let offers = viewer
            .into_iter()
            .flat_map(|seat| self.session.offers(seat));
        let mut offers: Vec<Action> = offers.collect();
        // In an order that tells nothing of cards that the viewer has not seen.
        offers.sort_unstable();
        let mut actions: Vec<_> = offers.iter().map(Action::kind).collect();
        actions.dedup();
        let offered = self.session.facts::<rules::Offered>().next();
        let mut view = json!({
            "game": "recall",
            "you": viewer.and_then(|seat| self.name(seat)),
            "phase": round.phase,
            "turns": round.turns,
            "recall_called_by": round.caller.and_then(|seat| self.name(seat)),
            "turn": turn.map(|turn| json!({ "player_id": self.name(turn.seat), "step": turn.step })),
            "power": offered.map(|offered| offered.power),
            // Where no card of the rank can be laid out of turn, nobody is told of one.
            "window": window.map(|window| json!({
                "rank": self.session.kind_of(window.rank).out_of_turn.then(|| window.rank.name()),
                "closes_at": window.closes_at,
            })),
            "now": self.now(),
            "stock": self.lying(|place| matches!(place, Place::Stock(_)).then_some(0)).len(),
            "discards": {
                "count": self.lying(|place| matches!(place, Place::Discards(_)).then_some(0)).len(),
                "top": top.map(|top| top.card),
            },
            "drawn": drawn.first().map(|&(_, card)| json!({ "card": face(card) })),
            "players": self.players(&face),
            "actions": actions,
            "offers": offers,
        });
        if let Some(cards) = &self.cards {
            view["cards"] = cards.clone();
        }
        view
    }

    /// What cards of each rank cost and can do.
    pub(super) fn all_cards(&self) -> Value {
        let cards = Rank::ALL.into_iter().map(|rank| {
            let points = |colour| self.session.points_of(rank, colour);
            let card = json!({
                "black": points(Colour::Black),
                "red": points(Colour::Red),
                "power": self.session.kind_of(rank).power,
            });
            (rank.name().to_owned(), card)
        });
        Value::Object(cards.collect())
    }

    fn players(&self, face: &impl Fn(Card) -> Option<Card>) -> Value {
        let players = self.session.facts::<rules::Player>().map(|player| {
            let hand = self.lying(|place| match place {
                Place::Hand(seat, slot) if seat == player.seat => Some(slot),
                _ => None,
            });
            let cards = hand
                .into_iter()
                .map(|(slot, card)| json!({ "slot": slot, "card": face(card) }));
            let finished = self.round().phase == Phase::Finished;
            let mut totals = self.session.facts::<rules::Total>().filter(|_| finished);
            let total = totals.find(|total| total.seat == player.seat);
            let mut winners = self.session.facts::<rules::Winner>().filter(|_| finished);
            json!({
                "player_id": player.id,
                "name": player.name,
                "seat": player.seat,
                "computer": player.computer,
                "away": player.away,
                "cards": cards.collect::<Vec<_>>(),
                "points": total.map(|total| total.points),
                "winner": winners.any(|winner| winner.seat == player.seat),
            })
        });
        players.collect()
    }

    /// The cards of some places, in the order that is made of these.
    fn lying(&self, order: impl Fn(Place) -> Option<u8>) -> Vec<(u8, Card)> {
        let lies = self.session.facts::<rules::Lies>();
        let mut lying: Vec<_> = lies
            .filter_map(|lies| Some((order(lies.place)?, lies.card)))
            .collect();
        lying.sort_unstable();
        lying
    }

    pub(super) fn name(&self, seat: Seat) -> Option<&PlayerId> {
        self.session.player(seat).map(|player| &player.id)
    }
}
