import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { createChannel } from "#server/channels/creating.ts";
import { readQuestionList, saveQuestionList } from "#server/chatbots/configuration/question-list.ts";
import { env } from "#server/config/env.ts";
import { everAnswered, everFromSite, everFromWeb } from "#server/conversations/access.sql.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { compile, type Sql, sql } from "#server/db/sql.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openPools } from "#server/testing/pools.ts";
import { plainCompany, visitorOn } from "#server/testing/visitor.ts";
import { createUser } from "#server/users/creating.ts";
import { firstSteps } from "./choices.ts";
import type { CreatedCompany } from "./creating.ts";
import { updateCompany } from "./editing.ts";
import { noteFirstStep, readFirstSteps } from "./first-steps.ts";

openPools();

let company: CreatedCompany;
let admin: Actor;

beforeAll(async () => {
  company = await plainCompany("Beginners");
  admin = systemActor(company.companyId);
});

const steps = async () => readFirstSteps.execute(admin, {});
const left = async () => {
  const { done } = await steps();
  return Object.entries(done).flatMap(([step, isDone]) => (isDone ? [] : [step]));
};

/** What is found of 20,000 conversations, and how many rows are read, where each company is believed to have so many. */
async function lookedAt(companyId: string, channel: string) {
  const client = new pg.Client({ connectionString: env.databaseUrl });
  await client.connect();
  const ask = async <T extends object>(piece: Sql) => {
    const { text, values } = compile(piece);
    return (await client.query<T>(text, values)).rows[0];
  };
  const read = async () =>
    (
      await ask<{ rows: number }>(sql`select sum("seq_tup_read" + "idx_tup_fetch")::int as "rows"
        from pg_stat_xact_user_tables where "relname" in ('conversations', 'conversation_activity')`)
    )?.rows ?? 0;
  const found = [];
  try {
    await client.query("begin; set local session_replication_role = replica");
    await fill(ask, companyId, channel);
    await client.query("set local enable_seqscan = off");
    for (const believed of [1, 3, 20, 20_000]) {
      await client.query("reset role");
      for (const table of ["conversations", "conversation_activity"])
        await ask(sql`select pg_restore_attribute_stats('schemaname', 'public', 'relname', ${table}::text,
          'attname', 'companyId', 'inherited', false, 'n_distinct', ${-1 / believed}::real)`);
      await client.query("set local role parley_app");
      await ask(sql`select set_config('app.company_id', ${companyId}, true)`);
      const before = await read();
      const done = await ask(sql`select ${everFromWeb(companyId)} as "web", ${everAnswered(companyId)} as "answered",
        ${everFromSite(companyId, env.publicUrl)} as "site"`);
      found.push({ believed, done, looked: (await read()) - before });
    }
  } finally {
    // Nothing of it is committed.
    await client.end();
  }
  return found;
}

/** Copies of the one conversation that is there, which goes where it came from elsewhere; the latest have both their rows. */
async function fill(ask: (piece: Sql) => Promise<unknown>, companyId: string, channel: string): Promise<void> {
  await ask(sql`insert into conversation_activity select (jsonb_populate_record(a, jsonb_build_object(
      'conversationId', gen_random_uuid(), 'channel', ${channel}::text, 'lastMessageAt', a."lastMessageAt" + n * interval '1 s'))).*
    from conversation_activity a, generate_series(1, 20000) n where "companyId" = ${companyId}`);
  await ask(sql`insert into conversations select (jsonb_populate_record(c, jsonb_build_object(
      'id', l."conversationId", 'channel', ${channel}::text))).*
    from conversations c, (select "conversationId" from conversation_activity where "companyId" = ${companyId}
      order by "lastMessageAt" desc limit 1000) l where "companyId" = ${companyId}`);
  await ask(sql`delete from conversation_activity where "companyId" = ${companyId} and "channel" <> ${channel}`);
}

describe("the first steps of a new company [found U12]", () => {
  it("are ticked by what is there, one after the other", async () => {
    const { channelId } = await steps();
    expect(await left()).toEqual([...firstSteps]);
    await noteFirstStep.execute(admin, { snippet: true });
    expect(await left()).not.toContain("snippet");

    const visitor = await visitorOn(channelId ?? "");
    const begun = await visitor.post<{ conversation: { id: string } }>("/conversations", {
      message: { body: "Hello", clientMessageId: "c-1" },
    });
    expect(await left()).not.toContain("visitor");
    const answer = { conversationId: begun.body.conversation.id, from: company.userId, body: "Hello back" };
    await sendMessage.execute(admin, { ...answer, fromType: "user" });
    expect(await left()).not.toContain("answer");

    const { chatbotId } = company;
    const { nodes } = await readQuestionList.execute(admin, { chatbotId });
    await saveQuestionList.execute(admin, { chatbotId, nodes });
    await createChannel.execute(admin, { type: "WHATSAPP_API", label: "Ours", sandbox: true });
    const email = `first-${Date.now()}@example.com`;
    await createUser.execute(admin, { name: "Second", email, role: "agent", password: "beeches and birches" });
    expect(await left()).toEqual([]);
  });

  it("have the snippet done where a visitor wrote from a site, not from our own page", async () => {
    const { companyId, channelId } = await plainCompany("By hand");
    const done = async () => (await readFirstSteps.execute(systemActor(companyId), {})).done.snippet;
    const writesFrom = async (url: string) => {
      const visitor = await visitorOn(channelId);
      await visitor.post("/conversations", { message: { body: "Hello", clientMessageId: "c-1" }, page: { url } });
    };
    await writesFrom(`${env.publicUrl}/widget/${channelId}`);
    expect(await done()).toBe(false);
    await writesFrom("https://shop.example/prices");
    expect(await done()).toBe(true);
  });

  it.each([
    ["elsewhere", "WHATSAPP", 60],
    ["on our own page", "WEB", 1000],
  ])(
    "look at few of the conversations of a company that is written to %s, whatever is believed of it",
    async (_where, channel, most) => {
      const { companyId, channelId } = await plainCompany("Elsewhere");
      const visitor = await visitorOn(channelId);
      await visitor.post("/conversations", { message: { body: "Hello", clientMessageId: "c-1" } });
      for (const { believed, done, looked } of await lookedAt(companyId, channel)) {
        expect(looked, `believed to have ${believed}`).toBeLessThan(most);
        expect(done).toEqual({ web: channel === "WEB", answered: false, site: false });
      }
    },
  );

  it("are put away and brought back, and other settings leave that alone", async () => {
    await noteFirstStep.execute(admin, { hidden: true });
    await updateCompany.execute(admin, { settings: { country: "ES" } });
    expect((await steps()).hidden).toBe(true);
    expect((await noteFirstStep.execute(admin, { hidden: false })).hidden).toBe(false);
    expect((await steps()).done.snippet).toBe(true);
  });

  it("concern only those who set a company up", async () => {
    const agent = { ...admin, type: "user" as const, permissions: new Set(["chat_talk", "clients_read"] as const) };
    await expect(readFirstSteps.execute(agent, {})).rejects.toMatchObject({ code: "forbidden" });
  });
});
