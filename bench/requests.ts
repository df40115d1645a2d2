import autocannon from "autocannon";
import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { newSecret, sha256 } from "#server/base/secrets.ts";
import type { Company } from "./dataset.ts";
import { freePort, startProgram } from "./processes.ts";
import { replayMessages } from "./replay.ts";
import { median, type Report } from "./report.ts";

const rounds = 3;
const seconds = 5;

type Load = { url: string; requests: autocannon.Request[]; connections: number };

/** Answered requests a second of one round; a round with errors does not count as speed. */
async function load({ url, requests, connections }: Load): Promise<number> {
  let index = 0;
  // Every caller goes through all requests but begins elsewhere: otherwise all would want the same row at once.
  const setupClient = (client: autocannon.Client) => {
    const begin = Math.floor((index++ * requests.length) / connections);
    client.setRequests([...requests.slice(begin), ...requests.slice(0, begin)]);
  };
  const result = await autocannon({ url, connections, duration: seconds, requests, setupClient });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals`);
  return result.requests.average;
}

/** Tokens enough that no round meets the limit of 1000 requests a minute: their count is raised for the bench alone. */
export async function makeTokens(client: pg.Client, company: Company, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = newSecret("sk_live_");
    await client.query(
      `insert into api_tokens ("companyId","id","userId","name","hash","prefix","last4","permissions")
       values ($1,$2,$3,'bench',$4,'sk_live_',$5,'{admin}')`,
      [company.companyId, newId(), company.userId, sha256(token), token.slice(-4)],
    );
    tokens.push(token);
  }
  return tokens;
}

async function ids(
  client: pg.Client,
  table: "contacts" | "conversations",
  company: Company,
  count: number,
): Promise<string[]> {
  const where = table === "conversations" ? ` and "status" = 'opened' and "chatbotState" = 'OFF'` : "";
  const found = await client.query<{ id: string }>(
    `select "id" from ${table} where "companyId" = $1${where} order by "id" desc limit $2`,
    [company.companyId, count],
  );
  return found.rows.map(({ id }) => id);
}

export async function benchRequests(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const apiPort = await freePort();
  const barePort = await freePort();
  const api = `http://127.0.0.1:${apiPort}`;
  const bare = `http://127.0.0.1:${barePort}`;
  const shared = { DATABASE_URL: url, LOG_LEVEL: "fatal" };
  const server = await startProgram("bench/api-server.ts", { ...shared, PORT: String(apiPort) }, `${api}/health`);
  const limit = await startProgram(
    "bench/bare-server.ts",
    { ...shared, PORT: String(barePort), BENCH_COMPANY: company.companyId },
    `${bare}/health`,
  );
  try {
    // Each request names another token, so that the limiter works as always and nobody runs into it.
    const tokens = await makeTokens(client, company, 400);
    const contacts = await ids(client, "contacts", company, 400);
    const reads = contacts.map((id, index) => ({
      path: `/v1/contacts/${id}`,
      headers: { authorization: `Bearer ${tokens[index]}` },
    }));
    const bareReads = contacts.map((id) => ({ path: `/${id}` }));
    const ofApi: number[] = [];
    const ofBare: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const one = await load({ url: bare, requests: bareReads, connections: 32 });
      const two = await load({ url: api, requests: reads, connections: 32 });
      if (round > 0) ofBare.push(one) && ofApi.push(two);
    }
    report.line(
      `GET /v1/contacts/{id}: ${median(ofApi).toFixed(0)}/s; bare node:http + pg: ${median(ofBare).toFixed(0)}/s`,
    );
    report.limit("GET /v1/contacts/{id} : bare node:http + pg", median(ofApi) / median(ofBare), "at least", 0.4);
    await benchMessages({ client, url, api, company, tokens, report });
  } finally {
    await server.stop();
    await limit.stop();
    await client.end();
  }
}

type Messages = { client: pg.Client; url: string; api: string; company: Company; tokens: string[]; report: Report };

async function benchMessages({ client, url, api, company, tokens, report }: Messages): Promise<void> {
  const conversations = await ids(client, "conversations", company, 400);
  const body = JSON.stringify({ from: company.userId, fromType: "user", body: "Your order has been shipped today." });
  const writes = conversations.map((id, index) => ({
    method: "POST" as const,
    path: `/v1/conversations/${id}/messages`,
    headers: { authorization: `Bearer ${tokens[index]}`, "content-type": "application/json" },
    body,
  }));
  const ofApi: number[] = [];
  const ofBare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = await replayMessages({ url, company, conversations, seconds, connections: 16 });
    // As many statements at once in both: the API's pool has 16 connections, its callers are twice as many.
    const two = await load({ url: api, requests: writes, connections: 32 });
    if (round > 0) ofBare.push(one) && ofApi.push(two);
  }
  report.line(
    `POST .../messages: ${median(ofApi).toFixed(0)}/s; the same SQL from bare pg: ${median(ofBare).toFixed(0)}/s`,
  );
  report.limit("POST .../messages : the same SQL from bare pg", median(ofApi) / median(ofBare), "at least", 0.45);
}
