import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { list, row } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, open, unique } from "../fixtures/workspace.ts";

const order = ["Over a day", "Over 4 hours", "Over an hour", "Less than an hour", "Not waiting"];
const groups = (page: Page) =>
  list(page)
    .getByRole("group")
    .evaluateAll((found) => found.map((one) => one.getAttribute("aria-label") ?? ""));
const under = (page: Page, group: string) => list(page).getByRole("group", { name: group }).getByRole("option");

test("the list lies under heads by waiting time, live, by keys, and the next visit too [W4]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const word = unique("Wait");
  const [first, second] = [`Ada ${word}`, `Bea ${word}`];
  const asks = await api.conversation(first, "Where is my order?");
  const served = await api.conversation(second, "Can I change it?");
  await api.say(served, "user", "You can.");

  await test.step("a key puts the heads there, from the longest wait to none; the address says it", async () => {
    await expect(row(page, word).first()).toBeVisible();
    await page.keyboard.press("w");
    await expect(page).toHaveURL(/sort=waitingSince:asc&group=waiting/);
    await expect.poll(async () => (await groups(page))[0]).toBe("Over a day");
    const shown = await groups(page);
    expect(shown).toEqual(order.filter((name) => shown.includes(name)));
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThanOrEqual(1500);
    await expectAccessible(page);
  });

  await test.step("who is answered moves under the last head, who writes back under an earlier one", async () => {
    await page.goto(`/inbox?view=all&search=${encodeURIComponent(word)}&sort=waitingSince:asc&group=waiting`);
    await expect(under(page, "Less than an hour")).toHaveText([new RegExp(first)]);
    await expect(under(page, "Not waiting")).toHaveText([new RegExp(second)]);
    await api.say(asks, "user", "On its way.");
    await expect(under(page, "Not waiting")).toHaveCount(2);
    expect(await groups(page)).toEqual(["Not waiting"]);
    await api.say(served, "visitor", "And the color?");
    await expect(under(page, "Less than an hour")).toHaveText([new RegExp(second)]);
    expect(await groups(page)).toEqual(["Less than an hour", "Not waiting"]);
  });

  await test.step("arrow keys pass over the heads", async () => {
    await list(page).focus();
    await page.keyboard.press("Home");
    const active = () => list(page).getAttribute("aria-activedescendant");
    const begin = await active();
    await page.keyboard.press("ArrowDown");
    await expect.poll(active).not.toBe(begin);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/inbox/${asks}`));
  });

  await test.step("the menu says it and ends it; the next visit is as the last one was", async () => {
    await page.goto("/inbox");
    await expect(page).toHaveURL(/group=waiting/);
    await page.getByRole("button", { name: /^Sort/ }).click();
    const item = page.getByRole("menuitemcheckbox", { name: "Group by waiting time" });
    await expect(item).toBeChecked();
    await item.click();
    await expect(page).not.toHaveURL(/group=waiting/);
    await page.goto("/inbox");
    await expect(list(page)).toBeVisible();
    await expect(page).not.toHaveURL(/group=waiting/);
  });
  expectNoFaults(page);
  await page.context().close();
});
