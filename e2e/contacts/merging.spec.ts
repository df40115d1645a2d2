import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("two contacts that are likely one are suggested, merged field by field, and made two again [W9]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/contacts", { viewport: desk });
  const api = await Api.of(page.context());
  const [name, second] = [unique("Mara"), unique("Marita")];
  const email = `${name.replaceAll(" ", ".")}@merging.example`.toLowerCase();
  const make = (more: Record<string, string>) =>
    api.must<{ id: string }>("POST", "/v1/contacts", { websiteId: api.channelId, email, ...more });
  const winner = await make({ name });
  await make({ name: second, phone: "+5491150001000", note: "Prefers mornings" });

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Likely duplicates" }).click();
  const pair = page.getByRole("listitem", { name: `${name} and ${second}` });
  await expect(pair.getByText("Same email")).toBeVisible();
  await expectAccessible(page);
  await pair.getByRole("button", { name: "Not the same" }).click();
  await expect(pair).toHaveCount(0);
  // To the next pair, or the page's heading.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await pair.getByRole("button", { name: "Merge" }).click();

  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(pair.getByRole("button", { name: "Merge" })).toBeFocused();
  await pair.getByRole("button", { name: "Merge" }).click();
  await expect(dialog.getByText("1 note,")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "+5491150001000" })).toBeChecked();
  await dialog.getByRole("radio", { name: second }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(pair).toHaveCount(0);

  await page.goto(`/contacts/${winner.id}`);
  await expect(page.getByRole("heading", { name: second })).toBeVisible();
  await expect(page.getByText("Prefers mornings")).toBeVisible();
  await page.getByRole("list", { name: "Merged contacts" }).getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "Merged contacts" })).toHaveCount(0);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge with…" }).click();
  await dialog.getByRole("combobox", { name: "Search contacts" }).fill(second);
  await dialog.getByRole("option", { name: second }).click();
  await expect(dialog.getByText("Goes into it")).toBeVisible();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("list", { name: "Merged contacts" })).toContainText(second);
  expectNoFaults(page);
  await page.context().close();
});
