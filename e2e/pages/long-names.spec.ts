import { expect, type Locator, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { replyBox, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, letters, nowhere, open, phone } from "../fixtures/workspace.ts";

const long = (length: number) => `${letters()}${"w".repeat(length)}`.slice(0, length);

async function expectWithin(where: Locator, right: number): Promise<void> {
  const box = await where.boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(right);
}

/** What a pane shows has the pane's width: nobody has to scroll it sideways. */
async function expectNoSideways(pane: Locator): Promise<void> {
  expect(await pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);
}

test("names without a space push no button off the settings, on a desk or a phone", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const email = `${letters()}${"i".repeat(50)}@${"d".repeat(60)}.example`.toLowerCase();
  const invited = await api.must<{ id: string }>("POST", "/v1/invitations", { email, role: "agent", locale: "en" });
  const contact = await api.must<{ id: string }>("POST", "/v1/contacts", {
    ...{ websiteId: api.channelId, name: long(200), entryMethod: "API" },
  });
  const held = { contactId: contact.id, reason: long(180) };
  const hold = await api.must<{ id: string }>("POST", "/v1/legal-holds", held);
  const settings = (of: Page) => of.getByRole("region", { name: "Settings page" });
  for (const viewport of [{ width: 768, height: 900 }, phone]) {
    await page.setViewportSize(viewport);
    await page.goto("/settings/members");
    await expectWithin(page.getByRole("button", { name: new RegExp(email) }).last(), viewport.width);
    await page.goto("/settings/retention");
    const release = page.getByRole("button", { name: new RegExp(`^Release.*${"w".repeat(20)}`) }).first();
    await expectWithin(release, viewport.width);
    if ((await settings(page).count()) > 0) await expectNoSideways(settings(page));
  }
  await api.must("DELETE", `/v1/invitations/${invited.id}`);
  await api.must("DELETE", `/v1/legal-holds/${hold.id}`);
  await api.must("DELETE", `/v1/contacts/${contact.id}`);
  expectNoFaults(page);
});

test("a conversation with a long name, forty tags and a note without a space leaves the thread its room", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const id = await api.conversation(long(200), "Hello");
  await api.must("POST", `/v1/conversations/${id}/notes`, { message: `A note ${"z".repeat(400)}` });
  const operatorTags = Array.from({ length: 40 }, (_, n) => ({ tagName: `forty ${n}` }));
  await api.must("PUT", `/v1/conversations/${id}`, { operatorTags });
  await page.goto(`/inbox/${id}?view=all`);
  await expect(thread(page).getByText(/^A note z/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove forty 39" }).first()).toBeAttached();
  await expectNoSideways(thread(page));
  const area = await thread(page).boundingBox();
  expect(area?.height).toBeGreaterThan(400);
  // Its name stands in the box's own words in one line.
  expect((await replyBox(page).boundingBox())?.height).toBeLessThan(90);
  // All of them are within reach of the keyboard.
  const last = page.getByRole("button", { name: "Remove forty 39" }).first();
  await last.focus();
  await expect(last).toBeInViewport();
  await page.setViewportSize(phone);
  await expect(replyBox(page)).toBeVisible();
  expect((await replyBox(page).boundingBox())?.height).toBeLessThan(120);
  await expectNoSideways(thread(page));
  expectNoFaults(page);
});

test("a name that is endless, written from right to left, turns what follows or is not seen spoils no list", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const family = letters();
  const supervisor = await open(browser, demo.supervisor, nowhere);
  for (const name of [`${family}${"w".repeat(180)}`, `${family} \u202egnp.exe`, `محمد ${family}`]) {
    const conversationId = await api.conversation(name, "Hello");
    await call(supervisor.context(), "conversations.assign", { conversationId, assignedTo: api.userId });
  }
  await supervisor.context().close();
  await api.conversation("\u200b\u2060", "Nobody sees my name");
  await page.goto("/inbox?view=all");
  const unseen = page.getByRole("option").filter({ hasText: "Nobody sees my name" }).first();
  await expect(unseen).toContainText(/^Visitor /);
  await page
    .getByRole("button", { name: /unread notification/ })
    .first()
    .click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const told = panel.getByRole("listitem").filter({ hasText: family }).filter({ hasText: "assigned" });
  await expect(told.filter({ hasText: `\u2068${family} gnp.exe\u2069` }).first()).toBeVisible();
  await expect(told.filter({ hasText: `\u2068محمد ${family}\u2069` }).first()).toBeVisible();
  const frame = await panel.boundingBox();
  for (const line of await told.all()) await expectWithin(line, frame ? frame.x + frame.width : 0);
  // What is said after a name keeps its place.
  const contact = await api.must<{ id: string }>("POST", "/v1/contacts", {
    ...{ websiteId: api.channelId, name: `محمد ${family} (1)`, entryMethod: "API" },
  });
  await page.goto(`/contacts/${contact.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete contact" }).click();
  const asked = page.getByRole("alertdialog", { name: `Delete \u2068محمد ${family} (1)\u2069?` });
  await asked.getByRole("button", { name: "Delete contact" }).click();
  await expect(page.getByText(`\u2068محمد ${family} (1)\u2069`).first()).toBeVisible();
  await page.goto("/settings/audit");
  await expect(page.locator("bdi").filter({ hasText: family }).first()).toBeVisible();
  expectNoFaults(page);
});
