// Hands a text and its page on to another app, where the device can.

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  const { share: id, url } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    // The text ends with the link, for copying; apps get it beside the text, once.
    const text = document.getElementById(id).value.trimEnd();
    const alone = url && text.endsWith(url) ? text.slice(0, -url.length).trimEnd() : text;
    try {
      await navigator.share(url ? { text: alone, url } : { text: alone });
    } catch {
      // Given up by the reader: nothing was shared.
    }
  });
}
