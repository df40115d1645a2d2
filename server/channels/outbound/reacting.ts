import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { failReaction, teamReaction } from "#server/messages/reacting.ts";
import { type Connection, findConnection } from "../connection/connecting.ts";
import type { Recipient } from "../connector.ts";
import { connectorFor } from "../connectors.ts";
import { type GraphAction, isTransient } from "../graph/errors.ts";
import { GraphError } from "../graph/graph.ts";
import { paceKey } from "./leaving.ts";
import { takeTurn } from "./pacing.ts";
import { addressOf } from "./sending.ts";

/** A reaction twice is still one: what has no answer is told again too. */
const passes = ({ action }: GraphError) => isTransient(action);

const whys: Partial<Record<GraphAction, "window" | "not_connected" | "restricted">> = {
  window: "window",
  reconnect: "not_connected",
  restricted: "restricted",
};

type Way = { connection: Connection; to: Recipient; externalId: string };

async function put({ connection, to, externalId }: Way, emoji: string): Promise<void> {
  await takeTurn({ channelId: connection.channelId, recipient: paceKey(to), priority: "live" });
  await connectorFor(connection.platform).react(connection, to, externalId, emoji);
}

/**
 * Tells the platform the team's reaction as it stands now. Two changes at once may overtake each other, so what was told
 * is compared with what stands until both are the same. Passing faults are thrown: the job comes again.
 */
export async function sendReaction(actor: Actor, conversationId: string, messageId: string): Promise<void> {
  const address = await addressOf.execute(actor, { conversationId });
  const connection = address && (await findConnection(actor, address.channelId));
  if (!address || !connection) return;
  const { recipient: to } = address;
  let { emoji, externalId } = await teamReaction.execute(actor, { messageId });
  if (!externalId) return;
  if (!to || !connection.connected) {
    const reason = "The channel is not connected to its platform.";
    if (emoji) await failReaction.execute(actor, { messageId, emoji, reason, why: "not_connected" });
    return;
  }
  for (let told: string | undefined; told !== emoji; ) {
    told = emoji;
    try {
      await put({ connection, to, externalId }, emoji);
    } catch (error) {
      if (!(error instanceof GraphError) || passes(error)) throw error;
      log.info({ code: error.code, conversationId }, "the platform did not take a reaction");
      const why = whys[error.action] ?? "refused";
      if (emoji) await failReaction.execute(actor, { messageId, emoji, reason: error.message, why });
      return;
    }
    ({ emoji } = await teamReaction.execute(actor, { messageId }));
  }
}
