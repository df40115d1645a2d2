import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { ask, base, call, demo, nowhere, open, prove, unique } from "./fixtures/workspace.ts";

// Drafts of the team, options by keyboard, steps that do one thing.

const outline = (page: Page) => page.getByRole("tree", { name: "Steps of the flow" });
const step = (page: Page, name: string) => outline(page).getByRole("treeitem", { name: new RegExp(`^${name}\\b`) });
const panel = (page: Page) => page.getByRole("tabpanel", { name: "Step", exact: true });
const says = (page: Page) => panel(page).getByRole("textbox", { name: "What the bot says" });

let admin: Page;
let colleague: Page;

test.beforeAll(async ({ browser }) => {
  admin = await open(browser, demo.admin, "/chatbots");
  const email = `${unique("editor")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")}@demo.parley.example`;
  await prove(admin.context());
  await call(admin.context(), "users.create", {
    name: "Eva Editor",
    email,
    role: "admin",
    password: "a long pass phrase 1",
  });
  const context = await browser.newContext();
  colleague = await context.newPage();
  await colleague.goto("/sign-in");
  await colleague.getByLabel("Email").fill(email);
  await colleague.getByLabel("Password", { exact: true }).fill("a long pass phrase 1");
  await colleague.getByRole("button", { name: "Sign in" }).click();
  await colleague.waitForURL(/\/inbox/);
});

test.afterAll(async () => {
  await colleague.context().close();
  await admin.context().close();
});

async function newChatbot(name: string): Promise<string> {
  const { id } = await call<{ id: string }>(admin.context(), "chatbots.create", { name: unique(name) });
  return id;
}

test("a draft is shared live with its author, and a conflict is named [found U2]", async () => {
  const id = await newChatbot("Shared draft");
  await admin.goto(`/chatbots/${id}/flow`);
  await step(admin, "greeting").click();
  await says(admin).fill("Hello from Alex.");
  await expect(admin.getByText(/^Draft saved/)).toBeVisible();

  await colleague.goto(`/chatbots/${id}/flow`);
  await expect(colleague.getByText("last saved by Alex Romero")).toBeVisible();
  await step(colleague, "greeting").click();
  await expect(says(colleague)).toHaveValue("Hello from Alex.");

  await says(admin).fill("Hello again from Alex.");
  await expect(says(colleague)).toHaveValue("Hello again from Alex.");

  await colleague.context().setOffline(true);
  await says(colleague).fill("Hello from Eva.");
  await expect(colleague.getByText("Not saved yet. Your changes are kept in this browser").first()).toBeVisible();
  await says(admin).fill("Alex was quicker.");
  await expect(admin.getByText(/^Draft saved/)).toBeVisible();
  await colleague.context().setOffline(false);

  const alert = colleague.getByRole("alert").filter({ hasText: "Alex Romero changed this draft" });
  await expect(alert).toBeVisible({ timeout: 30_000 });
  await expect(says(colleague)).toHaveValue("Hello from Eva.");
  await alert.getByRole("button", { name: "Compare" }).click();
  const dialog = colleague.getByRole("dialog", { name: "Alex Romero changed this draft while you were working on it" });
  await expect(dialog).toContainText("Alex was quicker.");
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await expect(says(admin)).toHaveValue("Hello from Eva.");

  await admin.getByRole("button", { name: "More", exact: true }).click();
  await admin.getByRole("menuitem", { name: "Discard draft" }).click();
  await expect(colleague.getByText("Version 1 is live", { exact: true })).toBeVisible();
});

test("what could not be saved is there after a reload, and is saved then [found U2]", async ({ browser }) => {
  const id = await newChatbot("Left behind");
  const page = await open(browser, demo.admin, `/chatbots/${id}/flow`);
  const saving = /trpc\/chatbots\.saveDraft/;
  await page.route(saving, (route) => route.abort());
  await step(page, "greeting").click();
  await says(page).fill("Typed without a line.");
  await expect(page.getByText("Not saved yet. Your changes are kept in this browser").first()).toBeVisible();
  await page.reload();
  await step(page, "greeting").click();
  await expect(says(page)).toHaveValue("Typed without a line.");
  await page.unroute(saving);
  await expect(page.getByText(/^Draft saved/)).toBeVisible({ timeout: 15_000 });
  const kept = await ask<{ nodes: { text: string[] }[] }>(admin.context(), "chatbots.draft", { chatbotId: id });
  expect(kept.nodes[0]?.text).toEqual(["Typed without a line."]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley:flow:")))).toEqual(
    [],
  );
});

test("a step chosen before its fields have come gets them, and the focus with them [found U15]", async ({
  browser,
}) => {
  const id = await newChatbot("Slow fields");
  const page = await open(browser, demo.admin, nowhere);
  await page.route(/_next\/static\/chunks/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(`${base}/chatbots/${id}/flow`);
  // A press on a line leaves the keys with the tree.
  await step(page, "greeting").click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(says(page)).toBeFocused({ timeout: 15_000 });
  await expect(says(page)).toHaveValue("Thanks. What is your name?");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  expectNoFaults(page);
});

test("options are written by keyboard, and a blank one is not published [found U3]", async () => {
  const id = await newChatbot("Options");
  await admin.goto(`/chatbots/${id}/flow`);
  await step(admin, "greeting").click();
  await panel(admin).getByRole("combobox", { name: "What the visitor answers" }).click();
  await admin.getByRole("option", { name: "Choice from a list" }).click();
  await panel(admin).getByRole("button", { name: "Add an option" }).click();
  await expect(panel(admin).getByRole("textbox", { name: "Option 3", exact: true })).toBeFocused();
  // Each of these letters is a shortcut of the page.
  await admin.keyboard.type("textile");
  await admin.keyboard.press("Enter");
  await expect(panel(admin).getByRole("textbox", { name: "Option 4", exact: true })).toBeFocused();
  await admin.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Publish the flow" });
  await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await admin.keyboard.press("Escape");
  await panel(admin).getByRole("textbox", { name: "Option 4", exact: true }).press("Backspace");
  await expect(panel(admin).getByRole("textbox", { name: "Option 3", exact: true })).toBeFocused();
  await expect(panel(admin).getByRole("textbox", { name: "Option 3", exact: true })).toHaveValue("textile");
  await admin.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(admin.getByText("Version 2 is live", { exact: true })).toBeVisible();
});

test("steps that do one thing are added on the canvas and speak words [found U4]", async () => {
  const id = await newChatbot("Deeds");
  await admin.goto(`/chatbots/${id}/flow`);
  const canvas = admin.getByRole("application", { name: "Flow" });
  const add = async (kind: string) => {
    await admin.getByRole("button", { name: "Add a step at the end" }).click();
    await admin.getByRole("menuitem", { name: kind, exact: true }).click();
  };
  await expect(step(admin, "greeting")).toBeVisible();
  await add("Only if");
  await panel(admin).getByRole("button", { name: "Add a condition" }).click();
  await panel(admin).getByRole("button", { name: "Add a step below" }).click();
  await admin.getByRole("menuitem", { name: "Set a field", exact: true }).click();
  await panel(admin).getByRole("combobox", { name: "Field 1" }).fill("plan");
  await panel(admin).getByRole("textbox", { name: "Text of field 1" }).fill("pro");
  await add("Hand over to an agent");
  await expect(canvas).toContainText("email is known");
  await expect(canvas).toContainText("If true");
  await expect(canvas).toContainText("plan = pro");
  await expect(canvas).toContainText("The team takes over");
  await add("Go to a step");
  await admin.getByRole("tab", { name: /^Problems/ }).click();
  await admin.getByRole("button", { name: /^go_to.*Choose the step to go to/ }).click();
  await panel(admin).getByRole("button", { name: "Step to go to" }).click();
  await admin.getByRole("option", { name: "greeting", exact: true }).click();
  await expect(canvas).toContainText("Goes to greeting");

  await admin.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Publish the flow" });
  await expect(dialog).not.toContainText(/OPERATOR_NEEDED|NONE|\{/);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(admin.getByText("Version 2 is live", { exact: true })).toBeVisible();
  await admin.screenshot({ path: "test-results/flow-deeds.png" });
  expectNoFaults(admin);
});
