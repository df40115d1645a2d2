import fs from "node:fs";
import vm from "node:vm";
import { expect, it, vi } from "vitest";

const source = fs.readFileSync(new URL("../../../public/widget.js", import.meta.url), "utf8");
const base = "https://parley.example";
const config = {
  appearance: {
    enabled: true,
    language: "auto",
    color: "#336699",
    position: "right",
    widgetStyle: "round",
    theme: "light",
  },
  opening: { messages: [] },
};

/** An element that takes whatever is done to it; children are real, so that the loader finds its frame. */
function element(tag: string): Record<string, unknown> {
  const children: unknown[] = [];
  const known: Record<string | symbol, unknown> = {
    tag,
    isConnected: true,
    append: (...added: unknown[]) => void children.push(...added),
    replaceChildren: () => void children.splice(0),
    attachShadow: () => element("shadow"),
  };
  return new Proxy(known, {
    get: (target, name) => {
      if (name === "firstChild") return children[0];
      if (name === "classList" || name === "style")
        return { add: vi.fn(), remove: vi.fn(), toggle: vi.fn(), setProperty: vi.fn() };
      return name in target ? target[name] : () => undefined;
    },
  });
}

type Message = { type: string; [key: string]: unknown };
type Loader = {
  identify: (jwt: unknown) => void;
  on: (name: string, listener: (detail: unknown) => void) => void;
};

/** One view of a page of a website; `stored` is what the site keeps in its visitor's browser. */
async function view(stored: Map<string, string>, given: Record<string, unknown> = {}) {
  const posted: Message[] = [];
  const errors: unknown[][] = [];
  let frame: Record<string, unknown> | undefined;
  let hear: (event: unknown) => void = () => undefined;
  const contentWindow = { postMessage: (message: Message) => void posted.push(message) };
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const document = {
    currentScript: { src: `${base}/widget.js`, dataset: { channel: "c1" } },
    cookie: "",
    referrer: "",
    title: "Shop",
    body: element("body"),
    documentElement: Object.assign(element("html"), { lang: "en" }),
    createElement: (tag: string) => {
      const made = element(tag);
      if (tag === "iframe") frame = Object.assign(made, { contentWindow });
      return made;
    },
    createElementNS: (_: string, tag: string) => element(tag),
    addEventListener: () => undefined,
  };
  const page: Record<string, unknown> = {
    ...{ document, URL, location: { href: "https://shop.example/" }, navigator: { language: "en", languages: ["en"] } },
    ...{ localStorage: storage, sessionStorage: storage },
    console: { error: (...said: unknown[]) => void errors.push(said) },
    fetch: async () => Response.json(config),
    matchMedia: () => ({ matches: false }),
    getComputedStyle: () => ({}),
    requestIdleCallback: (work: () => void) => work(),
    ...{ setInterval: () => 0, clearInterval: () => undefined, setTimeout: () => 0, CSSStyleSheet: undefined },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      if (name === "message") hear = listener;
    },
    removeEventListener: () => undefined,
    ...given,
  };
  page.window = page;
  vm.runInNewContext(source, page);
  const loader = page.Parley as Loader;
  await new Promise<void>((resolve) => loader.on("ready", () => resolve()));
  return {
    loader,
    posted,
    errors,
    loadsFrame: () => frame !== undefined,
    /** What the frame says. */
    says: (message: Message) => hear({ origin: base, source: contentWindow, data: { parley: "frame", ...message } }),
  };
}

const leaving = "parley:c1:leaving";

it("signing out before the frame is loaded loads it and lasts until the frame has confirmed it", async () => {
  const stored = new Map<string, string>([["parley:c1", "1"]]);
  const first = await view(stored, { Parley: [["identify", null]] });
  expect(first.loadsFrame()).toBe(true);
  expect(stored.has("parley:c1")).toBe(false);
  // The person goes to another page before the frame has answered.
  const second = await view(stored);
  expect(second.loadsFrame()).toBe(true);
  second.says({ type: "ready" });
  expect(second.posted).toMatchObject([{ type: "init", leaving: true }]);
  second.says({ type: "forgotten" });
  expect(stored.has(leaving)).toBe(false);
  expect((await view(stored)).loadsFrame()).toBe(false);
});

it("signing out later loads the frame too, and tells one that is there", async () => {
  const { loader, loadsFrame, says, posted } = await view(new Map());
  expect(loadsFrame()).toBe(false);
  loader.identify(null);
  expect(loadsFrame()).toBe(true);
  says({ type: "ready" });
  says({ type: "forgotten" });
  loader.identify("a.b.c");
  loader.identify(null);
  expect(posted.map(({ type }) => type)).toEqual(["init", "identify", "forget"]);
});

it("signing out and in before the frame is ready ends with the new person", async () => {
  const { loader, says, posted } = await view(new Map());
  loader.identify(null);
  loader.identify("a.b.c");
  says({ type: "ready" });
  expect(posted).toMatchObject([{ type: "init", leaving: true, identity: "a.b.c" }]);
});

it.each([undefined, "", { token: "a.b.c" }, 7, false])("identify(%j) changes nothing and says so", async (wrong) => {
  const stored = new Map<string, string>();
  const { loader, posted, says, errors } = await view(stored, { parleySettings: { identity: "a.b.c" } });
  says({ type: "ready" });
  loader.identify(wrong);
  expect(posted.map(({ type }) => type)).toEqual(["init"]);
  expect(posted[0]).toMatchObject({ identity: "a.b.c", leaving: false });
  expect(errors).toHaveLength(1);
  expect(stored.has(leaving)).toBe(false);
});

it("what became of an identity reaches the page, and one that was left elsewhere is not given again", async () => {
  const { loader, says, posted } = await view(new Map(), { parleySettings: { identity: "a.b.c" } });
  const told: unknown[] = [];
  loader.on("identify", (outcome) => told.push(outcome));
  says({ type: "ready" });
  says({ type: "identified", ok: false, error: "The signed identity has expired." });
  expect(told).toEqual([{ ok: false, error: "The signed identity has expired." }]);
  says({ type: "left" });
  says({ type: "ready" });
  expect(posted.map(({ identity }) => identity)).toEqual(["a.b.c", undefined]);
});
