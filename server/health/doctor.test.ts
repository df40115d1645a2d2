import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { deleteWebhook } from "#server/webhooks/deleting.ts";
import { checkUpgrade, diagnose } from "./doctor.ts";
import { connectionsState } from "./thresholds.ts";

const company = await openCompany("Acme", allFurniture);

afterEach(async () => {
  await systemPool().query(`delete from webhooks where "id" = $1`, [company.given.webhookId]);
});

const found = async (check: string) => (await diagnose()).findings.find((one) => one.check === check);

it("a secret that is not the one of the stored secrets is found, before anybody relies on it [P4]", async () => {
  expect(await found("secrets")).toMatchObject({ state: expect.stringMatching(/ok|warning/) });
  // The first of its table.
  await systemPool().query(`insert into lasting_keys ("purpose", "key") values ('!', 'abcdef.sealed-by-another')`);
  const said = await found("secrets").finally(() =>
    systemPool().query(`delete from lasting_keys where "purpose" = '!'`),
  );
  expect(said).toMatchObject({ state: "failed", says: expect.stringMatching(/NEXTAUTH_SECRET.*lasting_keys/) });
});

it("a deleted webhook, whose secret is gone, says nothing about the secret of the others [P4]", async () => {
  const add = () =>
    createWebhook.execute(company.admin, { url: "https://example.com/doctor", eventTypes: ["contact/created"] });
  await add();
  const { id } = await add();
  await deleteWebhook.execute(company.admin, { webhookId: id });
  expect(await found("secrets")).toMatchObject({ state: expect.stringMatching(/ok|warning/) });
});

it("connections of other roles are counted, from which nothing else can be read [P4]", async () => {
  const counted = async () =>
    Number((await found("connections"))?.says.match(/^(\d+) of \d+ connections are used/)?.[1]);
  const { rows } = await systemPool().query<{ reads: boolean }>(
    `select pg_has_role('pg_read_all_stats', 'usage') as "reads"`,
  );
  expect(rows).toEqual([{ reads: false }]);
  // Many more than other tests open and close meanwhile.
  const others = Array.from({ length: 30 }, () => new pg.Client({ connectionString: env.databaseUrl ?? "" }));
  try {
    for (const other of others) await other.connect();
    expect(await counted()).toBeGreaterThanOrEqual(others.length);
  } finally {
    await Promise.all(others.map((other) => other.end()));
  }
  expect([connectionsState({ used: 80, most: 100 }), connectionsState({ used: 81, most: 100 })]).toEqual([
    "ok",
    "warning",
  ]);
});

it("versions, clocks and disk are looked at, each with a sentence [P4]", async () => {
  const { findings } = await diagnose();
  for (const check of ["node", "postgresql", "migrations", "database", "connections", "clocks", "disk", "dataFolder"])
    expect(findings).toContainEqual({ check, state: expect.any(String), says: expect.stringMatching(/.{6,}/) });
  expect(findings.filter(({ says }) => says.startsWith("It could not be looked at"))).toEqual([]);
});

it("a database of this version is up to date, with nothing to apply [P4]", async () => {
  expect(await checkUpgrade()).toMatchObject({ current: true, pending: [], unknown: [] });
});
