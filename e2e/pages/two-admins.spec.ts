import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, desk, open, unique } from "../fixtures/workspace.ts";

test("two admins in the same dialog: the second is told what the first saved, and loses nothing typed", async ({
  browser,
}) => {
  const first = await open(browser, demo.admin, "/settings/tags", { viewport: desk });
  const [name, theirs, mine] = [unique("shared"), unique("theirs"), unique("mine")];
  await call(first.context(), "tags.create", { name, color: "#0d9488" });
  await first.reload();
  const second = await open(browser, demo.admin, "/settings/tags", { viewport: desk });
  const edit = (page: Page) => page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
  const field = (page: Page) => page.getByRole("dialog").getByLabel("Name");
  const save = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await edit(first);
  await edit(second);
  await field(first).fill(theirs);
  await save(first);
  await expect(first.getByRole("dialog")).toHaveCount(0);
  await field(second).fill(mine);
  await save(second);
  await expect(second.getByText(`Someone else has changed this to “${theirs}”`)).toBeVisible();
  await expect(field(second)).toHaveValue(mine);
  await expect(first.getByRole("button", { name: `Edit ${theirs}`, exact: true })).toBeVisible();
  await save(second);
  await expect(second.getByRole("dialog")).toHaveCount(0);
  await expect(first.getByRole("button", { name: `Edit ${mine}`, exact: true })).toBeVisible();
  for (const page of [first, second]) {
    expectNoFaults(page);
    await page.context().close();
  }
});

test("two admins in the company's settings: who types sees that another has saved the same", async ({ browser }) => {
  const first = await open(browser, demo.admin, "/settings/company", { viewport: desk });
  const second = await open(browser, demo.admin, "/settings/company", { viewport: desk });
  const email = (page: Page) => page.getByRole("textbox", { name: "Contact email" });
  const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
  const before = await email(first).inputValue();
  await email(second).fill("mine@example.com");
  await email(first).fill("theirs@example.com");
  await save(first);
  const told = second.getByRole("status").filter({ hasText: "Someone else has changed the same in the meantime." });
  await expect(told).toBeVisible();
  await expect(email(second)).toHaveValue("mine@example.com");
  await second.getByRole("button", { name: "Discard" }).click();
  await expect(email(second)).toHaveValue("theirs@example.com");
  await email(second).fill(before);
  await save(second);
  await expect(email(first)).toHaveValue(before);
  for (const page of [first, second]) {
    expectNoFaults(page);
    await page.context().close();
  }
});
