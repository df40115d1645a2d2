import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { reply, replyBox, row, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { ask, call, demo, nowhere, open, unique } from "../fixtures/workspace.ts";

test("what two agents do at once crosses without a word lost or taken back that is not one's own", async ({
  browser,
}) => {
  const alex = await open(browser, demo.admin, nowhere);
  const api = await Api.of(alex.context());
  const id = await api.conversation(unique("Cora Cross"), "Where is my parcel?");
  const hold = (undoSendSeconds: number) => call(alex.context(), "companies.update", { settings: { undoSendSeconds } });
  await hold(30);
  await alex.goto(`/inbox/${id}?view=all`);
  const ana = await open(browser, demo.supervisor, `/inbox/${id}?view=all`);
  await expect(thread(ana)).toContainText("Where is my parcel?");

  await test.step("an answer that can still be undone is one that a colleague is warned of", async () => {
    await reply(ana, "On its way.");
    await expect(thread(alex).locator("[data-pending]")).toContainText("On its way.");
    await reply(alex, "It is lost.");
    await expect(alex.getByRole("alert").filter({ hasText: "Ana Torres replied" })).toBeVisible();
    expect(await api.texts(id)).toEqual(["Where is my parcel?"]);
    await replyBox(ana).press("Control+z");
    await expect(thread(alex).locator("[data-pending]")).toHaveCount(0);
    await expect(alex.getByRole("button", { name: "Send anyway" })).toHaveCount(0);
    await replyBox(alex).fill("");
    await hold(0);
  });

  await test.step("whom a colleague gave it to stays when its team is taken back", async () => {
    const name = unique("Parcels");
    const team = await api.must<{ id: string }>("POST", "/v1/teams", { name });
    await alex.reload();
    await alex.getByRole("button", { name: /^Assign/ }).click();
    await alex.getByRole("option", { name }).click();
    await expect
      .poll(async () => (await api.must<{ teamId: string }>("GET", `/v1/conversations/${id}`)).teamId)
      .toBe(team.id);
    const { user } = await ask<{ user: { id: string } }>(ana.context(), "users.profile");
    await call(ana.context(), "conversations.assign", { conversationId: id, assignedTo: user.id });
    await expect(alex.getByRole("button", { name: /Ana Torres/ }).first()).toBeVisible();
    await alex.keyboard.press("z");
    const now = () => api.must<{ teamId: string; assignedTo: string }>("GET", `/v1/conversations/${id}`);
    await expect.poll(async () => (await now()).teamId).toBe("");
    expect((await now()).assignedTo).toBe(user.id);
    await expect(alex.getByRole("button", { name: "Assigned to Ana Torres" })).toBeVisible();
    await api.must("DELETE", `/v1/teams/${team.id}`);
  });

  await test.step("a toast that says what it was closed as goes when a colleague decides that anew", async () => {
    await alex.getByRole("button", { name: "Close conversation" }).click();
    await alex.getByRole("menuitem", { name: /^Close as lead/ }).click();
    const toast = alex.locator("[data-sonner-toast]").filter({ hasText: "Closed as a lead" });
    await expect(toast).toBeVisible();
    await api.must("POST", `/v1/conversations/${id}/close`, { isLead: false });
    await expect(toast).toHaveCount(0);
  });
  expectNoFaults(alex, ana);
  for (const page of [alex, ana]) await page.context().close();
});

test("a thread opens where its reader left off, however much has come since, and is read once it was seen", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const name = unique("Lars Long");
  const id = await api.conversation(name, "Good morning");
  const readSeq = async () =>
    (await ask<{ readSeq: number }>(page.context(), "conversations.inboxRow", { conversationId: id })).readSeq;
  await page.goto(`/inbox/${id}?view=all`);
  await expect(thread(page)).toContainText("Good morning");
  await expect.poll(readSeq).toBeGreaterThan(0);
  const read = await readSeq();
  await page.goto("/settings/tags");
  for (let count = 1; count <= 70; count += 1) await api.say(id, "visitor", `Another thing, number ${count}.`);

  await page.goto(`/inbox/${id}?view=all`);
  await expect(thread(page).getByRole("heading", { name: "New", exact: true })).toBeInViewport();
  await expect(thread(page).getByText("Another thing, number 1.", { exact: true })).toBeInViewport();
  // What was in view is read, and no more: the rest is counted.
  await expect.poll(readSeq).toBeGreaterThan(read);
  const seen = (await readSeq()) - read;
  expect(seen).toBeLessThan(40);
  await expect(page.getByRole("button", { name: `Go to the latest message: ${70 - seen} new messages` })).toBeVisible();
  await expect(row(page, name)).toContainText("number 70.");
  await page.getByRole("button", { name: /^Go to the latest message/ }).click();
  await expect(thread(page).getByText("Another thing, number 70.", { exact: true })).toBeInViewport();
  await expect.poll(readSeq).toBeGreaterThanOrEqual(read + 70);
  expectNoFaults(page);
  await page.context().close();
});
