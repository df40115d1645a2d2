import { z } from "zod";
import { day, hour } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { moment } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { checkConnection } from "./checking.ts";
import { type Connection, findConnection, openCredentials, storeCredentials } from "./connecting.ts";
import { accessOf, markCutOff } from "./cutting-off.ts";
import { writeTended } from "./health.sql.ts";
import { findUntended, lockSealed } from "./looking.sql.ts";

/** Quality and limits move, subscriptions get lost after an hour of failures, tokens of Instagram end after 60 days. */
const lookAfterMs = 6 * hour;
const renewAfterMs = 7 * day;

/** Connected channels that have not been checked for a while. */
export const listUnchecked = query({
  name: "channels.listUntended",
  access: "system",
  input: z.object({}),
  output: z.object({ channelIds: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now }) {
    const found = await findUntended(actor.companyId, new Date(now.getTime() - lookAfterMs));
    return { channelIds: found.map(({ id }) => id) };
  },
});

/** The check has run. */
export const noteChecked = command({
  name: "channels.noteTended",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor: { companyId }, input: { channelId: id }, now }) {
    await writeTended({ companyId, id }, { tendedAt: now.toISOString() });
    return {};
  },
});

/** Stores a renewed token, unless the channel has another access by now than the one that was renewed. */
export const storeRenewed = command({
  name: "channels.storeRenewed",
  access: "system",
  input: z.object({
    channelId: z.uuid(),
    accessToken: z.string().min(1).max(4096),
    renewed: z.string().meta({ description: "The access that was renewed, as accessOf tells it." }),
  }),
  output: z.object({ stored: z.boolean() }),
  example: (given) => ({ channelId: given.channelId ?? "", accessToken: "new", renewed: "" }),
  async run({ actor, input, now }) {
    const { channelId, accessToken, renewed } = input;
    const { companyId } = actor;
    const sealed = (await lockSealed(companyId, channelId))?.credentials;
    const credentials = sealed ? openCredentials(sealed) : undefined;
    if (!credentials || accessOf({ credentials }) !== renewed) return { stored: false };
    await storeCredentials(actor, channelId, { ...credentials, accessToken }, now);
    await writeTended({ companyId, id: channelId }, { tokenAt: now.toISOString() });
    return { stored: true };
  },
});

async function tokenAt(actor: Actor, channelId: string): Promise<number> {
  const { at } = await readTokenAt.execute(actor, { channelId });
  return at?.getTime() ?? 0;
}

const readTokenAt = query({
  name: "channels.tokenAt",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({ at: z.date().nullable() }),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input }) {
    const found = await prisma.channel.findFirst({
      where: { companyId: actor.companyId, id: input.channelId },
      select: { health: true },
    });
    const at = textIn(found?.health.tokenAt);
    return { at: at ? new Date(at) : null };
  },
});

/** A new token for an Instagram login; the old one goes on until its end, so that nothing is lost by a failure. */
async function renewedToken(actor: Actor, connection: Connection, now: Date): Promise<string | undefined> {
  const { credentials, channelId } = connection;
  if (credentials.platform !== "instagram" || credentials.flavour !== "login") return undefined;
  if (now.getTime() - (await tokenAt(actor, channelId)) < renewAfterMs) return undefined;
  try {
    const query = { grant_type: "ig_refresh_token", access_token: credentials.accessToken };
    const answer = await graphRequest(connection, { method: "GET", path: "/refresh_access_token", query });
    return textIn(answer.access_token) || undefined;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    log.info({ code: error.code, channelId }, "a token was not renewed");
    return undefined;
  }
}

/** Checks one channel; what is lost for good cuts it off. */
export async function tend(actor: Actor, channelId: string, now = new Date()): Promise<void> {
  const connection = await findConnection(actor, channelId);
  if (!connection?.connected || connection.disconnectionRequested) return;
  const accessToken = await renewedToken(actor, connection, now);
  if (accessToken) await storeRenewed.execute(actor, { channelId, accessToken, renewed: accessOf(connection) });
  const lookedAt = moment();
  const { ok, steps } = await checkConnection.execute(actor, { channelId });
  const lost = steps.find(({ step, lost: gone }) => gone && (step === "token" || step === "secret"));
  // A check that failed for a temporary reason runs again in the next round.
  if (ok || lost) await noteChecked.execute(actor, { channelId });
  if (!lost) return;
  const code = lost.step === "token" ? 190 : 0;
  const { credentials } = connection;
  const access = accessOf({ credentials: accessToken ? { ...credentials, accessToken } : credentials });
  const failed = { access, lookedAt };
  await markCutOff.execute(actor, { channelId, code, message: lost.detail, details: "", restricted: false, failed });
}

/** Checks every connected channel from time to time, as an admin's check does. */
export async function checkChannels(actor: Actor, now = new Date()): Promise<void> {
  const { channelIds } = await listUnchecked.execute(actor, {});
  for (const channelId of channelIds) {
    await tend(actor, channelId, now).catch((error: unknown) => log.warn({ error, channelId }, "a look failed"));
  }
}
