import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { isLost, isRetryable, mapDatabaseError } from "./errors.ts";
import { currentClient, inCompany, inTransaction } from "./pool.ts";
import { prisma } from "./prisma.ts";
import { execute, row, sql } from "./sql.ts";
import { systemPool } from "./system.ts";

const company = await openCompany("Prisma", allFurniture);
const other = await furnishedCompany("Elsewhere", allFurniture);
afterAll(async () => {
  await other.close();
});

const inside = <T>(work: () => Promise<T>) => inCompany(company.companyId, work);
const change = <T>(work: () => Promise<T>) => inTransaction(company.companyId, work);
const tag = (name: string, companyId = company.companyId) => ({
  ...{ companyId, id: newId(), name, nameKey: name.toLowerCase(), color: "#112233" },
  ...{ createdAt: new Date(), updatedAt: new Date() },
});
const addTag = async (name: string) => {
  const data = tag(name);
  await inside(() => prisma.operatorTag.create({ data }));
  return data;
};
const key = ({ companyId, id }: { companyId: string; id: string }) => ({ companyId_id: { companyId, id } });

/** What a statement fails with, by either door. */
const failing = (work: () => Promise<unknown>) =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

describe("prisma in a company", () => {
  it("runs in the command's own transaction: nothing stays of one that is undone", async () => {
    const data = tag("Undone");
    const undone = change(async () => {
      await prisma.operatorTag.create({ data });
      const seen = await row<{ name: string }>(sql`select "name" from operator_tags where "id" = ${data.id}`);
      expect(seen).toEqual({ name: "Undone" });
      await execute(sql`update operator_tags set "name" = 'Changed' where "id" = ${data.id}`);
      const found = await prisma.operatorTag.findFirst({ where: { companyId: company.companyId, id: data.id } });
      expect(found?.name).toBe("Changed");
      throw new Error("not this one");
    });
    await expect(undone).rejects.toThrow("not this one");
    const where = { companyId: company.companyId, id: data.id };
    expect(await inside(() => prisma.operatorTag.findFirst({ where }))).toBeNull();
  });

  it("finds in each call what is that company's, also when two ask at the same moment", async () => {
    const mine = await addTag("Mine");
    const theirs = tag("Theirs", other.companyId);
    await inCompany(other.companyId, () => prisma.operatorTag.create({ data: theirs }));
    const ask = ({ companyId, id }: typeof mine) =>
      inCompany(companyId, () => prisma.operatorTag.findFirst({ where: { companyId, id } }));
    const found = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 ? mine : theirs)));
    expect(found.map((one) => one?.name)).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 ? "Mine" : "Theirs")));
  });

  it("demands that conditions and data name the company of the call", async () => {
    const { companyId } = other;
    const found = tag("Nobody's");
    const wrong: (() => Promise<unknown>)[] = [
      () => prisma.operatorTag.findMany(),
      () => prisma.operatorTag.findMany({ where: {} }),
      () => prisma.operatorTag.findFirst({ where: { id: found.id } }),
      () => prisma.operatorTag.findMany({ where: { companyId } }),
      () => prisma.operatorTag.findMany({ where: { OR: [{ companyId: company.companyId }, { name: "x" }] } }),
      () => prisma.operatorTag.count(),
      () => prisma.operatorTag.updateMany({ data: { name: "x" } }),
      () => prisma.operatorTag.update({ where: key(tag("x", companyId)), data: { name: "x" } }),
      () => prisma.operatorTag.delete({ where: key(tag("x", companyId)) }),
      () => prisma.operatorTag.deleteMany(),
      () => prisma.operatorTag.create({ data: tag("x", companyId) }),
      () => prisma.operatorTag.createMany({ data: [found, tag("x", companyId)] }),
      () => prisma.operatorTag.upsert({ where: key(found), create: tag("x", companyId), update: {} }),
      () => prisma.company.findFirst({ where: { id: companyId } }),
    ];
    for (const work of wrong) await expect(inside(work)).rejects.toThrow("must name the company");
    const where = { companyId: company.companyId };
    await expect(prisma.operatorTag.findMany({ where })).rejects.toThrow("outside a company");
    expect(await inside(() => prisma.operatorTag.count({ where: { companyId: company.companyId, name: "x" } }))).toBe(
      0,
    );
  });

  it("refuses a condition that is undefined, which would match every row", async () => {
    const { companyId } = company;
    const id: string | undefined = undefined;
    await expect(inside(() => prisma.operatorTag.deleteMany({ where: { companyId, id } }))).rejects.toThrow(
      "undefined",
    );
    const nested = { companyId, OR: [{ id }] };
    await expect(inside(() => prisma.operatorTag.findMany({ where: nested }))).rejects.toThrow("undefined");
  });

  it("refuses what would begin a transaction: nested writes and connections", async () => {
    const { companyId } = company;
    const token = { id: newId(), name: "n", hash: newId(), prefix: "sk_test_", last4: "abcd" };
    const user = { companyId, id: newId(), name: "n", email: `${newId()}@example.com`, role: "agent" as const };
    const nested: (() => Promise<unknown>)[] = [
      () => prisma.user.create({ data: { ...user, tokens: { create: token } } }),
      () =>
        prisma.user.update({
          where: key({ companyId, id: company.admin.userId ?? "" }),
          data: { tokens: { create: token } },
        }),
    ];
    for (const work of nested) {
      await expect(inside(work)).rejects.toThrow("begins no transaction");
      await expect(change(work)).rejects.toThrow("begins no transaction");
    }
    expect(await inside(() => prisma.user.count({ where: { companyId, email: user.email } }))).toBe(0);
  });

  it("finds no connection in a transaction that has ended", async () => {
    const { companyId } = company;
    let forgotten: Promise<unknown> = Promise.resolve();
    await change(async () => {
      forgotten = sleep(50).then(() => prisma.operatorTag.count({ where: { companyId } }));
      forgotten.catch(() => undefined); // Looked at below.
    });
    await expect(forgotten).rejects.toThrow("has ended");
  });
});

describe("what prisma answers", () => {
  it("is what sql answers: times to the millisecond in UTC, JSON, lists, words", async () => {
    const { companyId } = company;
    const at = new Date("2026-03-29T01:30:00.123Z");
    const data = { ...tag("Exact"), createdAt: at };
    const made = await inside(() => prisma.operatorTag.create({ data }));
    expect(made.createdAt).toEqual(at);
    const select = sql`select * from operator_tags where "id" = ${data.id} and "createdAt" = ${at}`;
    expect(await inside(() => row(select))).toEqual(made);
    const where = { companyId, id: company.admin.userId ?? "" };
    const user = await inside(() => prisma.user.findFirst({ where }));
    expect(await inside(() => row(sql`select * from users where "id" = ${where.id}`))).toEqual(user);
    const own = await inside(() => prisma.company.findFirst({ where: { id: companyId } }));
    expect(await inside(() => row(sql`select * from companies where "id" = ${companyId}`))).toEqual(own);
    const settings = { ...{ enterSends: false, deep: [1, "ä\u2028", { none: null }] } };
    await inside(() => prisma.user.update({ where: key(where), data: { preferences: settings } }));
    const kept = await inside(() => row<{ preferences: unknown }>(sql`select * from users where "id" = ${where.id}`));
    expect(kept?.preferences).toEqual(settings);
  });
});

describe("a failure under prisma is the one sql would have met", () => {
  it("names the constraint of a value that exists already", async () => {
    const { companyId } = company;
    const taken = await addTag("Taken");
    const again = { ...tag("Taken"), id: newId() };
    const bySql = sql`
      insert into operator_tags ("companyId", "id", "name", "nameKey", "color")
      values (${companyId}, ${newId()}, 'Taken', ${taken.nameKey}, '#112233')`;
    const errors = [
      await failing(() => inside(() => prisma.operatorTag.create({ data: again }))),
      await failing(() => inside(() => execute(bySql))),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({ code: "23505", constraint: "operator_tags_companyId_nameKey_key" });
      expect(mapDatabaseError(error)).toMatchObject({ code: "already_exists", status: 409 });
    }
  });

  it("is a conflict where a record is missing or still in use, and a fault of the input where an id is none", async () => {
    const { companyId } = company;
    const token = { companyId, id: newId(), userId: newId(), name: "n", hash: newId(), prefix: "sk_", last4: "abcd" };
    const missing = await failing(() => inside(() => prisma.apiToken.create({ data: token })));
    expect(mapDatabaseError(missing)).toMatchObject({ code: "conflict" });
    const noId = await failing(() => inside(() => prisma.operatorTag.findFirst({ where: { companyId, id: "none" } })));
    expect(mapDatabaseError(noId)).toMatchObject({ code: "validation_error" });
  });

  it("says that nothing was found where a row to change is not there", async () => {
    const data = { name: "x" };
    const gone = await failing(() => inside(() => prisma.operatorTag.update({ where: key(tag("Gone")), data })));
    expect(mapDatabaseError(gone)).toMatchObject({ code: "not_found", status: 404 });
  });

  it("is tried again after a deadlock and a serialization failure", async () => {
    const [one, two] = [await addTag("First"), await addTag("Second")];
    const cross = async (from: typeof one, to: typeof one) =>
      change(async () => {
        await prisma.operatorTag.update({ where: key(from), data: { color: "#000000" } });
        await sleep(300);
        await prisma.operatorTag.update({ where: key(to), data: { color: "#ffffff" } });
      });
    const errors = await Promise.all([failing(() => cross(one, two)), failing(() => cross(two, one))]);
    expect(errors.filter((error) => error !== undefined).map(isRetryable)).toEqual([true]);
    const stale = await failing(() =>
      change(async () => {
        await currentClient()?.query("rollback; begin isolation level repeatable read");
        await prisma.operatorTag.count({ where: { companyId: company.companyId } });
        const elsewhere = await systemPool().query(`update operator_tags set "color" = '#123123' where "id" = $1`, [
          one.id,
        ]);
        expect(elsewhere.rowCount).toBe(1);
        await prisma.operatorTag.update({ where: key(one), data: { color: "#321321" } });
      }),
    );
    expect(isRetryable(stale)).toBe(true);
  });

  it("is answered with 503 when a statement takes too long", async () => {
    const data = await addTag("Slow");
    const where = { companyId: data.companyId, id: data.id };
    const slow = await failing(() =>
      change(async () => {
        await prisma.operatorTag.findFirst({ where });
        const holder = await systemPool().connect();
        try {
          await holder.query("begin");
          await holder.query(`select 1 from operator_tags where "id" = $1 for update`, [data.id]);
          await execute(sql`set local statement_timeout = 200`);
          await prisma.operatorTag.update({ where: key(data), data: { color: "#000000" } });
        } finally {
          await holder.query("rollback");
          holder.release();
        }
      }),
    );
    expect(mapDatabaseError(slow)).toMatchObject({ code: "unavailable", status: 503 });
  });

  it("is answered with 503 when the connection is cut in the middle, and the next call has a new one", async () => {
    const data = await addTag("Cut");
    const where = { companyId: data.companyId, id: data.id };
    const cut = await failing(() =>
      change(async () => {
        await prisma.operatorTag.findFirst({ where });
        const backend = await row<{ pid: number }>(sql`select pg_backend_pid() as "pid"`);
        const [holder, ender] = [await systemPool().connect(), await systemPool().connect()];
        await holder.query("begin");
        await holder.query(`select 1 from operator_tags where "id" = $1 for update`, [data.id]);
        const waiting = failing(() => prisma.operatorTag.update({ where: key(data), data: { color: "#000000" } }));
        await sleep(100);
        await ender.query("set role none");
        await ender.query("select pg_terminate_backend($1)", [backend?.pid]);
        const failure = await waiting;
        for (const client of [holder, ender]) client.release(true);
        throw failure;
      }),
    );
    expect(mapDatabaseError(cut)).toMatchObject({ code: "unavailable", status: 503 });
    const lost = await failing(() =>
      change(async () => {
        currentClient()?.connection.stream.destroy();
        await sleep(50);
        await prisma.operatorTag.findFirst({ where });
      }),
    );
    expect([isLost(lost), mapDatabaseError(lost)]).toMatchObject([true, { code: "unavailable" }]);
    expect((await inside(() => prisma.operatorTag.findFirst({ where })))?.name).toBe("Cut");
  });
});

describe("types of columns in prisma/schema", () => {
  const folder = path.resolve(import.meta.dirname, "../../prisma/schema");
  const text = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".prisma"))
    .map((file) => fs.readFileSync(path.join(folder, file), "utf8"))
    .join("\n");

  // The generated client is not checked by the compiler: a type that is not there would be `any`.
  it("are exported where the schema says", () => {
    const named = [...text.matchAll(/import\("#(server\/[^"]+)"\)\.(\w+)/g)];
    const missing = named.filter(([, file = "", name]) => {
      const source = fs.readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
      return !new RegExp(`^export (?:type|interface) ${name}\\b`, "m").test(source);
    });
    expect(named.length).toBeGreaterThan(0);
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  it("stand in no other brackets, which the generator would take for a type", () => {
    const loose = text
      .split("\n")
      .filter((line) => /^\s*\/\/\/.*\[/.test(line) && !/^\s*\/\/\/ !\[.+\](?:\s|$)/.test(line));
    expect(loose).toEqual([]);
  });
});
