// Tiles to tap. The hand lives in the form's text fields: this draws them as tiles and writes them.
// Without this file the page is a form with text fields.

const form = document.querySelector("[data-calc]");
const board = form?.querySelector("[data-board]");
const keyboard = form?.querySelector("[data-keyboard]");
const keys = keyboard?.querySelector("[data-keys]");

const LISTS = { hand: "hand", win: "win", dora: "dora_indicators", ura: "ura_indicators" };
const SUITS = "mpszf";
const HONOURS = { 東: "1z", 南: "2z", 西: "3z", 北: "4z", 白: "5z", 發: "6z", 発: "6z", 中: "7z" };
const MOST_UNDO = 100;

const field = (name) => form.elements.namedItem(name);
const kindOf = (tile) => (tile[0] === "0" ? `5${tile[1]}` : tile);
const place = (tile) => SUITS.indexOf(tile[1]) * 100 + (tile[0] === "0" ? 5.5 : Number(tile[0]));
const inOrder = (tiles) => [...tiles].sort((one, other) => place(one) - place(other));

/** Tiles of a notation; what is none is passed over, the server says so. */
function read(text) {
  const plain = text.normalize("NFKC").toLowerCase().replace(/[東南西北白發発中]/g, (one) => HONOURS[one]);
  const tiles = [];
  for (const [, digits, suit] of plain.matchAll(/(\d+)\s*([mpszf])/g)) {
    for (const digit of digits) tiles.push(digit + suit);
  }
  return tiles;
}

function write(tiles) {
  return tiles.map((tile, at) => (tiles[at + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");
}

function readMelds(text) {
  return text.split(/[\s,]+/).filter(Boolean).map((meld) => {
    const [kind, tiles = ""] = meld.split(":");
    return { kind, tiles: read(tiles) };
  });
}

const writeMelds = (melds) => melds.map(({ kind, tiles }) => `${kind}:${write(tiles)}`).join(" ");

/** The hand as the fields have it. */
function held() {
  const state = { melds: readMelds(field("melds").value) };
  for (const [list, name] of Object.entries(LISTS)) state[list] = read(field(name)?.value ?? "");
  return state;
}

const past = [];
const typed = () => [...Object.values(LISTS), "melds"].map((name) => [name, field(name)?.value ?? ""]);

function restore(values) {
  for (const [name, value] of values) if (field(name)) field(name).value = value;
}

/** Write a changed hand into the fields, and let the result follow. */
function keep(state) {
  past.push(typed());
  if (past.length > MOST_UNDO) past.shift();
  field("melds").value = writeMelds(state.melds);
  for (const [list, name] of Object.entries(LISTS)) if (field(name)) field(name).value = write(state[list]);
  changed();
}

function changed() {
  draw();
  form.dispatchEvent(new CustomEvent("hand-changed"));
}

// --- what is left -------------------------------------------------------------------------------

const reds = new Map((form?.dataset.reds ?? "").split(" ").filter(Boolean).map((one) => [one.slice(0, 2), Number(one.slice(2))]));

const allTiles = (state) => [...Object.keys(LISTS).flatMap((list) => state[list]), ...state.melds.flatMap((meld) => meld.tiles)];

/** How many of this very tile can still be put somewhere. */
function left(tile, state) {
  const all = allTiles(state);
  const used = all.filter((one) => one === tile).length;
  if (tile[1] === "f") return 1 - used;
  const ofKind = 4 - all.filter((one) => kindOf(one) === kindOf(tile)).length;
  if (reds.has(tile)) return Math.min(ofKind, reds.get(tile) - used);
  if (tile === "0z") return Math.min(ofKind, 1 - used);
  const red = `0${tile[1]}`;
  const plain = tile[0] === "5" && reds.has(red) ? 4 - reds.get(red) : 4;
  return Math.min(ofKind, plain - used);
}

// --- drawing ------------------------------------------------------------------------------------

const nameOf = (tile) => keys.querySelector(`[data-tile="${tile}"]`)?.ariaLabel ?? tile;
const say = (text) => { keyboard.querySelector("[data-say]").textContent = text; };

function picture(tile, turn = "") {
  const svg = keys.querySelector(`[data-tile="${tile}"] svg`)?.cloneNode(true);
  if (svg) {
    svg.classList.toggle("tile--turned", turn === "turned");
    const use = svg.querySelector("use");
    if (turn === "back") use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#t-back"));
    return svg;
  }
  const code = document.createElement("code");
  code.textContent = tile;
  return code;
}

function box(css, ...children) {
  const span = document.createElement("span");
  span.className = css;
  span.append(...children);
  return span;
}

/** How the tiles of a call lie: its first turned, the outer ones of a closed kan face down. */
function turnOf({ kind, tiles }, at) {
  if (kind === "ankan") return at === 0 || at === tiles.length - 1 ? "back" : "";
  return at === 0 ? "turned" : "";
}

function taker(list, at, tiles, label, pictures = tiles.map((tile) => picture(tile))) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "calc-tile";
  button.dataset.take = list;
  button.dataset.at = at;
  button.ariaLabel = label.replace("%(tile)s", tiles.map(nameOf).join(" "));
  button.append(...pictures);
  return button;
}

const row = (list, tiles, label) => tiles.map((tile, at) => taker(list, at, [tile], label));

function drawTiles(state) {
  const { remove, removeWin, toWin, empty } = board.dataset;
  const parts = [];
  if (state.hand.length) parts.push(box("calc-board__hand", ...row("hand", state.hand, mode === "win" ? toWin : remove)));
  state.melds.forEach((meld, at) => {
    const pictures = meld.tiles.map((tile, index) => picture(tile, turnOf(meld, index)));
    parts.push(box("calc-board__meld", taker("melds", at, meld.tiles, remove, pictures)));
  });
  if (state.win.length) parts.push(box("calc-board__win", ...row("win", state.win, removeWin)));
  if (!parts.length) parts.push(box("muted", empty));
  board.querySelector("[data-board-tiles]").replaceChildren(...parts);
}

function drawIndicators(state) {
  const area = board.querySelector("[data-board-dora]");
  const lists = ["dora", "ura"].filter((list) => state[list].length);
  area.replaceChildren(...lists.flatMap((list) => [
    box("calc-board__label", area.dataset[list]),
    ...row(list, state[list], board.dataset.remove),
  ]));
}

/** Draw the hand; the focus stays where it was, or goes to the neighbour of what is gone. */
function draw() {
  const { take, at } = board.contains(document.activeElement) ? document.activeElement.dataset : {};
  const state = held();
  drawTiles(state);
  drawIndicators(state);
  for (const key of keys.querySelectorAll("[data-tile]")) key.ariaDisabled = String(left(key.dataset.tile, state) < 1);
  if (!take) return;
  const others = [...board.querySelectorAll(`[data-take="${take}"]`)];
  (others[Math.min(Number(at), others.length - 1)] ?? keys.querySelector("[tabindex='0']")).focus();
}

// --- taps ---------------------------------------------------------------------------------------

let mode = "hand";
let pending = [];

function setMode(name) {
  mode = name;
  pending = [];
  for (const button of keyboard.querySelectorAll("[data-mode]")) {
    button.ariaPressed = String(button.dataset.mode === name);
    if (button.dataset.mode === name) keyboard.querySelector("[data-mode-hint]").textContent = button.dataset.hint;
  }
  draw();
}

const room = (state) => 13 - 3 * state.melds.length - state.hand.length;

function toHand(tile, state) {
  if (room(state) > 0) state.hand = inOrder([...state.hand, tile]);
  else if (!state.win.length) state.win = [tile];
  else return say(board.dataset.full);
  return keep(state);
}

function isRun(tiles) {
  const [low, middle, high] = inOrder(tiles).map((tile) => Number(kindOf(tile)[0]));
  return tiles.every((tile) => tile[1] === tiles[0][1]) && "mps".includes(tiles[0][1]) && middle === low + 1 && high === low + 2;
}

function toChi(tile, state) {
  pending.push(tile);
  say(pending.map(nameOf).join(" "));
  if (pending.length < 3) return;
  const tiles = inOrder(pending);
  pending = [];
  if (isRun(tiles)) addMeld("chi", tiles, state);
  else say(board.dataset.noRun);
}

/** Three or four of a tile: with the red five that was tapped, and with reds where plain ones are short. */
function alike(tile, count) {
  const kind = kindOf(tile);
  const red = `0${kind[1]}`;
  const most = kind[0] === "5" ? reds.get(red) ?? 0 : 0;
  const redCount = Math.max(tile === red ? 1 : 0, count - (4 - most));
  return [...Array(count - redCount).fill(kind), ...Array(redCount).fill(red)];
}

/** Whether all these tiles can still be had together. */
function areLeft(tiles, state) {
  const wanted = (test) => tiles.filter(test).length;
  const free = (kind) => 4 - allTiles(state).filter((one) => kindOf(one) === kind).length;
  return tiles.every((tile) => left(tile, state) >= wanted((one) => one === tile)
    && free(kindOf(tile)) >= wanted((one) => kindOf(one) === kindOf(tile)));
}

function addMeld(kind, tiles, state) {
  if (room(state) < 3 || state.melds.length > 3) return say(board.dataset.noRoom);
  if (!areLeft(tiles, state)) return say(board.dataset.noneLeft);
  keep({ ...state, melds: [...state.melds, { kind, tiles }] });
  return setMode("hand");
}

function toWin(tile, state) {
  keep({ ...state, win: [tile] });
  setMode("hand");
}

function tap(tile) {
  const state = held();
  say("");
  if (left(tile, state) - pending.filter((one) => one === tile).length < 1) say(board.dataset.noneLeft);
  else if (mode === "hand") toHand(tile, state);
  else if (mode === "chi") toChi(tile, state);
  else if (mode === "win") toWin(tile, state);
  else if (mode === "dora" || mode === "ura") keep({ ...state, [mode]: [...state[mode], tile] });
  else addMeld(mode, alike(tile, mode === "pon" ? 3 : 4), state);
}

/** A tile of the board: back into the box, or, while the winning tile is asked for, that one. */
function take(list, at) {
  const state = held();
  const [tile] = state[list].splice(at, 1);
  if (list === "hand" && mode === "win") {
    state.hand = inOrder([...state.hand, ...state.win]);
    state.win = [tile];
    keep(state);
    setMode("hand");
    return;
  }
  keep(state);
}

function undo() {
  pending = [];
  const values = past.pop();
  if (!values) return;
  restore(values);
  changed();
}

function clear() {
  pending = [];
  keep({ hand: [], win: [], melds: [], dora: [], ura: [] });
  say(board.dataset.cleared);
}

// --- a keyboard with keys -----------------------------------------------------------------------

let digits = "";

function focusKey(key) {
  if (!key) return;
  for (const other of keys.querySelectorAll("[data-tile]")) other.tabIndex = -1;
  key.tabIndex = 0;
  key.focus();
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function move(event) {
  const step = STEPS[event.key];
  const key = event.target.closest("[data-tile]");
  if (!step || !key) return false;
  const rows = [...keys.children].map((line) => [...line.children]);
  const line = rows.findIndex((tiles) => tiles.includes(key));
  const next = rows[Math.min(Math.max(line + step[0], 0), rows.length - 1)];
  focusKey(next[Math.min(Math.max(rows[line].indexOf(key) + step[1], 0), next.length - 1)]);
  return true;
}

/** "234m" typed while the focus is on the tiles: three taps. */
function type(key) {
  if (/^[0-9]$/.test(key)) {
    digits += key;
    say(digits);
  } else if (SUITS.includes(key) && digits) {
    const names = [...digits].map((digit) => digit + key);
    digits = "";
    for (const name of names) if (keys.querySelector(`[data-tile="${name}"]`)) tap(name);
  } else if (key === "Backspace") {
    if (digits) say(digits = digits.slice(0, -1));
    else undo();
  } else return false;
  return true;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (move(event) || type(event.key)) event.preventDefault();
}

// --- the form around ----------------------------------------------------------------------------

/** What is only said of a ron is not offered for a tsumo. */
function fitFlags() {
  const how = form.querySelector("[name=how]:checked")?.value;
  for (const flag of form.querySelectorAll("[data-only]")) {
    flag.hidden = flag.dataset.only !== how;
    if (flag.hidden) flag.querySelector("input").checked = false;
  }
}

function onClick(event) {
  const key = event.target.closest("[data-tile]");
  const taken = event.target.closest("[data-take]");
  const chosen = event.target.closest("[data-mode]");
  if (key) {
    focusKey(key);
    tap(key.dataset.tile);
  } else if (taken) take(taken.dataset.take, Number(taken.dataset.at));
  else if (chosen) setMode(chosen.dataset.mode);
  else if (event.target.closest("[data-undo]")) undo();
  else if (event.target.closest("[data-clear]")) clear();
  else if (event.target.closest("[data-type]")) {
    const isOpen = document.getElementById("calc-typed").classList.toggle("is-open");
    keyboard.querySelector("[data-type]").ariaExpanded = String(isOpen);
    if (isOpen) field("hand").focus();
  }
}

// Other rules ask for other things: the whole page comes anew, with the same hand.
form?.addEventListener("change", (event) => {
  if (!event.target.matches("select")) return;
  if (event.target.name === "rule") field("on").value = "";
  form.requestSubmit();
});
form?.addEventListener("formdata", (event) => {
  for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name);
});

if (board) {
  form.addEventListener("click", onClick);
  form.addEventListener("input", (event) => {
    if (event.target.matches("select")) return;
    fitFlags();
    changed();
  });
  board.addEventListener("keydown", onKey);
  keyboard.addEventListener("keydown", onKey);
  // Enter in a text field asks for the result, which is there already.
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=text], input[type=number]")) event.preventDefault();
  });
  for (const key of keys.querySelectorAll("[data-tile]")) key.tabIndex = -1;
  keys.querySelector("[data-tile]").tabIndex = 0;
  keyboard.querySelector("[data-type]").ariaExpanded = String(document.getElementById("calc-typed").classList.contains("is-open"));
  fitFlags();
  setMode("hand");
}
