import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, open } from "../fixtures/workspace.ts";

/** A page at rest, whose next pieces of script come over a slow line. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.route(/_next\/static\/chunks/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
}

test("a press is kept until the piece that it opens has come [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/audit");
  await atRest(page);
  const account = page.getByRole("button", { name: /account menu$/ });
  await account.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(account).toBeFocused();
  expectNoFaults(page);
  await page.context().close();
});

test("a choice opens with the first press and gives the focus back [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/audit");
  await atRest(page);
  const choice = page.getByRole("combobox").nth(1);
  await expect(choice).toHaveText(/\w/);
  const before = (await choice.textContent()) ?? "";
  await choice.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(page.locator("[role=option]:focus")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("[role=option]:focus")).not.toHaveText(before);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(choice).not.toHaveText(before);
  await expect(choice).toBeFocused();
  expectNoFaults(page);
  await page.context().close();
});

test("a choice pressed while the line is away opens once it is back", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/audit");
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("combobox").nth(1).click();
  // Longer than it takes to hear that there is no line.
  await page.waitForTimeout(1500);
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.context().close();
});

test("keys pressed while the palette is on its way are not the page's [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await atRest(page);
  await page.keyboard.press("Control+k");
  // Would widen the rail.
  await page.keyboard.press("[");
  const field = page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("[");
  await expect(page.locator("html")).toHaveAttribute("data-rail", "closed");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("inbox");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox/);
  expectNoFaults(page);
  await page.context().close();
});

test("what is typed while its field is on its way stands in the field [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await atRest(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("webhoox");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("ks");
  const field = page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox");
  await expect(field).toHaveValue("webhooks");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  // Its piece is there now, and typing is typing.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("inbox");
  await expect(field).toHaveValue("inbox");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox/);
  expectNoFaults(page);
  await page.context().close();
});

test("a menu that the keyboard opens has the focus on its first entry [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await atRest(page);
  const account = page.getByRole("button", { name: /account menu$/ });
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu").locator("[role^=menuitem]").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menu").locator("[role^=menuitem]").first()).toBeFocused();
  expectNoFaults(page);
  await page.context().close();
});

test("a tooltip tells of what the pointer rests on, one at a time [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await atRest(page);
  const rail = page.getByRole("navigation").first();
  await rail.getByRole("link", { name: "Inbox" }).hover();
  await expect(page.getByRole("tooltip")).toContainText("Inbox");
  await rail.getByRole("link", { name: "Contacts" }).hover();
  await expect(page.getByRole("tooltip")).toHaveCount(1);
  await expect(page.getByRole("tooltip")).toContainText("Contacts");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await rail.getByRole("link", { name: "Inbox" }).focus();
  await expect(page.getByRole("tooltip")).toContainText("Inbox");
  expectNoFaults(page);
  await page.context().close();
});

test("what a hand has opened shows no tooltip of its first button, and one Escape leaves it", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel.getByRole("button", { name: "Mark all as read" })).toBeVisible();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  expectNoFaults(page);
  await page.context().close();
});

test("a conversation opened at once waits for its thread, not for a second press [found U15]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  await atRest(page);
  await page.getByRole("option").first().click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
  expectNoFaults(page);
  await page.context().close();
});

test("other places are fetched ahead from the first deed on, not while a page is drawn [found U15]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/sign-in");
  const ahead: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_rsc=")) ahead.push(request.url());
  });
  await page.goto("/settings/tags", { waitUntil: "networkidle" });
  expect(ahead).toEqual([]);
  await page.mouse.move(200, 200);
  await expect.poll(() => ahead.some((address) => address.includes("/settings/phases"))).toBe(true);
  await page.getByRole("link", { name: "Phases" }).click();
  await page.waitForURL(/settings\/phases/);
  expectNoFaults(page);
  await page.context().close();
});
