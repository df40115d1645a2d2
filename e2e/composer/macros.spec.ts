import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("a supervisor makes a macro; by its key an agent sees what it would do here, runs it, and takes it back [W7]", async ({
  browser,
}) => {
  const boss = await open(browser, demo.admin, "/settings/macros", { viewport: desk });
  const api = await Api.of(boss.context());
  const name = unique("Claim");
  await boss.getByRole("button", { name: "Add macro" }).click();
  const form = boss.getByRole("dialog", { name: "Add a macro" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("textbox", { name: "Key" }).fill("9");
  const add = async (action: string) => {
    await form.getByRole("button", { name: "Add an action" }).click();
    await boss.getByRole("option", { name: action, exact: true }).click();
  };
  await add("Set the priority");
  await add("Add a note");
  await form.getByRole("textbox", { name: "Text" }).fill("Order {{ask:Order number}}");
  await expectAccessible(boss);
  await form.getByRole("button", { name: "Add macro" }).click();
  await expect(boss.getByRole("listitem").filter({ hasText: name })).toContainText("Set the priority: High");

  const visitor = unique("Mara");
  const id = await api.conversation(visitor, "My frame broke");
  const priority = async () => (await api.must<{ priority: string }>("GET", `/v1/conversations/${id}`)).priority;
  await boss.goto(`/inbox/${id}?view=all`);
  await expect(boss.getByRole("heading", { name: visitor })).toBeVisible();
  const preview = boss.getByRole("dialog", { name });
  // Its key is known once the macros have come.
  await expect(async () => {
    if (await preview.isVisible()) return;
    await boss.keyboard.press("m");
    await boss.keyboard.press("9");
    await expect(preview).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(preview.getByText("there is no value for Order number.")).toBeVisible();
  await preview.getByRole("textbox", { name: "Order number" }).fill("A-17");
  await preview.getByRole("textbox", { name: "Order number" }).blur();
  await expect(preview.getByText("Order A-17")).toBeVisible();
  await expectAccessible(boss);
  expect(await priority()).toBe("none");
  await preview.getByRole("button", { name: "Run" }).click();
  await expect(boss.getByText(`“${name}” done`)).toBeVisible();
  expect(await priority()).toBe("high");
  await boss.getByRole("button", { name: "Undo" }).last().click();
  const told = boss.locator("[data-sonner-toast]").filter({ hasText: "Taken back" });
  await expect(told).toContainText("What stays: the note.");
  expect(await priority()).toBe("none");
  await boss.context().close();
});
