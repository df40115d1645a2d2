import { minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { systemPool } from "#server/db/system.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { coalesced } from "#server/kit/relay/coalescing.ts";
import type { Platform } from "../connection/credentials.ts";
import type { Addressee } from "./addressing.ts";

export type Arrived = { platform: Platform; body: string; headers: Record<string, string> };

type Part = { to: Pick<Addressee, "companyId" | "channelId">; body: string };
type Waiting = { arrived: Arrived; part: Part; id: string; done: () => void; failed: (error: unknown) => void };

const waiting: Waiting[] = [];
const mostAtOnce = 200;
let storing = false;

function insert(batch: readonly Waiting[]): Promise<unknown> {
  return systemPool().query({
    name: "inbound_store",
    text: `insert into inbound_payloads ("companyId", "id", "channelId", "platform", "headers", "body", "signatureOk")
      select c, i, h, f, j::jsonb, b, true
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[]) as p(c, i, h, f, j, b)`,
    values: [
      batch.map(({ part }) => part.to.companyId),
      batch.map(({ id }) => id),
      batch.map(({ part }) => part.to.channelId),
      batch.map(({ arrived }) => arrived.platform),
      batch.map(({ arrived }) => JSON.stringify(arrived.headers)),
      batch.map(({ part }) => part.body.replaceAll("\u0000", "")),
    ],
  });
}

/** One commit at a time for whatever has come meanwhile: many webhooks at once cost one write to the disk. */
async function storeWaiting(): Promise<void> {
  if (storing) return;
  storing = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, mostAtOnce);
    try {
      await insert(batch);
      for (const { part, done } of batch) {
        announce(part.to.companyId, part.to.channelId);
        done();
      }
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
  storing = false;
}

/** Stores a payload for each channel it concerns; once this resolves it is committed, and may be answered with 200. */
export async function storePayloads(arrived: Arrived, parts: readonly Part[]): Promise<string[]> {
  const ids = parts.map(() => newId());
  const stored = parts.map(
    (part, index) =>
      new Promise<void>((done, failed) => waiting.push({ arrived, part, id: ids[index] ?? newId(), done, failed })),
  );
  void storeWaiting();
  await Promise.all(stored);
  return ids;
}

const notes = new Map<string, { count: number; until: number }>();
const notedPerMinute = 10;

/** Entries that only inform an admin must not fill the journal. */
function mayNote(of: string): boolean {
  const at = Date.now();
  const seen = notes.get(of);
  const window = seen && seen.until > at ? seen : { count: 0, until: at + minute };
  window.count += 1;
  if (notes.size > keptMost) notes.clear();
  notes.set(of, window);
  return window.count <= notedPerMinute;
}

type Note = { companyId: string; channelId: string | null; status: "rejected" | "ignored"; error: string };

async function note(
  { platform, headers, body }: Arrived,
  { companyId, channelId, status, error }: Note,
): Promise<void> {
  await systemPool().query(
    `insert into inbound_payloads ("companyId", "id", "channelId", "platform", "headers", "body", "signatureOk", "status",
       "error", "processedAt") values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, now())`,
    [
      companyId,
      newId(),
      channelId,
      platform,
      JSON.stringify(headers),
      body.replaceAll("\u0000", "").slice(0, 4096),
      status !== "rejected",
      status,
      error,
    ],
  );
}

/** A wrong signature is worth an admin's look: a wrong app secret, mostly. */
export async function noteRejected(arrived: Arrived, { companyId, channelId }: Addressee): Promise<void> {
  if (!mayNote(channelId)) return;
  const error = "The signature does not match the app secret.";
  await note(arrived, { companyId, channelId, status: "rejected", error });
}

/**
 * The installation's only company; undefined where there are several, because they must not read each other's
 * customers.
 */
async function onlyCompany(): Promise<string | undefined> {
  const { rows } = await systemPool().query<{ id: string }>(`select "id" from companies limit 2`);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/**
 * Keeps payloads with a good signature for an account that is not connected here: the platform's test events, or
 * another number of the same app. They belong to the app's company (`companyId`), else to the only company.
 */
export async function storeUnclaimed(arrived: Arrived, names: readonly string[], companyId?: string): Promise<void> {
  if (!mayNote(`stray ${companyId ?? ""}`)) return;
  const ids = names.slice(0, 5).map((name) => name.slice(name.indexOf(":") + 1));
  const about = ids.length > 0 ? `Nothing connected here has the id ${ids.join(", ")}.` : "It names no account.";
  log.info({ platform: arrived.platform, ids }, "a signed payload is not ours");
  const owner = companyId ?? (await onlyCompany());
  if (!owner) return;
  await note(arrived, { companyId: owner, channelId: null, status: "ignored", error: `Not ours. ${about}` });
}

const keptMost = 10_000;
const signals = new Map<string, ReturnType<typeof coalesced>>();
const signalMs = 20;

/** Wakes the processing of a channel: one job for all that comes within a moment, one after the other for a channel. */
export function announce(companyId: string, channelId: string): void {
  if (signals.size > keptMost) signals.clear();
  const known =
    signals.get(channelId) ??
    coalesced(signalMs, () =>
      wake(companyId, channelId).catch((error: unknown) =>
        log.warn({ error }, "inbound payloads wait for the next round"),
      ),
    );
  signals.set(channelId, known);
  known.call();
}

export function wake(companyId: string, channelId: string, runAt?: Date): Promise<void> {
  const options = { key: `receive:${channelId}`, queue: `receive:${channelId}`, priority: -10 };
  return addJob(
    "channels.receive",
    { companyId, channelId },
    {
      ...options,
      ...(runAt ? { runAt } : {}),
    },
  );
}

/** Payloads that were stored but never processed, because a process died in between. */
export async function wakeUnprocessed(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; channelId: string }>(
    `select distinct "companyId", "channelId" from inbound_payloads
     where "status" = 'received' and "receivedAt" < now() - interval '3 seconds' and "channelId" is not null
       and ("attempts" = 0 or "receivedAt" + make_interval(secs => power(2, least("attempts", 12))) <= now()) limit 500`,
  );
  for (const { companyId, channelId } of rows) await wake(companyId, channelId);
}

/** One job for each channel that has files of visitors to ask for again. */
export async function wakeMissingFiles(): Promise<void> {
  const { rows: waiting } = await systemPool().query<{ companyId: string; channelId: string }>(
    `select distinct "companyId", "channelId" from message_links where "fetchAt" <= now() limit 500`,
  );
  for (const { companyId, channelId } of waiting) {
    await addJob("channels.fetchMissing", { companyId, channelId }, { key: `missing:${channelId}`, priority: 5 });
  }
}
