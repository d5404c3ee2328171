// Noughts and crosses.

import { element } from "/dom.js";

const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];

export const title = "Noughts and crosses";
export const computers = [1, 0];
export const options = ({ level, first_seat, pace }) => ({ level, first_seat: Number(first_seat), pace: Number(pace) });

export const aside = (player) => player.mark;
export const won = (player, view) => player === view.players[view.winner_seat];

// What the rules of the game are, for who has not played it.
export const rules = [
  "Crosses begin, and then the players take turns: each draws the own mark in a free cell.",
  "Who has three in a line, across, down or diagonally, wins. If all cells are taken before, it is a draw.",
  "The simple level sees what wins or loses at once; the perfect one never loses.",
];

// What has happened, as a sentence without its end.
export function news({ event, data }, speaker) {
  switch (event) {
    case "move_played": return `${speaker.says(data.player_id, "mark", "marks")} ${data.cell === 4 ? "the centre" : `the ${PLACES[data.cell]}`}`;
    case "game_over": return data.winner ? `${speaker.says(data.winner, "win", "wins")}` : "a draw";
    default: return undefined;
  }
}

export function status(view, speaker) {
  if (view.phase === "finished") {
    if (view.winner_seat === null) return "A draw: all cells are taken, and nobody has three in a line.";
    return `${speaker.says(speaker.at(view.winner_seat), "win", "wins")} with three in a line.`;
  }
  return view.turn === view.you && view.you
    ? "It is your turn."
    : `${speaker.says(view.turn, "are", "is")} to move.`;
}

export function board(view, act) {
  const mine = view.turn === view.you && view.phase === "playing";
  // A cell that is taken keeps the focus that it has, so that who plays by keys sees where they are; but keys do not
  // stop at it.
  const cells = view.cells.map((mark, cell) => {
    const free = mark === null && mine;
    return element("button", {
      type: "button",
      className: `${(mark ?? "").toLowerCase()}${view.line.includes(cell) ? " won" : ""}`,
      "data-key": `cell-${cell}`,
      "aria-label": `${PLACES[cell]}: ${mark ?? "free"}`,
      "aria-disabled": String(!free),
      tabIndex: free ? 0 : -1,
      onclick: () => free && act({ action_type: "play_move", cell }),
    }, mark === "X" ? "✕" : mark === "O" ? "◯" : "");
  });
  return [element("div", { className: "grid", role: "group", "aria-label": "Board" }, ...cells)];
}

export const actions = () => [];
