import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("an administrator makes a rule, tries it out and switches it on; a visitor sets it off, and its log says why [W12]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/rules", { viewport: desk });
  const api = await Api.of(page.context());
  const [name, word] = [unique("Bikes"), unique("tandem")];
  await page.getByRole("button", { name: "Create rule" }).click();
  const form = page.getByRole("dialog", { name: "Create a rule" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await form.getByRole("button", { name: "Add condition" }).click();
  await form.getByRole("textbox", { name: "Text of condition 1" }).fill(word);
  const pick = async (button: string, option: string) => {
    await form.getByRole("button", { name: button, exact: true }).last().click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await pick("Filter", "Priority");
  await page.getByRole("option", { name: "None" }).click();
  await page.keyboard.press("Escape");
  await expect(form.getByRole("group", { name: "Filters" })).toContainText("None");
  await form.getByRole("button", { name: "Tag Choose", exact: true }).click();
  await page.getByRole("combobox", { name: "Search" }).fill("journey");
  await expect(page.getByRole("option", { name: /journey/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await pick("Add an action", "Change the contact");
  await pick("Add an action", "Snooze");
  await form.getByRole("spinbutton", { name: "Snooze: how long" }).fill("3");
  await form.getByRole("button", { name: "Try on the last 7 days" }).click();
  await expect(form.getByRole("status")).toContainText("nowhere");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create rule" }).click();
  const listed = page.getByRole("listitem").filter({ hasText: name });
  await expect(listed).toContainText(word);
  const made = (await api.must<{ name: string; conditions: object; actions: object[] }[]>("GET", "/v1/rules")).find(
    (one) => one.name === name,
  );
  expect(made).toMatchObject({
    conditions: { filters: { priority: ["none"] } },
    actions: [
      { name: "tag_add", input: { tag: "journey" } },
      { name: "contact_set", input: {} },
      { name: "snooze", input: { minutes: 180 } },
    ],
  });
  await listed.getByRole("switch", { name: `Switch ${name} on` }).click();
  await expect(listed.getByRole("switch", { name: `Switch ${name} off` })).toBeChecked();
  await expect
    .poll(
      async () =>
        (await api.must<{ name: string; enabled: boolean }[]>("GET", "/v1/rules")).find((one) => one.name === name)
          ?.enabled,
    )
    .toBe(true);

  await listed.getByRole("button", { name: `Runs of ${name}` }).click();
  const log = page.getByRole("dialog", { name: `Runs of ${name}` });
  await expect(log.getByText("It has not run yet")).toBeVisible();
  const visitor = unique("Rita");
  const id = await api.conversation(visitor, `Do you have a ${word}?`);
  const run = log.getByRole("listitem").filter({ hasText: visitor });
  await expect(run).toContainText("Done", { timeout: 30_000 });
  await expect(run).toContainText(word);
  await expectAccessible(page);
  expect((await api.must<{ tags: string[] }>("GET", `/v1/conversations/${id}`)).tags).toContain("journey");
  await page.context().close();
});
