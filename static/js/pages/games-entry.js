// Manners of the entry form: minus on a keypad that has none, Enter leads on, the next number.

const form = document.querySelector("[data-entry]");
const MINUS = /^[▲△▼\-−‐‑‒–—―ー－]/;

function changed(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The numeric keypad of a phone has no minus: the button beside the field is one. */
function turnSign(input) {
  input.value = MINUS.test(input.value) ? input.value.replace(MINUS, "") : `-${input.value}`;
  input.focus();
  changed(input);
}

/** "00" stands behind hundreds only; from 3,000 on a number can only be meant in full. */
function markUnit(input) {
  const digits = input.value.normalize("NFKC").replace(/[^0-9]/g, "");
  const size = Number(digits || 0);
  const isFull = size >= 3000 || (size >= 1000 && size % 100 === 0) || /[,，]/.test(input.value);
  // no unit stands where single points are counted
  input.nextElementSibling?.classList.toggle("is-full", isFull);
}

const seats = () => [...form.querySelectorAll("[data-seat]")];

/** From a seat's points to the next seat: to its name while nobody sits there, or to its points. */
function leadOn(seat) {
  const all = seats();
  const next = all[all.indexOf(seat) + 1];
  if (!next) {
    document.getElementById("save").focus();
    return;
  }
  const name = next.querySelector("[role=combobox], select");
  const target = name && !name.value ? name : next.querySelector("[data-points]");
  target.focus();
}

/** Another table has another next number, until somebody types one. */
function watchNumber() {
  if (form.dataset.next === undefined) return;
  const known = new Map(form.dataset.next.split(" ").map((pair) => pair.split(":")));
  const { table, number } = form.elements;
  let isOurs = true;
  number.addEventListener("input", () => { isOurs = false; });
  table.addEventListener("input", () => {
    if (isOurs && table.value) number.value = known.get(table.value) ?? "1";
  });
}

if (form) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sign]");
    if (button) turnSign(document.getElementById(button.dataset.sign));
  });
  form.addEventListener("input", (event) => {
    if (!event.target.matches("[data-points]")) return;
    markUnit(event.target);
    event.target.removeAttribute("aria-invalid");
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    if (event.target.matches("[data-points]")) {
      event.preventDefault();
      leadOn(event.target.closest("[data-seat]"));
    }
  });
  form.addEventListener("picked", (event) => {
    const points = event.target.closest("[data-seat]")?.querySelector("[data-points]");
    if (points) {
      points.focus();
      points.select();
    }
  });
  // What was wrong when the form was sent; once it is changed, the live check says what still is.
  let isChanged = false;
  form.addEventListener("input", () => { isChanged = true; });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (isChanged && event.detail.successful) document.getElementById("entry-errors")?.remove();
  });
  // The second tap of a double tap; the server would make one game of both all the same.
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 5000); // no answer: let them try again
  });
  addEventListener("pageshow", () => delete form.dataset.sent);
  for (const input of form.querySelectorAll("[data-points]")) markUnit(input);
  watchNumber();
  document.querySelector(".alert[role=alert][tabindex]")?.focus();
}
