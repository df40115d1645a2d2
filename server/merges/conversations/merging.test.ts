import { describe, expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);

type Refused = { error: string; details?: { field: string; code: string }[] };
let made = 0;

/** Conversations of one visitor, known by one email. */
async function ofOne(count: number, given?: string): Promise<string[]> {
  if (!given) made += 1;
  const from = given ?? `visitor-${made}`;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id: conversationId } = await converse(api, company, { from });
    await api.patch(`/v1/conversations/${conversationId}/chatbot-state`, { chatbotState: "OFF" });
    const known = { conversationId, name: "Ann", email: `${from}@merging.example` };
    await captureContact.execute(systemActor(company.companyId), known);
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
    ids.push(conversationId);
  }
  return ids;
}

const merge = (id: string | undefined, loserId: unknown, as = api) =>
  as.post<Conversation & Refused>(`/v1/conversations/${id}/merge`, { loserId });
const plain = async (id = "") =>
  lines((await transcript(api, id)).filter(({ command }) => !command || command.name.startsWith("merged")));

describe("POST /v1/conversations/{id}/merge [W9]", () => {
  it("puts the messages after the winner's own in their order, a line in both, and all that belongs to them", async () => {
    const [winner = "", loser = ""] = await ofOne(2);
    await say(api, winner, "visitor", { body: "one" });
    await say(api, loser, "visitor", { body: "two" });
    await say(api, loser, "user", { body: "three" });
    await say(api, winner, "visitor", { body: "four" });
    const post = (id: string, path: string, body: object) => api.post(`/v1/conversations/${id}/${path}`, body);
    await post(winner, "tags", { tag: "Both" });
    for (const tag of ["both", "Own"]) await post(loser, "tags", { tag });
    await post(loser, "notes", { message: "a note" });
    const task = { title: "call", conversationId: loser };
    expect((await api.post("/v1/tasks", task)).status).toBe(200);
    const later = { sendAt: new Date(Date.now() + 86_400_000).toISOString(), message: "later" };
    await post(loser, "scheduled-messages", later);
    const mention = { message: "look", mentions: [company.otherAgent.userId] };
    await post(loser, "notes", mention);
    await api.patch(`/v1/conversations/${winner}`, { customFields: { reason: "kept" } });
    await api.patch(`/v1/conversations/${loser}`, { customFields: { reason: "lost", size: "L" } });
    const before = await reread(api, loser);

    const { status, body } = await merge(winner, loser);
    expect([status, body.id, body.mergedInto]).toEqual([200, winner, null]);
    expect(body.customFields).toEqual({ reason: "kept", size: "L" });
    expect(await plain(winner)).toEqual([
      ...["visitor: one", "visitor: four", "/merged_from", "visitor: two", "user: three"],
    ]);
    const numbers = (await transcript(api, winner)).map(({ seq }) => seq);
    expect(numbers).toEqual(Array.from({ length: body.lastSeq }, (_, index) => index + 1));
    expect(await plain(loser)).toEqual(["/merged_into"]);
    expect(await reread(api, loser)).toMatchObject({ closed: true, mergedInto: winner, lastSeq: before.lastSeq + 1 });
    expect(body.operatorTags.map(({ tagName }) => tagName)).toEqual(["Both", "Own"]);
    expect(body.participants.map(({ type }) => type).sort()).toEqual(["externalOperator", "robot", "visitor"]);
    const list = async (path: string) => (await api.get<unknown[] & { data?: unknown[] }>(path)).body;
    expect(await list(`/v1/conversations/${winner}/notes`)).toHaveLength(2);
    expect((await list(`/v1/tasks?conversationId=${winner}`)).data).toHaveLength(1);
    const { rows } = await systemPool().query(
      `select 'scheduled' as what, "conversationId" from scheduled_messages where "companyId" = $1
       union all select 'mention', "conversationId" from conversation_mentions where "companyId" = $1 and "userId" = $2`,
      [company.companyId, company.otherAgent.userId],
    );
    expect(rows.filter(({ conversationId }) => conversationId === loser)).toEqual([]);
    expect(rows.filter(({ conversationId }) => conversationId === winner)).toHaveLength(2);
    const told = (await eventsOf(company)).filter(({ conversationId }) =>
      [winner, loser].includes(conversationId ?? ""),
    );
    expect(told.filter(({ type }) => type === "conversation/merged").map(({ data }) => data)).toEqual([
      expect.objectContaining({ mergedId: loser, messages: before.lastSeq }),
    ]);
    expect(told.filter(({ type }) => type === "conversation/archived").map((one) => one.conversationId)).toEqual([
      loser,
    ]);
  });

  it("goes on in the winner, whatever the visitor or somebody does with the loser", async () => {
    const [winner = "", loser = ""] = await ofOne(2);
    await merge(winner, loser);
    await say(api, loser, "visitor", { body: "still here" });
    expect((await plain(winner)).at(-1)).toBe("visitor: still here");
    expect((await api.post(`/v1/conversations/${loser}/open`, {})).status).toBe(409);
    expect((await say(api, loser, "user")).status).toBe(409);
    const [third = ""] = await ofOne(1, `visitor-${made}`);
    for (const pair of [
      [third, loser],
      [loser, third],
      [winner, loser],
    ])
      expect((await merge(pair[0], pair[1])).status).toBe(409);
    expect((await merge(third, winner)).status).toBe(200);
    await say(api, loser, "visitor", { body: "through two" });
    expect((await plain(third)).at(-1)).toBe("visitor: through two");
  });

  it("keeps what was read read, and what was not unread", async () => {
    const [winner = "", loser = "", third = ""] = await ofOne(3);
    for (const id of [winner, loser, third]) await say(api, id, "visitor");
    const read = async (id: string) =>
      systemPool().query(
        `insert into conversation_reads ("companyId", "userId", "conversationId", "seq") select $1, $2, $3, "lastSeq" from conversations where "id" = $3`,
        [company.companyId, company.admin.userId, id],
      );
    for (const id of [winner, loser]) await read(id);
    const seen = async () =>
      (
        await systemPool().query<{ read: boolean }>(
          `select r."seq" >= c."lastVisitorSeq" as "read" from conversation_reads r join conversations c on c."id" = r."conversationId"
           where c."id" = $1 and r."userId" = $2`,
          [winner, company.admin.userId],
        )
      ).rows[0]?.read;
    await merge(winner, loser);
    expect(await seen()).toBe(true);
    await merge(winner, third);
    expect(await seen()).toBe(false);
  });

  it("loses no message that comes at the same time, and no number", async () => {
    const [winner = "", loser = ""] = await ofOne(2);
    const texts = Array.from({ length: 24 }, (_, index) => `message ${index}`);
    const sent = texts.map((body, index) => say(api, index % 2 ? winner : loser, "visitor", { body }));
    const merged = [merge(winner, loser), merge(winner, loser), merge(loser, winner)];
    const [answers, merges] = await Promise.all([Promise.all(sent), Promise.all(merged)]);
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 202));
    expect(merges.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const after = merges.find(({ status }) => status === 200)?.body.id ?? "";
    const found = await transcript(api, after);
    expect(
      found
        .filter(({ fromType }) => fromType === "visitor")
        .map(({ text }) => text)
        .sort(),
    ).toEqual([...texts].sort());
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, index) => index + 1));
  });

  it("is refused across contacts, visitors and channels, into itself, and for what is not there or not one's own", async () => {
    const [winner = "", loser = ""] = await ofOne(2);
    const [other = ""] = await ofOne(1);
    expect((await merge(winner, other)).body).toMatchObject({ error: "conflict" });
    const { id: nobody } = await converse(api, company, { from: `visitor-${made}` });
    expect((await merge(winner, nobody)).status).toBe(409);
    const { rows } = await systemPool().query(
      `update conversations set "visitorId" = 'elsewhere' where "id" = $1 returning 1`,
      [loser],
    );
    expect(rows).toHaveLength(1);
    expect((await merge(winner, loser)).status).toBe(409);
    expect((await merge(winner, winner.toUpperCase())).status).toBe(400);
    for (const id of ["x", "", "%00", null, 7, "00000000-0000-7000-8000-000000000000", ["x"]])
      expect([id, (await merge(winner, id)).status]).toEqual([id, 400]);
    expect((await merge("00000000-0000-7000-8000-000000000000", loser)).status).toBe(404);
    const foreign = http(app, (await (await furnishedCompany("Other", allFurniture)).token(["admin"])).secret);
    expect((await merge(winner, loser, foreign)).status).toBe(404);
    const reader = http(app, (await company.token(["clients_read", "chat_talk"])).secret);
    expect((await merge(winner, loser, reader)).status).toBe(403);
    const agent = http(
      app,
      (await company.token(["clients_write_assigned", "clients_read_assigned"], company.agent)).secret,
    );
    await api.post(`/v1/conversations/${loser}/assign`, { assignedTo: company.otherAgent.userId });
    await api.post(`/v1/conversations/${winner}/assign`, { assignedTo: company.agent.userId });
    expect((await merge(winner, loser, agent)).status).toBe(400);
  });

  it("keeps an open conversation open: not into a closed one, and the closed one into it", async () => {
    const [winner = "", loser = ""] = await ofOne(2);
    await api.post(`/v1/conversations/${winner}/close`, { isLead: true });
    expect((await merge(winner, loser)).status).toBe(409);
    const { status, body } = await merge(loser, winner);
    expect([status, body.closed]).toEqual([200, false]);
    expect(await reread(api, winner)).toMatchObject({ closed: true, isLead: true, mergedInto: loser });
  });
});
