// The page: where it stands in the history, what is chosen, and what the panels show of it.
const data = JSON.parse(document.getElementById("data").textContent);
const run = new Run(data);
const $ = (id) => document.getElementById(id);
const view = { at: 0, rule: null, fact: null, search: "", byRule: -1, byType: -1, shown: [], playing: 0 };

const WORDS = ["inserted", "updated", "retracted", "expired", "activated", "cancelled", "fired", "failed", "gave up",
  "undone", "went back", "explained"];
const ruleName = (rule) => data.rules[rule].name;
const factName = (fact) => "#" + fact;
const factText = (kind, text) => (text === "…" ? data.types[kind] : text);

function describe(event) {
  switch (event.what) {
    case INSERTED:
    case RETRACTED:
    case EXPIRED:
      return `${WORDS[event.what]} ${factName(event.fact)} ${factText(event.kind, event.text)}`;
    case UPDATED:
      return `updated ${factName(event.fact)} ${factText(event.kind, event.text)}`;
    case EXPLAINED:
      return "";
    case WENT_BACK:
      return "went back";
    default:
      return `${WORDS[event.what]} ${ruleName(event.rule)} ${event.facts.map(factName).join(" ")}`;
  }
}

// A change in one line: its firing, or what came from outside.
function summary(at) {
  const events = run.changes[at - 1];
  const cause = run.cause(at);
  if (cause) return describe(cause);
  const told = events.filter((event) => event.what !== EXPLAINED);
  if (!told.length) return "nothing changed";
  const [first, ...others] = told.filter((event) => event.what <= EXPIRED).concat(
    told.filter((event) => event.what > EXPIRED));
  return describe(first) + (others.length ? ` (and ${others.length} more)` : "");
}

// Whether an event is one that the filters ask for.
function passes(event) {
  if (event.what === EXPLAINED) return false;
  if (view.byRule >= 0 && event.rule !== view.byRule) return false;
  if (view.byType >= 0 && event.kind !== view.byType) return false;
  return !view.search || describe(event).toLowerCase().includes(view.search);
}

const changes = new VirtualList($("changes"), (at, row) => {
  const cause = run.cause(at);
  row.classList.toggle("here", at === view.at);
  row.classList.add(cause ? "by-rule" : "outside");
  if (at === view.at) row.setAttribute("aria-current", "step");
  row.append(element("span", "number", String(run.first + at - 1)), element("span", "text", summary(at)));
  row.title = run.changes[at - 1].map(describe).filter(Boolean).join("\n");
}, (at) => go(at));

const memory = new VirtualList($("memory"), ({ fact, kind, text, how, before }, row) => {
  row.classList.add(how || "same");
  row.classList.toggle("here", fact === view.fact);
  const mark = { inserted: "+", updated: "~", retracted: "−", expired: "−" }[how] || "";
  row.append(element("span", "mark", mark), element("span", "number", factName(fact)),
    element("span", "text", factText(kind, text)));
  row.title = (how ? how + "\n" : "") + (before ? `before: ${before}\n` : "") + factText(kind, text);
}, ({ fact }) => chooseFact(fact));

const agenda = new VirtualList($("agenda"), ({ rule, facts, count, how, next }, row) => {
  row.classList.add(how || "same");
  const mark = { created: "+", cancelled: "−", fired: "▸" }[how] || (next ? "▹" : "");
  const state = { created: "new", cancelled: "cancelled", fired: "has fired" }[how] ?? "";
  row.append(element("span", "mark", mark), element("span", "rule", ruleName(rule)),
    element("span", "text", facts.map(factName).join(" ") + (count > 1 ? ` ×${count}` : "")),
    element("span", "how", [state, next ? "fires next" : ""].filter(Boolean).join(", ")));
  row.title = (how || (next ? "fires next" : "pending"));
}, ({ rule }) => chooseRule(ruleName(rule)));

const network = new NetworkView($("network"), data, chooseRule);

function go(at) {
  view.at = Math.max(0, Math.min(run.length, at));
  draw();
}

function chooseRule(name) {
  view.rule = data.rules.findIndex((rule) => rule.name === name);
  view.fact = null;
  draw();
  showDetail();
}

function chooseFact(fact) {
  view.fact = fact;
  view.rule = null;
  draw();
  showDetail();
}

// What has been asked for is to be seen: where the panel is out of sight, the page goes there, and the focus with it.
function showDetail() {
  const detail = $("detail");
  detail.scrollTop = 0;
  const { top, bottom } = detail.parentElement.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  detail.parentElement.scrollIntoView({ block: "nearest" });
  detail.focus({ preventScroll: true });
}

function filter() {
  view.shown = [];
  const all = !view.search && view.byRule < 0 && view.byType < 0;
  for (let at = 1; at <= run.length; at += 1) {
    if (all || run.changes[at - 1].some(passes)) view.shown.push(at);
  }
  draw();
}

function draw() {
  const state = run.stateAt(view.at);
  const events = view.at ? run.changes[view.at - 1] : [];
  $("slider").value = view.at;
  $("slider").setAttribute("aria-valuetext", view.at ? summary(view.at) : "before the first change");
  $("position").textContent = view.at
    ? `change ${run.first + view.at - 1}: ${summary(view.at)}`
    : "before the first change";
  for (const [id, off] of [["first", !view.at], ["back", !view.at], ["forward", view.at === run.length],
    ["last", view.at === run.length]]) $(id).disabled = off;
  changes.show(view.shown);
  const place = view.shown.indexOf(view.at);
  if (place >= 0) changes.reveal(place);
  $("shown").textContent = `${view.shown.length} of ${run.length}`;
  drawMemory(state, events);
  drawAgenda(state, events);
  const cause = view.at ? run.cause(view.at) : null;
  const types = new Set(events.filter((event) => event.kind !== undefined).map((event) => data.types[event.kind]));
  network.mark(view.rule === null ? null : ruleName(view.rule), cause?.rule === undefined ? null : ruleName(cause.rule), types);
  drawDetail(state);
}

function drawMemory(state, events) {
  const touched = new Map(events.filter((event) => event.what <= EXPIRED).map((event) => [event.fact, event]));
  const wanted = ({ fact, kind, text }) =>
    (view.byType < 0 || kind === view.byType) &&
    (!view.search || `${factName(fact)} ${factText(kind, text)}`.toLowerCase().includes(view.search));
  const items = [];
  for (const [fact, { kind, text }] of state.facts) {
    const event = touched.get(fact);
    const item = { fact, kind, text, how: event && WORDS[event.what], before: event?.before };
    if (wanted(item)) items.push(item);
  }
  for (const event of touched.values()) {
    const isGone = event.what === RETRACTED || event.what === EXPIRED;
    if (isGone && wanted(event)) items.push({ ...event, how: WORDS[event.what] });
  }
  items.sort((a, b) => (b.how ? 1 : 0) - (a.how ? 1 : 0) || a.fact - b.fact);
  $("facts-count").textContent = `${state.facts.size}`;
  memory.show(items);
}

function drawAgenda(state, events) {
  const hows = new Map();
  for (const { what, key } of events) {
    if (what === CREATED || what === CANCELLED || what === FIRED) hows.set(key, WORDS[what]);
  }
  const next = run.changes[view.at]?.find((event) => event.what === FIRED)?.key;
  const wanted = ({ rule }) => view.byRule < 0 || rule === view.byRule;
  const items = [];
  for (const [key, activation] of state.agenda) {
    const how = hows.get(key) === "activated" ? "created" : undefined;
    items.push({ ...activation, how, next: key === next });
  }
  for (const event of events) {
    if (event.what === CANCELLED || event.what === FIRED) {
      items.push({ ...event, count: 1, how: WORDS[event.what] });
    }
  }
  const rank = ({ how, next: first }) => (how === "fired" ? 0 : first ? 1 : how ? 2 : 3);
  items.sort((a, b) => rank(a) - rank(b));
  const pending = [...state.agenda.values()].reduce((sum, { count }) => sum + count, 0);
  $("agenda-count").textContent = pending ? `${pending} pending` : "nothing is pending";
  agenda.show(items.filter(wanted));
}

function drawDetail(state) {
  const detail = $("detail");
  if (view.rule !== null) {
    detail.replaceChildren(...ruleDetail(state, view.rule));
  } else if (view.fact !== null) {
    detail.replaceChildren(...factDetail(view.fact));
  } else {
    detail.replaceChildren(element("p", "quiet",
      "Choose a rule in the network, or a fact, to see what became of it at this moment."));
  }
}

function jump(text, at) {
  const button = element("button", "", text);
  button.type = "button";
  button.disabled = !at;
  button.addEventListener("click", () => go(at));
  return button;
}

function ruleDetail(state, number) {
  const rule = data.rules[number];
  const fires = (event) => event.what === FIRED && event.rule === number;
  let fired = 0;
  for (let at = 1; at <= view.at; at += 1) fired += run.changes[at - 1].some(fires) ? 1 : 0;
  const head = element("h3", "", rule.name);
  const about = element("p", "quiet", `${rule.position}; ${fired} firings so far`);
  const jumps = element("p", "jumps", jump("‹ firing before", run.find(view.at, -1, fires)),
    jump("next firing ›", run.find(view.at, 1, fires)));
  const explanation = state.explanations.get(number);
  const body = element("pre", "explanation");
  body.tabIndex = 0;
  if (explanation === undefined) {
    body.textContent = rule.conditions.join("\n");
  } else {
    for (const line of explanation.split("\n")) {
      body.append(element("span", line.startsWith(">>>>") ? "line blocked" : "line", line));
    }
  }
  const hint = explanation === undefined
    ? [element("p", "quiet", "A recording made with explanations says here what passes each condition.")]
    : [];
  return [head, ...(rule.docs ? [element("p", "", rule.docs)] : []), about, jumps, body, ...hint];
}

function factDetail(fact) {
  const lines = [];
  let type = "";
  for (let at = 1; at <= run.length && lines.length < 500; at += 1) {
    for (const event of run.changes[at - 1]) {
      if (event.what <= EXPIRED && event.fact === fact) {
        type = data.types[event.kind];
        const cause = run.cause(at);
        const by = cause?.rule === undefined ? "from outside" : "by " + ruleName(cause.rule);
        const line = element("li", at === view.at ? "here" : "",
          jump(`${run.first + at - 1}`, at), ` ${WORDS[event.what]} ${by}: `,
          element("code", "", factText(event.kind, event.text)));
        lines.push(line);
      }
    }
  }
  const head = element("h3", "", `${factName(fact)} ${type}`);
  const list = element("ol", "history", ...lines);
  return [head, lines.length ? list : element("p", "quiet", "It was there before the first change that is kept.")];
}

function play(on) {
  clearInterval(view.playing);
  view.playing = on ? setInterval(() => (view.at < run.length ? go(view.at + 1) : play(false)), 400) : 0;
  $("play").textContent = on ? "Pause" : "Play";
  $("play").setAttribute("aria-pressed", String(on));
}

function begin() {
  document.title = `${data.name}: inspector`;
  $("name").textContent = data.name;
  $("about").textContent = `${data.events} events in ${run.length} changes` +
    (data.dropped ? `; ${data.dropped} before them were dropped` : "");
  $("slider").max = run.length;
  data.rules.forEach((rule, number) => $("by-rule").append(new Option(rule.name, number)));
  data.types.forEach((type, number) => $("by-type").append(new Option(type, number)));
  $("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(view.at - 1));
  $("forward").addEventListener("click", () => go(view.at + 1));
  $("last").addEventListener("click", () => go(run.length));
  $("play").addEventListener("click", () => play(!view.playing));
  $("closer").addEventListener("click", () => network.zoom(network.scale * 1.25));
  $("farther").addEventListener("click", () => network.zoom(network.scale / 1.25));
  $("search").addEventListener("input", (event) => {
    view.search = event.target.value.trim().toLowerCase();
    filter();
  });
  $("by-rule").addEventListener("change", (event) => {
    view.byRule = Number(event.target.value);
    filter();
  });
  $("by-type").addEventListener("change", (event) => {
    view.byType = Number(event.target.value);
    filter();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    const keys = { ArrowLeft: () => go(view.at - 1), ArrowRight: () => go(view.at + 1), Home: () => go(0),
      End: () => go(run.length), "/": () => $("search").focus() };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  view.at = run.length;
  filter();
}

begin();
