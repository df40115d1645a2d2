import { expect } from "@playwright/test";
import sharp from "sharp";
import { Api } from "../fixtures/api.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, letters, nowhere, open } from "../fixtures/workspace.ts";

const picture = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

test("pictures and files of a conversation are seen together, and by keys [W2]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const id = await api.conversation(`Gala ${letters()}`, `Which color is it? ${letters()}`);
  const send = async (fileName: string, type: string, bytes: Buffer) => {
    const { id: uploadId } = await api.must<{ id: string }>("POST", "/v1/uploads", {
      fileName,
      content: bytes.toString("base64"),
    });
    const message = { from: api.userId, fromType: "user", type, message: { uploadId } };
    await api.must("POST", `/v1/conversations/${id}/messages`, message);
  };
  await send("red.png", "image", await picture("#c33"));
  await send("blue.png", "image", await picture("#33c"));
  await send("colors.txt", "file", Buffer.from("red, blue"));

  await page.goto(`/inbox/${id}`);
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
  await page.context().close();
});
