import pg from "pg";
import { compare } from "./comparing.ts";
import type { Company } from "./dataset.ts";
import { load } from "./load.ts";
import { databasePid, processorTime, startWhole } from "./processes.ts";
import { median, type Report } from "./report.ts";
import { makeTokens } from "./requests.ts";

const readers = 200;
const seconds = 4;
const quietSeconds = 12;
const rounds = 3;

type Reading = { stop: () => Promise<void> };

/** Half of them ask again and again and wait, the other half keep a stream open; nothing happens meanwhile. */
async function readIdly(base: string, tokens: readonly string[]): Promise<Reading> {
  const ended = new AbortController();
  const { signal } = ended;
  const poll = async (authorization: string) => {
    for (let cursor = ""; !signal.aborted; ) {
      const query = cursor === "" ? "from=newest" : `cursor=${encodeURIComponent(cursor)}&wait=30`;
      const answer = await fetch(`${base}/v1/events?${query}`, { headers: { authorization }, signal });
      if (!answer.ok) throw new Error(`a reader was answered ${answer.status}`);
      cursor = ((await answer.json()) as { nextCursor: string }).nextCursor;
    }
  };
  const listen = async (authorization: string) => {
    const headers = { authorization, accept: "text/event-stream" };
    const answer = await fetch(`${base}/v1/events?from=newest`, { headers, signal });
    if (!answer.ok || !answer.body) throw new Error(`a reader was answered ${answer.status}`);
    for await (const _ of answer.body);
    if (!signal.aborted) throw new Error("a stream ended by itself");
  };
  const faults: unknown[] = [];
  const reading = tokens.map((token, index) =>
    (index % 2 === 0 ? poll : listen)(`Bearer ${token}`).catch((error: unknown) => {
      if (!signal.aborted) faults.push(error);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const stop = async () => {
    ended.abort();
    await Promise.all(reading);
    if (faults.length > 0) throw faults[0];
  };
  return { stop };
}

/** Readers of events that wait for the next one: what they cost a server at rest, and what is left of a busy one. */
export async function benchReaders(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const server = await startWhole(url);
  try {
    const tokens = await makeTokens(client, company, readers);
    const pids = [server.pid, await databasePid(url)];
    const spent = async () => {
      const before = processorTime(pids);
      await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));
      return (processorTime(pids) - before) / quietSeconds;
    };
    const whileReading = async (work: () => Promise<number>) => {
      const reading = await readIdly(server.base, tokens);
      try {
        return await work();
      } finally {
        await reading.stop();
      }
    };
    const more: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await spent();
      const beside = await whileReading(spent);
      report.line(
        `     at rest ${alone.toFixed(0)} ms of processor a second, with ${readers} readers ${beside.toFixed(0)} ms`,
      );
      more.push(beside - alone);
    }
    report.limit(`${readers} idle readers of events, processor a second`, median(more), "at most", 50, " ms");
    const requests = (await makeTokens(client, company, 400)).map((token) => ({
      path: "/v1/reports/definitions",
      headers: { authorization: `Bearer ${token}` },
    }));
    const answer = () => load({ url: server.base, requests, connections: 16, seconds });
    await compare(report, {
      name: `requests beside ${readers} idle readers of events : alone`,
      unit: "/s",
      ours: () => whileReading(answer),
      limit: answer,
      kind: "at least",
      goal: 0.9,
    });
  } finally {
    await server.stop();
    await client.end();
  }
}
