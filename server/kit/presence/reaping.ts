import { log } from "#server/base/log.ts";
import { every } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";
import { lockClass } from "./presence.ts";

/** What a noun's processes may leave behind: `free` takes it out of the hands of dead ones, and may run twice. */
export type Leftover = { name: string; free: (dead: readonly number[]) => Promise<number> };

/** A leftover that one statement frees, whatever company it is of; `$1` are the dead numbers. */
export function leftover(name: string, statement: string): Leftover {
  return { name, free: async (dead) => (await systemPool().query(statement, [dead])).rowCount ?? 0 };
}

/** Somebody waits for what a process held from the moment it died. */
const lookMs = 500;
/** Of so many looks one frees again what dead numbers bear that are known already. */
const freedEvery = 4;

/**
 * Processes without their lock, and numbers that their own process has given up. The last transaction of one that died
 * may still commit after its lock fell: its number is kept for longer than a statement may run, and what bears it is
 * freed again each time.
 */
const findDead = {
  name: "processes_dead",
  text: `
    with dead as materialized (
      select p."id", p."deadSince" from processes p where p."deadSince" is not null or not exists (
        select from pg_locks l where l."locktype" = 'advisory' and l."classid" = ${lockClass} and l."objsubid" = 2
          and l."objid"::bigint = p."id" and l."granted"
          and l."database" = (select oid from pg_database where datname = current_database()))
    ), found as (
      update processes p set "deadSince" = now() from dead where p."id" = dead."id" and dead."deadSince" is null
    )
    select "id", "deadSince" is null as "isNew" from dead`,
};

const forget = {
  name: "processes_forget",
  text: `delete from processes where "id" = any($1::int[]) and "deadSince" < now() - interval '35 seconds'`,
};

/**
 * Frees what dead processes held; `only` new: where one has died since the last look of anybody. One fault does not keep
 * the others from being freed.
 */
export async function reap(leftovers: readonly Leftover[], only: "all" | "new" = "all"): Promise<void> {
  const { rows } = await systemPool().query<{ id: number; isNew: boolean }>(findDead);
  if (rows.length === 0 || (only === "new" && !rows.some(({ isNew }) => isNew))) return;
  const dead = rows.map(({ id }) => id);
  let failed = false;
  for (const { name, free } of leftovers) {
    const count = await free(dead).catch((error: unknown) => {
      failed = true;
      log.warn({ error, leftover: name }, "what a dead process held could not be freed; trying again");
      return 0;
    });
    if (count > 0) log.info({ leftover: name, count }, "freed what a dead process held");
  }
  // A number that is forgotten too early would keep for ever what bears it.
  if (!failed) await systemPool().query({ ...forget, values: [dead] });
}

/** Looks for dead processes now and twice a second, until stopped. All processes do. */
export async function startReaping(leftovers: readonly Leftover[]): Promise<{ stop(): Promise<void> }> {
  let running: Promise<void> | undefined;
  let looks = 0;
  const look = () => {
    running ??= reap(leftovers, looks++ % freedEvery === 0 ? "all" : "new")
      .catch((error: unknown) => log.warn({ error }, "dead processes could not be looked for"))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  await look();
  const timer = every(() => void look(), lookMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
