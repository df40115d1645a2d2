import { afterEach, beforeEach, expect, it, vi } from "vitest";

class Part {
  isContentEditable = false;
  isConnected = true;
}
class Field extends Part {
  type = "text";
}
class Area extends Part {}

/** As much of a page as hears keys and the focus. */
class Page extends EventTarget {
  activeElement: Part | null = new Part();
  isDialogOpen = true;
  typed: string[] = [];
  /** Node does not know a listener again by a bare `true`. */
  override removeEventListener(type: string, listener: EventListener, capture?: boolean) {
    super.removeEventListener(type, listener, { capture: capture === true });
  }
  querySelector() {
    return this.isDialogOpen ? new Part() : null;
  }
  execCommand(_: string, __: boolean, text: string) {
    this.typed.push(text);
  }
  /** Whether the page hears it. */
  press(key: string): boolean {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
    return this.dispatchEvent(event);
  }
  async focus(part: Part) {
    this.activeElement = part;
    const event = new Event("focusin");
    Object.defineProperty(event, "target", { value: part });
    this.dispatchEvent(event);
    await Promise.resolve();
  }
}

let page: Page;
let keepTyping: typeof import("./typing-ahead.ts").keepTyping;

beforeEach(async () => {
  page = new Page();
  vi.stubGlobal("document", page);
  vi.stubGlobal("HTMLElement", Part);
  vi.stubGlobal("HTMLInputElement", Field);
  vi.stubGlobal("HTMLTextAreaElement", Area);
  vi.resetModules();
  ({ keepTyping } = await import("./typing-ahead.ts"));
});
afterEach(() => vi.unstubAllGlobals());

it("keeps what is typed while a piece is on its way for the field that it brings", async () => {
  const drawn = keepTyping();
  expect(page.press("h")).toBe(false);
  drawn();
  expect(page.press("i")).toBe(false);
  await page.focus(new Field());
  expect(page.typed).toEqual(["hi"]);
  expect(page.press("?")).toBe(true);
});

it("keeps nothing once a piece without a field has the focus", async () => {
  const drawn = keepTyping();
  expect(page.press("h")).toBe(false);
  drawn();
  await page.focus(new Part());
  expect(page.press("?")).toBe(true);
  await page.focus(new Field());
  expect(page.typed).toEqual([]);
});

it("goes on keeping where the first step of a piece has the focus and its next one is on the way", async () => {
  const first = keepTyping();
  page.press("h");
  const second = keepTyping();
  first();
  await page.focus(new Part());
  page.press("i");
  second();
  await page.focus(new Field());
  expect(page.typed).toEqual(["hi"]);
});

it("keeps nothing once the piece has closed", async () => {
  keepTyping()();
  page.isDialogOpen = false;
  expect(page.press("?")).toBe(true);
  await page.focus(new Field());
  expect(page.typed).toEqual([]);
});
