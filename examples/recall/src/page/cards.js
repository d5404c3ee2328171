// Playing cards as elements. Each has a name that is read out.

import { element } from "/dom.js";

const SYMBOLS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
const RANKS = { ace: "A", jack: "J", queen: "Q", king: "K", joker: "★" };
const NUMBERS = {
  two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "10",
};
const NAMES = { a: "ace", j: "jack", q: "queen", k: "king" };
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

export const SUIT_NAMES = Object.keys(SYMBOLS);
export const ranked = (label) => NAMES[label.toLowerCase()] ?? label;
export const symbol = (suit) => SYMBOLS[suit] ?? "";

// `10h` as rank and suit.
export function parse(text) {
  const rank = text.slice(0, -1);
  return { rank: NAMES[rank] ?? rank, suit: SUITS[text.slice(-1)] };
}

export const named = ({ rank, suit }) =>
  rank === "joker" ? "joker" : `${rank} of ${suit}`;

// A card that can be seen, or a back if there is none. With `press` it is a button; `place` is a number on it.
export function card(face, { press, label, key, pressed, disabled, fits, about, place } = {}) {
  const red = face && (face.suit === "hearts" || face.suit === "diamonds");
  const short = face ? RANKS[face.rank] ?? NUMBERS[face.rank] ?? face.rank : "?";
  const kind = face ? `${red ? " red" : ""}${short.length > 2 ? " long" : ""}` : " back";
  const spoken = label ?? (face ? named(face) : "a card, face down");
  const lines = face ? [short, element("br"), symbol(face.suit)] : [short];
  if (!press) {
    return element("span", { className: `card${kind}`, role: "img", "aria-label": spoken, title: about, "data-place": place, "data-about": about && `${spoken}: ${about}` }, ...lines);
  }
  return element("button", {
    type: "button",
    className: `card${kind}${fits ? " fits" : ""}`,
    "aria-label": spoken,
    "aria-pressed": pressed === undefined ? undefined : String(pressed),
    "aria-description": about,
    title: about,
    "data-about": about && `${spoken}: ${about}`,
    "data-key": key,
    "data-place": place,
    disabled: Boolean(disabled),
    onclick: press,
  }, ...lines);
}
