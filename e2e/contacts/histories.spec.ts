import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("an administrator checks an exported WhatsApp chat, says who the customer is, and imports it [P4]", async ({
  browser,
}) => {
  const boss = await open(browser, demo.admin, "/settings/imports", { viewport: desk });
  const customer = unique("Hedda");
  await boss.getByRole("button", { name: "New import" }).click();
  const form = boss.getByRole("form", { name: "New import" });
  await expect(form.getByLabel("Access token")).toBeVisible();
  await form.getByRole("radio", { name: "WhatsApp chat" }).click();
  await form.getByLabel("Name of this import").fill(customer);
  const chat = (text: string) => ({ name: "_chat.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  const file = form.locator("input[type=file]");
  await file.setInputFiles(chat("no chat at all"));
  await form.getByRole("button", { name: "Check first" }).click();
  await expect(form.getByText("Is it an exported chat?")).toBeVisible();
  await file.setInputFiles(
    chat(`[31/12/23, 21:41:00] Shop: Your bike is ready\n[31/12/23, 21:44:00] ${customer}: On my way\nin ten minutes`),
  );
  await expect(form.getByRole("button", { name: "Check first" })).toBeEnabled();
  await expectAccessible(boss);
  await form.getByRole("button", { name: "Check first" }).click();
  await expect(boss.getByRole("status").filter({ hasText: "Checked: 2 records" })).toBeVisible();
  await boss.getByRole("combobox", { name: "Who is the customer" }).click();
  await boss.getByRole("option", { name: customer }).click();
  await expectAccessible(boss);
  await boss.getByRole("button", { name: "Import now" }).click();
  await expect(boss.getByRole("status").filter({ hasText: "Finished: 2 records" })).toBeVisible({ timeout: 20_000 });
  const download = boss.waitForEvent("download");
  await boss.getByRole("button", { name: "Outcomes (CSV)" }).click();
  expect((await download).suggestedFilename()).toContain("history-all");
  await boss.getByRole("link", { name: "All imports" }).click();
  await expect(boss.getByRole("listitem").filter({ hasText: customer }).first()).toContainText("2 messages");

  await boss.goto(`/contacts?search=${encodeURIComponent(customer)}`);
  await expect(boss.getByRole("row").filter({ hasText: customer })).toBeVisible();
  await expectNoFaults(boss);
  await boss.context().close();
});
