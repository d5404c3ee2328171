// The page: a lobby, and a table with one game. The server says how the game stands; the page shows it.

import { Connection } from "/connection.js";
import * as crazyEights from "/crazy-eights.js";
import { byId, element, fill } from "/dom.js";
import { aboutSeats, clearLogs, quietly, showFired, showNews } from "/log.js";
import * as recall from "/recall.js";
import * as ticTacToe from "/tic-tac-toe.js";
import { whyButton } from "/why.js";
import { Speaker, capital } from "/words.js";

const GAMES = { tic_tac_toe: ticTacToe, crazy_eights: crazyEights, recall };

// The game at the table: its name, and what the server said last.
let game = null;
let state = null;
let heardAt = 0;
// The decision of a computer player whose move is told next.
let decision = null;
// The secret of a link that was opened: kept once the server has accepted it.
let linked = null;
// When something was last refused.
let refusedAt = 0;

// What makes this tab a player survives a reload, and belongs to this tab alone: another tab may be another player.
// When the tab is closed, the browser still knows the seat, and offers it.
const seats = {
  get: (id) => JSON.parse(sessionStorage.getItem(`seat-${id}`)),
  left: (id) => JSON.parse(localStorage.getItem(`seat-${id}`)),
  set: (id, seat) => {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(`seat-${id}`, JSON.stringify(seat));
  },
  // What the server does not accept is no seat, wherever it is kept.
  forget: (id, { session_id: secret }) => {
    for (const storage of [sessionStorage, localStorage]) {
      const kept = JSON.parse(storage.getItem(`seat-${id}`));
      if (kept?.session_id === secret) storage.removeItem(`seat-${id}`);
    }
  },
};

const connection = new Connection(heard, (connected) => {
  byId("connection").textContent = connected ? "Connected" : "No connection; trying again …";
  if (connected && game) follow();
});

function heard(event, data) {
  if (event === "problem") {
    problem([data]);
  } else if (data.game_id === game && event === "game_state") {
    state = data;
    heardAt = performance.now();
    decision = null;
    if (data.view.phase === "finished" || heardAt - refusedAt > 5000) problem([]);
    showFired(data.fired);
    show();
  } else if (data.game_id === game && event === "past") {
    showPast(data.happened);
  } else if (data.game_id === game && event === "notification") {
    tellNews(data);
  } else if (data.game_id === game && event === "decision") {
    decision = data.decision;
  } else if (data.game_id === game && event === "game_set_aside") {
    setTimeout(() => data.game_id === game && follow(), 2000);
  }
}

// What happened goes without saying where there is no sentence. The first one after a decision can be asked about.
function tellNews(notification) {
  const speaker = new Speaker(state?.view);
  const sentence = aboutSeats(notification, speaker) ?? GAMES[state?.view.game]?.news(notification, speaker);
  if (!sentence) return;
  const number = decision;
  decision = null;
  const why = async () => (await ask("recall_why", { ...credentials(), decision: number })).why;
  showNews(sentence, number === null ? null : (about) => whyButton(why, () => new Speaker(state?.view), about));
}

// What happened before: the server tells all of it anew, whatever this tab has told already.
function showPast(happened) {
  quietly(() => {
    for (const { decision: number, notifications, fired } of happened) {
      decision = number ?? null;
      notifications.forEach(tellNews);
      if (fired) showFired(fired);
    }
  });
  decision = null;
}

async function ask(event, data) {
  const answer = await connection.ask(event, data);
  problem(answer.success ? [] : answer.errors);
  // What a refusal was about, only who tried is told.
  if (!answer.success && answer.fired) showFired(answer.fired);
  return answer;
}

const problem = (errors) => {
  if (errors.length > 0) refusedAt = performance.now();
  byId("problem").textContent = errors.map(({ message }) => message).join(" ");
};

const act = (action) => ask("recall_player_action", { ...action, ...credentials() });

const credentials = () => ({ game_id: game, session_id: seats.get(game)?.session_id });

// ---- The lobby ----

const create = byId("create");

function chooseGame() {
  const kind = create.elements.game.value;
  for (const label of create.querySelectorAll("[data-for]")) label.hidden = !label.dataset.for.split(" ").includes(kind);
  fill(create.elements.computers, ...GAMES[kind].computers.map((count) => element("option", { value: count }, count)));
}

create.addEventListener("change", (event) => {
  if (event.target.name === "game") chooseGame();
});

create.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { game: kind, name, computers, ...rest } = Object.fromEntries(new FormData(create));
  make(kind, name, GAMES[kind].options(rest), Number(computers));
});

// Makes a game and goes there. With somebody to play against, there is nothing to wait for.
async function make(kind, name, options, computers) {
  const answer = await ask("recall_create_game", { game: kind, name, options, computers });
  if (!answer.success) return lobbyProblem(answer);
  seats.set(answer.game_id, { session_id: answer.session_id });
  sessionStorage.setItem(`options-${answer.game_id}`, JSON.stringify(options));
  enter(answer.game_id);
  if (computers > 0) ask("recall_start_game", credentials());
}

byId("visit").addEventListener("submit", (event) => {
  event.preventDefault();
  // The sixteen characters, or the whole address of the game or of a seat.
  enter(new FormData(event.target).get("game_id").trim().split("#").at(-1));
});

function lobbyProblem(answer) {
  byId("connection").textContent = answer.errors.map(({ message }) => message).join(" ");
}

// ---- The table ----

// An address names a game, and with a secret the seat of a player.
function enter(address) {
  const [id, secret] = address.split("/");
  linked = secret ?? null;
  if (secret) {
    // The secret is for who opens the link, not for who looks at the address or is sent it.
    history.replaceState(null, "", `#${id}`);
    if (id === game) return follow();
  }
  if (id === game) return;
  if (game) connection.ask("recall_unsubscribe", { game_id: game });
  game = id;
  state = null;
  clearLogs();
  problem([]);
  byId("about").textContent = "";
  // Who opens the page is at its beginning; who comes from the lobby goes to the board.
  const comes = document.activeElement !== document.body;
  if (location.hash !== `#${id}`) location.hash = id;
  byId("lobby").hidden = Boolean(id);
  byId("table").hidden = !id;
  byId("skip").hidden = !id;
  if (!id) return;
  byId("game-title").textContent = "Game";
  byId("status").textContent = "One moment …";
  fill(byId("players"));
  fill(byId("board"));
  fill(byId("actions"));
  if (comes) byId("board").focus();
  follow();
}

// Asks to be told of the game, as a player if there is a seat: by the link that was opened, or in this tab.
async function follow() {
  const id = game;
  let refused = [];
  for (const secret of [linked, seats.get(id)?.session_id]) {
    if (!secret) continue;
    const seat = { session_id: secret };
    const answer = await ask("recall_rejoin_game", { game_id: id, ...seat });
    if (game !== id) return;
    if (answer.success) {
      linked = null;
      seats.set(id, seat);
      show();
      problem(refused);
      return;
    }
    if (!NO_SEAT.includes(answer.errors[0]?.code)) return cannotBeShown();
    seats.forget(id, seat);
    if (secret === linked) refused = [{ message: "The link that you opened leads to no seat of this game." }];
    linked = null;
  }
  const answer = await ask("recall_subscribe", { game_id: id });
  if (game !== id) return;
  if (!answer.success) return cannotBeShown();
  problem(refused);
}

// What the server says of a secret that is nobody's, or none at all.
const NO_SEAT = ["unknown_session", "bad_data"];

const cannotBeShown = () => {
  byId("status").textContent = "This game cannot be shown.";
};

// Not by the address, which says which game this is.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("board").focus();
});
byId("leave").addEventListener("click", () => enter(""));
addEventListener("hashchange", () => enter(location.hash.slice(1)));

function show() {
  if (!state) return;
  const { view } = state;
  const rules = GAMES[view.game];
  byId("game-title").textContent = rules.title;
  if (byId("how").dataset.game !== view.game) {
    byId("how").dataset.game = view.game;
    fill(byId("how-text"), ...rules.rules.map((paragraph) => element("p", {}, paragraph)));
  }
  document.title = `${rules.title} · Games of rules`;
  const turn = view.turn?.player_id ?? view.turn;
  fill(byId("players"), ...view.players.map((player) => {
    const away = player.present === false || player.away === true;
    const won = view.phase === "finished" && rules.won(player, view);
    const kind = [player.player_id === turn ? "turn" : "", away ? "away" : "", won ? "won" : ""].join(" ");
    const more = [rules.aside(player), away ? "away" : ""].filter(Boolean).join(", ");
    const mine = player.player_id === view.you;
    const called = mine ? `${player.name} (you)` : player.name;
    return element("li", { className: kind }, called, more ? element("small", {}, ` · ${more}`) : null,
      won ? element("b", {}, " · ★ winner") : null);
  }));
  if (view.phase === "waiting") return showWaiting(view);
  const speaker = new Speaker(view);
  fill(byId("status"), capital(rules.status(view, speaker)), ring(rules.left?.(view) ?? null));
  fill(byId("board"), ...rules.board(view, act, speaker, show).filter(Boolean));
  fill(byId("actions"), ...rules.actions(view, act), again(view), comeBack(view));
  showSeat(view);
}

// ---- What else there is to see ----

// A ring that runs out when a window closes.
function ring(left) {
  if (left === null) return null;
  const made = element("span", { className: "ring", role: "timer", "aria-live": "off", "aria-label": "time left" });
  made.dataset.until = heardAt + left;
  tick(made);
  return made;
}

function tick(one) {
  const left = Math.max(0, one.dataset.until - performance.now());
  const seconds = String(Math.ceil(left / 1000));
  if (one.textContent !== seconds) one.textContent = seconds;
  one.style.setProperty("--left", `${left / 50}%`);
}

// What stands at the lower edge of a small screen, so that nothing that takes the focus is below it.
new ResizeObserver(() => {
  const bar = byId("actions").offsetHeight;
  const hand = document.querySelector(".at-hand")?.offsetHeight ?? 0;
  document.documentElement.style.setProperty("--bar", `${bar}px`);
  document.documentElement.style.setProperty("--hand", `${hand}px`);
}).observe(byId("table"));

setInterval(() => document.querySelectorAll(".ring").forEach(tick), 100);

// Another game like the one that is over.
function again(view) {
  if (view.phase !== "finished" || !view.you) return null;
  const kind = view.game;
  const mine = view.players.find((player) => player.player_id === view.you);
  const computers = view.players.filter((player) => player.computer).length;
  const options = JSON.parse(sessionStorage.getItem(`options-${game}`)) ?? {};
  return button("again", "Play again", () => make(kind, mine.name, options, computers));
}

// What a card is, for who points at it or touches it.
function tell({ clientX, clientY }) {
  const under = document.elementsFromPoint(clientX, clientY);
  const card = under.find((one) => one.dataset?.about);
  if (card) byId("about").textContent = capital(card.dataset.about);
}

byId("board").addEventListener("pointerover", tell);
byId("board").addEventListener("pointerdown", tell);
byId("board").addEventListener("focusin", ({ target }) => {
  if (target.dataset.about) byId("about").textContent = capital(target.dataset.about);
});

const button = (key, text, press) =>
  element("button", { type: "button", "data-key": key, onclick: press }, text);

// For who watches, and had a seat in a tab that is closed.
function comeBack(view) {
  const seat = seats.left(game);
  if (view.you || !seat) return null;
  return button("come-back", "Come back to your seat", () => {
    seats.set(game, seat);
    follow();
  });
}

// The link by which the seat can be taken up elsewhere.
function showSeat(view) {
  const place = byId("seat");
  place.hidden = !view.you;
  const link = `${location.origin}${location.pathname}#${game}/${seats.get(game)?.session_id}`;
  if (view.you && byId("seat-link").value !== link) byId("seat-link").value = link;
}

function showWaiting(view) {
  byId("status").textContent = `Waiting for players: ${view.players.length} so far.`;
  showSeat(view);
  const link = element("input", { readOnly: true, value: location.href, "aria-label": "Address of this game", "data-key": "address" });
  fill(byId("board"), element("p", {}, "Whoever opens this address can take a seat or watch:"), link);
  if (view.you) {
    const start = button("start", "Begin", () => ask("recall_start_game", credentials()));
    start.className = "main";
    fill(byId("actions"), start,
      button("computer", "Add a computer player", () => ask("recall_add_computer", credentials())));
    return;
  }
  // A name that is being typed stays, whoever else sits down.
  if (byId("actions").querySelector("[name=seat-name]")) return;
  const name = element("input", { name: "seat-name", maxLength: 24, value: "Guest", "aria-label": "Your name" });
  const sit = button("sit", "Take a seat", async () => {
    const id = game;
    const answer = await ask("recall_join_game", { game_id: id, name: name.value });
    if (answer.success) {
      seats.set(id, { session_id: answer.session_id });
      show();
    }
  });
  fill(byId("actions"), name, sit, comeBack(view));
}

chooseGame();
enter(location.hash.slice(1));
