import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { requireFeature, storedSettings } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import {
  type ChatbotRow,
  findChatbot,
  findChatbots,
  findChatbotsById,
  findServing,
  findServingKey,
  findServingWhole,
  type ServingChatbot,
} from "./access.sql.ts";

export type { ChatbotRow, ServingChatbot } from "./access.sql.ts";

/** All chatbots of the actor's company, oldest first. */
export function chatbotsOf(actor: Actor): Promise<ChatbotRow[]> {
  return findChatbots(actor.companyId);
}

/** Those of `ids` that exist. */
export function chatbotsById(actor: Actor, ids: readonly string[]): Promise<ChatbotRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : findChatbotsById(actor.companyId, ids);
}

/** A chatbot by its id, else by the id of a channel that it serves (H1); not_found otherwise. */
export async function readableChatbot({ companyId }: Actor, id: string, lock = false): Promise<ChatbotRow> {
  if (!isId(id)) throw notFound("chatbot");
  const found = (await findChatbot(companyId, id, lock)) ?? (await findServing(companyId, id, lock));
  if (!found) throw notFound("chatbot");
  return found;
}

/** Prefixes of addresses that count as AI (H10), a setting of the company. */
export async function aiEndpointsOf(actor: Actor): Promise<string[]> {
  const { aiEndpoints } = await storedSettings(actor);
  return Array.isArray(aiEndpoints)
    ? aiEndpoints.filter((one): one is string => typeof one === "string" && one !== "")
    : [];
}

const kept = 500;
/** By id and row version: the large columns of a chatbot are read once for each change of it. */
const serving = new Map<string, ServingChatbot>();

type Waking = Pick<ChatbotRow, "enabled" | "muted">;

/** Whoever has it answer who did not before needs the plan for it; all else about a chatbot may be changed. */
export async function requireChatbots(actor: Actor, before: Waking, after: Waking): Promise<void> {
  const answers = ({ enabled, muted }: Waking) => enabled && !muted;
  if (answers(after) && !answers(before)) await requireFeature(actor, "enable_chatbot");
}

/**
 * The chatbot of a channel, whatever its state; undefined when none serves it. One that the plan leaves out is muted:
 * visitors go to the team.
 */
export async function servingChatbot({ companyId }: Actor, channelId: string): Promise<ServingChatbot | undefined> {
  const current = await findServingKey(companyId, channelId);
  if (!current) return undefined;
  const known = serving.get(`${current.id}:${current.at}`) ?? (await readServing(companyId, channelId));
  return known && !current.included ? { ...known, muted: true } : known;
}

async function readServing(companyId: string, channelId: string): Promise<ServingChatbot | undefined> {
  const read = await findServingWhole(companyId, channelId);
  if (!read) return undefined;
  if (serving.size >= kept) serving.clear();
  serving.set(`${read.id}:${read.at}`, read);
  return read;
}
