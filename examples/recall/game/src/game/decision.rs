//! The decisions of computer players, kept for who asks why.
//!
//! Of a decision are kept what could have been done, the factors of each with the rules that gave them, and the rule
//! that decided. A number may give a hidden card away as well as a name does: so, as long as the game goes on, only
//! what rests on no hidden card is told. On which cards it rests, the engine's derivation says.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use rules_runtime::{Derivation, FactId, RuleInfo};
use serde_json::{Value, json};

use super::Recall;
use super::explain::RULES_OF_DECISION;
use crate::model::{Card, Choice, Power, Quality, Seat};
use crate::rules::{self, RecallRule};
use crate::table::Table;

/// The tag of rules that count cards which their derivations do not name.
const COUNTS: &str = "counts_hidden_cards";

/// A decision, and what it was chosen from.
#[derive(Debug, Clone)]
pub(super) struct Decided {
    seat: Seat,
    choice: Choice,
    /// The power that could be used.
    power: Option<Power>,
    rule: &'static str,
    candidates: Vec<Weighed>,
}

/// Something that could have been done.
#[derive(Debug, Clone)]
struct Weighed {
    choice: Choice,
    basis: Basis,
    total: Option<f64>,
    sides: Vec<Side>,
    /// Whether all sides are here that it could have; that one is missing may be due to a hidden card.
    complete: bool,
}

/// What speaks for it from one side.
#[derive(Debug, Clone)]
struct Side {
    quality: Quality,
    value: f64,
    rule: &'static str,
    basis: Basis,
}

/// On what something rests.
#[derive(Debug, Clone)]
enum Basis {
    /// On these cards: the decision has not been carried out yet, which may turn some up.
    Cards(BTreeSet<Card>),
    /// On what everybody sees.
    Open,
    /// On a hidden card.
    Hidden,
}

impl Basis {
    fn settle(&mut self, open: &BTreeSet<Card>) {
        if let Basis::Cards(cards) = self {
            *self = if cards.is_subset(open) {
                Basis::Open
            } else {
                Basis::Hidden
            };
        }
    }

    fn is_open(&self) -> bool {
        matches!(self, Basis::Open)
    }
}

impl Weighed {
    fn side(&self, quality: Quality) -> Option<&Side> {
        self.sides.iter().find(|side| side.quality == quality)
    }

    /// Whether its total rests on nothing hidden.
    fn is_open(&self) -> bool {
        self.complete && self.basis.is_open() && self.sides.iter().all(|side| side.basis.is_open())
    }
}

impl Decided {
    /// The decision has been carried out, and these cards lie open.
    pub(super) fn settle(&mut self, open: &BTreeSet<Card>) {
        for candidate in &mut self.candidates {
            candidate.basis.settle(open);
            for side in &mut candidate.sides {
                side.basis.settle(open);
            }
        }
    }

    /// The rules of decision that can choose what was done, in their order: everybody sees that.
    fn possible(&self) -> &'static [RecallRule] {
        match self.choice {
            Choice::Draw => &[RecallRule::DrawByDefault],
            Choice::CallRecall => &[RecallRule::CallRecallWhenAhead],
            Choice::Decline | Choice::OutOfTurn(_) => &[RecallRule::DoWhatScoresBest],
            Choice::Replace(_) => &[RecallRule::KeepALowCard, RecallRule::DoWhatScoresBest],
            Choice::Play(_) | Choice::Use { .. } => &[
                RecallRule::PlayForAUsefulPower,
                RecallRule::DoWhatScoresBest,
            ],
        }
    }

    /// Whether what was done shows which rule decided, or else all that the rule looks at lies open.
    fn shows_rule(&self) -> bool {
        let chosen = |candidate: &&Weighed| candidate.choice == self.choice;
        match self.choice {
            // Whether the card drawn is a low one.
            Choice::Replace(_) => false,
            // Whether the power is a useful one.
            Choice::Play(_) | Choice::Use { .. } => {
                self.candidates.iter().find(chosen).is_some_and(|chosen| {
                    let power = chosen.side(Quality::Power);
                    chosen.complete && power.is_none_or(|power| power.basis.is_open())
                })
            }
            _ => self.possible().len() == 1,
        }
    }
}

impl Recall {
    /// Why a computer player decided as it did, as far as this viewer may know now: the player for whom it was
    /// decided knows all of it, everybody else what rests on no hidden card, until the game is over.
    pub(super) fn tell_decision(&self, viewer: Option<Seat>, decided: &Decided) -> Value {
        let all = self.is_over() || viewer == Some(decided.seat);
        let candidates = decided.candidates.iter();
        let candidates = candidates
            .filter(|candidate| all || candidate.basis.is_open())
            .map(|candidate| {
                let sides = candidate.sides.iter();
                let sides = sides
                    .filter(|side| all || side.basis.is_open())
                    .map(|side| {
                        json!({
                            "side": side.quality,
                            "value": side.value,
                            "rule": side.rule,
                            "why": info(side.rule).map_or("", |rule| rule.docs),
                        })
                    });
                let sides: Vec<_> = sides.collect();
                let total = candidate.total.filter(|_| all || candidate.is_open());
                json!({
                    "action": self.said(candidate.choice),
                    "chosen": candidate.choice == decided.choice,
                    "total": total,
                    "sides": sides,
                })
            });
        let candidates: Vec<_> = candidates.collect();
        let rule = (all || decided.shows_rule()).then_some(decided.rule);
        let order = rules_of_decision().map(|rule| json!({ "rule": rule.name, "why": rule.docs }));
        let possible = rules_of_decision().filter(|info| decided.possible().contains(&info.rule));
        let possible: Vec<_> = possible.map(|rule| rule.name).collect();
        let weights = Quality::ALL
            .map(|side| json!({ "side": side, "weight": self.session.weight_of(side) }));
        json!({
            "player_id": self.name(decided.seat),
            "power": decided.power,
            "rule": rule,
            "possible": possible,
            "rules": order.collect::<Vec<_>>(),
            "weights": weights,
            "candidates": candidates,
            "complete": all,
        })
    }

    /// A choice as a client would ask for it.
    fn said(&self, choice: Choice) -> Value {
        let action = choice.action(choice.target().and_then(|seat| self.name(seat)));
        json!(action)
    }

    /// The decision that stands, with all that it comes from.
    pub(super) fn decided(&self) -> Option<Decided> {
        let decision = self.session.handles::<rules::Decision>().next()?;
        let rules::Decision { seat, choice } = *self.session.get(decision)?;
        let cards = self.cards_of_facts();
        let verdicts = self.session.handles::<rules::Verdict>();
        let first = verdicts.min_by_key(|&verdict| {
            let verdict = self.session.get(verdict);
            verdict.map(|verdict| verdict.number)
        })?;
        let candidates = self.session.handles::<rules::Candidate>();
        let candidates = candidates.filter_map(|candidate| {
            let basis = basis(&self.session.why(candidate), &cards);
            Some(self.weighed(self.session.get(candidate)?.choice, basis, &cards))
        });
        let offered = self.session.facts::<rules::Offered>().next();
        Some(Decided {
            seat,
            choice,
            power: offered.map(|offered| offered.power),
            rule: rule_of(&self.session.why(first)),
            candidates: candidates.collect(),
        })
    }

    fn weighed(&self, choice: Choice, basis: Basis, cards: &HashMap<FactId, Card>) -> Weighed {
        let mut scores = self.session.facts::<rules::Score>();
        let score = scores.find(|score| score.choice == choice);
        let factors = self.session.handles::<rules::Factor>();
        let sides = factors.filter_map(|handle| {
            let factor = self.session.get(handle)?;
            (factor.choice == choice).then(|| {
                let derivation = self.session.why(handle);
                Side {
                    quality: factor.quality,
                    value: factor.value,
                    rule: rule_of(&derivation),
                    basis: self::basis(&derivation, cards),
                }
            })
        });
        let sides: Vec<_> = sides.collect();
        let has_power = match choice {
            Choice::Play(card) => self.session.kind_of(card.rank).power.is_some(),
            Choice::Use { .. } => true,
            _ => false,
        };
        Weighed {
            choice,
            basis,
            total: score.map(|score| score.total),
            complete: !has_power || sides.iter().any(|side| side.quality == Quality::Power),
            sides,
        }
    }

    /// The facts that name a card, from which all others that do are derived.
    fn cards_of_facts(&self) -> HashMap<FactId, Card> {
        let lies = self.session.handles::<rules::Lies>().filter_map(|handle| {
            let lies = self.session.get(handle)?;
            Some((handle.id(), lies.card))
        });
        let knows = self.session.handles::<rules::Knows>().filter_map(|handle| {
            let knows = self.session.get(handle)?;
            Some((handle.id(), knows.card))
        });
        lies.chain(knows).collect()
    }
}

/// The rule that derived a fact.
fn rule_of(derivation: &Derivation) -> &'static str {
    let supports = derivation.facts.iter().flat_map(|fact| &fact.supports);
    supports
        .map(|support| support.rule)
        .next()
        .unwrap_or_default()
}

/// The cards on which a fact rests.
fn basis(derivation: &Derivation, cards: &HashMap<FactId, Card>) -> Basis {
    let mut supports = derivation.facts.iter().flat_map(|fact| &fact.supports);
    if supports.any(|support| info(support.rule).is_none_or(|rule| rule.tags.contains(&COUNTS))) {
        return Basis::Hidden;
    }
    let facts = derivation.facts.iter();
    Basis::Cards(
        facts
            .filter_map(|fact| cards.get(&fact.fact).copied())
            .collect(),
    )
}

/// The rules, by their names.
static RULES: LazyLock<HashMap<&str, &RuleInfo<RecallRule>>> = LazyLock::new(|| {
    let rules = rules::Recall::<()>::RULES.iter();
    rules.map(|rule| (rule.name, rule)).collect()
});

/// What is written about a rule.
fn info(rule: &str) -> Option<&'static RuleInfo<RecallRule>> {
    RULES.get(rule).copied()
}

/// The rules of decision, in their order.
fn rules_of_decision() -> impl Iterator<Item = &'static RuleInfo<RecallRule>> {
    let rules = RULES_OF_DECISION.into_iter();
    rules.filter_map(|rule| {
        rules::Recall::<()>::RULES
            .iter()
            .find(|info| info.rule == rule)
    })
}
