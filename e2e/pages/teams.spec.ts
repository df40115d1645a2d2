import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { row } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("an administrator makes a team and gives it a conversation by keys; a colleague sees it in the team's list at once [W6]", async ({
  browser,
}) => {
  const boss = await open(browser, demo.admin, "/settings/teams", { viewport: desk });
  const api = await Api.of(boss.context());
  const name = unique("Night");
  await boss.getByRole("button", { name: "Add team" }).click();
  const form = boss.getByRole("dialog", { name: "Add a team" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("button", { name: "Members" }).click();
  await boss.getByRole("option", { name: "Bruno Díaz" }).click();
  await boss.keyboard.press("Escape");
  await expect(form.getByRole("combobox", { name: "Role of Bruno Díaz" })).toBeVisible();
  await expectAccessible(boss);
  await form.getByRole("button", { name: "Add team" }).click();
  await expect(boss.getByRole("listitem").filter({ hasText: name })).toContainText("1 member");

  const visitor = unique("Nora");
  const id = await api.conversation(visitor, "Are you open at night?");
  // The automatic assignment leaves alone what somebody holds; who is no member lets go of it.
  await api.must("POST", `/v1/conversations/${id}/assign`, { assignedTo: api.userId });
  const { data } = await api.must<{ data: { id: string }[] }>("GET", `/v1/teams?search=${encodeURIComponent(name)}`);
  const colleague = await open(browser, demo.supervisor, `/inbox?view=all&teamId=${data[0]?.id}`, { viewport: desk });
  await expect(colleague.getByText(name, { exact: true })).toBeVisible();
  await expect(row(colleague, visitor)).toHaveCount(0);

  await boss.goto(`/inbox/${id}?view=all`);
  await expect(boss.getByRole("heading", { name: visitor })).toBeVisible();
  await boss.keyboard.press("a");
  await boss.getByRole("combobox", { name: "Find a colleague or team" }).fill(name);
  await boss.keyboard.press("Enter");
  await expect(boss.getByRole("button", { name: `Assignee: waiting for someone on ${name}` })).toBeVisible();
  await expect(row(colleague, visitor)).toContainText(name);

  await boss.getByRole("button", { name: "Undo" }).click();
  await expect(row(colleague, visitor)).toHaveCount(0);
  await api.must("DELETE", `/v1/teams/${data[0]?.id}`);
  for (const page of [boss, colleague]) await page.context().close();
});
