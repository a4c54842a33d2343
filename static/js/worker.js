// The service worker: opens the entry form, the score sheet and the live table without a network.
// It keeps the last good copy of these pages and of the files that they name, and nothing else; a copy
// belongs to the login whose page it is, and no other login ever sees it. What is sent never comes
// from here, and no answer to it is kept.

import { fact, setFact } from "./kept.js";
import { flush, waiting } from "./outbox.js";

const KEPT = [/^\/c\/[^/]+\/enter\/$/, /^\/c\/[^/]+\/sessions\/\d+\/sheet\/$/, /^\/c\/[^/]+\/live\/\d+\/$/];
const PAGES = "jancho-pages-";
const FILES = "jancho-files";
const LOGINS = /^\/(accounts|demo\/login|pass|invitation|clubs\/new)\//;
const LOGOUT = "/accounts/logout/";
const FILE_KINDS = ["script", "style", "image", "font"];
//: how long a page may take, in ms, before its copy is shown
const PATIENCE = 5000;
//: for how long after that files come from here at once
const AWAY_FOR = 15000;

let awaySince = null;

const isKeptPage = (url) => url.origin === location.origin && KEPT.some((one) => one.test(url.pathname));
const nameOf = (url) => url.origin + url.pathname;
const match = (cache, request) => cache.match(request, { ignoreVary: true });

// --- whose copies -------------------------------------------------------------------------------

/** A page or answer came for this reader: copies of any other are gone. */
async function cameFor(reader) {
  if ((await fact("reader")) !== reader) await setFact("reader", reader);
  for (const name of await caches.keys()) {
    if (name.startsWith(PAGES) && name !== PAGES + reader) await caches.delete(name);
  }
}

/** Somebody logs in or out: until a page says for whom it is, nobody gets a copy. */
async function forget(isLogout) {
  await setFact("reader", "");
  if (isLogout) await cameFor("");
}

// --- pages --------------------------------------------------------------------------------------

async function keep(url, answer) {
  const reader = answer.headers.get("X-Reader");
  if (answer.type === "opaqueredirect" || answer.redirected) return forget(false);
  if (!answer.ok) return answer.status < 500 ? dropCopy(url) : undefined;
  if (!reader) return undefined;
  await cameFor(reader);
  const cache = await caches.open(PAGES + reader);
  return cache.put(nameOf(url), answer);
}

async function dropCopy(url) {
  for (const name of await caches.keys()) {
    if (name.startsWith(PAGES)) await (await caches.open(name)).delete(nameOf(url));
  }
}

async function copyOf(url) {
  const reader = await fact("reader");
  if (!reader) return null;
  const found = await match(await caches.open(PAGES + reader), nameOf(url));
  if (!found) return null;
  // The page must know that it is a copy, and of when: by the server's clock.
  const made = Date.parse(found.headers.get("Date") ?? "") || 0;
  const text = (await found.text()).replace("<html ", `<html data-kept-since="${made}" `);
  const headers = new Headers(found.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(text, { headers });
}

async function pageFor(event) {
  const url = new URL(event.request.url);
  const asked = fetch(event.request);
  const late = new Promise((done) => { setTimeout(done, PATIENCE, null); });
  try {
    const answer = await Promise.race([asked, late]);
    if (answer) {
      awaySince = null;
      if (isKeptPage(url)) event.waitUntil(keep(url, answer.clone()));
      return answer;
    }
  } catch {
    awaySince = performance.now();
    return (await copyOf(url)) ?? away();
  }
  awaySince = performance.now();
  return (await copyOf(url)) ?? asked.catch(away);
}

/** Which pages there are copies of; nothing more can be said without a network. */
async function away() {
  const page = await match(await caches.open(FILES), self.jancho.away);
  if (!page) return Response.error();
  const reader = await fact("reader");
  const links = [];
  if (reader) {
    const cache = await caches.open(PAGES + reader);
    for (const request of await cache.keys()) {
      const text = await (await match(cache, request)).text();
      const title = /<title>([^<]*)<\/title>/.exec(text)?.[1].replace(/\s+/g, " ").trim();
      links.push(`<li><a href="${new URL(request.url).pathname}">${title}</a></li>`);
    }
  }
  // a function: in a replacement string, "$&" in a title would be read as an instruction
  const text = (await page.text()).replace("<!-- copies -->", () => links.join(""));
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8", ...policyOf(page) } });
}

const policyOf = (page) => ({ "Content-Security-Policy": page.headers.get("Content-Security-Policy") ?? "" });

// --- files --------------------------------------------------------------------------------------

async function fileFor(request) {
  if (awaySince !== null && performance.now() - awaySince < AWAY_FOR) {
    const kept = await match(await caches.open(FILES), request);
    if (kept) return kept;
  }
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await match(await caches.open(FILES), request);
    if (kept) return kept;
    throw error;
  }
}

/** A page says which files it has loaded: those are kept for it, and those that no page has any more go. */
async function keepFiles(page, files) {
  const lists = { ...(await fact("files")), [page]: files };
  await setFact("files", lists);
  const wanted = new Set(Object.values(lists).flat());
  const cache = await caches.open(FILES);
  const there = new Set((await cache.keys()).map((request) => request.url));
  for (const url of there) if (!wanted.has(url)) await cache.delete(url);
  // the page has just loaded them: they come out of the browser's own cache
  for (const url of files) if (url !== page) await cache.add(url).catch(() => {});
}

async function keepAwayPage() {
  const page = await fetch(self.jancho.away, { credentials: "omit" });
  if (!page.ok) return;
  const url = new URL(self.jancho.away, location.origin).href;
  await (await caches.open(FILES)).put(url, page.clone());
  const named = [...(await page.clone().text()).matchAll(/(?:href|src)="([^"#]+)/g)].map((one) => one[1]);
  const files = named.map((one) => new URL(one, url)).filter((one) => /\.(css|js|svg)$/.test(one.pathname));
  await keepFiles(url, [url, ...new Set(files.map(String))]);
}

// --- events -------------------------------------------------------------------------------------

addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAwayPage().catch(() => {}));
});

addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate" && LOGINS.test(url.pathname)) {
    if (request.method === "POST" || url.pathname.startsWith("/pass/")) {
      event.waitUntil(forget(url.pathname === LOGOUT));
    }
    return;
  }
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(pageFor(event));
  else if (FILE_KINDS.includes(request.destination)) event.respondWith(fileFor(request));
});

addEventListener("message", (event) => {
  const { page, reader, files, isAnew } = event.data;
  event.waitUntil(keepFor(new URL(page), reader, files, isAnew));
});

async function keepFor(url, reader, files, isAnew) {
  if (!isKeptPage(url)) return;
  await cameFor(reader);
  const cache = await caches.open(PAGES + reader);
  if (isAnew || !(await match(cache, nameOf(url)))) {
    // what has just been loaded need not be sent again; Vary keeps another login's page apart
    const options = { credentials: "same-origin", cache: isAnew ? "no-cache" : "force-cache" };
    const answer = await fetch(url, options).catch(() => null);
    if (answer) await keep(url, answer);
  }
  if (files.length) await keepFiles(nameOf(url), files);
}

// The network is back and no page is open any more.
addEventListener("sync", (event) => {
  event.waitUntil(flush().then(async () => {
    const left = (await waiting()).filter((item) => !item.stopped && !item.held);
    if (left.length) throw new Error("away"); // the browser asks again
  }));
});
