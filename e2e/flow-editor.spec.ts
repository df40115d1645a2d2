import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { log, openChat, write } from "./fixtures/chat.ts";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { type HostPage, serveHostPage } from "./fixtures/host-page.ts";
import { botSwitch, expectLive, reply, row, thread } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { base, call, demo, open, phone, unique } from "./fixtures/workspace.ts";

type Node = { internal_name: string; parent: string; text: string[] };

let admin: Page;
let api: Api;
const hosts: HostPage[] = [];

test.beforeAll(async ({ browser }) => {
  admin = await open(browser, demo.admin, "/chatbots");
  api = await Api.of(admin.context());
});

test.afterAll(async () => {
  await admin.context().close();
  for (const host of hosts) await host.close();
});

const outline = (page: Page) => page.getByRole("tree", { name: "Steps of the flow" });
const step = (page: Page, name: string) => outline(page).getByRole("treeitem", { name: new RegExp(`^${name}\\b`) });
const panel = (page: Page) => page.getByRole("tabpanel", { name: "Step", exact: true });
const says = (page: Page) => panel(page).getByRole("textbox", { name: "What the bot says" });
const simulated = (page: Page) => page.getByRole("log", { name: "Simulated chat" });

/** A web channel of its own, served by this chatbot, on a page of a customer. */
async function serve(chatbotId: string, label: string): Promise<HostPage> {
  const { id } = await call<{ id: string }>(admin.context(), "channels.create", { type: "WEBSITE", label });
  await call(admin.context(), "chatbots.assignChannels", { chatbotId, channels: [id] });
  const host = await serveHostPage({ base, channel: id });
  hosts.push(host);
  return host;
}

async function newChatbot(page: Page, name: string): Promise<string> {
  await page.goto("/chatbots");
  await page.getByRole("button", { name: "Create chatbot" }).first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create chatbot" }).click();
  await page.waitForURL(/\/chatbots\/[0-9a-f-]{36}\/flow/);
  await expect(step(page, "greeting")).toBeVisible();
  return page.url().match(/[0-9a-f-]{36}/)?.[0] ?? "";
}

async function addToOption(page: Page, option: number, type: string, text: string): Promise<void> {
  const head = page.getByRole("textbox", { name: `Option ${option}`, exact: true });
  await panel(page).getByRole("listitem").filter({ has: head }).getByRole("button", { name: "Add a step" }).click();
  await page.getByRole("menuitem", { name: type, exact: true }).click();
  await expect(says(page)).toBeFocused();
  await page.keyboard.type(text);
}

test("an admin builds a branching flow, tries it, publishes; a visitor walks it and an agent steps in", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const name = unique("Workshop");
  const email = `rita.${Date.now()}@example.com`;
  const number = `+1 212 555 ${String(Date.now()).slice(-4)}`;
  const chatbotId = await newChatbot(admin, name);
  const host = await serve(chatbotId, name);

  await test.step("a list with two branches, a phone question and a jump", async () => {
    await step(admin, "greeting").click();
    await says(admin).fill("Welcome to the workshop. What brings you here?");
    await panel(admin).getByRole("combobox", { name: "What the visitor answers" }).click();
    await admin.getByRole("option", { name: "Choice from a list" }).click();
    await panel(admin).getByRole("textbox", { name: "Option 1", exact: true }).fill("Prices");
    await panel(admin).getByRole("textbox", { name: "Option 2", exact: true }).fill("Repair");
    await panel(admin).getByRole("textbox", { name: "Synonyms of Repair" }).fill("broken, fix");
    await addToOption(admin, 1, "Free text", "Which bench do you like?");
    await step(admin, "greeting").click();
    await addToOption(admin, 2, "Phone number", "Which number may we call?");
    await panel(admin).getByRole("button", { name: "Then go to" }).click();
    await admin.getByRole("option", { name: "email", exact: true }).click();
    await expect(step(admin, "phone_2")).toContainText("Which number may we call?");
    await expect(admin.getByRole("application", { name: "Flow" })).toContainText("Repair");
  });

  await test.step("by keyboard: a step is removed, and comes back", async () => {
    await admin.getByRole("application", { name: "Flow" }).focus();
    await admin.keyboard.press("Home");
    await admin.keyboard.press("ArrowDown");
    await expect(step(admin, "question")).toHaveAttribute("aria-selected", "true");
    await admin.keyboard.press("Delete");
    await expect(step(admin, "question")).toHaveCount(0);
    await admin.keyboard.press("Control+z");
    await expect(step(admin, "question")).toBeVisible();
    await step(admin, "name").click();
    await admin.getByRole("application", { name: "Flow" }).focus();
    await admin.keyboard.press("Alt+ArrowDown");
    await expect(outline(admin).getByRole("treeitem").nth(6)).toContainText("name");
    await admin.keyboard.press("Control+z");
    await expect(outline(admin).getByRole("treeitem").nth(5)).toContainText("name");
  });

  await test.step("the simulator follows the jump", async () => {
    await admin.getByRole("tab", { name: "Try it" }).click();
    await admin.getByRole("button", { name: "Start", exact: true }).click();
    await simulated(admin).getByRole("button", { name: "Repair" }).click();
    const box = admin.getByRole("textbox", { name: "Message as the visitor" });
    await box.fill(number);
    await box.press("Enter");
    await expect(simulated(admin)).toContainText("What is your email address");
    await expect(admin.getByText("Jumped to")).toBeVisible();
    await expect(admin.getByRole("definition").filter({ hasText: number })).toBeVisible();
  });

  await test.step("a draft outlives the page; publishing says what it does", async () => {
    await expect(admin.getByText(/^Draft saved/)).toBeVisible();
    await admin.reload();
    await expect(step(admin, "phone_2")).toBeVisible();
    await expect(admin.getByText("There is an unpublished draft")).toBeVisible();
    await admin.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = admin.getByRole("dialog", { name: "Publish the flow" });
    await expect(dialog).toContainText(name);
    await expect(dialog).toContainText("3 steps change");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(admin.getByText("Version 2 is live", { exact: true })).toBeVisible();
  });

  const visitor = await (
    await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true, locale: "en-US" })
  ).newPage();
  watchFaults(visitor);
  const chat = await openChat(visitor, host.url);

  await test.step("the visitor walks the branch on a phone", async () => {
    await expect(log(chat)).toContainText("Welcome to the workshop.");
    await write(chat, "broken");
    await expect(log(chat)).toContainText("Which number may we call?");
    await write(chat, number);
    await expect(log(chat)).toContainText("What is your email address");
  });

  await test.step("an agent takes over in mid-question, and the bot keeps out of it", async () => {
    await admin.goto("/inbox?view=all");
    await expectLive(admin);
    await row(admin, "What is your email address").first().click();
    await expect(thread(admin)).toContainText(number);
    await reply(admin, "Hello, I am a person. One moment.");
    await expect(botSwitch(admin)).not.toBeChecked();
    await expect(log(chat)).toContainText("I am a person");
    await write(chat, "Nice to meet you");
    await expect(thread(admin)).toContainText("Nice to meet you");
    await expect(log(chat)).not.toContainText("does not look like an email");
  });

  await test.step("switched on again, the bot takes the answer that it had asked for", async () => {
    await botSwitch(admin).click();
    await expect(botSwitch(admin)).toBeChecked();
    await write(chat, email);
    await expect(log(chat)).toContainText("Thank you. Someone from our team");
    const found = await api.must<{ data: { email: string; phone: string; customFields?: unknown }[] }>(
      "GET",
      `/v1/contacts?email=${encodeURIComponent(email)}`,
    );
    expect(found.data).toHaveLength(1);
    expect(JSON.stringify(found.data[0])).toContain("Repair");
    expect(found.data[0]?.phone.replace(/\D/g, "")).toContain(number.replace(/\D/g, "").slice(-10));
  });
  expectNoFaults(visitor);
  await visitor.context().close();
});

test("two admins do not overwrite each other, and an earlier version comes back", async () => {
  test.setTimeout(120_000);
  const chatbotId = await newChatbot(admin, unique("Shared"));
  const path = `/v1/chatbots/${chatbotId}/chatbot-config/question-list`;
  const list = () => api.must<Node[]>("GET", path);
  await step(admin, "thanks").click();
  await says(admin).fill("Mine: thank you.");

  const theirs = (await list()).map((node) =>
    node.internal_name === "name" ? { ...node, text: ["Theirs: name?"] } : node,
  );
  await api.must("PUT", path, theirs);
  await expect(admin.getByRole("alert").filter({ hasText: "Version 2 was published in the meantime" })).toBeVisible();
  await admin.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Someone else has published in the meantime" });
  await expect(dialog).toContainText("Theirs: name?");
  await dialog.getByRole("tab", { name: /Your changes/ }).click();
  await expect(dialog).toContainText("Mine: thank you.");
  expect(JSON.stringify(await list())).not.toContain("Mine");
  await dialog.getByRole("button", { name: "Publish mine over theirs" }).click();
  await expect(admin.getByText("Version 3 is live", { exact: true })).toBeVisible();
  expect(JSON.stringify(await list())).toContain("Mine: thank you.");

  await admin.getByRole("tab", { name: "Versions" }).click();
  await admin.getByRole("button", { name: /^Version 2/ }).click();
  await expect(admin.getByRole("tabpanel", { name: "Versions" })).toContainText("Theirs: name?");
  await admin.getByRole("button", { name: "Restore version 2" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(admin.getByText("Version 4 is live", { exact: true })).toBeVisible();
  await expect(step(admin, "name")).toContainText("Theirs: name?");
  expect(JSON.stringify(await list())).toContain("Theirs: name?");
});

test("problems lead to their field, and keep a flow from being published", async () => {
  test.setTimeout(90_000);
  await newChatbot(admin, unique("Faulty"));
  await step(admin, "phone").click();
  await panel(admin).getByRole("button", { name: "Then go to" }).click();
  await admin.getByRole("option", { name: "thanks", exact: true }).click();
  await step(admin, "thanks").click();
  await admin.getByRole("application", { name: "Flow" }).focus();
  await admin.keyboard.press("Delete");
  await admin.getByRole("tab", { name: /^Problems/ }).click();
  await admin.getByRole("button", { name: /^phone.*It goes to thanks, which does not exist/ }).click();
  await expect(panel(admin).getByRole("button", { name: "Then go to" })).toBeFocused();
  await admin.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Publish the flow" });
  await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await admin.keyboard.press("Escape");
  expectNoFaults(admin);
});
