//! Compiles all rules of Recall, folder by folder, to one ruleset, and tells them by their checksum.

#[path = "../checksum.rs"]
mod checksum;

fn main() {
    checksum::version("RECALL_RULES", &["rules", "sheets"]);
    rules_dsl::Build::new()
        .ruleset("Recall")
        .files([
            "rules/table.rules",
            "rules/actions/requests.rules",
            "rules/actions/effects.rules",
            "rules/actions/seats.rules",
            "rules/actions/start_game.rules",
            "rules/actions/draw.rules",
            "rules/actions/play_card.rules",
            "rules/actions/replace.rules",
            "rules/actions/use_power.rules",
            "rules/actions/play_out_of_turn.rules",
            "rules/actions/call_recall.rules",
            "rules/actions/offers.rules",
            "rules/cards/values.rules",
            "rules/cards/number_cards.rules",
            "rules/cards/jack.rules",
            "rules/cards/queen.rules",
            "rules/special_powers/steal.rules",
            "rules/special_powers/storm.rules",
            "rules/phases/dealing.rules",
            "rules/phases/turn.rules",
            "rules/phases/window.rules",
            "rules/phases/recall.rules",
            "rules/phases/finish.rules",
            "rules/ai_logic/waking.rules",
            "rules/ai_logic/sight.rules",
            "rules/ai_logic/powers.rules",
            "rules/ai_logic/candidates.rules",
            "rules/ai_logic/factors.rules",
            "rules/ai_logic/decisions.rules",
        ])
        .compile();
}
