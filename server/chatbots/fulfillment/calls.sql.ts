// SQL because calls are summed up by the database, written in one statement, and pruned past those that are locked.
import type { Conversation, FulfillmentCall } from "#server/db/generated/client.ts";
import { columns, execute, json, row, rows, sql } from "#server/db/sql.ts";

const summed = [
  ...(["id", "conversationId", "seq", "source", "nodeName", "url", "statusCode"] as const),
  ...(["durationMs", "outcome", "won", "createdAt"] as const),
] satisfies (keyof FulfillmentCall)[];
const whole = [
  ...summed,
  ...(["error", "request", "response", "responseBytes", "notes", "before", "after"] as const),
] satisfies (keyof FulfillmentCall)[];

/** `message`: what the visitor wrote, cut. */
type Sums = { noteCount: number; message: string };
export type CallSummary = Pick<FulfillmentCall, (typeof summed)[number]> & Sums;
export type CallRow = Pick<FulfillmentCall, (typeof whole)[number]> &
  Sums & { visitorName: Conversation["visitorName"] | null };

const sums = sql`jsonb_array_length(c."notes") as "noteCount",
  left(coalesce(c."request"->>'message', ''), 120) as "message"`;

/** The newest first. */
export function findCalls(companyId: string, chatbotId: string, limit: number): Promise<CallSummary[]> {
  return rows<CallSummary>(sql`
    select ${columns(summed, "c")}, ${sums} from fulfillment_calls c
    where c."companyId" = ${companyId} and c."chatbotId" = ${chatbotId}
    order by c."companyId", c."chatbotId", c."id" desc limit ${limit}`);
}

export function findCall(companyId: string, chatbotId: string, id: string): Promise<CallRow | undefined> {
  return row<CallRow>(sql`
    select ${columns(whole, "c")}, ${sums}, v."visitorName" from fulfillment_calls c
    left join conversations v on v."companyId" = c."companyId" and v."id" = c."conversationId"
    where c."companyId" = ${companyId} and c."chatbotId" = ${chatbotId} and c."id" = ${id}`);
}

/** The call to the other address at the same moment. */
export function findSibling(companyId: string, call: CallRow): Promise<CallSummary | undefined> {
  return row<CallSummary>(sql`
    select ${columns(summed, "c")}, ${sums} from fulfillment_calls c
    where c."companyId" = ${companyId} and c."conversationId" = ${call.conversationId}::uuid
      and c."seq" = ${call.seq} and c."source" <> ${call.source} and c."createdAt" = ${call.createdAt} limit 1`);
}

/** Nothing where the chatbot is gone. */
export async function insertCalls(calls: readonly FulfillmentCall[]): Promise<void> {
  await execute(sql`
    insert into fulfillment_calls ("companyId", "id", "chatbotId", "conversationId", "seq", "source", "nodeName", "url",
      "request", "response", "responseBytes", "statusCode", "durationMs", "outcome", "error", "won", "notes", "before",
      "after", "createdAt")
    select c."companyId", c."id", c."chatbotId", c."conversationId", c."seq", c."source", c."nodeName", c."url",
      c."request", c."response", c."responseBytes", c."statusCode", c."durationMs", c."outcome", c."error", c."won",
      c."notes", c."before", c."after", c."createdAt"
    from jsonb_populate_recordset(null::fulfillment_calls, ${json(calls)}::jsonb) c
    where exists (select 1 from chatbots b where b."companyId" = c."companyId" and b."id" = c."chatbotId")`);
}

type Kept = { newest: number; conversationIds: readonly string[] };

/**
 * Leaves the newest, and those of some conversations. Skips rows that another turn is deleting at this moment, instead
 * of waiting for them.
 */
export async function pruneCalls(companyId: string, chatbotId: string, kept: Kept): Promise<void> {
  await execute(sql`
    delete from fulfillment_calls where "companyId" = ${companyId} and "id" = any(array(
      select "id" from fulfillment_calls where "companyId" = ${companyId} and "chatbotId" = ${chatbotId} and "id" <= (
        select "id" from fulfillment_calls where "companyId" = ${companyId} and "chatbotId" = ${chatbotId}
        order by "companyId", "chatbotId", "id" desc offset ${kept.newest} limit 1)
        and coalesce("conversationId" <> all(${[...kept.conversationIds]}::uuid[]), true)
      for update skip locked))`);
}
