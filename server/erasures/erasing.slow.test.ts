import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { storePayloads } from "#server/channels/inbound/storing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { systemPool } from "#server/db/system.ts";
import { workOnImport } from "#server/imports/working.ts";
import { app } from "#server/rest/app.ts";
import { workOnRules } from "#server/rules/working.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { type Person, person, runErasures, tablesThatSay, wordsOf } from "#server/testing/processes/erasing.ts";
import { signedIn, until } from "#server/testing/sockets.ts";
import { converse, say } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { scrubDeliveries } from "#server/webhooks/scrubbing.ts";
import { erasePerson } from "./erasing.ts";
import { erasureTasks } from "./jobs.ts";
import type { ErasureView } from "./schema.ts";
import { scrubbedBody } from "./values.ts";

const company = await openCompany("Erasures", allFurniture);
const system = systemActor(company.companyId);
const { receiver, allDelivered } = await runErasures(company);
const api = await openApi(company);

/** Rows of a conversation that goes on, in tables that could have lost some. */
async function rowsBut(conversationId: string): Promise<number[]> {
  const counts: number[] = [];
  for (const table of ["messages", "events", "notes", "conversation_activity"]) {
    const { rowCount } = await systemPool().query(`select from ${table} where "conversationId" = $1`, [conversationId]);
    counts.push(rowCount ?? 0);
  }
  return counts;
}

async function makeContact(who: Person, key: string): Promise<string> {
  const { name, email, phone, field } = who;
  const body = { websiteId: company.given.channelId, name, email, phone, customFields: { color: field } };
  const made = await api.post<{ id: string }>("/v1/contacts", body, { headers: { "Idempotency-Key": key } });
  expect(made.status).toBe(200);
  await api.patch(`/v1/contacts/${made.body.id}`, { name: `${name} again`, rating: 4 });
  await api.post(`/v1/contacts/${made.body.id}/notes`, { message: who.note });
  return made.body.id;
}

async function makeTalk(who: Person): Promise<string> {
  const known = { visitorName: who.name, visitorEmail: who.email, visitorPhone: who.phone };
  const from = who.phone.slice(1);
  const { id } = await converse(api, company, {
    ...{ channel: "WHATSAPP", channelId: company.given.whatsappChannelId, from },
    ...known,
  });
  await say(api, id, "visitor", { from, body: who.text });
  await api.patch(`/v1/conversations/${id}`, { visitorName: `${who.name} anew`, color: who.field });
  await api.post(`/v1/conversations/${id}/notes`, { message: who.note });
  await captureContact.execute(system, { conversationId: id });
  return id;
}

/** What a platform's webhook said of them, dealt with. */
async function journal(who: Person): Promise<void> {
  const body = JSON.stringify({ from: who.phone.slice(1), text: who.text, name: who.name });
  const { companyId } = company;
  const channelId = company.given.whatsappChannelId ?? "";
  await storePayloads({ platform: "whatsapp", body, headers: {} }, [{ to: { companyId, channelId }, body }]);
  await systemPool().query(`update inbound_payloads set "status" = 'processed' where "body" = $1`, [body]);
  await systemPool().query(
    `insert into channel_identities ("companyId", "id", "channelId", "phone", "visitorId", "name")
     values ($1, $2, $3, $4, $4, $5)`,
    [companyId, newId(), channelId, who.phone.slice(1), who.name],
  );
}

async function mailing(who: Person, contactId: string): Promise<void> {
  await systemPool().query(
    `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId", "contactId",
       "destination", "recipientKey", "name", "variables", "status")
     select $1, $2, 1, $3, "channelId", "templateId", $4, $5, $5, $6, jsonb_build_object('1', $6::text), 'read'
     from campaigns where "companyId" = $1 and "id" = $3`,
    [company.companyId, newId(), company.given.campaignId, contactId, who.phone.slice(1), who.name],
  );
}

/** What the team and its automation did about them: each leaves rows of its own that speak of the person. */
async function work(who: Person, conversationId: string, contactId: string): Promise<void> {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const one = `/v1/conversations/${conversationId}`;
  const rule = {
    ...{ name: "Erasures", enabled: true, trigger: { type: "conversation/message" } },
    actions: [{ name: "note", input: { message: "seen {{contact.name}}" } }],
  };
  const file = { fileName: "people.csv", text: `name,email\n${who.name},${who.email}\n` };
  const macro = { name: "Erasures", actions: [{ name: "note", input: { message: "a macro was here" } }] };
  const loser = { websiteId: company.given.channelId, name: `${who.name} twice`, email: `twice${who.email}` };
  const made = async (path: string, body: object) => {
    const answer = await api.post<{ id: string; jobId: string }>(path, body);
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  await made("/v1/rules", rule);
  await say(api, conversationId, "visitor", { from: who.phone.slice(1), body: who.text });
  await made("/v1/tasks", { title: `Call ${who.name}`, conversationId });
  await made("/v1/tasks", { title: `Write ${who.name}`, contactId });
  await made(`${one}/scheduled-messages`, { sendAt: soon, message: who.text });
  await made("/v1/conversations/bulk", {
    ids: [conversationId],
    actions: [{ name: "note", input: { message: who.note } }],
  });
  const { id: macroId } = await made("/v1/macros", macro);
  await made(`${one}/macros/${macroId}`, {});
  const { jobId } = await made("/v1/contacts/import", file);
  while ((await workOnImport.execute(system, { jobId })).more);
  const { id: loserId } = await made("/v1/contacts", loser);
  await made(`/v1/contacts/${contactId}/merge`, { loserId });
}

describe("A person who was deleted", () => {
  it("is not in what was planned, automated, merged, imported or assigned for them [P4]", async () => {
    const who = person();
    const contactId = await makeContact(who, "erase-work");
    const conversationId = await makeTalk(who);
    await work(who, conversationId, contactId);
    await until(allDelivered, "delivery");
    await workOnRules(company.companyId);
    const { rowCount } = await systemPool().query(`select from rule_runs where "conversationId" = $1`, [
      conversationId,
    ]);
    expect(rowCount).toBe(1);
    expect(await tablesThatSay(wordsOf(who))).toEqual(
      expect.arrayContaining(["contact_merges", "scheduled_messages", "tasks"]),
    );
    await api.delete(`/v1/conversations/${conversationId}`);
    await api.delete(`/v1/contacts/${contactId}`);
    await until(async () => (await tablesThatSay(wordsOf(who))).length === 0, "erasing").catch(async () => {
      expect(await tablesThatSay(wordsOf(who))).toEqual([]);
    });
  });

  it("is in no table any more, and replays answer as for a record that is gone [found S11]", async () => {
    const who = person();
    receiver.answer((_request, response) => void response.writeHead(200).end(who.answer));
    const hook = { url: receiver.url, eventTypes: publicEventTypes, retryCount: 10 };
    expect((await api.post("/v1/webhooks", hook)).status).toBe(200);
    const contactId = await makeContact(who, "erase-1");
    const conversationId = await makeTalk(who);
    await journal(who);
    await mailing(who, contactId);
    await until(allDelivered, "delivery");
    expect(await tablesThatSay(wordsOf(who))).toEqual(
      expect.arrayContaining([
        ...["campaign_messages", "channel_identities", "contacts", "conversations", "events", "inbound_payloads"],
        ...["messages", "notes", "webhook_attempts", "webhook_deliveries"],
      ]),
    );

    expect((await api.delete(`/v1/conversations/${conversationId}`)).status).toBe(200);
    expect((await api.delete(`/v1/contacts/${contactId}`)).status).toBe(200);
    await until(async () => (await tablesThatSay(wordsOf(who))).length === 0, "erasing").catch(async () => {
      expect(await tablesThatSay(wordsOf(who))).toEqual([]);
    });

    const again = await api.post("/v1/contacts", undefined, {
      raw: JSON.stringify({
        websiteId: company.given.channelId,
        ...{ name: who.name, email: who.email, phone: who.phone, customFields: { color: who.field } },
      }),
      headers: { "Idempotency-Key": "erase-1", "content-type": "application/json" },
    });
    expect([again.status, again.body.error]).toEqual([404, "not_found"]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const { rows } = await systemPool().query<{ data: Record<string, unknown>; type: string }>(
      `select "type", "data" from events where "companyId" = $1 and "contactId" = $2 and "type" = 'contact/created'`,
      [company.companyId, contactId],
    );
    expect(rows[0]?.data).toMatchObject({ id: contactId, status: "new", email: "", customFields: {} });
  });

  it("is erased everywhere by one call, whose certificate names nobody and says when nothing was left [P4]", async () => {
    const who = person();
    const hand = { name: "a neighbour", email: `next.${newId()}@example.com`, text: "what the neighbour wrote" };
    const contactId = await makeContact(who, "erase-all");
    const visitor = await visitorOn(company.given.channelId ?? "");
    // Before anybody knew who it was, and after it.
    const unknown = await visitor.begin(who.text);
    await api.patch(`/v1/conversations/${unknown}/close`, {});
    const known = await visitor.begin(who.text);
    const talk = await makeTalk(who);
    for (const conversationId of [known, talk])
      await captureContact.execute(system, { conversationId, email: who.email, name: who.name });
    await api.post("/v1/tasks", { title: `Call ${who.name}`, contactId });
    const { id: neighbour } = await converse(api, company, { visitorName: hand.name, visitorEmail: hand.email });
    await say(api, neighbour, "visitor", { body: hand.text });
    await until(allDelivered, "delivery");
    const before = await rowsBut(neighbour);

    const { status, body: made, text } = await api.post<ErasureView>(`/v1/contacts/${contactId}/erase`, {});
    expect([status, made.finishedAt]).toEqual([202, null]);
    expect(made).toMatchObject({ contactId, conversations: 3, notes: 2, tasks: 1 });
    expect(made.messages).toBeGreaterThan(2);
    for (const word of wordsOf(who)) expect(text).not.toContain(word);
    for (const id of [unknown, known, talk]) expect((await api.get(`/v1/conversations/${id}`)).status).toBe(404);
    expect((await api.get(`/v1/contacts/${contactId}`)).status).toBe(404);

    const read = async () => (await api.get<ErasureView>(`/v1/erasures/${made.id}`)).body;
    await until(async () => (await read()).finishedAt !== null, "the certificate");
    expect(await tablesThatSay(wordsOf(who))).toEqual([]);
    expect((await read()).events).toBeGreaterThan(5);
    expect((await api.get<{ data: ErasureView[] }>("/v1/erasures")).body.data[0]?.id).toBe(made.id);
    expect(await rowsBut(neighbour)).toEqual(before);
    expect((await api.post(`/v1/contacts/${contactId}/erase`, {})).status).toBe(404);
  });

  it("has no certificate while a receiver is still to hear of them, and none where a legal hold keeps them [P4]", async () => {
    const who = person();
    const heard = receiver.received.length;
    const contactId = await makeContact(who, "erase-waiting");
    const held = await api.post<{ id: string }>("/v1/legal-holds", { contactId, reason: "Case 7" });
    expect((await api.post(`/v1/contacts/${contactId}/erase`, {})).status).toBe(409);
    expect((await api.get(`/v1/contacts/${contactId}`)).status).toBe(200);
    await api.delete(`/v1/legal-holds/${held.body.id}`);
    await until(() => receiver.received.length > heard);
    receiver.answer(503);
    const { body: made } = await api.post<ErasureView>(`/v1/contacts/${contactId}/erase`, {});
    const { rows } = await systemPool().query<{ id: string }>(
      `select "id" from events where "companyId" = $1 and "contactId" = $2 and "type" = 'contact/deleted'`,
      [company.companyId, contactId],
    );
    await until(async () => {
      const { rowCount } = await systemPool().query(`select from events where "id" = $1 and "data" ->> 'email' = ''`, [
        rows[0]?.id,
      ]);
      return rowCount === 1;
    }, "the events' scrubbing");
    const read = async () => (await api.get<ErasureView>(`/v1/erasures/${made.id}`)).body;
    expect((await read()).finishedAt).toBeNull();
    receiver.answer(200);
    await until(allDelivered, "delivery");
    const payload = { companyId: company.companyId, eventId: rows[0]?.id ?? "", round: "3" };
    for (const one of erasureTasks) await one.perform(payload);
    expect((await read()).finishedAt).not.toBeNull();
    expect(await tablesThatSay(wordsOf(who))).toEqual([]);
  });

  it("is the administrators' to erase, in their own company and with the password [P4]", async () => {
    const who = person();
    const contactId = await makeContact(who, "erase-rights");
    const weaker = http(app, (await company.token(["clients_write", "clients_read"])).secret);
    expect((await weaker.post(`/v1/contacts/${contactId}/erase`, {})).status).toBe(403);
    expect((await weaker.get("/v1/erasures")).status).toBe(403);
    const { sessionId } = await signedIn(company.admin);
    await systemPool().query(`update user_sessions set "provenAt" = now() - interval '11 minutes' where "id" = $1`, [
      sessionId,
    ]);
    const browser = { ...company.admin, sessionId };
    await expect(erasePerson.execute(browser, { contactId })).rejects.toMatchObject({ code: "password_needed" });
    expect((await api.get(`/v1/contacts/${contactId}`)).status).toBe(200);
  });

  it("still reaches a receiver that was away, and is erased after that [found S11]", async () => {
    const who = person();
    const before = receiver.received.length;
    receiver.answer(503);
    const contactId = await makeContact(who, "erase-2");
    await until(() => receiver.received.length > before);
    await api.delete(`/v1/contacts/${contactId}`);
    const { rows } = await systemPool().query<{ id: string }>(
      `select "id" from events where "companyId" = $1 and "contactId" = $2 and "type" = 'contact/deleted'`,
      [company.companyId, contactId],
    );
    await until(async () => {
      const { rowCount } = await systemPool().query(`select from events where "id" = $1 and "data" ->> 'email' = ''`, [
        rows[0]?.id,
      ]);
      return rowCount === 1;
    }, "the events' scrubbing");
    receiver.answer(200);
    await until(allDelivered, "delivery");
    const told = receiver.received.slice(before).map(({ body }) => body);
    expect(told.filter((body) => body.includes("contact/deleted")).at(-1)).toContain(who.email);
    const payload = { companyId: company.companyId, eventId: rows[0]?.id ?? "", round: "3" };
    for (const one of erasureTasks) await one.perform(payload);
    expect(await tablesThatSay(wordsOf(who))).toEqual([]);
  });

  it("does not come back where a contact and its conversation are erased at the same time [found S11]", async () => {
    const who = person();
    receiver.answer(200);
    const id = await makeTalk(who);
    await until(allDelivered, "delivery");
    const linked = `from webhook_deliveries where "conversationId" = $1 and "event" = 'conversation/contact'`;
    const holder = await systemPool().connect();
    await holder.query("begin");
    const { rows } = await holder.query<{ body: string; eventId: string }>(
      `select "body", "eventId" ${linked} for update`,
      [id],
    );
    const [{ body, eventId } = { body: "", eventId: "" }] = rows;
    expect(body).toContain(who.email);
    // The contact's erasure comes to the row while that of the conversation holds it.
    const other = scrubDeliveries.execute(system, { eventIds: [eventId], part: "contact" });
    await until(async () => {
      const { rowCount } = await systemPool().query("select from pg_locks where not granted");
      return (rowCount ?? 0) > 0;
    }, "the wait");
    await holder.query(`update webhook_deliveries set "body" = $2 where "conversationId" = $1 and "eventId" = $3`, [
      id,
      scrubbedBody(body, "all"),
      eventId,
    ]);
    await holder.query("commit");
    holder.release();
    await other;
    const after = await systemPool().query<{ body: string }>(`select "body" ${linked}`, [id]);
    for (const word of wordsOf(who)) expect(after.rows[0]?.body).not.toContain(word);
  });

  it("does not take the words of a conversation that goes on without its contact [found S11]", async () => {
    const who = person();
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin(who.text);
    const named = { conversationId: id, name: who.name, email: who.email };
    const { contactId } = await captureContact.execute(system, named);
    await api.delete(`/v1/contacts/${contactId}`);
    const linked = `select "data" from events where "companyId" = $1 and "conversationId" = $2 and "type" = $3`;
    const read = async (type: string) =>
      JSON.stringify((await systemPool().query<{ data: unknown }>(linked, [company.companyId, id, type])).rows);
    await until(async () => (await read("conversation/contact")).includes('"email":""'), "scrubbing");
    expect(await read("conversation/message")).toContain(who.text);
  });
});
