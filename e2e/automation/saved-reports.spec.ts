import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { mailedLink } from "../fixtures/mail.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, desk, open, unique } from "../fixtures/workspace.ts";

test("a report is saved, opened by its address, mailed, renamed and deleted; a colleague sees it once it is shared [R3]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/reports/conversations", { viewport: desk });
  const choose = async (label: string, option: string) => {
    await page.getByRole("combobox", { name: label, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const name = unique("Our week");
  await choose("Period", "Last 7 days");
  await expect(page).toHaveURL(/range=last_7_days/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Save this report" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await choose("Who sees it", "Everyone who can see reports");
  await dialog.getByRole("switch", { name: "Send by email" }).click();
  await choose("How often", "Every month");
  await choose("Day of the month", "Day 31");
  await expect(dialog).toContainText("In shorter months");
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize(desk);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name })).toBeVisible();
  await expect(page).toHaveURL(/range=last_7_days.*saved=/);
  const address = page.url();
  const figure =
    (await page.getByRole("article", { name: "New conversations" }).locator("p").first().textContent()) ?? "";

  const colleague = await open(browser, demo.viewer, "/reports/saved", { viewport: desk });
  await colleague.getByRole("link", { name }).click();
  await expect(colleague).toHaveURL(new RegExp(new URL(address).searchParams.get("saved") ?? "?"));
  await expect(colleague.getByRole("article", { name: "New conversations" })).toContainText(figure);
  await colleague.context().close();

  await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Saved" }).click();
  const row = page.getByRole("region", { name: "Saved" }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("On day 31 of every month at 08:00 · 1 person");
  await expectAccessible(page);
  await page.setViewportSize(desk);
  const act = async (entry: string) => {
    await row.getByRole("button", { name: `More actions: ${name}` }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await act("Send me one now");
  await expect(page.getByText(`On its way to ${demo.admin.email}`)).toBeVisible();
  const link = new URL(
    await mailedLink(
      demo.admin.email,
      `reports/conversations\\?from=[^\\s"<]*${new URL(address).searchParams.get("saved")}`,
    ),
  );
  await page.goto(`${link.pathname}${link.search.replaceAll("&amp;", "&")}`);
  await expect(page.getByRole("article", { name: "New conversations" })).toContainText(figure);
  await expect(page.getByRole("combobox", { name: "Period", exact: true })).toContainText("Days you choose");

  await page.goto("/reports/saved");
  await act("Edit");
  const edit = page.getByRole("dialog", { name: "Saved report" });
  await edit.getByRole("switch", { name: "Send by email" }).click();
  await edit.getByRole("textbox", { name: "Name" }).fill(`${name} again`);
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toContainText(`${name} again`);
  await expect(row).not.toContainText("every month");
  await row.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  expectNoFaults(page);
  await page.context().close();
});

test("a period that was chosen a moment before is the one that is saved", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/reports/conversations", { viewport: desk });
  const dialog = page.getByRole("dialog", { name: "Save this report" });
  const period = (where: Page | typeof dialog) => where.getByRole("combobox", { name: "Period", exact: true });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(period(dialog)).toContainText("Last 30 days");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await period(page).click();
  await expect(page.getByRole("option", { name: "Last 7 days" })).toBeVisible();
  await page.evaluate(() => {
    const named = (selector: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent === name);
    const save = named("main button", "Save");
    const option = named("[role=option]", "Last 7 days");
    option?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    save?.click();
  });
  await expect(period(dialog)).toContainText("Last 7 days");
  await expect(page).toHaveURL(/range=last_7_days/);
  expectNoFaults(page);
  await page.context().close();
});

test("two admins change the same saved report: what only one of them changed stays, and the second hears of a clash", async ({
  browser,
}) => {
  const first = await open(browser, demo.admin, "/reports/saved", { viewport: desk });
  const [name, theirs, mine] = [unique("Shared"), unique("Theirs"), unique("Mine")];
  const given = { name, report: "responses", scope: "company", range: "last_week", tag: "vip" };
  await call(first.context(), "reports.createSaved", given);
  await first.reload();
  const second = await open(browser, demo.admin, "/reports/saved", { viewport: desk });
  const edit = async (page: Page, of: string) => {
    await page.getByRole("button", { name: `More actions: ${of}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
  };
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Saved report" });
  const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Name" });
  const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  const choose = async (page: Page, option: string) => {
    await dialog(page).getByRole("combobox", { name: "Period" }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await edit(first, name);
  await edit(second, name);
  await field(first).fill(theirs);
  await choose(first, "Last month");
  await save(first);
  await expect(dialog(first)).toBeHidden();
  await field(second).fill(mine);
  await save(second);
  await expect(dialog(second)).toContainText("Someone else has changed this in the meantime");
  await expect(field(second)).toHaveValue(mine);
  await expect(first.getByRole("link", { name: theirs })).toBeVisible();
  await save(second);
  await expect(dialog(second)).toBeHidden();
  await expect(first.getByRole("link", { name: mine })).toHaveAttribute("href", /range=last_month.*tag=vip/);
  for (const page of [first, second]) {
    expectNoFaults(page);
    await page.context().close();
  }
});
