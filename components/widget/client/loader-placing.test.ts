import fs from "node:fs";
import vm from "node:vm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** As much of a page as the loader touches. */
class Element {
  readonly children: Element[] = [];
  readonly attributes: Record<string, string> = {};
  readonly listeners: Record<string, (event?: unknown) => void> = {};
  readonly style = { cssText: "", setProperty: (name: string, value: string) => this.setAttribute(name, value) };
  readonly classes = new Set<string>();
  readonly contentWindow = { postMessage: (message: unknown) => void this.posted.push(message) };
  readonly posted: unknown[] = [];
  readonly tag: string;
  parent: Element | undefined;
  hidden = false;
  textContent = "";
  focused = 0;

  constructor(tag: string) {
    this.tag = tag;
  }

  readonly classList = {
    add: (name: string) => void this.classes.add(name),
    remove: (name: string) => void this.classes.delete(name),
    toggle: (name: string, on: boolean) => void (on ? this.classes.add(name) : this.classes.delete(name)),
  };

  set className(names: string) {
    for (const name of names.split(" ")) this.classes.add(name);
  }

  set innerHTML(_: string) {
    throw new TypeError("This document requires 'TrustedHTML' assignment.");
  }

  get firstChild(): Element | undefined {
    return this.children[0];
  }

  get isConnected(): boolean {
    return this.tag === "html" || Boolean(this.parent?.isConnected);
  }

  append(...added: Element[]): void {
    for (const one of added) {
      one.remove();
      one.parent = this;
      this.children.push(one);
    }
  }

  replaceChildren(...added: Element[]): void {
    for (const one of [...this.children]) one.remove();
    this.append(...added);
  }

  remove(): void {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = undefined;
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  addEventListener(name: string, listener: () => void): void {
    this.listeners[name] = listener;
  }

  attachShadow(): Element {
    const shadow = new Element("shadow");
    this.append(shadow);
    return shadow;
  }

  focus(): void {
    this.focused += 1;
  }

  /** The first below it of that tag, or class with a dot. */
  find(wanted: string): Element | undefined {
    for (const one of this.children) {
      const isIt = wanted.startsWith(".") ? one.classes.has(wanted.slice(1)) : one.tag === wanted;
      const found = isIt ? one : one.find(wanted);
      if (found) return found;
    }
  }
}

const base = "https://parley.example";
const config = {
  appearance: {
    ...{ enabled: true, color: "#116688", position: "right", widgetStyle: "bubble", theme: "light" },
    ...{ widgetIcon: "chat", windowTitle: "Acme", language: "auto", saluteTime: 0 },
  },
  language: "pt",
  opening: { messages: [{ text: "Welcome" }] },
};

type Given = {
  answers?: (Response | Error)[];
  languages?: string[];
  appearance?: Record<string, unknown>;
  page?: Record<string, unknown>;
  stored?: Record<string, string>;
  sandboxed?: boolean;
};

/** The loader on a page of a company. */
function page({ answers = [], languages = ["en-US"], appearance = {}, stored = {}, sandboxed, ...given }: Given = {}) {
  const html = new Element("html");
  const body = new Element("body");
  html.append(body);
  const asked: string[] = [];
  const kept = new Map(Object.entries(stored));
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  const document = {
    ...{ currentScript: { src: `${base}/widget.js`, dataset: { channel: "c1" } }, referrer: "", title: "Shop" },
    ...{ documentElement: html, createElement: (tag: string) => new Element(tag) },
    createElementNS: (_: string, tag: string) => new Element(tag),
    get body() {
      return html.find("body");
    },
    get cookie() {
      if (sandboxed) throw new DOMException("The document is sandboxed", "SecurityError");
      return "";
    },
  };
  const listeners: Record<string, (event: unknown) => void> = {};
  const window: Record<string, unknown> = {
    ...{
      localStorage: storage,
      sessionStorage: storage,
      document,
      console,
      location: { href: "https://shop.example/" },
    },
    ...{ navigator: { languages, language: languages[0] }, URL, setTimeout, clearInterval, setInterval, Promise },
    matchMedia: () => ({ matches: false }),
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener;
    },
    removeEventListener: () => undefined,
    fetch: async (path: string) => {
      asked.push(path);
      const answer =
        answers.shift() ?? Response.json({ ...config, appearance: { ...config.appearance, ...appearance } });
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...given.page,
  };
  window.window = window;
  vm.runInNewContext(fs.readFileSync("public/widget.js", "utf8"), window);
  const api = window.Parley as Record<string, (...args: unknown[]) => unknown>;
  const host = () => html.find("parley-widget");
  /** As the frame does when it is there. */
  const hear = (data: Record<string, unknown>) => {
    const source = host()?.find("iframe")?.contentWindow;
    listeners.message?.({ origin: base, source, data: { parley: "frame", ...data } });
  };
  return { html, body, api, asked, host, hear };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const moment = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it("loads the chat again for whoever is in a conversation when the page replaces all it has", async () => {
  const { html, host } = page({ stored: { "parley:c1": "1" } });
  await moment(10);
  expect(host()?.find("iframe")).toBeDefined();
  html.replaceChildren(new Element("body"));
  await moment(1000);
  expect(host()?.find("iframe")).toBeDefined();
});

it("stands beside the body, which may be replaced or transformed", async () => {
  const { html, host, hear } = page({ stored: { "parley:c1": "1" } });
  await moment(10);
  hear({ type: "ready" });
  const frame = host()?.find("iframe");
  html.find("body")?.remove();
  html.append(new Element("body"));
  await moment(1000);
  expect(host()?.parent).toBe(html);
  expect(host()?.find("iframe")).toBe(frame);
});

it("shows the chat without its launcher when a page that hides it opens it", async () => {
  const { api, host } = page();
  await moment();
  api.hide?.();
  expect(host()?.hidden).toBe(true);
  api.open?.();
  expect(host()?.hidden).toBe(false);
  expect([...(host()?.find(".open")?.classes ?? [])]).toContain("bare");
  api.close?.();
  expect(host()?.hidden).toBe(true);
  api.show?.();
  expect(host()?.hidden).toBe(false);
  expect(host()?.find(".bare")).toBeUndefined();
});

it("asks for its configuration until there is an answer, and once where there is no chat", async () => {
  const passing = [
    new TypeError("Failed to fetch"),
    new Response("{}", { status: 429 }),
    new Response("", { status: 502 }),
  ];
  const { asked, host } = page({ answers: passing });
  await moment(60_000);
  expect(asked).toHaveLength(4);
  expect(host()).toBeDefined();
  for (const status of [403, 404]) {
    const without = page({ answers: [new Response("{}", { status })] });
    await moment(600_000);
    expect(without.asked).toHaveLength(1);
    expect(without.host()).toBeUndefined();
  }
});

it("greets whoever is in no conversation yet, in the direction of the words", async () => {
  const greeted = page({ appearance: { saluteTime: 1 } });
  await moment(2000);
  expect(greeted.host()?.find(".greeting")?.find("span")).toMatchObject({
    textContent: "Welcome",
    attributes: { dir: "auto" },
  });
  const known = page({ appearance: { saluteTime: 1 }, stored: { "parley:c1": "1" } });
  await moment(2000);
  expect(known.host()?.find(".greeting")).toBeUndefined();
});

it("speaks the language of the chat: the channel's, the browser's or the bot's", async () => {
  const spoken = async (given: Given) => {
    const { host } = page(given);
    await moment();
    return host()?.find(".launcher")?.attributes["aria-label"];
  };
  expect(await spoken({ languages: ["de-DE", "es-MX", "en"] })).toBe("Abrir el chat");
  expect(await spoken({ languages: ["de-DE"] })).toBe("Abrir o chat");
  expect(await spoken({ languages: ["es"], appearance: { language: "en" } })).toBe("Open chat");
});

it("appears in a sandboxed frame and where markup is not taken from scripts", async () => {
  const { host } = page({ sandboxed: true });
  await moment();
  expect(host()?.find("path")?.attributes.d).toMatch(/^M21 12/);
});

it("appears where the page has something else of its name, or wrong calls in its queue", async () => {
  const { host } = page({ page: { Parley: new Element("div") } });
  await moment();
  expect(host()).toBeDefined();
  const queued = page({ page: { Parley: [null, [], ["hide"]] } });
  await moment();
  expect(queued.host()?.hidden).toBe(true);
  expect(() => queued.api.push?.()).not.toThrow();
});

it("fits the chat above a phone's keyboard, and only there", async () => {
  const seen = { height: 700, offsetTop: 0, scale: 1, whole: true };
  const changes: Record<string, () => void> = {};
  const visualViewport = Object.assign(seen, {
    addEventListener: (name: string, listener: () => void) => {
      changes[name] = listener;
    },
  });
  const matchMedia = (query: string) => ({ matches: query.includes("max-width") && seen.whole });
  const { api, host } = page({ page: { visualViewport, innerHeight: 700, matchMedia } });
  await moment();
  const frame = (change: Partial<typeof seen>) => {
    Object.assign(seen, { height: 700, offsetTop: 0, scale: 1, whole: true }, change);
    changes.resize?.();
    return host()?.find(".frame")?.style.cssText;
  };
  expect(frame({ height: 380 })).toBe("");
  api.open?.();
  expect(frame({})).toBe("");
  expect(frame({ height: 380, offsetTop: 40 })).toBe("top:40px;bottom:auto;height:380px");
  // Enlarged by hand, less is seen as well; on a desk the chat is no whole page.
  expect(frame({ height: 380, scale: 1.8 })).toBe("");
  expect(frame({ height: 380, whole: false })).toBe("");
  expect(frame({ height: 380 })).toContain("height:380px");
  expect(frame({})).toBe("");
});

it("draws its focus ring in a colour that is seen", async () => {
  const rings = await Promise.all(
    ["#ffffff", "#116688"].map(async (color) => {
      const { host } = page({ appearance: { color } });
      await moment();
      return host()?.find(".right")?.attributes["--ring"];
    }),
  );
  expect(rings).toEqual(["#1a2328", "#116688"]);
});

it("fetches the chat anew where the browser got an error in its place, and at once for who opens it again", async () => {
  const { api, host, hear } = page({ page: { Date } });
  await moment();
  api.open?.();
  const frame = () => host()?.find("iframe");
  const first = frame();
  first?.listeners.load?.();
  await moment(29_000);
  expect(frame()).toBe(first);
  await moment(3000);
  const second = frame();
  expect(second).not.toBe(first);
  second?.listeners.load?.();
  await moment(55_000);
  expect(frame()).toBe(second);
  api.close?.();
  api.open?.();
  const third = frame();
  expect(third).not.toBe(second);
  third?.listeners.load?.();
  hear({ type: "ready" });
  await moment(600_000);
  expect(frame()).toBe(third);
});

it("keeps its button on the screen until the chat, which has one of its own, is there", async () => {
  const { api, host, hear } = page({ page: { Date } });
  await moment();
  api.open?.();
  expect(host()?.find(".wait")?.textContent).toBe("Connecting…");
  expect(host()?.find(".ready")).toBeUndefined();
  hear({ type: "ready" });
  expect(host()?.find(".ready")).toBeDefined();
  expect(fs.readFileSync("public/widget.js", "utf8")).toContain(".open.ready .launcher{display:none}");
});

it("is described in the guide, with every method, event and setting", async () => {
  const guide = fs.readFileSync("server/rest/guides/text/widget.md", "utf8");
  const source = fs.readFileSync("public/widget.js", "utf8");
  const { api } = page();
  const methods = Object.keys(api).map((name) => (name === "channel" ? "Parley.channel" : `${name}(`));
  const named = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = ""]) => `\`${name}\``);
  const wanted = [...methods, ...named(/\bemit\("(\w+)"/g), ...named(/\bsettings\.(\w+)/g)];
  expect(wanted.length).toBeGreaterThan(15);
  expect(wanted.filter((name) => !guide.includes(name))).toEqual([]);
});
