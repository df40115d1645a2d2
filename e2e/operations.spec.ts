import fs from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { base, demo, open, unique } from "./fixtures/workspace.ts";

let alex: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  alex = await open(browser, demo.admin, "/settings");
  api = await Api.of(alex.context());
});

test.afterAll(async () => {
  expectNoFaults(alex);
  await alex.context().close();
});

test("a request is found again by its X-Request-ID, and shows in what its token was used for", async () => {
  const requestId = unique("ticket").replaceAll(/[^\w.-]/g, "-");
  const headers = { authorization: `Bearer ${api.token}`, "x-request-id": requestId };
  expect((await fetch(`${base}/v1/contacts/nobody`, { headers })).status).toBe(404);
  await alex.goto("/settings/requests");
  await alex.getByRole("searchbox", { name: "X-Request-ID" }).fill(requestId);
  // Written within a second or two, and the page looks again by itself.
  const found = alex.getByRole("row").filter({ hasText: requestId });
  await expect(found).toContainText("/v1/contacts/{contactId}", { timeout: 15_000 });
  await expect(found).toContainText("404");
  await expect(found).toContainText("not_found");
  await alex.goto("/settings/tokens");
  await alex
    .getByRole("row")
    .filter({ hasText: `…${api.token.slice(-4)}` })
    .getByRole("link", { name: /request/ })
    .click();
  await expect(alex).toHaveURL(/\/settings\/requests\?token=/);
  await expect(alex.getByRole("row").filter({ hasText: requestId })).toBeVisible();
});

test("an action appears in the audit log at once, links to its record, and can be exported", async () => {
  const name = unique("Audited");
  await alex.goto("/settings/audit");
  await expect(alex.getByRole("table")).toBeVisible();
  await api.must("POST", "/v1/operator-tags", { name, color: "#0F766E" });
  const row = alex.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Created the tag");
  await expect(row).toContainText("API token “Journeys” (Alex Romero)");
  const id = await api.conversation(unique("Audit Ann"), "Hello");
  await api.must("PATCH", `/v1/conversations/${id}`, { amount: 12 });
  await alex.getByRole("searchbox", { name: "Name, text or record ID" }).fill(id);
  const changed = alex.getByRole("row").filter({ hasText: /Changed the conversation with .*: amount/ });
  // Once the search has come through, other journeys' deeds are gone from the table.
  await expect(changed).toHaveCount(1);
  await expect(alex.getByRole("row").filter({ hasText: "Switched the bot off" })).toHaveCount(1);
  await changed.getByRole("cell").first().click();
  await expect(alex.getByRole("dialog")).toContainText("conversations.patch");
  await alex.keyboard.press("Escape");
  const downloading = alex.waitForEvent("download");
  await alex.getByRole("button", { name: "Export CSV" }).click();
  const file = await fs.readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("conversations.patch,conversation/updated,conversation,");
  expect(file).not.toContain(name);
  await changed.getByRole("link").click();
  await expect(alex).toHaveURL(new RegExp(`/inbox/${id}`));
});

test("health and plan show how things are, to administrators only", async ({ browser }) => {
  await alex.goto("/settings/health");
  const check = (id: string) => alex.locator(`[data-check=${id}]`);
  for (const id of ["worker", "relay", "jobs", "migrations", "database", "echo"]) {
    await expect(check(id), id).toHaveAttribute("data-state", "ok", { timeout: 15_000 });
  }
  await expect(check("echo")).toContainText(/\d+ ms/);
  await alex.goto("/settings/plan");
  const contacts = alex.locator("dl > div").filter({ has: alex.getByText("Contacts", { exact: true }) });
  await expect(contacts).toContainText("no limit");
  await expect(alex.getByRole("progressbar", { name: "Channels" })).toBeVisible();
  const used = async () => Number(((await contacts.textContent()) ?? "").replace(/\D/g, ""));
  const before = await used();
  await api.must("POST", "/v1/contacts", { websiteId: api.channelId, name: unique("Counted"), entryMethod: "API" });
  await expect.poll(used).toBe(before + 1);
  const ana = await open(browser, demo.supervisor, "/settings/health");
  await expect(ana.getByText("You don’t have access to this page")).toBeVisible();
  await expect(ana.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  expectNoFaults(ana);
  await ana.context().close();
});
