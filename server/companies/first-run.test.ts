import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { Browser } from "#server/testing/browser.ts";
import { workerDatabase } from "#server/testing/database-server.ts";
import { hasCompany } from "./first-run.ts";
import { setupApp } from "./http.ts";
import { setupCode } from "./setup-code.ts";

// An installation of its own: the worker's database has companies already.
beforeAll(async () => {
  const url = await workerDatabase(inject("testServer"), `first_run_${process.pid}`);
  connectListeners();
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
    headers: { "content-type": "application/json", host: "localhost:3000", ...headers },
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

  it("asks remote clients for the code from the log [found S19]", async () => {
    const outside = { host: "inbox.example.com", "sec-fetch-site": "same-origin" };
    const state = async (host: string) => (await setupApp.request("/", { headers: { host } })).json();
    expect(await state("localhost:3000")).toEqual({ open: true, codeNeeded: false });
    expect(await state("127.0.0.1:3000")).toEqual({ open: true, codeNeeded: false });
    expect(await state("inbox.example.com")).toEqual({ open: true, codeNeeded: true });
    expect(setupCode()).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const without = await setUp(company("a@example.com"), outside);
    expect([without.status, await without.json()]).toMatchObject([
      400,
      { details: [{ field: "code", code: "required" }] },
    ]);
    const wrong = await setUp({ ...company("a@example.com"), code: "2345-6789-ABCD" }, outside);
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { details: [{ field: "code", code: "wrong_code" }] },
    ]);
    expect(await hasCompany()).toBe(false);
    // Only with the right code is the rest of the request checked.
    const code = setupCode().toLowerCase().replaceAll("-", " ");
    const rest = await setUp({ code }, outside);
    expect([rest.status, await rest.json()]).toMatchObject([400, { details: [{ field: "name" }, { field: "admin" }] }]);
    const tries = await Promise.all(Array.from({ length: 12 }, () => setUp({ code: "x" }, outside)));
    expect(tries.map(({ status }) => status)).toContain(429);
  });

  it("makes one company, however many ask at once, and refuses the others at once and for ever [found S19]", async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
    const begun = performance.now();
    const answers = await Promise.all(emails.map((email) => setUp(company(email))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    expect(performance.now() - begun).toBeLessThan(8000);
    expect(await hasCompany()).toBe(true);
    const winner = emails[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect((await new Browser().signIn(winner, password)).status).toBe(200);
    expect((await setUp(company("late@example.com"))).status).toBe(409);
    const { rows } = await systemPool().query(`select "name", "planId", "settings" from companies`);
    expect(rows).toEqual([{ name: "Acme", planId: "own", settings: company("").settings }]);
  });
});
