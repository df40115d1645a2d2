import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { priorities, sortFields } from "../choices.ts";
import { listConversations } from "./listing.ts";

/** 60 conversations with many ties and nulls in every sort column. */
const company = await openCompany();

beforeAll(async () => {
  const { companyId, given } = company;
  const base = Date.UTC(2026, 0, 1);
  for (let index = 0; index < 60; index += 1) {
    const at = (step: number) => new Date(base + (index % step) * 1000);
    await systemPool().query(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId", "visitorName",
         "amount", "lastMessageAt", "createdAt", "updatedAt", "tags", "waitingSince",
         "priority", "returnedAt")
       values ($1, $2, $3, 'WEB', $4, 'v', $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        companyId,
        newId(),
        given.channelId,
        given.phaseId,
        ["", "Ana", "ana", "Ñandú", "Zoe", "李"][index % 6],
        index % 5 === 0 ? null : (index % 4) * 10.5 - 10,
        index % 3 === 0 ? null : at(4),
        at(7),
        at(5),
        index % 2 === 0 ? ["even"] : [],
        index % 4 === 1 ? at(3) : null,
        priorities[index % priorities.length],
        index % 11 === 5 && index % 3 !== 0 ? at(6) : null,
      ],
    );
  }
});

type Listed = Awaited<ReturnType<typeof listConversations.execute>>;
const list = (input: object): Promise<Listed> => listConversations.execute(company.admin, input);

async function byOffset(filters: object, limit: number): Promise<string[]> {
  const all: string[] = [];
  for (let offset = 0; ; offset += limit) {
    const { data, pagination } = await list({ ...filters, limit, offset });
    all.push(...data.map((one) => one.id));
    if (!pagination.hasNext) return all;
  }
}

async function byCursor(filters: object, limit: number): Promise<string[]> {
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await list({ ...filters, limit, cursor });
    expect(pagination.hasNext).toBe(pagination.nextCursor !== null);
    all.push(...data.map((one) => one.id));
    cursor = pagination.nextCursor ?? undefined;
  } while (cursor);
  return all;
}

/** In the middle of the creation times; some were last active before, some after, some never. */
const dated = (sort: string) => ({ sort, fromDate: "2026-01-01T00:00:01Z", toDate: "2026-01-01T00:00:02Z" });

const orders = sortFields.flatMap((field) => [`${field}:asc`, `${field}:desc`]);

describe("cursor paging equals offset paging (B3)", () => {
  it.each(orders)("sorted by %s, nulls and ties included", async (sort) => {
    for (const filters of [{ sort }, { sort, tags: ["even"] }, { sort, tags: ["even", "odd"] }, dated(sort)]) {
      const whole = await byOffset(filters, 100);
      expect(new Set(whole).size).toBe(whole.length);
      for (const limit of [1, 7, 13]) {
        expect(await byCursor(filters, limit), `${limit}`).toEqual(whole);
      }
      expect(await byOffset(filters, 7)).toEqual(whole);
    }
  });

  it.each(orders)(
    "puts rows without a value, or with an empty name, last when sorted by %s [found A9]",
    async (sort) => {
      const [field] = sort.split(":");
      const values = (await list({ sort, limit: 100 })).data.map((one) => Reflect.get(one, field ?? ""));
      const isMissing = (value: unknown) => value === null || value === "";
      const known = values.filter((value) => !isMissing(value));
      expect(values.slice(known.length).every(isMissing)).toBe(true);
    },
  );

  it("ignores page and offset beside a cursor", async () => {
    const { pagination } = await list({ limit: 5 });
    const cursor = pagination.nextCursor ?? "";
    const plain = await list({ limit: 5, cursor });
    expect((await list({ limit: 5, cursor, page: 4, offset: 30 })).data).toEqual(plain.data);
    expect(plain.pagination.hasPrev).toBe(true);
  });

  it("refuses a cursor of another sort or filter, and any damaged one", async () => {
    const cursor = (await list({ limit: 5 })).pagination.nextCursor ?? "";
    const wrong = { code: "validation_error", details: [{ field: "cursor" }] };
    await expect(list({ limit: 5, cursor, sort: "createdAt:asc" })).rejects.toMatchObject(wrong);
    await expect(list({ limit: 5, cursor, status: "opened" })).rejects.toMatchObject(wrong);
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (text) => {
        await expect(list({ cursor: Buffer.from(text).toString("base64url") })).rejects.toMatchObject({
          code: "validation_error",
        });
      }),
      { numRuns: 30 },
    );
    const [fingerprint] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as string[];
    for (const key of [
      [fingerprint],
      [fingerprint, "x", newId()],
      [fingerprint, {}, newId()],
      [fingerprint, "2026-01-01", "x"],
    ]) {
      const forged = Buffer.from(JSON.stringify(key)).toString("base64url");
      await expect(list({ limit: 5, cursor: forged })).rejects.toMatchObject({ code: "validation_error" });
    }
  });
});
