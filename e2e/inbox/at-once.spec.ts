import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { noteBox, reply, replyBox, thread } from "../fixtures/inbox.ts";
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

test("a reply whose line died half-way is sent again before long, and stands there once", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Dead"), "Is anybody there?");
  await page.goto(`/inbox/${id}?view=all`);
  // The server has it, and its answer never comes.
  let lost = 0;
  await page.route("**/api/trpc/scheduled.reply*", async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
  });
  await reply(page, "Yes, we are.");
  const shown = thread(page).locator("[data-key]").filter({ hasText: "Yes, we are." });
  await expect(shown).toHaveCount(1);
  await expect.poll(() => lost).toBe(2);
  await expect(thread(page).getByText("Sending")).toHaveCount(0);
  await expect(shown).toHaveCount(1);
  expect((await api.texts(id)).filter((text) => text === "Yes, we are.")).toHaveLength(1);
  expectNoFaults(page);
  await page.context().close();
});

test("an edit is saved by the keys that send a message, and by no others [W2]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Edited"), "What are your hours?");
  await page.goto(`/inbox/${id}?view=all`);
  await reply(page, "From nine to six.");
  const bubble = thread(page).locator("[data-key]").filter({ hasText: "From nine" });
  await bubble.hover();
  const edit = bubble.getByRole("button", { name: "Edit message" });
  await expect(edit).toBeVisible();
  // As somebody has it who breaks lines with Enter.
  await page.evaluate(() => localStorage.setItem("parley:send-with", "mod+enter"));
  await page.reload();
  await bubble.hover();
  await edit.click();
  const editor = thread(page).getByRole("textbox");
  await editor.press("End");
  await editor.press("Enter");
  await page.keyboard.type("Not on Sundays.");
  await expect(editor).toHaveValue("From nine to six.\nNot on Sundays.");
  await editor.press("Control+Enter");
  await expect(editor).toHaveCount(0);
  expect(await api.texts(id)).toContain("From nine to six.\nNot on Sundays.");
  expectNoFaults(page);
  await page.context().close();
});

test("what is typed into the emoji goes to their search, and arrows go where they point [looks 3]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Smile"), "Thank you!");
  await page.goto(`/inbox/${id}?view=all`);
  const search = page.getByRole("textbox", { name: "Find an emoji" });
  await page.getByRole("button", { name: "Insert an emoji" }).click();
  await expect(search).toBeFocused();
  await page.keyboard.type("gato");
  await page.keyboard.press("Enter");
  await expect(replyBox(page)).toHaveValue("🐱");
  await expect(replyBox(page)).toBeFocused();

  await page.getByRole("button", { name: "Insert an emoji" }).click();
  await expect(search).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON() as DOMRect);
  // It comes in from the side: measured where it stays.
  await expect(async () => {
    const { left } = await focused();
    await page.waitForTimeout(100);
    expect((await focused()).left).toBe(left);
  }).toPass();
  const rows: DOMRect[] = [];
  for (let row = 0; row < 6; row += 1) {
    rows.push(await focused());
    await page.keyboard.press("ArrowDown");
  }
  expect(rows.map(({ left }) => Math.round(left))).toEqual(rows.map(() => Math.round(rows[0]?.left ?? 0)));
  await page.keyboard.press("Escape");

  const bubble = thread(page).locator("[data-key]").filter({ hasText: "Thank you!" });
  await bubble.hover();
  await bubble.getByRole("button", { name: "React", exact: true }).click();
  await page.getByRole("button", { name: "More emoji" }).click();
  await expect(search).toBeFocused();
  expectNoFaults(page);
  await page.context().close();
});
