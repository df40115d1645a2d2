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
  await form.getByRole("textbox", { name: "Value of action 1" }).fill("journey");
  await form.getByRole("button", { name: "Try on the last 7 days" }).click();
  await expect(form.getByRole("status")).toContainText("nowhere");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create rule" }).click();
  const listed = page.getByRole("listitem").filter({ hasText: name });
  await expect(listed).toContainText(word);
  await listed.getByRole("switch", { name: `Switch ${name} on` }).click();
  await expect(listed.getByRole("switch", { name: `Switch ${name} off` })).toBeChecked();
  await expect
    .poll(
      async () =>
        (await api.must<{ name: string; enabled: boolean }[]>("GET", "/v1/rules")).find((one) => one.name === name)
          ?.enabled,
    )
    .toBe(true);

  const visitor = unique("Rita");
  const id = await api.conversation(visitor, `Do you have a ${word}?`);
  await listed.getByRole("button", { name: `Runs of ${name}` }).click();
  const log = page.getByRole("dialog", { name: `Runs of ${name}` });
  const run = log.getByRole("listitem").filter({ hasText: visitor });
  await expect(run).toContainText("Done", { timeout: 30_000 });
  await expect(run).toContainText(word);
  await expectAccessible(page);
  expect((await api.must<{ tags: string[] }>("GET", `/v1/conversations/${id}`)).tags).toContain("journey");
  await page.context().close();
});
