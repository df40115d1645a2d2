import { expect, type Locator, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { replyBox, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, letters, open, phone } from "../fixtures/workspace.ts";

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
