import { day as dayMs } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { arrayOf } from "#server/db/driver/lists.ts";
import { later } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";

type Recorded = {
  companyId: string;
  tokenId: string;
  requestId: string;
  method: string;
  path: string;
  status: number;
  error: string;
  durationMs: number;
};

const everyMs = 1000;
/** The most rows that wait; further ones are counted but not listed. */
const mostWaiting = 5000;
/** A token over its limit may ask without end: this many of its refusals are listed in each write. */
const mostRefusals = 20;

/**
 * What waits, as lists of values that the statement takes as they are: an object for each request would live for a
 * second, and be copied by the garbage collector meanwhile.
 */
const noRows = () => ({
  companyId: [] as string[],
  id: [] as string[],
  tokenId: [] as string[],
  requestId: [] as string[],
  method: [] as string[],
  path: [] as string[],
  status: [] as number[],
  error: [] as string[],
  durationMs: [] as number[],
  at: [] as number[],
});
type Count = { companyId: string; tokenId: string; day: string; requests: number; failures: number };

let waiting = noRows();
/** By token, of its newest day; those of days before are `earlier`. */
let counts = new Map<string, Count>();
let earlier: Count[] = [];
let refusals = new Map<string, number>();
let dropped = 0;
let timer: NodeJS.Timeout | undefined;
let writing: Promise<void> = Promise.resolve();
let today = { day: "", until: 0 };

function dayOf(at: number): string {
  if (at >= today.until || at < today.until - dayMs)
    today = { day: new Date(at).toISOString().slice(0, 10), until: (Math.floor(at / dayMs) + 1) * dayMs };
  return today.day;
}

function isListed({ status, tokenId }: Recorded): boolean {
  if (waiting.id.length >= mostWaiting) {
    dropped += 1;
    return false;
  }
  if (status !== 429) return true;
  const before = refusals.get(tokenId) ?? 0;
  refusals.set(tokenId, before + 1);
  return before < mostRefusals;
}

function list(request: Recorded, at: number): void {
  waiting.companyId.push(request.companyId);
  waiting.id.push(newId());
  waiting.tokenId.push(request.tokenId);
  waiting.requestId.push(request.requestId);
  waiting.method.push(request.method);
  waiting.path.push(request.path);
  waiting.status.push(request.status);
  waiting.error.push(request.error);
  waiting.durationMs.push(request.durationMs);
  waiting.at.push(at);
}

function countOf({ companyId, tokenId }: Recorded, at: number): Count {
  const day = dayOf(at);
  const found = counts.get(tokenId);
  if (found?.day === day) return found;
  if (found) earlier.push(found);
  const count = { companyId, tokenId, day, requests: 0, failures: 0 };
  counts.set(tokenId, count);
  return count;
}

/** Notes a request; it is written in the background. */
export function recordRequest(request: Recorded): void {
  const at = Date.now();
  if (isListed(request)) list(request, at);
  const count = countOf(request, at);
  count.requests += 1;
  if (request.status >= 400) count.failures += 1;
  timer ??= later(() => void flushRequests(), everyMs).unref();
}

/** Writes what has been noted, in one statement each. Also called before the process ends. */
export function flushRequests(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  writing = writing.then(write).catch((error: unknown) => log.warn({ error }, "requests were not recorded"));
  return writing;
}

async function write(): Promise<void> {
  const [rows, added] = [waiting, [...earlier, ...counts.values()]];
  if (dropped > 0) log.warn({ dropped }, "more requests came than the request log could take");
  [waiting, counts, earlier, refusals, dropped] = [noRows(), new Map(), [], new Map(), 0];
  if (rows.id.length > 0) await insertRows(rows);
  if (added.length > 0) await addCounts(added);
}

async function insertRows({ at, ...rows }: ReturnType<typeof noRows>): Promise<void> {
  const times = at.map((ms) => new Date(ms).toISOString());
  await systemPool().query({
    name: "requests_insert",
    text: `
      insert into api_requests ("companyId", "id", "tokenId", "requestId", "method", "path", "status", "error",
        "durationMs", "createdAt")
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[],
        $8::text[], $9::int[], $10::timestamptz[])`,
    values: [...Object.values(rows), times].map(arrayOf),
  });
}

async function addCounts(counted: readonly Count[]): Promise<void> {
  await systemPool().query({
    name: "requests_count",
    text: `
      insert into api_usage as u ("companyId", "tokenId", "day", "requests", "failures")
      select c."companyId", c."tokenId", c."day", c."requests", c."failures"
      from json_to_recordset($1::json) as c("companyId" uuid, "tokenId" uuid, "day" date, "requests" int, "failures" int)
      order by 1, 2, 3
      on conflict ("companyId", "tokenId", "day") do update
        set "requests" = u."requests" + excluded."requests", "failures" = u."failures" + excluded."failures"`,
    values: [JSON.stringify(counted)],
  });
}
