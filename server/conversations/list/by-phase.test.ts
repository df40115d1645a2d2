import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { tenantPool } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { Conversation } from "../schema.ts";

type Page = { data: Conversation[]; pagination: { total: number; hasNext: boolean; nextCursor: string | null } };
type Columns = { phases: { phase: { id: string; name: string }; conversations: Page; amount: number }[] };

/** 36 conversations over two phases, with ties, empty names and missing values. */
const company = await openCompany();
const api = await openApi(company);

beforeAll(async () => {
  const { companyId, given } = company;
  for (let index = 0; index < 36; index += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + (index % 7) * 1000);
    await systemPool().query(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId", "visitorName",
         "amount", "lastMessageAt", "createdAt", "updatedAt", "tags")
       values ($1, $2, $3, 'WEB', $4, 'v', $5, $6, $7, $8, $8, $9)`,
      [
        companyId,
        newId(),
        given.channelId,
        index % 3 === 0 ? given.emptyPhaseId : given.phaseId,
        ["", "Ana", "Zoe", "ana"][index % 4],
        index % 5 === 0 ? null : index,
        index % 6 === 0 ? null : at,
        at,
        index % 2 === 0 ? ["even"] : [],
      ],
    );
  }
});

const byPhase = (query: string) => api.get<Columns>(`/v1/conversations/by-phase?${query}`);

describe("GET /v1/conversations/by-phase", () => {
  it.each(["", "open=true", "search=ana", "tags=even", "tags=even,odd", "fromDate=2026-01-01T00:00:01Z"])(
    "shows each phase as the list of that phase does, and its cursor goes on there: %s [found A3]",
    async (filter) => {
      for (const sort of [
        "lastMessageAt:desc",
        "lastMessageAt:asc",
        "amount:asc",
        "visitorName:asc",
        "createdAt:desc",
      ]) {
        const { body, status, text } = await byPhase(`${filter}&sort=${sort}&limit=5`);
        expect(status, text).toBe(200);
        expect(body.phases).toHaveLength(4);
        for (const { phase, conversations, amount } of body.phases) {
          const list = (more: string) =>
            api.get<Page>(`/v1/conversations?phase=${phase.id}&${filter}&sort=${sort}&${more}`);
          const whole = (await list("limit=100")).body.data;
          const ids = conversations.data.map((one) => one.id);
          const { pagination } = conversations;
          expect(pagination.total).toBe(whole.length);
          expect(amount).toBe(whole.reduce((sum, one) => sum + (one.amount ?? 0), 0));
          expect(ids).toEqual(whole.slice(0, 5).map((one) => one.id));
          expect(pagination.hasNext).toBe(whole.length > 5);
          if (pagination.nextCursor === null) continue;
          const next = await list(`limit=100&cursor=${pagination.nextCursor}`);
          expect(next.body.data?.map((one) => one.id)).toEqual(whole.slice(5).map((one) => one.id));
        }
      }
    },
  );

  it("pages of all phases may be asked for by number", async () => {
    const [, second] = (await byPhase("tags=even&limit=2&page=2")).body.phases;
    const list = await api.get<Page>(`/v1/conversations?tags=even&phase=${second?.phase.id}&limit=2&page=2`);
    expect(second?.conversations).toEqual(list.body);
    const beyond = (await byPhase("search=ana&page=9")).body.phases[1]?.conversations;
    expect([beyond?.data, beyond?.pagination.total]).toEqual([[], expect.any(Number)]);
    expect(beyond?.pagination.total).toBeGreaterThan(0);
  });

  it("refuses a cursor, which belongs to one phase, and parameters that mean nothing [found A3]", async () => {
    const { body } = await byPhase("limit=2");
    const cursor = body.phases[0]?.conversations.pagination.nextCursor;
    for (const query of [`limit=2&cursor=${cursor}`, "cursor=x", "limit=0", "sort=nothing", "status=FAX"]) {
      expect((await byPhase(query)).status, query).toBe(400);
    }
    expect((await byPhase(`cursor=${cursor}`)).body).toMatchObject({ details: [{ field: "cursor" }] });
  });

  it("asks as often for 99 phases as for four, and so do the counts [found A8]", async () => {
    const counted = async (path: string): Promise<number> => {
      let statements = 0;
      const count = () => {
        statements += 1;
      };
      tenantPool().on("acquire", count);
      expect((await api.get(path)).status).toBe(200);
      tenantPool().off("acquire", count);
      return statements;
    };
    const paths = [
      "/v1/conversations/by-phase?search=ana",
      "/v1/conversations/by-phase",
      "/v1/phases/count?search=ana",
    ];
    const few = [];
    for (const path of paths) few.push(await counted(path));
    await systemPool().query(
      `insert into phases ("companyId", "id", "name", "order", "type")
       select $1, gen_random_uuid(), 'Phase ' || n, n, 'progress' from generate_series(5, 99) n`,
      [company.companyId],
    );
    const many = [];
    for (const path of paths) many.push(await counted(path));
    expect(many).toEqual(few);
    expect((await byPhase("search=ana")).body.phases).toHaveLength(99);
  });
});
