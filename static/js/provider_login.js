// The choice to stay logged in, of the password's form, holds for logins at a provider too.

const remember = document.querySelector("input[type=checkbox][name=remember]");
for (const form of document.querySelectorAll("form[data-remember]")) {
  form.addEventListener("submit", () => {
    form.elements.remember.value = remember.checked ? "on" : "";
  });
}
