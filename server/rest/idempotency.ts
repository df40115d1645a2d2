import type { Actor } from "#server/core/actor.ts";
import { day, minute, now } from "#server/core/clock.ts";
import { AppError } from "#server/core/errors.ts";
import { announceCommit } from "#server/core/events.ts";
import { sha256 } from "#server/core/secrets.ts";
import { isRetryable } from "#server/db/errors.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { execute, row, type Sql, sql } from "#server/db/sql.ts";

export type Answer = { status: number; contentType: string; body: string };
type Request = { actor: Actor; key: string; method: string; path: string; body: string };
type Stored = { status: number | null; contentType: string; body: string; bodyHash: string; lockedUntil: Date };

const running = 2 * minute;

function keyOf({ actor, key, method, path }: Request): Sql {
  return sql`"companyId" = ${actor.companyId} and "tokenId" = ${actor.id} and "key" = ${key}
    and "method" = ${method} and "path" = ${path}`;
}

/** Claims the key, or gives what was stored under it. A claim left by a killed process lapses. */
async function claim(request: Request): Promise<Stored | undefined> {
  const { actor, key, method, path, body } = request;
  const at = now();
  const lapsed = new Date(at.getTime() - day);
  const claimed = await execute(sql`
    insert into idempotency_keys ("companyId", "tokenId", "key", "method", "path", "bodyHash", "lockedUntil", "createdAt")
    values (${actor.companyId}, ${actor.id}, ${key}, ${method}, ${path}, ${sha256(body)}, ${new Date(at.getTime() + running)}, ${at})
    on conflict ("companyId", "tokenId", "key", "method", "path") do update
      set "bodyHash" = excluded."bodyHash", "lockedUntil" = excluded."lockedUntil", "createdAt" = excluded."createdAt",
        "status" = null, "body" = ''
      where idempotency_keys."createdAt" < ${lapsed}
        or (idempotency_keys."status" is null and idempotency_keys."lockedUntil" < ${at})`);
  if (claimed > 0) return undefined;
  return row<Stored>(sql`select * from idempotency_keys where ${keyOf(request)}`);
}

async function store(request: Request, answer: Answer): Promise<void> {
  await execute(sql`update idempotency_keys set "status" = ${answer.status}, "contentType" = ${answer.contentType},
    "body" = ${answer.body} where ${keyOf(request)}`);
}

/** An answer that was stored after all (its commit went through, only the news was lost) stays. */
async function release(request: Request): Promise<void> {
  await inCompany(request.actor.companyId, () =>
    execute(sql`delete from idempotency_keys where ${keyOf(request)} and "status" is null`),
  );
}

/** The command and its stored answer commit together: a crash in between cannot run it twice. */
async function runOnce(request: Request, work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await inTransaction(request.actor.companyId, async () => {
        const result = await work();
        await store(request, result);
        return result;
      });
      announceCommit();
      return answer;
    } catch (error) {
      if (attempt >= 4 || !isRetryable(error)) throw error;
    }
  }
}

/**
 * Runs `work` at most once per key, token, method and path for 24 hours (decisions.md B7). `failed` renders a thrown
 * error; 401, 429 and 5xx outcomes are not kept.
 */
export async function idempotently(
  request: Request,
  work: () => Promise<Answer>,
  failed: (error: unknown) => Answer,
): Promise<Answer & { replayed: boolean }> {
  if (!/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(request.key)) {
    const message = "Idempotency-Key holds 1 to 255 printable ASCII characters.";
    throw new AppError("validation_error", {
      message,
      details: [{ field: "Idempotency-Key", code: "invalid", message }],
    });
  }
  const stored = await inCompany(request.actor.companyId, () => claim(request));
  if (stored) {
    if (stored.bodyHash !== sha256(request.body)) throw new AppError("idempotency_conflict");
    if (stored.status === null) throw new AppError("idempotency_in_progress");
    return { status: stored.status, contentType: stored.contentType, body: stored.body, replayed: true };
  }
  try {
    return { ...(await runOnce(request, work)), replayed: false };
  } catch (error) {
    const answer = failed(error);
    const kept = answer.status < 500 && answer.status !== 401 && answer.status !== 429;
    if (kept) await inCompany(request.actor.companyId, () => store(request, answer));
    else await release(request);
    return { ...answer, replayed: false };
  }
}
