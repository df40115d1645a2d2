import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { safeCell } from "#server/base/spreadsheet-cell.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { inScope } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { type Client, http } from "#server/testing/http.ts";
import { converse } from "#server/testing/talking.ts";
import type { Conversation } from "../schema.ts";
import { customKeys } from "./exporting.ts";
import { idsInOrder } from "./matching.sql.ts";

const head =
  "id,createdAt,lastMessageAt,status,channel,channelId,visitorName,visitorEmail,visitorPhone,contactId,assignedTo," +
  "preAssigned,persistentLastOperator,phaseId,phaseName,amount,tags,isLead,utmSource,utmMedium,utmCampaign,firstHumanMessageAt";

let api: Client;

const company = await openCompany();

beforeAll(async () => {
  await furnishedCompany("Other");
  api = http(app, (await company.token(["admin"])).secret);
});

const exported = (query = "") => api.get<Conversation[]>(`/v1/conversations/export${query}`);

/** Rows of a CSV by RFC 4180. */
function parse(text: string): string[][] {
  const rows = text.split("\r\n").filter((line) => line !== "");
  return rows.map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, 22).map(([, cell = ""]) => cell),
  );
}

describe("GET /v1/conversations/export (E9)", () => {
  it("is a CSV file with a BOM, its columns and CRLF, named by the day", async () => {
    const { status, headers, text } = await exported();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="conversations-${day}.csv"`);
    // The client's text() drops the mark; the bytes carry it.
    expect(text.replace(/^\ufeff/, "").split("\r\n")[0]).toBe(head);
    const raw = await app.request("/v1/conversations/export", {
      headers: { authorization: `Bearer ${(await company.token(["admin"])).secret}` },
    });
    expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("quotes what needs it and disarms formulas", async () => {
    const made = await converse(api, company, {
      visitorName: '=HYPERLINK("http://evil","x")',
      visitorPhone: "+54 11 1",
      visitorEmail: "-a@b.c",
    });
    await api.patch(`/v1/conversations/${made.id}`, { amount: -5, utmSource: "@cmd", utmCampaign: "a,b" });
    const line = (await exported(`?search=${encodeURIComponent("HYPERLINK")}`)).text.split("\r\n")[1] ?? "";
    expect(line).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`);
    expect(line).toContain(",'+54 11 1,");
    expect(line).toContain(",'-a@b.c,");
    expect(line).toContain(",'@cmd,");
    expect(line).toContain(",'-5,");
    expect(line).toContain(`"a,b"`);
  });

  it.each(["=", "+", "-", "@", "\t", "\r"])("puts an apostrophe before a cell that begins with %j", (first) => {
    expect(safeCell(`${first}1`)).toBe(`'${first}1`);
    expect(safeCell(`a${first}1`)).toBe(`a${first}1`);
  });

  it("names the phase and speaks of the status as the resource does", async () => {
    const rows = parse((await exported()).text.replace(/^\ufeff/, ""));
    const columns = head.split(",");
    const cell = (name: string) => rows[1]?.[columns.indexOf(name)];
    expect(["ACTIVE", "CLOSED"]).toContain(cell("status"));
    expect(["New", "In progress", "Won", "Lost"]).toContain(cell("phaseName"));
  });

  it("takes the list's filters, and holds all rows, not a page", async () => {
    await systemPool().query(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId", "visitorName")
       select $1, gen_random_uuid(), $2, 'WEB', $3, 'many', 'Many' from generate_series(1, 2300)`,
      [company.companyId, company.given.channelId, company.given.phaseId],
    );
    const { text } = await exported("?search=Many&limit=5&page=3");
    expect(text.trimEnd().split("\r\n")).toHaveLength(2301);
    const { body, headers } = await exported(`?format=json&phase=${company.given.phaseId}`);
    expect(headers.get("content-type")).toContain("application/json");
    expect(body).toHaveLength(2300);
    expect(new Set(body.map((one) => one.id)).size).toBe(2300);
    expect(body[0]).toMatchObject({ visitorName: "Many", status: "ACTIVE" });
  });

  it("looks at each row a few times, though the company is believed to have one", async () => {
    const { companyId } = company;
    const owner = new pg.Client({ connectionString: env.databaseUrl });
    await owner.connect();
    try {
      await owner.query("begin; set local enable_seqscan = off");
      for (const table of ["conversations", "conversation_activity"])
        await owner.query(
          `select pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', 'companyId',
             'inherited', false, 'n_distinct', -1::real)`,
          [table],
        );
      await owner.query("set local role parley_app");
      await owner.query("select set_config('app.company_id', $1, true)", [companyId]);
      const actor = systemActor(companyId);
      const looked = () =>
        row<{
          rows: number;
        }>(sql`select sum("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
          where "relname" in ('conversations', 'conversation_activity')`);
      const client = Object.assign(owner, { release: () => undefined });
      await inScope({ companyId, client }, async () => {
        const before = await looked();
        const all = await idsInOrder(actor, {
          phase: [company.given.phaseId ?? ""],
          sort: { field: "lastMessageAt", descending: true },
        });
        expect(all.length / 16).toBeGreaterThanOrEqual(2300);
        expect(await customKeys(companyId, all)).toEqual([]);
        expect(((await looked())?.rows ?? 0) - (before?.rows ?? 0)).toBeLessThan(100_000);
      });
    } finally {
      // Nothing of it is committed.
      await owner.end();
    }
  });

  it("holds each row once, also one that moves up in the list while the file is read", async () => {
    const { rows } = await systemPool().query<{ id: string }>(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId", "visitorName", "lastMessageAt")
       select $1, gen_random_uuid(), $2, 'WEB', $3, 'moves', 'Moving', timestamptz '2026-01-01' + n * interval '1 minute'
       from generate_series(1, 4300) n returning "id"`,
      [company.companyId, company.given.channelId, company.given.phaseId],
    );
    const owner = new pg.Client({ connectionString: env.databaseUrl });
    await owner.connect();
    await owner.query("analyze conversations, conversation_activity").finally(() => owner.end());
    const response = await app.request("/v1/conversations/export?search=Moving", {
      headers: { authorization: `Bearer ${(await company.token(["admin"])).secret}` },
    });
    const pieces: string[] = [];
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      // The earliest is the last of the list, and many come before it.
      if (pieces.length === 2)
        await systemPool().query(`update conversations set "lastMessageAt" = now() where "id" = $1`, [rows[0]?.id]);
      pieces.push(piece);
    }
    const ids = parse(pieces.join("")).map(([id]) => id);
    expect(ids.slice(1)).toEqual(rows.map(({ id }) => id).reverse());
  });

  it("is as JSON the resource with the columns beyond it", async () => {
    const page = await api.get<{ data: Record<string, unknown>[] }>("/v1/conversations?sort=createdAt:asc&limit=1");
    const [read] = page.body.data;
    const rows = JSON.parse((await exported("?format=json&sort=createdAt:asc")).text) as Record<string, unknown>[];
    const { phaseName, firstHumanMessageAt, ...conversation } = rows[0] ?? {};
    expect(conversation).toEqual(read);
    expect(["New", "In progress", "Won", "Lost"]).toContain(phaseName);
    expect(firstHumanMessageAt === null || typeof firstHumanMessageAt === "string").toBe(true);
  });

  it("is an empty list, not an error, where nothing matches", async () => {
    expect((await exported("?format=json&search=nobody-at-all")).body).toEqual([]);
    expect((await exported("?search=nobody-at-all")).text.trim().split("\r\n")).toHaveLength(1);
  });

  it("refuses an unknown format", async () => {
    expect((await exported("?format=xlsx")).body.details?.[0]?.field).toBe("format");
  });
});
