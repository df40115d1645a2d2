// Sends what a form of the reference holds, with the reader's token, and shows what comes back.
const kept = "parley_docs_token";
const token = /** @type {HTMLInputElement} */ (document.getElementById("token"));
// What was typed before this ran counts.
if (token.value === "") token.value = sessionStorage.getItem(kept) ?? "";
else sessionStorage.setItem(kept, token.value);
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

const { copy = "", copied = "", silent = "" } = document.documentElement.dataset;
/** As long as proxies wait for a server; on a line that has died half-way a browser waits for many minutes. */
const patienceMs = 60_000;

/** @param {HTMLFormElement} form */
async function send(form) {
  const outcome = /** @type {HTMLElement} */ (form.querySelector(".outcome"));
  const [line, text] = [outcome.querySelector("p"), outcome.querySelector("pre")];
  const { address, init } = requestOf(form);
  const begun = performance.now();
  let told = "";
  let answer;
  try {
    answer = await fetch(address, { ...init, signal: AbortSignal.timeout(patienceMs) });
    told = readable(await answer.text());
  } catch (error) {
    told = error instanceof Error && error.name === "TimeoutError" ? silent : String(error);
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

/**
 * Pages without https have no clipboard of their own: there what is selected is copied, as by Ctrl+C.
 * @param {Element} pre
 */
async function copyFrom(pre) {
  if (navigator.clipboard) return navigator.clipboard.writeText(pre.textContent ?? "");
  getSelection()?.selectAllChildren(pre);
  document.execCommand("copy");
}

// Each piece of code can be copied.
for (const pre of document.querySelectorAll("main pre:not(.outcome pre)")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await copyFrom(pre);
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  pre.replaceWith(frame);
  frame.append(pre, button);
}

/** @typedef {{ title: string, of: string, href: string, words: string }} Place */
const find = /** @type {HTMLInputElement} */ (document.getElementById("find"));
const found = /** @type {HTMLElement} */ (document.getElementById("found"));
const mostFound = 12;
/** @type {Promise<Place[]> | undefined} */
let places;

/**
 * Places that have all words; those with a word in the title come first.
 * @param {Place[]} all
 * @param {string} text
 */
function matching(all, text) {
  const words = text.toLowerCase().split(/\s+/);
  const score = (/** @type {Place} */ { title, of, words: more }) => {
    const [head, whole] = [title.toLowerCase(), `${title} ${of} ${more}`.toLowerCase()];
    if (!words.every((word) => whole.includes(word))) return 0;
    return 1 + words.filter((word) => head.includes(word)).length;
  };
  const scored = all.map((place) => ({ place, at: score(place) })).filter(({ at }) => at > 0);
  return scored.sort((a, b) => b.at - a.at).map(({ place }) => place);
}

/** What could not be read is asked for again with the next letter. */
async function readPlaces() {
  try {
    const answer = await fetch("/docs/search.json", { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return await answer.json();
  } catch {
    places = undefined;
    return [];
  }
}

async function look() {
  const text = find.value.trim();
  if (text === "") {
    found.hidden = true;
    return;
  }
  places ??= readPlaces();
  const all = matching(await places, text);
  if (find.value.trim() !== text) return;
  const line = (/** @type {Place} */ { title, of, href }) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    link.href = href;
    link.textContent = of ? `${of}: ${title}` : title;
    link.addEventListener("click", close);
    item.append(link);
    return item;
  };
  const status = /** @type {HTMLElement} */ (found.querySelector("p"));
  const { none = "", some = "" } = status.dataset;
  status.textContent = all.length === 0 ? none : `${some} ${all.length}`;
  found.querySelector("ul")?.replaceChildren(...all.slice(0, mostFound).map(line));
  found.hidden = false;
}

function close() {
  found.hidden = true;
  find.value = "";
}

find.addEventListener("input", () => void look());
find.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = found.querySelector("a");
  if (!found.hidden && first) first.click();
});
find.form?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  close();
  find.focus();
});
document.addEventListener("click", (event) => {
  if (event.target instanceof Node && !find.form?.contains(event.target)) found.hidden = true;
});
