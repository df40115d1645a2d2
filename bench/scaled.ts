import pg from "pg";
import { compare } from "./comparing.ts";
import type { Company } from "./dataset.ts";
import { load } from "./load.ts";
import { freePort, type Running, startProgram } from "./processes.ts";
import type { Report } from "./report.ts";
import { makeTokens } from "./requests.ts";

const seconds = 4;

/** Requests that no database is asked for: the token is known, the answer made from code. */
const path = "/v1/reports/definitions";

/** A web process as in an installation of several: no worker beside it. */
async function startWeb(url: string): Promise<Running & { port: number }> {
  const port = await freePort();
  const env = { DATABASE_URL: url, PORT: String(port), ROLE: "web", DEMO: "0", NODE_ENV: "production" };
  const address = `http://localhost:${port}/sign-in`;
  return { ...(await startProgram("server/main.ts", { ...env, LOG_LEVEL: "fatal" }, address)), port };
}

/** Requests a second of all these processes at once, each with a caller of its own. */
async function together(ports: number[], tokens: string[]): Promise<number> {
  const requests = tokens.map((token) => ({ path, headers: { authorization: `Bearer ${token}` } }));
  const all = ports.map((port) => load({ url: `http://localhost:${port}`, requests, connections: 16, seconds }));
  return (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
}

/** Two web processes beside a worker, against one process that does everything. Needs cores for all of them. */
export async function benchScaled(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const running: Running[] = [];
  try {
    const tokens = await makeTokens(client, company, 400);
    const [one, two] = [await startWeb(url), await startWeb(url)];
    running.push(one, two);
    await compare(report, {
      name: "two web processes : one, on requests that do not wait for the database",
      unit: "/s",
      ours: () => together([one.port, two.port], tokens),
      limit: () => together([one.port], tokens),
      kind: "at least",
      goal: 1.7,
    });
  } finally {
    for (const { stop } of running) await stop();
    await client.end();
  }
}
