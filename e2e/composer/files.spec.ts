import { expect, type Locator, type Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { Api } from "../fixtures/api.ts";
import { log as chatLog, openChat, write } from "../fixtures/chat.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { serveHostPage } from "../fixtures/host-page.ts";
import { replyBox, row, thread } from "../fixtures/inbox.ts";
import { openPhone, phoneLog, sayOnPhone } from "../fixtures/phone.ts";
import { test } from "../fixtures/test.ts";
import { base, call, demo, letters, open } from "../fixtures/workspace.ts";

/* A microphone that beeps, and nobody who has to allow it. */
const { launchOptions } = config.use ?? {};
const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...fake] } });

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") });

async function attach(page: Page, name: string): Promise<void> {
  await page.getByLabel("Attach a file").last().setInputFiles(pdf(name));
  await expect(page.getByRole("list", { name: "Files to send" }).getByText(name)).toBeVisible();
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
}

/** Begins a voice note and sends it with Enter, while it is still recorded or after it was kept. */
async function sendVoice(page: Page, kept: boolean): Promise<void> {
  await page.getByRole("button", { name: "Record a voice note" }).click();
  await expect(page.getByRole("timer")).toHaveText(/^0:(?!00)/);
  if (kept) await page.getByRole("button", { name: "Use it" }).click();
  await replyBox(page).press("Enter");
}

/** It is loaded, and goes on: headless browsers play to no loudspeaker, at the same pace. */
async function plays(player: Locator): Promise<void> {
  const audio = player.locator("audio");
  await player.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(0);
  expect(await audio.evaluate((one: HTMLAudioElement) => one.error)).toBeNull();
}

async function answer(page: Page, text: string): Promise<void> {
  const bubble = thread(page).getByText(text, { exact: true }).first();
  await bubble.hover();
  const around = bubble.locator("xpath=ancestor::*[contains(@class, 'group/bubble')][1]");
  await around.getByRole("button", { name: "Reply to this message" }).click();
  await expect(page.getByText("Replying to:")).toBeVisible();
}

test("files, voice notes, replies and reactions go both ways, on WhatsApp and on the web [W2]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const name = `Fay ${letters()}`;
  const peer = `54911${String(Date.now()).slice(-6)}0002`;
  const { id: channelId } = await call<{ id: string }>(page.context(), "channels.create", {
    ...{ type: "WHATSAPP_API", label: letters(), sandbox: true, chatbotId: null },
  });
  const phone = await openPhone(browser, channelId, { peer, name });

  await test.step("a document of the customer comes in; the team's leaves, as an answer to it", async () => {
    await sayOnPhone(phone, "Here is my order");
    await phone.getByLabel("Choose a file to send").setInputFiles(pdf("order.pdf"));
    await row(page, name).first().click();
    await expect(thread(page).getByRole("link", { name: "order.pdf" })).toBeVisible();
    await answer(page, "Here is my order");
    await attach(page, "offer.pdf");
    await replyBox(page).fill("And our offer");
    await replyBox(page).press("Enter");
    await expect(phoneLog(phone).getByRole("link", { name: "offer.pdf" })).toBeVisible();
    await expect(phoneLog(phone)).toContainText("And our offer");
    await expect(phoneLog(phone).locator("blockquote")).toHaveText("Here is my order");
  });

  await test.step("a voice note recorded here leaves as one, and plays", async () => {
    await sendVoice(page, true);
    await plays(phoneLog(phone).getByRole("group", { name: "voice.ogg" }));
    const player = thread(page)
      .getByRole("group", { name: /^Audio from/ })
      .last();
    await player.getByRole("button", { name: "Speed: 1×" }).click();
    await expect(player.getByRole("button", { name: "Speed: 1.5×" })).toBeVisible();
  });

  await test.step("the customer records one on the phone, and the same player plays it on both sides", async () => {
    await phone.getByRole("button", { name: "Record a voice note" }).click();
    await expect(phone.getByRole("timer")).toHaveText(/^0:(?!00)/);
    await phone.getByRole("button", { name: "Use it" }).click();
    await expect(phone.getByRole("timer")).toHaveCount(0);
    await plays(
      phoneLog(phone)
        .getByRole("group", { name: /^voice\./ })
        .last(),
    );
    await plays(thread(page).getByRole("group", { name: `Audio from ${name}` }));
  });

  await test.step("Escape gives a recording up", async () => {
    await page.getByRole("button", { name: "Record a voice note" }).click();
    await expect(page.getByRole("button", { name: "Use it" })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("timer")).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Files to send" })).toHaveCount(0);
  });

  await test.step("the team's reaction reaches the phone", async () => {
    await thread(page).getByText("Here is my order", { exact: true }).first().hover();
    await page.getByRole("button", { name: "React", exact: true }).first().click();
    await page.getByRole("toolbar", { name: "React" }).getByRole("button", { name: "👍" }).click();
    await expect(phoneLog(phone)).toContainText("👍");
  });

  const host = await serveHostPage({ base, channel: api.channelId });
  const visitor = await browser.newPage();
  const chat = await openChat(visitor, host.url);
  const words = `Hello from the shop ${letters()}`;
  const shopper = `Wanda ${letters()}`;

  await test.step("on the web the visitor gets the file, the voice note, the answer and the reaction", async () => {
    await write(chat, words);
    await expect(chatLog(chat)).toContainText("What is your name?");
    await write(chat, shopper);
    await row(page, shopper).first().click();
    await answer(page, words);
    await attach(page, "map.pdf");
    await replyBox(page).press("Enter");
    await expect(chatLog(chat).getByRole("link", { name: "map.pdf" })).toBeVisible();
    await expect(chatLog(chat).locator("blockquote")).toContainText(words);
    await sendVoice(page, false);
    await expect(chatLog(chat).locator("audio")).toHaveCount(1);
  });

  await test.step("the visitor sends a file and a voice note, answers a message and reacts to it", async () => {
    await chat.locator('input[type="file"]').setInputFiles(pdf("receipt.pdf"));
    await expect(thread(page).getByRole("link", { name: "receipt.pdf" })).toBeVisible();
    const withTools = "ancestor::div[button[@aria-describedby]][1]/button";
    const tools = chatLog(chat).getByText("map.pdf").locator(`xpath=${withTools}`);
    await expect(tools).toHaveAccessibleName("Reply or react");
    await chatLog(chat).getByText("map.pdf").hover();
    await tools.click();
    await chat.getByRole("button", { name: "👍" }).click();
    await expect(thread(page).getByText(`${shopper} reacted with 👍`)).toHaveCount(1);
    await tools.press("Enter");
    await chat.getByRole("button", { name: "Reply", exact: true }).press("Enter");
    await write(chat, "Which floor is it on?");
    await expect(thread(page).locator("blockquote").filter({ hasText: "map.pdf" })).toBeVisible();
    await chat.getByRole("button", { name: "Record a voice note" }).click();
    await expect(chat.getByRole("timer")).toHaveText(/^0:(?!00)/);
    await chat.getByRole("button", { name: "Send the voice note" }).click();
    await expect(thread(page).getByRole("group", { name: `Audio from ${shopper}` })).toBeVisible();
    await expect(chatLog(chat).locator("audio")).toHaveCount(2);
  });

  await expectNoFaults(page, phone);
  for (const one of [visitor.context(), phone.context(), page.context()]) await one.close();
  await host.close();
});
