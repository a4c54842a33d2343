// Makes a PNG of the card: chats show it at once, and phones keep it among their pictures.

import { toast } from "../ui.js";

const card = document.querySelector("[data-card]");
const picture = card.querySelector("img");
const save = card.querySelector("[data-card-save]");
const share = card.querySelector("[data-card-share]");

/** The picture as a PNG file, in the size that it was drawn in. */
async function png() {
  const image = new Image(picture.width, picture.height);
  image.src = picture.src;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Number(picture.getAttribute("width"));
  canvas.height = Number(picture.getAttribute("height"));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return new File([blob], card.dataset.file, { type: "image/png" });
}

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function attempt(send) {
  try {
    await send(await png());
  } catch (error) {
    if (error.name !== "AbortError") toast(card.dataset.failed, "error"); // closed without choosing
  }
}

save.hidden = false;
save.addEventListener("click", () => attempt(download));

// The picture with its words and its page; without pictures, words and page; else there is the link.
const { text, url } = card.dataset;
const probe = new File([""], "a.png", { type: "image/png" });
const takesPictures = navigator.canShare?.({ files: [probe], text, url });
if (takesPictures || navigator.share) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    if (takesPictures) await attempt((file) => navigator.share({ files: [file], text, url }));
    else await navigator.share({ text, url }).catch(() => {}); // closed without choosing
  });
}
