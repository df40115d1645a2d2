import { beforeAll, describe, expect, it } from "vitest";
import { createChannel } from "#server/channels/creating.ts";
import { readQuestionList, saveQuestionList } from "#server/chatbots/configuration/question-list.ts";
import { env } from "#server/config/env.ts";
import { everAnswered, everFromSite, everFromWeb } from "#server/conversations/access.sql.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
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

  it("look at few of the conversations of a company that is written to elsewhere", async () => {
    const { companyId, channelId } = await plainCompany("Elsewhere");
    const visitor = await visitorOn(channelId);
    await visitor.post("/conversations", { message: { body: "Hello", clientMessageId: "c-1" } });
    await systemPool().query(
      `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'channel', 'WHATSAPP'))).*
       from conversations c, generate_series(1, 2000) where "companyId" = $1`,
      [companyId],
    );
    await systemPool().query(`delete from conversations where "companyId" = $1 and "channel" = 'WEB'`, [companyId]);
    await systemPool().query("analyze conversations, conversation_activity");
    const [looked] = await inCompany(companyId, () =>
      rows<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
        sql`explain (analyze, buffers, format json) select ${everFromWeb(companyId)}, ${everAnswered(companyId)},
          ${everFromSite(companyId, "https://inbox.example")}`,
      ),
    );
    const plan = looked?.["QUERY PLAN"][0].Plan;
    expect(plan?.["Shared Hit Blocks"], JSON.stringify(plan)).toBeLessThan(60);
    expect((await readFirstSteps.execute(systemActor(companyId), {})).done).toMatchObject({
      visitor: false,
      snippet: false,
      answer: false,
    });
  });

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
