import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

test("contacts are filtered and sorted by a custom field, whose column is chosen [W9]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const label = unique("Seats");
  const field = await api.must<{ id: string; key: string }>("POST", "/v1/custom-fields", {
    ...{ key: label.toLowerCase().replaceAll(" ", "_"), label, type: "number" },
  });
  const make = (name: string, seats: number) =>
    api.must<{ id: string }>("POST", "/v1/contacts", {
      ...{ websiteId: api.channelId, name, subStatus: label, customFields: { [field.key]: seats } },
    });
  const [few, some, many] = [unique("Fay"), unique("Sam"), unique("Max")];
  for (const [name, seats] of [
    [few, 2],
    [many, 100],
    [some, 30],
  ] as const)
    await make(name, seats);
  await page.goto(`/contacts?subStatus=${encodeURIComponent(label)}`);
  const rows = page.locator("tr[data-row]");
  await expect(rows).toHaveCount(3);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: label }).click();
  await page.keyboard.press("Escape");
  const head = page.getByRole("button", { name: label, exact: true });
  await head.click();
  await expect(rows.nth(0)).toContainText(few);
  await expect(rows.nth(2)).toContainText(many);
  await head.click();
  await expect(rows.nth(0)).toContainText(many);

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("option", { name: "Status", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Status" }).getByRole("combobox")).toBeFocused();
  await page.getByRole("button", { name: "Status", exact: true }).last().click();
  await page.getByRole("option", { name: "Custom field" }).click();
  const form = page.getByRole("dialog", { name: "Custom field" });
  await form.getByLabel("Field").click();
  await page.getByRole("option", { name: label }).click();
  await form.getByLabel("Condition").click();
  await page.getByRole("option", { name: "is at least" }).click();
  await form.getByRole("textbox", { name: "Value" }).fill("30");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(rows).toHaveCount(2);
  const chip = page.getByRole("button", { name: `${label}: at least 30` }).first();
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(many);
  await chip.click();
  await page
    .getByRole("button", { name: `Remove ${label}: at least 30` })
    .first()
    .click();
  await expect(rows).toHaveCount(3);
  await api.must("DELETE", `/v1/custom-fields/${field.id}`);
  expectNoFaults(page);
  await page.context().close();
});
