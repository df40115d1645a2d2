import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { demo, open, phone, unique } from "./fixtures/workspace.ts";

type Contact = { id: string; name: string };

let api: Api;
let admin: Page;

test.beforeAll(async ({ browser }) => {
  admin = await open(browser, demo.admin, "/contacts");
  api = await Api.of(admin.context());
});

test.afterAll(async () => {
  await admin.context().close();
});

const contact = (name: string, more: Record<string, unknown> = {}) =>
  api.must<Contact>("POST", "/v1/contacts", { websiteId: api.channelId, name, ...more });
const rows = (page: Page) => page.locator("tr[data-row]");
const names = (page: Page) => rows(page).locator("td a").allInnerTexts();
/** People may share a name, not an address. */
const addresses = (page: Page) =>
  rows(page)
    .locator("td a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
/* Without the initials of the picture. */
const plain = (text: string) => text.split("\n").at(-1)?.trim() ?? "";

/** Unlike every other word: the search also finds what is nearly the same. */
const rareWord = () => Array.from({ length: 9 }, () => "bcdfghjklmnpqrstvwxz"[Math.floor(Math.random() * 20)]).join("");

async function violations(page: Page): Promise<unknown[]> {
  // On the way from page to page there is none for a moment.
  await expect(page).toHaveTitle(/\S/);
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

test("the table is searched, filtered, sorted and paged, all of it in the address", async () => {
  const word = rareWord();
  await Promise.all([
    contact(`${word} Beta`, { status: "client", rating: 5 }),
    contact(`${word} alfa`, { status: "client", email: `${word}@example.com` }),
    contact(`${word} Gamma`, { status: "new", assignedTo: api.userId }),
  ]);
  await admin.goto("/contacts");
  await expect(rows(admin).first()).toBeVisible();
  await admin.keyboard.press("/");
  await expect(admin.getByRole("searchbox")).toBeFocused();
  await admin.keyboard.type(word);
  await expect(rows(admin)).toHaveCount(3);
  await expect(admin).toHaveURL(new RegExp(`search=${word}`));

  await admin.getByRole("button", { name: "Name", exact: true }).click();
  await expect(admin).toHaveURL(/orderBy=name&order=asc/);
  const sorted = ["alfa", "Beta", "Gamma"].map((name) => `${word} ${name}`);
  await expect.poll(async () => (await names(admin)).map(plain)).toEqual(sorted);

  await admin.getByRole("button", { name: "Filter", exact: true }).click();
  await admin.getByRole("option", { name: "Status", exact: true }).click();
  await admin.getByRole("option", { name: "Client", exact: true }).click();
  await admin.keyboard.press("Escape");
  await expect(rows(admin)).toHaveCount(2);
  await admin.reload();
  await expect(rows(admin)).toHaveCount(2);
  await expect(admin.getByRole("searchbox")).toHaveValue(word);
  expect(await violations(admin)).toEqual([]);
  await admin.getByRole("button", { name: "Remove Status Client" }).click();
  await expect(rows(admin)).toHaveCount(3);

  await admin.getByRole("button", { name: "Clear search" }).click();
  await expect(rows(admin)).toHaveCount(25);
  const first = await addresses(admin);
  await admin.getByRole("button", { name: "Next page" }).click();
  await expect(admin).toHaveURL(/page=2/);
  await expect.poll(async () => (await addresses(admin)).filter((one) => !first.includes(one)).length).toBe(25);
  expectNoFaults(admin);
});

test("a row is opened and left by the keyboard alone, and the table is as it was", async () => {
  await admin.goto("/contacts?orderBy=name&order=asc");
  await expect(rows(admin).first()).toBeVisible();
  await rows(admin).first().focus();
  await admin.keyboard.press("j");
  await expect(rows(admin).nth(1)).toBeFocused();
  const name = plain((await names(admin))[1] ?? "");
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("heading", { level: 1, name })).toBeVisible();
  await admin.goBack();
  await expect(admin).toHaveURL(/orderBy=name&order=asc/);
  await expect(rows(admin)).toHaveCount(25);
});

test("who may only read is offered nothing to change, on a phone too", async ({ browser }) => {
  const made = await contact(unique("Read only"), { email: "read.only@example.com" });
  const viewer = await open(browser, demo.viewer, "/contacts", { viewport: phone, hasTouch: true });
  await expect(rows(viewer).first()).toBeVisible();
  await expect(viewer.getByRole("button", { name: "New contact" })).toHaveCount(0);
  await expect(viewer.getByRole("checkbox")).toHaveCount(0);
  expect(await violations(viewer)).toEqual([]);
  await viewer.goto(`/contacts/${made.id}`);
  await expect(viewer.getByText("read.only@example.com")).toBeVisible();
  await expect(viewer.getByRole("button", { name: /: (?:.*\. Edit|Add)$/ })).toHaveCount(0);
  await expect(viewer.getByRole("button", { name: "Add tag" })).toHaveCount(0);
  expect(await violations(viewer)).toEqual([]);
  await viewer.getByRole("link", { name: "Notes" }).first().click();
  await expect(viewer.getByText("No notes yet")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Add note" })).toHaveCount(0);
  expect(await violations(viewer)).toEqual([]);
  expectNoFaults(viewer);
  await viewer.context().close();
});

test("the command palette finds contacts from anywhere", async () => {
  const name = `Palette ${rareWord()}`;
  const made = await contact(name);
  await admin.goto("/inbox");
  await expect(admin.getByRole("heading").first()).toBeVisible();
  await admin.keyboard.press("Control+k");
  await admin.keyboard.type(name);
  await admin.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await expect(admin).toHaveURL(new RegExp(made.id));
});
