// SQL because objects are put, counted on and queued in one statement each, however many ask at once.
import type { SimulatorCallback, SimulatorObject } from "#server/db/generated/client.ts";
import { execute, json, row, rows, sql } from "#server/db/sql.ts";

type Owner = Pick<SimulatorObject, "companyId" | "channelId">;

/**
 * What the simulator remembers, in the database: it survives a restart, and companies are kept apart like everywhere.
 * Every function runs in the account's company scope (`inCompany`), which the HTTP side and the operations open.
 */
export async function objectOf<T extends object>(of: Owner, kind: string, key: string): Promise<T | undefined> {
  const found = await row<{ data: T }>(sql`
    select "data" from simulator_objects where "companyId" = ${of.companyId} and "channelId" = ${of.channelId}
      and "kind" = ${kind} and "key" = ${key}`);
  return found?.data;
}

/** All of a kind, oldest first. */
export async function objectsOf<T extends object>(of: Owner, kind: string): Promise<{ key: string; data: T }[]> {
  return rows<{ key: string; data: T }>(sql`
    select "key", "data" from simulator_objects where "companyId" = ${of.companyId} and "channelId" = ${of.channelId}
      and "kind" = ${kind} order by "createdAt", "key"`);
}

export async function putObject(of: Owner, kind: string, key: string, data: object): Promise<void> {
  await execute(sql`
    insert into simulator_objects ("companyId", "channelId", "kind", "key", "data")
    values (${of.companyId}, ${of.channelId}, ${kind}, ${key}, ${json(data)})
    on conflict ("companyId", "channelId", "kind", "key") do update set "data" = excluded."data", "updatedAt" = now()`);
}

export async function removeObject(of: Owner, kind: string, key: string): Promise<boolean> {
  const gone = await execute(sql`
    delete from simulator_objects where "companyId" = ${of.companyId} and "channelId" = ${of.channelId}
      and "kind" = ${kind} and "key" = ${key}`);
  return gone > 0;
}

/** The next number of a series: deterministic ids. */
export async function nextNumber(of: Owner, series: string): Promise<number> {
  const next = await row<{ n: number }>(sql`
    insert into simulator_objects ("companyId", "channelId", "kind", "key", "data")
    values (${of.companyId}, ${of.channelId}, 'series', ${series}, '{"n": 1}')
    on conflict ("companyId", "channelId", "kind", "key")
      do update set "data" = jsonb_build_object('n', (simulator_objects."data"->>'n')::int + 1)
    returning ("data"->>'n')::int as "n"`);
  return next?.n ?? 1;
}

type NewCallback = Omit<SimulatorCallback, "attempts" | "change"> & { change: object };

/** A webhook call that is still to be made. */
export async function insertCallback(made: NewCallback): Promise<void> {
  await execute(sql`
    insert into simulator_callbacks ("companyId", "id", "channelId", "platform", "change", "dueAt", "createdAt")
    values (${made.companyId}, ${made.id}, ${made.channelId}, ${made.platform}, ${json(made.change)}, ${made.dueAt},
      ${made.createdAt})`);
}
