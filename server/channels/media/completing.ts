import type { z } from "zod";
import { minute } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { knowsExternal } from "#server/messages/latest.ts";
import type { Connection } from "../connection/connecting.ts";
import { connectorFor } from "../connectors.ts";
import { isTransient } from "../graph/errors.ts";
import { GraphError } from "../graph/graph.ts";
import type { InboundContent, InboundItem, MediaRef, Person, Referral } from "../inbound/items.ts";
import type { receivedSchema } from "../inbound/schema.ts";
import { keepContent, keepPicture } from "./media.ts";
import { leftUntil, noteSlow, patienceOf } from "./patience.ts";

/** Where payloads of a channel are read: whom they may ask for what they do not say. */
export type Asking = { actor: Actor; channelId: string; connection: Connection | undefined };

const introducedMs = 60 * minute;
const people = new Map<string, { person: Person; until: number }>();

/**
 * Empty where the platform gives no name; undefined where it could not be asked, so that the next message asks again.
 */
async function profileOf(connection: Connection, userId: string) {
  const until = patienceOf(connection.channelId);
  if (leftUntil(until) === 0) return undefined;
  try {
    return await connectorFor(connection.platform).profile(connection, userId, leftUntil(until));
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (leftUntil(until) === 0) noteSlow(connection.channelId);
    log.info({ code: error.code, channelId: connection.channelId }, "the platform did not tell a name");
    return isTransient(error.action) ? undefined : { name: "", username: "" };
  }
}

/** Payloads of pages carry no names: the platform is asked, rarely, and may not answer. */
async function introduced(connection: Connection | undefined, person: Person): Promise<Person> {
  if (!connection?.connected || person.name || !person.userId || connection.platform === "whatsapp") return person;
  const key = `${connection.channelId}:${person.userId}`;
  const known = people.get(key);
  if (known && known.until > Date.now()) return known.person;
  const told = await profileOf(connection, person.userId);
  if (!told) return person;
  const after = { ...person, ...told };
  if (people.size > 5000) people.clear();
  people.set(key, { person: after, until: Date.now() + introducedMs });
  return after;
}

/** A repeated delivery does not fetch the files again. */
export async function hasFiles(
  { actor, channelId }: Asking,
  externalId: string,
  content: InboundContent,
): Promise<boolean> {
  if (!("media" in content) || !content.media) return false;
  return (await knowsExternal.execute(actor, { channelId, externalId })).known;
}

/**
 * The platform keeps an ad's picture for days only. Without the picture the ad is still recorded; `missing`: it may
 * still be fetched later.
 */
export async function pictured(
  { actor, channelId, connection }: Asking,
  referral: Referral,
): Promise<{ referral: Referral; missing: MediaRef[] }> {
  const { image: url, sourceId: ad } = referral;
  if (!url) return { referral, missing: [] };
  const picture = { type: "any" as const, id: "", url, mimeType: "", sha256: "", fileName: "", ad };
  const { image, missing } = await keepPicture(actor, connection, picture, patienceOf(channelId));
  return { referral: { ...referral, image }, missing };
}

export type Received = z.input<typeof receivedSchema>;
export type InboundMessage = Extract<InboundItem, { kind: "message" }>;

/** Whether a message names files. */
export const asksPlatform = ({ content, referral }: InboundMessage): boolean =>
  ("media" in content && (content.media?.length ?? 0) > 0) || Boolean(referral?.image);

/** A message with what only the platform can tell of it; "nothing" where it is not one, "done" where it is written already. */
export async function fetched(job: Asking, item: InboundMessage): Promise<Received | "done" | "nothing"> {
  const { kind: _kind, routingId: _id, content, ...message } = item;
  if (!message.from.phone && !message.from.userId) return "nothing";
  if (await hasFiles(job, message.externalId, content)) return "done";
  const kept = await keepContent(job.actor, job.connection, content, patienceOf(job.channelId));
  const from = await introduced(job.connection, message.from);
  if (!message.referral) return { ...message, from, content: kept };
  const { referral, missing } = await pictured(job, message.referral);
  return { ...message, referral, from, content: { ...kept, missing: [...kept.missing, ...missing] } };
}
