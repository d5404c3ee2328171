// Recall. Cards are chosen first, own ones and another player's, and then what is to be done with them.

import { card, named } from "/cards.js";
import { element } from "/dom.js";
import { usual } from "/usual-cards.js";
import { a, capital, counted, listed, plural } from "/words.js";

export const title = "Recall";
export const computers = [2, 1, 3, 4, 5, 0];
export const options = () => ({});

export const aside = (player) =>
  player.points === null || player.points === undefined
    ? (player.cards?.length ? counted(player.cards.length, "card") : "")
    : counted(player.points, "point");

export const won = (player) => player.winner;

// What the rules of the game are, for who has not played it.
export const rules = [
  "The cards lie face down before their players. Who holds the fewest points in the end wins.",
  "You see the first two of your four cards. In your turn you draw a card, which nobody else sees. You play it, or a card of yours that you know and whose place it takes, and may use the power of the card played. Or you put it in the place of any card of yours, which is discarded without its power.",
  "After each turn there are five seconds in which everybody may lay a card of the rank of the last discard: a card less. If you lay a card that you do not know and it is another, everybody sees it, you keep it, and take a penalty card.",
  "Instead of drawing you can call Recall. Each other player has one more turn, and your cards stay as they are. If you do not have the lowest hand then, it costs you ten points; with a tie you win.",
  "Ace to ten count their pips, jack and queen 10, a black king 13, a red king nothing, thief and storm 15. Seven and eight look at a card of your own; nine lets the next player sit out; jack swaps two cards unseen; queen looks at any card; thief steals a card; storm shuffles a hand. Thief and storm cannot be played once Recall is called. Touch a card to read what it is.",
];

const CAN = {
  peek: "look at one of your cards", skip: "let the next player sit out",
  swap: "swap a card of yours for another player's, both unseen", look: "look at any one card",
  steal: "steal a card, and leave one of yours for it", storm: "shuffle another player's hand",
};

// What a card is worth, and what it can do; where a game has tables of its own, its view says it.
function about({ rank, suit }, cards = usual) {
  const red = suit === "hearts" || suit === "diamonds";
  const points = cards[rank][red ? "red" : "black"];
  const can = CAN[cards[rank].power];
  const power = can ? ` When it is played in turn: ${can}.` : " It has no power.";
  return `${counted(points, "point")}.${power}`;
}

// What has happened, as a sentence without its end.
export function news({ event, data }, speaker) {
  const id = data?.player_id;
  const target = data?.target_player;
  const whose = (player) => speaker.whose(player);
  switch (event) {
    case "cards_dealt": return `each player has ${counted(data.each, "card")}, and the ${named(data.card)} is turned up`;
    case "turn_began": return data.final_round ? `${whose(id)} last turn begins` : null;
    case "turn_skipped": return `${speaker.says(id, "sit", "sits")} out`;
    case "card_drawn": return `${speaker.says(id, "draw", "draws")} a card`;
    case "drawn_card_revealed": return `it is the ${named(data.card)}`;
    case "card_revealed": return `you see ${id === speaker.you ? "your" : whose(id)} card ${data.slot + 1}: the ${named(data.card)}`;
    case "card_played":
      return data.out_of_turn
        ? `${speaker.says(id, "lay", "lays")} the ${named(data.card)} out of turn`
        : `${speaker.says(id, "play", "plays")} the ${named(data.card)}`;
    case "card_replaced": return `${speaker.says(id, "keep", "keeps")} the card drawn, and ${id === speaker.you ? "discard" : "discards"} the ${named(data.card)}`;
    case "penalty_card_taken": return `${speaker.says(id, "take", "takes")} a penalty card`;
    case "card_shown": return `${whose(id)} card ${data.slot + 1} is the ${named(data.card)}: it stays`;
    case "cards_swapped": return `${speaker.says(id, "swap", "swaps")} card ${data.slot + 1} for ${whose(target)} card ${data.target_slot + 1}, both unseen`;
    case "card_looked_at": return `${speaker.says(id, "look", "looks")} at ${id === target ? ownCards(id, speaker) : whose(target)} card ${data.target_slot + 1}`;
    case "power_declined": return `${speaker.says(id, "do", "does")} without the power`;
    case "power_used": return { peek: id === speaker.you ? null : `${speaker.says(id, "look", "looks")} at a card of their own`, skip: `${speaker.says(id, "let", "lets")} the next player sit out` }[data.power] ?? null;
    case "card_stolen": return `${speaker.says(id, "steal", "steals")} ${whose(target)} card ${data.target_slot + 1}, and ${id === speaker.you ? "leave" : "leaves"} card ${data.slot + 1} for it`;
    case "card_stolen_from_you": return `the stolen card was the ${named(data.card)}`;
    case "hand_scrambled": return `${speaker.says(id, "shuffle", "shuffles")} ${whose(target)} cards: nobody knows them any more`;
    case "your_hand_was_scrambled": return null;
    case "out_of_turn_window_opened": return `${plural(data.rank)} may be laid out of turn for five seconds`;
    case "out_of_turn_window_closed": return null;
    case "recall_called": return `${speaker.says(id, "call", "calls")} Recall: everybody else has one more turn`;
    case "discards_turned_over": return "the stock is empty: the discards are shuffled and turned over";
    case "game_finished": return `the hands are turned up: ${data.results.map((one) => `${speaker.name(one.player_id)} ${counted(one.points, "point")}`).join(", ")}`;
    default: return undefined;
  }
}

const ownCards = (id, speaker) => (id === speaker.you ? "your own" : "their own");

// Who has won, and why.
function result(view, speaker) {
  const winners = view.players.filter((player) => player.winner);
  const caller = view.players.find((player) => player.player_id === view.recall_called_by);
  const points = Math.min(...winners.map((player) => player.points));
  const names = listed(winners.map((player) => speaker.name(player.player_id)));
  const one = winners.length === 1 && winners[0].player_id !== view.you;
  const parts = [`${names} ${one ? "wins" : "win"} with ${counted(points, "point")}${winners.length > 1 ? " each" : ""}.`];
  const tie = view.players.filter((player) => player.points === points).length > winners.length;
  if (caller && !caller.winner) {
    parts.push(`${capital(speaker.name(caller.player_id))} called Recall without the lowest hand: ten points more.`);
  } else if (tie) {
    parts.push("Who called Recall wins a tie.");
  }
  return `The game is over: ${parts.join(" ")}`;
}

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

const can = (view, action) => view.offers.some((offer) => covers(offer, action));

// Whether any offer is about the card of this place.
function useful(view, player, slot, face) {
  const mine = player === view.you;
  return view.offers.some((offer) =>
    (mine && (offer.slot === slot || offer.own_slot === slot)) ||
    (mine && face && offer.card_id === face.card_id) ||
    (offer.target_player === player && (offer.target_slot ?? slot) === slot));
}

// Whether an action is this offer.
const covers = (offer, action) => Object.keys(offer).every((name) => offer[name] === action[name]);

export function status(view, speaker) {
  if (view.phase === "finished") return result(view, speaker);
  const parts = [];
  if (view.recall_called_by) parts.push(`${capital(speaker.name(view.recall_called_by))} called Recall.`);
  if (may(view, "play_out_of_turn")) {
    parts.push(`You can lay ${a(view.window?.rank ?? "card of the same rank")} now: choose one of your cards.`);
  } else if (may(view, "use_power") || may(view, "decline_power")) {
    parts.push(may(view, "use_power") ? WANTED[view.power] : "The power cannot be used on anything.");
  } else if (may(view, "replace") || may(view, "play_card")) {
    parts.push("Play the card you drew, or choose one of yours to put it there.");
  } else if (may(view, "draw")) {
    parts.push("It is your turn: draw a card.");
  } else if (view.window) {
    parts.push(view.window.rank ? `${capital(plural(view.window.rank))} may be laid out of turn just now.` : "Nothing can be laid on this card. The game goes on in a moment.");
  } else if (view.turn) {
    parts.push(`${capital(speaker.says(view.turn.player_id, "are", "is"))} to play.`);
  }
  return parts.join(" ");
}

// How long the window is still open, in milliseconds.
export const left = (view) => (view.window ? view.window.closes_at - view.now : null);

export function board(view, act, speaker, refresh) {
  const chosen = (slots, slot) => (slots === slot ? null : slot);
  const piles = element("div", { className: "pile" },
    element("div", {}, element("h3", {}, `Stock: ${view.stock}`),
      element("div", { className: "cards" }, view.stock ? card(null) : element("span", { className: "card gap" }))),
    element("div", {}, element("h3", {}, `Discards: ${view.discards.count}`),
      element("div", { className: "cards" },
        view.discards.top ? card(view.discards.top, { about: about(view.discards.top, view.cards) }) : element("span", { className: "card gap" }))),
    view.drawn
      ? element("div", {}, element("h3", {}, "Drawn"), element("div", { className: "cards", id: "drawn" },
        card(view.drawn.card, { about: view.drawn.card && about(view.drawn.card, view.cards) })))
      : null);
  const hands = view.players.map((player) => {
    const mine = player.player_id === view.you;
    const whose = mine ? "Your" : `${player.name}'s`;
    const cards = player.cards.map(({ slot, card: face }) => {
      const pressed = mine ? own === slot : other?.player === player.player_id && other.slot === slot;
      return card(face, {
        key: `card-${player.player_id}-${slot}`,
        label: `${whose} card ${slot + 1}: ${face ? named(face) : "face down"}`,
        about: face && about(face, view.cards),
        place: slot + 1,
        pressed,
        // A card that nothing can be done with takes no focus.
        press: useful(view, player.player_id, slot, face) ? () => {
          if (mine) own = chosen(own, slot);
          else other = pressed ? null : { player: player.player_id, slot };
          refresh();
        } : undefined,
      });
    });
    const turn = view.turn?.player_id === player.player_id ? " turn" : "";
    return element("div", { className: `hand${mine ? " mine at-hand" : ""}${turn}` },
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
    const action = { action_type: "play_card", card_id: played?.card_id };
    offer("play_card", own === null ? "Play the drawn card" : "Play your card", can(view, action), () => action);
  }
  if (may(view, "replace")) {
    offer("replace", own === null ? "Put it in the place of …" : `Put it in place ${own + 1}`, own !== null,
      () => ({ action_type: "replace", slot: own }));
  }
  if (may(view, "use_power")) {
    const action = ready(view) ? power(view) : null;
    offer("use_power", POWERS[view.power] ?? "Use the power", action !== null && can(view, action), () => action);
  }
  if (may(view, "decline_power")) {
    offer("decline_power", "Do without the power", true, () => ({ action_type: "decline_power" }));
  }
  if (may(view, "play_out_of_turn")) {
    const action = { action_type: "play_out_of_turn", slot: own };
    offer("play_out_of_turn", "Lay it out of turn", can(view, action), () => action);
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
