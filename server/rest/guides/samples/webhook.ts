// A receiver that believes only what Parley signed: WEBHOOK_SECRET=whsec_… node webhook.ts
// While the secret changes, both: WEBHOOK_SECRET=whsec_new,whsec_old
import { createHmac, timingSafeEqual } from "node:crypto";
import http from "node:http";
import { env } from "node:process";

const secrets = (env.WEBHOOK_SECRET ?? "").split(",").filter(Boolean);
if (secrets.length === 0) throw new Error("Set WEBHOOK_SECRET to the secret of the webhook.");
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

async function receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  // The bytes as they came: parsed and written anew they may differ.
  const body = Buffer.concat(chunks);
  const header = String(request.headers["x-webhook-signature"]);
  if (!secrets.some((secret) => isSigned(body, header, secret))) {
    response.writeHead(401).end();
    return;
  }
  const { event, data } = JSON.parse(body.toString("utf8"));
  // Answer first, work later: Parley waits ten seconds.
  response.writeHead(204).end();
  const id = String(request.headers["x-webhook-event-id"]);
  if (seen.has(id)) return;
  seen.add(id);
  console.log(`verified ${event} ${id}: ${data.id ?? data.message?.id}`);
}

const server = http.createServer((request, response) => {
  receive(request, response).catch((error: Error) => {
    // Anybody can send half a request, or what is no JSON: that ends no receiver.
    console.error(error.message);
    if (!response.headersSent) response.writeHead(400).end();
  });
});

const port = Number(env.PORT ?? 4010);
server.listen(port, "127.0.0.1", () => console.log(`Receiving at http://127.0.0.1:${port}/`));
