import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { afterCommit } from "#server/db/outside.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { type Faults, faultsSchema, noFaults } from "./faults.ts";
import { insertCallback, objectOf, putObject } from "./objects.sql.ts";

type Owner = Pick<SimulatedAccount, "companyId" | "channelId">;

export async function faultsOf(of: Owner): Promise<Faults> {
  const stored = await objectOf(of, "switches", "faults");
  return stored ? (faultsSchema.safeParse({ ...noFaults, ...stored }).data ?? noFaults) : noFaults;
}

export async function setFaults(of: Owner, faults: Faults): Promise<void> {
  await putObject(of, "switches", "faults", faults);
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
    const { companyId, channelId, platform } = of;
    await insertCallback({ companyId, id: newId(), channelId, platform, change: wrapped, dueAt, createdAt: now() });
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
