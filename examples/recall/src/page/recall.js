// Recall. Cards are chosen first, own ones and another player's, and then what is to be done with them.

import { card, named } from "/cards.js";
import { element } from "/dom.js";

export const title = "Recall";
export const computers = [2, 1, 3, 4, 5, 0];
export const options = () => ({});

export const aside = (player) =>
  player.points === null || player.points === undefined
    ? (player.cards?.length ? `${player.cards.length} cards` : "")
    : `${player.points} points`;

// What is chosen: a place of the own hand, and a place of another player's.
let own = null;
let other = null;

const POWERS = {
  peek: "Look at your card", skip: "Let the next player sit out", swap: "Swap the two cards",
  look: "Look at the card", steal: "Steal the card for yours", storm: "Shuffle that hand",
};

const WANTED = {
  peek: "Choose one of your cards to look at.", skip: "The next player can be skipped.",
  swap: "Choose one of your cards and another player's to swap them.",
  look: "Choose any one card to look at.",
  steal: "Choose another player's card, and one of yours to leave for it.",
  storm: "Choose any card of the hand that is to be shuffled.",
};

const may = (view, action) => view.actions.includes(action);

export function status(view, names) {
  if (view.phase === "finished") {
    const winners = view.players.filter((player) => player.winner).map((player) => player.player_id);
    const told = winners.map((winner) => (winner === view.you ? "you" : names(winner))).join(" and ");
    return `The game is over. The lowest: ${told}.`;
  }
  const parts = [];
  if (view.recall_called_by) parts.push(`${names(view.recall_called_by)} called Recall.`);
  if (may(view, "play_out_of_turn")) {
    parts.push(`You can lay a ${view.window?.rank ?? "card of the same rank"} now: choose one of your cards.`);
  } else if (may(view, "use_power")) {
    parts.push(WANTED[view.power] ?? "Use the power, or do without it.");
  } else if (may(view, "replace")) {
    parts.push("Play the card you drew, or choose one of yours to put it there.");
  } else if (may(view, "draw")) {
    parts.push("It is your turn: draw a card.");
  } else if (view.window) {
    parts.push(`Everybody may lay a ${view.window.rank} just now.`);
  } else if (view.turn) {
    parts.push(`${names(view.turn.player_id)} is to play.`);
  }
  return parts.join(" ");
}

export function board(view, act, names, refresh) {
  const chosen = (slots, slot) => (slots === slot ? null : slot);
  const piles = element("div", { className: "pile" },
    element("div", {}, element("h3", {}, `Stock: ${view.stock}`),
      element("div", { className: "cards" }, view.stock ? card(null) : element("span", { className: "card gap" }))),
    element("div", {}, element("h3", {}, `Discards: ${view.discards.count}`),
      element("div", { className: "cards" },
        view.discards.top ? card(view.discards.top) : element("span", { className: "card gap" }))),
    view.drawn
      ? element("div", {}, element("h3", {}, "Drawn"), element("div", { className: "cards", id: "drawn" }, card(view.drawn.card)))
      : null);
  const live = view.actions.length > 0;
  const hands = view.players.map((player) => {
    const mine = player.player_id === view.you;
    const whose = mine ? "Your" : `${player.name}'s`;
    const cards = player.cards.map(({ slot, card: face }) => {
      const pressed = mine ? own === slot : other?.player === player.player_id && other.slot === slot;
      return card(face, {
        key: `card-${player.player_id}-${slot}`,
        label: `${whose} card ${slot + 1}: ${face ? named(face) : "face down"}`,
        pressed,
        disabled: !live,
        press: () => {
          if (mine) own = chosen(own, slot);
          else other = pressed ? null : { player: player.player_id, slot };
          refresh();
        },
      });
    });
    const turn = view.turn?.player_id === player.player_id ? " turn" : "";
    return element("div", { className: `hand${mine ? " mine" : ""}${turn}` },
      element("h3", {}, mine ? "Your cards" : player.name),
      element("div", { className: "cards", role: "group", "aria-label": `${whose} cards` }, ...cards));
  });
  // The own hand comes last, next to what can be done.
  const mine = hands.filter((hand) => hand.classList.contains("mine"));
  const others = hands.filter((hand) => !hand.classList.contains("mine"));
  return [piles, element("div", { className: "others" }, ...others), ...mine];
}

export function actions(view, act) {
  const done = (action) => {
    own = null;
    other = null;
    act(action);
  };
  const offers = [];
  const offer = (key, text, ready, action) =>
    offers.push(element("button", {
      type: "button", "data-key": key, disabled: !ready, onclick: () => done(action()),
    }, text));
  const hand = view.players.find((player) => player.player_id === view.you)?.cards ?? [];
  const face = hand.find(({ slot }) => slot === own)?.card;
  if (may(view, "draw")) offer("draw", "Draw a card", true, () => ({ action_type: "draw" }));
  if (may(view, "play_card")) {
    const played = own === null ? view.drawn?.card : face;
    offer("play_card", own === null ? "Play the drawn card" : "Play your card", Boolean(played),
      () => ({ action_type: "play_card", card_id: played.card_id }));
  }
  if (may(view, "replace")) {
    offer("replace", own === null ? "Put it in the place of …" : `Put it in place ${own + 1}`, own !== null,
      () => ({ action_type: "replace", slot: own }));
  }
  if (may(view, "use_power")) {
    offer("use_power", POWERS[view.power] ?? "Use the power", ready(view), () => power(view));
  }
  if (may(view, "decline_power")) {
    offer("decline_power", "Do without the power", true, () => ({ action_type: "decline_power" }));
  }
  if (may(view, "play_out_of_turn")) {
    offer("play_out_of_turn", "Lay it out of turn", own !== null,
      () => ({ action_type: "play_out_of_turn", slot: own }));
  }
  if (may(view, "call_recall")) offer("call_recall", "Call Recall", true, () => ({ action_type: "call_recall" }));
  return offers;
}

// Whether all is chosen that the power needs.
function ready({ power: kind }) {
  if (kind === "peek") return own !== null;
  if (kind === "look") return own !== null || other !== null;
  if (kind === "storm") return other !== null;
  if (kind === "swap" || kind === "steal") return own !== null && other !== null;
  return true;
}

function power({ power: kind, you }) {
  const action = { action_type: "use_power" };
  if (kind === "look" && other === null) return { ...action, target_player: you, target_slot: own };
  if (["peek", "swap", "steal"].includes(kind)) action.own_slot = own;
  if (["look", "swap", "steal", "storm"].includes(kind)) action.target_player = other.player;
  if (["look", "swap", "steal"].includes(kind)) action.target_slot = other.slot;
  return action;
}
