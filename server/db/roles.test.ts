import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StartFault } from "#server/config/start-fault.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { type EmbeddedDatabase, startDatabase } from "./embedded.ts";
import { applyMigrations } from "./migrate.ts";
import { migrate } from "./opening.ts";
import { DatabaseFault, ensureLogin, ensureRoles } from "./roles.ts";

// A server of its own: roles belong to all databases of one.
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-roles-"));
let server: EmbeddedDatabase;
let url: string;

beforeAll(async () => {
  server = await startDatabase({ dataDir, throwaway: true });
  url = server.url;
});

afterAll(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function ask<Row extends pg.QueryResultRow>(address: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

function asUser(name: string, database: string): string {
  const address = new URL(url);
  address.username = name;
  address.password = "secret";
  address.pathname = `/${database}`;
  return address.href;
}

it("says what to run where the roles are missing and may not be made, and goes on once it was run [found K9]", async () => {
  await ask(url, "create role plain login password 'secret'", "create database restored owner plain");
  const address = asUser("plain", "restored");
  const fault = await ensureRoles(address).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(DatabaseFault);
  const statements = String(fault).match(/create role \w+ nologin; grant \w+ to \w+;/g) ?? [];
  expect(statements).toHaveLength(2);
  await ask(url, ...statements);
  await ensureRoles(address);
  await ask(url, "drop database restored", "drop role parley_app, parley_system");
});

it("makes the roles where it may, before the migrations, as often as it is asked [found K9]", async () => {
  await ask(url, "create role maker login createrole password 'secret'", "create database made owner maker");
  await ensureRoles(asUser("maker", "made"));
  await ensureRoles(asUser("maker", "made"));
  expect(await ask(asUser("maker", "made"), "set role parley_app", "select current_user::text as me")).toEqual([
    { me: "parley_app" },
  ]);
  await Promise.all([ensureRoles(url), ensureRoles(url), ensureRoles(url)]);
});

it("says whom to make the owner where the user may make no tables, and goes on once it is [P4]", async () => {
  await ensureRoles(url);
  await ask(url, "create role stranger login password 'secret'", 'create database "not-ours"');
  await ask(url, "grant parley_app, parley_system to stranger");
  const address = asUser("stranger", "not-ours");
  const fault = await migrate(address).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StartFault);
  const [statement = ""] = String(fault).match(/alter database .*;/) ?? [];
  expect(statement).toBe('alter database "not-ours" owner to "stranger";');
  await ask(url, statement);
  await migrate(address);
  await ask(url, 'drop database "not-ours" with (force)', "drop role stranger");
});

it("lets the application sign in only as a role that owns and governs nothing [found S20]", async () => {
  await ensureRoles(url);
  await applyMigrations(url);
  await prepareJobs(url);
  const [login, again] = await Promise.all([ensureLogin(url), ensureLogin(url)]);
  expect(again).toBe(login);
  const [self] = await ask(
    login,
    `select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as governs,
       exists (select from pg_class where relowner = r.oid) or exists (select from pg_namespace where nspowner = r.oid)
       or exists (select from pg_database where datdba = r.oid) as owns
     from pg_roles r where rolname = current_user`,
  );
  expect(self).toEqual({ governs: false, owns: false });
  for (const statement of ["select from contacts", "create table x (a int)", "set role parley", "create role y"]) {
    await expect(ask(login, statement), statement).rejects.toThrow(/denied/);
  }
  for (const role of ["parley_app", "parley_system"]) {
    expect(await ask(login, `set role ${role}`, "select count(*)::int as n from contacts")).toEqual([{ n: 0 }]);
    await expect(ask(login, `set role ${role}`, "drop table contacts")).rejects.toThrow(/must be owner/);
  }
  const added = await ask<{ id: string }>(
    login,
    "set role parley_system",
    "select id from graphile_worker.add_job('anything', '{}')",
  );
  expect(added).toHaveLength(1);
});

it("says to restore once more where a dump was restored before its roles existed [found K9]", async () => {
  const owned = "drop owned by parley_app, parley_system cascade";
  const others = ["drop database made", "drop role parley_login"];
  await ask(url, owned, ...others, "drop role parley_app, parley_system");
  await expect(ensureRoles(url)).rejects.toThrow(/restore the dump once more/);
  expect(await ask(url, "select count(*)::int as n from pg_roles where rolname like 'parley\\_%'")).toEqual([{ n: 2 }]);
});
