import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";
import { newId } from "#server/base/ids.ts";

// The limit that the API is measured against: one indexed read by key, or one insert of a payload, over node:http and
// pg, and nothing else.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const companyId = process.env.BENCH_COMPANY;
const channelId = process.env.BENCH_CHANNEL;

const read = (id: string) => ({
  name: "contact",
  text: `select * from contacts where "companyId" = $1 and "id" = $2`,
  values: [companyId, id],
});

const store = (body: string) => ({
  name: "payload",
  text: `insert into inbound_payloads ("companyId", "id", "channelId", "platform", "headers", "body", "signatureOk", "status")
    values ($1, $2, $3, 'whatsapp', '{}', $4, true, 'ignored') returning "id"`,
  values: [companyId, newId(), channelId, body],
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

createServer(async (request, response) => {
  const id = request.url?.slice(1) ?? "";
  if (id === "health") return response.writeHead(200).end("ok");
  const result = await pool.query(request.method === "POST" ? store(await bodyOf(request)) : read(id));
  const body = JSON.stringify(result.rows[0]);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
