import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { systemPool } from "#server/db/system.ts";
import { connectorFor } from "../connectors.ts";
import { failsForGood } from "./checking-steps.ts";
import { type Connection, erasedToken, findConnection } from "./connecting.ts";
import { type Platform, routingId, subscriberId } from "./credentials.ts";
import { hasAccess } from "./cutting-off.ts";
import { takeProof } from "./health.sql.ts";
import { healthBefore, tellHealth } from "./telling-health.ts";

type Holder = { companyId: string; channelId: string };

/** The channel, of any company, to which webhooks for this number, page or account go. */
async function holderOf({ type, channelId, credentials }: Connection): Promise<Holder | undefined> {
  const { rows } = await systemPool().query<Holder>(
    `select "companyId", "id" as "channelId" from channels
     where "type" = $1 and "externalId" = $2 and "provenAt" is not null and "id" <> $3`,
    [type, routingId(credentials), channelId],
  );
  return rows[0];
}

/**
 * Whether a connected channel, of any company, needs the webhooks of the same business account or page. A page that is
 * not known may be any.
 */
export async function sharesWebhooks({ channelId, sandbox, credentials }: Connection): Promise<boolean> {
  const account = subscriberId(credentials);
  if (account === null) return true;
  const types = credentials.platform === "whatsapp" ? ["WHATSAPP_API"] : ["FACEBOOK", "INSTAGRAM"];
  const { rows } = await systemPool().query(
    `select 1 from channels where "id" <> $1 and "type" = any($2::text[]) and "sandbox" = $3 and "connected"
       and "provenAt" is not null and ("accountId" = $4 or "accountId" is null) limit 1`,
    [channelId, types, sandbox, account],
  );
  return rows.length > 0;
}

/**
 * Whether the holder's own access still opens the ids it has proven. An unreachable platform does not count against it.
 */
async function stillHolds(actor: Actor, { channelId }: Holder): Promise<boolean> {
  const connection = await findConnection(actor, channelId);
  if (!connection || connection.credentials.accessToken === erasedToken) return false;
  const { steps } = await connectorFor(connection.platform).check(connection);
  return !failsForGood(steps);
}

/** Takes a channel's ids away: webhooks no longer reach it, it sends nothing, and its page says why. */
export const loseProof = command({
  name: "channels.loseProof",
  access: "system",
  input: z.object({
    channelId: z.uuid(),
    message: z.string(),
    key: z.enum(["foreign", "takenOver"]).default("foreign"),
    /** The access with which that was found; what has been connected since keeps its ids. */
    access: z.string().optional(),
  }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "", message: "The number is connected elsewhere." }),
  async run(context) {
    const { actor, input, now, emit } = context;
    if (input.access !== undefined && !(await hasAccess(actor, input.channelId, input.access))) return {};
    const before = await healthBefore(context, input.channelId);
    const words = [{ key: input.key, value: "" }];
    const problem = { code: 0, message: input.message, words, details: "", at: now.toISOString(), restricted: false };
    const changed = await takeProof({ companyId: actor.companyId, id: input.channelId }, problem, now);
    if (changed) emit({ type: "channel/changed", channelId: input.channelId, data: { id: input.channelId } });
    await tellHealth(context, input.channelId, before);
    return {};
  },
});

/**
 * Decides whether a channel that passed its check may take its ids over. The channel that has proven them keeps them
 * while its own access works; otherwise it gives them up, whichever company it belongs to.
 */
export async function settleClaim(connection: Connection): Promise<void> {
  const holder = await holderOf(connection);
  if (!holder) return;
  const actor = systemActor(holder.companyId);
  if (await stillHolds(actor, holder)) throw takenAlready(connection.platform);
  log.warn({ from: holder.channelId, to: connection.channelId }, "a number, page or account went to another channel");
  const message = "The access stored here no longer works, and another channel has connected with access that does.";
  await loseProof.execute(actor, { channelId: holder.channelId, message, key: "takenOver" });
}

export function takenAlready(platform: Platform): AppError {
  const message =
    "Another channel is connected to this number, page or account, and its access works. Disconnect it there first.";
  return new AppError("conflict", {
    message,
    details: [{ field: routingFields[platform], code: "already_exists", message }],
  });
}

/** Where its id was entered. */
const routingFields: Record<Platform, string> = {
  whatsapp: "credentials.phoneNumberId",
  messenger: "credentials.pageId",
  instagram: "credentials.accountId",
};
