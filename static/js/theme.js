// Runs before the first paint: sets the remembered theme, so that no page flashes in the other one.
// "auto" (nothing remembered) follows the system. Storage may be refused; then the choice lasts a page.
(() => {
  const root = document.documentElement;
  const KEY = "jancho-theme";

  const remembered = () => {
    try {
      return localStorage.getItem(KEY) ?? "auto";
    } catch {
      return "auto";
    }
  };

  const remember = (choice) => {
    try {
      if (choice === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, choice);
    } catch {
      // A private window without storage: the choice still holds for this page.
    }
  };

  const apply = (choice) => {
    if (choice === "auto") delete root.dataset.theme;
    else root.dataset.theme = choice;
  };

  root.classList.add("js");
  apply(remembered());

  document.addEventListener("DOMContentLoaded", () => {
    for (const radio of document.querySelectorAll("[data-theme-choice]")) {
      radio.checked = radio.value === remembered();
    }
  });

  document.addEventListener("change", (event) => {
    const radio = event.target.closest?.("[data-theme-choice]");
    if (!radio) return;
    remember(radio.value);
    apply(radio.value);
  });

  // Another tab changed it.
  addEventListener("storage", (event) => {
    if (event.key === KEY) apply(remembered());
  });
})();
