import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import { newSecret, sha256 } from "#server/base/secrets.ts";
import { readableChannel } from "#server/channels/access.ts";
import { adoptConversations } from "#server/conversations/linking/adopting.ts";
import type { Attribution } from "#server/conversations/schema.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import { attributionOf, mergeAttribution } from "./attribution.ts";
import { type Identity, readIdentity } from "./identity.ts";
import { sessionSchema, startSessionInput } from "./schema.ts";
import { latestConversation } from "./viewing.ts";

const lifetime = 180 * day;

/** A row of `visitor_sessions` without its token. */
export type SessionRow = {
  id: string;
  channelId: string;
  visitorId: string;
  verified: boolean;
  name: string;
  email: string;
  phone: string;
  attribution: Attribution & { lastUrl?: string };
};

const columns = sql`"id", "channelId", "visitorId", "verified", "name", "email", "phone", "attribution"`;

/** The actor's own session. */
export async function ownSession(actor: Actor): Promise<SessionRow> {
  const found = await sessionById(actor, actor.visitor?.sessionId);
  if (!found) throw notFound("session");
  return found;
}

async function sessionById(actor: Actor, id: string | undefined): Promise<SessionRow | undefined> {
  if (!isId(id)) return undefined;
  return row<SessionRow>(sql`
    select ${columns} from visitor_sessions where "companyId" = ${actor.companyId} and "id" = ${id} for update`);
}

type Context = CommandContext<z.output<typeof startSessionInput>>;

/** A new row and its token; the token is shown once and only its hash kept. */
async function insertSession(
  context: Context,
  identity: Identity | undefined,
  attribution: Attribution,
): Promise<[SessionRow, string]> {
  const { actor, input, now } = context;
  const token = newSecret("vs_");
  const visitorId = identity?.visitorId ?? newId();
  const created = await row<SessionRow>(sql`
    insert into visitor_sessions ("companyId", "id", "channelId", "tokenHash", "visitorId", "verified", "name", "email",
      "phone", "attribution", "createdAt", "lastSeenAt", "expiresAt")
    values (${actor.companyId}, ${newId()}, ${input.channelId}, ${sha256(token)}, ${visitorId}, ${identity !== undefined},
      ${identity?.name ?? ""}, ${identity?.email ?? ""}, ${identity?.phone ?? ""}, ${json(attribution)}, ${now}, ${now},
      ${new Date(now.getTime() + lifetime)}) returning ${columns}`);
  if (!created) throw new AppError("internal_error");
  return [created, token];
}

/** The same session goes on: seen now, and what the page tells fills what was unknown. */
async function touch(context: Context, session: SessionRow, attribution: Attribution): Promise<void> {
  const { actor, now } = context;
  await execute(sql`
    update visitor_sessions set "lastSeenAt" = ${now}, "expiresAt" = ${new Date(now.getTime() + lifetime)},
      "name" = ${session.name}, "email" = ${session.email}, "phone" = ${session.phone},
      "attribution" = ${json(mergeAttribution(session.attribution, attribution))}
    where "companyId" = ${actor.companyId} and "id" = ${session.id}`);
}

export async function endSession(actor: Actor, id: string): Promise<void> {
  await execute(sql`delete from visitor_sessions where "companyId" = ${actor.companyId} and "id" = ${id}`);
}

async function secretOf(actor: Actor, channelId: string): Promise<string | null> {
  const found = await row<{ identitySecret: string | null }>(sql`
    select "identitySecret" from channels where "companyId" = ${actor.companyId} and "id" = ${channelId}`);
  return found?.identitySecret ?? null;
}

/** Whether a session may continue: not one verified as another person, nor an anonymous one where that is refused. */
function goesOn(session: SessionRow, identity: Identity | undefined, identityRequired: boolean): boolean {
  if (identity) return session.verified && session.visitorId === identity.visitorId;
  return session.verified || !identityRequired;
}

/**
 * POST /widget/v1/{channelId}/session (M1, M2): resumes the browser's session or begins one. A signed identity always
 * gets a session of its own; what the visitor wrote anonymously just before moves over to it.
 */
export const startSession = command({
  name: "visitors.startSession",
  access: "system",
  input: startSessionInput,
  output: sessionSchema.extend({ sessionId: z.string(), visitorId: z.string() }),
  example: (given) => ({ channelId: given.channelId ?? "", page: { url: "https://shop.example/?utm_source=news" } }),
  async run(context) {
    const { actor, input } = context;
    const channel = await readableChannel(actor, input.channelId);
    if (channel.type !== "WEBSITE") throw notFound("channel");
    const identity = input.identity
      ? await readIdentity(input.identity, channel.id, await secretOf(actor, channel.id))
      : undefined;
    const earlier = await sessionById(actor, input.sessionId);
    const attribution = attributionOf(input.page, input.userAgent);
    if (earlier && goesOn(earlier, identity, channel.identityRequired)) {
      const session = identity ? { ...earlier, ...known(identity) } : earlier;
      await touch(context, session, attribution);
      return view(context, session, "");
    }
    if (!identity && channel.identityRequired) {
      throw new AppError("unauthorized", {
        message: "This channel talks to signed-in visitors only: send a signed identity.",
      });
    }
    const [session, token] = await insertSession(
      context,
      identity,
      mergeAttribution(earlier?.attribution ?? {}, attribution),
    );
    if (earlier) {
      if (identity && !earlier.verified) await adoptConversations(context, earlier, session);
      await endSession(actor, earlier.id);
    }
    return view(context, session, token);
  },
});

/** What an identity says; empty claims leave what is known. */
function known(identity: Identity): Partial<SessionRow> {
  const { name, email, phone } = identity;
  return { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
}

async function view(context: Context, session: SessionRow, token: string) {
  const { id: sessionId, channelId, visitorId, name, email, phone, verified } = session;
  const visitor: Actor = { ...context.actor, type: "visitor", visitor: { sessionId, channelId, visitorId } };
  return {
    token,
    sessionId,
    visitorId,
    visitor: { name, email, phone, verified },
    conversation: await latestConversation(visitor),
  };
}
