import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { row } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, signInAfresh, unique } from "../fixtures/workspace.ts";

test("an administrator makes a role that hides phones and gives it to a person, who sees their own and no number [W11]", async ({
  browser,
}) => {
  const boss = await open(browser, demo.admin, "/settings/roles", { viewport: desk });
  const api = await Api.of(boss.context());
  const name = unique("Night shift");
  await boss.getByRole("button", { name: "Add role" }).click();
  const form = boss.getByRole("dialog", { name: "Add a role" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("checkbox", { name: "Also what is assigned to no one" }).click();
  await form.getByRole("checkbox", { name: "Phone numbers" }).click();
  await expect(form.getByRole("checkbox", { name: "See webhooks and their logs" })).toBeDisabled();
  await expectAccessible(boss);
  await form.getByRole("button", { name: "Add role" }).click();
  const listed = boss.getByRole("listitem").filter({ hasText: name });
  await expect(listed).toContainText("No one has it · Sees what is assigned to them");

  // Before the person is there: the chatbot gives new conversations to everyone in turn.
  const mine = unique("Mia");
  const other = unique("Otto");
  const conversation = await api.conversation(mine, "Call me: +54 9 11 4765 9083");
  const hidden = await api.conversation(other, "Not yours");

  const person = { name: unique("Nina"), email: `${unique("nina").toLowerCase().replace(/\W/g, "")}@example.com` };
  const password = "quite long wombat 7";
  const { id } = await api.must<{ id: string }>("POST", "/v1/users", { ...person, password, role: "viewer" });
  await boss.goto("/settings/members");
  await boss.getByRole("searchbox", { name: "Search by name or email" }).fill(person.name);
  await boss.getByRole("cell", { name: person.name }).click();
  const editor = boss.getByRole("dialog", { name: person.name });
  await editor.getByRole("radio", { name }).click();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(boss.getByRole("table").getByText(name)).toBeVisible();

  await api.must("POST", `/v1/conversations/${conversation}/assign`, { assignedTo: id });
  const nina = await signInAfresh(browser, person.email, password);
  await nina.goto(`/inbox/${conversation}`);
  await expect(nina.getByText("Call me: •••• 9083").first()).toBeVisible();
  await api.say(conversation, "visitor", "Or 011 4765 9084");
  await expect(nina.getByText("Or •••• 9084").first()).toBeVisible();
  await expect(row(nina, other)).toHaveCount(0);
  await expect(nina.getByText("4765")).toHaveCount(0);

  await boss.goto("/settings/roles");
  await boss.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(boss.getByRole("dialog", { name: `“${name}” is in use` })).toContainText("1 member has this role");
  await boss.getByRole("button", { name: "Close" }).last().click();
  await api.must("PATCH", `/v1/users/${id}`, { roleId: null, role: "viewer", active: false });
  await boss.reload();
  await boss.getByRole("button", { name: `Delete ${name}` }).click();
  await boss.getByRole("button", { name: "Delete role" }).click();
  await expect(listed).toHaveCount(0);
  for (const one of [conversation, hidden]) await api.must("DELETE", `/v1/conversations/${one}`);
  for (const page of [boss, nina]) await page.context().close();
});
