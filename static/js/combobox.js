// A member picker out of a <select> and a text field for a guest: type kanji, kana or romaji.
//
// Markup (templates/league/games/entry/_picker.html): [data-picker] holds a <select> (the member) and an
// <input> (a new guest). Both stay in the form and hold the values; this file only shows one field
// instead of two, and says "input" on the select when somebody was chosen. After choosing, a
// "picked" event goes up from the picker: the page may lead on to its next field.
// Attributes: data-people (address that answers ?q= with options), data-placeholder, data-guest,
// data-seated (words).

const WAIT = 150;
let pickers = 0;

/** Everybody who has a seat in the form of this picker, apart from its own. */
function seatedElsewhere(picker) {
  const scope = picker.closest("form") ?? document;
  return [...scope.querySelectorAll("[data-picker] select")]
    .filter((select) => !picker.contains(select) && select.value)
    .map((select) => select.value);
}

class Picker {
  constructor(root) {
    this.root = root;
    this.select = root.querySelector("select");
    this.guest = root.querySelector("input");
    this.active = -1;
    this.asked = 0;
    this.build();
    this.show();
  }

  build() {
    const id = this.select.id || `picker-${(pickers += 1)}`;
    this.box = document.createElement("div");
    this.box.className = "combobox";
    this.input = document.createElement("input");
    const attributes = {
      type: "text", role: "combobox", autocomplete: "off", autocapitalize: "none",
      spellcheck: "false", enterkeyhint: "next", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-controls": `${id}-list`,
      placeholder: this.root.dataset.placeholder,
    };
    for (const [name, value] of Object.entries(attributes)) this.input.setAttribute(name, value);
    for (const name of ["aria-invalid", "aria-describedby"]) {
      const value = this.select.getAttribute(name);
      if (value) this.input.setAttribute(name, value);
    }
    this.list = document.createElement("ul");
    this.list.className = "listbox";
    this.list.id = `${id}-list`;
    this.list.setAttribute("role", "listbox");
    const label = this.root.querySelector("label");
    if (label) this.list.setAttribute("aria-label", label.textContent);
    this.list.hidden = true;
    this.box.append(this.input, this.list);
    this.select.before(this.box);
    // Labels and links from the list of mistakes lead to the field that is seen.
    this.select.id = `${id}-value`;
    this.input.id = id;
    this.select.hidden = true;
    this.select.tabIndex = -1;
    this.guest.tabIndex = -1;
    this.listen();
  }

  listen() {
    this.input.addEventListener("focus", () => this.input.select());
    this.input.addEventListener("click", () => this.open());
    this.input.addEventListener("input", (event) => {
      event.stopPropagation(); // half a name is no value yet
      this.typed();
    });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.leave());
    // Not "click": the field must keep the focus until the choice is made.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[data-value], [data-new]");
      if (option) this.choose(option);
    });
  }

  /** The field says what the form holds. */
  show() {
    const option = this.select.selectedOptions[0];
    const name = this.select.value ? option.textContent : this.guest.value;
    this.input.value = name;
    this.dirty = false;
    this.isAnswered = true;
  }

  get options() {
    return [...this.list.querySelectorAll("[data-value], [data-new]")];
  }

  open() {
    if (!this.list.hidden) return;
    this.fillFromSelect("");
    this.reveal();
  }

  reveal() {
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.list.scrollTop = 0;
    this.list.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.list.hidden = true;
    this.asked += 1;
    clearTimeout(this.timer);
    this.point(-1);
    this.input.setAttribute("aria-expanded", "false");
  }

  /** The people that came with the page, for an empty field and for a gap in the network. */
  fillFromSelect(query) {
    const seated = seatedElsewhere(this.root);
    const rows = [];
    for (const group of this.select.querySelectorAll("optgroup")) {
      const people = [...group.children].filter((one) => one.textContent.includes(query));
      if (people.length) rows.push(this.heading(group.label));
      for (const one of people) rows.push(this.option(one, seated));
    }
    if (query) rows.push(this.newGuest(query));
    this.list.replaceChildren(...rows);
    this.number();
  }

  heading(text) {
    const row = document.createElement("li");
    row.className = "picker__group";
    row.setAttribute("role", "presentation");
    row.textContent = text;
    return row;
  }

  row(name, note) {
    const row = document.createElement("li");
    row.className = "listbox__option";
    row.setAttribute("role", "option");
    row.dataset.name = name;
    const words = document.createElement("span");
    words.className = "truncate";
    words.textContent = name;
    row.append(words);
    if (note) {
      const small = document.createElement("small");
      small.textContent = note;
      row.append(small);
    }
    return row;
  }

  option(one, seated) {
    const words = this.root.dataset;
    const note = seated.includes(one.value) ? words.seated : one.dataset.note;
    const row = this.row(one.textContent, note);
    row.dataset.value = one.value;
    return row;
  }

  newGuest(name) {
    const row = this.row(`${this.root.dataset.guest}: ${name}`, "");
    row.dataset.new = name;
    row.dataset.name = name;
    return row;
  }

  number() {
    this.options.forEach((option, index) => {
      option.id = `${this.list.id}-${index}`;
      option.setAttribute("aria-selected", String(option.dataset.value === this.select.value));
    });
    this.point(-1);
  }

  typed() {
    this.dirty = true;
    this.isAnswered = false; // the list still shows what fits the letters before
    this.asked += 1; // and so would an answer that is still on its way
    const query = this.input.value.trim();
    clearTimeout(this.timer);
    if (!query) {
      this.isAnswered = true;
      this.fillFromSelect("");
      this.reveal();
      return;
    }
    this.timer = setTimeout(() => this.ask(query), WAIT);
  }

  async ask(query) {
    const mine = (this.asked += 1);
    const words = new URLSearchParams([["q", query]]);
    for (const key of seatedElsewhere(this.root)) words.append("seated", key);
    let rows = null;
    try {
      const answer = await fetch(`${this.root.dataset.people}?${words}`, {
        headers: { "HX-Request": "true" },
      });
      if (answer.ok && !answer.redirected) rows = await answer.text();
    } catch {
      // No network: whoever came with the page can still be found by the name as written.
    }
    if (mine !== this.asked) return;
    if (rows === null) this.fillFromSelect(query);
    else {
      const parsed = new DOMParser().parseFromString(rows, "text/html");
      this.list.replaceChildren(...parsed.querySelectorAll("li"));
      this.number();
    }
    this.isAnswered = true;
    this.reveal();
    this.point(0);
  }

  point(index) {
    const options = this.options;
    options[this.active]?.classList.remove("is-active");
    this.active = options.length ? Math.max(-1, Math.min(index, options.length - 1)) : -1;
    const option = options[this.active];
    if (!option) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("is-active");
    option.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", option.id);
  }

  async key(event) {
    if (event.isComposing) return; // Enter and arrows belong to the kana input
    const isOpen = !this.list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) this.open();
      this.point(this.active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      this.show();
      this.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      await this.takeActive();
    } else if (event.key === "Tab" && this.dirty && !this.isAnswered && !event.shiftKey) {
      event.preventDefault();
      await this.takeActive();
    } else if (event.key === "Tab" && this.dirty && this.isAnswered && this.active >= 0) {
      this.choose(this.options[this.active], { lead: false });
    }
  }

  /** Choose what the list points at, once it shows what fits all letters, and lead on. */
  async takeActive() {
    await this.settle();
    if (this.active >= 0) this.choose(this.options[this.active]);
    else this.picked();
  }

  /** Enter or Tab right after the last letter: the search is not back yet. */
  async settle() {
    const query = this.input.value.trim();
    if (!this.dirty || !query || this.isAnswered) return;
    clearTimeout(this.timer);
    await this.ask(query);
  }

  leave() {
    // What was typed and not chosen: nobody when the field was emptied, a guest when no other
    // choice is left, and otherwise whoever sat here before.
    if (this.dirty && !this.input.value.trim()) this.set("", "");
    else if (this.dirty && this.isAnswered && this.options.length === 1) {
      this.choose(this.options[0], { lead: false });
    }
    this.show();
    this.close();
  }

  choose(option, { lead = true } = {}) {
    const { value = "", name } = option.dataset;
    const before = { member: this.select.value, guest: this.guest.value };
    if (value) {
      this.swap(value, before);
      this.set(value, "", name);
    } else this.set("", option.dataset.new);
    this.show();
    this.close();
    if (lead) this.picked();
  }

  /** Whoever sits at another seat already changes places with this one. */
  swap(value, before) {
    const scope = this.root.closest("form") ?? document;
    for (const root of scope.querySelectorAll("[data-picker]")) {
      const other = root.picker;
      if (!other || other === this || other.select.value !== value) continue;
      other.set(before.member, before.guest, this.input.value);
      other.show();
    }
  }

  set(member, guest, name = "") {
    if (member && ![...this.select.options].some((one) => one.value === member)) {
      this.select.append(new Option(name, member));
    }
    this.select.value = member;
    this.guest.value = guest;
    this.input.removeAttribute("aria-invalid");
    this.select.dispatchEvent(new Event("input", { bubbles: true }));
  }

  picked() {
    this.root.dispatchEvent(new CustomEvent("picked", { bubbles: true }));
  }
}

/** Make pickers of `root` and all that stand below it and are none yet. */
export function enhancePickers(root = document) {
  const below = [...root.querySelectorAll("[data-picker]")];
  if (root.matches?.("[data-picker]")) below.push(root);
  for (const one of below) one.picker ??= new Picker(one);
}

enhancePickers();
// A page that comes back from the browser's memory has its values, and the fields must say so.
addEventListener("pageshow", () => {
  for (const one of document.querySelectorAll("[data-picker]")) one.picker?.show();
});
document.body.addEventListener("htmx:load", (event) => enhancePickers(event.detail.elt));
