// Sends what a form of the reference holds, with the reader's token, and shows what comes back.
const kept = "parley_docs_token";
const token = /** @type {HTMLInputElement} */ (document.getElementById("token"));
token.value = sessionStorage.getItem(kept) ?? "";
token.addEventListener("input", () => sessionStorage.setItem(kept, token.value));
document.getElementById("access")?.addEventListener("submit", (event) => event.preventDefault());

// The same theme as in the workspace, where one was chosen.
const theme = localStorage.getItem("parley:theme");
if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;

/** @param {HTMLFormElement} form */
function requestOf(form) {
  let path = form.dataset.path ?? "";
  const query = new URLSearchParams();
  const headers = new Headers({ authorization: `Bearer ${token.value.trim()}` });
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (input.dataset.in === "query") query.set(input.name, input.value);
    else headers.set(input.name, input.value);
  }
  const body = form.querySelector("textarea")?.value;
  if (body !== undefined) headers.set("content-type", "application/json");
  const method = (form.dataset.method ?? "get").toUpperCase();
  const address = query.size > 0 ? `${path}?${query}` : path;
  return { address, init: { method, headers, ...(body === undefined ? {} : { body }) } };
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A file or nothing: shown as it is.
    return text;
  }
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const outcome = /** @type {HTMLElement} */ (form.querySelector(".outcome"));
  const [line, text] = [outcome.querySelector("p"), outcome.querySelector("pre")];
  const { address, init } = requestOf(form);
  const begun = performance.now();
  let told = "";
  let answer;
  try {
    answer = await fetch(address, init);
    told = readable(await answer.text());
  } catch (error) {
    told = String(error);
  }
  const ms = Math.round(performance.now() - begun);
  if (line) line.textContent = `${init.method} ${address}: ${answer ? answer.status : "–"}, ${ms} ms`;
  if (text) text.textContent = told;
  outcome.hidden = false;
}

for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(/** @type {HTMLFormElement} */ (event.currentTarget));
  });
}
