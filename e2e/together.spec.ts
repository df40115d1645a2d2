import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { botSwitch, note, noteBox, reply, replyBox, row, shown, thread } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { demo, open, unique } from "./fixtures/workspace.ts";

test("two agents on one conversation see the same, live", async ({ browser }) => {
  const alex = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(alex.context());
  const name = unique("Otto Twin");
  const id = await api.conversation(name, "line-01.");
  await row(alex, name).click();
  const ana = await open(browser, demo.supervisor, `/inbox/${id}?view=all`);
  await expect(thread(ana)).toContainText("line-01.");
  await expect(alex.getByText(/Ana Torres also here/)).toBeVisible();
  await expect(ana.getByText(/Alex Romero also here/)).toBeVisible();

  await test.step("answers of either are seen by both, in one order", async () => {
    await reply(alex, "line-02.");
    await expect(thread(ana)).toContainText("line-02.");
    await replyInto(ana, "line-03.");
    await expect(thread(alex)).toContainText("line-03.");
    await Promise.all([replyInto(alex, "line-04."), api.say(id, "visitor", "line-05."), replyInto(ana, "line-06.")]);
    await expect(thread(alex)).toContainText("line-06.");
    await expect(thread(ana)).toContainText("line-04.");
    await expect(thread(ana)).toContainText("line-05.");
    const kept = (await api.texts(id)).filter((text) => /line-\d+\./.test(text));
    expect(kept).toHaveLength(6);
    await expect.poll(() => shown(thread(alex), /line-\d+\./)).toEqual(kept);
    await expect.poll(() => shown(thread(ana), /line-\d+\./)).toEqual(kept);
  });

  await test.step("notes, the bot's state, phase, tags and who holds it", async () => {
    await note(ana, "Check the invoice first.");
    await expect(thread(alex).getByRole("article").filter({ hasText: "Check the invoice first." })).toBeVisible();
    await botSwitch(alex).click();
    await expect(botSwitch(ana)).toBeChecked();
    await botSwitch(ana).click();
    await expect(botSwitch(alex)).not.toBeChecked();
    await ana.getByRole("button", { name: /^Assign/ }).click();
    await ana.getByRole("option", { name: /^Me \(Ana Torres\)/ }).click();
    await expect(alex.getByRole("button", { name: "Assigned to Ana Torres" })).toBeVisible();
    await expect(row(alex, name)).toContainText("Assigned to Ana Torres");
    await alex.getByRole("button", { name: /^Phase: / }).click();
    await alex.getByRole("option", { name: "Won", exact: true }).click();
    await expect(ana.getByRole("button", { name: "Phase: Won" })).toBeVisible();
  });

  await test.step("closing by one closes it for the other", async () => {
    await alex.getByRole("button", { name: "Close conversation" }).click();
    await alex.getByRole("menuitem", { name: /^Close, not a lead/ }).click();
    await expect(ana.getByRole("button", { name: "Reopen" }).first()).toBeVisible();
    await expect(row(ana, name)).toHaveCount(0);
  });

  expectNoFaults(alex, ana);
  await alex.context().close();
  await ana.context().close();
});

test("what somebody writes in a conversation that is deleted or taken away meanwhile stays theirs", async ({
  browser,
}) => {
  const alex = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(alex.context());
  const id = await api.conversation(unique("Gone"), "Are you there?");
  const ana = await open(browser, demo.supervisor, `/inbox/${id}?view=all`);
  await replyBox(ana).fill("A long answer");
  const bill = { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
  await ana.getByLabel("Attach a file").last().setInputFiles(bill);
  await expect(ana.getByRole("button", { name: "Remove bill.pdf" })).toBeVisible();
  await ana.getByRole("radio", { name: "Note" }).check();
  await noteBox(ana).fill("and what to do next");
  await api.must("DELETE", `/v1/conversations/${id}`);
  await expect(ana.getByText("This conversation no longer exists", { exact: false })).toBeVisible();
  await expect(ana.getByRole("figure", { name: "Your reply that was not sent" })).toContainText("A long answer");
  const files = ana.getByRole("figure", { name: "The files of your reply" });
  const [got] = await Promise.all([
    ana.waitForEvent("download"),
    files.getByRole("link", { name: "bill.pdf" }).click(),
  ]);
  expect(got.suggestedFilename()).toBe("bill.pdf");
  await expect(ana.getByRole("figure", { name: "Your note that was not saved" })).toContainText("and what to do next");
  expectNoFaults(alex, ana);
  await alex.context().close();
  await ana.context().close();
});

/** When the other has answered in between, the composer asks first. */
async function replyInto(page: Page, text: string): Promise<void> {
  await reply(page, text);
  const anyway = page.getByRole("button", { name: "Send anyway" });
  await expect(anyway.or(thread(page).getByText(text)).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(thread(page)).toContainText(text);
}
