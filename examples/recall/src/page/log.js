// Which rules fired, the latest first, and what happened.

import { byId, element } from "/dom.js";

const SHOWN = 60;

export function showFired(fired) {
  const list = byId("fired");
  for (const old of list.querySelectorAll(".fresh")) old.classList.remove("fresh");
  // A rule that fires many times over in one go is shown once, with how often.
  const rules = new Map();
  for (const { rule, why } of fired) {
    const known = rules.get(rule);
    if (known) known.times += 1;
    else rules.set(rule, { why, times: 1 });
  }
  const items = [...rules].map(([rule, { why, times }]) => {
    const [about, facts] = why.split(" — ");
    return element("li", { className: "fresh" },
      element("code", {}, rule, times > 1 ? ` ×${times}` : ""),
      element("p", {}, about, facts ? element("br") : null, facts ? element("span", {}, facts) : null));
  });
  list.prepend(...items.reverse());
  while (list.children.length > SHOWN) list.lastChild.remove();
}

export function clearLogs() {
  byId("fired").replaceChildren();
  byId("messages").replaceChildren();
}

// A line about something that happened; `names` says what players are called.
export function showNews({ event, data }, names) {
  const list = byId("messages");
  const who = data?.player_id ? `${names(data.player_id)}: ` : "";
  const rest = Object.entries(data ?? {})
    .filter(([key, value]) => key !== "player_id" && value !== null)
    .map(([key, value]) => `${key.replaceAll("_", " ")} ${told(value, names)}`);
  const text = `${who}${event.replaceAll("_", " ")}${rest.length ? ` (${rest.join(", ")})` : ""}`;
  list.prepend(element("li", {}, text));
  while (list.children.length > SHOWN) list.lastChild.remove();
}

function told(value, names) {
  if (Array.isArray(value)) return value.map((one) => told(one, names)).join("; ");
  if (typeof value !== "object") return names(value);
  if (value.rank && value.suit) return `${value.rank} of ${value.suit}`;
  return Object.values(value).map((one) => told(one, names)).join(" ");
}
