import { type BrowserContext, expect, type Frame, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { Api } from "../fixtures/api.ts";
import { log, openChat, write } from "../fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "../fixtures/faults.ts";
import { type HostPage, serveHostPage } from "../fixtures/host-page.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { base, demo, letters, open, unique } from "../fixtures/workspace.ts";

let admin: BrowserContext;
let api: Api;
let host: HostPage;

test.beforeAll(async ({ browser }) => {
  admin = (await open(browser, demo.admin, "/settings/channels")).context();
  api = await Api.of(admin);
  host = await serveHostPage({ base, channel: api.channelId });
});

test.afterAll(async () => {
  await admin.close();
  await host.close();
});

/** An image of the team, stored as the composer does it. */
async function stored(): Promise<string> {
  const data = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();
  const headers = { "content-type": "image/png", origin: base };
  const answer = await admin.request.post(`${base}/uploads`, { data, headers });
  expect(answer.status()).toBe(201);
  const { url }: { url: string } = await answer.json();
  return url;
}

async function sayImage(conversationId: string, url: string): Promise<void> {
  await api.must("POST", `/v1/conversations/${conversationId}/messages`, {
    from: api.userId,
    fromType: "user",
    type: "image",
    message: { url },
  });
}

/** Images come only when this is called; until then they are on their way. */
async function holdImages(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/(uploads|pictures)\//, async (route) => {
    await released;
    if (new URL(route.request().url()).pathname.startsWith("/uploads/")) return route.continue();
    // Of this one nobody knows the size.
    const body = await sharp({ create: { width: 300, height: 600, channels: 3, background: "#37a" } })
      .png()
      .toBuffer();
    await route.fulfill({ contentType: "image/png", body });
  });
  return release;
}

const below = (scroller: Locator) =>
  scroller.evaluate((element) => Math.round(element.scrollHeight - element.clientHeight - element.scrollTop));
const topOf = (scroller: Locator) => scroller.evaluate((element) => Math.round(element.scrollTop));
const heightOf = (scroller: Locator) => scroller.evaluate((element) => element.scrollHeight);

async function expectLoaded(where: Locator, count: number): Promise<void> {
  const loaded = () =>
    where
      .locator("img[src*='/uploads/'], img[src*='/pictures/']")
      .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length);
  await expect.poll(loaded).toBeGreaterThanOrEqual(count);
}

const strange = () => `${base}/pictures/${letters()}.png`;
const scrollerOf = (chat: Frame) => chat.getByRole("region", { name: "Messages", exact: true });

test("the widget stays at its end while its newest images load, and a visitor who reads above stays there [found U9]", async ({
  page,
}) => {
  watchFaults(page);
  const release = await holdImages(page);
  const chat = await openChat(page, host.url);
  const question = unique("Which plant is it?");
  await write(chat, question);
  await expect(log(chat)).toContainText("What is your name?");
  const id = await api.find(question);
  for (let index = 0; index < 12; index += 1) await api.say(id, "user", `Line ${index}`);
  await sayImage(id, strange());
  await sayImage(id, await stored());
  const scroller = scrollerOf(chat);
  await expect(log(chat).locator("img[src*='/uploads/']")).toHaveCount(1);
  await expect.poll(() => below(scroller)).toBeLessThanOrEqual(2);
  const height = await heightOf(scroller);
  release();
  await expectLoaded(log(chat), 2);
  expect(await heightOf(scroller)).toBe(height);
  expect(await below(scroller)).toBeLessThanOrEqual(2);

  await scroller.evaluate((element) => element.scrollTo(0, 40));
  await expect(chat.getByRole("button", { name: "Jump to the newest message" })).toBeVisible();
  await sayImage(id, await stored());
  await expect(log(chat).locator("img[src*='/uploads/']")).toHaveCount(2);
  expect(await topOf(scroller)).toBe(40);
  expectNoFaults(page);
});

test("the agent's thread is at its end after its newest images have loaded, and not moved under who reads above [found U9]", async ({
  browser,
}) => {
  // Own messages are never unread: the thread opens at its end.
  const id = await api.conversation(`Slow ${letters()}`);
  for (let index = 0; index < 30; index += 1)
    await api.say(id, "user", `Line ${index} ${"word ".repeat((index * 7) % 60)}`);
  await sayImage(id, strange());
  await sayImage(id, await stored());
  const alex = await open(browser, demo.admin, "/inbox?view=all");
  const release = await holdImages(alex);
  await alex.goto(`/inbox/${id}?view=all`);
  const scroller = thread(alex);
  await expect(scroller.locator("img[src*='/uploads/']")).toHaveCount(1);
  release();
  await expectLoaded(scroller, 2);
  await expect.poll(() => below(scroller)).toBeLessThanOrEqual(2);

  await scroller.hover();
  await alex.mouse.wheel(0, -700);
  await expect.poll(() => below(scroller)).toBeGreaterThan(300);
  const line = scroller.getByText("Line 25").first();
  await expect(line).toBeAttached();
  const before = (await line.boundingBox())?.y ?? 0;
  await sayImage(id, await stored());
  await expect(alex.getByRole("status").filter({ hasText: "1 new message" })).toBeAttached();
  expect(Math.abs(((await line.boundingBox())?.y ?? 0) - before)).toBeLessThanOrEqual(1);
  expectNoFaults(alex);
  await alex.context().close();
});
