import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures/test.ts";
import { base, demo, open } from "../fixtures/workspace.ts";

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: theme, exact: true }).click();
}

test("the theme that somebody chooses holds in every tab and from the first paint, and else the system's", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/profile");
  const other = await page.context().newPage();
  await other.emulateMedia({ colorScheme: "light" });
  await other.goto(`${base}/settings/tags`);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => isDark(page)).toBe(false);

  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => isDark(page)).toBe(true);

  await choose(page, "Light");
  await expect.poll(() => isDark(page)).toBe(false);
  await choose(page, "Dark");
  await expect.poll(() => isDark(page)).toBe(true);
  await expect.poll(() => isDark(other)).toBe(true);

  // No script but the one in the document.
  const still = await page.context().newPage();
  await still.emulateMedia({ colorScheme: "light" });
  await still.route("**/_next/static/**/*.js", (route) => route.abort());
  await still.goto(`${base}/settings/profile`);
  expect(await isDark(still)).toBe(true);

  await page.emulateMedia({ colorScheme: "light" });
  await choose(page, "System");
  await expect.poll(() => isDark(page)).toBe(false);
  await expect.poll(() => isDark(other)).toBe(false);
});

test("in a browser that forbids storage, choices hold until the page is left", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await page.addInitScript(() => {
    const forbidden = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: forbidden });
  });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${base}/settings/profile`);
  await choose(page, "Dark");
  await expect.poll(() => isDark(page)).toBe(true);
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveText("Dark");
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  await page.waitForURL("**/settings/tags");
  expect(await isDark(page)).toBe(true);
  expect(faults).toEqual([]);
});

test("in the reader's own few colours one sees which menu item is meant, and which switch is on", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/rules", { forcedColors: "active" });
  const switches = page.getByRole("switch");
  await expect(switches.first()).toBeVisible();
  const look = (state: string) =>
    page
      .locator(`[role=switch][aria-checked=${state}]`)
      .first()
      .evaluate((one) => {
        const thumb = one.firstElementChild;
        const [around, inner] = [getComputedStyle(one), thumb && getComputedStyle(thumb)];
        return { around: around.backgroundColor, inner: inner?.backgroundColor };
      });
  const on = await look("true");
  expect(on.inner).not.toBe(on.around);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  await page.keyboard.press("ArrowDown");
  const outline = (where: string) =>
    menu
      .locator(where)
      .first()
      .evaluate((one) => getComputedStyle(one).outlineStyle);
  await expect.poll(() => outline("[data-highlighted]")).toBe("solid");
  expect(await outline("[role=menuitem]:not([data-highlighted])")).toBe("none");
  // What floats has an edge.
  expect(await menu.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("solid");
  await page.context().close();
});
