import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/accessible.ts";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { demo, desk, open, unique } from "./fixtures/workspace.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const box = (page: Page | Locator, title: string) => page.getByRole("checkbox", { name: `Done: ${title}` });

test("an agent makes a task, ticks it by keys and takes it back, while a colleague's screen follows [W8]", async ({
  browser,
}) => {
  const agent = await open(browser, demo.admin, "/tasks", { viewport: desk });
  const colleague = await open(browser, demo.supervisor, "/tasks?who=all", { viewport: desk });
  const api = await Api.of(agent.context());
  const overdue = unique("Send the quote");
  const conversationId = await api.conversation(unique("Tasha"), "What would it cost?");
  const due = { dueAt: "2026-01-02T10:00:00Z", assignedTo: api.userId, conversationId };
  await api.must("POST", "/v1/tasks", { title: overdue, ...due });
  await expect(section(agent, "Overdue").getByText(overdue, { exact: true })).toBeVisible();
  await expect(box(colleague, overdue)).toBeVisible();

  const title = unique("Call back");
  await agent.keyboard.press("n");
  const form = agent.getByRole("dialog", { name: "New task" });
  await form.getByLabel("What needs to be done").fill(title);
  // On a Sunday there is no other next week than tomorrow.
  await form
    .getByRole("button", { name: /^(?:Tomorrow|Next week)$/ })
    .last()
    .click();
  await form.getByRole("button", { name: "Create task" }).click();
  await expect(form).toBeHidden();
  await expect(section(agent, "Later").getByText(title, { exact: true })).toBeVisible();
  await expect(box(colleague, title)).toBeVisible();
  await expectAccessible(agent);

  // What the colleague has changed meanwhile is not written over unseen.
  await section(agent, "Later").getByText(title, { exact: true }).click();
  const editing = agent.getByRole("dialog", { name: "Edit task" });
  await editing.getByLabel("What needs to be done").fill(`${title}, twice`);
  const { data } = await api.must<{ data: { id: string }[] }>("GET", `/v1/tasks?search=${encodeURIComponent(title)}`);
  await api.must("PATCH", `/v1/tasks/${data[0]?.id}`, { title: `${title}?` });
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(editing.getByText(`Someone else has changed this to “${title}?”`)).toBeVisible();
  await editing.getByLabel("What needs to be done").fill(title);
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(editing).toBeHidden();

  await box(agent, title).focus();
  await agent.keyboard.press("x");
  await expect(box(agent, title)).toBeHidden();
  await expect(box(colleague, title)).toBeHidden();
  await agent.getByRole("button", { name: "Undo" }).click();
  await expect(box(agent, title)).not.toBeChecked();
  await expect(box(colleague, title)).toBeVisible();

  await agent.getByRole("button", { name: `Actions for ${title}` }).click();
  await agent.getByRole("menuitem", { name: "Delete task" }).click();
  await agent.getByRole("alertdialog").getByRole("button", { name: "Delete task" }).click();
  await expect(box(agent, title)).toBeHidden();
  await expect(box(colleague, title)).toBeHidden();

  await agent.goto(`/inbox/${conversationId}?view=all&nextStep=true`);
  const pane = agent.getByRole("complementary", { name: /^Details of/ });
  await expect(box(pane, overdue)).toBeVisible();
  await box(pane, overdue).click();
  await expect(pane.getByText("No open tasks.")).toBeVisible();
  await expect(agent.getByRole("option", { name: /Tasha/ })).toHaveCount(0);
  expectNoFaults(agent);
  for (const page of [agent, colleague]) await page.context().close();
});
