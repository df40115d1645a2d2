import { expect, type Locator, type Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { replyBox, row, thread } from "../fixtures/inbox.ts";
import { openPhone, phoneLog, sayOnPhone } from "../fixtures/phone.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, letters, open } from "../fixtures/workspace.ts";

/* A microphone that beeps, and nobody who has to allow it. */
const { launchOptions } = config.use ?? {};
const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...fake] } });

const file = (name: string, mimeType = "application/pdf") => ({
  ...{ name, mimeType },
  buffer: Buffer.from(mimeType === "application/pdf" ? "%PDF-1.7\n%%EOF\n" : "not more than words\n"),
});

/** A file from the clipboard, or dropped from elsewhere. */
function give(place: Locator, how: "paste" | "drop", name: string): Promise<void> {
  return place.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["%PDF-1.7\n%%EOF\n"], given.name, { type: "application/pdf" }));
      const options = { bubbles: true, cancelable: true };
      const event =
        given.how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: transfer })
          : new DragEvent("drop", { ...options, dataTransfer: transfer });
      element.dispatchEvent(event);
    },
    { how, name },
  );
}
const tray = (page: Page) => page.getByRole("list", { name: "Files to send" });

async function on(page: Page, text: string, tool: string): Promise<void> {
  const bubble = thread(page).getByText(text, { exact: true }).first();
  await bubble.hover();
  const around = bubble.locator("xpath=ancestor::*[contains(@class, 'group/bubble')][1]");
  await around.getByRole("button", { name: tool, exact: true }).click();
}

const channels = [
  { type: "FACEBOOK", named: "Messenger", takesAll: true },
  { type: "INSTAGRAM", named: "Instagram", takesAll: false },
] as const;

for (const { type, named, takesAll } of channels)
  test(`a document, an answer to one message and a reaction go both ways on ${named} [W2]`, async ({ browser }) => {
    const page = await open(browser, demo.admin, "/inbox?view=all");
    const customer = { peer: `98${String(Date.now()).slice(-8)}`, name: `Gil ${letters()}` };
    const { id: channelId } = await call<{ id: string }>(page.context(), "channels.create", {
      ...{ type, label: letters(), sandbox: true, chatbotId: null },
    });
    const phone = await openPhone(browser, channelId, customer);

    await test.step("the customer's come in", async () => {
      await sayOnPhone(phone, "Here is my order");
      await give(
        phone.getByRole("textbox", { name: "Message", exact: true }),
        takesAll ? "paste" : "drop",
        "order.pdf",
      );
      await row(page, customer.name).first().click();
      await expect(thread(page).getByRole("link", { name: /\.pdf/ })).toBeVisible();
    });

    await test.step("the team's leave, the answer as one", async () => {
      await on(page, "Here is my order", "Reply to this message");
      await replyBox(page).fill("And our offer");
      await replyBox(page).press("Enter");
      await expect(phoneLog(phone)).toContainText("And our offer");
      await expect(phoneLog(phone).locator("blockquote")).toHaveText("Here is my order");
      await give(replyBox(page), takesAll ? "drop" : "paste", "offer.pdf");
      await expect(page.getByRole("button", { name: "Remove offer.pdf" })).toBeVisible();
      await replyBox(page).press("Enter");
      await expect(phoneLog(phone).getByRole("link", { name: /\.pdf/ }).last()).toBeVisible();
      await on(page, "Here is my order", "React");
      await page.getByRole("toolbar", { name: "React" }).getByRole("button", { name: "👍" }).click();
      await expect(phoneLog(phone)).toContainText("👍");
    });

    await test.step("what the channel does not take is refused before it is sent, with what it takes", async () => {
      await page.getByLabel("Attach a file").last().setInputFiles(file("notes.txt", "text/plain"));
      if (takesAll) return expect(page.getByRole("button", { name: "Remove notes.txt" })).toBeVisible();
      await expect(page.getByText(/^This channel does not take notes\.txt\. It takes PDF/)).toBeVisible();
      return expect(tray(page)).toHaveCount(0);
    });

    await expectNoFaults(page, phone);
    for (const one of [phone.context(), page.context()]) await one.close();
  });
