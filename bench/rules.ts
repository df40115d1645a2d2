import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { createCompany } from "#server/companies/creating.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { createRule } from "#server/rules/writing.ts";
import { compare } from "./comparing.ts";
import { startWhole } from "./processes.ts";
import type { Report } from "./report.ts";
import { makeTokens } from "./requests.ts";

const count = 200;
const messages = 1200;
const callers = 16;
const talks = 240;

type Made = Awaited<ReturnType<typeof createCompany>>;
type Side = { client: pg.Client; company: Made; base: string; tokens: string[]; ids: string[] };

/** As a busy company has them: most listen for words, some also ask filters, some wait. One message in twenty is heard. */
async function makeRules({ companyId, phaseIds }: Made): Promise<void> {
  const actor = systemActor(companyId);
  for (let index = 0; index < count; index += 1) {
    const heard = { matches: [{ type: "contains" as const, value: `topic${index}x` }] };
    const filters = {
      priority: ["high" as const, "urgent" as const],
      phase: [phaseIds[index % phaseIds.length] ?? ""],
    };
    const byTime = index % 10 === 9;
    await createRule.execute(actor, {
      name: `Rule ${index}`,
      trigger: byTime ? { type: "no_human_answer", minutes: 60 + index } : { type: "conversation/message" },
      conditions: byTime ? {} : { ...heard, ...(index % 4 === 3 ? { filters } : {}) },
      actions: [
        { name: "tag_add", input: { tag: `topic ${index}` } },
        { name: "priority", input: { priority: "normal" } },
      ],
      enabled: true,
    });
  }
}

async function begin(company: Made): Promise<string> {
  const { companyId, channelId } = company;
  const actor = systemActor(companyId);
  const given = { companyId, channelId, channel: "WEB" as const, from: newId() };
  const { id } = await createConversation.execute(actor, given);
  await switchChatbot.execute(actor, { conversationId: id, chatbotState: "OFF" });
  return id;
}

/** Until everything that was told has been dealt with, by the rules too. */
async function dealtWith({ client, company }: Side): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 10) {
    const { rows } = await client.query<{ left: boolean }>(
      `select exists (select 1 from events where "position" is null)
         or exists (select 1 from graphile_worker._private_jobs where "attempts" < "max_attempts" and "run_at" <= now())
         or exists (select 1 from rule_books b where b."companyId" = $1 and b."active"
           and b."seq" < (select max("seq") from events where "companyId" = $1)) as left`,
      [company.companyId],
    );
    if (!rows[0]?.left) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("what was told is not dealt with");
}

async function say({ base, tokens, ids }: Side, index: number): Promise<void> {
  const body = index % 20 === 0 ? `About topic${(index * 7) % count}x, please` : `Where is my order ${index}?`;
  const answer = await fetch(`${base}/v1/conversations/${ids[index % ids.length]}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens[index % tokens.length]}`, "content-type": "application/json" },
    body: JSON.stringify({ from: "visitor", fromType: "visitor", body }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 202) throw new Error(`a message was answered with ${answer.status}`);
}

/** Messages a second from the first until all that they set off is done. */
async function throughput(side: Side): Promise<number> {
  await dealtWith(side);
  const begun = performance.now();
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < messages; index = next++) await say(side, index);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await dealtWith(side);
  return (messages * 1000) / (performance.now() - begun);
}

async function sideOf(client: pg.Client, base: string, name: string, ruled: boolean): Promise<Side> {
  const email = `${newId()}@bench.example`;
  const company = await createCompany({ name, email, admin: { name: "Bench", email, password: "correct horse 9" } });
  const { companyId, userId, channelId, phaseIds } = company;
  const tokens = await makeTokens(client, { companyId, userId, otherId: userId, channelId, phaseIds, rows: 0 }, 40);
  const ids: string[] = [];
  for (let index = 0; index < talks; index += 1) ids.push(await begin(company));
  if (ruled) await makeRules(company);
  return { client, company, base, tokens, ids };
}

/** A company with 200 rules beside one without any, on the whole server. */
export async function benchRules(url: string, report: Report): Promise<void> {
  connectListeners();
  openTenantPool(url, 4);
  openSystemPool(url, 2);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const server = await startWhole(url);
  try {
    const plain = await sideOf(client, server.base, "Unruled", false);
    const ruled = await sideOf(client, server.base, "Ruled", true);
    await compare(report, {
      name: `messages of a company with ${count} rules, until the rules have run : one without rules`,
      unit: "/s",
      ours: () => throughput(ruled),
      limit: () => throughput(plain),
      kind: "at least",
      goal: 0.9,
    });
  } finally {
    await server.stop();
    await client.end();
    await closeTenantPool();
    await closeSystemPool();
  }
}
