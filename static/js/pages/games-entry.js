// The entry form: minus on a keypad that has none, Enter leads on, and who sits where: another table
// brings its people, and penalties name them.

const form = document.querySelector("[data-entry]");

// --- points ---------------------------------------------------------------------------------------

const MINUS = /^[▲△▼\-−‐‑‒–—―ー－]/;

/** The numeric keypad of a phone has no minus: the button beside the field is one. */
function turnSign(input) {
  input.value = MINUS.test(input.value) ? input.value.replace(MINUS, "") : `-${input.value}`;
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
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
for (const input of form.querySelectorAll("[data-points]")) markUnit(input);

// --- another table --------------------------------------------------------------------------------

const ASK_AGAIN = 400;
const slot = form.querySelector("[data-slot]");

const fields = () => [...form.querySelectorAll("[name^=seat-], [name^=guest-], [name=table], [name=number]")];
const state = () => fields().map((field) => field.value).join("\n");
const isChoosing = () => [...form.querySelectorAll("[data-picker]")].some((one) => one.picker?.dirty);

/**
 * The answer to a table's number replaces its seats (hx-swap-oob). It says what was right when it was
 * asked for: where somebody has been chosen since, it is dropped and asked for again.
 */
function watchTable() {
  let asked = "";
  slot.addEventListener("htmx:configRequest", (event) => {
    if (event.target === slot) asked = state();
  });
  slot.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target !== slot || (asked === state() && !isChoosing())) return;
    event.detail.shouldSwap = false;
    setTimeout(() => slot.dispatchEvent(new Event("again")), ASK_AGAIN);
  });
}

if (slot) watchTable();

// --- who sits where, below the seats --------------------------------------------------------------

const OF_SEAT = /^(?:penalty-reason|penalty|chips|yakitori|substitute|busted)-(\d)/;
const CHOOSES_SEAT = /^(?:busted-\d|yakuman-\d-(?:seat|from|pao))$/;

/** What stands for a seat in the labels and lists below the seats: who sits there, and the wind. */
function nameOf(seat) {
  const wind = seat.querySelector("legend").textContent.trim();
  const select = seat.querySelector("select");
  const guest = seat.querySelector("[name^=guest-]").value.trim();
  const name = select.value ? select.selectedOptions[0].textContent.trim() : guest;
  return name ? `${name} · ${wind}` : wind;
}

function say(field, words) {
  const label = field.labels?.[0];
  const place = label?.querySelector(".check__text > span") ?? label;
  if (place) place.firstChild.textContent = words;
}

function nameSeats() {
  const names = new Map(seats().map((seat) => [seat.dataset.seat, nameOf(seat)]));
  for (const field of form.elements) {
    const seat = OF_SEAT.exec(field.name)?.[1];
    if (names.has(seat)) say(field, names.get(seat));
    if (!CHOOSES_SEAT.test(field.name)) continue;
    for (const option of field.options) {
      if (names.has(option.value)) option.textContent = names.get(option.value);
    }
  }
}

form.addEventListener("input", (event) => {
  if (event.target.closest("[data-picker]")) nameSeats();
});
form.addEventListener("seated", nameSeats);
addEventListener("pageshow", nameSeats);

// --- new names ------------------------------------------------------------------------------------

// Each check brings the questions; while they are the same ones, nobody who answers is disturbed.
form.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id !== "strangers") return;
  const asked = detail.fragment.querySelector("#strangers");
  detail.shouldSwap = asked.dataset.about !== detail.target.dataset.about;
  if (!detail.shouldSwap) return;
  // Answers of a draft went along unseen until there was a place for them.
  for (const field of form.querySelectorAll(":scope > :is([name^=kind-], [name^=kana-], [name^=about-])")) field.remove();
});

// Somebody of the list is meant: they are chosen here. After a refusal the same button saves.
form.addEventListener("click", (event) => {
  const button = event.target.closest("#strangers [name=take]");
  if (!button || document.getElementById("entry-errors")) return;
  const [seat, value] = button.value.split(":");
  const { picker } = document.getElementById(`picker-${seat}`);
  if (!picker) return;
  event.preventDefault();
  picker.choose({ dataset: { value, name: button.dataset.name } }, { lead: false });
});

// --- sending --------------------------------------------------------------------------------------

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
document.querySelector(".alert[role=alert][tabindex]")?.focus();
