// SQL because every request of a visitor reads its session, and holds it while it changes.
import { isId } from "#server/base/ids.ts";
import type { Attribution } from "#server/conversations/schema.ts";
import type { Actor } from "#server/core/actor.ts";
import type { VisitorSession } from "#server/db/generated/client.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";

/** A row of `visitor_sessions` without its token. */
export type SessionRow = Pick<
  VisitorSession,
  "id" | "channelId" | "visitorId" | "verified" | "name" | "email" | "phone"
> & { attribution: Attribution & { lastUrl?: string } };

const columns = sql`"id", "channelId", "visitorId", "verified", "name", "email", "phone", "attribution"`;

/** One session, held until the transaction ends. Undefined also for what is no id. */
export async function lockSession({ companyId }: Actor, id: string | undefined): Promise<SessionRow | undefined> {
  if (!isId(id)) return undefined;
  return row<SessionRow>(sql`
    select ${columns} from visitor_sessions where "companyId" = ${companyId} and "id" = ${id} for update`);
}

type NewSession = SessionRow & Pick<VisitorSession, "tokenHash" | "createdAt" | "expiresAt">;

export function insertSession({ companyId }: Actor, made: NewSession): Promise<SessionRow | undefined> {
  return row<SessionRow>(sql`
    insert into visitor_sessions ("companyId", "id", "channelId", "tokenHash", "visitorId", "verified", "name", "email",
      "phone", "attribution", "createdAt", "lastSeenAt", "expiresAt")
    values (${companyId}, ${made.id}, ${made.channelId}, ${made.tokenHash}, ${made.visitorId}, ${made.verified},
      ${made.name}, ${made.email}, ${made.phone}, ${json(made.attribution)}, ${made.createdAt}, ${made.createdAt},
      ${made.expiresAt}) returning ${columns}`);
}

type SeenAgain = Pick<SessionRow, "id" | "name" | "email" | "phone" | "attribution"> &
  Pick<VisitorSession, "lastSeenAt" | "expiresAt">;

/** Writes when a session was seen, and what is known of its visitor now. */
export async function updateSession({ companyId }: Actor, seen: SeenAgain): Promise<void> {
  await execute(sql`
    update visitor_sessions set "lastSeenAt" = ${seen.lastSeenAt}, "expiresAt" = ${seen.expiresAt},
      "name" = ${seen.name}, "email" = ${seen.email}, "phone" = ${seen.phone},
      "attribution" = ${json(seen.attribution)}
    where "companyId" = ${companyId} and "id" = ${seen.id}`);
}

export async function updateAttribution(
  { companyId }: Actor,
  { id, attribution }: Pick<SessionRow, "id" | "attribution">,
): Promise<void> {
  await execute(sql`
    update visitor_sessions set "attribution" = ${json(attribution)}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

export async function deleteSession({ companyId }: Actor, id: string): Promise<void> {
  await execute(sql`delete from visitor_sessions where "companyId" = ${companyId} and "id" = ${id}`);
}

type Visitor = Pick<VisitorSession, "companyId" | "channelId" | "visitorId">;

/** Takes out of a visitor's sessions what says who they are. */
export async function emptySessions({ companyId, channelId, visitorId }: Visitor): Promise<void> {
  await execute(sql`
    update visitor_sessions set "name" = '', "email" = '', "phone" = '', "attribution" = '{}'
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "visitorId" = ${visitorId}`);
}
