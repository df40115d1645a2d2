import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { execute, json, sql } from "#server/db/sql.ts";
import type { Slots } from "../flow/answers.ts";
import type { CallResult } from "./schema.ts";

const kept = 50;

type Recorded = {
  companyId: string;
  chatbotId: string;
  conversationId: string;
  seq: number;
  startedAt: Date;
  /** As JSON. */
  request: string;
  results: readonly (CallResult & { won: boolean })[];
  before: Slots;
  after: Slots;
};

/** Keeps the calls of a turn for the inspector, the last 50 of each chatbot (I5), in the turn's own transaction. */
export async function recordCalls(turn: Recorded): Promise<void> {
  const { companyId, chatbotId, conversationId, seq, startedAt, request, results, before, after } = turn;
  if (results.length === 0) return;
  const sent = z.record(z.string(), z.unknown()).parse(JSON.parse(request));
  const calls = results.map(({ call, answer: _answer, ...result }) => ({
    ...result,
    companyId,
    chatbotId,
    conversationId,
    seq,
    before,
    after,
    id: newId(),
    source: call.source,
    nodeName: call.nodeName,
    url: call.url,
    request: { ...sent, flow: call.flow },
    createdAt: startedAt,
  }));
  await execute(sql`
    insert into fulfillment_calls ("companyId", "id", "chatbotId", "conversationId", "seq", "source", "nodeName", "url",
      "request", "response", "responseBytes", "statusCode", "durationMs", "outcome", "error", "won", "notes", "before",
      "after", "createdAt")
    select c."companyId", c."id", c."chatbotId", c."conversationId", c."seq", c."source", c."nodeName", c."url",
      c."request", c."response", c."responseBytes", c."statusCode", c."durationMs", c."outcome", c."error", c."won",
      c."notes", c."before", c."after", c."createdAt"
    from jsonb_populate_recordset(null::fulfillment_calls, ${json(calls)}::jsonb) c
    where exists (select 1 from chatbots b where b."companyId" = c."companyId" and b."id" = c."chatbotId")`);
  await prune(companyId, chatbotId);
}

/** Skips rows that another turn is deleting at this moment, instead of waiting for them. */
async function prune(companyId: string, chatbotId: string): Promise<void> {
  await execute(sql`
    delete from fulfillment_calls where "companyId" = ${companyId} and "id" = any(array(
      select "id" from fulfillment_calls where "companyId" = ${companyId} and "chatbotId" = ${chatbotId} and "id" <= (
        select "id" from fulfillment_calls where "companyId" = ${companyId} and "chatbotId" = ${chatbotId}
        order by "companyId", "chatbotId", "id" desc offset ${kept} limit 1)
      for update skip locked))`);
}
