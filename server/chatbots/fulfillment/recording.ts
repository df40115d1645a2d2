import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { heldIn } from "#server/retention/access.ts";
import type { Slots } from "../flow/answers.ts";
import { insertCalls, pruneCalls } from "./calls.sql.ts";
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

/**
 * Keeps the calls of a turn for the inspector, the last 50 of each chatbot (I5), in the turn's own transaction. Those of
 * conversations under a legal hold stay.
 */
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
  await insertCalls(calls);
  const { everything, conversationIds } = await heldIn(companyId);
  if (!everything) await pruneCalls(companyId, chatbotId, { newest: kept, conversationIds });
}
