import { expect } from "@playwright/test";
import { budgets, isSettings, settingsSentBudget, weighPages } from "../../bench/weight.ts";
import { test } from "../fixtures/test.ts";
import { base, demo, nowhere, open } from "../fixtures/workspace.ts";

test("no page loads more script at first than its budget [found U15]", async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await open(browser, demo.admin, nowhere);
  const storageState = await page.context().storageState();
  await page.context().close();
  await weighPages(browser, { baseURL: base, storageState }, (address, { gzipped, sent }) => {
    expect.soft(sent, `${address}: KiB of script as sent`).toBeGreaterThan(50);
    expect.soft(gzipped, `${address}: KiB of gzipped script`).toBeLessThanOrEqual(budgets[address] ?? 0);
    if (isSettings(address))
      expect.soft(sent, `${address}: KiB of script as sent`).toBeLessThanOrEqual(settingsSentBudget);
  });
});
