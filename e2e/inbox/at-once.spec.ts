import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { noteBox, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, nowhere, open, unique } from "../fixtures/workspace.ts";

test("a note stands in the thread at once, and once when the server has it [looks 10]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Slow"), "Is my bike ready?");
  await page.goto(`/inbox/${id}?view=all`);
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/trpc/conversations.addNote*", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole("radio", { name: "Note" }).check();
  await noteBox(page).fill("Ask the workshop");
  await noteBox(page).press("Enter");
  await expect(noteBox(page)).toHaveValue("");
  await expect(thread(page).getByText("Ask the workshop")).toBeInViewport();
  await expect(thread(page).getByText("Sending")).toBeAttached();
  answered.resolve();
  await expect(thread(page).getByRole("article").filter({ hasText: "Ask the workshop" })).toBeVisible();
  await expect(thread(page).getByText("Ask the workshop")).toHaveCount(1);
  expectNoFaults(page);
  await page.context().close();
});
