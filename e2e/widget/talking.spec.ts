import { type BrowserContext, expect } from "@playwright/test";
import { SignJWT } from "jose";
import sharp from "sharp";
import { Api } from "../fixtures/api.ts";
import { log, openChat, pressLauncher, write } from "../fixtures/chat.ts";
import { type HostPage, serveHostPage } from "../fixtures/host-page.ts";
import { listen, told } from "../fixtures/loader.ts";
import { mailedText } from "../fixtures/mail.ts";
import { test } from "../fixtures/test.ts";
import { base, call, demo, open, unique } from "../fixtures/workspace.ts";

let admin: BrowserContext;
let api: Api;
let channelId = "";
let host: HostPage;

test.beforeAll(async ({ browser }) => {
  admin = (await open(browser, demo.admin, "/settings/channels")).context();
  api = await Api.of(admin);
  channelId = api.channelId;
  host = await serveHostPage({ base, channel: channelId });
});

test.afterAll(async () => {
  await admin.close();
  await host.close();
});

test("a visitor comes back to the same conversation, and unread answers are counted on the launcher", async ({
  page,
}) => {
  const question = unique("Do you sell seeds?");
  const chat = await openChat(page, host.url);
  await write(chat, question);
  await expect(log(chat)).toContainText("What is your name?");
  await chat.getByRole("textbox", { name: "Message" }).fill("Vera, and");
  await page.reload();
  const again = await openChat(page, host.url);
  await expect(log(again)).toContainText(question);
  await expect(log(again)).toContainText("What is your name?");
  await expect(again.getByRole("textbox", { name: "Message" })).toHaveValue("Vera, and");
  await again.getByRole("textbox", { name: "Message" }).fill("");

  await listen(page);
  await page.evaluate(() => window.Parley?.close());
  await api.say(await api.find(question), "user", "We do, from March on.");
  await expect.poll(() => told(page, "unread")).toBe(1);
  await expect.poll(() => told(page, "message")).toMatchObject({ from: "agent", text: "We do, from March on." });
  await pressLauncher(page);
  await expect(log(again)).toContainText("We do, from March on.");
  await expect.poll(() => told(page, "unread")).toBe(0);

  // The visitor takes what was said along, by mail.
  const mail = again.getByRole("button", { name: "Email this conversation" });
  await mail.press("Enter");
  const panel = again.getByRole("region", { name: "Email this conversation" });
  await expect(panel.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await panel.getByLabel("Your email address").fill("nowhere");
  await panel.getByLabel("Your email address").press("Enter");
  await expect(panel.getByRole("status")).toHaveText("Enter an address like ana@example.com.");
  const to = `${unique("vera")}@example.com`.toLowerCase().replaceAll(" ", "-");
  await panel.getByLabel("Your email address").fill(to);
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(panel.getByRole("status")).toContainText("On its way to v");
  await panel.getByRole("button", { name: "Close" }).press("Escape");
  await expect(panel).toBeHidden();
  await expect(mail).toBeFocused();
  expect(await mailedText(to)).toContain("We do, from March on.");
});

test("agents see where the visitor goes in a single-page app", async ({ page }) => {
  const question = unique("Which page is this?");
  const chat = await openChat(page, host.url);
  await write(chat, question);
  await expect(log(chat)).toContainText("What is your name?");
  const id = await api.find(question);
  await page.evaluate(() => history.pushState({}, "", "/catalogue/roses"));
  await expect
    .poll(async () => {
      const path = `/v1/conversations/${id}/messages?includeCommands=true&limit=100`;
      const { data } = await api.must<{ data: { command: { name: string; data: { url: string } } | null }[] }>(
        "GET",
        path,
      );
      return data.flatMap(({ command }) => (command?.name === "url_visit" ? [command.data.url] : []));
    })
    .toEqual([`${host.url}catalogue/roses`]);
});

test("an image is sent by the button and shown to both sides", async ({ page }) => {
  const chat = await openChat(page, host.url);
  const question = unique("What plant is this?");
  await write(chat, question);
  await expect(log(chat)).toContainText("What is your name?");
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();
  await chat.locator("input[type=file]").setInputFiles({ name: "plant.png", mimeType: "image/png", buffer });
  const image = log(chat).getByRole("img", { name: "Image from You" });
  await expect(image).toHaveAttribute("src", /\/uploads\/[\w-]{32}\.png$/);
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(300);
  const { data } = await api.must<{ data: { type: string }[] }>(
    "GET",
    `/v1/conversations/${await api.find(question)}/messages`,
  );
  expect(data.map(({ type }) => type)).toContain("image");
});

test("an image that cannot be read is refused in place, and can be discarded", async ({ page }) => {
  const chat = await openChat(page, host.url);
  const buffer = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("no picture follows")]);
  await chat.locator("input[type=file]").setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer });
  await expect(log(chat)).toContainText("Send a PNG, JPEG, WebP or GIF image.");
  await expect(log(chat)).toContainText("x.jpg");
  await expect(chat.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await chat.getByRole("button", { name: "Discard" }).click();
  await expect(log(chat)).not.toContainText("Not sent");
});

test("a visitor's text is text, and only harmless addresses are links", async ({ page }) => {
  const chat = await openChat(page, host.url);
  const mark = unique("x");
  await write(chat, `${mark} <img src=x onerror=alert(1)> javascript:alert(1) https://safe.example/a?b=1`);
  await expect(log(chat)).toContainText(`${mark} <img src=x onerror=alert(1)>`);
  const links = await log(chat)
    .getByRole("link")
    .evaluateAll((found) => found.map((one) => one.getAttribute("href")));
  expect(links).toEqual(["https://safe.example/a?b=1"]);
});

test("a signed identity names the visitor and brings the conversation to another browser", async ({
  page,
  browser,
}) => {
  const { secret } = await call<{ secret: string }>(admin, "channels.revealIdentitySecret", { channelId });
  const subject = unique("customer");
  const identity = await new SignJWT({ name: "Iris Vega", email: `${Date.now()}@example.com` })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(subject)
    .setAudience(channelId)
    .setExpirationTime("5m")
    .sign(new TextEncoder().encode(secret));
  const question = unique("Where is my order?");
  const chat = await openChat(page, host.url);
  await listen(page);
  await page.evaluate((jwt) => window.Parley?.identify(jwt), identity);
  await expect.poll(() => told(page, "identify")).toEqual({ ok: true, error: null });
  await write(chat, question);
  await expect(log(chat)).toContainText(question);
  const found = await api.must<{ visitorName: string }>("GET", `/v1/conversations/${await api.find(question)}`);
  expect(found.visitorName).toBe("Iris Vega");

  const other = await (await browser.newContext({ locale: "en-US" })).newPage();
  await other.addInitScript((jwt) => Reflect.set(window, "parleySettings", { identity: jwt }), identity);
  const there = await openChat(other, host.url);
  await expect(log(there)).toContainText(question);
  await there.getByRole("textbox", { name: "Message" }).fill("And my inv");
  await other.evaluate(() => window.Parley?.identify(null));
  await expect(log(there)).not.toContainText(question);
  const anew = await openChat(other, host.url);
  await expect(log(anew)).toContainText(question);
  await expect(anew.getByRole("textbox", { name: "Message" })).toHaveValue("");

  // Signed out on a page that came after: the way back leads to one that was asleep meanwhile.
  await anew.evaluate((key) => {
    localStorage.removeItem(key);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }, `parley:${channelId}:visitor`);
  await expect(log(anew)).not.toContainText(question);
  await other.context().close();
});
