import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { closeTenantPool, inCompany, inTransaction, openTenantPool } from "./pool.ts";
import { execute, rows, sql } from "./sql.ts";
import { closeSystemPool, openSystemPool, systemPool } from "./system.ts";

// Positions are the relay's own bookkeeping: only the system door reads them.
const systemOnly = ["event_positions"];
const a = newId();
const b = newId();
let owner: pg.Pool;

async function catalogue<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await owner.query<Row>(text)).rows;
}

const tenantTables = `
  select c.relname as name, c.oid, c.relrowsecurity as enabled, c.relforcerowsecurity as forced
  from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'companyId' and not t.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`;

type Table = { name: string; oid: number; enabled: boolean; forced: boolean };

beforeAll(async () => {
  const url = env.databaseUrl ?? "";
  owner = new pg.Pool({ connectionString: url, max: 2 });
  openTenantPool(url, 2);
  openSystemPool(url, 2);
  await systemPool().query(`insert into plans ("id", "name", "description", "tier", "leadLimit", "conversationLimit",
    "channelLimit", "userLimit", "priceUSD", "priceARS") values ('catalogue', '', '', 'TIER_0', 1, 1, 1, 1, 0, 0)
    on conflict do nothing`);
  for (const id of [a, b]) {
    await systemPool().query(`insert into companies ("id", "name", "planId") values ($1, $2, 'catalogue')`, [id, id]);
    await systemPool().query(
      `insert into phases ("companyId", "id", "name", "order", "type") values ($1, $2, 'New', 0, 'progress')`,
      [id, newId()],
    );
  }
});

afterAll(async () => {
  await closeTenantPool();
  await closeSystemPool();
  await owner.end();
});

describe("every table with companyId", () => {
  it("has row level security, forced, with the two policies", async () => {
    const tables = (await catalogue<Table>(tenantTables)).filter(({ name }) => !systemOnly.includes(name));
    expect(tables.length).toBeGreaterThan(25);
    expect(tables.filter(({ enabled, forced }) => !enabled || !forced).map(({ name }) => name)).toEqual([]);
    const policies = await catalogue<{
      tablename: string;
      policyname: string;
      qual: string;
      with_check: string;
      roles: string;
    }>(`select tablename, policyname, qual, with_check, roles::text from pg_policies where schemaname = 'public'`);
    for (const { name } of tables) {
      const own = policies.filter(({ tablename }) => tablename === name);
      expect(own.map(({ policyname }) => policyname).sort(), name).toEqual(["system", "tenant"]);
      const tenant = own.find(({ policyname }) => policyname === "tenant");
      expect(tenant?.roles, name).toBe("{parley_app}");
      expect(tenant?.qual, name).toContain("parley_company");
      expect(tenant?.with_check, name).toContain("parley_company");
    }
  });

  it("begins its primary key with companyId", async () => {
    const keys = await catalogue<{ name: string; first: string }>(`
      select c.relname as name, t.attname as first from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute t on t.attrelid = c.oid and t.attnum = i.indkey[0]
      where i.indisprimary and c.relnamespace = 'public'::regnamespace`);
    const tables = (await catalogue<Table>(tenantTables)).map(({ name }) => name);
    // A delta has no identity of its own: it is appended and folded.
    const wrong = keys.filter(
      ({ name, first }) => tables.includes(name) && first !== "companyId" && name !== "list_counter_deltas",
    );
    expect(wrong).toEqual([]);
  });

  it("carries companyId in every foreign key between tenant tables", async () => {
    const foreign = await catalogue<{ name: string; constraint: string; columns: string[] }>(`
      select c.relname as name, k.conname as constraint,
        array(select t.attname::text from unnest(k.conkey) n join pg_attribute t on t.attrelid = k.conrelid and t.attnum = n) as columns
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`);
    const tables = (await catalogue<Table>(tenantTables)).map(({ name }) => name);
    const wrong = foreign.filter(({ name, columns }) => tables.includes(name) && !columns.includes("companyId"));
    expect(wrong).toEqual([]);
  });

  it("refuses to change companyId", async () => {
    const guarded = await catalogue<{ name: string }>(`
      select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'keep_company'`);
    const names = guarded.map(({ name }) => name);
    const tables = (await catalogue<Table>(tenantTables)).filter(({ name }) => !systemOnly.includes(name));
    expect(tables.filter(({ name }) => !names.includes(name)).map(({ name }) => name)).toEqual([]);
    await expect(
      systemPool().query(`update phases set "companyId" = $1 where "companyId" = $2`, [b, a]),
    ).rejects.toThrow(/cannot change/);
  });

  it("is served by a role that neither owns tables nor bypasses security", async () => {
    const roles = await catalogue<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean }>(
      `select rolname, rolsuper, rolbypassrls from pg_roles where rolname = 'parley_app'`,
    );
    expect(roles).toEqual([{ rolname: "parley_app", rolsuper: false, rolbypassrls: false }]);
    const owned = await catalogue(`select 1 from pg_class where relowner = 'parley_app'::regrole`);
    expect(owned).toEqual([]);
  });
});

describe("what happened", () => {
  it("is written once by the application, and given its place, scrubbed or let go by the system alone [found S20]", async () => {
    const may = async (role: string, right: string) =>
      (
        await catalogue<{ column: string }>(`
          select attname::text as "column" from pg_attribute where attrelid = 'events'::regclass and attnum > 0
            and not attisdropped and has_column_privilege('${role}', attrelid, attnum, '${right}') order by attnum`)
      ).map(({ column }) => column);
    const all = await may("parley_app", "SELECT");
    expect(all).toContain("data");
    expect(await may("parley_app", "UPDATE")).toEqual([]);
    expect(await may("parley_app", "INSERT")).toEqual(
      all.filter((one) => !["ordinal", "seq", "position"].includes(one)),
    );
    expect(await may("parley_system", "UPDATE")).toEqual(all);
    const [rights] = await catalogue<{ app: boolean; system: boolean }>(`
      select has_table_privilege('parley_app', 'events', 'DELETE') as app,
        has_table_privilege('parley_system', 'events', 'DELETE') as system`);
    expect(rights).toEqual({ app: false, system: true });
    for (const statement of [sql`update events set "type" = 'x'`, sql`delete from events`]) {
      await expect(inTransaction(a, () => execute(statement))).rejects.toThrow(/permission denied/);
    }
  });
});

describe("the tenant pool", () => {
  const seen = (company: string) =>
    inCompany(company, () => rows<{ companyId: string }>(sql`select "companyId" from phases`));

  it("shows each company its own rows, also when connections are shared", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ofA, ofB] = await Promise.all([seen(a), seen(b)]);
      expect(ofA).toEqual([{ companyId: a }]);
      expect(ofB).toEqual([{ companyId: b }]);
    }
  });

  it("shows nothing without a scope", async () => {
    expect(await rows(sql`select * from phases`)).toEqual([]);
  });

  it("refuses to write for another company", async () => {
    const write = inTransaction(a, () =>
      execute(
        sql`insert into phases ("companyId", "id", "name", "order", "type") values (${b}, ${newId()}, 'x', 9, 'lost')`,
      ),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it("cannot reach another company's row by key", async () => {
    const [foreign] = await seen(b);
    const touched = await inTransaction(a, () =>
      execute(sql`update phases set "name" = 'stolen' where "companyId" = ${foreign?.companyId}`),
    );
    expect(touched).toBe(0);
  });

  it("keeps the transaction's company when a nested call asks for another", async () => {
    await expect(inTransaction(a, () => inCompany(b, () => rows(sql`select 1`)))).rejects.toThrow(/another company/);
  });
});
