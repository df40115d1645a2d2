import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool, poolConfig, tenantRole } from "#server/db/pool.ts";
import { connectListeners } from "#server/listeners.ts";
import { sendMessage } from "#server/messages/sending.ts";
import type { Replay } from "./replay.ts";
import { type Statement, spyOn } from "./statements.ts";

connectListeners();

const text = "Your order has been shipped today.";

/** What one POST sends to the database, from the first statement of its transaction to the last. */
async function record(
  { url, company }: Replay,
  conversationId: string,
): Promise<{ statements: Statement[]; ids: string[]; seq: number }> {
  openTenantPool(url, 1);
  const input = { conversationId, from: company.userId, fromType: "user" as const, body: text };
  await sendMessage.execute(systemActor(company.companyId), input);
  let seq = 0;
  let messageId = "";
  const statements = await spyOn(async () => {
    const sent = await sendMessage.execute(systemActor(company.companyId), input);
    seq = sent.seq;
    messageId = sent.id;
  });
  await closeTenantPool();
  const events = statements.flatMap(({ values }) =>
    values.filter((value) => typeof value === "string" && value.startsWith("[{")),
  );
  const ids = [
    ...new Set(
      events.flatMap((value) => [...String(value).matchAll(/"id":"([0-9a-f-]{36})"/g)].map((match) => match[1] ?? "")),
    ),
  ];
  return { statements, ids: ids.filter((id) => id !== company.userId).concat(messageId), seq };
}

function renew(value: unknown, swaps: Map<string, string>, seq: { old: number; next: number }): unknown {
  if (value === seq.old) return seq.next;
  if (typeof value !== "string") return value;
  let renewed = value;
  for (const [old, next] of swaps) renewed = renewed.replaceAll(old, next);
  return renewed.replaceAll(`"seq":${seq.old},`, `"seq":${seq.next},`);
}

async function run(replay: Replay): Promise<number> {
  const [template = ""] = replay.conversations;
  const { statements, ids, seq } = await record(replay, template);
  const pool = new pg.Pool(poolConfig(replay.url, tenantRole, replay.connections));
  const until = performance.now() + replay.seconds * 1000;
  const begun = performance.now();
  let done = 0;
  const worker = async (index: number) => {
    const client = await pool.connect();
    await client.query("select set_config('app.company_id', $1, false)", [replay.company.companyId]);
    const own = replay.conversations.filter((_, position) => position % replay.connections === index);
    const seqs = new Map<string, number>();
    for (let turn = 0; performance.now() < until; turn += 1) {
      const conversation = own[turn % own.length] ?? template;
      const known = seqs.get(conversation) ?? (await lastSeq(client, conversation));
      seqs.set(conversation, known + 1);
      const swaps = new Map([[template, conversation], ...ids.map((id): [string, string] => [id, newId()])]);
      await client.query("BEGIN");
      for (const { name, text: statement, values } of statements) {
        await client.query({
          name,
          text: statement,
          values: values.map((value) => renew(value, swaps, { old: seq, next: known + 1 })),
        });
      }
      await client.query("COMMIT");
      done += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: replay.connections }, (_, index) => worker(index)));
  await pool.end();
  return done / ((performance.now() - begun) / 1000);
}

async function lastSeq(client: pg.PoolClient, id: string): Promise<number> {
  const found = await client.query<{ lastSeq: number }>(`select "lastSeq" from conversations where "id" = $1`, [id]);
  return found.rows[0]?.lastSeq ?? 0;
}

process.once("message", (replay: Replay) => {
  run(replay).then(
    (rate) => process.send?.(rate, () => process.exit(0)),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
