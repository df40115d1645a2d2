import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, inject, it } from "vitest";
import { scratchDatabase } from "#server/testing/database-server.ts";
import { applyMigrations } from "./migrate.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-migrations-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function migrations(name: string, scripts: Record<string, string>): string {
  for (const [migration, sql] of Object.entries(scripts)) {
    fs.mkdirSync(path.join(folder, name, migration), { recursive: true });
    fs.writeFileSync(path.join(folder, name, migration, "migration.sql"), sql);
  }
  return path.join(folder, name);
}

const first = { "20260101000000_first": "create table things (id int primary key);" };
const functions = `
  create function answer() returns int language plpgsql as $$ begin return 42; end; $$;
  do $do$ begin insert into things values (1); insert into things values (answer()); end $do$;`;

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

describe("applyMigrations", () => {
  it("runs functions and DO blocks whole, and does each migration once", async () => {
    const url = await scratchDatabase(inject("testServer"), "whole");
    const place = migrations("whole", { ...first, "20260102000000_functions": functions });
    expect(await applyMigrations(url, place)).toEqual(["20260101000000_first", "20260102000000_functions"]);
    expect(await applyMigrations(url, place)).toEqual([]);
    expect(await ask(url, "select id from things order by id")).toEqual([{ id: 1 }, { id: 42 }]);
    const recorded = await ask(url, "select migration_name from _prisma_migrations where finished_at is not null");
    expect(recorded).toHaveLength(2);
  });

  it("leaves nothing of a run that fails, names the cause, and works once it is repaired", async () => {
    const url = await scratchDatabase(inject("testServer"), "failing");
    const bad = "create table more (id int); select no_such_function();";
    const place = migrations("failing", { ...first, "20260102000000_bad": bad });
    await expect(applyMigrations(url, place)).rejects.toThrow(/no_such_function/);
    expect(await ask(url, "select to_regclass('things') as things")).toEqual([{ things: null }]);
    migrations("failing", { "20260102000000_bad": "create table more (id int);" });
    expect(await applyMigrations(url, place)).toHaveLength(2);
  });

  it("refuses a database that a newer version has been at, and changes nothing there", async () => {
    const url = await scratchDatabase(inject("testServer"), "newer");
    await applyMigrations(
      url,
      migrations("newer", { ...first, "20260103000000_later": "create table later (id int);" }),
    );
    const older = migrations("older", { ...first, "20260102000000_functions": functions });
    await expect(applyMigrations(url, older)).rejects.toThrow(/newer version of Parley \(20260103000000_later\)/);
    expect(await ask(url, "select id from things")).toEqual([]);
  });

  it("lets two processes that start together take turns", async () => {
    const url = await scratchDatabase(inject("testServer"), "together");
    const place = migrations("together", { ...first, "20260102000000_functions": functions });
    const both = await Promise.all([applyMigrations(url, place), applyMigrations(url, place)]);
    expect(both.map((names) => names.length).sort()).toEqual([0, 2]);
  });
});
