import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { demo, open, unique } from "./fixtures/workspace.ts";

let alex: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  alex = await open(browser, demo.admin, "/contacts");
  api = await Api.of(alex.context());
});

test.afterAll(async () => {
  await alex.context().close();
});

const details = (page: Page) => page.getByRole("complementary", { name: "Contact details" });

async function change(page: Page, field: string, value: string): Promise<void> {
  await details(page)
    .getByRole("button", { name: new RegExp(`^${field}: `) })
    .click();
  await details(page).getByRole("textbox", { name: field }).fill(value);
  await page.keyboard.press("Enter");
}

test("a contact is created, changed in place, tagged and noted; a colleague sees each step live", async ({
  browser,
}) => {
  const name = unique("Ines Contact");
  await alex.goto("/contacts");
  await alex.getByRole("button", { name: "New contact" }).click();
  const dialog = alex.getByRole("dialog", { name: "New contact" });
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel(/^Email/).fill("not an address");
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await expect(dialog.getByText("This is not an email address.")).toBeVisible();
  await dialog.getByLabel(/^Email/).fill(`${Date.now()}@example.com`);
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await alex.waitForURL(/\/contacts\/[0-9a-f-]{36}/);

  const ana = await open(browser, demo.supervisor, alex.url());
  await expect(ana.getByRole("heading", { name })).toBeVisible();

  await change(alex, "Phone", "+54 11 4321 5678");
  await expect(details(ana).getByText("+54 11 4321 5678")).toBeVisible();
  await change(alex, "Name", `${name} Vega`);
  await expect(ana.getByRole("heading", { name: `${name} Vega` })).toBeVisible();

  // What Ana has written meanwhile is not written over unseen.
  await details(alex)
    .getByRole("button", { name: /^Sub-status: / })
    .click();
  const box = details(alex).getByRole("textbox", { name: "Sub-status" });
  await box.fill("Waits for Alex");
  await change(ana, "Sub-status", "Waits for Ana");
  await expect(details(ana).getByRole("button", { name: /^Sub-status: Waits for Ana/ })).toBeVisible();
  await expect(alex.getByText("to “Waits for Ana”")).toBeVisible();
  await box.press("Enter");
  await expect(details(alex).getByText("Someone else has changed this")).toBeVisible();
  await box.blur();
  await expect(details(alex).getByText("changed this to “Waits for Ana”")).toBeVisible();
  await expect(details(ana).getByText("Waits for Ana")).toBeVisible();
  await box.press("Enter");
  await expect(details(ana).getByText("Waits for Alex")).toBeVisible();

  const tag = unique("patio");
  await details(alex).getByRole("button", { name: "Add tag" }).first().click();
  await alex
    .getByPlaceholder("Find or create a tag")
    .or(alex.getByRole("combobox", { name: "Find or create a tag" }))
    .first()
    .fill(tag);
  await alex.getByRole("option", { name: new RegExp(tag) }).click();
  await alex.keyboard.press("Escape");
  await expect(details(ana).getByText(tag).first()).toBeVisible();

  await alex.getByRole("link", { name: "Notes", exact: true }).filter({ visible: true }).click();
  await ana.getByRole("link", { name: "Notes", exact: true }).filter({ visible: true }).click();
  await alex.getByRole("textbox", { name: "Add note" }).fill("Prefers mornings.");
  await alex.getByRole("button", { name: "Add note" }).click();
  const noteOf = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ hasText: "Prefers" });
  await expect(noteOf(ana)).toContainText("Prefers mornings.");
  await noteOf(alex).hover();
  await noteOf(alex).getByRole("button", { name: "Edit note" }).click();
  await alex.getByRole("textbox", { name: "Edit note" }).fill("Prefers evenings.");
  await alex.getByRole("button", { name: "Save" }).click();
  await expect(noteOf(ana)).toContainText("Prefers evenings.");
  await noteOf(alex).hover();
  await noteOf(alex).getByRole("button", { name: "Delete note" }).click();
  await alex.getByRole("alertdialog").or(alex.getByRole("dialog")).getByRole("button", { name: "Delete note" }).click();
  await expect(noteOf(ana)).toHaveCount(0);

  await alex.getByRole("link", { name: "History", exact: true }).filter({ visible: true }).click();
  await expect(alex.getByText(`${demo.admin.name} created the contact`)).toBeVisible();
  await expect(alex.getByText(/Alex Romero added the tag/)).toBeVisible();
  expectNoFaults(alex, ana);
  await ana.context().close();
});

test("where deleting many stops half-way, what became of the first is told and the rest stays selected", async () => {
  const family = unique("Half");
  const people = Array.from({ length: 101 }, (_, index) => `Person ${index} ${family}`);
  for (const name of people)
    await api.must("POST", "/v1/contacts", { websiteId: api.channelId, name, entryMethod: "API" });
  await alex.goto(`/contacts?search=${encodeURIComponent(family)}&limit=100`);
  const bar = alex.getByRole("toolbar").or(alex.getByRole("region", { name: "Actions for the selection" }));
  await alex.getByRole("checkbox", { name: "Select all on this page" }).click();
  await expect(bar).toContainText("100 selected");
  await alex.getByRole("button", { name: "Next page" }).click();
  await expect(alex.getByRole("row").filter({ hasText: family })).toHaveCount(1);
  await alex.getByRole("checkbox", { name: "Select all on this page" }).click();
  await expect(bar).toContainText("101 selected");
  let asked = 0;
  await alex.route(/contacts\.bulkDelete/, (route) => {
    asked += 1;
    if (asked !== 2) return route.continue();
    const data = { error: "rate_limited", httpStatus: 429, details: null };
    return route.fulfill({ status: 429, json: [{ error: { message: "Too many requests.", code: -32029, data } }] });
  });
  await bar.getByRole("button", { name: "Delete" }).click();
  const question = alex.getByRole("alertdialog").or(alex.getByRole("dialog"));
  await question.getByRole("button", { name: "Delete 101 contacts" }).click();
  const results = alex.getByRole("dialog", { name: /100 of 101 contacts deleted/ });
  await expect(results.getByRole("alert")).toContainText("1 contact was not reached and is still selected.");
  await expect(results.getByRole("listitem")).toHaveCount(100);
  await results.getByRole("button", { name: "Close" }).first().click();
  await expect(bar).toContainText("1 selected");
  await bar.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete 1 contact" }).click();
  await expect(alex.getByText("1 contact deleted")).toBeVisible();
  await alex.unroute(/contacts\.bulkDelete/);
});

test("contacts are deleted together, each with its own result, and vanish for a colleague", async ({ browser }) => {
  const family = unique("Bulk");
  const made: string[] = [];
  const names = ["Ada", "Bea", "Cleo", "Dora", "Eli"];
  for (const first of names) {
    const { id } = await api.must<{ id: string }>("POST", "/v1/contacts", {
      websiteId: api.channelId,
      name: `${first} ${family}`,
      entryMethod: "API",
    });
    made.push(id);
  }
  const list = `/contacts?search=${encodeURIComponent(family)}`;
  await alex.goto(list);
  const ana = await open(browser, demo.supervisor, list);
  for (const first of names) {
    await expect(ana.getByRole("row").filter({ hasText: `${first} ${family}` })).toBeVisible();
    await alex.getByRole("checkbox", { name: `Select ${first} ${family}` }).click();
  }
  const bar = alex.getByRole("toolbar").or(alex.getByRole("region", { name: "Actions for the selection" }));
  await expect(bar).toContainText("5 selected");
  // Who is deleted elsewhere, or no longer found here, is not selected any more.
  await api.must("DELETE", `/v1/contacts/${made[3]}`);
  await expect(bar).toContainText("4 selected");
  await api.must("PATCH", `/v1/contacts/${made[4]}`, { name: "Somebody else" });
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Delete" }).click();
  const asked = alex.getByRole("alertdialog").or(alex.getByRole("dialog"));
  await expect(asked).toContainText("Delete 3 contacts?");
  // Someone else deletes one of them first: the result says so.
  await alex.route(/contacts\.bulkDelete/, async (route) => {
    await api.must("DELETE", `/v1/contacts/${made[1]}`);
    await route.continue();
  });
  await asked.getByRole("button", { name: "Delete 3 contacts" }).click();
  const results = alex.getByRole("dialog", { name: /2 of 3 contacts deleted/ });
  await expect(results.getByRole("listitem")).toHaveCount(3);
  await expect(results.getByRole("listitem").filter({ hasText: "Bea" })).toContainText("Not deleted");
  await results.getByRole("button", { name: "Close" }).first().click();
  await alex.unroute(/contacts\.bulkDelete/);
  await expect(ana.getByRole("row").filter({ hasText: family })).toHaveCount(0);
  await expect(ana.getByText("No contacts match")).toBeVisible();
  const left = await Promise.all(made.map(async (id) => (await api.call("GET", `/v1/contacts/${id}`)).status));
  expect(left).toEqual([404, 404, 404, 404, 200]);
  expectNoFaults(alex, ana);
  await ana.context().close();
});
