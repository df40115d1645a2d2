import { expect } from "@playwright/test";
import sharp from "sharp";
import { Api } from "../fixtures/api.ts";
import { log, write } from "../fixtures/chat.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { base, demo, desk, letters, open } from "../fixtures/workspace.ts";

const picture = async (name: string, background: string) => ({
  ...{ name, mimeType: "image/png" },
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer(),
});

test("pictures and files of a conversation and a contact are seen together, and by keys [W2]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox", { viewport: desk });
  const api = await Api.of(page.context());
  const visitor = await browser.newContext({ baseURL: base });
  const chat = await visitor.newPage();
  await chat.goto(`/widget/${api.channelId}`);
  const words = `Which color is it? ${letters()}`;
  await write(chat, words);
  await expect(log(chat)).toContainText("What is your name?");
  await write(chat, `Gala ${letters()}`);
  await expect(log(chat)).toContainText("email");
  const file = { name: "colors.txt", mimeType: "text/plain", buffer: Buffer.from("red, blue") };
  await chat
    .locator('input[type="file"]')
    .setInputFiles([await picture("red.png", "#c33"), await picture("blue.png", "#33c"), file]);
  await expect(log(chat).getByRole("link", { name: "colors.txt" })).toBeVisible();

  await page.goto(`/inbox/${await api.find(words)}`);
  await thread(page)
    .getByRole("button", { name: /^Open the image/ })
    .first()
    .click();
  const box = page.getByRole("dialog", { name: /^Image from/ });
  await expect(box).toContainText("1 of 2");
  await page.keyboard.press("ArrowRight");
  await expect(box).toContainText("2 of 2");
  await box.getByRole("button", { name: "Previous picture" }).click();
  await expect(box).toContainText("1 of 2");
  await expect(box.getByRole("link", { name: "Download" })).toHaveAttribute("download", "");
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);

  const details = page.getByRole("complementary", { name: /details/i }).last();
  await details.getByRole("button", { name: "Files" }).click();
  await expect(details.getByRole("list", { name: "Pictures" }).getByRole("button")).toHaveCount(2);
  await expect(details.getByRole("link", { name: /colors\.txt/ })).toBeVisible();

  await details.getByRole("link", { name: "Open contact" }).click();
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await page.getByRole("list", { name: "Pictures" }).getByRole("button").first().click();
  await expect(box).toContainText("2 of 2");
  for (const one of [visitor, page.context()]) await one.close();
});
