import { expect } from "@playwright/test";
import { expectAccessible } from "./fixtures/accessible.ts";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, open, phone } from "./fixtures/workspace.ts";

test("the API reference is our own, loads nothing from elsewhere, and its console sends real requests [found U14]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox");
  const api = await Api.of(page.context());
  const outward: string[] = [];
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== base) outward.push(request.url());
  });
  watchFaults(page);
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Parley API" })).toBeVisible();
  for (const words of ["Developer Tools", "Configure", "Share", "Deploy", "Ask AI", "Scalar"])
    await expect(page.getByText(words, { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Reference" }).getByRole("link", { name: "Contacts" }).click();
  await expect(page).toHaveURL(/\/docs\/contacts$/);
  await page.getByLabel("API token").fill(api.token);
  const making = page.getByRole("region", { name: "Create a contact" });
  await making.getByText("Try it", { exact: true }).click();
  await making
    .getByLabel("Body")
    .fill(JSON.stringify({ websiteId: api.channelId, name: "Made in the reference", entryMethod: "API" }));
  await making.getByRole("button", { name: "Send request" }).click();
  await expect(making.getByRole("status")).toContainText("POST /v1/contacts: 20");
  await expect(making.getByRole("status")).toContainText("Made in the reference");
  // Everything open: what is folded away is looked at too.
  for (const part of ["details.try", "details.answer"])
    await page
      .locator(part)
      .first()
      .evaluate((details: HTMLDetailsElement) => {
        details.open = true;
      });
  await expectAccessible(page);

  // A guide, in all looks; on a phone nothing is wider than the page, and what is looked for is found.
  await page.goto("/docs/guides/webhooks");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("rate_limited");
  await expect(page.getByRole("link", { name: "Errors: rate_limited" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Errors: rate_limited" }).click();
  await expect(page).toHaveURL(/\/docs\/guides\/errors#rate_limited$/);
  await expect(page.getByRole("heading", { name: "rate_limited 429" })).toBeInViewport();

  for (const path of ["/docs/events", "/docs/conversations", "/docs/webhooks"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expectAccessible(page);
  // The token stays in the tab.
  await expect(page.getByLabel("API token")).toHaveValue(api.token);
  for (const [locale, word] of [
    ["es", "Probar"],
    ["pt", "Testar"],
  ] as const) {
    await page.context().addCookies([{ name: "parley_locale", value: locale, url: base }]);
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.getByText(word, { exact: true }).first()).toBeVisible();
  }
  expect(outward).toEqual([]);
  expectNoFaults(page);
  await page.context().close();
});
