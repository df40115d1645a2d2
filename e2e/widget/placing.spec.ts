import fs from "node:fs";
import zlib from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { log, openChat, write } from "../fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "../fixtures/faults.ts";
import { type HostPage, serveHostPage } from "../fixtures/host-page.ts";
import { test } from "../fixtures/test.ts";
import { base, call, demo, open, phone, unique } from "../fixtures/workspace.ts";

let admin: BrowserContext;
let api: Api;
let channelId = "";
let host: HostPage;
const opened: HostPage[] = [];

/** A channel of its own for a test, served by the demo company's bot or by none. */
async function newChannel(label: string, settings: Record<string, unknown> = {}): Promise<string> {
  const { id } = await call<{ id: string }>(admin, "channels.create", { type: "WEBSITE", label, settings });
  return id;
}

async function hostOf(channel: string): Promise<HostPage> {
  const page = await serveHostPage({ base, channel });
  opened.push(page);
  return page;
}

test.beforeAll(async ({ browser }) => {
  admin = (await open(browser, demo.admin, "/settings/channels")).context();
  api = await Api.of(admin);
  channelId = api.channelId;
  host = await hostOf(channelId);
});

test.afterAll(async () => {
  await admin.close();
  for (const page of opened) await page.close();
});

async function visitor(page: Page, url = host.url): Promise<void> {
  watchFaults(page);
  await page.goto(url);
  await expect(page.locator("parley-widget")).toBeAttached();
}

test("the loader is small, sets no cookie and moves nothing on the page", async ({ page, context }) => {
  expect(zlib.gzipSync(fs.readFileSync("public/widget.js"), { level: 9 }).byteLength).toBeLessThan(10_240);
  await page.addInitScript(() => {
    Reflect.set(window, "shift", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, "shift", Reflect.get(window, "shift") + Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await visitor(page);
  await page.evaluate(() => window.Parley?.open());
  await expect.poll(() => page.frames().length).toBe(2);
  expect(await context.cookies(host.url)).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, "shift"))).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expectNoFaults(page);
});

test("the keyboard opens and closes the chat, and the focus comes back", async ({ page }) => {
  await visitor(page);
  await page.locator("#prices").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.frames().length).toBe(2);
  const chat = page.frames()[1];
  await expect(chat?.getByRole("textbox", { name: "Message" }) ?? page.locator("none")).toBeFocused();
  await page.keyboard.press("Escape");
  // Host and frame both count as the page's widget: the frame must have let the focus go.
  await expect.poll(() => chat?.evaluate(() => document.hasFocus())).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("parley-widget");
  await page.keyboard.press("Enter");
  await expect(chat?.getByRole("textbox", { name: "Message" }) ?? page.locator("none")).toBeFocused();
});

test("the launcher stands in its corner of a page that is transformed, contained or enlarged as a whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  const at = (right: number, bottom: number) =>
    page.evaluate(
      ([x, y]) => document.elementFromPoint(innerWidth - (x ?? 0), innerHeight - (y ?? 0))?.localName,
      [right, bottom],
    );
  for (const own of ["transform: translateX(0)", "contain: layout"]) {
    await visitor(page);
    await page.addStyleTag({ content: `html { ${own} } body { height: 3000px }` });
    await expect.poll(() => at(48, 48)).toBe("parley-widget");
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(() => at(48, 48)).toBe("parley-widget");
  }
  await visitor(page);
  await page.addStyleTag({ content: "html { zoom: 1.5 }" });
  await page.evaluate(() => window.Parley?.open());
  // The head of the chat, and what is above it.
  await expect.poll(() => at(300, 700 - 60)).toBe("parley-widget");
  expect(await at(300, 700 - 4)).not.toBe("parley-widget");
  expectNoFaults(page);
});

test("the chat opens at once after the first load", async ({ page }) => {
  await visitor(page);
  await openChat(page, host.url);
  await page.evaluate(() => window.Parley?.close());
  const ms = await page.evaluate(async () => {
    const before = performance.now();
    window.Parley?.open();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - before;
  });
  expect(ms).toBeLessThan(200);
});

test("a site that is not listed gets neither the launcher nor the frame", async ({ page }) => {
  const closed = await newChannel("Only for others", { allowedOrigins: ["https://allowed.example"] });
  const stranger = await hostOf(closed);
  await page.goto(stranger.url);
  await page.waitForFunction(() => window.Parley !== undefined);
  await expect(page.locator("parley-widget")).not.toBeAttached();
  const framed = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.src = src;
        frame.onload = () => resolve(frame.contentDocument === null ? "other origin" : "loaded");
        document.body.append(frame);
      }),
    `${base}/widget/${closed}`,
  );
  expect(framed).toBe("other origin");
  await expect(page.frameLocator("iframe").getByRole("textbox")).toHaveCount(0);
});

test("the page can hide, show and remove the widget", async ({ page }) => {
  await visitor(page);
  const widget = page.locator("parley-widget");
  await page.evaluate(() => window.Parley?.hide());
  await expect(widget).toHaveAttribute("hidden");
  await page.evaluate(() => window.Parley?.show());
  await expect(widget).not.toHaveAttribute("hidden");
  await page.evaluate(() => document.body.replaceChildren());
  await expect(widget).toBeAttached();
  await page.evaluate(() => window.Parley?.destroy());
  await expect(widget).not.toBeAttached();
  expect(await page.evaluate(() => window.Parley)).toBeUndefined();
});

test("a channel that asks first gets the email before the first message", async ({ page }) => {
  const asking = await newChannel("Asks first", { appearance: { askEmail: true } });
  const question = unique("May I ask?");
  await page.goto(`/widget/${asking}`);
  await page.getByRole("button", { name: "Start chat" }).click();
  await expect(page.getByText("Enter an address like ana@example.com.")).toBeVisible();
  await page.getByLabel("Email").fill("first@example.com");
  await page.getByRole("button", { name: "Start chat" }).click();
  await write(page, question);
  await expect(log(page)).toContainText(question);
  const found = await api.must<{ visitorEmail: string }>("GET", `/v1/conversations/${await api.find(question)}`);
  expect(found.visitorEmail).toBe("first@example.com");
});

// One conversation for all four: one network may begin twenty an hour, and all journeys are one network.
test("the chat has no accessibility violation, light and dark, on a desk and on a phone", async ({ browser }) => {
  const context = await browser.newContext({ locale: "es-ES" });
  const page = await context.newPage();
  watchFaults(page);
  await page.goto(`/widget/${channelId}`);
  await page.getByRole("textbox", { name: "Mensaje" }).fill(unique("hola"));
  await page.getByRole("button", { name: "Enviar mensaje" }).click();
  await expect(page.getByRole("log")).toContainText("Enviado");
  for (const viewport of [{ width: 1440, height: 900 }, phone]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // The chat draws its own colours a moment after the browser has changed.
      await expect(async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        expect(told, `${viewport.width} px, ${colorScheme}`).toEqual([]);
      }).toPass({ timeout: 20_000 });
    }
  }
  expectNoFaults(page);
  await context.close();
});

test("an unknown channel says so", async ({ page }) => {
  await page.goto("/widget/019aa000-0000-7000-8000-000000000000");
  await expect(page.getByRole("alert").filter({ hasText: "This chat is not available" })).toBeVisible();
});
