import fs from "node:fs";
import { expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { askNow } from "#server/csat/asking.ts";
import type { CsatResponseView } from "#server/csat/schema.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { sendDue } from "#server/scheduled/sending.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { pdf } from "#server/testing/recordings.ts";
import { converse, say, transcript } from "#server/testing/talking.ts";
import { removeUploads } from "#server/uploads/removing.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
const system = systemActor(company.companyId);
const migration = "prisma/migrations/20261127122000_merged_files/migration.sql";

/** Two conversations of one visitor, known by one email. */
async function two(): Promise<[string, string]> {
  const from = newId();
  const ids: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id: conversationId } = await converse(api, company, { from });
    await captureContact.execute(system, { conversationId, name: "Ann", email: `${from}@merging.example` });
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
    ids.push(conversationId);
  }
  return [ids[0] ?? "", ids[1] ?? ""];
}

const merge = (id: string, loserId: string) => api.post<Conversation>(`/v1/conversations/${id}/merge`, { loserId });

async function sendFile(id: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([pdf]), "offer.pdf");
  const { body: file } = await api.post<UploadedFile>("/v1/uploads", undefined, { raw: form });
  await say(api, id, "user", { type: "file", body: undefined as never, message: { uploadId: file.id } });
  return new URL(file.url).pathname;
}

async function deleted(id: string): Promise<number> {
  const { status } = await api.delete(`/v1/conversations/${id}`);
  await removeUploads.execute(system, { conversationId: id });
  return status;
}

it("keeps the files of what moved when the empty conversation is deleted, until the other one is [W9]", async () => {
  const [winner, loser] = await two();
  const path = await sendFile(loser);
  expect((await merge(winner, loser)).status).toBe(200);
  expect(await deleted(loser)).toBe(200);
  expect((await http(app).get(path)).status).toBe(200);
  expect(await deleted(winner)).toBe(200);
  expect((await http(app).get(path)).status).toBe(404);
});

it("an upgrade gives files of earlier merges to where their messages are, over two merges too [W9]", async () => {
  const [first, second] = await two();
  const path = await sendFile(first);
  await merge(second, first);
  const { rows } = await systemPool().query(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'mergedIntoId', null))).* from conversations c where c."id" = $1 returning "id"`,
    [second],
  );
  const last: string = rows[0].id;
  await systemPool().query(`update conversations set "mergedIntoId" = $2 where "id" = $1`, [second, last]);
  const back = `update uploads set "conversationId" = $1 where "companyId" = $2 and "conversationId" = $3`;
  await systemPool().query(back, [first, company.companyId, second]);
  await systemPool().query(fs.readFileSync(migration, "utf8"));
  for (const id of [first, second]) expect(await deleted(id)).toBe(200);
  expect((await http(app).get(path)).status).toBe(200);
  expect(await deleted(last)).toBe(200);
  expect((await http(app).get(path)).status).toBe(404);
});

it("moves messages that a program gave the same id in both, which stays with the one that is there [W9, F3]", async () => {
  const [winner, loser] = await two();
  const said = await say(api, winner, "visitor", { body: "here", clientMessageId: "m-1" });
  await say(api, loser, "visitor", { body: "there", clientMessageId: "m-1" });
  await say(api, loser, "visitor", { body: "only there", clientMessageId: "m-2" });
  expect((await merge(winner, loser)).status).toBe(200);
  const found = (await transcript(api, winner)).filter(({ fromType }) => fromType === "visitor");
  expect(found.map(({ text, clientMessageId }) => [text, clientMessageId])).toEqual([
    ["here", "m-1"],
    ["there", null],
    ["only there", "m-2"],
  ]);
  expect((await say(api, winner, "visitor", { clientMessageId: "m-1" })).body.id).toBe(said.body.id);
});

it("puts notes between the same messages, and what waits for its time behind them [W9, W8]", async () => {
  const [winner, loser] = await two();
  for (const body of ["one", "two", "three"]) await say(api, winner, "visitor", { body });
  await say(api, loser, "visitor", { body: "four" });
  await api.post(`/v1/conversations/${loser}/notes`, { message: "between" });
  const later = { sendAt: new Date(Date.now() + hour).toISOString(), message: { body: "later" } };
  const made = await api.post(`/v1/conversations/${loser}/scheduled-messages`, {
    ...later,
    cancelIf: ["visitor_replied"],
  });
  expect(made.status).toBe(202);
  await say(api, loser, "robot", { body: "five" });
  await merge(winner, loser);
  const { rows } = await systemPool().query<{ text: string }>(
    `select m."text" from notes n join messages m on m."companyId" = n."companyId"
       and m."conversationId" = n."conversationId" and m."seq" = n."afterSeq" where n."conversationId" = $1`,
    [winner],
  );
  expect(rows).toEqual([{ text: "four" }]);
  shiftClock(2 * hour);
  await sendDue(system).finally(() => shiftClock(0));
  expect((await transcript(api, winner)).filter(({ fromType }) => fromType === "user")).toMatchObject([
    { text: "later" },
  ]);
});

it("what the visitor wrote in the other one before does not cancel what waits; later words do [W9, W8]", async () => {
  const [winner, loser] = await two();
  await say(api, loser, "visitor", { body: "old" });
  const waiting = async () => {
    const { body } = await api.get<{ data: unknown[] }>(`/v1/conversations/${winner}/scheduled-messages`);
    return (body.data ?? body) as unknown[];
  };
  const plan = async (body: string) => {
    const sendAt = new Date(Date.now() + hour).toISOString();
    const draft = { sendAt, message: { body }, cancelIf: ["visitor_replied"] };
    expect((await api.post(`/v1/conversations/${winner}/scheduled-messages`, draft)).status).toBe(202);
  };
  await plan("later");
  expect((await merge(winner, loser)).status).toBe(200);
  shiftClock(2 * hour);
  await sendDue(system).finally(() => shiftClock(0));
  expect(await waiting()).toEqual([]);
  const said = async () => (await transcript(api, winner)).filter(({ fromType }) => fromType === "user");
  expect(await said()).toMatchObject([{ text: "later" }]);
  const [third, fourth] = await two();
  await api.post(`/v1/conversations/${third}/scheduled-messages`, {
    sendAt: new Date(Date.now() + hour).toISOString(),
    message: { body: "never" },
    cancelIf: ["visitor_replied"],
  });
  await say(api, fourth, "visitor", { body: "new" });
  expect((await merge(third, fourth)).status).toBe(200);
  shiftClock(2 * hour);
  await sendDue(system).finally(() => shiftClock(0));
  expect((await transcript(api, third)).filter(({ fromType }) => fromType === "user")).toEqual([]);
});

it("notifications of the one lead to the other, one line each [W9]", async () => {
  const [winner, loser] = await two();
  const tell = (kind: string, about: string, count: number, read = false) =>
    systemPool().query(
      `insert into notifications ("companyId", "id", "userId", "kind", "aboutId", "conversationId", "count", "readAt")
       values ($1, gen_random_uuid(), $2, $3, $4, $4, $5, case when $6 then now() end)`,
      [company.companyId, company.agent.id, kind, about, count, read],
    );
  await tell("replied", winner, 2);
  await tell("replied", loser, 3);
  await tell("mentioned", loser, 1);
  await tell("replied", loser, 1, true);
  expect((await merge(winner, loser)).status).toBe(200);
  const { rows } = await systemPool().query(
    `select "kind", "count", "conversationId" as at, "aboutId" as about, "readAt" is null as unread from notifications
     where "conversationId" = any($1::uuid[]) and "userId" = $2 order by "kind", "count"`,
    [[winner, loser], company.agent.id],
  );
  const there = { at: winner, about: winner };
  expect(rows).toEqual([
    { kind: "mentioned", count: 1, unread: true, ...there },
    { kind: "replied", count: 1, unread: false, ...there },
    { kind: "replied", count: 5, unread: true, ...there },
  ]);
});

it("what was kept back and has failed does not keep two conversations apart [W9]", async () => {
  const [winner, loser] = await two();
  await api.post(`/v1/conversations/${loser}/scheduled-messages`, {
    sendAt: new Date(Date.now() + hour).toISOString(),
    message: { body: "held" },
  });
  const mark = (error: string) =>
    systemPool().query(`update scheduled_messages set "held" = true, "error" = $2 where "conversationId" = $1`, [
      loser,
      error,
    ]);
  await mark("");
  expect((await merge(winner, loser)).status).toBe(409);
  await mark("forbidden");
  expect((await merge(winner, loser)).status).toBe(200);
});

it("takes the question about the closed one along, with its answer [W9]", async () => {
  await api.patch("/v1/csat-settings", { enabled: true, delayMinutes: 0, everyDays: 0 });
  const [winner, loser] = await two();
  const close = async (id: string) => {
    await say(api, id, "user", { from: company.agent.id });
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
  };
  const of = async (id: string) =>
    (await api.get<{ data: CsatResponseView[] }>(`/v1/csat-responses?conversationId=${id}`)).body.data.map(
      ({ state }) => state,
    );
  await close(loser);
  expect(await askNow.execute(system, { conversationId: loser })).toEqual({ asked: true });
  await api.post(`/v1/conversations/${loser}/open`, {});
  for (const id of [loser, winner]) await close(id);
  expect([await of(loser), await of(winner)]).toEqual([["due", "asked"], ["due"]]);
  expect((await merge(winner, loser)).status).toBe(200);
  expect([await of(loser), (await of(winner)).sort()]).toEqual([[], ["asked", "due", "skipped"]]);
  expect(await askNow.execute(system, { conversationId: winner })).toEqual({ asked: true });
});
