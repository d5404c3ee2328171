// Noughts and crosses.

import { element } from "/dom.js";

const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];

export const title = "Noughts and crosses";
export const computers = [1, 0];
export const options = ({ level, first_seat, pace }) => ({ level, first_seat: Number(first_seat), pace: Number(pace) });

export const aside = (player) => player.mark;

export function status(view, names) {
  if (view.phase === "finished") {
    if (view.winner_seat === null) return "A draw.";
    const winner = view.players[view.winner_seat].player_id;
    return winner === view.you ? "You win." : `${names(winner)} wins.`;
  }
  return view.turn === view.you ? "It is your turn." : `${names(view.turn)} is to move.`;
}

export function board(view, act) {
  const mine = view.turn === view.you && view.phase === "playing";
  const cells = view.cells.map((mark, cell) =>
    element("button", {
      type: "button",
      className: `${(mark ?? "").toLowerCase()}${view.line.includes(cell) ? " won" : ""}`,
      "data-key": `cell-${cell}`,
      "aria-label": `${PLACES[cell]}: ${mark ?? "free"}`,
      disabled: mark !== null || !mine,
      onclick: () => act({ action_type: "play_move", cell }),
    }, mark === "X" ? "✕" : mark === "O" ? "◯" : ""));
  return [element("div", { className: "grid", role: "group", "aria-label": "Board" }, ...cells)];
}

export const actions = () => [];
