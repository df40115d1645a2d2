import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { botSwitch, reply, replyBox, row, thread } from "./fixtures/inbox.ts";
import { openPhone, phoneLog, sayOnPhone } from "./fixtures/phone.ts";
import { test } from "./fixtures/test.ts";
import { base, call, demo, letters, open } from "./fixtures/workspace.ts";

/** A red square. */
const picture = {
  name: "bike.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGM4ISdHEmIY1TCqYfhqAADkYgQQ60fIxgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** A bot that asks with three options, for this channel. */
async function serve(api: Api, page: Page, channelId: string): Promise<void> {
  const { id } = await call<{ id: string }>(page.context(), "chatbots.create", { name: letters() });
  await api.must("PUT", `/v1/chatbots/${id}/chatbot-config/question-list`, [
    {
      id: 0,
      internal_name: "topic",
      text: ["What is it about?"],
      response_type: "LIST",
      response_options: ["Bikes", "Repairs", "Something else"],
    },
    { id: 1, order: 1, internal_name: "where", text: ["Which city are you in?"] },
  ]);
  await api.must("PUT", `/v1/chatbots/${id}/channels`, { channels: [channelId] });
}

test("a number is connected; its customer is served by bot, agent and, after a day, by a template", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/channels");
  const api = await Api.of(page.context());
  const label = letters();
  const name = `Wanda ${letters()}`;
  // Numbers that end in 0002 read nothing by themselves.
  const peer = `54911${String(Date.now()).slice(-6)}0002`;
  const template = `back_${letters().toLowerCase()}`;
  let channelId = "";

  await test.step("connect a number: each step of the check tells what it found", async () => {
    await page.getByRole("button", { name: "Add channel" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add a channel" });
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "WhatsApp" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill(label);
    await dialog.getByRole("switch", { name: "Sandbox" }).click();
    await dialog.getByRole("button", { name: "Add channel" }).click();
    await page.waitForURL(/\/settings\/channels\/[0-9a-f-]{36}$/);
    channelId = page.url().match(/[0-9a-f-]{36}$/)?.[0] ?? "";
    await page.getByRole("button", { name: "Check connection" }).click();
    const steps = page.getByRole("list", { name: "Check results" }).getByRole("listitem");
    await expect(steps).toHaveCount(4);
    for (const step of await steps.all()) await expect(step).toContainText("works");
    await serve(api, page, channelId);
    await api.must("POST", `/v1/whatsapp/${channelId}/templates`, {
      name: template,
      language: "en",
      category: "UTILITY",
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "Hello {{1}}, we have an answer for you.", example: { body_text: [["Nora"]] } },
      ],
    });
  });

  const phone = await openPhone(browser, channelId, { peer, name });
  await page.goto(`${base}/inbox?view=all`);

  await test.step("the customer writes, the bot asks with buttons, a tap answers", async () => {
    await sayOnPhone(phone, "Do you ship abroad?");
    await row(page, name).first().click();
    await expect(thread(page)).toContainText("Do you ship abroad?");
    await expect(phoneLog(phone)).toContainText("What is it about?");
    await phoneLog(phone).getByRole("button", { name: "Repairs", exact: true }).click();
    await expect(phoneLog(phone)).toContainText("Which city are you in?");
    await expect(thread(page).getByText("Repairs", { exact: true }).last()).toBeVisible();
    await expect(botSwitch(page)).toBeChecked();
  });

  await test.step("the agent takes over; the ticks move to read when the customer looks", async () => {
    await reply(page, "We do, everywhere by train.");
    await expect(botSwitch(page)).not.toBeChecked();
    await expect(phoneLog(phone)).toContainText("everywhere by train");
    await expect(thread(page).getByText("Sent", { exact: true }).last()).toBeAttached();
    await phone.getByRole("button", { name: "Mark all as read" }).click();
    await expect(thread(page).getByText("Read", { exact: true }).last()).toBeAttached();
  });

  await test.step("images go both ways", async () => {
    const before = await thread(page).locator("img").count();
    await phone.getByLabel("Choose a file to send").setInputFiles(picture);
    await expect(thread(page).locator("img")).toHaveCount(before + 1);
    await page.locator('input[type="file"]').first().setInputFiles(picture);
    await expect(page.getByRole("img", { name: /bike/ }).first()).toBeVisible();
    await replyBox(page).press("Enter");
    await expect(thread(page).locator("img")).toHaveCount(before + 2);
    await expect(phoneLog(phone).locator("img")).toHaveCount(2);
    for (const shown of await phoneLog(phone).locator("img").all()) {
      await expect.poll(() => shown.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)).toBe(16);
    }
  });

  await test.step("after a day the composer is the template picker, and keeps what was typed", async () => {
    await replyBox(page).fill("And now I wanted to say");
    await phone.getByRole("button", { name: "Skip a day" }).click();
    await expect(page.getByText(/More than 24 hours have passed since/)).toBeVisible();
    await expect(page.getByText("And now I wanted to say")).toBeVisible();
    await expect(replyBox(page)).toHaveCount(0);
    const variable = page.getByRole("textbox", { name: "Variable 1" });
    await expect(variable).toHaveValue(name);
    await page.getByLabel("Choose an image to upload").setInputFiles(picture);
    await expect(page.getByRole("textbox", { name: "Header file" })).toHaveValue(/\/uploads\//);
    await page.getByRole("button", { name: "Send later" }).click();
    await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
    const later = thread(page)
      .locator("[data-pending]")
      .filter({ hasText: `Hello ${name}` });
    await expect(later).toContainText("scheduled this for");
    await later.getByRole("button", { name: "Cancel" }).click();
    await expect(later).toHaveCount(0);
    await call(page.context(), "companies.update", { settings: { undoSendSeconds: 30 } });
    const held = thread(page).locator("[data-pending=held]");
    for (const undo of [
      () => page.keyboard.press("Control+z"),
      () => held.getByRole("button", { name: "Undo" }).click(),
    ]) {
      await variable.fill("dear Wanda");
      await page.getByRole("button", { name: "Send template" }).click();
      await expect(held).toContainText("Hello dear Wanda");
      await expect(variable).toHaveValue(name);
      await undo();
      await expect(held).toHaveCount(0);
      await expect(variable).toHaveValue("dear Wanda");
    }
    await expect(page.getByRole("textbox", { name: "Header file" })).toHaveValue(/\/uploads\//);
    await expect(phoneLog(phone)).not.toContainText("dear Wanda");
    await call(page.context(), "companies.update", { settings: { undoSendSeconds: 0 } });
    await variable.fill(name);
    await page.getByRole("button", { name: "Send template" }).click();
    await expect(phoneLog(phone)).toContainText(`Hello ${name}, we have an answer for you.`);
    await expect(thread(page)).toContainText(`Hello ${name}, we have an answer for you.`);
    await expect(phoneLog(phone).locator("img")).toHaveCount(3);
  });

  await test.step("the customer answers: the window opens and the words come back", async () => {
    await sayOnPhone(phone, "Thank you, tell me.");
    await expect(thread(page)).toContainText("Thank you, tell me.");
    await expect(replyBox(page)).toHaveValue("And now I wanted to say");
    await replyBox(page).press("Enter");
    await expect(phoneLog(phone)).toContainText("And now I wanted to say");
  });
  expectNoFaults(page, phone);
  await phone.context().close();
  await page.context().close();
});
