// Taps on their way to the server: kept on the phone until it has answered, sent in order.
// A tap is never sent twice with effect (its key sees to that), and never past a conflict.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;

/** Keys need no secrecy; randomUUID is there on https only, and a club's own server may have none. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export class Queue {
  /**
   * @param {string} name of the table, under which the phone keeps it
   * @param {{changed: Function, sent: Function}} hooks told of every change, and of every answer
   */
  constructor(name, hooks) {
    this.name = `jancho-live-${name}`;
    this.hooks = hooks;
    this.isSending = false;
    this.wait = FIRST_WAIT;
    const kept = JSON.parse(localStorage.getItem(this.name) ?? "{}");
    this.items = kept.items ?? [];
    this.head = kept.head ?? null; // the revision that our last tap made
    this.start = null; // from here to the head there is nothing but our own taps
    this.stopped = kept.stopped ?? null; // why nothing is sent: {title, said, revision?}
  }

  keep() {
    const { items, head, stopped } = this;
    if (items.length) localStorage.setItem(this.name, JSON.stringify({ items, head, stopped }));
    else localStorage.removeItem(this.name);
    this.hooks.changed(this);
  }

  /** A tap: where it goes, its form, what it says, and the revision that it was made for. */
  add(url, body, say, seen) {
    // what follows a waiting tap of ours is made for whatever that one makes
    const made = this.items.length ? null : this.upTo(seen);
    this.items.push({ url, body: body.toString(), say, seen: made });
    this.keep();
    this.send();
  }

  /** What was seen, and our own taps after it, which the page may not have shown yet. */
  upTo(seen) {
    return this.start !== null && this.start <= seen && seen < this.head ? this.head : seen;
  }

  /** Send the first one although the table has changed: somebody has looked at both. */
  again() {
    const first = this.items[0];
    if (first && this.stopped?.revision) first.seen = this.stopped.revision;
    this.stopped = null;
    this.keep();
    this.send();
  }

  drop(all) {
    const from = this.stopped?.revision ?? this.items[0]?.seen;
    this.items = all ? [] : this.items.slice(1);
    if (this.items.length && this.items[0].seen === null) this.items[0].seen = from;
    this.stopped = null;
    this.keep();
    this.send();
  }

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.items.length && !this.stopped) {
      const answer = await this.ask(this.items[0]);
      if (!answer) break;
      this.take(answer);
    }
    this.isSending = false;
  }

  async ask(item) {
    const body = new URLSearchParams(item.body);
    body.set("accept", item.seen ?? this.head);
    let answer;
    try {
      answer = await fetch(item.url, { method: "POST", body, headers: { "X-Live": "1" } });
    } catch {
      this.later();
      return null;
    }
    if (answer.status >= 500 || answer.status === 429) {
      this.later();
      return null;
    }
    this.wait = FIRST_WAIT;
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    return { status: answer.status, body: isJson ? await answer.json() : null };
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.hooks.changed(this);
  }

  take({ status, body }) {
    if (status === 200 && body) {
      const base = this.items[0].seen ?? this.head;
      if (this.start === null || base !== this.head) this.start = base;
      this.head = body.revision;
      this.items.shift();
      this.hooks.sent(body);
    } else if (status === 409 && body) {
      this.stopped = {
        title: body.message,
        said: body.theirs.map(({ who, what }) => `${who}: ${what}`),
        revision: body.revision,
      };
    } else {
      this.stopped = { title: body?.messages?.[0] ?? "", said: body?.messages?.slice(1) ?? [] };
    }
    this.keep();
  }
}
