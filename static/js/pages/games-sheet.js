// The typed score sheet: moves as in Excel, and takes what is pasted. Everything else is the server's.

import { toast } from "../ui.js";

const cellAt = (row, column) => document.getElementById(`cell-${row}-${column}`);

// The column in which Enter goes down: where the typing began, however far Tab has gone since.
let anchor = null;
let tabbed = false;

function go(input) {
  if (!input) return false;
  input.focus();
  input.select();
  return true;
}

document.addEventListener("focusin", (event) => {
  const { column } = event.target.dataset;
  if (column !== undefined) lastCell = event.target;
  if (column !== undefined && !tabbed) anchor = column;
  tabbed = false;
});

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const input = event.target;
  if (!input.closest?.("#sheet") || input.tagName !== "INPUT") return;
  tabbed = event.key === "Tab";
  if (input.dataset.row === undefined) {
    // Enter in another field of the grid must not send the sheet.
    if (event.key === "Enter") event.preventDefault();
    return;
  }
  const row = Number(input.dataset.row);
  const { column } = input.dataset;
  if (event.key === "Enter") {
    event.preventDefault();
    go(event.shiftKey ? cellAt(row - 1, column) : cellAt(row + 1, anchor ?? column));
  } else if (event.key === "ArrowDown") {
    if (go(cellAt(row + 1, column))) event.preventDefault();
  } else if (event.key === "ArrowUp") {
    if (go(cellAt(row - 1, column))) event.preventDefault();
  }
});

// The numeric keypad of a phone has no minus: this button is one, for the cell that was typed into.
let lastCell = null;

document.addEventListener("pointerdown", (event) => {
  // The keypad stays open: pressing the button must not take the focus.
  if (event.target.closest("[data-turn-sign]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-turn-sign]") || !lastCell?.isConnected) return;
  lastCell.value = /^[-−▲]/.test(lastCell.value) ? lastCell.value.slice(1) : `-${lastCell.value}`;
  lastCell.focus();
  lastCell.dispatchEvent(new Event("input", { bubbles: true }));
});

// More than one cell: the server puts them in their places, names and all.
document.addEventListener("paste", (event) => {
  const input = event.target;
  const form = input.closest?.("#sheet");
  if (!form || input.tagName !== "INPUT" || input.dataset.row === undefined) return;
  const text = event.clipboardData.getData("text/plain");
  if (!/[\t\n]/.test(text.trimEnd())) return;
  event.preventDefault();
  form.elements.namedItem("paste").value = text;
  form.elements.namedItem("at-row").value = input.dataset.row;
  form.elements.namedItem("at-column").value = input.dataset.column;
  form.querySelector("[data-paste-button]").click();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-redraw]")) {
    event.target.form.querySelector("[data-redraw-button]").click();
  }
});

// The grid scrolls in its box: new rows in sight at first, and after a swap where it was.
const boxOf = () => document.querySelector(".sheet-box");
let scrolled = null;

function showNewRows() {
  const box = boxOf();
  const row = document.getElementById("row-0");
  if (!box || !row) return;
  const over = row.getBoundingClientRect().bottom + row.offsetHeight - box.getBoundingClientRect().bottom;
  if (over > 0) box.scrollTop += over + box.querySelector("tfoot").offsetHeight;
}

showNewRows();

document.body.addEventListener("htmx:beforeSwap", () => {
  const box = boxOf();
  scrolled = box && { top: box.scrollTop, left: box.scrollLeft };
});

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id === "sheet" && scrolled) boxOf()?.scrollTo({ ...scrolled, behavior: "instant" });
});

// A pass that has ended, or a login that has: the way to the login must not wipe out what was typed.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  const form = document.getElementById("sheet");
  if (!form?.contains(requestConfig.elt) || !xhr.responseURL) return;
  const asked = new URL(requestConfig.path, location.href).pathname;
  if (new URL(xhr.responseURL).pathname === asked) return;
  event.detail.shouldSwap = false;
  toast(form.dataset.ended, "error");
});

// The check's findings arrive beside the fields; the fields themselves are marked here, because
// swapping them would disturb who is typing.
function mark(says) {
  const { of, rowSays } = says.dataset;
  if (of !== undefined) {
    setInvalid(document.getElementById(of), "wrong" in says.dataset);
  }
  if (rowSays !== undefined) {
    const wrong = says.dataset.wrong.split(" ");
    for (const name of ["table", "number", "sticks", "seats"]) {
      setInvalid(document.getElementById(`${name}-${rowSays}`), wrong.includes(name));
    }
  }
}

function setInvalid(field, isWrong) {
  if (!field) return;
  if (isWrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  const says = document.getElementById(event.detail.target?.id);
  if (says) mark(says);
});
