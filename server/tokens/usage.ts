import { log } from "#server/base/log.ts";
import { later } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";

const everyMs = 3000;

const used = new Map<string, { companyId: string; at: number }>();
let timer: NodeJS.Timeout | undefined;
let writing: Promise<void> = Promise.resolve();

/** Remembers that a token was used now; written together with the others within seconds. */
export function noteUse(token: { companyId: string; id: string }): void {
  const known = used.get(token.id);
  if (known) known.at = Date.now();
  else used.set(token.id, { companyId: token.companyId, at: Date.now() });
  timer ??= later(() => void flushTokenUse(), everyMs).unref();
}

/** Writes what is noted. Also called before the process ends. */
export function flushTokenUse(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  writing = writing.then(write).catch((error: unknown) => log.warn({ error }, "the last use of tokens was not noted"));
  return writing;
}

async function write(): Promise<void> {
  if (used.size === 0) return;
  const rows = [...used].map(([id, { companyId, at }]) => ({ companyId, id, at: new Date(at) }));
  used.clear();
  await systemPool().query({
    name: "tokens_used",
    text: `
      update api_tokens t set "lastUsedAt" = greatest(t."lastUsedAt", n."at")
      from jsonb_to_recordset($1::jsonb) as n("companyId" uuid, "id" uuid, "at" timestamptz)
      where t."companyId" = n."companyId" and t."id" = n."id"`,
    values: [JSON.stringify(rows)],
  });
}
