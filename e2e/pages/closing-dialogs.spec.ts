import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, desk, open, unique } from "../fixtures/workspace.ts";

test("closing a dialog gives the focus back to what opened it, to the next row, or to the menu's button", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/tags", { viewport: desk });
  const [first, second] = [unique("returning"), unique("returning")];
  for (const name of [first, second]) await call(page.context(), "tags.create", { name, color: "#0d9488" });
  await page.reload();

  await test.step("the button that adds, and the one that edits", async () => {
    for (const name of ["Add tag", `Edit ${first}`]) {
      const opener = page.getByRole("button", { name, exact: true });
      await opener.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  });

  await test.step("a question that is declined, and one whose row goes", async () => {
    const opener = page.getByRole("button", { name: `Delete ${first}`, exact: true });
    const question = page.getByRole("alertdialog");
    await opener.focus();
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Delete tag" }).click();
    await expect(opener).toHaveCount(0);
    await expect(page.locator("li :focus")).toHaveAccessibleName(/^Delete /);
  });

  await test.step("what a menu opened", async () => {
    const api = await Api.of(page.context());
    const title = unique("Return the call");
    await api.must("POST", "/v1/tasks", { title, assignedTo: api.userId });
    await page.goto("/tasks");
    const menu = page.getByRole("button", { name: `Actions for ${title}` });
    await menu.click();
    await page.getByRole("menuitem", { name: "Delete task" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(menu).toBeFocused();
  });
  await test.step("what a menu deletes at once, with the row that the menu is of", async () => {
    for (const name of [first, second])
      await call(page.context(), "reports.createSaved", { name, report: "responses" });
    await page.goto("/reports/saved");
    const menu = (name: string) => page.getByRole("button", { name: `More actions: ${name}` });
    await menu(first).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await expect(menu(first)).toHaveCount(0);
    await expect(page.locator("li :focus, tr :focus")).toHaveAccessibleName(/^More actions: /);
  });
  await test.step("what sets something up, whose button is exchanged for others", async () => {
    const { id } = await call<{ id: string }>(page.context(), "teams.create", { name: first, color: "#0d9488" });
    await page.goto("/settings/assignment");
    await page.getByRole("button", { name: `Set up ${first}` }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).press("Enter");
    await expect(page.getByRole("button", { name: `Change the policy of ${first}` })).toBeFocused();
    await call(page.context(), "teams.delete", { teamId: id });
  });
  await test.step("what takes its own button away, or has it wait for an answer", async () => {
    await page.goto("/templates/new");
    await page.getByRole("button", { name: "Add button" }).press("Enter");
    await page.getByRole("menuitem").first().press("Enter");
    // What was added has the focus, a moment after the menu has gone.
    await expect(page.getByRole("textbox", { name: "Button text" })).toBeFocused();
    const remove = page.getByRole("button", { name: "Remove button" });
    await remove.press("Enter");
    await expect(remove).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add button" })).toBeFocused();

    await page.goto("/settings/rules");
    const turn = page.getByRole("listitem").getByRole("switch").first();
    for (const pressed of ["on", "off"]) {
      const answer = page.waitForResponse((response) => response.url().includes("rules.update"));
      await turn.press("Space");
      await (await answer).finished();
      await expect(turn, pressed).toBeFocused();
    }
  });
  expectNoFaults(page);
  await page.context().close();
});

test("a dialog with words that are not saved asks before it closes, and one without does not", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/teams", { viewport: desk });
  const form = page.getByRole("dialog", { name: "Add a team" });
  const question = page.getByRole("alertdialog", { name: "Discard what you wrote?" });
  const opener = page.getByRole("button", { name: "Add team", exact: true });
  await opener.click();
  await expect(form).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);

  const name = unique("Half a team");
  await opener.click();
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await page.mouse.click(5, 450);
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await page.keyboard.press("Escape");

  await page.goto("/tasks");
  await page.keyboard.press("n");
  const task = page.getByRole("dialog", { name: "New task" });
  await task.getByLabel("What needs to be done").fill("Half a task");
  await task.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(task).toHaveCount(0);
  expectNoFaults(page);
  await page.context().close();
});

test("a link asks before it leaves settings that are not saved", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/company", { viewport: desk });
  const contacts = page.getByRole("navigation").first().getByRole("link", { name: "Contacts" });
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const leave = async () => {
    await contacts.click();
    await question.getByRole("button", { name: "Stay here" }).click();
    await expect(question).toHaveCount(0);
  };

  const email = page.getByRole("textbox", { name: "Contact email" });
  await email.fill("half.way@example.com");
  await leave();
  await expect(page).toHaveURL(/\/settings\/company$/);
  await expect(email).toHaveValue("half.way@example.com");
  await contacts.click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/contacts/);

  // Keys, the palette and the browser's Back leave it no more silently than links do.
  await page.goto("/settings/profile");
  await page.getByRole("link", { name: "Company", exact: true }).click();
  await email.fill("half.way@example.com");
  const stay = async () => {
    await question.getByRole("button", { name: "Stay here" }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings\/company$/);
    await expect(email).toHaveValue("half.way@example.com");
  };
  await email.blur();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await stay();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Inbox" }).click();
  await stay();
  await page.evaluate(() => history.back());
  await stay();
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).not.toHaveURL(/\/settings\/company$/);

  await page.goto("/settings/csat");
  await page.getByRole("textbox", { name: "Words" }).fill(unique("Half a question"));
  await leave();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.goto("/settings/profile");
  const name = page.getByLabel("Name", { exact: true });
  const before = await name.inputValue();
  await name.fill(`${before} half`);
  await leave();
  await name.fill(before);
  await contacts.click();
  await expect(page).toHaveURL(/\/contacts/);
  expectNoFaults(page);
  await page.context().close();
});
