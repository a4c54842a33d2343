// A preview of many games takes a moment: say so, and send the form once. Every page works
// without this file.

const busy = new Set();

/** What is being waited for: the games of the day that is chosen, or the change itself. */
function words(form, button) {
  const { busy: games, busyDay, busyOther, busyStoring } = form.dataset;
  if (button?.value === "go") return busyStoring;
  const day = form.elements.namedItem("day");
  return day && day.value !== busyDay ? busyOther : games;
}

function begin(form, button) {
  busy.add(form);
  form.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-disabled", "true");
  const sign = button?.parentElement.querySelector("[data-busy-sign]") ?? form.querySelector("[data-busy-sign]");
  sign.textContent = words(form, button);
  sign.classList.add("spinner");
}

function end(form) {
  busy.delete(form);
  form.removeAttribute("aria-busy");
  for (const button of form.querySelectorAll("button[aria-disabled]")) button.removeAttribute("aria-disabled");
  for (const sign of form.querySelectorAll("[data-busy-sign]")) {
    sign.textContent = "";
    sign.classList.remove("spinner");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-busy]")) return;
  if (busy.has(form)) event.preventDefault();
  else begin(form, event.submitter);
});

// A browser that brings the page back as it was left brings the sign back with it.
addEventListener("pageshow", () => document.querySelectorAll("form[data-busy]").forEach(end));
