import { expect, type Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { Api } from "../fixtures/api.ts";
import { replyBox, row, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

/* A microphone that beeps, and nobody who has to allow it. */
const { launchOptions } = config.use ?? {};
const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...fake] } });

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") });
const tray = (page: Page) => page.getByRole("list", { name: "Files to send" });
const attach = (page: Page, name: string) => page.getByLabel("Attach a file").last().setInputFiles(pdf(name));

test("what one leaves in a conversation goes on there: recordings, uploads, and Send pressed before [W2]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const word = unique("Leaving");
  const [ada, bea] = [`Ada ${word}`, `Bea ${word}`];
  const id = await api.conversation(ada, "May I hear it?");
  await api.conversation(bea, "And mine?");
  const address = `/inbox/${id}?view=all&search=${encodeURIComponent(word)}`;
  await page.goto(address);
  const look = async (name: string) => {
    await row(page, name).first().click();
    await expect(thread(page)).toContainText(name === ada ? "May I hear it?" : "And mine?");
  };
  await look(ada);

  await test.step("a voice note that is being recorded is kept as it is, and said to be", async () => {
    await page.getByRole("button", { name: "Record a voice note" }).click();
    await expect(page.getByRole("timer")).toHaveText(/^0:(?!00)/);
    await look(bea);
    await expect(page.getByText(`Your voice note is kept, unsent, in the conversation with ${ada}.`)).toBeVisible();
    await expect(tray(page)).toHaveCount(0);
    await look(ada);
    await expect(tray(page).getByText("Voice note", { exact: true })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveCount(0);
    await page.getByRole("button", { name: /^Remove voice/ }).click();
  });

  await test.step("so is one that a note is written beside", async () => {
    await page.getByRole("button", { name: "Record a voice note" }).click();
    await expect(page.getByRole("timer")).toHaveText(/^0:(?!00)/);
    await page.getByRole("radio", { name: "Note" }).check();
    await page.getByRole("radio", { name: "Reply" }).check();
    await expect(tray(page).getByText("Voice note", { exact: true })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveCount(0);
    await page.getByRole("button", { name: /^Remove voice/ }).click();
  });

  await test.step("a file that fails meanwhile is told of, and can be tried again where it was", async () => {
    const left = Promise.withResolvers<void>();
    await page.route("**/uploads?*", async (route) => {
      await left.promise;
      await route.abort();
    });
    await attach(page, "offer.pdf");
    await expect(tray(page).getByText("offer.pdf")).toBeVisible();
    await look(bea);
    left.resolve();
    const told = page.getByText(`offer.pdf could not be uploaded for the conversation with ${ada}.`);
    await expect(told).toBeVisible();
    await page.unroute("**/uploads?*");
    await page.getByRole("button", { name: "Go back" }).last().click();
    await page.getByRole("button", { name: "Upload offer.pdf again" }).click();
    await expect(page.getByRole("button", { name: "Remove offer.pdf" })).toBeVisible();
    await page.getByRole("button", { name: "Remove offer.pdf" }).click();
  });

  await test.step("a reply that waited for its file goes once that is there", async () => {
    const left = Promise.withResolvers<void>();
    await page.route("**/uploads?*", async (route) => {
      await left.promise;
      await route.continue();
    });
    await page.goto(address);
    await look(ada);
    await attach(page, "map.pdf");
    await replyBox(page).fill("Here it is");
    await replyBox(page).press("Enter");
    await look(bea);
    left.resolve();
    await expect(row(page, ada).first()).toContainText("Here it is");
    await page.unroute("**/uploads?*");
    await look(ada);
    await expect(thread(page).getByRole("link", { name: "map.pdf" })).toHaveCount(1);
    await expect(replyBox(page)).toHaveValue("");
    await expect(tray(page)).toHaveCount(0);
  });
  await page.context().close();
});
