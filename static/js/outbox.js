// What waits on this phone to be sent: results, sheets, and taps of the live table, each under an id
// that was made before it was first sent, so that the server counts it once however often it arrives.
// Sent line by line: what belongs together (one table's taps) in its order, and past nothing that was
// refused. Never under another login than it was typed under: the server refuses that, too.
// Runs in pages and in the worker; knows no page.

import { all, fact, get, setFact, write } from "./kept.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60000;
const LONGEST_ANSWER = 20000;

// --- the server's clock -------------------------------------------------------------------------
// The phone's own may be days off: only what has passed on it since the server last spoke counts.

export async function now() {
  const said = await fact("clock");
  return said ? said.server + (Date.now() - said.phone) : null;
}

export const heardClock = (server) => setFact("clock", { server, phone: Date.now() });

// --- the items ----------------------------------------------------------------------------------

/** All that waits, the oldest first. */
export async function waiting() {
  const found = await all("outbox");
  return found.sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
}

let adding = Promise.resolve();

/** Let it wait, behind all others; with `draft`, in the same step it is no draft any more. */
export function add(item, draft = null) {
  adding = adding.then(async () => {
    const order = Math.max(0, ...(await waiting()).map((one) => one.order)) + 1;
    const whole = { stopped: null, held: null, ...item, order, at: await now() };
    await write([["outbox", whole]], draft ? [["drafts", draft]] : []);
  });
  return adding;
}

export const change = (item) => write([["outbox", item]]);
export const drop = (...items) => write([], items.map((item) => ["outbox", item.id]));

// --- sending ------------------------------------------------------------------------------------

// What a kind of item has to say of its own: its body as it goes out, and what an answer means.

const formRule = {
  headers: { "HX-Request": "true" },

  body: (item) => new URLSearchParams(item.body),

  /** The server moves on to the next page when it has stored; whatever else it says is a refusal. */
  async taken(item, answer) {
    const url = answer.headers.get("HX-Redirect");
    if (url) return { url };
    return { refused: { status: answer.status, html: await answer.text() } };
  },
};

/**
 * Taps of a live table: each is made for a revision of the table, and what follows a waiting tap of
 * ours for whatever that one makes. The phone remembers of each table, as a fact under its line:
 * `head`, the revision that our last tap made; from `start` to there all taps were ours.
 */
const liveRule = {
  headers: { "X-Live": "1" },

  async body(item) {
    const body = new URLSearchParams(item.body);
    body.set("accept", item.seen ?? (await fact(item.line))?.head);
    return body;
  },

  /** 409: somebody else was faster, and both must be looked at. */
  async taken(item, answer) {
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    const body = isJson ? await answer.json() : null;
    if (answer.status === 200 && body) {
      // before the tap is dropped: sent once more, it would only be answered alike
      await setFact(item.line, after(await fact(item.line), item, body.revision));
      return { taken: body };
    }
    if (answer.status === 409 && body) {
      const said = body.theirs.map(({ who, what }) => `${who}: ${what}`);
      return { refused: { title: body.message, said, revision: body.revision } };
    }
    const [title = "", ...said] = body?.messages ?? [];
    return { refused: { title, said, status: answer.status } };
  },
};

function after(known, item, revision) {
  const { start = null, head = null } = known ?? {};
  const base = item.seen ?? head;
  return { start: start === null || base !== head ? base : start, head: revision };
}

const rules = { result: formRule, sheet: formRule, live: liveRule };

async function ask(url, options) {
  try {
    const signal = AbortSignal.timeout?.(LONGEST_ANSWER);
    const answer = await fetch(url, { cache: "no-store", credentials: "same-origin", signal, ...options });
    // An answer that is not the server's: a hotel's page, a proxy's error
    if (!answer.headers.has("X-Request-ID")) return null;
    return answer.status >= 500 || answer.status === 429 || answer.status === 408 ? null : answer;
  } catch {
    return null;
  }
}

const isLogin = (answer) => answer.redirected && new URL(answer.url).pathname.startsWith("/accounts/");

/** Under whom it would be sent now: {reader, token}; reader "" for nobody; null without a network. */
async function whoAmI(club) {
  const answer = await ask(`/c/${club}/reader/`, {});
  if (!answer) return null;
  if (isLogin(answer)) return { reader: "" };
  if (answer.status !== 200) return { reader: "", gone: answer.status };
  try {
    const said = await answer.json();
    await heardClock(said.now);
    return said;
  } catch {
    return null;
  }
}

/** Send one: {url}, {taken}, {refused}, {held: "login" | "other"}; null: away, to be tried again. */
async function post(item, me) {
  if (me.gone) return { refused: { status: me.gone, html: "" } };
  if (me.reader !== item.reader) return { held: me.reader ? "other" : "login" };
  const rule = rules[item.kind];
  const body = await rule.body(item);
  body.set("csrfmiddlewaretoken", me.token);
  const answer = await ask(item.url, {
    method: "POST", body, headers: { "X-Reader": item.reader, ...rule.headers },
  });
  if (!answer) return null;
  if (isLogin(answer)) return { held: "login" };
  if (answer.status === 412) return { held: "other" };
  if (answer.status === 403 && (await answer.clone().text()).includes('data-refused="token"')) return null;
  return rule.taken(item, answer);
}

const listeners = [];

/** Call `listener` with what came of each item, by its id, whenever something was tried. */
export function onOutcomes(listener) {
  listeners.push(listener);
}

let running = Promise.resolve();
let wait = FIRST_WAIT;
let timer = null;

/** Send what can be sent. Resolves with what came of each by its id; those that still wait have none. */
export function flush() {
  running = running.then(alone, alone);
  return running;
}

/** Tabs and worker take turns; where they cannot, the server's keys see to it that all counts once. */
function alone() {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request("jancho-outbox", sendAll) : sendAll();
}

async function sendAll() {
  const outcomes = new Map();
  const readers = new Map();
  const blocked = new Set(); // lines in which something stays
  let isAway = false;
  for (const item of await waiting()) {
    if (blocked.has(item.line) || isAway) continue;
    blocked.add(item.line);
    if (item.stopped) continue;
    if (!readers.has(item.club)) readers.set(item.club, await whoAmI(item.club));
    const me = readers.get(item.club);
    const outcome = me && (await post(item, me));
    if (!outcome) {
      isAway = true;
      continue;
    }
    outcomes.set(item.id, { item, ...outcome });
    await settle(item, outcome);
    if (isSent(outcome)) blocked.delete(item.line);
  }
  clearTimeout(timer);
  if (isAway) later();
  else wait = FIRST_WAIT;
  for (const listener of listeners) listener(outcomes);
  return outcomes;
}

export const isSent = (outcome) => outcome.url !== undefined || Boolean(outcome.taken);

async function settle(item, outcome) {
  if (isSent(outcome)) await drop(item);
  else if (!(await get("outbox", item.id))) return; // thrown away meanwhile
  else if (outcome.held && item.held !== outcome.held) await change({ ...item, held: outcome.held });
  else if (outcome.refused) await change({ ...item, held: null, stopped: outcome.refused });
}

function later() {
  if (globalThis.document) timer = setTimeout(flush, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

/** There may be a network again: no more waiting. */
export function wake() {
  wait = FIRST_WAIT;
  return flush();
}

/** Send on whatever says that the network may be back; not every browser has Background Sync. */
export function sendWhenBack() {
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
}

/** Where there is Background Sync, the worker sends even after the page was closed. */
export async function askForSync() {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register("jancho-outbox");
  } catch {
    // Not allowed: the page sends when it is open.
  }
}
