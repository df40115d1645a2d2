import pg from "pg";
import { systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool, poolConfig, tenantRole } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { type Recorded, type Recording, record, repeat } from "./recording.ts";
import type { Replay, Replayed, Work } from "./replay.ts";
import { answerVisitor, receiveText, sayAsVisitor, sendText } from "./work.ts";

connectListeners();

type Target = Omit<Recorded, "lastSeq">;

async function conversationOf(channelId: string, peer: string): Promise<string> {
  const text = `select "id" from conversations where "channelId" = $1 and "visitorId" = $2 order by "createdAt" desc limit 1`;
  return (await systemPool().query<{ id: string }>(text, [channelId, peer])).rows[0]?.id ?? "";
}

function targetsOf(work: Work, companyId: string): Target[] {
  const actor = systemActor(companyId);
  if (work.kind === "inbound") {
    const { channelId } = work;
    return work.peers.map((peer) => {
      const run = () => receiveText(actor, channelId, peer);
      return { conversation: () => conversationOf(channelId, peer), run, warm: run };
    });
  }
  if (work.kind === "bot") {
    // The bot's first answer, which a conversation has once.
    const [targets, spare] = [Math.floor(work.conversations.length / 3), [...work.conversations]];
    return spare.splice(0, targets).map((id) => ({
      conversation: async () => id,
      run: () => answerVisitor(actor, id),
      warm: () => answerVisitor(actor, spare.shift() ?? id),
    }));
  }
  return work.conversations.map((id) => {
    const run = () => (work.kind === "message" ? sendText(actor, id, work.userId) : sayAsVisitor(actor, id));
    return { conversation: async () => id, run, warm: run };
  });
}

async function lastSeqOf(id: string): Promise<number> {
  const found = await systemPool().query<{ lastSeq: number }>(`select "lastSeq" from conversations where "id" = $1`, [
    id,
  ]);
  return found.rows[0]?.lastSeq ?? 0;
}

async function recordAll(targets: Target[]): Promise<{ recording: Recording; id: string }[]> {
  const all: { recording: Recording; id: string }[] = [];
  for (const target of targets) {
    const recording = await record({ ...target, lastSeq: lastSeqOf });
    all.push({ recording, id: await target.conversation() });
  }
  return all;
}

async function run({ url, companyId, work, seconds, connections }: Replay): Promise<Replayed> {
  openTenantPool(url, 1);
  openSystemPool(url, 1);
  const recordings = await recordAll(targetsOf(work, companyId).slice(0, connections));
  const lastSeqs = new Map<string, number>();
  for (const { id } of recordings) lastSeqs.set(id, await lastSeqOf(id));
  await closeTenantPool();
  await closeSystemPool();
  const pool = new pg.Pool(poolConfig(url, tenantRole, recordings.length));
  const used = process.cpuUsage();
  const begun = performance.now();
  let done = 0;
  const worker = async ({ recording, id }: { recording: Recording; id: string }) => {
    const client = await pool.connect();
    await client.query("select set_config('app.company_id', $1, false)", [companyId]);
    let lastSeq = lastSeqs.get(id) ?? 0;
    const step = (lastSeqs.get(id) ?? 0) - recording.lastSeq;
    while (performance.now() < begun + seconds * 1000) {
      lastSeq = (await repeat(client, recording, lastSeq)) + step;
      done += 1;
    }
    client.release();
  };
  await Promise.all(recordings.map(worker));
  await pool.end();
  const { user, system } = process.cpuUsage(used);
  return { perSecond: (done * 1000) / (performance.now() - begun), cpuMs: (user + system) / 1000 / done };
}

process.once("message", (given: Replay) => {
  run(given).then(
    (replayed) => process.send?.(replayed, () => process.exit(0)),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
