// The screen in the club's room: asks what is new every few seconds, and turns pages by itself.

const EVERY = 3500; // what is entered at a table stands here within five seconds
const TURN = 12_000;
const PATIENCE = 8000; // an answer that takes longer is none
const ANEW = 300_000; // names are no part of the tag: drawn afresh now and then

const root = document.querySelector("[data-wall]");
const net = root.querySelector("[data-wall-net]");
const clock = root.querySelector("[data-wall-clock]");
const stop = root.querySelector("[data-wall-stop]");
const full = root.querySelector("[data-wall-full]");
const hours = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: root.dataset.zone,
});

let tag = root.dataset.tag;
let seen = new Date(); // when the server last answered
let drawn = Date.now();
let turn = 0;
let isStopped = false;

const board = () => document.getElementById("wall-board");

/** The lines of a list in pages that fit its box. */
function pagesOf(list) {
  const lines = [...list.children];
  for (const line of lines) line.hidden = false;
  const room = list.clientHeight + 1;
  const pages = [[]];
  let first = 0;
  for (const line of lines) {
    if (pages.at(-1).length === 0) first = line.offsetTop;
    else if (line.offsetTop + line.offsetHeight - first > room) {
      pages.push([]);
      first = line.offsetTop;
    }
    pages.at(-1).push(line);
  }
  return pages;
}

/** Every page that one kind of part has, over all its sections. */
function slotsOf(parts) {
  const slots = [];
  for (const part of parts) {
    for (const other of parts) other.hidden = other !== part;
    const list = part.querySelector("[data-wall-lines]");
    const pages = list ? pagesOf(list) : [null];
    pages.forEach((page, at) => slots.push({ part, list, page, at, of: pages.length }));
  }
  return slots;
}

function show(parts) {
  const slots = slotsOf(parts);
  const now = slots[turn % slots.length];
  for (const part of parts) part.hidden = part !== now.part;
  if (now.list) for (const line of now.list.children) line.hidden = !now.page.includes(line);
  const count = now.part.querySelector("[data-wall-count]");
  count.textContent = now.of > 1 ? `${now.at + 1}/${now.of}` : "";
}

function lay() {
  const parts = [...board().querySelectorAll("[data-wall-turn]")];
  for (const kind of new Set(parts.map((part) => part.dataset.wallTurn))) {
    show(parts.filter((part) => part.dataset.wallTurn === kind));
  }
}

function swap(html) {
  const day = board().dataset.day;
  board().outerHTML = html;
  drawn = Date.now();
  if (board().dataset.day !== day) location.reload(); // a new day: new scripts and styles too
  else lay();
}

async function ask() {
  const isOld = Date.now() - drawn > ANEW;
  const headers = isOld ? {} : { "If-None-Match": tag };
  let answer;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    answer = await fetch(root.dataset.board, { headers, signal, cache: "no-store" });
    if (answer.status >= 500) throw new Error("not now");
    if (answer.status === 410) {
      location.reload(); // the link was ended: no name stays on the screen
      return;
    }
    if (answer.redirected || (answer.status !== 304 && !answer.ok)) {
      net.textContent = root.dataset.ended;
      return;
    }
    const html = answer.status === 304 ? "" : await answer.text();
    if (html) {
      tag = answer.headers.get("ETag");
      swap(html);
    }
  } catch {
    net.textContent = root.dataset.off.replace("TIME", hours.format(seen));
    return;
  }
  seen = new Date();
  net.textContent = "";
}

async function watch() {
  await ask();
  setTimeout(watch, EVERY);
}

function tick() {
  clock.textContent = hours.format(new Date());
}

stop.hidden = false;
stop.addEventListener("click", () => {
  isStopped = !isStopped;
  stop.setAttribute("aria-pressed", String(isStopped));
});

if (document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

/** Tablets fall asleep otherwise; where they may not be kept awake nothing happens. */
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // refused, for example on a low battery
  }
}

document.documentElement.classList.add("js");
lay();
tick();
stayAwake();
setInterval(tick, 1000);
setInterval(() => {
  if (isStopped) return;
  turn += 1;
  lay();
}, TURN);
setTimeout(watch, EVERY);
addEventListener("resize", lay);
document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
