import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { later } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";

export type Recorded = {
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

type Waiting = Recorded & { id: string; at: Date };
type Count = { companyId: string; tokenId: string; day: string; requests: number; failures: number };

let waiting: Waiting[] = [];
let counts = new Map<string, Count>();
let refusals = new Map<string, number>();
let dropped = 0;
let timer: NodeJS.Timeout | undefined;
let writing: Promise<void> = Promise.resolve();

function isListed({ status, tokenId }: Recorded): boolean {
  if (waiting.length >= mostWaiting) {
    dropped += 1;
    return false;
  }
  if (status !== 429) return true;
  const before = refusals.get(tokenId) ?? 0;
  refusals.set(tokenId, before + 1);
  return before < mostRefusals;
}

/** Notes a request; it is written in the background. */
export function recordRequest(request: Recorded): void {
  const at = new Date();
  if (isListed(request)) waiting.push({ ...request, id: newId(), at });
  const day = at.toISOString().slice(0, 10);
  const key = `${request.tokenId} ${day}`;
  const count = counts.get(key) ?? {
    companyId: request.companyId,
    tokenId: request.tokenId,
    day,
    requests: 0,
    failures: 0,
  };
  count.requests += 1;
  if (request.status >= 400) count.failures += 1;
  counts.set(key, count);
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
  const [rows, added] = [waiting, [...counts.values()]];
  if (dropped > 0) log.warn({ dropped }, "more requests came than the request log could take");
  [waiting, counts, refusals, dropped] = [[], new Map(), new Map(), 0];
  if (rows.length > 0) await insertRows(rows);
  if (added.length > 0) await addCounts(added);
}

async function insertRows(rows: readonly Waiting[]): Promise<void> {
  await systemPool().query({
    name: "requests_insert",
    text: `
      insert into api_requests ("companyId", "id", "tokenId", "requestId", "method", "path", "status", "error",
        "durationMs", "createdAt")
      select r."companyId", r."id", r."tokenId", r."requestId", r."method", r."path", r."status", r."error",
        r."durationMs", r."at"
      from json_to_recordset($1::json) as r("companyId" uuid, "id" uuid, "tokenId" uuid, "requestId" text,
        "method" text, "path" text, "status" int, "error" text, "durationMs" int, "at" timestamptz)`,
    values: [JSON.stringify(rows)],
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
