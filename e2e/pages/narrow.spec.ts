import { expect, type Locator } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, letters, open, phone } from "../fixtures/workspace.ts";

/** Where a page of 1280 px is at 400 %. */
const narrowest = { width: 320, height: 640 };

const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

async function boxOf(where: Locator) {
  const box = await where.boundingBox();
  if (!box) throw new Error("not on the screen");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test("on a phone a short title has its button beside it, and the chosen tab is not at the very edge", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/service-levels", { viewport: phone });
  const title = await boxOf(page.getByRole("heading", { level: 1, name: "Service levels" }));
  const button = await boxOf(page.getByRole("button", { name: "Add service level" }));
  expect(button.y < title.bottom && title.y < button.bottom).toBe(true);

  await page.goto("/reports/channels");
  const tab = page.getByRole("link", { name: "Channels", exact: true });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expect.poll(async () => (await boxOf(tab)).x).toBeGreaterThanOrEqual(16);

  await page.goto("/chatbots");
  await page.getByRole("link", { name: "Assistant" }).first().click();
  await page.getByRole("link", { name: "External service" }).click();
  const last = page.getByRole("link", { name: "External service" });
  await expect(last).toHaveAttribute("aria-current", "page");
  await expect.poll(async () => (await boxOf(last)).right).toBeLessThanOrEqual(phone.width);
  expectNoFaults(page);
});

test("on a phone the hours of a calendar fit its dialog, and nothing lies over its hints", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/calendars", { viewport: phone });
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  const dialog = page.getByRole("dialog");
  const monday = dialog.getByRole("group", { name: "Monday" });
  await expect(monday).toBeVisible();
  const frame = await boxOf(dialog);
  for (const control of await monday.locator("input, button").all())
    expect((await boxOf(control)).right).toBeLessThanOrEqual(frame.right - 16);
  const hint = await boxOf(dialog.getByText(/^Counts for reports/));
  expect((await boxOf(dialog.getByText("Opening hours", { exact: true }))).y).toBeGreaterThanOrEqual(hint.bottom);
  expectNoFaults(page);
});

test("at 320 px a menu of a conversation, and what opens from it, lie within the window and say all", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all", { viewport: narrowest, hasTouch: true });
  const api = await Api.of(page.context());
  const id = await api.conversation(`Thin ${letters()}`, "Hello");
  await page.goto(`/inbox/${id}?view=all`);
  await page.getByRole("button", { name: "More actions" }).click();
  const merge = page.getByRole("menuitem", { name: "Merge another conversation into this one…" });
  await expect(merge).toBeVisible();
  expect(await merge.locator("span").first().evaluate(isCut)).toBe(false);
  await page.getByRole("menuitem", { name: "Priority" }).click();
  const urgent = page.getByRole("menuitemradio", { name: "Urgent" });
  await expect(urgent).toBeVisible();
  for (const menu of await page.getByRole("menu").all()) {
    const box = await boxOf(menu);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(narrowest.width);
    expect(box.bottom).toBeLessThanOrEqual(narrowest.height);
  }
  await urgent.click();
  await expect
    .poll(async () => (await api.must<{ priority: string }>("GET", `/v1/conversations/${id}`)).priority)
    .toBe("urgent");
  expectNoFaults(page);
});

test("at 320 px the hours of a calendar have no need to be scrolled sideways", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/calendars", { viewport: narrowest, hasTouch: true });
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  const monday = page.getByRole("dialog").getByRole("group", { name: "Monday" });
  await expect(monday).toBeVisible();
  for (const control of await monday.locator("input, button").all())
    expect((await boxOf(control)).right).toBeLessThanOrEqual(narrowest.width - 16);
  expectNoFaults(page);
});

test("on a phone on its side no end of a dialog lies outside the window", async ({ browser }) => {
  const low = { width: 844, height: 340 };
  const page = await open(browser, demo.admin, "/settings/calendars", { viewport: low, hasTouch: true });
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("group", { name: "Monday" })).toBeVisible();
  const frame = await boxOf(dialog);
  expect(frame.y).toBeGreaterThanOrEqual(0);
  expect(frame.bottom).toBeLessThanOrEqual(low.height);
  expectNoFaults(page);
});

test("at 320 px with its letters apart, a dialog is as wide as the window and its options are read to their ends", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/teams", { viewport: narrowest, hasTouch: true });
  const apart = "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }";
  await page.addStyleTag({ content: apart });
  await page.getByRole("button", { name: "Edit Sales" }).click();
  const members = page.getByRole("dialog").getByRole("list", { name: "Members" });
  for (const button of await members.getByRole("button").all())
    expect((await boxOf(button)).right).toBeLessThanOrEqual(narrowest.width - 16);

  await page.goto("/settings/company");
  await page.addStyleTag({ content: apart });
  await page.getByRole("button", { name: /^Time zone/ }).click();
  const option = page.getByRole("option", { name: "America/Argentina/Buenos Aires" }).first();
  await expect(option).toBeVisible();
  expect(await option.locator("span").first().evaluate(isCut)).toBe(false);
  expectNoFaults(page);
});

test("on a phone a sheet's buttons and the composer keep their distance from the edge, and the rail from the camera", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/webhooks", { viewport: phone, hasTouch: true });
  await page.getByRole("button", { name: "Add webhook" }).click();
  const add = page.getByRole("dialog").getByRole("button", { name: "Add webhook" });
  // A sheet comes in from the side.
  await expect.poll(async () => (await boxOf(add)).right).toBeLessThanOrEqual(phone.width);
  expect((await boxOf(add)).bottom).toBeLessThanOrEqual(phone.height - 8);
  const api = await Api.of(page.context());
  const id = await api.conversation(`Edge ${letters()}`, "Hello");
  await page.goto(`/inbox/${id}?view=all`);
  const composer = page
    .getByRole("region", { name: /^Write to/ })
    .locator("> div")
    .last();
  expect((await boxOf(composer)).bottom).toBeLessThanOrEqual(phone.height - 8);

  const devtools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: 47, leftMax: 47 } });
  await expect
    .poll(async () => (await boxOf(page.getByRole("link", { name: /^Inbox/ }).first())).x)
    .toBeGreaterThan(47);
  expectNoFaults(page);
});

test("on a phone what has just been told does not lie over a dialog's buttons", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags", { viewport: phone, hasTouch: true });
  const name = `told ${letters()}`.toLowerCase();
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Add tag" }).click();
  const told = page.locator("[data-sonner-toast]");
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const remove = page.getByRole("alertdialog").getByRole("button", { name: "Delete tag" });
  await expect(remove).toBeVisible();
  const [above, button] = [await told.boundingBox(), await boxOf(remove)];
  // It may have gone by now on a slow machine.
  if (above) expect(above.y + above.height).toBeLessThanOrEqual(button.y);
  await remove.click();
  expectNoFaults(page);
});

test("at 320 px the steps of a flow are found without scrolling sideways", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/chatbots", { viewport: narrowest, hasTouch: true });
  await page.getByRole("link", { name: "Assistant" }).first().click();
  await page.locator("#content").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Find a step" }).click();
  const steps = page.getByRole("listbox");
  await expect(steps.getByRole("option").first()).toBeVisible();
  expect(await steps.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);
  expectNoFaults(page);
});

test("on a phone every filter of a webhook's log is seen whole", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/webhooks", { viewport: phone });
  await page.getByRole("row", { name: /erp\.acme-bikes/ }).click();
  const filters = page.getByRole("search", { name: "Filters" });
  const selects = filters.getByRole("combobox");
  await expect(selects).toHaveCount(4);
  for (const select of await selects.all()) expect((await boxOf(select)).right).toBeLessThanOrEqual(phone.width - 12);
  await filters.getByRole("combobox", { name: "Time" }).click();
  await page.getByRole("option", { name: "Custom" }).click();
  for (const field of await filters.getByLabel(/^(From|To)$/).all())
    expect((await boxOf(field)).right).toBeLessThanOrEqual(phone.width - 12);
  const clear = filters.getByRole("button", { name: "Clear" });
  expect((await boxOf(clear)).right).toBeLessThanOrEqual(phone.width - 12);
  expectNoFaults(page);
});

test("what somebody signs in with stands still while its page comes alive on a slow phone", async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto("/sign-in");
  const passkey = page.getByRole("button", { name: "Use a passkey" });
  await expect(passkey).toBeVisible();
  await page.waitForLoadState("networkidle");
  const moved = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const watch = new PerformanceObserver((list) => {
          watch.disconnect();
          resolve(list.getEntries().map((entry) => JSON.stringify(entry)));
        });
        watch.observe({ type: "layout-shift", buffered: true });
        // What was buffered has come by then, if there is any.
        setTimeout(() => resolve([]), 500);
      }),
  );
  expect(moved).toEqual([]);
  await page.context().close();
});
