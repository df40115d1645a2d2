// A receiver that believes only what Parley signed: WEBHOOK_SECRET=whsec_… node webhook.ts
import { createHmac, timingSafeEqual } from "node:crypto";
import http from "node:http";
import { env } from "node:process";

const secret = env.WEBHOOK_SECRET;
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of the webhook.");
const toleranceSeconds = 300;
/** Kept in a database by a real receiver: an event may come twice. */
const seen = new Set<string>();

/** X-Webhook-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>"> */
function isSigned(body: Buffer, header: string, key: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!t || !v1 || Math.abs(Date.now() / 1000 - Number(t)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", key).update(`${t}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(v1, "hex"));
}

const server = http.createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  // The bytes as they came: parsed and written anew they may differ.
  const body = Buffer.concat(chunks);
  if (!isSigned(body, String(request.headers["x-webhook-signature"]), secret)) {
    response.writeHead(401).end();
    return;
  }
  // Answer first, work later: Parley waits ten seconds.
  response.writeHead(204).end();
  const id = String(request.headers["x-webhook-event-id"]);
  if (seen.has(id)) return;
  seen.add(id);
  const { event, data } = JSON.parse(body.toString("utf8"));
  console.log(`verified ${event} ${id}: ${data.id ?? data.message?.id}`);
});

const port = Number(env.PORT ?? 4010);
server.listen(port, "127.0.0.1", () => console.log(`Receiving at http://127.0.0.1:${port}/`));
