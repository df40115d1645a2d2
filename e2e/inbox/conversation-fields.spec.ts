import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { openChat, write } from "../fixtures/chat.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { serveHostPage } from "../fixtures/host-page.ts";
import { test } from "../fixtures/test.ts";
import { base, demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

test("a conversation's own fields are filled in beside it, seen by colleagues, filtered by and asked for before closing [W9]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/fields", { viewport: desk });
  const api = await Api.of(page.context());
  const [reason, boxes] = [unique("Reason"), unique("Boxes")];
  const key = reason.toLowerCase().replaceAll(" ", "_");
  const ids: string[] = [];
  try {
    await page.getByRole("button", { name: "Add field" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Belongs to").click();
    await page.getByRole("option", { name: "Conversations" }).click();
    await form.getByLabel("Name").fill(boxes);
    await form.getByLabel("Type").click();
    await page.getByRole("option", { name: "Number" }).click();
    await form.getByRole("button", { name: "Add field" }).click();
    await expect(page.getByRole("list", { name: "Conversations" })).toContainText(boxes);
    const listed = await api.must<{ id: string; label: string }[]>("GET", "/v1/custom-fields?entity=conversation");
    ids.push(...listed.filter(({ label }) => label === boxes).map(({ id }) => id));
    const required = await api.must<{ id: string }>("POST", "/v1/custom-fields", {
      ...{ entity: "conversation", key, label: reason },
      ...{ type: "list", options: ["Refund", "Repair"], requiredOnClose: true },
    });
    ids.push(required.id);

    const name = unique("Rita");
    const id = await api.conversation(name, "My frame is bent");
    await page.goto(`/inbox/${id}?view=all`);
    const colleague = await open(browser, demo.supervisor, `/inbox/${id}`, { viewport: desk });
    const details = (one: typeof page) => one.getByRole("complementary", { name: `Details of ${name}` });
    await details(page)
      .getByRole("button", { name: `Edit ${boxes}` })
      .click();
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await expect(details(colleague).getByText("3", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: "Close conversation" }).click();
    await page.getByRole("menuitem", { name: /^Close, not a lead/ }).click();
    const asked = page.getByRole("dialog", { name: "Fill in before closing" });
    await expect(asked).toBeVisible();
    await expectAccessible(page);
    await asked.getByRole("button", { name: "Save and close" }).click();
    await expect(asked.getByText("Fill this in")).toBeVisible();
    await test.step("what a colleague fills in meanwhile is not asked for any more, nor written over", async () => {
      await api.must("PUT", `/v1/conversations/${id}`, { customFields: { [key]: "Repair" } });
      await expect(asked.getByLabel(reason)).toContainText("Repair");
      await expect(asked.getByText("Fill this in")).toHaveCount(0);
    });
    await asked.getByLabel(reason).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Refund" }).press("Enter");
    await asked.getByRole("button", { name: "Save and close" }).focus();
    await page.keyboard.press("Enter");
    await expect(asked.getByText("Someone else has changed this to “Repair”")).toBeVisible();
    await asked.getByRole("button", { name: "Save and close" }).focus();
    await page.keyboard.press("Enter");
    await expect(details(colleague).getByRole("combobox", { name: reason })).toContainText("Refund");
    await expect(colleague.getByRole("button", { name: "Reopen" }).first()).toBeVisible();

    const rows = page.getByRole("listbox", { name: "Conversations" }).getByRole("option");
    await page.goto("/inbox?view=closed");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: "Custom field" }).click();
    const filter = page.getByRole("dialog", { name: "Custom field" });
    await filter.getByLabel("Field").click();
    await page.getByRole("option", { name: boxes }).click();
    await filter.getByLabel("Condition").click();
    await page.getByRole("option", { name: "is at least" }).click();
    await filter.getByRole("textbox", { name: "Value" }).fill("3");
    await filter.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("button", { name: `${boxes}: at least 3` }).first()).toBeVisible();
    await expect(page.getByText(name).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: `${boxes}: at least 3` }).first()).toBeVisible();
    await expect(page.getByText(name).first()).toBeVisible();
    expect(await rows.count()).toBeLessThan(3);
    expectNoFaults(page, colleague);
    await colleague.context().close();
  } finally {
    for (const id of ids) await api.must("DELETE", `/v1/custom-fields/${id}`);
  }
  await page.context().close();
});

test("a visitor sees what an agent fills in of a field that is marked so, at once, and no other field [W9]", async ({
  browser,
  page,
}) => {
  const agent = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(agent.context());
  const host = await serveHostPage({ base, channel: api.channelId });
  const [shown, kept] = [unique("Repair number"), unique("Margin")];
  const define = (label: string, visibleToVisitor: boolean) =>
    api.must<{ id: string }>("POST", "/v1/custom-fields", {
      ...{ entity: "conversation", key: label.toLowerCase().replaceAll(" ", "_"), label, visibleToVisitor },
    });
  const made = [await define(shown, true), await define(kept, false)];
  try {
    const text = unique("Is it ready");
    const chat = await openChat(page, host.url);
    await write(chat, text);
    await agent.goto(`/inbox?view=all&search=${encodeURIComponent(text)}`);
    await agent.getByRole("listbox", { name: "Conversations" }).getByRole("option").first().click();
    const fill = async (label: string, value: string) => {
      await agent.getByRole("button", { name: `Edit ${label}` }).click();
      await agent.keyboard.type(value);
      await agent.keyboard.press("Enter");
      await expect(agent.getByRole("button", { name: `Edit ${label}` })).toContainText(value);
    };
    await fill(kept, "K-77");
    await fill(shown, "R-1042");
    const panel = chat.getByRole("region", { name: "About your conversation" });
    await expect(panel).toContainText("R-1042");
    await expect(chat.locator("body")).not.toContainText("K-77");
    await expect(agent.getByText(`The visitor sees: ${shown}.`)).toBeVisible();
  } finally {
    for (const { id } of made) await api.must("DELETE", `/v1/custom-fields/${id}`);
    await host.close();
  }
  await agent.context().close();
});
