import { beforeAll, describe, expect, it } from "vitest";
import { campaignDetail, listCampaigns } from "#server/campaigns/listing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { recompute } from "#server/reports/recomputing.ts";
import { openPools } from "#server/testing/pools.ts";
import { makeDemo } from "./seeding.ts";

openPools();

let companyId: string;

beforeAll(async () => {
  companyId = (await makeDemo()).companyId;
});

async function count(table: string, condition = "true"): Promise<number> {
  const text = `select count(*) as "count" from ${table} where "companyId" = $1 and ${condition}`;
  const { rows } = await systemPool().query<{ count: string }>(text, [companyId]);
  return Number(rows[0]?.count);
}

describe("the demo shows what each page is for [found U12]", () => {
  it("has saved replies, finished campaigns with results, a webhook log and a funnel of hundreds", async () => {
    expect(await count("canned_responses")).toBeGreaterThanOrEqual(8);
    expect(await count("campaigns", `"status" = 'SENT' and "recipients" > 20`)).toBe(2);
    for (const status of ["read", "delivered", "sent", "failed"]) {
      expect(await count("campaign_messages", `"status" = '${status}'`), status).toBeGreaterThan(0);
    }
    expect(await count("campaign_messages", `"answeredAt" is not null`)).toBeGreaterThan(5);
    expect(await count("templates", `"lastSentAt" between "createdAt" and now() - interval '10 days'`)).toBe(2);
    expect(await count("webhook_attempts", `"success"`)).toBeGreaterThan(20);
    expect(await count("webhook_attempts", `not "success"`)).toBeGreaterThan(2);
    const { rows } = await systemPool().query<{ visitors: number }>(
      `
      select sum("count")::int as "visitors" from list_counter_deltas
      where "companyId" = $1 and "key" like '%|entered|welcome'`,
      [companyId],
    );
    expect(rows[0]?.visitors).toBeGreaterThan(500);
  });

  it("has campaigns that open, say who they went to and can be repeated", async () => {
    const actor = systemActor(companyId);
    const { result } = await listCampaigns.execute(actor, {});
    for (const { id } of result) {
      const { audience, recipients, variables, createdBy } = await campaignDetail.execute(actor, { campaignId: id });
      expect(audience).toEqual({ type: "contacts", description: String(recipients) });
      expect(variables["1"]).toEqual({ from: "contact", value: "name", fallback: "" });
      expect(await count("users", `"id" = '${createdBy}' and "name" = 'Alex Romero'`)).toBe(1);
    }
    expect(result).toHaveLength(2);
  });

  it("writes addresses of people whose names have letters of their own", async () => {
    expect(await count("contacts", `"email" like 'ukasz%'`)).toBe(0);
    expect(await count("contacts", `"email" like 'lukasz%'`)).toBeGreaterThan(0);
  });

  it("has conversations over 90 days, and some that wait for a person on every channel", async () => {
    expect(await count("conversations", `"createdAt" < now() - interval '75 days'`)).toBeGreaterThan(10);
    for (const channel of ["WEB", "WHATSAPP", "FACEBOOK", "INSTAGRAM"]) {
      const waiting = `"channel" = '${channel}' and "chatbotState" = 'OFF' and "status" <> 'closed'`;
      expect(await count("conversations", waiting), channel).toBeGreaterThan(0);
    }
    expect(await count("conversations", `"amount" is not null`)).toBeGreaterThan(50);
  });

  it("has tasks that are overdue, for today and for later, and a message that waits [W8]", async () => {
    const due = (when: string) => count("tasks", `"doneAt" is null and "conversationId" is not null and ${when}`);
    expect(await due(`"dueAt" < now()`)).toBe(1);
    expect(await due(`"dueAt" between now() and now() + interval '1 day'`)).toBe(1);
    expect(await due(`"dueAt" > now() + interval '1 day'`)).toBe(1);
    expect(await due(`"dueAt" is null`)).toBe(1);
    expect(await count("scheduled_messages", `"sendAt" > now() and "error" = ''`)).toBe(1);
  });

  it("has a recording, a file, a quote, a reaction, a mention that is unread, and some put off [W2] [W3] [W4]", async () => {
    const attached = (type: string) => count("messages", `"attachments"::text like '%${type}%'`);
    expect([await attached("audio"), await attached("offer-1182.txt")]).toEqual([1, 1]);
    expect(await count("messages", `"extra" -> 'reactions' -> 0 ->> 'emoji' = '👂'`)).toBe(1);
    expect(await count("messages", `"extra" ? 'quoted'`)).toBe(1);
    expect(await count("notifications", `"kind" = 'mentioned' and "readAt" is null`)).toBe(1);
    expect(await count("conversations", `"snoozedUntil" > now() and "status" <> 'closed'`)).toBeGreaterThan(1);
    expect(await count("saved_views", `"query" like '%group=waiting%'`)).toBe(1);
  });

  it("has two teams with members, a policy each, and conversations that they hold or that wait for them [W6]", async () => {
    expect(await count("teams")).toBe(2);
    expect(await count("team_members")).toBe(5);
    expect(await count("assignment_policies", `"method" = 'balanced'`)).toBe(1);
    expect(await count("conversations", `"teamId" is not null and "assignedTo" is not null`)).toBeGreaterThan(5);
    expect(await count("conversations", `"teamId" is not null and "assignedTo" is null`)).toBe(3);
  });

  it("has opening hours, a service level by them, and conversations whose clocks run [S1] [S2]", async () => {
    expect(await count("calendars", `"isDefault"`)).toBe(1);
    expect(await count("sla_policies", `"calendarId" is not null`)).toBe(1);
    expect(await count("conversations", `"slaDueAt" is not null and "status" <> 'closed'`)).toBeGreaterThan(5);
    expect(await count("conversation_activity", `"slaDueAt" is not null`)).toBeGreaterThan(5);
  });

  it("has kept most promises of its ninety days, and broken some, for the report of service levels [R3]", async () => {
    const [met, breached] = [
      await count("report_facts", `"metric" = 'sla_met'`),
      await count("report_facts", `"metric" = 'sla_breached'`),
    ];
    expect([met > 50, breached > 5, met > 3 * breached]).toEqual([true, true, true]);
    expect(await count("report_facts", `"metric" like 'sla%' and "policyId" is null`)).toBe(0);
    expect(await count("report_facts", `"metric" like 'sla%' and "at" < now() - interval '60 days'`)).toBeGreaterThan(
      5,
    );
    expect(await count("report_facts", `"metric" like 'sla%' and "at" > now()`)).toBe(0);
    expect(await count("report_facts", `"metric" like 'sla%' and "agentId" is not null`)).toBe(met + breached);
    expect(await count("report_facts", `"metric" like 'sla%' and "teamId" is not null`)).toBeGreaterThan(40);
  });

  it("has measured its ninety days: answers, waiting, endings, the bot's share, sales and opening hours [R3]", async () => {
    const least = {
      created: 400,
      first_response: 100,
      resolution: 150,
      waiting: 100,
      assigned: 100,
      bot_contained: 20,
    };
    const others = { bot_handed_over: 100, phase_left: 100, message_in: 1000, message_out: 200 };
    const times = { held: 100, available: 1000, occupied: 100, bot_asked: 500, bot_unanswered: 20 };
    for (const [metric, wanted] of Object.entries({ ...least, ...others, ...times }))
      expect(await count("report_facts", `"metric" = '${metric}'`), metric).toBeGreaterThan(wanted);
    expect(await count("report_facts", `"metric" = 'created' and "at" < now() - interval '60 days'`)).toBeGreaterThan(
      30,
    );
    expect(await count("report_facts", `"metric" = 'phase_entered' and "value" > 0`)).toBeGreaterThan(20);
    expect(await count("report_facts", `"metric" = 'resolution' and "openValue" < "value"`)).toBeGreaterThan(50);
    expect(await count("report_states", `"open" and "neededAt" is not null`)).toBeGreaterThan(5);
    expect(await count("report_states", `"open" and "neededAt" < now() - interval '3 days'`)).toBe(0);
    expect(await count("report_facts", `"at" > now()`)).toBe(0);
  });

  it("has people who are neither idle nor never free: 60 to 80 % occupied over the last 30 days [R2]", async () => {
    const { rows } = await systemPool().query<{ share: number }>(
      `select (sum("value") filter (where "metric" = 'occupied') / sum("value") filter (where "metric" = 'available'))::float8
         as "share" from report_facts
       where "companyId" = $1 and "metric" in ('occupied', 'available') and "at" > now() - interval '30 days'`,
      [companyId],
    );
    expect(rows[0]?.share).toBeGreaterThan(0.6);
    expect(rows[0]?.share).toBeLessThan(0.8);
  });

  it("has rules that have run, saved reports, a team with hours of its own, and reasons why deals were lost [W6] [W12] [R2]", async () => {
    expect(await count("rule_runs", `"outcome" = 'done'`)).toBeGreaterThan(0);
    expect(await count("rules", `"enabled"`)).toBe(4);
    expect(await count("saved_reports", `"scope" = 'company'`)).toBe(3);
    expect(await count("teams", `"calendarId" is not null`)).toBe(1);
    expect(await count("report_facts", `"metric" = 'phase_entered' and "reason" is not null`)).toBeGreaterThan(5);
    expect(await count("report_facts", `"metric" = 'phase_entered' and "source" is not null`)).toBeGreaterThan(50);
    for (const table of ["macros", "triggers", "custom_fields", "roles", "csat_responses"])
      expect(await count(table), table).toBeGreaterThan(0);
  });

  it("has messages whose ids tell their times, as search reads them", async () => {
    const told = `to_timestamp(('x' || left(replace("id"::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;
    const wrong = `"createdAt" < now() - interval '1 day' and abs(extract(epoch from ${told} - "createdAt")) > 1`;
    expect(await count("messages", wrong)).toBe(0);
  });

  it("gave what has been its places, so that no rule, bot or webhook runs on it", async () => {
    const past = `"operation" = 'demo'`;
    expect(await count("events", past)).toBeGreaterThan(2000);
    expect(await count("events", `${past} and "position" is null`)).toBe(0);
    const { rows } = await systemPool().query<{ n: number; seqs: number; places: number }>(
      `select count(*)::int as n, count(distinct "seq")::int as seqs, count(distinct "position")::int as places
       from events where "companyId" = $1 and ${past}`,
      [companyId],
    );
    expect([rows[0]?.seqs, rows[0]?.places]).toEqual([rows[0]?.n, rows[0]?.n]);
  });

  it("measures the same when its facts are made anew from its events", async () => {
    const sums = async () => {
      const { rows } = await systemPool().query(
        `select "metric", count(*)::int as "count", sum("value")::float8 as "sum" from report_facts
         where "companyId" = $1 and "campaignId" is null group by 1 order by 1`,
        [companyId],
      );
      return rows;
    };
    const before = await sums();
    await recompute(companyId);
    expect(await sums()).toEqual(before);
  });

  it("has people who speak one language each", async () => {
    const spanish = `(m."text" like '%¿%' or m."text" like 'Hola%')`;
    const { rows } = await systemPool().query<{ first: string }>(
      `
      select distinct split_part(c."visitorName", ' ', 1) as "first" from conversations c
      join messages m on m."companyId" = c."companyId" and m."conversationId" = c."id"
      where c."companyId" = $1 and c."channel" = 'WEB' and c."visitorName" <> '' and m."fromType" = 'robot' and ${spanish}`,
      [companyId],
    );
    const names = new Set(rows.map(({ first }) => first));
    for (const english of ["Emma", "Noah", "Olivia", "Björn"]) expect(names.has(english), english).toBe(false);
    expect(names.size).toBeGreaterThan(5);
  });
});
