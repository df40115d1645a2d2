import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { Browser } from "#server/testing/browser.ts";
import { workerDatabase } from "#server/testing/database-server.ts";
import { hasCompany } from "./first-run.ts";
import { setupApp } from "./http.ts";

// An installation of its own: the worker's database has companies already.
beforeAll(async () => {
  const url = await workerDatabase(inject("testServer"), `first_run_${process.pid}`);
  openTenantPool(url, 4);
  openSystemPool(url, 6);
});
afterAll(async () => {
  await closeTenantPool();
  await closeSystemPool();
});

const password = "tea at the harbour";
const company = (email: string) => ({
  name: "Acme",
  settings: { locale: "es", timeZone: "Europe/Madrid", country: "ES" },
  admin: { name: "Ana", email, password },
});

function setUp(body: unknown, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return setupApp.request("/", init);
}

describe("the first-run wizard", () => {
  it("takes nothing from other sites, and names what is wrong", async () => {
    expect((await setUp(company("a@example.com"), { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await setUp(company("a@example.com"), {})).status).toBe(403);
    const weak = await setUp({
      ...company("a@example.com"),
      admin: { ...company("a@example.com").admin, password: "12345678" },
    });
    expect([weak.status, await weak.json()]).toMatchObject([400, { details: [{ field: "admin.password" }] }]);
    const empty = await setUp({});
    expect([empty.status, await empty.json()]).toMatchObject([400, { error: "validation_error" }]);
    expect(await hasCompany()).toBe(false);
  });

  it("makes one company, however many ask at once, and is closed for ever afterwards", async () => {
    const emails = ["a", "b", "c", "d"].map((name) => `${name}@example.com`);
    const answers = await Promise.all(emails.map((email) => setUp(company(email))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect(await hasCompany()).toBe(true);
    const winner = emails[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect((await new Browser().signIn(winner, password)).status).toBe(200);
    expect((await setUp(company("late@example.com"))).status).toBe(403);
    const { rows } = await systemPool().query(`select "name", "planId", "settings" from companies`);
    expect(rows).toEqual([{ name: "Acme", planId: "own", settings: company("").settings }]);
  });
});
