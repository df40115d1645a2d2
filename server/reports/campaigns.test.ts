import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { day, hour, minute } from "#server/base/clock.ts";
import { createCampaign } from "#server/campaigns/creating.ts";
import { runCampaigns } from "#server/campaigns/running.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Permission } from "#server/core/permissions.ts";
import { inTransaction } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { movableFrom, moveTemplateMessages } from "#server/templates/messages/status-moves.ts";
import { insertTemplateMessages } from "#server/templates/messages/template-messages.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate, campaignOf } from "#server/testing/processes/campaigning.ts";
import { personWith } from "#server/testing/roles.ts";
import { foldDays } from "./days/folding.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, Figure, Report } from "./schema.ts";

const company = await openCompany("Reporter of campaigns");
await runPlatform();
const line = await Line.open(company);
const api = await openApi(company);
const system = systemActor(company.companyId);
let templateId = 0;
let campaignId = "";

type Rows = { pagination: { total: number; nextCursor: string | null }; data: Fact[] };
const read = async (query = "") => (await api.get<Report>(`/v1/reports/campaigns${query}`)).body;
const values = (figures: readonly Figure[]) => Object.fromEntries(figures.map(({ name, value }) => [name, value]));

async function rowsOf(figure: string, query = ""): Promise<Rows> {
  return (await api.get<Rows>(`/v1/reports/campaigns/rows?figure=${figure}&limit=100${query}`)).body;
}

async function factsNow() {
  const { rows } = await systemPool().query(
    `select * from report_facts where "companyId" = $1 and "metric" like 'campaign%' order by "eventId", "metric"`,
    [company.companyId],
  );
  return rows;
}

beforeAll(async () => {
  const template = await approvedTemplate(company, line, "promo", "Hola {{1}}, hay novedades hoy.");
  templateId = template.id;
});

describe("the report of campaigns", () => {
  it("counts what was sent, arrived, read, failed, answered and asked to stop; each figure is its list [R2]", async () => {
    const phones = ["5491170001201", "5491170001202", "5491170001203", "5491170000001"];
    const ids = [];
    for (const phone of phones) {
      const made = await createContact.execute(company.admin, {
        websiteId: line.channelId,
        name: `P ${phone}`,
        phone: `+${phone}`,
      });
      ids.push(made.id);
    }
    const audience = { type: "contacts" as const, contactIds: ids };
    const about = { channelId: line.channelId, templateId, name: "Autumn", audience, sendRate: 4800 };
    campaignId = (await createCampaign.execute(company.admin, about)).id;
    await runCampaigns(line.actor);
    await line.settled(20_000);
    await line.customer(phones[0] ?? "", { text: "Me interesa" });
    await line.customer(phones[1] ?? "", { text: "BAJA" });
    await line.settled();
    const { total, groups } = await read();
    const expected = { campaignSent: 3, campaignDelivered: 3, campaignRead: 3, campaignReadShare: 1 };
    const after = { campaignFailed: 1, campaignAnswered: 2, campaignAnsweredShare: 2 / 3, campaignOptedOut: 1 };
    expect(values(total)).toEqual({ ...expected, ...after });
    expect(groups).toMatchObject([{ by: "campaign", id: campaignId, name: "Autumn" }]);
    expect((await read("?by=channel")).groups).toMatchObject([{ by: "channel", id: line.channelId }]);
    for (const { name, count } of total) {
      const { pagination, data } = await rowsOf(name, `&campaignId=${campaignId}`);
      expect([name, pagination.total, data.length]).toEqual([name, count, count]);
    }
    const [left] = (await rowsOf("campaignOptedOut")).data;
    expect(left).toMatchObject({
      campaignId,
      contactId: ids[1],
      conversationId: await line.conversation(phones[1] ?? ""),
    });
    const [failed] = (await rowsOf("campaignFailed")).data;
    expect(failed?.visitorName).toBe(`P ${phones[3]}`);
  });

  it("names a recipient only to who reads campaigns and all contacts [C1] [sec 14]", async () => {
    const narrow = await personWith(company, { name: "Reports", permissions: ["reports_read", "websites_read"] });
    const seen = async (permissions: readonly Permission[], owner = company.admin) => {
      const as = await openApi(company, permissions, owner);
      const { data } = (await as.get<Rows>("/v1/reports/campaigns/rows?figure=campaignOptedOut&limit=100")).body;
      return data.map(({ visitorName, contactId, conversationId }) => [visitorName, contactId, conversationId]);
    };
    const [named] = await seen(["reports_read", "websites_read", "clients_read"]);
    expect(named).toEqual(["P 5491170001202", expect.any(String), await line.conversation("5491170001202")]);
    expect(await seen(["reports_read", "websites_read"])).toEqual([["", null, ""]]);
    expect(await seen(["reports_read", "websites_read"], narrow)).toEqual([["", null, ""]]);
  });

  it("equals a plain model over random fates, before and after days are added up, and when computed anew [R1]", async () => {
    const csv = await campaignOf(company, line, templateId, "phone,name\n+5491160001999,Nobody");
    await systemPool().query(`update campaigns set "status" = 'SENT' where "id" = $1`, [csv.id]);
    const statuses = ["sent", "delivered", "read", "failed"] as const;
    const fate = fc.array(fc.tuple(fc.constantFrom(...statuses), fc.integer({ min: 0, max: 40 * hour })), {
      maxLength: 5,
    });
    const fates = fc.sample(fc.tuple(fc.integer({ min: 3, max: 40 }), fate), { numRuns: 60, seed: 41 });
    const now = new Date();
    const model: { metric: string; at: number }[] = [];
    for (const [ago, moves] of fates) {
      let at = Date.now() - ago * day;
      let status = "enqueued";
      const times: Record<string, number> = {};
      await inTransaction(company.companyId, async () => {
        const [message] = await insertTemplateMessages(system, new Date(at), [
          {
            ...{ campaignId: csv.id, channelId: line.channelId, contactId: null, recipientKey: null, media: null },
            templateId: (await systemPool().query(`select "templateId" as id from campaigns where "id" = $1`, [csv.id]))
              .rows[0].id,
            ...{ destination: "", name: "", variables: {}, status: "enqueued", failureCode: null, failureReason: null },
          },
        ]);
        for (const [to, pause] of moves) {
          at += pause;
          const time = Math.floor(at / 1000) * 1000;
          const context = { actor: system, now: new Date(time), emit: () => undefined };
          await moveTemplateMessages(context, { id: message?.id ?? "" }, { status: to, at: new Date(time) });
          if (!movableFrom(to).includes(status)) continue;
          status = to;
          delete times.campaign_failed;
          if (to === "failed") times.campaign_failed = time;
          else for (const one of statuses.slice(0, statuses.indexOf(to) + 1)) times[`campaign_${one}`] ??= time;
        }
      });
      for (const [metric, time] of Object.entries(times)) model.push({ metric, at: time });
    }
    const stored = (await factsNow()).filter((fact) => fact.campaignId === csv.id);
    const keys = (facts: readonly { metric: string; at: number }[]) => facts.map(({ metric, at }) => `${metric} ${at}`);
    expect(keys(stored.map((one) => ({ ...one, at: one.at.getTime() }))).sort()).toEqual(keys(model).sort());

    const compare = async () => {
      for (const [first, last] of [
        [50, 1],
        [33.4, 11.7],
      ] as const) {
        const [from, to] = [first, last].map((ago) => now.getTime() - ago * day);
        const range = `from=${new Date(from ?? 0).toISOString()}&to=${new Date(to ?? 0).toISOString()}`;
        const { groups, series } = await read(`?${range}`);
        for (const status of ["Sent", "Delivered", "Read", "Failed"]) {
          const metric = `campaign_${status.toLowerCase()}`;
          const size = model.filter(
            (one) => one.metric === metric && one.at >= (from ?? 0) && one.at < (to ?? 0),
          ).length;
          const shown = values(groups.find(({ id }) => id === csv.id)?.figures ?? []);
          expect([metric, shown[`campaign${status}`]]).toEqual([metric, size]);
          const days = series.map(({ figures }) => values(figures)[`campaign${status}`] ?? 0);
          expect(days.reduce((a, b) => a + b, 0)).toBe(size);
          expect((await rowsOf(`campaign${status}`, `&${range}&campaignId=${csv.id}`)).pagination.total).toBe(size);
        }
      }
    };
    await compare();
    while ((await foldDays.execute(system, {})).days > 0);
    await compare();
    const before = await factsNow();
    await recompute(company.companyId);
    expect(await factsNow()).toEqual(before);
    await systemPool().query(`delete from report_facts where "companyId" = $1`, [company.companyId]);
    await recompute(company.companyId);
    expect(await factsNow()).toEqual(before);
    await compare();
  }, 60_000);

  it("counts the opt-out for the last campaign within seven days, and for none after that [R2]", async () => {
    const optOut = async (ago: number) => {
      const { rows } = await systemPool().query(
        `update campaign_messages set "claimedAt" = now() - $2 * interval '1 millisecond', "optedOutAt" = null
         where "campaignId" = $1 and "sentAt" is not null and "contactId" is not null returning "contactId"`,
        [campaignId, ago],
      );
      const contactId = rows[0]?.contactId;
      const set = (optedOut: boolean) => setOptOut.execute(company.admin, { contactId, optedOut });
      await set(false);
      await set(true);
      return (await rowsOf("campaignOptedOut")).data.filter((fact) => fact.contactId === contactId).length;
    };
    expect(await optOut(7 * day - minute)).toBe(1);
    expect(await optOut(7 * day + minute)).toBe(0);
  });
});
