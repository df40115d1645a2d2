import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { ask, demo, letters, open, unique } from "../fixtures/workspace.ts";

test("words said long ago are found from anywhere and shown where they stand [W10]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  const api = await Api.of(page.context());
  const word = letters();
  const id = await api.conversation(unique("Finn"), "Good morning", `My order ${word} has not come`);
  // More than two pages of the thread above it.
  for (let count = 0; count < 110; count += 1) await api.say(id, "visitor", `And another thing, number ${count}`);

  await page.keyboard.press("Control+k");
  await page.keyboard.type(`${word.toUpperCase()} order`);
  const option = page.getByRole("dialog").getByRole("option", { name: new RegExp(word) });
  await expect(option.locator("mark").first()).toBeVisible();
  await expectAccessible(page);
  await option.click();
  await page.waitForURL(new RegExp(`/inbox/${id}`));
  const found = thread(page).locator("[data-found]");
  await expect(found).toContainText(word);
  await expect(found).toBeInViewport();
  expectNoFaults(page);
  await page.context().close();
});

test("the search page narrows what was found, leads to it and back, by keyboard alone [W10]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  const api = await Api.of(page.context());
  const word = letters();
  const [{ name: tag } = { name: "" }] = await ask<{ name: string }[]>(page.context(), "tags.list");
  const name = unique("Noelia");
  const old = await api.conversation(name, "Good morning", `El camión ${word} no llegó`);
  for (let count = 0; count < 110; count += 1) await api.say(old, "visitor", `And another thing, number ${count}`);
  const other = await api.conversation(unique("Olaf"), `Another ${word} camion`);
  await api.must("POST", `/v1/conversations/${old}/tags`, { tag });

  await page.keyboard.press("/");
  await page.waitForURL(/\/search$/);
  const box = page.getByRole("searchbox");
  await expect(box).toBeFocused();
  await expect(page.getByText("Search everything")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(`${word.toUpperCase()} camion`);
  const list = page.getByRole("listbox", { name: "Messages" });
  await expect(list.getByRole("option")).toHaveCount(2);
  await expect(list.getByRole("option").last().locator("mark")).toHaveText(["camión", word]);
  await expect(page).toHaveURL(new RegExp(`q=${word.toUpperCase()}`));
  await expectAccessible(page);

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("option", { name: "Tag" }).click();
  await page.getByRole("option", { name: tag }).click();
  await page.keyboard.press("Escape");
  await expect(list.getByRole("option")).toHaveCount(1);
  await page.getByRole("button", { name: "With a file" }).click();
  await expect(page.getByText("Filters narrow this search.")).toBeVisible();
  await page.getByRole("button", { name: "With a file" }).click();
  await expect(list.getByRole("option")).toHaveCount(1);

  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(list).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/inbox/${old}`));
  const found = thread(page).locator("[data-found]");
  await expect(found).toContainText(word);
  await expect(found).toBeInViewport();
  await page.goBack();
  await expect(list.getByRole("option")).toHaveCount(1);
  await expect(box).toHaveValue(`${word.toUpperCase()} camion`);
  await page.getByRole("tab", { name: "Contacts" }).click();
  await expect(page.getByText("Nothing found")).toBeVisible();

  await page.goto(`/search?q=${encodeURIComponent(name.toUpperCase())}&in=conversations`);
  const conversation = page.getByRole("listbox", { name: "Conversations" }).getByRole("option");
  await expect(conversation).toHaveCount(1);
  await expect(conversation.locator("mark").first()).toBeVisible();
  await conversation.click();
  await page.waitForURL(new RegExp(`/inbox/${old}`));

  await page.keyboard.press("Control+k");
  await page.keyboard.type(word);
  await page
    .getByRole("dialog")
    .getByRole("option", { name: `All results for “${word}”` })
    .click();
  await page.waitForURL(new RegExp(`/search\\?q=${word}`));
  await expect(list.getByRole("option")).toHaveCount(2);
  await list.getByRole("option", { name: "Another" }).click();
  await page.waitForURL(new RegExp(`/inbox/${other}`));
  expectNoFaults(page);
  await page.context().close();
});
