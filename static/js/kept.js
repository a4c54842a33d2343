// What this phone keeps of what was typed: drafts, the results that wait to be sent, and a few facts.
// In IndexedDB; where that is forbidden or full, in this page alone, and `isKept` says so.
// Runs in pages and in the worker.

const STORES = { drafts: "name", outbox: "id", facts: "name" };

/** Keys need no secrecy; randomUUID is there on https only, and a club's own server may have none. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

let opened = null;
let isOff = false;
const memory = Object.fromEntries(Object.keys(STORES).map((store) => [store, new Map()]));
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("jancho") : null;
const listeners = [];

/** Whether what is typed outlives this page. */
export const isKept = () => !isOff;

/** Call `listener` after every change of what is kept, whichever tab or worker made it. */
export function onKept(listener) {
  listeners.push(listener);
}

function changed() {
  for (const listener of listeners) listener();
}

channel?.addEventListener("message", changed);

function announce() {
  changed();
  channel?.postMessage("changed");
}

function open() {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open("jancho", 1);
    asked.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(STORES)) asked.result.createObjectStore(store, { keyPath });
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close();
      asked.result.onclose = () => { opened = null; };
      done(asked.result);
    };
    asked.onerror = () => failed(asked.error);
    asked.onblocked = () => failed(new Error("blocked"));
  });
  return opened;
}

/** One transaction; resolves when it is on the disk, not when it was asked for. */
async function run(mode, act) {
  const db = await open();
  return new Promise((done, failed) => {
    const work = db.transaction(Object.keys(STORES), mode, { durability: "strict" });
    const found = act((store) => work.objectStore(store));
    work.oncomplete = () => done(found?.result);
    work.onabort = () => failed(work.error);
  });
}

/** Write all or nothing: `puts` and `removes` are lists of [store, value or key]. */
export async function write(puts, removes = []) {
  try {
    await run("readwrite", (store) => {
      for (const [name, value] of puts) store(name).put(value);
      for (const [name, key] of removes) store(name).delete(key);
    });
    for (const [name, value] of puts) memory[name].delete(value[STORES[name]]);
  } catch {
    isOff = true; // no room, or not allowed to
    for (const [name, value] of puts) memory[name].set(value[STORES[name]], value);
  }
  for (const [name, key] of removes) memory[name].delete(key);
  announce();
}

export async function get(store, key) {
  if (memory[store].has(key)) return memory[store].get(key);
  try {
    return await run("readonly", (of) => of(store).get(key));
  } catch {
    isOff = true;
    return undefined;
  }
}

export async function all(store) {
  let found = [];
  try {
    found = await run("readonly", (of) => of(store).getAll());
  } catch {
    isOff = true;
  }
  const key = STORES[store];
  return [...found.filter((one) => !memory[store].has(one[key])), ...memory[store].values()];
}

export const fact = async (name) => (await get("facts", name))?.value;
export const setFact = (name, value) => write([["facts", { name, value }]]);
