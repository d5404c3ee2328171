// The history: what happened, change by change, and the state after any of them.
"use strict";

// What the numbers at the head of events mean; recording and page agree on them.
const [INSERTED, UPDATED, RETRACTED, EXPIRED, CREATED, CANCELLED, FIRED, FAILED, GAVE_UP, UNDONE, WENT_BACK,
  EXPLAINED] = Array(12).keys();

class State {
  constructor() {
    this.facts = new Map();
    this.agenda = new Map();
    this.explanations = new Map();
  }

  copy() {
    const state = new State();
    state.facts = new Map(this.facts);
    state.agenda = new Map(this.agenda);
    state.explanations = new Map(this.explanations);
    return state;
  }

  get size() {
    return this.facts.size + this.agenda.size;
  }

  apply(event) {
    switch (event.what) {
      case INSERTED:
      case UPDATED:
        this.facts.set(event.fact, { kind: event.kind, text: event.text });
        break;
      case RETRACTED:
      case EXPIRED:
        this.facts.delete(event.fact);
        break;
      case CREATED:
        this.#count(event, 1);
        break;
      case CANCELLED:
      case FIRED:
        this.#count(event, -1);
        break;
      case EXPLAINED:
        this.explanations.set(event.rule, event.text);
        break;
    }
  }

  // Matches over the same facts, by different elements of a `for`, look alike.
  #count(event, by) {
    const known = this.agenda.get(event.key);
    const count = (known ? known.count : 0) + by;
    if (count > 0) {
      this.agenda.set(event.key, { rule: event.rule, facts: event.facts, count });
    } else {
      this.agenda.delete(event.key);
    }
  }
}

function activationKey(rule, facts) {
  return rule + ":" + facts.join(",");
}

class Run {
  constructor(data) {
    this.data = data;
    // The number of the first change that is kept.
    this.first = data.first;
    const base = new State();
    for (const [fact, kind, text] of data.base.facts) {
      base.facts.set(fact, { kind, text });
    }
    for (const [rule, facts, count] of data.base.agenda) {
      base.agenda.set(activationKey(rule, facts), { rule, facts, count });
    }
    for (const [rule, text] of data.base.explanations) {
      base.explanations.set(rule, text);
    }
    // Where nothing happens when a session begins, that is no change to look at: they count from 1.
    const [begin] = data.changes;
    if (this.first === 0 && begin?.every(([what]) => what === EXPLAINED)) {
      for (const event of begin) base.apply(this.#read(event, base));
      data.changes.shift();
      this.first = 1;
    }
    const state = base.copy();
    // States at some changes, from which the others are put together.
    this.keyframes = [{ at: 0, state: base }];
    this.changes = [];
    let since = 0;
    for (const events of data.changes) {
      const change = events.map((event) => {
        const read = this.#read(event, state);
        state.apply(read);
        return read;
      });
      this.changes.push(change);
      since += change.length;
      if (since > Math.max(2000, 2 * state.size)) {
        this.keyframes.push({ at: this.changes.length, state: state.copy() });
        since = 0;
      }
    }
    // As scripts before this one wrote it, it is large.
    data.changes = null;
    this.cursor = { at: 0, state: base.copy() };
  }

  get length() {
    return this.changes.length;
  }

  #read([what, ...rest], state) {
    switch (what) {
      case INSERTED:
        return { what, fact: rest[0], kind: rest[1], text: rest[2] };
      case UPDATED: {
        const { kind, text } = state.facts.get(rest[0]);
        return { what, fact: rest[0], kind, before: text, text: patched(text, rest[1], rest[2], rest[3]) };
      }
      case RETRACTED:
      case EXPIRED: {
        const { kind, text } = state.facts.get(rest[0]);
        return { what, fact: rest[0], kind, text };
      }
      case EXPLAINED: {
        const before = state.explanations.get(rest[0]) ?? "";
        return { what, rule: rest[0], text: patched(before, rest[1], rest[2], rest[3]) };
      }
      case WENT_BACK:
        return { what };
      default:
        return { what, rule: rest[0], facts: rest[1], key: activationKey(rest[0], rest[1]) };
    }
  }

  // The state after so many changes.
  stateAt(at) {
    if (at < this.cursor.at || at - this.cursor.at > 500) {
      let keyframe = this.keyframes[0];
      for (const candidate of this.keyframes) {
        if (candidate.at > at) break;
        keyframe = candidate;
      }
      if (at < this.cursor.at || keyframe.at > this.cursor.at) {
        this.cursor = { at: keyframe.at, state: keyframe.state.copy() };
      }
    }
    while (this.cursor.at < at) {
      for (const event of this.changes[this.cursor.at]) this.cursor.state.apply(event);
      this.cursor.at += 1;
    }
    return this.cursor.state;
  }

  // What made the change: a firing, or nothing where it came from outside.
  cause(at) {
    const first = (...what) => this.changes[at - 1]?.find((event) => what.includes(event.what));
    // Before the alternative that fired stand those that gave up.
    return first(FIRED, UNDONE) ?? first(FAILED, GAVE_UP, WENT_BACK);
  }

  // The next change after `at`, or with a step of -1 before it, for which a test holds; 0 where there is none.
  find(at, step, test) {
    for (let next = at + step; next >= 1 && next <= this.length; next += step) {
      if (this.changes[next - 1].some(test)) return next;
    }
    return 0;
  }
}

// A text with what stands between its beginning and its end replaced.
function patched(text, before, after, middle) {
  return text.slice(0, before) + middle + text.slice(text.length - after);
}
