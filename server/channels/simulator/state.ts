import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { afterCommit } from "#server/db/outside.ts";
import { execute, json, row, rows, sql } from "#server/db/sql.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { type Faults, faultsSchema, noFaults } from "./faults.ts";

type Owner = Pick<SimulatedAccount, "companyId" | "channelId">;

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

export async function faultsOf(of: Owner): Promise<Faults> {
  const stored = await objectOf(of, "switches", "faults");
  return stored ? (faultsSchema.safeParse({ ...noFaults, ...stored }).data ?? noFaults) : noFaults;
}

export async function setFaults(of: Owner, faults: Faults): Promise<void> {
  await putObject(of, "switches", "faults", faults);
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

let pace = 1;

/** How long the simulated platform takes for what takes it time, against the usual 1: tests need not wait. */
export function paceSimulator(factor: number): void {
  pace = factor;
}

/**
 * One webhook change the simulator will send after `delayMs`: for WhatsApp `{ field, value }`, for Messenger and
 * Instagram one messaging event. `entryId` is the id of the entry (WABA, page, account).
 */
export async function queueCallback(
  of: SimulatedAccount,
  change: object,
  delayMs: number,
  entryId?: string,
): Promise<void> {
  const faults = await faultsOf(of);
  const late = faults.delayMs + (faults.reorder ? Math.floor(Math.random() * 1500 * pace) : 0);
  const dueAt = new Date(Date.now() + delayMs * pace + late);
  const wrapped = { entryId: entryId ?? (of.platform === "whatsapp" ? of.wabaId : of.id), change };
  for (let copy = 0; copy <= faults.duplicates; copy += 1) {
    await execute(sql`
      insert into simulator_callbacks ("companyId", "id", "channelId", "platform", "change", "dueAt", "createdAt")
      values (${of.companyId}, ${newId()}, ${of.channelId}, ${of.platform}, ${json(wrapped)}, ${dueAt}, ${now()})`);
  }
  afterCommit(() => {
    for (const listener of listeners) listener(dueAt);
  });
}

const listeners = new Set<(dueAt: Date) => void>();

/** Called when there is a webhook to send, with its time: after the commit, in no transaction. */
export function onCallback(listener: (dueAt: Date) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
