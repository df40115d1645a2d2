import fs from "node:fs";
import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

test("the overview follows a visitor who waits, and a figure opens exactly its list [R3]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/reports", { viewport: desk });
  const api = await Api.of(page.context());
  const waiting = page.locator("dl > div", { hasText: "Waiting now" }).locator("dd");
  await expect(waiting).toHaveText(/^\d+$/);
  const before = Number(await waiting.textContent());
  const id = await api.conversation(unique("Wanda"), "Is anybody there?");
  await api.must("PATCH", `/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await expect(waiting).toHaveText(String(before + 1));
  await waiting.getByRole("button").click();
  const waits = page.getByRole("dialog", { name: "Waiting now" });
  await expect(waits).toContainText(`${before + 1} entr`);
  await expect(waits.getByRole("listitem").first().getByRole("link")).toHaveAttribute("href", /\/inbox\//);
  await page.keyboard.press("Escape");
  await expect(waits).toBeHidden();
  const nobodys = page.getByRole("row", { name: /^Unassigned/ }).getByRole("link");
  await expect(nobodys).toHaveAttribute("href", "/inbox?view=all&assignedTo=UNASSIGNED");
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Conversations" }).click();
  await expect(page).toHaveURL(/\/reports\/conversations/);
  const card = page.getByRole("article", { name: "New conversations" });
  await expect(card).toContainText("Conversations that began");
  const figure = (await card.locator("p").first().textContent())?.trim() ?? "";
  expect(Number(figure.replaceAll(",", ""))).toBeGreaterThan(0);
  await expect(page.getByRole("region", { name: "New conversations over time" }).locator("svg").first()).toBeVisible();
  await expectAccessible(page);

  const chart = page.getByRole("region", { name: "New conversations over time" });
  await chart.locator("svg.recharts-surface").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart.locator(".recharts-tooltip-wrapper")).toContainText("New conversations over time");
  await chart.getByText("As a table").click();
  await expect(chart.getByRole("row").nth(1)).toBeVisible();

  await card.getByRole("button", { name: "Show the list: New conversations" }).click();
  const list = page.getByRole("dialog", { name: "New conversations" });
  await expect(list).toContainText(`${figure} entr`);
  await expect(list.getByRole("link", { name: /Wanda/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/list=created/);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(card.getByRole("button", { name: "Show the list: New conversations" })).toBeFocused();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const text = fs.readFileSync(await (await saved).path(), "utf8");
  expect(text.split("\r\n")[1]?.split(",")[1]).toBe(figure.replaceAll(",", ""));

  const times = page.waitForEvent("download");
  await page.getByRole("button", { name: "One row per conversation" }).click();
  const rows = fs
    .readFileSync(await (await times).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(rows[0]).toContain("firstResponseBusinessSeconds");
  expect(rows.length - 1).toBe(Number(figure.replaceAll(",", "")));
  expectNoFaults(page);
  await page.context().close();
});

test("the report of campaigns divides by campaign, and its figures open their lists [R3]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/reports/campaigns", { viewport: desk });
  const read = page.getByRole("article", { name: "Read", exact: true });
  await expect(read).toContainText("as far as recipients share it");
  await expect(page.getByRole("combobox", { name: "Channel" })).toBeVisible();
  for (const name of ["Agent", "Team", "Tag"]) await expect(page.getByRole("combobox", { name })).toHaveCount(0);
  const row = page.getByRole("row", { name: /Orders ready, first week/ });
  const figure = row.getByRole("button").nth(1);
  const size = (await figure.textContent())?.trim() ?? "";
  expect(Number(size)).toBeGreaterThan(0);
  await figure.click();
  const list = page.getByRole("dialog", { name: "Delivered" });
  await expect(list).toContainText(`${size} entr`);
  expectNoFaults(page);
  await page.context().close();
});

test("times are shown with opening hours only, those of the default calendar; the address keeps it [R2]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/reports/responses", { viewport: desk });
  const api = await Api.of(page.context());
  const only = page.getByRole("switch", { name: "Opening hours only" });
  await expect(only).toHaveAccessibleDescription("Shop hours");
  const days = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
  const given = { name: unique("Always"), hours: [{ days, range: "*" }], isDefault: true };
  const { id } = await api.must<{ id: string }>("POST", "/v1/calendars", given);
  await page.reload();
  await expect(only).toHaveAccessibleDescription(given.name);
  await only.click();
  await expect(page).toHaveURL(/hours=open/);
  await page.reload();
  await expect(only).toBeChecked();
  await expect(page.getByRole("article", { name: "First response" })).toBeVisible();
  const calendars = await api.must<{ id: string; name: string }[]>("GET", "/v1/calendars");
  const usual = calendars.find(({ name }) => name === "Shop hours")?.id;
  await api.must("PATCH", `/v1/calendars/${usual}`, { isDefault: true });
  await api.must("DELETE", `/v1/calendars/${id}`);
  expectNoFaults(page);
  await page.context().close();
});

test("a deal is lost for a reason, which the pipeline's report counts and lists [R2]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const [visitor, reason] = [unique("Lola"), unique("No room for it")];
  const id = await api.conversation(visitor, "I will think about it");
  const phases = await api.must<{ id: string; type: string }[]>("GET", "/v1/phases");
  const lost = phases.find(({ type }) => type === "lost")?.id;
  await page.goto(`/inbox/${id}?view=all`);
  await expect(page.getByRole("heading", { name: visitor })).toBeVisible();
  await expect(page.getByRole("button", { name: "Why was it lost?" })).toHaveCount(0);
  await api.must("PATCH", `/v1/conversations/${id}/phases/${lost}`);
  await page.getByRole("button", { name: "Why was it lost?" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill(reason);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Lost because: ${reason}. Edit` })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/reports/pipeline");
  await page.getByRole("group", { name: "Divide by" }).getByRole("button", { name: "By reason lost" }).click();
  await expect(page).toHaveURL(/by=reason/);
  const row = page.getByRole("row", { name: new RegExp(reason) });
  await expect(row.getByRole("button").first()).toHaveText("1");
  await row.getByRole("button").first().click();
  const list = page.getByRole("dialog", { name: "Lost" });
  await expect(list).toContainText(`Reason: ${reason}`);
  await expect(list.getByRole("link", { name: visitor })).toBeVisible();
  expectNoFaults(page);
  await page.context().close();
});

test("on paper a report shows the busy hours up to the last one", async ({ browser }) => {
  // As wide as a sheet of A4 between its margins.
  const page = await open(browser, demo.admin, "/reports/conversations", { viewport: { width: 718, height: 1000 } });
  const hours = page.getByRole("region", { name: /^When it is busy/ }).first();
  await expect(hours).toBeVisible();
  await page.emulateMedia({ media: "print" });
  expect(await hours.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);
  expectNoFaults(page);
});
