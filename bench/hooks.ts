import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { sealCredentials } from "#server/channels/connection/connecting.ts";
import { compare } from "./comparing.ts";
import type { Company } from "./dataset.ts";
import { load } from "./load.ts";
import { freePort, startProgram, startWhole, whilePaused } from "./processes.ts";
import { replay } from "./replay/replay.ts";
import { ownNumber, whatsappPayload } from "./replay/work.ts";
import type { Report } from "./report.ts";

const appSecret = "bench-app-secret-0123456789";
const seconds = 3;
const people = Array.from({ length: 200 }, (_, n) => String(5491140000000 + n));

async function addChannel(client: pg.Client, { companyId }: Company): Promise<string> {
  const id = newId();
  const shared = { accessToken: "bench", appSecret, verifyToken: "" };
  const credentials = sealCredentials({ platform: "whatsapp", phoneNumberId: ownNumber, wabaId: "1", ...shared });
  await client.query(`delete from inbound_payloads where "companyId" = $1`, [companyId]);
  await client.query(`update channels set "externalId" = null, "provenAt" = null where "externalId" = $1`, [ownNumber]);
  await client.query(
    `insert into channels ("companyId", "id", "type", "label", "connected", "externalId", "credentials", "provenAt")
     values ($1, $2, 'WHATSAPP_API', 'Bench', true, $3, $4, now())`,
    [companyId, id, ownNumber, credentials],
  );
  return id;
}

const signed = (body: string) => ({
  method: "POST" as const,
  path: "/hooks/whatsapp",
  headers: {
    "content-type": "application/json",
    "x-hub-signature-256": `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`,
  },
  body,
});

/** Rows of messages a second that signed payloads become, whole: from the first call to the last row. */
async function received(client: pg.Client, base: string, channelId: string, payloads: string[][]): Promise<number> {
  const count = async () => {
    const text = `select coalesce(sum("lastSeq"), 0)::int as n from conversations where "channelId" = $1`;
    return (await client.query<{ n: number }>(text, [channelId])).rows[0]?.n ?? 0;
  };
  const messages = payloads.flat().length;
  const wanted = (await count()) + messages;
  const begun = performance.now();
  const waiting = [...payloads];
  const caller = async () => {
    for (let peers = waiting.shift(); peers; peers = waiting.shift()) {
      const { method, path, headers, body } = signed(whatsappPayload(peers));
      const answer = await fetch(`${base}${path}`, { method, headers, body });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the webhook was answered with ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  while ((await count()) < wanted) {
    if (performance.now() - begun > 120_000) throw new Error("answered payloads do not become messages");
    await sleep(20);
  }
  return (messages * 1000) / (performance.now() - begun);
}

const each = (count: number) => Array.from({ length: count }, (_, n) => people[n % people.length] ?? "");

/** A platform's webhooks: how many are answered, and how many become messages, beside bare inserts of the same rows. */
export async function benchHooks(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const channelId = await addChannel(client, company);
  const barePort = await freePort();
  const bare = `http://127.0.0.1:${barePort}`;
  const storing = {
    DATABASE_URL: url,
    PORT: String(barePort),
    BENCH_COMPANY: company.companyId,
    BENCH_CHANNEL: channelId,
  };
  const server = await startWhole(url);
  const { base } = server;
  const limit = await startProgram("bench/bare-server.ts", storing, `${bare}/health`);
  try {
    const inbound = { kind: "inbound" as const, channelId, peers: people };
    const replayed = { url, companyId: company.companyId, work: inbound, seconds, connections: 6 };
    const rows = () =>
      whilePaused(url, server, async () => {
        const { perSecond } = await replay(replayed);
        await client.query(`delete from events where "companyId" = $1 and "position" is null`, [company.companyId]);
        return perSecond;
      });
    await compare(report, {
      name: "payloads of one message to rows : the same rows from bare pg",
      unit: "/s",
      ours: () =>
        received(
          client,
          base,
          channelId,
          each(1000).map((peer) => [peer]),
        ),
      limit: rows,
      kind: "at least",
      goal: 0.4,
    });
    await compare(report, {
      name: "a payload of 1,000 messages to rows : the same rows from bare pg",
      unit: "/s",
      ours: () => received(client, base, channelId, [each(1000)]),
      limit: rows,
      kind: "at least",
      goal: 0.4,
    });
    const requests = each(200).map((peer) => signed(whatsappPayload([peer])));
    const accepted = { requests, connections: 32, seconds };
    await compare(report, {
      name: "POST /hooks/whatsapp : one insert of bare node:http + pg",
      unit: "/s",
      ours: () => load({ url: base, ...accepted }),
      limit: () => load({ url: bare, ...accepted }),
      kind: "at least",
      goal: 0.4,
    });
  } finally {
    await server.stop();
    await limit.stop();
    await client.query(
      `update channels set "externalId" = null, "provenAt" = null, "connected" = false where "id" = $1`,
      [channelId],
    );
    await client.end();
  }
}
