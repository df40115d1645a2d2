import { expect } from "@playwright/test";
import { expectAccessible } from "./fixtures/accessible.ts";
import { Api } from "./fixtures/api.ts";
import { list, row } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "./fixtures/workspace.ts";

test("an agent selects three conversations by keys, tags and assigns them at once, and takes it back", async ({
  browser,
}) => {
  const agent = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(agent.context());
  const word = unique("Bulk");
  const names = ["Ada", "Bea", "Cid"].map((name) => `${name} ${word}`);
  const ids: string[] = [];
  for (const name of names) ids.push(await api.conversation(name, "Is my parcel on its way?"));
  // The automatic assignment leaves alone what somebody holds.
  for (const id of ids) await api.call("POST", `/v1/conversations/${id}/assign`, { assignedTo: api.userId });
  const read = async () => {
    const found = ids.map((id) => api.call<{ tags: string[]; assignedTo: string }>("GET", `/v1/conversations/${id}`));
    return (await Promise.all(found)).map(({ body }) => ({ tags: body.tags, assignedTo: body.assignedTo }));
  };
  const before = await read();

  await agent.goto(`/inbox?view=all&search=${encodeURIComponent(word)}`);
  await expect(row(agent, word)).toHaveCount(3);
  await list(agent).focus();
  await agent.keyboard.press("Home");
  await agent.keyboard.press("x");
  const bar = agent.getByRole("region", { name: "Selected conversations" });
  await expect(bar.getByText("1 selected")).toBeVisible();
  await agent.keyboard.press("Shift+ArrowDown");
  await agent.keyboard.press("Shift+ArrowDown");
  await expect(bar.getByText("3 selected")).toBeVisible();
  await expect(list(agent).getByRole("option", { selected: true })).toHaveCount(3);
  await expectAccessible(agent);

  await bar.getByRole("button", { name: "Add a tag" }).click();
  const choices = agent.getByRole("dialog", { name: "Add a tag" }).getByRole("option");
  const tag = (await choices.first().textContent())?.trim() ?? "";
  await choices.first().click();
  await expect(agent.getByText("3 conversations changed")).toBeVisible();
  await expect.poll(async () => (await read()).every(({ tags }) => tags.includes(tag))).toBe(true);
  await agent.getByRole("button", { name: "Undo" }).click();
  await expect(agent.getByText("3 conversations are as they were")).toBeVisible();
  expect(await read()).toEqual(before);

  // By shift and a click; with the mouse alone.
  await row(agent, names[0] ?? "")
    .locator("[data-mark]")
    .click();
  await row(agent, names[2] ?? "").click({ modifiers: ["Shift"] });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Assign", exact: true }).click();
  await agent.getByRole("dialog", { name: "Assign" }).getByRole("option", { name: "Ana Torres" }).click();
  await expect(agent.getByText("3 conversations changed")).toBeVisible();
  const assigned = await read();
  expect(new Set(assigned.map(({ assignedTo }) => assignedTo)).size).toBe(1);
  expect(assigned[0]?.assignedTo).not.toBe(api.userId);
  await agent.getByRole("button", { name: "Undo" }).click();
  await expect.poll(read).toEqual(before);

  // Any other actions, one after the other.
  await row(agent, names[1] ?? "")
    .locator("[data-mark]")
    .click();
  await bar.getByRole("button", { name: "More actions" }).click();
  const more = agent.getByRole("dialog", { name: "Actions on 1 conversation" });
  for (const action of ["Set the priority", "Call a webhook", "Start the chatbot at a step"]) {
    await more.getByRole("button", { name: "Add an action" }).click();
    await agent.getByRole("option", { name: action, exact: true }).click();
  }
  await expect(more.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(agent);
  for (const action of ["Start the chatbot at a step", "Call a webhook"])
    await more.getByRole("button", { name: new RegExp(`^Remove ${action}`) }).click();
  await more.getByRole("button", { name: "Run" }).click();
  await expect(agent.getByText("1 conversation changed")).toBeVisible();
  const changed = await api.call<{ priority: string }>("GET", `/v1/conversations/${ids[1]}`);
  expect(changed.body.priority).toBe("high");
  await agent.context().close();
});
