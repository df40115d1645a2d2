import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { row } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, nowhere, open, unique } from "../fixtures/workspace.ts";

test("details keep their place while it is not known yet whether a contact wants messages in bulk [looks 10]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const name = unique("Still");
  await api.conversation(name, "Hello");
  await page.goto(`/inbox?view=all&search=${encodeURIComponent(name)}`);
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/trpc\/[^?]*contacts\.reach/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await row(page, name).first().click();
  const details = page.getByRole("complementary", { name: `Details of ${name}` });
  const below = details.getByRole("button", { name: "Add tag" }).first();
  await expect(below).toBeVisible();
  const before = await below.boundingBox();
  await expect(details.getByText("Subscribed")).toBeHidden();
  answered.resolve();
  await expect(details.getByText("Subscribed")).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
  expectNoFaults(page);
  await page.context().close();
});
