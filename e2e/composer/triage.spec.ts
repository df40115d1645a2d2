import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, letters, nowhere, open } from "../fixtures/workspace.ts";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("by keys alone: how pressing it is, and a snooze until a day and time of one's own [W4]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const id = await api.conversation(`Tia ${letters()}`, "Can you call me next week?");
  await page.goto(`/inbox/${id}`);
  await expect(page.getByRole("button", { name: "More actions" })).toBeVisible();

  await page.keyboard.press("p");
  await page.getByRole("dialog", { name: "Priority" }).getByRole("button", { name: "High" }).click();
  await expect(page.getByRole("region", { name: /^Conversation with/ }).getByText("Priority: High")).toBeVisible();

  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Snooze" });
  await dialog.getByLabel("Snooze until").fill(`${inDays(-1)}T10:00`);
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(dialog.getByText("Pick a time in the future.")).toBeVisible();
  await dialog.getByLabel("Snooze until").fill(`${inDays(2)}T15:40`);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Snoozed until .*15:40/).first()).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("End the snooze");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Snooze ended")).toBeVisible();
  await page.context().close();
});
