import { env } from "#server/config/env.ts";
import { minute } from "#server/core/clock.ts";
import { isId, newId } from "#server/core/ids.ts";
import { log } from "#server/core/log.ts";
import { systemPool } from "#server/db/system.ts";
import { addJob } from "#server/jobs/adding.ts";
import { coalesced } from "#server/relay/coalescing.ts";
import { openCredentials } from "./connecting.ts";
import type { Platform } from "./credentials.ts";

/** A channel that webhooks may name, with what signs them. */
export type Addressee = { companyId: string; channelId: string; secrets: string[]; verifyToken: string };

type Row = { companyId: string; id: string; sealed: string | null };

const types: Record<Platform, string> = { whatsapp: "WHATSAPP_API", messenger: "FACEBOOK", instagram: "INSTAGRAM" };
const keptMs = 5000;
const keptMost = 10_000;
const kept = new Map<string, { until: number; found: Addressee[] }>();

function addressee({ companyId, id, sealed }: Row): Addressee {
  const credentials = sealed ? openCredentials(sealed) : undefined;
  const secrets = [credentials?.appSecret ?? "", env.meta.appSecret ?? ""].filter((secret) => secret !== "");
  return { companyId, channelId: id, secrets, verifyToken: credentials?.verifyToken ?? "" };
}

async function find(platform: Platform, name: string): Promise<Addressee[]> {
  const { rows } = await systemPool().query<Row>({
    name: "inbound_addressees",
    text: `select "companyId", "id", "credentials" as "sealed" from channels
      where "type" = $1 and "deletedAt" is null and ("externalId" = $2 or "accountId" = $2) limit 50`,
    values: [types[platform], name],
  });
  return rows.map(addressee);
}

/** The channels that a number, page or account id of a payload names; all numbers of a business account. */
export async function addresseesOf(platform: Platform, name: string): Promise<Addressee[]> {
  const key = `${platform}:${name}`;
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.found;
  const found = await find(platform, name);
  if (kept.size >= keptMost) kept.clear();
  kept.set(key, { until: Date.now() + keptMs, found });
  return found;
}

/** The channel of a webhook address of its own; undefined for any other id. */
export async function addresseeById(platform: Platform, channelId: string): Promise<Addressee | undefined> {
  if (!isId(channelId)) return undefined;
  const { rows } = await systemPool().query<Row>(
    `select "companyId", "id", "credentials" as "sealed" from channels
     where "id" = $1 and "type" = $2 and "deletedAt" is null`,
    [channelId, types[platform]],
  );
  return rows[0] ? addressee(rows[0]) : undefined;
}

type Arrived = { platform: Platform; body: string; headers: Record<string, string> };

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

const rejections = new Map<string, { count: number; until: number }>();
const shownPerMinute = 10;

/** A wrong signature is worth an admin's look (a wrong app secret, mostly), but must not fill the journal. */
export async function noteRejected(arrived: Arrived, to: Addressee): Promise<void> {
  const at = Date.now();
  const seen = rejections.get(to.channelId);
  const window = seen && seen.until > at ? seen : { count: 0, until: at + minute };
  window.count += 1;
  rejections.set(to.channelId, window);
  if (window.count > shownPerMinute) return;
  await systemPool().query(
    `insert into inbound_payloads ("companyId", "id", "channelId", "platform", "headers", "body", "signatureOk", "status", "error")
     values ($1, $2, $3, $4, $5::jsonb, $6, false, 'rejected', 'The signature does not fit the app secret.')`,
    [
      to.companyId,
      newId(),
      to.channelId,
      arrived.platform,
      JSON.stringify(arrived.headers),
      arrived.body.replaceAll("\u0000", "").slice(0, 4096),
    ],
  );
}

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

/** What was stored and never processed: a process died between the two. */
export async function wakeForgotten(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; channelId: string }>(
    `select distinct "companyId", "channelId" from inbound_payloads
     where "status" = 'received' and "receivedAt" < now() - interval '3 seconds' and "channelId" is not null limit 500`,
  );
  for (const { companyId, channelId } of rows) await wake(companyId, channelId);
}

/** One job for each channel that has files of visitors to ask for again. */
export async function wakeMissing(): Promise<void> {
  const { rows: waiting } = await systemPool().query<{ companyId: string; channelId: string }>(
    `select distinct "companyId", "channelId" from message_links where "fetchAt" <= now() limit 500`,
  );
  for (const { companyId, channelId } of waiting) {
    await addJob("channels.fetchMissing", { companyId, channelId }, { key: `missing:${channelId}`, priority: 5 });
  }
}
