// A draft saves itself while it is typed, and is checked before that. Without this file the form
// has a button and works the same.

const form = document.querySelector("[data-draft]");

const CHECK_AFTER = 400;
const SAVE_AFTER = { input: 2000, change: 500 };
const AGAIN_AFTER = 8000;

let isDirty = false;
let isBusy = false;
let isStale = false;
let checkTimer = 0;
let saveTimer = 0;
let sent = new FormData();

const field = (name) => form.querySelector(`input[name="${name}"]`);

/** How far what was typed is: typed, saving, saved. */
function mark(state) {
  form.dataset.state = state;
}

/** Say in the bar how the saving goes; the server's own words come back with the next save. */
function tell(words, isWrong = false) {
  const line = document.querySelector("#draft-state p");
  if (!line) return;
  line.textContent = words;
  line.classList.toggle("draft-wrong", isWrong);
}

function post(url) {
  sent = new FormData(form);
  return fetch(url, { method: "POST", body: sent, headers: { "HX-Request": "true" }, redirect: "error" });
}

/** Put what the server says beside the fields; only what was typed for several fields moves. */
function show(html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  for (const part of answer.body.querySelectorAll("[id]")) {
    const there = document.getElementById(part.id);
    if (!there) continue;
    if (there.innerHTML !== part.innerHTML) there.replaceChildren(...part.cloneNode(true).childNodes);
    if (part.id.startsWith("says-")) markFields(there, "wrong" in part.dataset);
    if (part.dataset.fill) spread(there, JSON.parse(part.dataset.fill));
  }
  const sections = answer.querySelector("#draft-sections > nav");
  if (sections) document.querySelector(".draft-sections--phone > nav")?.replaceWith(sections.cloneNode(true));
  const idle = answer.getElementById("draft-answer")?.dataset.idle;
  if (idle !== undefined) hideIdle(new Set(idle.split(" ")));
  for (const copy of document.querySelectorAll("[data-revision]")) copy.value = field("revision").value;
}

/** "30/10" in one field of an uma becomes the four values, once the field has been left. */
function spread(says, [at, typed, ...values]) {
  const inputs = [...says.closest("[data-parameter]").querySelectorAll(".draft-cells input")];
  const short = inputs[at];
  const isOld = (input, index) => index !== at && input.value !== sent.get(input.name);
  if (!short || short === document.activeElement || short.value.trim() !== typed || inputs.some(isOld)) return;
  inputs.forEach((input, index) => { input.value = values[index] ?? ""; });
}

function markFields(says, isWrong) {
  for (const input of says.closest("[data-parameter]")?.querySelectorAll("input:not([type=hidden]), select") ?? []) {
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

function hideIdle(idle) {
  for (const row of form.querySelectorAll("[data-parameter]:not([data-always])")) {
    const isIdle = idle.has(row.dataset.parameter);
    if (!(isIdle && row.contains(document.activeElement))) row.hidden = isIdle;
  }
}

async function check() {
  if (isBusy || isStale) return;
  try {
    const answer = await post(form.dataset.check);
    if (answer.ok && !isBusy) show(await answer.text());
  } catch {
    // No connection: the next save says so.
  }
}

/** Store what is typed; true when all of it is. One at a time, so that revisions follow. */
async function save() {
  clearTimeout(saveTimer);
  clearTimeout(checkTimer);
  if (!isDirty || isStale) return !isDirty;
  if (isBusy) {
    saveSoon(SAVE_AFTER.change);
    return false;
  }
  isBusy = true;
  isDirty = false;
  mark("saving");
  tell(form.dataset.saving);
  try {
    const answer = await post(form.action);
    const html = await answer.text();
    if (answer.status === 409) {
      isStale = isDirty = true;
      show(html);
      document.querySelector("#draft-conflict .alert")?.focus();
      const why = document.querySelector("#draft-conflict .alert__title")?.textContent.trim();
      tell(why ? `${form.dataset.unsaved} ${why}` : form.dataset.refused, true);
    } else if (answer.ok) {
      show(html);
    } else {
      isDirty = true;
      tell(form.dataset.refused, true);
    }
  } catch {
    isDirty = true;
    tell(form.dataset.failed, true);
    saveSoon(AGAIN_AFTER);
  }
  isBusy = false;
  mark(isDirty ? "typed" : "saved");
  return !isDirty;
}

function saveSoon(after) {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, after);
}

function typed(event) {
  isDirty = true;
  mark("typed");
  clearTimeout(checkTimer);
  if (event.type === "input") checkTimer = setTimeout(check, CHECK_AFTER);
  saveSoon(SAVE_AFTER[event.type]);
}

if (form) {
  form.addEventListener("input", typed);
  form.addEventListener("change", typed);
  form.addEventListener("submit", () => {
    isDirty = false;
    clearTimeout(saveTimer);
    clearTimeout(checkTimer);
  });
  // Going to another page of the draft: first what was typed, then the way.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || !isDirty || !isPlain || link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    await save();
    location.assign(link.href);
  });
  document.addEventListener("submit", async (event) => {
    if (event.target === form || !isDirty || event.target.method !== "get") return;
    event.preventDefault();
    await save();
    event.target.submit();
  });
  addEventListener("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });
  addEventListener("online", () => save());
}

// A name that is chosen to be added becomes a checkbox at once.
document.addEventListener("change", (event) => {
  const select = event.target;
  if (!select.matches("[data-add-name]") || !select.value) return;
  const option = select.selectedOptions[0];
  const label = document.createElement("label");
  label.className = "check";
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", name: select.name, value: option.value, checked: true });
  const words = document.createElement("span");
  words.className = "check__text";
  words.textContent = option.textContent;
  label.append(box, words);
  select.closest("fieldset").querySelector("[data-names]").append(label);
  option.remove();
  select.value = "";
});

// The phone's list of sections closes when a way has been chosen; the current one is in sight.
document.querySelector(".draft-sections--desk [aria-current]")?.scrollIntoView({ block: "nearest" });
document.querySelector(".alert[role=alert][tabindex]")?.focus();
