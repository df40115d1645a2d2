import { minute, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { latestInbound } from "#server/messages/latest.ts";
import { findConnection } from "../connection/connecting.ts";
import { connectorFor } from "../connectors.ts";
import { GraphError } from "../graph/graph.ts";
import { addressOf } from "./sending.ts";

/**
 * Marks the visitor's messages as seen at the platform, with `typing` also shows that an answer is being written. Tried
 * once. Returns whether the channel has a platform at all.
 */
export async function tellSeen(actor: Actor, conversationId: string, typing: boolean): Promise<boolean> {
  const address = await addressOf.execute(actor, { conversationId });
  const connection = address && (await findConnection(actor, address.channelId));
  if (!address || !connection) return false;
  if (!address.recipient || !connection.connected || (typing && address.late)) return true;
  const { externalId } = await latestInbound.execute(actor, { conversationId });
  if (!externalId) return true;
  try {
    await connectorFor(connection.platform).markRead(connection, address.recipient, externalId, typing);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    log.debug({ code: error.code, conversationId }, "the platform did not take that a message was seen");
  }
  return true;
}

/** The platforms show it for 20 to 25 seconds, so ongoing typing is reported again. */
const againMs = 15 * second;
const withoutMs = 5 * minute;
const keptMost = 20_000;
const quietUntil = new Map<string, number>();

type Thread = { companyId: string; channelId: string; conversationId: string };

/** A person of the team, or a robot, is writing an answer. */
export async function showTyping({ companyId, channelId, conversationId }: Thread): Promise<void> {
  const at = Date.now();
  if ((quietUntil.get(channelId) ?? 0) > at || (quietUntil.get(conversationId) ?? 0) > at) return;
  if (quietUntil.size > keptMost) quietUntil.clear();
  quietUntil.set(conversationId, at + againMs);
  try {
    const told = await tellSeen(systemActor(companyId), conversationId, true);
    if (!told) quietUntil.set(channelId, at + withoutMs);
  } catch (error) {
    log.info({ error, conversationId }, "typing was not told to the platform");
  }
}
