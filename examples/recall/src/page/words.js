// Sentences about players and cards, for who reads them.

export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

// "a 7", "an 8", "an A".
export const a = (rank) => `${/^[8ae]/i.test(rank) ? "an" : "a"} ${rank}`;

// "queens", "sixes".
export const plural = (rank) => ({ six: "sixes", thief: "thieves" })[rank] ?? `${rank}s`;

// "Ann", "Ann and Bob", "Ann, Bob and Cid".
export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Says things of the players whom a view shows: "you draw", "Ann draws"; "your", "Ann's".
export class Speaker {
  constructor(view) {
    this.you = view?.you ?? null;
    this.players = view?.players ?? [];
  }

  name(id) {
    if (id === this.you && id !== null) return "you";
    return this.players.find((player) => player.player_id === id)?.name ?? String(id);
  }

  at(seat) {
    return this.players[seat]?.player_id;
  }

  says(id, you, other) {
    return `${this.name(id)} ${id === this.you ? you : other}`;
  }

  whose(id) {
    return id === this.you ? "your" : `${this.name(id)}'s`;
  }
}
