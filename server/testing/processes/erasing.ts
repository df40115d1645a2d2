import { afterAll, expect } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { erasureTasks } from "#server/erasures/jobs.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { closeJobPool, openJobPool } from "#server/kit/jobs/adding.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { consumers } from "#server/relay/consumers.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { startDeliveries } from "#server/webhooks/delivery/delivering.ts";
import type { TestCompany } from "../company.ts";
import { startReceiver } from "../receiver.ts";

/** Everything that takes deleted people out of what was told of them, until the file ends. */
export async function runErasures({ companyId }: Pick<TestCompany, "companyId">) {
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  openJobPool(url);
  allowPrivateTargets(true);
  // Other files of this worker may have left thousands of events, whose bots and sends are not awaited here.
  const erasing = consumers.filter(({ task }) => erasureTasks.some(({ name }) => name === task));
  expect(erasing).toHaveLength(1);
  const relay = await startRelay({ url, consumers: erasing, ticks: [] });
  const worker = await startWorker({ url, tasks: erasureTasks });
  const deliveries = await startDeliveries({ url, follow: followRelay, backoffMs: 50 });
  const receiver = await startReceiver();
  afterAll(async () => {
    await deliveries.stop();
    await worker.stop();
    await relay.stop();
    await receiver.close();
    await closeOutbound();
    await closeJobPool();
    allowPrivateTargets(false);
  });
  /** Every event so far has been read by the webhooks, and none of its deliveries waits. */
  const allDelivered = async () => {
    const { rows } = await systemPool().query<{ done: boolean }>(
      `select not exists (select from webhook_deliveries where "companyId" = $1 and "status" = 'pending')
         and not exists (select from events where "companyId" = $1 and ("position" is null
           or "position" > (select "position" from webhook_cursor where "id" = 1))) as "done"`,
      [companyId],
    );
    return rows[0]?.done === true;
  };
  return { receiver, allDelivered };
}

/** What may go on speaking of a person, and why. All other tables, also those to come, may not. */
const exceptions: Readonly<Record<string, string>> = {
  simulator_objects: "stands in for the platform, which has a memory of its own",
  simulator_messages: "stands in for the platform, which has a memory of its own",
  simulator_callbacks: "stands in for the platform, which has a memory of its own",
  saved_views: "what somebody of the team typed for themselves",
};

/** Tables in whose rows any of the words stands, in any column. */
export async function tablesThatSay(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await systemPool().query<{ name: string; schema: string }>(
    `select relname as "name", nspname as "schema" from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind in ('r', 'p') and (nspname = 'public' or nspname = 'graphile_worker')
       and has_table_privilege(c.oid, 'select')`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const saying: string[] = [];
  for (const { name, schema } of tables) {
    if (exceptions[name]) continue;
    const { rowCount } = await systemPool().query(
      `select from "${schema}"."${name}" x where lower(x::text) like any($1) limit 1`,
      [words.map((word) => `%${word}%`)],
    );
    if (rowCount) saying.push(name);
  }
  return saying.sort();
}

/** Made-up words that nothing else says. */
export const person = () => {
  const mark = newId().slice(-10);
  return {
    name: `zed${mark}`,
    email: `mail${mark}@example.com`,
    phone: `+54911${String(Number.parseInt(mark.slice(0, 8), 16))
      .padStart(10, "0")
      .slice(-8)}`,
    field: `field${mark}`,
    text: `text${mark}`,
    note: `note${mark}`,
    answer: `answer${mark}`,
  };
};

export type Person = ReturnType<typeof person>;
export const wordsOf = ({ phone, ...words }: Person) => [...Object.values(words), phone.slice(1)];
