import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { newSecret, sha256 } from "#server/base/secrets.ts";
import { compare } from "./comparing.ts";
import type { Company } from "./dataset.ts";
import { generator, load } from "./load.ts";
import { freePort, startProgram } from "./processes.ts";
import { replay } from "./replay/replay.ts";
import type { Report } from "./report.ts";

const seconds = 4;

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
    report.line(`requests come from ${generator}`);
    await compare(report, {
      name: "GET /v1/contacts/{id} : bare node:http + pg",
      unit: "/s",
      ours: () => load({ url: api, requests: reads, connections: 32, seconds }),
      limit: () => load({ url: bare, requests: bareReads, connections: 32, seconds }),
      kind: "at least",
      goal: 0.65,
    });
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
  const writes = tokens.map((token, index) => ({
    method: "POST" as const,
    path: `/v1/conversations/${conversations[index % conversations.length]}/messages`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  }));
  const work = { kind: "message" as const, conversations, userId: company.userId };
  await compare(report, {
    name: "POST .../messages : the same SQL from bare pg",
    unit: "/s",
    // As many statements at once in both: the API's pool has 16 connections, its callers are twice as many.
    ours: () => load({ url: api, requests: writes, connections: 32, seconds }),
    limit: async () => (await replay({ url, companyId: company.companyId, work, seconds, connections: 16 })).perSecond,
    kind: "at least",
    goal: 0.65,
  });
}
