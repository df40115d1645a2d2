import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, letters, open, unique } from "../fixtures/workspace.ts";

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
