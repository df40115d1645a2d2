import { expect, type Frame, type Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { log, openChat, pressLauncher, write } from "../fixtures/chat.ts";
import { type HostPage, serveHostPage } from "../fixtures/host-page.ts";
import { test } from "../fixtures/test.ts";
import { base, call, demo, open, phone, unique } from "../fixtures/workspace.ts";

/* A microphone that beeps, and nobody who has to allow it. */
const { launchOptions } = config.use ?? {};
const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...fake] } });

let host: HostPage;

test.beforeAll(async ({ browser }) => {
  const admin = (await open(browser, demo.admin, "/settings/channels")).context();
  const { id } = await call<{ id: string }>(admin, "channels.create", { type: "WEBSITE", label: unique("Away") });
  await admin.close();
  host = await serveHostPage({ base, channel: id });
});

test.afterAll(() => host.close());

/** The line is away for what matches, until the answer is called. */
async function away(page: Page, address: RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort("internetdisconnected"));
  return () => page.unroute(address);
}

test("a chat that could not be fetched can be closed on a phone, and comes when it is opened again", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ locale: "en-US", viewport: phone, hasTouch: true })).newPage();
  await page.goto(host.url);
  await expect(page.locator("parley-widget")).toBeAttached();
  const back = await away(page, /\/widget\/[0-9a-f-]{36}$/);
  const press = () => page.mouse.click(phone.width - 48, phone.height - 48);
  await press();
  await page.waitForTimeout(4000);
  await back();
  await press();
  await press();
  const chat = () => page.frames().find((frame) => /\/widget\/[0-9a-f-]{36}/.test(frame.url()));
  await expect.poll(() => chat()?.getByRole("textbox", { name: "Message" }).isVisible() ?? false).toBe(true);
  await page.context().close();
});

test("a part of the chat that does not come leaves the rest where it is, and comes later", async ({ page }) => {
  const chat = await openChat(page, host.url);
  const question = unique("Is anybody there?");
  await write(chat, question);
  await expect(log(chat)).toContainText(question);
  await expect(chat.getByRole("button", { name: "Reply or react" }).first()).toBeAttached();
  const back = await away(page, /_next\/static\/chunks/);
  await chat.getByRole("textbox", { name: "Message" }).fill("half a sentence");
  await chat.getByRole("button", { name: "Reply or react" }).first().press("Enter");
  await page.waitForTimeout(3000);
  await expect(log(chat)).toContainText(question);
  await expect(chat.getByRole("textbox", { name: "Message" })).toHaveValue("half a sentence");
  await back();
  await expect(chat.getByRole("toolbar")).toBeVisible();
});

test("a fault of the chat is told, and takes neither the way out nor what was being written", async ({ page }) => {
  const chat = await openChat(page, host.url);
  await write(chat, unique("What happens now?"));
  await expect(log(chat)).toContainText("Sent");
  await chat.getByRole("textbox", { name: "Message" }).fill("half a sentence");
  const told = (frame: Frame) => frame.getByRole("alert").filter({ hasText: "Something went wrong in this chat" });
  // A part of it cannot be drawn.
  await chat.evaluate(() => {
    const whole = Date.prototype.toDateString;
    Reflect.set(window, "mend", () => Reflect.set(Date.prototype, "toDateString", whole));
    Reflect.set(Date.prototype, "toDateString", () => {
      throw new RangeError("spoilt");
    });
  });
  await chat.getByRole("button", { name: "Email this conversation" }).click();
  await expect(told(chat)).toBeVisible();
  await expect(chat.getByRole("button", { name: "Close chat" })).toBeVisible();
  await chat.evaluate(() => Reflect.get(window, "mend")());
  await chat.getByRole("button", { name: "Try again" }).click();
  await expect(chat.getByRole("textbox", { name: "Message" })).toHaveValue("half a sentence");

  // Nothing of it can.
  await page.addInitScript(() => {
    if (window.parent === window || sessionStorage.getItem("mended")) return;
    Reflect.set(window, "matchMedia", () => {
      throw new TypeError("spoilt");
    });
  });
  await page.reload();
  await expect(page.locator("parley-widget")).toBeAttached();
  await pressLauncher(page);
  const spoilt = () => page.frames().find((frame) => /\/widget\/[0-9a-f-]{36}/.test(frame.url()));
  await expect.poll(async () => (spoilt() ? await told(spoilt() as Frame).isVisible() : false)).toBe(true);
  const frame = spoilt() as Frame;
  await frame.getByRole("button", { name: "Close chat" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("parley-widget");
  await pressLauncher(page);
  await frame.evaluate(() => sessionStorage.setItem("mended", "1"));
  await frame.getByRole("button", { name: "Try again" }).click();
  await expect(frame.getByRole("textbox", { name: "Message" })).toHaveValue("half a sentence");
});

test("a file that was on its way when the page was left is not lost without a word", async ({ page }) => {
  const chat = await openChat(page, host.url);
  const question = unique("Do you want a film?");
  await write(chat, question);
  await expect(log(chat)).toContainText(question);
  await page.route(/\/uploads\?/, () => undefined);
  const film = { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(4096, 1) };
  await chat.locator("input[type=file]").setInputFiles(film);
  await expect(log(chat)).toContainText("Sending");
  const again = await openChat(page, host.url);
  await expect(log(again)).toContainText("film.mp4");
  await expect(log(again)).toContainText("The page was left before the file had arrived. Choose it again.");
  await expect(again.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await again.getByRole("button", { name: "Discard" }).click();
  await expect(log(again)).not.toContainText("film.mp4");
});

test("nobody is listened to in a chat that was closed, and what was said waits to be sent", async ({ page }) => {
  await page.addInitScript(() => {
    const made = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
    if (!made) return;
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await made(wanted);
      Reflect.set(window, "microphone", stream);
      return stream;
    };
  });
  const chat = await openChat(page, host.url);
  await write(chat, unique("I have to speak"));
  await chat.getByRole("button", { name: "Record a voice note" }).click();
  const note = chat.getByRole("group", { name: "Voice note" });
  await expect(note.getByRole("timer")).toHaveText("0:01");
  await chat.getByRole("button", { name: "Close chat" }).click();
  const listens = () =>
    chat.evaluate(() => {
      const stream: unknown = Reflect.get(window, "microphone");
      return stream instanceof MediaStream && stream.getTracks().some(({ readyState }) => readyState === "live");
    });
  await expect.poll(listens).toBe(false);
  await pressLauncher(page);
  await expect(log(chat).locator("audio")).toHaveCount(0);
  await note.getByRole("button", { name: "Send the voice note" }).click();
  await expect(log(chat).locator("audio")).toHaveCount(1);
});
