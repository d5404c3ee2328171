// Crazy Eights.

import { SUIT_NAMES, card, named, parse, ranked, symbol } from "/cards.js";
import { element } from "/dom.js";
import { counted } from "/words.js";

export const title = "Crazy Eights";
export const computers = [2, 1, 3, 4, 0];
export const options = ({ character, pace }) => ({ character, pace: Number(pace) });

export const aside = (player) =>
  player.cards === undefined ? "" : `${counted(player.cards, "card")}, ${counted(player.score, "point")}`;

export const won = (player, view) => player === view.players[view.winner_seat];

// What the rules of the game are, for who has not played it.
export const rules = [
  "Lay a card that has the suit or the rank of the last one. An eight may always be laid, and names the suit to follow.",
  "Instead of laying a card you can draw one. If you can do neither, you pass.",
  "Who has no cards left ends the round, and scores what the others hold: fifty for an eight, ten for a court card, else the pips. If nobody can do anything any more, who holds least scores what each other holds more.",
  "Rounds go on until somebody reaches fifty points for each player.",
];

const spoken = (text) => named(parse(text));

// What has happened, as a sentence without its end.
export function news({ event, data }, speaker) {
  const id = data?.player_id;
  switch (event) {
    case "card_laid": return `${speaker.says(id, "lay", "lays")} the ${spoken(data.card)}${data.suit ? `: ${data.suit} are to follow` : ""}`;
    case "card_drawn": return `${speaker.says(id, "draw", "draws")} a card`;
    case "card_received": return data.card ? `it is the ${spoken(data.card)}` : null;
    case "turn_passed": return speaker.says(id, "pass", "passes");
    case "round_dealt": return `round ${data.round} is dealt`;
    case "round_over":
      return data.winner_seat === null
        ? "the round is over, and nobody scores"
        : `the round is over: ${counted(data.points, "point")} for ${speaker.name(speaker.at(data.winner_seat))}`;
    case "game_over": return `${speaker.says(speaker.at(data.winner_seat), "win", "wins")} the game`;
    default: return undefined;
  }
}

// The eight whose suit is being chosen.
let eight = null;

export function status(view, speaker) {
  if (view.phase === "finished") {
    const winner = view.players[view.winner_seat];
    return `${speaker.says(winner.player_id, "win", "wins")} the game with ${counted(winner.score, "point")}.`;
  }
  if (view.round_end) {
    const { winner_seat, points, blocked } = view.round_end;
    const why = `${blocked ? "Nobody can do anything any more. " : ""}The round is over`;
    return winner_seat === null
      ? `${why}, and nobody scores, for several hold least.`
      : `${why}: ${counted(points, "point")} for ${speaker.name(speaker.at(winner_seat))}.`;
  }
  const { suit, rank } = view.to_follow;
  const follow = `${suit} or ${rank === "8" ? "an eight" : `any ${ranked(rank)}, or an eight`}`;
  return view.turn === view.you && view.you
    ? `It is your turn: ${follow}.`
    : `${speaker.says(view.turn, "are", "is")} to play: ${follow}.`;
}

export function board(view, act, speaker, refresh) {
  const top = view.discards.map(parse);
  const piles = element("div", { className: "pile" },
    element("div", {}, element("h3", {}, `Stock: ${view.stock}`),
      element("div", { className: "cards" }, view.stock ? card(null) : element("span", { className: "card gap" }))),
    element("div", {}, element("h3", {}, "Discards"),
      element("div", { className: "cards" }, ...top.slice(-3).map((face) => card(face)))),
    element("div", {}, element("h3", {}, "To follow"),
      element("p", { className: `follow ${view.to_follow.suit}` }, element("b", {}, symbol(view.to_follow.suit)),
        ` ${view.to_follow.suit}, ${view.to_follow.rank === "8" ? "or an eight" : `any ${ranked(view.to_follow.rank)}, or an eight`}`)));
  // When a round is over, all hands lie open.
  const open = view.players.filter((player) => player.hand && player.player_id !== view.you).map((player) =>
    element("div", { className: "hand" }, element("h3", {}, player.name),
      element("div", { className: "cards", role: "group", "aria-label": `${player.name}'s cards` },
        ...(player.hand.length ? player.hand.map((text) => card(parse(text))) : [element("span", { className: "none" }, "no cards left")]))));
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
  return [piles, open.length ? element("div", { className: "others" }, ...open) : null, mine, suits(view, act)];
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
  return Object.keys(texts).filter((kind) => kinds.includes(kind)).map((kind) =>
    element("button", { type: "button", "data-key": kind, onclick: () => act({ action_type: kind }) }, texts[kind]));
}
