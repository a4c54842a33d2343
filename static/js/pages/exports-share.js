// Hands a text on to another app, where the device can.

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ text: document.getElementById(button.dataset.share).value });
    } catch {
      // Given up by the reader: nothing was shared.
    }
  });
}
