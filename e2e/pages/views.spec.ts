import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, phone, unique } from "../fixtures/workspace.ts";

const panel = (page: Page) => page.getByRole("dialog", { name: "Saved views" });
const openPanel = async (page: Page) => {
  await page.getByRole("button", { name: "Saved views" }).click();
  await expect(panel(page).getByRole("textbox", { name: "View name" })).toBeVisible();
};
const everyones = (page: Page) => panel(page).getByRole("list", { name: "Everyone's" });
const choose = async (page: Page, name: string, deed: string) => {
  await panel(page)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: deed, exact: true }).click();
};

test("a supervisor shares a view of the inbox; an agent sees it at once, with its number, and opens it [W4]", async ({
  browser,
}) => {
  const name = unique("Web");
  const later = `${name} renamed`;
  const second = unique("Second");
  const agent = await open(browser, demo.agent, "/inbox", { viewport: desk });
  await openPanel(agent);
  const boss = await open(browser, demo.supervisor, "/inbox?view=all&channel=WEB&priority=none", { viewport: desk });
  await openPanel(boss);
  await expect(everyones(boss).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(boss);
  for (const one of [name, second]) {
    await panel(boss).getByRole("textbox", { name: "View name" }).fill(one);
    await panel(boss).getByRole("radio", { name: "Star" }).check({ force: true });
    await panel(boss).getByRole("combobox", { name: "Who sees it" }).click();
    await boss.getByRole("option", { name: "Everyone in the company" }).click();
    await panel(boss).getByRole("button", { name: "Save", exact: true }).click();
    await expect(everyones(boss).getByText(one, { exact: true })).toBeVisible();
  }
  // The colleague's panel was open all the time.
  const seen = everyones(agent).getByRole("button", { name: new RegExp(`^${name}\\s*[\\d,]+$`) });
  await expect(seen).toBeVisible();
  await expect(everyones(agent).getByRole("button", { name: `Actions for ${name}` })).toHaveCount(0);
  await choose(boss, name, "Name and icon");
  await panel(boss).getByRole("textbox", { name: "View name" }).fill(later);
  await panel(boss).getByRole("button", { name: "Save", exact: true }).click();
  await everyones(agent)
    .getByRole("button", { name: new RegExp(`^${later}`) })
    .click();
  await expect(agent).toHaveURL(/view=all&channel=WEB&priority=none/);

  // By the arrow keys on the handle, the last one goes up.
  const handle = everyones(boss).getByRole("button", { name: new RegExp(`^Move ${second}`) });
  await handle.press("ArrowUp");
  const names = () => everyones(boss).getByRole("listitem").allTextContents();
  const place = async (one: string) => (await names()).findIndex((text) => text.includes(one));
  await expect.poll(async () => (await place(second)) < (await place(later))).toBe(true);

  await choose(boss, later, "Delete");
  await expect(everyones(boss).getByText(later, { exact: true })).toHaveCount(0);
  await boss.getByRole("button", { name: "Undo" }).click();
  // A press beside the panel closes it.
  await openPanel(boss);
  await expect(everyones(boss).getByText(later, { exact: true })).toBeVisible();
  for (const one of [later, second]) {
    await choose(boss, one, "Delete");
    await expect(everyones(boss).getByText(one, { exact: true })).toHaveCount(0);
  }
  for (const page of [agent, boss]) await page.context().close();
});

test("every tab of the inbox can be reached, and the one that is shown is in sight [W4]", async ({ browser }) => {
  for (const viewport of [desk, phone]) {
    const agent = await open(browser, demo.agent, "/inbox?view=closed", { viewport });
    const tabs = agent.getByRole("navigation", { name: "Inbox views" });
    await expect(tabs.getByRole("link", { name: /^Closed/ })).toBeInViewport({ ratio: 1 });
    await agent.getByRole("button", { name: "All inbox views" }).click();
    // The number stands apart from the word.
    await agent.getByRole("menuitemradio", { name: /^Mine \d/ }).click();
    await expect(agent).not.toHaveURL(/view=closed/);
    await expect(tabs.getByRole("link", { name: /^Mine/ })).toBeInViewport({ ratio: 1 });
    await agent.context().close();
  }
});
