// A page whose typing survives: keeps and restores what is typed, lets results wait and sends them, and
// says all that. templates/league/games/_kept.html has the words, and says for whom the page was made.
// Without this file the forms are sent by the browser, as ever.

import { fact, get, isKept, newKey, onKept, setFact, write } from "./kept.js";
import {
  add, askForSync, change, drop, flush, heardClock, isSent, now, onOutcomes, sendWhenBack, waiting, wake,
} from "./outbox.js";
import { toast } from "./ui.js";

const root = document.querySelector("[data-kept]");
const { reader, name: who, club, own = "" } = root.dataset;
const page = document.documentElement;
const isCopy = page.dataset.keptSince !== undefined;
const part = (name) => root.querySelector(`[data-${name}]`);
const formNow = () => document.querySelector("form[data-draft]");

if (!isCopy) await heardClock(Number(root.dataset.now));

// --- times, as passed since the server last spoke ------------------------------------------------

const ago = new Intl.RelativeTimeFormat(page.lang, { numeric: "always" });

function since(at, present) {
  const minutes = Math.floor((present - at) / 60000);
  if (!at || !present || minutes < 1) return root.dataset.justNow;
  if (minutes < 60) return ago.format(-minutes, "minute");
  return minutes < 48 * 60 ? ago.format(-Math.floor(minutes / 60), "hour") : ago.format(-Math.floor(minutes / 1440), "day");
}

// --- what waits -----------------------------------------------------------------------------------

/** What a refused answer says, in its own words, or in ours where it has none. */
function wordsOf({ status, html, said }) {
  if (said) return said;
  const found = new DOMParser().parseFromString(html ?? "", "text/html");
  const texts = [...found.querySelectorAll("[data-reason]")].map((one) => one.textContent.replace(/\s+/g, " ").trim());
  if (texts.length) return texts;
  if (status === 404 || status === 410) return [root.dataset.gone];
  if (status === 403) return [root.dataset.forbidden];
  return [root.dataset.refused.replace("{status}", status)];
}

function drawItem(item, present) {
  const row = part("item").content.cloneNode(true).firstElementChild;
  const isOurs = item.reader === reader;
  row.querySelector("[data-say]").textContent = isOurs ? item.say : root.dataset.others.replace("{who}", item.who);
  row.querySelector("[data-since]").textContent = `${root.dataset.typed} ${since(item.at, present)}`;
  const why = row.querySelector("[data-why]");
  const texts = [];
  if (!isOurs) texts.push(root.dataset.heldOther.replace("{who}", item.who));
  else if (item.stopped) texts.push(...wordsOf(item.stopped));
  else if (item.held === "login") texts.push(root.dataset.heldLogin);
  else if (item.held === "other") texts.push(root.dataset.heldOther.replace("{who}", item.who));
  why.hidden = !texts.length;
  why.classList.toggle("alert--error", Boolean(item.stopped));
  row.querySelector("[data-why-said]").replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement("p"), { textContent: text })),
  );
  const login = row.querySelector("[data-login]");
  login.hidden = !(isOurs && item.held === "login");
  login.href = `${root.dataset.login}?next=${encodeURIComponent(location.pathname + location.search)}`;
  const isLive = item.kind === "live";
  const look = row.querySelector("[data-look]");
  look.hidden = !isLive;
  look.href = item.page;
  row.querySelector("[data-change]").hidden = !isOurs || isLive;
  row.querySelector("[data-again]").hidden = !isOurs || isLive;
  row.querySelector("[data-drop]").hidden = isLive && isOurs;
  row.dataset.id = item.id;
  return row;
}

let listed = [];

/** One row for each result; the taps of a live table are listed there, and are one row elsewhere. */
async function drawn() {
  const found = (await waiting()).filter((item) => item.line !== own);
  const lines = new Set();
  listed = found.filter((item) => item.kind !== "live" || (!lines.has(item.line) && lines.add(item.line)));
  const present = await now();
  part("queue").hidden = !listed.length;
  const open = part("list").contains(document.activeElement) ? document.activeElement.closest("[data-id]")?.dataset.id : null;
  part("list").replaceChildren(...listed.map((item) => drawItem(item, present)));
  if (open) part("list").querySelector(`[data-id="${open}"] button:not([hidden])`)?.focus();
  part("unkept").hidden = isKept();
}

/** One after the other: what was read first must not be shown last. */
let drawing = Promise.resolve();
function draw() {
  drawing = drawing.then(drawn, drawn);
  return drawing;
}

onKept(draw);
setInterval(draw, 30000);

part("list").addEventListener("click", async (event) => {
  const item = listed.find((one) => one.id === event.target.closest("[data-id]")?.dataset.id);
  if (!item) return;
  if (event.target.closest("[data-drop]")) {
    if (!confirm(root.dataset.sure)) return;
    if (item.kind === "live") await drop(...(await waiting()).filter((one) => one.line === item.line));
    else await drop(item);
  } else if (event.target.closest("[data-again]")) {
    await change({ ...item, stopped: null, held: null });
    const outcome = (await wake()).get(item.id);
    if (!outcome) toast(root.dataset.stillAway, "error", "offline");
  } else if (event.target.closest("[data-change]")) await reopen(item);
});

// Sent meanwhile: said, and no more than that, since somebody may be typing.
let mine = null;
onOutcomes((outcomes) => {
  const sent = [...outcomes.values()].filter((one) => isSent(one) && one.item.kind !== "live" && one.item.id !== mine);
  if (sent.length) toast(root.dataset.sent.replace("{what}", sent.map((one) => one.item.say).join(" / ")));
});

// --- drafts ---------------------------------------------------------------------------------------
// Kept from the first letter on. A form takes part with data-draft, its name on this page.

/** Of this page, and nothing that was typed. */
const NEVER = new Set(["csrfmiddlewaretoken", "asked"]);

/** The fields as pairs; a name that is half typed stands under the id of its field. */
function fieldsOf(form, submitter = null) {
  return [...new FormData(form, submitter)].filter(([name, value]) => typeof value === "string" && !NEVER.has(name));
}

function halfTyped(form) {
  const boxes = form.querySelectorAll("[data-picker]");
  return [...boxes].filter((box) => box.picker?.dirty).map((box) => [box.picker.input.id, box.picker.input.value]);
}

/** What the chosen options are called: a list that comes later may not have them. */
function labelsOf(form) {
  const selects = [...form.querySelectorAll("select")].filter((select) => select.value && select.name);
  return Object.fromEntries(selects.map((select) => [select.name, select.selectedOptions[0].textContent.trim()]));
}

const describe = (form) => ({ fields: fieldsOf(form), labels: labelsOf(form), half: halfTyped(form) });

const draftName = (form) => `${reader} ${location.pathname} ${form.dataset.draft}`;

/** One write at a time, and always the newest. */
class Keeper {
  extra = {};
  isBusy = false;
  turn = 0;

  async keep(form) {
    this.form = form;
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.form) {
      const held = this.form;
      this.form = null;
      const turn = this.turn;
      const at = await now();
      if (turn !== this.turn) continue; // sent or thrown away meanwhile
      const draft = { name: draftName(held), from: location.href, ...describe(held), ...this.extra, at };
      await write([["drafts", draft]]);
    }
    this.isBusy = false;
  }

  /** What is about to be kept is sent instead. */
  stop() {
    this.form = null;
    this.turn += 1;
  }
}

/** What the server noted beside what was typed: the people that it offered. */
const NOTED = /^(?:offered|about-\d+)$/;

/** Whether the form shows something else than the draft has. */
function differs(form, draft) {
  const isTyped = ([name, value]) => value !== "" && !NOTED.test(name);
  const said = (pairs) => JSON.stringify(pairs.filter(isTyped).map(String).sort());
  return said(fieldsOf(form)) !== said(draft.fields) || Boolean(draft.half?.length);
}

/**
 * Put a draft back into the form.
 * @param {HTMLFormElement} form
 * @param {{fields: Array, labels: Object}} draft
 * @param {boolean} withPlace whether the hidden fields too, such as the day; its key always
 * @returns {boolean} whether the form has all of its fields now; the rest goes along unseen
 */
function fill(form, draft, withPlace = false) {
  const values = new Map();
  for (const [name, value] of draft.fields) values.set(name, [...(values.get(name) ?? []), value]);
  const known = new Set();
  for (const control of form.elements) {
    if (!control.name || NEVER.has(control.name) || control.tagName === "BUTTON") continue;
    known.add(control.name);
    const isPlace = control.type === "hidden" && !/^(key|seen)/.test(control.name);
    if (isPlace && !withPlace) continue;
    put(control, values.get(control.name) ?? [], draft.labels?.[control.name]);
  }
  const rest = [...values].filter(([name, given]) => !known.has(name) && name !== "do" && given.some(Boolean));
  for (const [name, given] of rest) {
    for (const value of given) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  hear(form, draft.half ?? []);
  return rest.length === 0;
}

function put(control, given, label) {
  if (control.type === "checkbox" || control.type === "radio") control.checked = given.includes(control.value);
  else if (control.tagName === "SELECT") {
    const [value = ""] = given;
    if (value && ![...control.options].some((one) => one.value === value)) control.append(new Option(label ?? value, value));
    control.value = value;
  } else control.value = given[0] ?? "";
}

/** Pickers, units and the check learn of it as if it had been typed. */
function hear(form, half) {
  for (const box of form.querySelectorAll("[data-picker]")) box.picker?.show();
  for (const [id, text] of half) {
    const input = document.getElementById(id);
    const picker = input?.closest("[data-picker]")?.picker;
    if (picker) [input.value, picker.dirty] = [text, true];
  }
  const typed = form.querySelectorAll("[name=number], [data-points], .sheet-input");
  for (const input of typed) input.dispatchEvent(new Event("input", { bubbles: true }));
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

// --- what is typed here -----------------------------------------------------------------------------

const keeper = new Keeper();

/** Whether something in the form was typed and not sent yet. */
let isTyped = false;

function typed(event) {
  const form = event.target.closest?.("form[data-draft]");
  if (!form || form.dataset.sending !== undefined) return;
  // What a script sets is typing only where a picker does it.
  if (!event.isTrusted && !isTyped && !event.target.matches("[data-picker] select")) return;
  isTyped = true;
  keeper.keep(form);
}

document.addEventListener("input", typed, true);
document.addEventListener("change", typed, true);
document.addEventListener("click", (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (form) setTimeout(() => isTyped && formNow() === form && form.dataset.sending === undefined && keeper.keep(form));
}, true);

// The server drew the sheet anew: with another row, or with what was wrong.
document.body.addEventListener("htmx:afterSwap", (event) => {
  const form = formNow();
  if (form && event.target.id === form.id && isTyped) keeper.keep(form);
});

/** The form is as the server sent it, or as it was emptied: nothing of it is kept. */
async function forgetDraft(form) {
  isTyped = false;
  keeper.stop();
  keeper.extra = {};
  part("restored").hidden = true;
  await write([], [["drafts", draftName(form)]]);
}

document.addEventListener("kept-forget", (event) => forgetDraft(event.target));

async function restore(form) {
  const opened = await takeOpened(form);
  const draft = await get("drafts", draftName(form));
  if (!draft) {
    // A copy comes with the key of the time when it was made, which may have been used since.
    if (isCopy) freshKeys(form);
    return;
  }
  keeper.extra = draft.said ? { said: draft.said } : {};
  isTyped = true;
  if (!differs(form, draft) && !draft.said) return;
  const isWhole = fill(form, inPlace(draft), opened);
  if (!isWhole && navigator.onLine) form.querySelector("button[value=check]")?.click();
  const present = await now();
  part("restored-since").textContent = since(draft.at, present);
  part("restored-what").textContent = opened ? root.dataset.reopened : root.dataset.backAgain;
  part("restored-said").replaceChildren(
    ...(draft.said ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
  part("restored").hidden = false;
}

// What the check says beside a field is not said above the form as well.
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  const mistakes = [...target.querySelectorAll(".field__errors li")].map((one) => one.textContent);
  for (const said of part("restored-said").querySelectorAll("li")) {
    if (mistakes.some((one) => said.textContent.endsWith(one))) said.remove();
  }
});

const SEATS = /^(seat|guest)-/;

/** Who has just asked for empty seats, or for others, means it. */
function inPlace(draft) {
  if (draft.from === location.href || !new URLSearchParams(location.search).has("seats")) return draft;
  const form = formNow();
  const asked = fieldsOf(form).filter(([name]) => SEATS.test(name));
  return { ...draft, half: [], fields: [...draft.fields.filter(([name]) => !SEATS.test(name)), ...asked] };
}

part("throw").addEventListener("click", async () => {
  const form = formNow();
  isTyped = false;
  form.reset();
  freshKeys(form);
  for (const box of form.querySelectorAll("[data-picker]")) box.picker?.show();
  form.querySelector("[name=number], .sheet-input")?.dispatchEvent(new Event("input", { bubbles: true }));
  await forgetDraft(form);
});

function freshKeys(form) {
  for (const field of form.querySelectorAll("input[name=key], input[name^='key-']")) field.value = newKey();
}

// --- from the list back into the form --------------------------------------------------------------

/** Back into the form that it was typed in, on whichever page that is. */
async function reopen(item) {
  const form = formNow();
  if (isTyped && form) {
    toast(root.dataset.busy, "error");
    form.scrollIntoView({ block: "start" });
    return;
  }
  await setFact("open", item.id);
  const here = location.pathname + location.search;
  if (here === item.page) location.reload();
  else location.assign(item.page);
}

/** The result that was chosen in the list is a draft of this form again. */
async function takeOpened(form) {
  const id = await fact("open");
  const item = id && (await waiting()).find((one) => one.id === id);
  if (!item || item.reader !== reader || new URL(item.page, location).pathname !== location.pathname) return false;
  await setFact("open", "");
  const said = item.stopped ? wordsOf(item.stopped) : undefined;
  const draft = { name: draftName(form), fields: item.body, labels: item.labels, said, at: item.at };
  await write([["drafts", draft]], [["outbox", item.id]]);
  return true;
}

// --- saving -----------------------------------------------------------------------------------------

const PLACE = ["league", "session", "day", "table"];

function addressOf(form) {
  const words = new URLSearchParams();
  for (const name of form.dataset.outbox === "sheet" ? ["league"] : PLACE) {
    const value = form.elements.namedItem(name)?.value;
    if (value) words.set(name, value);
  }
  return `${location.pathname}?${words}`;
}

const seatsOf = (form) => [...form.querySelectorAll("[data-seat]")].map((seat) => {
  const [select, guest] = ["select", "[name^=guest]"].map((one) => seat.querySelector(one));
  const name = select.value ? select.selectedOptions[0].textContent.trim() : guest.value.trim();
  return { name, person: seat.querySelector("[role=combobox]") ?? select, points: seat.querySelector("[data-points]") };
});

/** What the server cannot say now: the first field that is still missing. The last points are the sum's. */
function missing(form) {
  const seats = seatsOf(form);
  const open = seats.filter(({ points }) => !points.value.trim());
  return seats.find(({ name }) => !name)?.person ?? (open.length > 1 ? open[0].points : null);
}

/** Which game it is, and what it says. */
function sayOf(form) {
  const { where = "" } = form.dataset;
  if (form.dataset.outbox === "sheet") {
    return `${where} · ${root.dataset.games.replace("{count}", typedRows(form).length)}`;
  }
  const { table, number } = form.elements;
  const game = root.dataset.game.replace("{table}", table.value).replace("{number}", number.value);
  const seats = seatsOf(form).map(({ name, points }) => `${name} ${points.value}`.trim());
  return [where, game, seats.filter(Boolean).join(" · ")].filter(Boolean).join(" ");
}

function itemOf(form, submitter) {
  const { outbox: kind } = form.dataset;
  const id = kind === "result" ? form.elements.key.value : newKey();
  return {
    id, kind, line: id, url: form.getAttribute("action"), page: addressOf(form), club, reader, who,
    ...describe(form), body: fieldsOf(form, submitter), say: sayOf(form),
  };
}

/** Saving, as opposed to another league, another row, or a look at the sums. */
const isSaving = (submitter) => !submitter?.name || submitter.value === "save";

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-outbox]");
  if (!form || !isSaving(event.submitter)) return;
  // Before htmx and the page's own manners: the second tap of a double tap ends here.
  event.preventDefault();
  event.stopImmediatePropagation();
  if (form.dataset.sending === undefined) save(form, event.submitter);
}, true);

/** Nothing can be typed until it is known what becomes of what was saved: it would be emptied with it. */
async function save(form, submitter) {
  form.inert = true;
  try {
    await saved(form, submitter);
  } finally {
    form.inert = false;
  }
}

async function saved(form, submitter) {
  form.dataset.sending = "";
  const button = form.querySelector("#save, button[value=save]");
  button?.setAttribute("aria-busy", "true");
  keeper.stop();
  const item = itemOf(form, submitter);
  mine = item.id;
  await add(item, draftName(form));
  const outcome = (await flush()).get(item.id);
  if (outcome?.url) {
    location.assign(outcome.url);
    return;
  }
  delete form.dataset.sending;
  button?.removeAttribute("aria-busy");
  if (outcome?.refused && (await refusedHere(form, item, outcome.refused))) return;
  if (!outcome) {
    const field = item.kind === "result" && missing(form);
    if (field) {
      await write([["drafts", draftOf(form, item)]], [["outbox", item.id]]);
      toast(root.dataset.missing, "error");
      form.inert = false;
      field.focus();
      return;
    }
    askForSync();
    navigator.storage?.persist?.();
  }
  await emptied(form, item);
}

const draftOf = (form, item) => ({
  name: draftName(form), from: location.href, fields: item.fields, labels: item.labels, half: item.half, at: item.at,
});

/** Refused while somebody looks: the form says what is wrong, and it waits no longer. */
async function refusedHere(form, item, { html }) {
  const found = new DOMParser().parseFromString(html, "text/html");
  if (!found.getElementById(form.id)) return false; // no form came back: it stays in the list
  await write([["drafts", draftOf(form, item)]], [["outbox", item.id]]);
  if (item.kind === "sheet") htmx.swap(form, html, { swapStyle: "outerHTML" });
  else form.submit(); // the whole page, as without this file; under the same key
  return true;
}

const STAYS = /^(key|league|session|day|table|number|seat|guest|column)(-|$)/;
const typedRows = (form) => [...form.querySelectorAll(".sheet-row")]
  .filter((row) => [...row.querySelectorAll(".sheet-input")].some((cell) => cell.value));

/** It waits: the form is ready for the next game of the table, with the same people. */
async function emptied(form, item) {
  const count = item.kind === "sheet" ? typedRows(form).length : 1;
  for (const field of form.querySelectorAll(item.kind === "sheet" ? "[name^=number-]" : "[name=number]")) {
    field.value = Number(field.value) + count;
  }
  for (const control of form.elements) {
    if (!control.name || control.type === "hidden" || control.tagName === "BUTTON" || STAYS.test(control.name)) continue;
    if (control.type === "checkbox" || control.type === "radio") control.checked = false;
    else if (control.tagName === "SELECT") control.selectedIndex = 0;
    else control.value = control.name === "sticks" ? "0" : "";
  }
  freshKeys(form);
  await forgetDraft(form);
  form.querySelector("[data-points], .sheet-input")?.dispatchEvent(new Event("input", { bubbles: true }));
  document.getElementById("entry-errors")?.remove();
  toast(root.dataset.waits);
}

// --- while there is no network -----------------------------------------------------------------------

// The check cannot answer: what it last said is out of date. No notice over the button that saves.
document.addEventListener("htmx:sendError", (event) => {
  const form = event.target.closest?.("form[data-outbox]");
  if (!form) return;
  event.stopImmediatePropagation();
  const status = document.getElementById("entry-status");
  if (status) status.textContent = root.dataset.unchecked;
  else toast(root.dataset.unchecked);
  document.getElementById("check")?.replaceChildren();
}, true);

/** Whoever has typed nothing gets the page itself in place of its copy. */
function backFromCopy() {
  if (!isCopy) return;
  if (isTyped || root.querySelector("[data-restored]:not([hidden])")) part("stale").hidden = true;
  else location.reload();
}

addEventListener("online", backFromCopy);
onOutcomes((outcomes) => outcomes.size && mine === null && backFromCopy());

// --- the page itself ---------------------------------------------------------------------------------

async function showCopy() {
  if (!isCopy) return;
  for (const stale of document.querySelectorAll("[data-fresh-only]")) stale.hidden = true;
  const made = since(Number(page.dataset.keptSince), await now());
  part("stale-since").textContent = root.dataset.loaded.replace("{since}", made);
  part("stale").hidden = false;
}

/** The worker keeps this page as it came, and the files that it has loaded. */
async function keepPage(isAnew = false) {
  const registration = await navigator.serviceWorker?.ready;
  const loaded = performance.getEntriesByType("resource")
    .filter((one) => ["script", "link", "css", "img", "image", "use", "other"].includes(one.initiatorType))
    .map((one) => new URL(one.name)).filter((url) => url.origin === location.origin && !url.search && /\.\w+$/.test(url.pathname))
    .map((url) => url.origin + url.pathname);
  registration?.active?.postMessage({ page: location.href, reader, files: [...new Set(loaded)], isAnew });
}

document.addEventListener("kept-anew", () => isCopy || keepPage(true));

if (navigator.serviceWorker && reader) {
  navigator.serviceWorker.register(root.dataset.worker, { type: "module", updateViaCache: "none" }).catch(() => {});
  if (!isCopy) {
    if (document.readyState === "complete") keepPage();
    else addEventListener("load", () => keepPage());
  }
}

await showCopy();
const form = formNow();
if (form) await restore(form);
await draw();
sendWhenBack();
flush();
