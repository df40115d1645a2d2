// SQL because addresses are picked out of JSON, and the chatbot of a channel is read for each message.
import type { Chatbot } from "#server/db/generated/client.ts";
import { columns, empty, row, rows, type Sql, sql } from "#server/db/sql.ts";

const read = [
  ...(["companyId", "id", "name", "title", "enabled", "muted"] as const),
  ...(["settings", "appearance", "version"] as const),
] satisfies (keyof Chatbot)[];

/** A row of `chatbots` without its question list, which is large and read only where it is needed. */
export type ChatbotRow = Pick<Chatbot, (typeof read)[number]> & {
  /** Every address a fulfillment call may go to: the global one and those of enabled nodes. */
  fulfillmentUrls: string[];
};

/** A chatbot with all it needs to answer. */
export type ServingChatbot = ChatbotRow & Pick<Chatbot, "questionList">;

/** Changes with each change of the row. */
type At = { at: string };
type Key = Pick<Chatbot, "id"> & At & { included: boolean };

const fields = sql`${columns(read, "b")}, array(
    select u from jsonb_array_elements_text(jsonb_path_query_array(b."questionList",
      '$[*] ? (@.disabled != true).fulfillment_url')) u where u <> ''
    union all select b."settings"->>'global_fulfillment_url' where coalesce(b."settings"->>'global_fulfillment_url', '') <> ''
  ) as "fulfillmentUrls"`;

const held = (lock: boolean): Sql => (lock ? sql` for update of b` : empty);

/** The oldest first. */
export function findChatbots(companyId: string): Promise<ChatbotRow[]> {
  return rows<ChatbotRow>(sql`
    select ${fields} from chatbots b where b."companyId" = ${companyId} order by b."companyId", b."id"`);
}

export function findChatbotsById(companyId: string, ids: readonly string[]): Promise<ChatbotRow[]> {
  return rows<ChatbotRow>(sql`
    select ${fields} from chatbots b where b."companyId" = ${companyId} and b."id" = any(${ids}::uuid[])`);
}

export function findChatbot(companyId: string, id: string, lock: boolean): Promise<ChatbotRow | undefined> {
  return row<ChatbotRow>(sql`
    select ${fields} from chatbots b where b."companyId" = ${companyId} and b."id" = ${id}${held(lock)}`);
}

const serving = (companyId: string, channelId: string) => sql`from channels c
  join chatbots b on b."companyId" = c."companyId" and b."id" = c."chatbotId"
  where c."companyId" = ${companyId} and c."id" = ${channelId} and c."deletedAt" is null`;

export function findServing(companyId: string, channelId: string, lock: boolean): Promise<ChatbotRow | undefined> {
  return row<ChatbotRow>(sql`select ${fields} ${serving(companyId, channelId)}${held(lock)}`);
}

export function findServingKey(companyId: string, channelId: string) {
  return row<Key>(sql`
    select b."id", b.xmin::text as "at", parley_includes(b."companyId", 'enable_chatbot') as "included"
    ${serving(companyId, channelId)}`);
}

export function findServingWhole(companyId: string, channelId: string) {
  return row<ServingChatbot & At>(sql`
    select ${fields}, b."questionList", b.xmin::text as "at" ${serving(companyId, channelId)}`);
}

/** Values of another statement: the id of the first one, and whether one was ever published. */
export const firstChatbot = (companyId: string): Sql => sql`(
  select "id" from chatbots where "companyId" = ${companyId} order by "id" limit 1)`;
export const hasPublished = (companyId: string): Sql => sql`exists (
  select 1 from chatbots where "companyId" = ${companyId} and "version" > 1)`;
