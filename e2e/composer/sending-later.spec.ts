import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { note, reply, replyBox, row, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, nowhere, open, unique } from "../fixtures/workspace.ts";

const pending = (page: Page, text: string) => thread(page).locator("[data-pending]").filter({ hasText: text });

async function forLater(page: Page, text: string, choice: RegExp): Promise<void> {
  await replyBox(page).fill(text);
  await page.getByRole("button", { name: "Sending options" }).click();
  await page.getByRole("menuitem", { name: choice }).click();
}

test("what was sent can be undone, and what is for later waits in the thread, live", async ({ browser }) => {
  const alex = await open(browser, demo.admin, nowhere);
  const api = await Api.of(alex.context());
  const id = await api.conversation(unique("Lena Later"), "Where is my parcel?");
  const hold = (undoSendSeconds: number) => call(alex.context(), "companies.update", { settings: { undoSendSeconds } });
  await hold(30);
  await alex.goto(`/inbox/${id}`);
  const ana = await open(browser, demo.supervisor, `/inbox/${id}`);
  await expect(thread(ana)).toContainText("Where is my parcel?");

  await test.step("Ctrl+Z takes back what has not left yet", async () => {
    await reply(alex, "Oops, not this.");
    await expect(pending(alex, "Oops, not this.")).toContainText("Sending in");
    await expect(pending(ana, "Oops, not this.")).toBeVisible();
    await expect(pending(ana, "Oops, not this.").getByRole("button", { name: "Undo" })).toHaveCount(0);
    await replyBox(alex).press("Control+z");
    await expect(replyBox(alex)).toHaveValue("Oops, not this.");
    await expect(pending(ana, "Oops, not this.")).toHaveCount(0);
    expect(await api.texts(id)).toEqual(["Where is my parcel?"]);
  });

  await test.step("what is taken back as one goes elsewhere stands there again", async () => {
    const elsewhere = await api.conversation(unique("Elsa Elsewhere"), "And mine?");
    await alex.goto(`/inbox/${id}?view=all`);
    await reply(alex, "Not this either.");
    await expect(pending(alex, "Not this either.")).toBeVisible();
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    await alex.route(/scheduled\.remove/, async (route) => {
      await gone;
      await route.continue();
    });
    await pending(alex, "Not this either.").getByRole("button", { name: "Undo" }).click();
    await row(alex, "Elsa Elsewhere").first().click();
    await expect(thread(alex)).toContainText("And mine?");
    leave();
    await expect(pending(ana, "Not this either.")).toHaveCount(0);
    await alex.unrouteAll();
    await expect(alex).toHaveURL(new RegExp(elsewhere));
    await row(alex, "Lena Later").first().click();
    await expect(replyBox(alex)).toHaveValue("Not this either.");
    await replyBox(alex).fill("");
  });

  await test.step("what is done next lets it leave, in its order", async () => {
    await reply(alex, "On its way.");
    await expect(pending(alex, "On its way.")).toBeVisible();
    await note(alex, "Promised it for Friday.");
    await expect(pending(ana, "On its way.")).toHaveCount(0);
    expect(await api.texts(id)).toEqual(["Where is my parcel?", "On its way."]);
    await hold(0);
  });

  await test.step("for later: seen by all, changed, sent now, canceled", async () => {
    await forLater(alex, "Did it arrive?", /^Tomorrow morning/);
    await expect(pending(ana, "Did it arrive?")).toContainText("Alex Romero scheduled this for");
    await pending(alex, "Did it arrive?").getByRole("button", { name: "Edit" }).click();
    const dialog = alex.getByRole("dialog", { name: "Send later" });
    await dialog.getByRole("textbox", { name: "Message" }).fill("Did the parcel arrive?");
    await dialog.getByRole("checkbox", { name: "the customer replies first" }).check();
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await expect(pending(ana, "Did the parcel arrive?")).toContainText("the customer replies first");
    await pending(alex, "Did the parcel arrive?").getByRole("button", { name: "Send now" }).click();
    await expect(pending(ana, "Did the parcel arrive?")).toHaveCount(0);
    expect(await api.texts(id)).toContain("Did the parcel arrive?");
    await forLater(alex, "Never mind.", /^Choose date and time/);
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await pending(alex, "Never mind.").getByRole("button", { name: "Cancel" }).click();
    await expect(pending(alex, "Never mind.")).toHaveCount(0);
    await forLater(alex, "Until tomorrow.", /^Tomorrow morning/);
    await expect(pending(alex, "Until tomorrow.")).toBeVisible();
    await forLater(alex, "Or later.", /^Choose date and time/);
    await expect(dialog.getByLabel("Date and time")).toBeVisible();
    await expectAccessible(alex);
  });

  expectNoFaults(alex, ana);
  for (const page of [alex, ana]) await page.context().close();
});
