// Small manners of the components; every page works without this file.

const toasts = document.getElementById("toasts");

/** Show a passing notice. `kind` "error" stays until it is closed, or until what it is `about` is over. */
export function toast(text, kind = "", about = "") {
  if (!toasts) return;
  const box = document.createElement("div");
  box.className = kind ? `toast toast--${kind}` : "toast";
  const words = document.createElement("span");
  words.textContent = text;
  if (about) box.dataset.about = about;
  box.append(words, closeButton());
  toasts.replaceChildren(box);
  if (kind !== "error") setTimeout(() => box.remove(), 6000);
}

function closeButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.dataset.toastClose = "";
  button.ariaLabel = toasts.dataset.close;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", toasts.dataset.icon);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  button.append(svg);
  return button;
}

/** One step down or up; the form hears it as if it had been typed. */
function step(button) {
  const input = button.closest("[data-stepper]").querySelector("input");
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

async function copy(button) {
  const input = document.getElementById(button.dataset.copy);
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    toast(button.dataset.copied);
  } catch {
    // Refused (plain http, old browser): the text is selected and can be copied by hand.
  }
}

document.addEventListener("click", (event) => {
  const stepper = event.target.closest("[data-step]");
  if (stepper) step(stepper);
  const copier = event.target.closest("[data-copy]");
  if (copier) copy(copier);
  event.target.closest("[data-toast-close]")?.closest(".toast").remove();
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A row that is wider than the screen begins with what is chosen in it.
for (const chosen of document.querySelectorAll(".tabs > [aria-current], .segmented--row > [aria-pressed=true]")) {
  const row = chosen.parentElement;
  row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}

// The server says it with HX-Trigger: {"toast": {"text": "…", "kind": "error"}}.
document.body.addEventListener("toast", (event) => toast(event.detail.text, event.detail.kind));
document.body.addEventListener("htmx:responseError", (event) => {
  const triggers = event.detail.xhr.getResponseHeader("HX-Trigger") ?? "";
  if (!triggers.includes('"toast"')) toast(toasts.dataset.failed, "error");
});
document.body.addEventListener("htmx:sendError", () => toast(toasts.dataset.offline, "error", "offline"));
// The network is back: its message is removed. What did not work otherwise stays to be read.
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) toasts?.querySelector("[data-about=offline]")?.remove();
});

// A refused form: take the reader to what is wrong.
document.body.addEventListener("htmx:afterSwap", (event) => {
  event.target.querySelector?.(".alert[role=alert][tabindex]")?.focus();
});
