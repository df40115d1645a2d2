import { now } from "#server/base/clock.ts";
import { isId } from "#server/base/ids.ts";
import { sha256 } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Channel, VisitorSession } from "#server/db/generated/client.ts";
import { systemPool } from "#server/db/system.ts";

/** A channel as an anonymous request finds it: by its id alone, whatever the company. */
export type PublicChannel = Pick<Channel, "companyId" | "id" | "allowedOrigins">;

type SessionRow = Pick<VisitorSession, "companyId" | "id" | "channelId" | "visitorId" | "name"> &
  Pick<Channel, "allowedOrigins">;

/** The web channel of this id, in any company; undefined when there is none. */
export async function publicChannel(channelId: string): Promise<PublicChannel | undefined> {
  if (!isId(channelId)) return undefined;
  const { rows } = await systemPool().query<PublicChannel>({
    name: "visitors_channel",
    text: `select "companyId", "id", "allowedOrigins" from channels
      where "id" = $1 and "type" = 'WEBSITE' and "deletedAt" is null`,
    values: [channelId],
  });
  return rows[0];
}

/** A visitor's session by its token, with what its channel allows; undefined when unknown or over. */
export async function visitorByToken(token: string): Promise<{ actor: Actor; allowedOrigins: string[] } | undefined> {
  if (!/^vs_[\w-]{43}$/.test(token)) return undefined;
  const { rows } = await systemPool().query<SessionRow>({
    name: "visitors_session",
    text: `select s."companyId", s."id", s."channelId", s."visitorId", s."name", c."allowedOrigins"
      from visitor_sessions s
      join channels c on c."companyId" = s."companyId" and c."id" = s."channelId" and c."deletedAt" is null
      where s."tokenHash" = $1 and s."expiresAt" > $2 and (s."verified" or not c."identityRequired")`,
    values: [sha256(token), now()],
  });
  const [found] = rows;
  return found && { actor: visitorActor(found), allowedOrigins: found.allowedOrigins };
}

function visitorActor(session: SessionRow): Actor {
  const { companyId, id, channelId, visitorId, name } = session;
  return {
    type: "visitor",
    companyId,
    id: visitorId,
    userId: null,
    name: name || "Visitor",
    permissions: new Set(),
    seesUnassigned: false,
    visitor: { sessionId: id, channelId, visitorId },
  };
}
