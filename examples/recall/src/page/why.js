// "Why?" at the moves of computer players: a button beside what happened, and what it opens.

import { named } from "/cards.js";
import { element } from "/dom.js";
import { capital } from "/words.js";

const SIDES = { points: "Points", power: "Power", progress: "Progress", risk: "Safety" };

let made = 0;

// A button that opens the reasons for a move, asked for anew each time: when the game is over, more may be told.
// `ask` gives them, or nothing; `speaker` who speaks of the players.
export function whyButton(ask, speaker, about) {
  const id = `why-${(made += 1)}`;
  const panel = element("div", { id, className: "why", role: "region", "aria-label": "Why", hidden: true });
  const button = element("button", {
    type: "button", className: "ask-why", "aria-expanded": "false", "aria-controls": id, "aria-describedby": about,
    onclick: async () => {
      const opens = panel.hidden;
      if (opens) {
        const why = await ask();
        if (!why) return;
        panel.replaceChildren(...reasons(why, speaker()));
      }
      panel.hidden = !opens;
      button.setAttribute("aria-expanded", String(opens));
    },
  }, "why?");
  return [button, panel];
}

function reasons(why, speaker) {
  const rules = why.rules.map(({ rule, why: about }) => {
    const decides = rule === why.rule;
    const perhaps = !why.rule && why.possible.includes(rule);
    return element("li", decides ? { className: "decides", "aria-current": "true" } : {},
      element("code", {}, rule), ` ${about.replace(/^\d+\. /, "")}`,
      decides ? element("b", {}, " This one decided.") : null, perhaps ? element("b", {}, " Perhaps this one.") : null);
  });
  const verdict = why.rule
    ? "These rules are asked in their order, and the first that has a verdict decides:"
    : "These rules are asked in their order, and one of two decided. Which one would give away a card that you cannot see, and is told when the game is over:";
  return [
    element("p", {}, verdict),
    element("ol", { className: "verdicts" }, ...rules),
    ...weighing(why, speaker),
    why.complete ? null : element("p", { className: "hint" }, "What rests on cards that you cannot see is left out until the game is over."),
  ].filter(Boolean);
}

// What could have been done, each looked at from four sides, and the rules that gave the numbers.
function weighing(why, speaker) {
  const rows = new Map();
  for (const candidate of why.candidates) {
    const text = spoken(candidate.action, why.power, speaker);
    // A storm has a candidate for each card of the hand that it shuffles.
    if (!rows.has(text) || candidate.chosen) rows.set(text, candidate);
  }
  // What was not done says nothing without what was.
  if (![...rows.values()].some(({ chosen }) => chosen)) return [];
  // Where nothing is weighed, or nothing of it told, there are no numbers to show.
  if (![...rows.values()].some(({ sides }) => sides.length > 0)) return [];
  const best = ([, one]) => (one.chosen ? 2 : one.total ?? -1);
  const sorted = [...rows].sort((one, other) => best(other) - best(one));
  const number = (value) => (value === undefined || value === null ? "–" : value.toFixed(2));
  const head = why.weights.map(({ side, weight }) =>
    element("th", { scope: "col", role: "columnheader" }, SIDES[side] ?? side, element("small", {}, ` × ${weight}`)));
  const body = sorted.map(([text, { chosen, total, sides }]) => {
    const cells = why.weights.map(({ side }) => element("td", { role: "cell" }, number(sides.find((one) => one.side === side)?.value)));
    return element("tr", { role: "row", className: chosen ? "chosen" : "" },
      element("th", { scope: "row", role: "rowheader" }, text, chosen ? element("b", {}, " (done)") : null),
      ...cells, element("td", { role: "cell" }, number(total)));
  });
  const given = new Map(why.candidates.flatMap(({ sides }) => sides.map(({ rule, why: about }) => [rule, about])));
  const from = [...given].map(([rule, about]) => element("li", {}, element("code", {}, rule), ` ${about}`));
  const heads = [element("th", { scope: "col", role: "columnheader" }, "Possibility"), ...head,
    element("th", { scope: "col", role: "columnheader" }, "Total")];
  // The roles stay where a narrow screen shows the cells below their row's name.
  const table = element("table", { role: "table" },
    element("caption", {}, "What could be done: from 0 to 1 for each side, which counts by its weight"),
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)),
    element("tbody", { role: "rowgroup" }, ...body));
  const numbers = given.size === 0 ? null
    : element("details", {}, element("summary", {}, "The rules behind these numbers"), element("ul", {}, ...from));
  return [table, numbers];
}

// An action as words, done by whoever is meant.
function spoken({ action_type: kind, card_id, slot, own_slot, target_player, target_slot }, power, speaker) {
  const [rank, suit] = card_id?.split("_") ?? [];
  const own = `own card ${own_slot + 1}`;
  const target = target_player === undefined ? "" : `${speaker.whose(target_player)} card ${target_slot + 1}`;
  const using = {
    peek: `look at ${own}`, skip: "let the next player sit out", swap: `swap ${own} for ${target}`,
    look: `look at ${target}`, steal: `steal ${target} for ${own}`,
    storm: target_player === undefined ? "" : `shuffle ${speaker.whose(target_player)} cards`,
  };
  const words = {
    draw: "draw a card", call_recall: "call Recall", play_card: `play the ${card_id ? named({ rank, suit }) : "card"}`,
    replace: `put the drawn card in place ${slot + 1}`, decline_power: "do without the power",
    play_out_of_turn: `lay card ${slot + 1} out of turn`, use_power: using[power],
  };
  return capital(words[kind] ?? kind);
}
