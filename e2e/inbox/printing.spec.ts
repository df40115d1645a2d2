import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, nowhere, open, unique } from "../fixtures/workspace.ts";

test("a printed conversation is all of it, whatever is in view, and the screen stays as it was", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Petra Paper"), "The very first words");
  for (let count = 1; count <= 120; count += 1) await api.say(id, "visitor", `Line ${count} of many.`);
  // No paper here: what would be printed is looked at when the browser is asked to.
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event("beforeprint"));
      const words = document.querySelector("[data-paper]")?.textContent ?? "";
      document.body.dataset.printed = String(words.match(/Line \d+ of many/g)?.length ?? 0);
    };
  });
  await page.goto(`/inbox/${id}?view=all`);
  // It opens where its reader left off, and its end is far away.
  await expect(thread(page).getByText("The very first words")).toBeInViewport();
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toHaveAttribute("data-printed", "120");
  await expect(thread(page).getByText("The very first words")).toBeInViewport();
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-paper]");
  await expect(paper.getByText("The very first words")).toBeVisible();
  await expect(paper.getByText("Line 120 of many.")).toBeVisible();
  const { page: whole, paper: held } = await page.evaluate(() => ({
    page: document.documentElement.scrollHeight,
    paper: document.querySelector("[data-paper]")?.getBoundingClientRect().height ?? 0,
  }));
  expect(whole).toBeGreaterThanOrEqual(Math.floor(held));
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(paper).toHaveCount(0);
  expectNoFaults(page);
  await page.context().close();
});
