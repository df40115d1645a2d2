import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { replyBox } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

test("two conversations of one visitor become one, for everybody who looks at them [W9]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const name = unique("Iris");
  const ids: string[] = [];
  for (const text of ["My order is late", "Any news of it?"]) {
    const id = await api.conversation(name, text);
    ids.push(id);
  }
  const contactOf = async (id = "") => {
    const read = async () => (await api.must<{ contactId: string }>("GET", `/v1/conversations/${id}`)).contactId;
    await expect.poll(read).not.toBe("");
    return read();
  };
  const [one, two] = [await contactOf(ids[0]), await contactOf(ids[1])];
  if (one !== two) await api.must("POST", `/v1/contacts/${one}/merge`, { loserId: two, fields: {} });
  const [winner = "", loser = ""] = ids;
  const colleague = await open(browser, demo.supervisor, `/inbox/${loser}`, { viewport: desk });
  await expect(colleague.getByRole("region", { name: /^Messages with/ }).getByText("Any news of it?")).toBeVisible();
  // Begun in the one that goes into the other.
  await replyBox(colleague).fill("Half an answer");
  const bill = { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
  await colleague.getByLabel("Attach a file").last().setInputFiles(bill);
  await expect(colleague.getByText("bill.pdf")).toBeVisible();
  await page.goto(`/inbox/${winner}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge another conversation into this one…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge a conversation into this one" });
  await dialog.getByRole("radio", { name: /Any news of it/ }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const log = page.getByRole("region", { name: /^Messages with/ });
  const merged = log.getByText("merged another conversation into this one");
  // With three deeds before it, an assignment say, they are one line that opens.
  const deeds = log.getByRole("button", { name: /^Show \d+ events$/ });
  await expect(merged.or(deeds).first()).toBeVisible();
  if (await deeds.isVisible()) await deeds.click();
  await expect(merged).toBeVisible();
  await expect(log.getByText("Any news of it?")).toBeVisible();
  await expect(colleague.getByText("The messages of this conversation are in another one")).toBeVisible();
  await expect(colleague.getByRole("region", { name: /^Messages with/ }).getByText("Any news of it?")).toHaveCount(0);
  await api.say(loser, "visitor", "Still waiting");
  await expect(log.getByText("Still waiting")).toBeVisible();
  await colleague.getByRole("link", { name: "Open it" }).click();
  await expect(colleague.getByRole("region", { name: /^Messages with/ }).getByText("Still waiting")).toBeVisible();
  await expect(replyBox(colleague)).toHaveValue("Half an answer");
  await expect(colleague.getByText("bill.pdf")).toBeVisible();
  expectNoFaults(page);
  for (const id of ids) await api.must("DELETE", `/v1/conversations/${id}`);
  for (const closing of [page, colleague]) await closing.context().close();
});
