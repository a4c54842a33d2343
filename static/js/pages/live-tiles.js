// Tiles to tap into the text fields of a won hand; the fields work without it.

const CALLS = { chi: 3, pon: 3, minkan: 4, ankan: 4, kakan: 4 };
const template = document.querySelector("[data-keyboard]");

const read = (text) => {
  const tiles = [];
  for (const [, digits, suit] of text.matchAll(/(\d+)([mpszf])/g)) {
    for (const digit of digits) tiles.push(digit + suit);
  }
  return tiles;
};
const place = (tile) => "mpszf".indexOf(tile[1]) * 100 + (tile[0] === "0" ? 5.5 : Number(tile[0]));
const write = (tiles) => tiles.map((tile, at) => (tiles[at + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");

/** A call from its tapped tiles: a chi takes three taps, the others one. */
function called(kind, tile, begun) {
  if (kind !== "chi") return { done: `${kind}:${write(Array(CALLS[kind]).fill(tile))}`, begun: [] };
  const tiles = [...begun, tile];
  if (tiles.length < 3) return { done: "", begun: tiles };
  return { done: `chi:${write(tiles.sort((one, other) => place(one) - place(other)))}`, begun: [] };
}

function attach(box) {
  const seat = box.dataset.tiles;
  const form = box.closest("form");
  const field = (name) => form.elements.namedItem(`${name}-${seat}`);
  const past = [];
  let mode = "hand";
  let begun = [];

  const set = (name, value) => {
    past.push([name, field(name).value]);
    field(name).value = value;
    field(name).dispatchEvent(new Event("change", { bubbles: true }));
  };

  const tap = (tile) => {
    if (mode in CALLS) {
      const call = called(mode, tile, begun);
      begun = call.begun;
      if (call.done) set("melds", `${field("melds").value} ${call.done}`.trim());
    } else if (mode === "win") {
      set("win", tile);
    } else {
      const tiles = [...read(field(mode).value), tile];
      if (mode === "hand") tiles.sort((one, other) => place(one) - place(other));
      set(mode, write(tiles));
    }
  };

  box.prepend(template.content.cloneNode(true));
  box.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-tile]");
    const chosen = event.target.closest("[data-mode]");
    if (tile) tap(tile.dataset.tile);
    if (chosen) {
      mode = chosen.dataset.mode;
      begun = [];
      for (const each of box.querySelectorAll("[data-mode]")) each.ariaPressed = String(each === chosen);
    }
    if (event.target.closest("[data-tile-back]") && past.length) {
      const [name, value] = past.pop();
      set(name, value);
      past.pop();
    }
  });
}

if (template) {
  // a keyboard is drawn when somebody asks for it: there is one for each seat
  document.addEventListener(
    "toggle",
    (event) => {
      const box = event.target.open && event.target.querySelector?.("[data-tiles]");
      if (box && !box.querySelector("[data-mode]")) attach(box);
    },
    true,
  );
  for (const box of document.querySelectorAll("details[open] [data-tiles]")) attach(box);
}
