import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("an administrator sees how much a rule would delete before it holds, and a legal hold keeps a contact [P4]", async ({
  browser,
}) => {
  const boss = await open(browser, demo.admin, "/settings/retention", { viewport: desk });
  const api = await Api.of(boss.context());
  const closed = boss.getByRole("switch", { name: "Closed conversations" });
  await closed.click();
  const days = boss.getByRole("spinbutton", { name: "Closed conversations: delete after how many days" });
  await expect(days).toHaveValue("730");
  await days.fill("0");
  await expect(boss.getByText("Enter 1 to 3650 days.")).toBeVisible();
  await days.fill("10");
  await boss.getByRole("button", { name: "Save" }).click();
  const warning = boss.getByRole("alertdialog");
  await expect(warning).toContainText(/\d+ conversations?/);
  await expectAccessible(boss);
  await warning.getByRole("button", { name: "Cancel" }).click();
  await days.fill("3650");
  await boss.getByRole("button", { name: "Save" }).click();
  await expect(boss.getByText("Unsaved changes")).toBeHidden();
  const { rules } = await api.must<{ rules: { days: number | null }[] }>("GET", "/v1/retention");
  expect(rules[0]?.days).toBe(3650);
  await closed.click();
  await boss.getByRole("button", { name: "Save" }).click();
  await expect(boss.getByText("Unsaved changes")).toBeHidden();

  const name = unique("Hilda Held");
  const [{ id: websiteId } = { id: "" }] = await api.must<{ id: string }[]>("GET", "/v1/channels?type=WEBSITE");
  const { id } = await api.must<{ id: string }>("POST", "/v1/contacts", { websiteId, name });
  await boss.getByRole("button", { name: "Add legal hold" }).click();
  const form = boss.getByRole("dialog", { name: "Add a legal hold" });
  await form.getByRole("button", { name: "Contact" }).click();
  await boss.getByRole("combobox", { name: "Search" }).fill(name);
  await boss.getByRole("option", { name }).click();
  await form.getByRole("button", { name: "Add legal hold" }).click();
  await expect(form.getByText("Say why.")).toBeVisible();
  await form.getByRole("textbox", { name: "Reason" }).fill("Case 2026-7");
  await expectAccessible(boss);
  await form.getByRole("button", { name: "Add legal hold" }).click();
  const held = boss.getByRole("listitem").filter({ hasText: name });
  await expect(held).toContainText("Case 2026-7");

  await held.getByRole("link", { name }).click();
  await boss.getByRole("button", { name: "More actions" }).click();
  await boss.getByRole("menuitem", { name: "Delete contact" }).click();
  await boss.getByRole("alertdialog").getByRole("button", { name: "Delete contact" }).click();
  await expect(boss.getByRole("alertdialog")).toContainText("under a legal hold");
  await boss.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();

  await boss.goto("/settings/retention");
  await boss.getByRole("button", { name: `Release ${name}` }).click();
  await boss.getByRole("alertdialog").getByRole("button", { name: "Release" }).click();
  await expect(held).toContainText("Released");
  await api.must("DELETE", `/v1/contacts/${id}`);
  expectNoFaults(boss);
});
