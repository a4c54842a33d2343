// Passkeys: a form that asks the browser for one, then sends what it answered.

const KINDS = {
  create: (options) => navigator.credentials.create({ publicKey: options }),
  get: (options) => navigator.credentials.get({ publicKey: options }),
};

/** Base64url to bytes and back: browsers of before 2025 have no words for it. */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function read(options) {
  const known = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  const found = { ...options, challenge: bytes(options.challenge) };
  if (options.user) found.user = { ...options.user, id: bytes(options.user.id) };
  if (options.excludeCredentials) found.excludeCredentials = known(options.excludeCredentials);
  if (options.allowCredentials) found.allowCredentials = known(options.allowCredentials);
  return found;
}

function written(credential) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = text(credential.response[part]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

/** Ask the server for a challenge and the browser for its answer. */
async function ask(form) {
  const asked = new FormData(form);
  asked.set("begin", "1");
  const answer = await fetch(form.action, {
    method: "POST",
    body: asked,
    headers: { Accept: "application/json" },
  });
  if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`);
  const { publicKey } = await answer.json();
  return KINDS[form.dataset.passkey](read(publicKey));
}

async function send(form) {
  const button = form.querySelector("button");
  const trouble = form.querySelector("[data-passkey-trouble]");
  button.disabled = true;
  trouble.hidden = true;
  try {
    form.elements.credential.value = written(await ask(form));
    // The choice of the password's form beside it holds for both.
    const remember = document.querySelector("input[type=checkbox][name=remember]");
    if (form.elements.remember) form.elements.remember.value = remember?.checked ? "on" : "";
    form.submit();
  } catch {
    trouble.hidden = false; // called off, timed out, or no network: all can be tried again
    button.disabled = false;
  }
}

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
  for (const note of document.querySelectorAll("[data-passkey-missing]")) note.hidden = true;
}
