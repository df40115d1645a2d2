import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { alive, demo, desk, open, phone } from "../fixtures/workspace.ts";

/** Scrolls it by hand, and says how far it went. */
async function scroll(page: Page, scroller: string, by: number): Promise<number> {
  const at = page.locator(scroller).first();
  await at.hover();
  await page.mouse.wheel(0, by);
  await expect.poll(() => at.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  // Wheels are followed smoothly.
  let top = -1;
  await expect
    .poll(async () => {
      const before = top;
      top = await at.evaluate((element) => element.scrollTop);
      return top === before;
    })
    .toBe(true);
  return top;
}

const topOf = (page: Page, scroller: string) => () =>
  page
    .locator(scroller)
    .first()
    .evaluate((element) => Math.round(element.scrollTop));

type Left = { path: string; scroller: string; by: number };
const left: Left[] = [
  { path: "/contacts", scroller: "#content div:has(> table)", by: 300 },
  { path: "/settings/notifications", scroller: "section:has(> *):has(h1)", by: 300 },
  { path: "/reports", scroller: "#content [class*='overflow-y-auto']", by: 300 },
];

test("Back and Forward bring pages as they were left", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all", { viewport: { width: desk.width, height: 420 } });
  await alive(page);
  // Beyond the rows that come first: the list is as long again only once it has fetched the others.
  const list = "div:has(> [role=listbox])";
  await scroll(page, list, 4000);
  const top = await scroll(page, list, 1500);
  const row = await page.locator("[role=option]").nth(4).textContent();
  await page.getByRole("link", { name: "Contacts" }).first().click();
  await page.waitForURL(/contacts/);
  await expect(page.getByRole("table")).toBeVisible();
  await page.goBack();
  await page.waitForURL(/inbox/);
  await expect.poll(topOf(page, list)).toBe(Math.round(top));
  await expect(page.locator("[role=option]").nth(4)).toHaveText(row ?? "");

  for (const { path, scroller, by } of left) {
    await page.goto(path);
    await alive(page);
    const top = await scroll(page, scroller, by);
    await page.getByRole("link", { name: "Inbox" }).first().click();
    await page.waitForURL(/inbox/);
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.goBack();
    await page.waitForURL(new RegExp(path));
    await expect.poll(topOf(page, scroller), path).toBe(Math.round(top));
    // A page that is opened anew begins at its top.
    await page.getByRole("link", { name: "Inbox" }).first().click();
    await page.waitForURL(/inbox/);
  }
  expectNoFaults(page);
});

test("on a phone Back from a conversation leads to its place in the list", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all", { viewport: phone });
  await alive(page);
  const list = "div:has(> [role=listbox])";
  const top = await scroll(page, list, 900);
  await page.locator("[role=option]").nth(9).click();
  await page.waitForURL(/inbox\/[0-9a-f-]{36}/);
  await page.goBack();
  await expect.poll(topOf(page, list)).toBe(Math.round(top));
  expectNoFaults(page);
});
