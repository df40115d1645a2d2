import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { mailedLink } from "../fixtures/mail.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

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
