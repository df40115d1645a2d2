import { describe, expect, it } from "vitest";
import { copyCampaign } from "#server/campaigns/listing.ts";
import { storePayloads } from "#server/channels/inbound/storing.ts";
import type { HistoryEntry } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Person, person, runErasures, tablesThatSay, wordsOf } from "#server/testing/processes/erasing.ts";
import { until } from "#server/testing/sockets.ts";
import { converse } from "#server/testing/talking.ts";
import { resumeErasures } from "./jobs.ts";
import type { ErasureView } from "./schema.ts";

const company = await openCompany("Remnants", allFurniture);
const { allDelivered } = await runErasures(company);
const api = await openApi(company);
const { companyId } = company;

async function made<T extends { id: string }>(path: string, body: object): Promise<T> {
  const answer = await api.post<T>(path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

const newContact = async ({ name, email, phone, field }: Person) =>
  (
    await made("/v1/contacts", {
      ...{ websiteId: company.given.channelId, name, email, phone, customFields: { color: field } },
    })
  ).id;

/** Erases them, and waits for what is left to go. */
async function erase(who: Person, contactId: string): Promise<void> {
  await until(allDelivered, "delivery");
  const { id } = await made<ErasureView>(`/v1/contacts/${contactId}/erase`, {});
  const read = async () => (await api.get<ErasureView>(`/v1/erasures/${id}`)).body;
  await until(async () => (await read()).finishedAt !== null, "the certificate");
  expect(await tablesThatSay(wordsOf(who))).toEqual([]);
}

describe("A person who was erased", () => {
  it("is not in a contact that they were merged into and taken out of again [P4, W9]", async () => {
    const [who, other] = [person(), person()];
    const [loserId, winnerId] = [await newContact(who), await newContact(other)];
    const fields = { name: "loser", email: "loser" };
    const { merge } = await made<{ id: string; merge: { id: string } }>(`/v1/contacts/${winnerId}/merge`, {
      loserId,
      fields,
    });
    await api.patch(`/v1/contacts/${winnerId}`, { rating: 3 });
    await made(`/v1/contacts/${winnerId}/merges/${merge.id}/undo`, {});
    await api.patch(`/v1/contacts/${winnerId}`, { name: `${other.name} since` });
    expect(await tablesThatSay(wordsOf(who))).toEqual(expect.arrayContaining(["contact_merges", "events"]));
    await erase(who, loserId);
    const history = await api.get<HistoryEntry[]>(`/v1/contacts/${winnerId}/history`);
    expect(history.body.filter(({ to }) => to === `${other.name} since`)).toHaveLength(1);
    expect((await api.get(`/v1/contacts/${winnerId}/merges`)).body).toEqual([]);
    expect((await systemPool().query(`select from contacts where "id" = $1`, [winnerId])).rowCount).toBe(1);
    expect((await api.get<{ email: string }>(`/v1/contacts/${winnerId}`)).body.email).toBe(other.email);
  });

  it("is in no file that a campaign was made with, nor in what was sent by it; the others stay [P4]", async () => {
    const [who, other] = [person(), person()];
    const contactId = await newContact(who);
    const line = (one: Person, phone: string) => `${one.name};"${phone}";${one.email}`;
    const spaced = who.phone.replace(/^(\+549)(11)(\d{4})/, "$1 $2 $3-");
    const text = `name;phone;mail\n${line(who, spaced)}\n${line(other, other.phone)}\n;;${who.email.toUpperCase()}\n`;
    const set = `update campaigns set "audience" = $2 where "id" = $1`;
    await systemPool().query(set, [company.given.campaignId, JSON.stringify({ type: "csv", text })]);
    await systemPool().query(
      `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId",
         "destination", "recipientKey", "name", "variables", "status")
       select "companyId", gen_random_uuid(), 77, "id", "channelId", "templateId", $2, $2, $3, jsonb_build_object('1', $3::text), 'read'
       from campaigns where "id" = $1`,
      [company.given.campaignId, who.phone.slice(1), who.name],
    );
    expect(await tablesThatSay(wordsOf(who))).toEqual(expect.arrayContaining(["campaigns", "campaign_messages"]));
    await erase(who, contactId);
    const copy = await copyCampaign.execute(company.admin, { campaignId: company.given.campaignId ?? "" });
    if (copy.audience.type !== "csv") throw new Error("not a file any more");
    expect(copy.audience.text).toBe(`name;phone;mail\n${other.name};${other.phone};${other.email}\n`);
  });

  it("is in no payload, though they were only written to, and nobody could read it [P4]", async () => {
    const who = person();
    const [number, userId] = [who.phone.slice(1), `US.${who.name}`];
    const channelId = company.given.whatsappChannelId ?? "";
    const contactId = await newContact(who);
    const { id } = await converse(api, company, {
      ...{ channel: "WHATSAPP", channelId, from: number, visitorName: who.name, visitorPhone: who.phone },
    });
    await captureContact.execute(systemActor(companyId), { conversationId: id });
    const kept = async (body: object, status: string) => {
      const text = JSON.stringify(body);
      await storePayloads({ platform: "whatsapp", body: text, headers: {} }, [
        { to: { companyId, channelId }, body: text },
      ]);
      await systemPool().query(`update inbound_payloads set "status" = $2 where "body" = $1`, [text, status]);
    };
    const waits = `insert into import_items ("companyId", "channelId", "kind", "key", "person", "at", "data")
      values ($1, $2, 'message', 'wamid-' || $3, $3, now(), jsonb_build_object('text', $4::text))`;
    await systemPool().query(waits, [companyId, channelId, number, who.text]);
    await kept({ statuses: [{ id: "w1", recipient_id: number, recipient_user_id: userId }] }, "processed");
    await kept({ statuses: [{ id: "w2", recipient_user_id: userId }] }, "failed");
    await kept({ statuses: [{ id: "w3", recipient_id: number }] }, "rejected");
    expect(await tablesThatSay(wordsOf(who))).toEqual(expect.arrayContaining(["import_items", "inbound_payloads"]));
    await erase(who, contactId);
  });

  it("gets the certificate although the job for it is gone, as where the company has moved [P4]", async () => {
    const who = person();
    const contactId = await newContact(who);
    await erase(who, contactId);
    const waits = `update erasures set "finishedAt" = null, "waitingFor" = array["contactId"],
      "requestedAt" = now() - interval '11 minutes' where "companyId" = $1 and "contactId" = $2`;
    await systemPool().query(waits, [companyId, contactId]);
    await resumeErasures({ companyId });
    const finished = `select from erasures where "contactId" = $1 and "finishedAt" is not null`;
    await until(async () => (await systemPool().query(finished, [contactId])).rowCount === 1, "the certificate");
  });

  it("is not there after an ordinary deletion either [D4, W9]", async () => {
    const [who, other] = [person(), person()];
    const [loserId, winnerId] = [await newContact(who), await newContact(other)];
    const { merge } = await made<{ id: string; merge: { id: string } }>(`/v1/contacts/${winnerId}/merge`, { loserId });
    await made(`/v1/contacts/${winnerId}/merges/${merge.id}/undo`, {});
    await api.delete(`/v1/contacts/${loserId}`);
    await until(async () => (await tablesThatSay(wordsOf(who))).length === 0, "erasing");
  });
});
