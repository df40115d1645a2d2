// SQL because the first of two writers takes the key, and the other waits for it for a moment.
import { day } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { markOf, marksOf, seal, unseal } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import { isLockTimeout } from "#server/db/errors.ts";
import { moment } from "#server/db/moment.ts";
import { currentScope, inCompany } from "#server/db/pool.ts";
import { execute, row, type Sql, sql } from "#server/db/sql.ts";
import { errorBody } from "./answer.ts";

export type Answer = { status: number; contentType: string; body: string; headers: Record<string, string> };
export type KeyedRequest = { actor: Actor; key: string; method: string; path: string; body: string };

/** An answer as it is stored: whether it is that of the same body, and what it was. */
export type Stored = { status: number; answer: string; sameBody: boolean };

/** How long a repeat waits for the first request before it gets "still running". */
const patience = "250ms";

const hashOf = (kind: string, text: string) => markOf(`idempotency ${kind}`, text);
/** As the present secret and the previous ones have it: a repeat is one also when the secret was changed meanwhile. */
const hashesOf = (kind: string, text: string) => marksOf(`idempotency ${kind}`, text);

function ownRow({ actor, key, method, path }: KeyedRequest): Sql {
  return sql`"companyId" = ${actor.companyId} and "tokenId" = ${actor.id} and "key" = any(${hashesOf("key", key)})
    and "method" = ${method} and "path" = ${path}`;
}

function insertion(request: KeyedRequest, status: number | null, answer: string, mentions: readonly string[]): Sql {
  const { actor, key, method, path, body } = request;
  return sql`
    insert into idempotency_keys ("companyId", "tokenId", "key", "method", "path", "bodyHash", "status", "answer",
      "mentions", "createdAt")
    values (${actor.companyId}, ${actor.id}, ${hashOf("key", key)}, ${method}, ${path}, ${hashOf("body", body)},
      ${status}, ${answer}, ${mentions}::uuid[], ${moment()})
    on conflict ("companyId", "tokenId", "key", "method", "path")`;
}

const lapsed = (): Date => new Date(moment().getTime() - day);

/** Ids in a text: what an answer speaks of. */
function idsIn(text: string): string[] {
  return [...new Set(text.match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? [])];
}

/** What is stored under the key and has not lapsed. */
export async function storedAnswer(request: KeyedRequest): Promise<Stored | undefined> {
  return row<Stored>(sql`
    select "status", "answer", "bodyHash" = any(${hashesOf("body", request.body)}) as "sameBody" from idempotency_keys
    where ${ownRow(request)} and "createdAt" >= ${lapsed()} and "status" is not null`);
}

/** Takes the key until the transaction ends, or returns the answer stored under it. */
export async function claim(request: KeyedRequest): Promise<Stored | undefined> {
  // Under a previous secret's hash the row would not be in the way.
  const earlier = hashesOf("key", "").length > 1 ? await storedAnswer(request) : undefined;
  if (earlier) return earlier;
  const client = currentScope()?.client;
  await client?.query(`SET LOCAL lock_timeout = '${patience}'`);
  const claimed = await execute(sql`${insertion(request, null, "", [])} do update
      set "bodyHash" = excluded."bodyHash", "createdAt" = excluded."createdAt", "status" = null, "answer" = '',
        "mentions" = excluded."mentions"
      where idempotency_keys."createdAt" < ${lapsed()}`).catch((error: unknown) => {
    if (isLockTimeout(error)) throw new AppError("idempotency_in_progress", { cause: error });
    throw error;
  });
  await client?.query("SET LOCAL lock_timeout TO DEFAULT");
  return claimed > 0 ? undefined : storedAnswer(request);
}

/** Stores the answer under its key, sealed: it may hold secrets that are shown once. */
export async function keep(request: KeyedRequest, { status, ...answer }: Answer): Promise<void> {
  const sealed = seal(JSON.stringify(answer));
  const mentions = idsIn(`${request.path} ${answer.body}`);
  await execute(sql`${insertion(request, status, sealed, mentions)} do update
    set "bodyHash" = excluded."bodyHash", "status" = excluded."status", "answer" = excluded."answer",
      "mentions" = excluded."mentions", "createdAt" = excluded."createdAt"`);
}

export function unsealed({ status, answer }: Stored): Answer {
  return { status, ...(JSON.parse(unseal(answer)) as Omit<Answer, "status">) };
}

/** Its answer names no record, so "not found" would be wrong. */
const namesNobody = "/v1/contacts/bulk-delete";

/** Replaces stored answers that mention a deleted record with the answer it would get now. */
export async function forgetAnswers(actor: Actor, id: string): Promise<void> {
  const { body, status } = errorBody(notFound("record"), "");
  const answer = { contentType: "application/json", body: JSON.stringify(body), headers: {} };
  await inCompany(actor.companyId, () =>
    execute(sql`
      update idempotency_keys set "status" = ${status}, "answer" = ${seal(JSON.stringify(answer))}, "mentions" = '{}'
      where "companyId" = ${actor.companyId} and "mentions" @> array[${id}]::uuid[] and "path" <> ${namesNobody}
        and "status" is not null`),
  );
}
