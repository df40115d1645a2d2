import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/accessible.ts";
import { Api } from "./fixtures/api.ts";
import { log, openChat, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { type HostPage, serveHostPage } from "./fixtures/host-page.ts";
import { test } from "./fixtures/test.ts";
import { ask, base, call, demo, letters, open, phone, unique } from "./fixtures/workspace.ts";

// The settings saved by the first journey are what the last one's visitor meets.
test.describe.configure({ mode: "serial" });

type Settings = {
  title: string;
  shut_up_message?: string;
  close_conversation_after?: number;
  are_you_there?: { send_after: number };
  assign_priority?: string[];
  businessHoursConfiguration?: { timeZone: string; businessHours: { range: string; days: string[] }[] };
};

let admin: Page;
let api: Api;
let host: HostPage;
let chatbotId = "";
let agentId = "";

const settingsPath = () => `/v1/chatbots/${chatbotId}/chatbot-config/settings`;
const settings = () => api.must<Settings>("GET", settingsPath());

test.beforeAll(async ({ browser }) => {
  admin = await open(browser, demo.admin, "/chatbots");
  api = await Api.of(admin.context());
  const people = await ask<{ id: string; name: string }[]>(admin.context(), "users.names");
  agentId = people.find(({ name }) => name === demo.agent.name)?.id ?? "";
  chatbotId = (await call<{ id: string }>(admin.context(), "chatbots.create", { name: unique("Workshop") })).id;
  await api.must("PUT", `/v1/chatbots/${chatbotId}/chatbot-config/question-list`, [
    {
      internal_name: "topic",
      order: 1,
      text: ["What is it about?"],
      response_type: "LIST",
      response_options: ["Prices", "Repair"],
    },
    {
      ...{ internal_name: "broken", order: 2, parent: "topic", interface_configuration: { label: "Repair" } },
      ...{ text: ["What is broken?"], assigned_to: [agentId], tag: "repairs" },
    },
    { internal_name: "name", order: 3, text: ["What is your name?"], response_type: "NAME" },
    { internal_name: "email", order: 4, text: ["What is your email address?"], response_type: "EMAIL" },
    { internal_name: "thanks", order: 5, text: ["Thank you."], response_type: "NONE" },
  ]);
  const channel = await call<{ id: string }>(admin.context(), "channels.create", {
    type: "WEBSITE",
    label: unique("Workshop"),
  });
  await api.must("PUT", `/v1/chatbots/${chatbotId}/channels`, { channels: [channel.id] });
  host = await serveHostPage({ base, channel: channel.id });
});

test.afterAll(async () => {
  await admin.context().close();
  await host.close();
});

async function save(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Save changes" });
  await expect(button).toBeEnabled();
  // Neither by pointer, because the word of an earlier save may stand over it, nor by key, because a menu that closes
  // takes the focus back.
  await button.evaluate((one: HTMLElement) => one.click());
  await expect(page.getByText("Saved. The bot uses the new settings right away.").first()).toBeVisible();
  // While it saves, the button to save has no words; the other one goes with the last change.
  await expect(page.getByRole("button", { name: "Discard" })).toBeHidden();
}

const ways = (page: Page) => page.getByRole("list", { name: "Assignment rules, in order" });

test("texts, times and business hours are saved and are there after a reload", async () => {
  test.setTimeout(120_000);
  await admin.goto(`/chatbots/${chatbotId}/settings`);
  const monday = admin.getByRole("group", { name: "Monday" });
  const fields = {
    title: admin.getByRole("textbox", { name: "Name shown to visitors" }),
    lastWords: admin.getByRole("textbox", { name: "Closing message" }),
    nudge: admin.getByRole("spinbutton", { name: "Remind after (seconds)" }),
    close: admin.getByRole("spinbutton", { name: "Close after (minutes)" }),
    from: monday.getByLabel("Monday: hours 1 from"),
  };
  await fields.title.fill("Carpenter");
  await fields.lastWords.fill("We have all we need.");
  await fields.nudge.fill("3600");
  await fields.close.fill("1440");
  await admin.getByRole("switch", { name: "Set business hours" }).click();
  await fields.from.fill("08:30");
  await admin.getByRole("button", { name: "Add hours on Monday" }).click();
  await monday.getByLabel("Monday: hours 2 from").fill("08:00");
  await expect(monday.getByRole("alert")).toHaveText("Two of these hours overlap.");
  await expect(admin.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await monday.getByRole("button", { name: "Remove hours 2 of Monday" }).click();
  await admin.getByRole("button", { name: "Copy the hours of Monday" }).click();
  await admin.getByRole("menuitem", { name: "To every day" }).click();
  await save(admin);

  await admin.reload();
  await expect(fields.title).toHaveValue("Carpenter");
  await expect(fields.lastWords).toHaveValue("We have all we need.");
  await expect(fields.nudge).toHaveValue("3600");
  await expect(fields.close).toHaveValue("1440");
  await expect(admin.getByLabel("Sunday: hours 1 from")).toHaveValue("08:30");
  const stored = await settings();
  expect(stored).toMatchObject({
    ...{ title: "Carpenter", shut_up_message: "We have all we need.", close_conversation_after: 1440 },
    are_you_there: { send_after: 3600 },
  });
  expect(stored.businessHoursConfiguration?.businessHours).toHaveLength(1);
  expect(stored.businessHoursConfiguration?.businessHours[0]?.range).toMatch(/^08:30-/);
  expect(stored.businessHoursConfiguration?.businessHours[0]?.days).toHaveLength(7);
  await admin.getByRole("switch", { name: "Set business hours" }).click();
  await save(admin);
  await expectAccessible(admin);
  expectNoFaults(admin);
});

test("the order in which people are found is changed by keyboard and kept", async () => {
  await admin.goto(`/chatbots/${chatbotId}/settings`);
  const rows = ways(admin).getByRole("listitem");
  await expect(rows.first()).toContainText("Agents named in the flow");
  const handle = admin.getByRole("button", { name: /^Move All agents in turn/ });
  await handle.focus();
  await admin.keyboard.press("ArrowUp");
  await expect(rows.nth(1)).toContainText("All agents in turn");
  await expect(handle).toBeFocused();
  await admin.keyboard.press("ArrowUp");
  await expect(rows.first()).toContainText("All agents in turn");
  await ways(admin).getByRole("switch", { name: "The visitor’s last agent" }).click();
  await save(admin);
  expect((await settings()).assign_priority).toEqual(["ROUND_ROBIN", "TRIGGER"]);

  await admin.reload();
  await expect(rows.first()).toContainText("All agents in turn");
  await expect(ways(admin).getByRole("switch", { name: "The visitor’s last agent" })).not.toBeChecked();
  await admin.getByRole("button", { name: /^Move Agents named in the flow/ }).focus();
  await admin.keyboard.press("ArrowUp");
  await save(admin);
  expect((await settings()).assign_priority).toEqual(["TRIGGER", "ROUND_ROBIN"]);
});

test("two admins in the settings see each other's changes and lose none without a word", async ({ browser }) => {
  await admin.goto(`/chatbots/${chatbotId}/settings`);
  const other = await open(browser, demo.admin, `/chatbots/${chatbotId}/settings`);
  const title = (page: Page) => page.getByRole("textbox", { name: "Name shown to visitors" });
  const lastWords = (page: Page) => page.getByRole("textbox", { name: "Closing message" });

  await title(admin).fill("Mine");
  await lastWords(other).fill("Theirs: that is all.");
  await save(other);
  await expect(lastWords(admin)).toHaveValue("Theirs: that is all.");
  await expect(title(admin)).toHaveValue("Mine");
  await save(admin);
  await expect(title(other)).toHaveValue("Mine");
  expect(await settings()).toMatchObject({ title: "Mine", shut_up_message: "Theirs: that is all." });

  await title(admin).fill("At once");
  await lastWords(other).fill("Theirs: and that is all.");
  await Promise.all([save(admin), save(other)]);
  expect(await settings()).toMatchObject({ title: "At once", shut_up_message: "Theirs: and that is all." });
  await expect(title(other)).toHaveValue("At once");

  // The answer to a save comes after word of what another has saved since.
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await admin.route("**/api/trpc/*saveSettings*", async (route) => {
    const response = await route.fetch();
    if (response.ok()) await told;
    await route.fulfill({ response });
  });
  await title(admin).fill("Saved first");
  const saving = save(admin);
  await expect(title(other)).toHaveValue("Saved first");
  await lastWords(other).fill("Theirs: and that is all. Really.");
  await save(other);
  await expect(lastWords(admin)).toHaveValue("Theirs: and that is all. Really.");
  const readAgain = admin.waitForResponse((response) => response.url().includes("chatbots.settings"));
  tell();
  await Promise.all([saving, readAgain]);
  await expect(admin.getByRole("button", { name: "Discard" })).toBeHidden();
  await admin.unrouteAll();
  await expect(lastWords(admin)).toHaveValue("Theirs: and that is all. Really.");

  await title(admin).fill("Mine again");
  await title(other).fill("Theirs");
  await save(other);
  await expect(admin.getByText("Someone else has just saved changes: name shown to visitors.")).toBeVisible();
  await expect(title(admin)).toHaveValue("Mine again");
  expect((await settings()).title).toBe("Theirs");
  await admin.getByRole("button", { name: "Show theirs" }).click();
  await expect(title(admin)).toHaveValue("Theirs");
  await other.context().close();
  expectNoFaults(admin);
});

test("an automatic answer interrupts a visitor's flow, which goes on to the right contact; the funnel shows it", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const word = letters();
  const rule = unique("Opening hours");
  const email = `rosa.${Date.now()}@example.com`;
  const name = `Rosa ${letters()}`;

  await test.step("the rule is made, and its tester says that it fires", async () => {
    await admin.goto("/chatbots/triggers");
    await admin.getByRole("button", { name: "Create rule" }).first().click();
    const dialog = admin.getByRole("dialog", { name: "Create a rule" });
    await dialog.getByRole("textbox", { name: "Name" }).fill(rule);
    const value = dialog.getByRole("textbox", { name: "Text of condition 1" });
    if ((await value.count()) === 0) await dialog.getByRole("button", { name: "Add condition" }).click();
    await value.fill(`opening hours ${word}`);
    await dialog.getByRole("textbox", { name: "Reply 1" }).fill("We open at nine.");
    await dialog.getByRole("textbox", { name: "Tag the conversation" }).fill("asked-hours");
    await dialog.getByRole("button", { name: "Create rule" }).click();
    await expect(admin.getByRole("list", { name: "Rules in order" })).toContainText(rule);

    await admin.getByRole("button", { name: "Try a message" }).click();
    const tester = admin.getByRole("dialog", { name: "Try a message" });
    await tester.getByRole("textbox", { name: "Visitor’s message" }).fill(`Your OPENING hours, ${word}?`);
    await expect(tester.getByRole("status")).toHaveText(`${rule} applies`);
    await tester.getByRole("textbox", { name: "Visitor’s message" }).fill("Something else");
    await expect(tester.getByRole("status")).not.toHaveText(`${rule} applies`);
    await expectAccessible(admin);
    await admin.keyboard.press("Escape");
  });

  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true, locale: "en-US" });
  const visitor = await context.newPage();
  watchFaults(visitor);
  const chat = await openChat(visitor, `${host.url}?utm_source=newsletter&utm_medium=email&utm_campaign=benches`);

  await test.step("it answers in the middle of a question, which stays open", async () => {
    await chat.getByRole("button", { name: "Repair" }).click();
    await expect(log(chat)).toContainText("What is broken?");
    await write(chat, `What are your opening hours ${word}?`);
    await expect(log(chat)).toContainText("We open at nine.");
    await expect(log(chat)).not.toContainText("What is your name?");
    await write(chat, "The saw");
    await expect(log(chat)).toContainText("What is your name?");
    await write(chat, name);
    await expect(log(chat)).toContainText("What is your email address?");
    await write(chat, email);
    await expect(log(chat)).toContainText("Thank you.");
  });

  await test.step("the contact has all slots, where it came from, and the person whom the flow names", async () => {
    const path = `/v1/contacts?email=${encodeURIComponent(email)}`;
    const found = await api.must<{ data: { id: string }[] }>("GET", path);
    expect(found.data).toMatchObject([
      {
        ...{ name, email, assignedTo: agentId },
        ...{ utmSource: "newsletter", utmMedium: "email", utmCampaign: "benches" },
        customFields: { topic: "Repair", broken: "The saw" },
      },
    ]);
    const conversation = await api.find(name);
    const { tags, preAssigned } = await api.must<{ tags: string[]; preAssigned: string }>(
      "GET",
      `/v1/conversations/${conversation}`,
    );
    expect(tags).toEqual(expect.arrayContaining(["asked-hours", "repairs"]));
    expect(preAssigned).toBe(agentId);
    await admin.goto(`/contacts/${found.data[0]?.id}`);
    const details = admin.getByRole("complementary", { name: "Contact details" });
    await expect(details).toContainText("The saw");
    await expect(details).toContainText("newsletter");
    await expect(details).toContainText(demo.agent.name);
  });

  await test.step("the funnel counts the run, and leads to the step in the flow", async () => {
    await admin.goto(`/chatbots/${chatbotId}/funnel`);
    const step = (text: string) =>
      admin.getByRole("list", { name: "Steps of the flow" }).getByRole("listitem").filter({ hasText: text });
    for (const text of ["What is it about?", "What is broken?", "What is your email address?"]) {
      await expect(step(text)).toContainText("1 visitor");
      await expect(step(text)).toContainText("1 answered (100%)");
    }
    await expectAccessible(admin);
    await step("What is broken?").getByRole("link", { name: "broken" }).click();
    await expect(admin.getByRole("treeitem", { name: /^broken/ })).toHaveAttribute("aria-selected", "true");
    await expect(admin.getByRole("tabpanel", { name: "Step", exact: true })).toContainText("What the bot says");
  });

  await test.step("the rule is moved, edited and deleted by its menu", async () => {
    await admin.goto("/chatbots/triggers");
    const menu = admin.getByRole("button", { name: `Actions for ${rule}` });
    await menu.click();
    await admin.getByRole("menuitem", { name: "Edit…" }).click();
    await expect(admin.getByRole("dialog", { name: "Edit rule" })).toBeVisible();
    await admin.keyboard.press("Escape");
    await menu.click();
    await admin.getByRole("menuitem", { name: "Delete…" }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Delete rule" }).click();
    await expect(menu).toBeHidden();
    await write(chat, `And the opening hours ${word} on Sunday?`);
    await expect(log(chat)).toContainText("Theirs: and that is all.");
  });
  expectNoFaults(admin, visitor);
  await context.close();
});
