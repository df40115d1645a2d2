import { createHmac } from "node:crypto";
import pg from "pg";
import { Pool } from "undici";
import { newId } from "#server/base/ids.ts";
import { sealCredentials } from "#server/channels/connection/connecting.ts";
import type { Company } from "./dataset.ts";
import { freePort, startProgram } from "./processes.ts";
import { percentile, type Report } from "./report.ts";

const perSecond = 200;
const seconds = 10;
const warmSeconds = 2;
const appSecret = "bench-app-secret-0123456789";
const number = "106540352242922";

function payload(n: number): string {
  const from = String(5491140000000 + (n % 500));
  const message = {
    from,
    id: `wamid.bench${n}.${Date.now()}`,
    timestamp: "1749416383",
    type: "text",
    text: { body: "Hola" },
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: number },
    contacts: [{ profile: { name: "Bench" }, wa_id: from }],
    messages: [message],
  };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

async function addChannel(client: pg.Client, { companyId }: Company): Promise<string> {
  const id = newId();
  const shared = { accessToken: "bench", appSecret, verifyToken: "" };
  const credentials = sealCredentials({ platform: "whatsapp", phoneNumberId: number, wabaId: "1", ...shared });
  await client.query(`delete from inbound_payloads where "companyId" = $1`, [companyId]);
  await client.query(`update channels set "externalId" = null where "externalId" = $1`, [number]);
  await client.query(
    `insert into channels ("companyId", "id", "type", "label", "connected", "externalId", "credentials")
     values ($1, $2, 'WHATSAPP_API', 'Bench', true, $3, $4)`,
    [companyId, id, number, credentials],
  );
  return id;
}

/** Open loop: each call has its time, and what waits for it counts from then. */
async function call(pool: Pool, n: number, at: number): Promise<number> {
  const wait = at - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const body = payload(n);
  const signature = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
  const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
  const answer = await pool.request({ path: "/hooks/whatsapp", method: "POST", headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`the webhook was answered with ${answer.statusCode}`);
  return performance.now() - at;
}

/** A platform's webhooks at 200 a second: how long until the 200, and whether everything answered is stored. */
export async function benchHooks(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const channelId = await addChannel(client, company);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: url, LOG_LEVEL: "fatal", PORT: String(port) };
  const server = await startProgram("bench/api-server.ts", env, `${base}/health`);
  const pool = new Pool(base, { connections: 64 });
  try {
    const begun = performance.now() + 50;
    const count = perSecond * (seconds + warmSeconds);
    const all = await Promise.all(
      Array.from({ length: count }, (_, n) => call(pool, n, begun + (n * 1000) / perSecond)),
    );
    const measured = all.slice(perSecond * warmSeconds);
    report.line(`POST /hooks/whatsapp at ${perSecond}/s: p50 ${percentile(measured, 50).toFixed(1)} ms`);
    report.limit("POST /hooks/whatsapp accepted, p99", percentile(measured, 99), "at most", 50, " ms");
    const stored = await client.query<{ n: string }>(
      `select count(*) as n from inbound_payloads where "channelId" = $1`,
      [channelId],
    );
    report.limit("payloads answered but not stored", count - Number(stored.rows[0]?.n), "at most", 0);
  } finally {
    await pool.close();
    await server.stop();
    await client.query(`update channels set "externalId" = null, "connected" = false where "id" = $1`, [channelId]);
    await client.end();
  }
}
