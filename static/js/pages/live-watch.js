// Keeps the board of a live table up to date; whoever only watches needs nothing else.

const EVERY = 1500;

const root = document.querySelector("[data-live]");
const net = root?.querySelector("[data-net]");
const listeners = [];

export const board = () => document.getElementById("live-board");
export const revision = () => Number(board().dataset.revision);

/** Call `listener(before, after)` after every swap, with the revisions. */
export function onSwap(listener) {
  listeners.push(listener);
}

export function sayOffline(isOff) {
  root.classList.toggle("is-offline", isOff);
  if (net) net.textContent = isOff ? net.dataset.off : "";
}

function swap(html) {
  const before = revision();
  const focused = document.activeElement?.id ?? "";
  board().outerHTML = html;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  for (const listener of listeners) listener(before, revision());
}

/** Fetch the board if it has changed; false when the network is gone. */
export async function refresh() {
  const address = new URL(root.dataset.board, location.href);
  address.search = location.search;
  address.searchParams.set("since", revision());
  let answer;
  try {
    answer = await fetch(address, { headers: { "X-Live": "1" }, cache: "no-store" });
  } catch {
    sayOffline(true);
    return false;
  }
  sayOffline(false);
  if (answer.status === 200 && !answer.redirected) swap(await answer.text());
  return true;
}

async function watch() {
  if (board().hasAttribute("data-done")) return; // nothing is entered there any more
  if (!document.hidden) {
    const isThere = await refresh();
    document.dispatchEvent(new CustomEvent("live-net", { detail: isThere }));
  }
  setTimeout(watch, EVERY);
}

if (root) {
  setTimeout(watch, EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
}
