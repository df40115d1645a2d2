import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, row, rows, type Sql, sql } from "#server/db/sql.ts";

/** A row of `chatbots` without its question list, which is large and read only where it is needed. */
export type ChatbotRow = {
  companyId: string;
  id: string;
  name: string;
  title: string;
  enabled: boolean;
  muted: boolean;
  settings: Record<string, unknown>;
  appearance: Record<string, unknown>;
  version: number;
  /** Every address a fulfillment call may go to: the global one and those of enabled nodes. */
  fulfillmentUrls: string[];
};

const columns = sql`b."companyId", b."id", b."name", b."title", b."enabled", b."muted", b."settings", b."appearance",
  b."version", array(
    select u from jsonb_array_elements_text(jsonb_path_query_array(b."questionList",
      '$[*] ? (@.disabled != true).fulfillment_url')) u where u <> ''
    union all select b."settings"->>'global_fulfillment_url' where coalesce(b."settings"->>'global_fulfillment_url', '') <> ''
  ) as "fulfillmentUrls"`;

/** All chatbots of the actor's company, oldest first. */
export function chatbotsOf(actor: Actor): Promise<ChatbotRow[]> {
  return rows<ChatbotRow>(sql`
    select ${columns} from chatbots b where b."companyId" = ${actor.companyId} order by b."companyId", b."id"`);
}

/** Those of `ids` that exist. */
export function chatbotsById(actor: Actor, ids: readonly string[]): Promise<ChatbotRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return rows<ChatbotRow>(sql`
    select ${columns} from chatbots b where b."companyId" = ${actor.companyId} and b."id" = any(${ids}::uuid[])`);
}

/** A chatbot by its id, else by the id of a channel that it serves (H1); not_found otherwise. */
export async function readableChatbot(actor: Actor, id: string, lock = false): Promise<ChatbotRow> {
  if (!isId(id)) throw notFound("chatbot");
  const held: Sql = lock ? sql` for update of b` : empty;
  const found =
    (await row<ChatbotRow>(sql`
      select ${columns} from chatbots b where b."companyId" = ${actor.companyId} and b."id" = ${id}${held}`)) ??
    (await row<ChatbotRow>(sql`
      select ${columns} from chatbots b
      join channels c on c."companyId" = b."companyId" and c."chatbotId" = b."id" and c."deletedAt" is null
      where b."companyId" = ${actor.companyId} and c."id" = ${id}${held}`));
  if (!found) throw notFound("chatbot");
  return found;
}

/** Prefixes of addresses that count as AI (H10), a setting of the company. */
export async function aiEndpointsOf(actor: Actor): Promise<string[]> {
  const found = await row<{ endpoints: unknown }>(sql`
    select "settings"->'aiEndpoints' as "endpoints" from companies where "id" = ${actor.companyId}`);
  const endpoints = found?.endpoints;
  return Array.isArray(endpoints)
    ? endpoints.filter((one): one is string => typeof one === "string" && one !== "")
    : [];
}

/** A chatbot with all it needs to answer. */
export type ServingChatbot = ChatbotRow & { questionList: unknown };

const kept = 500;
/** By id and row version: the large columns of a chatbot are read once for each change of it. */
const serving = new Map<string, ServingChatbot>();

/** The chatbot of a channel, whatever its state; undefined when none serves it. */
export async function servingChatbot(actor: Actor, channelId: string): Promise<ServingChatbot | undefined> {
  const from = sql`from channels c
    join chatbots b on b."companyId" = c."companyId" and b."id" = c."chatbotId"
    where c."companyId" = ${actor.companyId} and c."id" = ${channelId} and c."deletedAt" is null`;
  const current = await row<{ id: string; at: string }>(sql`select b."id", b.xmin::text as "at" ${from}`);
  if (!current) return undefined;
  const known = serving.get(`${current.id}:${current.at}`);
  if (known) return known;
  const read = await row<ServingChatbot & { at: string }>(sql`
    select ${columns}, b."questionList", b.xmin::text as "at" ${from}`);
  if (!read) return undefined;
  if (serving.size >= kept) serving.clear();
  serving.set(`${read.id}:${read.at}`, read);
  return read;
}
