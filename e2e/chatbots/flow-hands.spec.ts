import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, nowhere, open, phone, unique } from "../fixtures/workspace.ts";

const outline = (page: Page) => page.getByRole("tree", { name: "Steps of the flow" });
const step = (page: Page, name: string) => outline(page).getByRole("treeitem", { name: new RegExp(`^${name}\\b`) });
const panel = (page: Page) => page.getByRole("tabpanel", { name: "Step", exact: true });
const option = (page: Page, number: number) =>
  panel(page).getByRole("textbox", { name: `Option ${number}`, exact: true });

async function newChatbot(page: Page, name: string): Promise<string> {
  return (await call<{ id: string }>(page.context(), "chatbots.create", { name: unique(name) })).id;
}

test("an option that is written anew letter by letter keeps its branch", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  await page.goto(`/chatbots/${await newChatbot(page, "Anew")}/flow`);
  await step(page, "greeting").click();
  await panel(page).getByRole("combobox", { name: "What the visitor answers" }).click();
  await page.getByRole("option", { name: "Choice from a list" }).click();
  const first = panel(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("textbox", { name: "Option 1", exact: true }) });
  await first.getByRole("button", { name: "Add a step" }).click();
  await page.getByRole("menuitem", { name: "Free text", exact: true }).click();
  await expect(step(page, "question")).toBeVisible();
  await step(page, "greeting").click();
  await option(page, 1).focus();
  await page.keyboard.press("End");
  for (const _ of "Option 1") await page.keyboard.press("Backspace");
  await page.keyboard.type("Option 2");
  for (const _ of "Option 2") await page.keyboard.press("Backspace");
  await page.keyboard.type("Prices");
  await expect(first.getByRole("button", { name: "Leads to question" })).toBeVisible();
  expectNoFaults(page);
  await page.context().close();
});

test("on a tablet a pane that was closed comes again, and gives the focus back", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: { width: 768, height: 1024 } });
  await page.goto(`/chatbots/${await newChatbot(page, "Tablet")}/flow`);
  const panes = page.getByRole("region", { name: "Steps and details" });
  const opener = page.getByRole("button", { name: "Steps and details" });
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Versions" }).click();
    await expect(panes.getByRole("tab", { name: "Versions" })).toBeVisible();
    await panes.getByRole("tab", { name: "Versions" }).focus();
    await page.keyboard.press("Escape");
    await expect(panes).toBeHidden();
    await expect(opener).toBeFocused();
  }
  expectNoFaults(page);
  await page.context().close();
});

test("on a phone a step is added behind another by its menu", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: phone, hasTouch: true, isMobile: true });
  await page.goto(`/chatbots/${await newChatbot(page, "Phone")}/flow`);
  await step(page, "greeting").getByRole("button", { name: "Actions for greeting" }).click();
  await page.getByRole("menuitem", { name: "Add a step" }).click();
  await page.getByRole("menuitem", { name: "Email address", exact: true }).click();
  await expect(panel(page).getByRole("textbox", { name: "What the bot says" })).toBeFocused();
  await page.getByRole("tab", { name: "Steps" }).click();
  await expect(outline(page).getByRole("treeitem").nth(1)).toContainText("email_2");
  expectNoFaults(page);
  await page.context().close();
});
