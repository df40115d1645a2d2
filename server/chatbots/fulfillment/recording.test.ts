import { expect, it } from "vitest";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import type { LegalHoldView } from "#server/retention/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { recordCalls } from "./recording.ts";

const company = await openCompany("Recording");
const api = await openApi(company);
const { companyId } = company;
const chatbotId = company.given.chatbotId ?? "";

const empty = { name: "", email: "", phone: "", custom: {} };

function record(conversationId: string, count: number): Promise<void> {
  const call = { source: "global" as const, nodeName: "", flow: 1, url: "https://198.51.100.7/fulfillment" };
  const answered = {
    outcome: "answered" as const,
    error: "",
    statusCode: 200,
    durationMs: 12,
    answer: null,
    notes: [],
  };
  const result = { ...answered, call, response: "{}", responseBytes: 2, won: true };
  const turn = { companyId, chatbotId, conversationId, seq: 1, startedAt: new Date(), before: empty, after: empty };
  return inCompany(companyId, () => recordCalls({ ...turn, request: "{}", results: Array(count).fill(result) }));
}

async function countOf(conversationId: string): Promise<number> {
  const { rows } = await systemPool().query<{ n: number }>(
    `select count(*)::int as "n" from fulfillment_calls where "companyId" = $1 and "conversationId" = $2`,
    [companyId, conversationId],
  );
  return rows[0]?.n ?? 0;
}

it("keeps the calls of a conversation under a legal hold, however many come after them", async () => {
  const [held, other] = [await converse(api, company), await converse(api, company, { from: "visitor-2" })];
  const hold = await api.post<LegalHoldView>("/v1/legal-holds", { conversationId: held.id, reason: "Case 7" });
  await record(held.id, 3);
  await record(other.id, 60);
  expect([await countOf(held.id), await countOf(other.id)]).toEqual([3, 50]);
  await api.delete(`/v1/legal-holds/${hold.body.id}`);
  await record(other.id, 1);
  expect([await countOf(held.id), await countOf(other.id)]).toEqual([0, 50]);
  const all = await api.post<LegalHoldView>("/v1/legal-holds", { reason: "Case 8" });
  await record(other.id, 2);
  expect(await countOf(other.id)).toBe(52);
  await api.delete(`/v1/legal-holds/${all.body.id}`);
});
