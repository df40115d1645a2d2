import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { newSecret, sha256 } from "#server/base/secrets.ts";
import { identitySecretOf, readableChannel } from "#server/channels/access.ts";
import { adoptConversations } from "#server/conversations/linking/adopting.ts";
import type { Attribution } from "#server/conversations/schema.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { attributionOf, mergeAttribution } from "./attribution.ts";
import { type Identity, readIdentity } from "./identity.ts";
import { identityInput, sessionSchema, startSessionInput } from "./schema.ts";
import { deleteSession, insertSession, lockSession, type SessionRow, updateSession } from "./sessions.sql.ts";
import { latestConversation } from "./viewing.ts";

const lifetime = 180 * day;

/** The actor's own session. */
export async function ownSession(actor: Actor): Promise<SessionRow> {
  const found = await lockSession(actor, actor.visitor?.sessionId);
  if (!found) throw notFound("session");
  return found;
}

/** The session is over, and so are its sockets. */
export async function endSession({ actor, emit }: CommandContext<unknown>, session: SessionRow): Promise<void> {
  const { id: sessionId, channelId, visitorId } = session;
  await deleteSession(actor, sessionId);
  emit({ type: "visitor/session_ended", data: { sessionId, channelId, visitorId } });
}

type Context = CommandContext<z.output<typeof startSessionInput>>;

/** A new row and its token; the token is shown once and only its hash kept. */
async function beginSession(
  context: Context,
  identity: Identity | undefined,
  attribution: Attribution,
): Promise<[SessionRow, string]> {
  const { actor, input, now } = context;
  const token = newSecret("vs_");
  const visitorId = identity?.visitorId ?? newId();
  const created = await insertSession(actor, {
    id: newId(),
    channelId: input.channelId,
    tokenHash: sha256(token),
    visitorId,
    verified: identity !== undefined,
    name: identity?.name ?? "",
    email: identity?.email ?? "",
    phone: identity?.phone ?? "",
    attribution,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
  });
  if (!created) throw new AppError("internal_error");
  return [created, token];
}

/** The same session goes on: seen now, and what the page tells fills what was unknown. */
async function touch(context: Context, session: SessionRow, attribution: Attribution): Promise<void> {
  const { id, name, email, phone } = session;
  const { actor, now } = context;
  const expiresAt = new Date(now.getTime() + lifetime);
  const merged = mergeAttribution(session.attribution, attribution);
  await updateSession(actor, { id, name, email, phone, attribution: merged, lastSeenAt: now, expiresAt });
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
  output: sessionSchema.extend({ sessionId: z.string() }),
  example: (given) => ({ channelId: given.channelId ?? "", page: { url: "https://shop.example/?utm_source=news" } }),
  async run(context) {
    const { actor, input } = context;
    const channel = await readableChannel(actor, input.channelId);
    if (channel.type !== "WEBSITE") throw notFound("channel");
    const identity = input.identity
      ? await readIdentity(input.identity, channel.id, await identitySecretOf(actor, channel.id))
      : undefined;
    const earlier = await lockSession(actor, input.sessionId);
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
    const [session, token] = await beginSession(
      context,
      identity,
      mergeAttribution(earlier?.attribution ?? {}, attribution),
    );
    const adopted = identity && earlier && !earlier.verified ? earlier : undefined;
    if (adopted) await adoptConversations(context, adopted, session);
    if (earlier) await endSession(context, earlier);
    return view(context, session, token, adopted?.visitorId);
  },
});

/**
 * Whom a signed identity names; null: nobody, it is not valid. Asked before a new session is counted, so that none counts
 * under a name that is not its own.
 */
export const readSubject = query({
  name: "visitors.readSubject",
  access: "system",
  input: identityInput,
  output: z.object({ visitorId: z.string().nullable() }),
  example: (given) => ({ channelId: given.channelId ?? "", identity: "header.claims.signature" }),
  async run({ actor, input: { channelId, identity } }) {
    const channel = await readableChannel(actor, channelId);
    const secret = await identitySecretOf(actor, channel.id);
    try {
      return { visitorId: (await readIdentity(identity, channel.id, secret)).visitorId };
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthorized") return { visitorId: null };
      throw error;
    }
  },
});

/** What an identity says; empty claims leave what is known. */
function known(identity: Identity): Partial<SessionRow> {
  const { name, email, phone } = identity;
  return { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
}

async function view(context: Context, session: SessionRow, token: string, adopted: string | null = null) {
  const { id: sessionId, channelId, visitorId, name, email, phone, verified } = session;
  const visitor: Actor = { ...context.actor, type: "visitor", visitor: { sessionId, channelId, visitorId } };
  return {
    token,
    sessionId,
    visitorId,
    adopted,
    visitor: { name, email, phone, verified },
    conversation: await latestConversation(visitor),
  };
}
