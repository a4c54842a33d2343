// The taps of one live table on their way to the server, as its page sees them. What waits is kept and
// sent by outbox.js, in order and never past a conflict; here it is made and asked about.

import { fact, newKey, onKept } from "../kept.js";
import { add, change, drop, flush, onOutcomes, waiting } from "../outbox.js";

export class Queue {
  /**
   * @param {{line: string, club: string, reader: string, who: string}} table whose, and under whom
   * @param {{changed: Function, sent: Function}} hooks told of every change, and of every answer
   */
  constructor(table, hooks) {
    this.table = table;
    this.hooks = hooks;
    this.items = [];
    this.known = null;
    this.adding = 0;
    this.reading = Promise.resolve();
    onKept(() => this.load());
    onOutcomes((outcomes) => {
      const mine = [...outcomes.values()].filter(({ item, taken }) => taken && item.line === table.line);
      if (mine.length) this.load().then(() => hooks.sent(mine.at(-1).taken));
    });
  }

  get stopped() {
    return this.items[0]?.stopped ?? null;
  }

  /** One after the other: what was read first must not be shown last. */
  load() {
    this.reading = this.reading.then(() => this.read(), () => this.read());
    return this.reading;
  }

  async read() {
    const [items, known] = [await waiting(), await fact(this.table.line)];
    if (this.adding) return; // what was just tapped is not written down yet
    this.items = items.filter((item) => item.line === this.table.line);
    this.known = known ?? null;
    this.hooks.changed(this);
  }

  /** A tap: where it goes, its form, what it says, and the revision that it was made for. */
  async add(url, body, say, seen) {
    // what follows a waiting tap of ours is made for whatever that one makes
    const made = this.items.length ? null : this.upTo(seen);
    const page = location.pathname + location.search;
    const item = { ...this.table, id: newKey(), kind: "live", url, page, body: [...body], say, seen: made };
    this.items.push(item); // shown once it is written down: what is shown to wait outlives the page
    this.adding += 1;
    await add(item);
    this.adding -= 1;
    await this.load();
    await this.send();
  }

  /** What was seen, and our own taps after it, which the page may not have shown yet. */
  upTo(seen) {
    const { start = null, head = null } = this.known ?? {};
    return start !== null && start <= seen && seen < head ? head : seen;
  }

  /** Send the first one although the table has changed: somebody has looked at both. */
  async again() {
    const [first] = this.items;
    if (first) await change({ ...first, seen: first.stopped?.revision ?? first.seen, stopped: null });
    await this.send();
  }

  async drop(all) {
    const [first, next] = this.items;
    if (!first) return;
    if (!all && next?.seen === null) await change({ ...next, seen: first.stopped?.revision ?? first.seen });
    await drop(...(all ? this.items : [first]));
    await this.send();
  }

  send() {
    return flush();
  }
}
