// Crazy Eights.

import { SUIT_NAMES, card, named, parse, symbol } from "/cards.js";
import { element } from "/dom.js";

export const title = "Crazy Eights";
export const computers = [2, 1, 3, 4, 0];
export const options = ({ character, pace }) => ({ character, pace: Number(pace) });

export const aside = (player) =>
  player.cards === undefined ? "" : `${player.cards} cards, ${player.score} points`;

// The eight whose suit is being chosen.
let eight = null;

const name = (view, seat, names) => names(view.players[seat].player_id);

export function status(view, names) {
  if (view.phase === "finished") {
    const winner = view.players[view.winner_seat].player_id;
    return winner === view.you ? "You win the game." : `${name(view, view.winner_seat, names)} wins the game.`;
  }
  if (view.round_end) {
    const { winner_seat, points } = view.round_end;
    return winner_seat === null
      ? "The round is over, and nobody scores."
      : `The round is over: ${points} points for ${name(view, winner_seat, names)}.`;
  }
  const { suit, rank } = view.to_follow;
  const follow = `${suit} or ${rank === "8" ? "an eight" : `any ${rank}, or an eight`}`;
  return view.turn === view.you ? `It is your turn: ${follow}.` : `${names(view.turn)} is to play: ${follow}.`;
}

export function board(view, act, names, refresh) {
  const top = view.discards.map(parse);
  const piles = element("div", { className: "pile" },
    element("div", {}, element("h3", {}, `Stock: ${view.stock}`),
      element("div", { className: "cards" }, view.stock ? card(null) : element("span", { className: "card gap" }))),
    element("div", {}, element("h3", {}, "Discards"),
      element("div", { className: "cards" }, ...top.slice(-3).map((face) => card(face)))),
    element("div", {}, element("h3", {}, "To follow"),
      element("div", { className: "cards" },
        card({ rank: view.to_follow.rank, suit: view.to_follow.suit }))));
  const hand = view.hand.map((text) => {
    const face = parse(text);
    const offers = view.offers.filter((offer) => offer.card === text);
    return card(face, {
      key: `card-${text}`,
      label: `${named(face)}${offers.length ? ", can be laid" : ""}`,
      fits: offers.length > 0,
      disabled: offers.length === 0,
      pressed: offers.length > 1 ? eight === text : undefined,
      press: () => {
        if (offers.length > 1) {
          eight = text;
          refresh();
          document.querySelector('[data-key="suit-clubs"]')?.focus();
        } else {
          act({ action_type: "lay_card", card: text });
        }
      },
    });
  });
  const mine = view.you
    ? element("div", { className: "hand mine" }, element("h3", {}, "Your hand"),
      element("div", { className: "cards", role: "group", "aria-label": "Your hand" }, ...hand))
    : null;
  return [piles, mine, suits(view, act)];
}

function suits(view, act) {
  if (!eight || !view.offers.some((offer) => offer.card === eight)) {
    eight = null;
    return null;
  }
  const laid = eight;
  const buttons = SUIT_NAMES.map((suit) =>
    element("button", {
      type: "button",
      "data-key": `suit-${suit}`,
      onclick: () => {
        eight = null;
        act({ action_type: "lay_card", card: laid, suit });
      },
    }, `${symbol(suit)} ${suit}`));
  return element("div", { className: "suits", role: "group", "aria-label": "Which suit is to follow?" },
    "Which suit is to follow?", ...buttons);
}

export function actions(view, act) {
  const texts = { draw_card: "Draw a card", pass: "Pass", deal: "Deal the next round" };
  const kinds = view.offers.map((offer) => offer.action_type);
  if (view.round_end && view.you && view.phase !== "finished" && !kinds.includes("deal")) kinds.push("deal");
  return Object.keys(texts).filter((kind) => kinds.includes(kind)).map((kind) =>
    element("button", { type: "button", "data-key": kind, onclick: () => act({ action_type: kind }) }, texts[kind]));
}
