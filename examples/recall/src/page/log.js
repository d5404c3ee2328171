// Which rules fired, the latest first, and what happened.

import { byId, element } from "/dom.js";
import { capital } from "/words.js";

const SHOWN = 60;

// What the stages of a firing are called; plumbing is shown to who asks for it.
const STAGES = {
  request: "What was asked", action: "What was done", power: "Powers of cards", effect: "What it did to the table",
  phase: "How the game goes on", table: "The table", plumbing: "Plumbing",
};

export function showFired(fired) {
  const list = byId("fired");
  for (const old of list.querySelectorAll(".fresh")) old.classList.remove("fresh");
  // A rule that fires many times over in one go is shown once, with how often.
  const rules = new Map();
  for (const { rule, why, stage } of fired) {
    const known = rules.get(rule);
    if (known) known.times += 1;
    else rules.set(rule, { why, stage, times: 1 });
  }
  const stages = Map.groupBy([...rules], ([, { stage }]) => stage ?? "");
  const groups = [...stages].map(([stage, members]) => {
    const items = members.map(([rule, { why, times }]) => {
      return element("li", {}, element("code", {}, rule, times > 1 ? ` ×${times}` : ""), element("p", {}, why));
    });
    const title = STAGES[stage] ? element("h3", {}, STAGES[stage]) : null;
    return element("li", { className: `fresh stage ${stage}` }, title, element("ul", {}, ...items));
  });
  list.prepend(...groups);
  while (list.children.length > SHOWN) list.lastChild.remove();
}

export function clearLogs() {
  byId("fired").replaceChildren();
  byId("messages").replaceChildren();
}

// Puts other sentences and rules in the place of all that there are; nobody is read all of them.
export function quietly(tell) {
  const list = byId("messages");
  list.setAttribute("aria-live", "off");
  clearLogs();
  tell();
  for (const told of list.querySelectorAll(".fresh")) told.classList.remove("fresh");
  setTimeout(() => list.setAttribute("aria-live", "polite"));
}

let sentences = 0;

// A sentence about something that happened; `more`, given the id of the sentence, makes what stands beside it.
export function showNews(sentence, more) {
  const list = byId("messages");
  for (const old of list.querySelectorAll(".fresh")) old.classList.remove("fresh");
  const id = `news-${(sentences += 1)}`;
  list.prepend(element("li", { className: "fresh" }, element("span", { id }, `${capital(sentence)}.`), ...(more?.(id) ?? [])));
  while (list.children.length > SHOWN) list.lastChild.remove();
}

// What happens at every table.
export function aboutSeats({ event, data }, speaker) {
  const id = data?.player_id;
  switch (event) {
    case "player_joined": return id === speaker.you ? "you take a seat" : `${data.name} takes a seat`;
    case "player_left": return `${speaker.says(id, "are", "is")} away: rules play in ${id === speaker.you ? "your" : "that"} place`;
    case "player_rejoined": return `${speaker.says(id, "are", "is")} back`;
    case "game_started": return "the game begins";
    default: return undefined;
  }
}
