// The way to the server: questions with answers, events in between, and a new connection when one is lost.

export class Connection {
  #socket;
  #waiting = new Map();
  #next = 1;
  #pause = 500;

  // `heard` gets each event's name and data, `changed` whether there is a connection.
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.#open();
  }

  // Sends an event; the promise gives the answer, or an object with `errors` if there is none.
  ask(event, data) {
    const request = this.#next++;
    return new Promise((resolve) => {
      if (this.#socket.readyState !== WebSocket.OPEN) {
        resolve(refusal("There is no connection just now."));
        return;
      }
      this.#waiting.set(request, resolve);
      this.#socket.send(JSON.stringify({ event, data, request }));
    });
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket.onopen = () => {
      this.#pause = 500;
      this.changed(true);
    };
    this.#socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    this.#socket.onclose = () => {
      this.changed(false);
      for (const resolve of this.#waiting.values()) resolve(refusal("The connection was lost."));
      this.#waiting.clear();
      setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, 8000);
    };
  }

  #take(message) {
    const failed = message.event === "error";
    if (message.event && !failed) {
      this.heard(message.event, message.data);
      return;
    }
    const request = failed ? message.data.request : message.request;
    const answer = failed ? { success: false, errors: [message.data] } : message;
    const resolve = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (resolve) resolve(answer);
    else this.heard("problem", message.data);
  }
}

function refusal(message) {
  return { success: false, errors: [{ code: "offline", message }] };
}
