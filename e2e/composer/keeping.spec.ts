import { expect, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { note, noteBox, replyBox, row, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

const pdf = { name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") };

async function askForTime(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sending options" }).click();
  await page.getByRole("menuitem", { name: /^Choose date and time/ }).click();
  await expect(page.getByRole("dialog", { name: "Send later" })).toBeVisible();
}

test("nothing that was written is lost: for later, with files, in notes, in fields, for many [W2]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const word = unique("Keeping");
  const [ada, bea] = [`Ada ${word}`, `Bea ${word}`];
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of a long conversation`);
  const id = await api.conversation(ada, ...lines);
  await api.conversation(bea, "And mine?");
  await page.goto(`/inbox/${id}?view=all&search=${encodeURIComponent(word)}`);
  // It opens where the unread begins.
  const long = /Line \d+ of a long conversation/;
  await expect(thread(page)).toContainText(long);
  const look = async (name: string) => {
    await row(page, name).first().click();
    await expect(thread(page)).toContainText(name === ada ? long : "And mine?");
  };

  await test.step("for later, without a time: it stands in the box, after a reload too", async () => {
    await replyBox(page).fill("Next week, then");
    await askForTime(page);
    await page.getByRole("dialog", { name: "Send later" }).getByRole("button", { name: "Back" }).click();
    await expect(replyBox(page)).toHaveValue("Next week, then");
    await askForTime(page);
    await page.reload();
    await expect(replyBox(page)).toHaveValue("Next week, then");
  });

  await test.step("files come back with the conversation, and leave with the message", async () => {
    const files = page.getByRole("list", { name: "Files to send" });
    await page.getByLabel("Attach a file").last().setInputFiles(pdf);
    await expect(files.getByText(pdf.name)).toBeVisible();
    // What is still on its way does not come back.
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
    await look(bea);
    await expect(files).toHaveCount(0);
    await look(ada);
    await expect(files.getByText(pdf.name)).toBeVisible();
    await page.reload();
    await expect(files.getByText(pdf.name)).toBeVisible();
    await replyBox(page).press("Enter");
    await expect(thread(page).getByRole("link", { name: pdf.name })).toBeVisible();
    await look(bea);
    await look(ada);
    await expect(files).toHaveCount(0);
    await expect(replyBox(page)).toHaveValue("");
  });

  await test.step("a note that is edited stays while one scrolls", async () => {
    const scroll = (top: number) => thread(page).evaluate((one, to) => one.scrollTo({ top: to }), top);
    await scroll(1e6);
    await expect(thread(page)).toContainText("Line 39");
    await note(page, "Ask Bea");
    const card = thread(page).getByRole("article").filter({ hasText: "Ask Bea" });
    await card.getByRole("button", { name: "Note actions" }).click();
    await page.getByRole("menuitem", { name: "Edit note" }).click();
    const editor = thread(page).getByRole("textbox", { name: "Edit note" });
    await editor.fill("Ask Bea and Cid");
    await scroll(0);
    await expect(thread(page).getByText("Line 0 of")).toBeInViewport();
    await scroll(1e6);
    await expect(editor).toHaveValue("Ask Bea and Cid");
    await editor.press("Escape");
  });

  await test.step("a note on its way is kept over a reload, and written once whatever is lost", async () => {
    const asked = /\/api\/trpc\/[^?]*conversations\.addNote/;
    const left = Promise.withResolvers<void>();
    let times = 0;
    await page.route(asked, async (route) => {
      times += 1;
      // At first it does not leave; then it is written, and the answer is lost.
      if (times === 1) return left.resolve();
      if (times > 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("radio", { name: "Note" }).check();
    await noteBox(page).fill("Tell Cid");
    await noteBox(page).press("Enter");
    await left.promise;
    await page.reload();
    await expect(thread(page).getByRole("article").filter({ hasText: "Tell Cid" })).toHaveCount(1);
    await expect.poll(() => times).toBe(3);
    await page.unroute(asked);
    const notes = await api.must<{ text: string }[]>("GET", `/v1/conversations/${id}/notes`);
    expect(notes.filter(({ text }) => text === "Tell Cid")).toHaveLength(1);
    await page.getByRole("radio", { name: "Reply" }).check();
  });

  await test.step("a note that is refused stands in its box again", async () => {
    const asked = /\/api\/trpc\/[^?]*conversations\.addNote/;
    const data = { error: "not_found", httpStatus: 404, details: null };
    const refusal = { error: { message: "No such conversation.", code: -32004, data } };
    await page.route(asked, (route) => route.fulfill({ status: 404, json: [refusal] }));
    await page.getByRole("radio", { name: "Note" }).check();
    await noteBox(page).fill("Tell Dan");
    await noteBox(page).press("Enter");
    await expect(page.getByText("Note not saved; your text is still here.")).toBeVisible();
    await expect(noteBox(page)).toHaveValue("Tell Dan");
    await page.unroute(asked);
    await noteBox(page).fill("");
    await page.getByRole("radio", { name: "Reply" }).check();
  });

  await test.step("a field that could not be saved says so with what was typed, elsewhere too", async () => {
    const asked = /\/api\/trpc\/[^?]*(?:conversations\.put|contacts\.update)/;
    const left = Promise.withResolvers<void>();
    await page.route(asked, async (route) => {
      await left.promise;
      await route.abort();
    });
    const details = page.getByRole("complementary", { name: `Details of ${ada}` });
    await details.getByRole("button", { name: /Phone/ }).click();
    await details.getByRole("textbox", { name: "Phone" }).fill("+54 11 5555 0100");
    await look(bea);
    left.resolve();
    await expect(page.getByText("Phone: +54 11 5555 0100")).toBeVisible();
    await page.unroute(asked);
  });

  await test.step("a note for many stays, and who was selected, where the service did not take it", async () => {
    await page.route("**/api/trpc/actions.bulk*", (route) => route.abort());
    await row(page, ada).first().locator("[data-mark]").click();
    const bar = page.getByRole("region", { name: "Selected conversations" });
    await bar.getByRole("button", { name: "Add a note" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a note" });
    await dialog.getByRole("textbox").fill("Call them back");
    await dialog.getByRole("button", { name: "Add a note" }).click();
    await expect(page.getByText("It could not be done")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue("Call them back");
    await page.unroute("**/api/trpc/actions.bulk*");
    await dialog.getByRole("button", { name: "Add a note" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(bar).toHaveCount(0);
  });
  await page.context().close();
});
