// A live table under the thumb: taps become entries in the queue, and are shown while they wait.
// Without this file every tap is a form of its own, with a page to accept what it moves.

import { newKey } from "../kept.js";
import { Queue } from "./live-queue.js";
import { onSwap, refresh, revision, sayOffline } from "./live-watch.js";

const root = document.querySelector("[data-live]");
const form = document.getElementById("live-hand");
const preview = document.getElementById("live-preview");
const waiting = root.querySelector("[data-waiting]");
const offline = form?.querySelector("[data-offline-preview]");

// --- the hand that is being tapped ------------------------------------------------------------

/** Whether anybody has begun to tap a hand here. */
const isBegun = () => Boolean(form?.querySelector("input:checked"));

const seenField = () => form.elements.namedItem("seen");

function seenNow() {
  seenField().value = revision();
}

function forget() {
  form.reset();
  for (const input of form.querySelectorAll("input[type=checkbox], input[type=radio]")) input.checked = false;
  preview.replaceChildren();
  seenNow();
  form.dispatchEvent(new CustomEvent("kept-forget", { bubbles: true }));
}

/** What the hand says, for the list of what waits: the labels of all that is tapped and shown. */
function handSaid() {
  const taps = [...form.querySelectorAll("input:checked")].filter((input) => input.labels[0]?.offsetParent);
  return taps.map((input) => input.labels[0].innerText.replace(/\s+/g, " ").trim()).join(" · ");
}

function showOffline() {
  sayOffline(true);
  preview.replaceChildren(offline.content.cloneNode(true));
  preview.querySelector("[name=accept]").value = seenField().value;
}

// --- the queue ----------------------------------------------------------------------------------

function drawWaiting({ items, stopped }) {
  waiting.hidden = !items.length;
  waiting.querySelector("[data-waiting-list]").replaceChildren(
    ...items.map(({ say }) => Object.assign(document.createElement("li"), { textContent: say })),
  );
  const held = waiting.querySelector("[data-held]");
  held.hidden = !items[0]?.held;
  held.textContent = items[0]?.held === "login" ? root.dataset.heldLogin : root.dataset.heldOther;
  const box = waiting.querySelector("[data-stopped]");
  box.hidden = !stopped;
  if (!stopped) return;
  box.querySelector("[data-stopped-title]").textContent = stopped.title || root.dataset.lost;
  box.querySelector("[data-stopped-said]").replaceChildren(
    ...stopped.said.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
}

const { reader, name: who, club, own: line } = document.querySelector("[data-kept]").dataset;
const queue = new Queue({ line, club, reader, who }, {
  changed: drawWaiting,
  sent(answer) {
    if (answer.url) {
      location.assign(answer.url);
      return;
    }
    if (form) seenField().value = queue.upTo(Number(seenField().value));
    refresh();
  },
});

queue.load();

waiting.addEventListener("click", (event) => {
  if (event.target.closest("[data-send-again]")) queue.again();
  else if (event.target.closest("[data-drop-first]")) queue.drop(false);
  else if (event.target.closest("[data-drop-all]")) queue.drop(true);
});

document.addEventListener("live-net", (event) => event.detail && queue.items.length && queue.send());

// --- taps ---------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const sent = event.target.closest("[data-live-form]");
  if (!sent) return;
  const isHand = sent === form;
  if (isHand && event.submitter?.name !== "accept") return; // to be looked at: htmx does it, or the page
  event.preventDefault();
  const body = new FormData(sent, event.submitter);
  const seen = Number(body.get("accept") ?? body.get("seen"));
  body.set("key", newKey());
  queue.add(sent.getAttribute("action"), new URLSearchParams(body), isHand ? handSaid() : sent.dataset.say, seen);
  if (isHand) forget();
  else flip(sent);
});

/** A riichi shows at once; the board of the server replaces it. */
function flip(sent) {
  const button = sent.querySelector("[aria-pressed]");
  if (!button) return;
  const isOn = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!isOn));
  sent.querySelector("[name=declared]")?.remove();
  if (isOn) {
    const declared = Object.assign(document.createElement("input"), { type: "hidden", name: "declared", value: "on" });
    sent.append(declared);
  }
}

// What is shown must be what is accepted: a change takes it away until it is worked out anew.
form?.addEventListener("change", () => preview.replaceChildren());

form?.addEventListener("click", (event) => {
  if (event.target.closest("[data-forget]")) forget();
});

// The page says itself that the network is gone.
form?.addEventListener("htmx:sendError", (event) => {
  event.stopPropagation();
  showOffline();
});

// Somebody else was at the table: a hand that is half tapped keeps what it was begun with,
// so that the server says what came between.
onSwap((before, after) => {
  isNewer ||= before !== after;
  if (!form || before === after) return;
  if (isBegun()) htmx.trigger(form, "preview");
  else seenNow();
});

if (form && !isBegun()) seenNow();

// The phone's copy of this page is made anew when it is put away, and not with every tap of the table.
let isNewer = false;

document.addEventListener("visibilitychange", () => {
  if (!document.hidden || !isNewer) return;
  isNewer = false;
  document.dispatchEvent(new CustomEvent("kept-anew"));
});
