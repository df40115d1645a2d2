import { expect, it } from "vitest";
import { hour } from "#server/base/clock.ts";
import { createCampaign, dryRun } from "#server/campaigns/creating.ts";
import { runCampaigns, startDue } from "#server/campaigns/running.ts";
import { reachOfContact, setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import { deleteContact } from "#server/contacts/deleting.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { readConversation } from "#server/conversations/list/listing.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { createScheduled } from "#server/scheduled/scheduling.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate, templateMessagesOf } from "#server/testing/processes/campaigning.ts";
import { sendToContacts } from "../bulk-sending.ts";
import { createTemplate } from "../creating.ts";
import { deliverWaiting } from "../delivering.ts";
import { submitWaiting } from "../platform/syncing.ts";
import { listSendable } from "../sendable.ts";
import { sendTemplate } from "../sending.ts";

const company = await openCompany("Opting out", ["whatsapp"]);
await runPlatform();
const line = await Line.open(company);

async function optedOut(phone: string): Promise<boolean[]> {
  const { rows } = await systemPool().query<{ optedOutAt: Date | null }>(
    `select "optedOutAt" from contacts where "companyId" = $1 and "internationalPhoneNumber" = $2`,
    [company.companyId, phone],
  );
  return rows.map(({ optedOutAt }) => optedOutAt !== null);
}

it("the button of a template opts out, tapped or typed, and its other buttons do not [spec channels 6]", async () => {
  const buttons = ["Unsubscribe", "Shop"].map((text) => ({ type: "QUICK_REPLY", text }));
  const made = await createTemplate.execute(company.admin, {
    ...{ channelId: line.channelId, name: "seasonal", language: "en", category: "MARKETING" },
    components: [
      { type: "BODY", text: "Our sale is on." },
      { type: "BUTTONS", buttons },
    ] as never,
  });
  await submitWaiting(line.actor);
  await line.settled();
  const answers = [
    ["5491170007101", { type: "button", text: "Unsubscribe" }, true],
    ["5491170007102", { text: "unsubscribe" }, true],
    ["5491170007103", { type: "button", text: "Shop" }, false],
  ] as const;
  for (const [peer, said, out] of answers) {
    await line.customer(peer, { text: "Hello" });
    await line.settled();
    await sendTemplate.execute(company.admin, { templateId: made.id, destination: `+${peer}` });
    await deliverWaiting(line.actor);
    await line.settled();
    await line.customer(peer, said as never);
    await line.settled();
    expect([peer, await optedOut(peer)]).toEqual([peer, [out]]);
  }
});

it("an opt-out is the number's: another contact, a stranger in a file and who is deleted are spared [spec channels 6]", async () => {
  const { id: templateId } = await approvedTemplate(company, line, "by_number", "Hay novedades hoy.");
  const { channelId } = line;
  const phone = "5491170007201";
  const make = (name: string) =>
    createContact.execute(company.admin, { websiteId: channelId, name, phone: `+${phone}` });
  const sendable = async () => {
    const audience = { type: "csv" as const, text: `phone\n+${phone}` };
    return (await dryRun.execute(company.admin, { channelId, templateId, audience })).sendable;
  };
  const codes = async (...contacts: string[]) => {
    const { results } = await sendToContacts.execute(company.admin, { channelId, templateId, contacts });
    return results.map(({ failureCode }) => failureCode);
  };
  const notified = () => sendTemplate.execute(company.admin, { templateId, destination: `+${phone}` });

  const first = await make("First");
  await line.customer(phone, { text: "STOP" });
  await line.settled();
  const second = await make("Second");
  expect(await codes(first.id, second.id)).toEqual(["opted_out", "opted_out"]);
  expect(await sendable()).toBe(0);
  for (const { id } of [first, second]) await deleteContact.execute(company.admin, { contactId: id });
  expect(await sendable()).toBe(0);
  await expect(notified()).rejects.toMatchObject({ code: "conflict" });
  const third = await make("Third");
  expect(await codes(third.id)).toEqual(["opted_out"]);
  // In again, by their own word or the team's: both places are cleared.
  await line.customer(phone, { text: "ALTA" });
  await line.settled();
  expect([await sendable(), await codes(third.id)]).toEqual([1, [null]]);
  const told = (await eventsOf(company)).filter(({ type, data }) => type === "contact/changed" && data.id === third.id);
  const wishes = told.flatMap(({ data }) => (data.optedOut === undefined ? [] : [[data.optedOut, data.source]]));
  expect(wishes).toEqual([[false, "word"]]);
  await setOptOut.execute(company.admin, { contactId: third.id, optedOut: true });
  expect(await sendable()).toBe(0);
  await setOptOut.execute(company.admin, { contactId: third.id, optedOut: false });
  expect(await sendable()).toBe(1);
});

it("an opt-out of somebody who shows no number is their id's: it outlives contact and conversation, and names nobody", async () => {
  const { id: templateId } = await approvedTemplate(company, line, "by_user_id", "Hola, tenemos novedades.");
  const { channelId } = line;
  const user = "AR.13491208655302741901";
  const writes = async (text: string) => {
    await line.customer(user, { text, name: "Uma" });
    await line.settled();
    const conversationId = await line.conversation(user);
    return { conversationId, ...(await readConversation.execute(company.admin, { conversationId })) };
  };
  const refused = { code: "conflict", extra: { failureCode: "opted_out" } };
  const campaign = async (contactId: string) => {
    const audience = { type: "contacts" as const, contactIds: [contactId] };
    return (await dryRun.execute(company.admin, { channelId, templateId, audience })).sendable;
  };
  const inBulk = async (contactId: string) =>
    (await sendToContacts.execute(company.admin, { channelId, templateId, contacts: [contactId] })).results[0]
      ?.failureCode;

  const first = await writes("STOP");
  await deleteContact.execute(company.admin, { contactId: first.contactId });
  const { templates } = await listSendable.execute(company.admin, { conversationId: first.conversationId });
  expect(templates.find(({ template }) => template.id === templateId)?.blocked).toBe("opted_out");
  const { conversationId } = first;
  await expect(sendTemplate.execute(company.admin, { templateId, conversationId })).rejects.toMatchObject(refused);
  await deleteConversation.execute(company.admin, { conversationId });
  const { rowCount } = await systemPool().query(`select from channel_identities where "userId" = $1`, [user]);
  expect(rowCount).toBe(0);

  const { contactId, ...again } = await writes("Hello again");
  expect(contactId).not.toBe(first.contactId);
  expect([await campaign(contactId), await inBulk(contactId)]).toEqual([0, "opted_out"]);
  await expect(sendTemplate.execute(company.admin, { templateId, contactId })).rejects.toMatchObject(refused);
  const look = async () => (await reachOfContact.execute(company.admin, { contactId })).optedOutAt;
  expect(await look()).toBeInstanceOf(Date);
  expect((await writes("ALTA")).conversationId).toBe(again.conversationId);
  expect([await look(), await campaign(contactId), await inBulk(contactId)]).toEqual([null, 1, null]);
  // The team's word is kept in the same way.
  await setOptOut.execute(company.admin, { contactId, optedOut: true });
  await deleteContact.execute(company.admin, { contactId });
  const target = { templateId, conversationId: again.conversationId };
  await expect(sendTemplate.execute(company.admin, target)).rejects.toMatchObject(refused);
});

it("the composer is told of a number that has opted out where the conversation has no contact any more [W5]", async () => {
  const { id: templateId } = await approvedTemplate(company, line, "for_nobody", "Hola, tenemos novedades.");
  const peer = "5491170007251";
  await line.customer(peer, { text: "STOP" });
  await line.settled();
  const conversationId = await line.conversation(peer);
  const { contactId } = await readConversation.execute(company.admin, { conversationId });
  await deleteContact.execute(company.admin, { contactId });
  const { templates } = await listSendable.execute(company.admin, { conversationId });
  expect(templates.find(({ template }) => template.id === templateId)?.blocked).toBe("opted_out");
  const sendAt = new Date(Date.now() + hour).toISOString();
  const scheduled = createScheduled.execute(company.admin, { conversationId, sendAt, template: { templateId } });
  await expect(scheduled).rejects.toMatchObject({ code: "conflict", extra: { failureCode: "opted_out" } });
});

it("a stranger of a file who opts out before their turn is spared [spec channels 6]", async () => {
  const { id: templateId } = await approvedTemplate(company, line, "before_turn", "Hola, hay novedades.");
  const { channelId } = line;
  const audience = { type: "csv" as const, text: "phone\n+5491170007301" };
  const campaign = await createCampaign.execute(company.admin, { channelId, templateId, name: "File", audience });
  await startDue(line.actor);
  await line.customer("5491170007301", { text: "Baja" });
  await line.settled();
  await runCampaigns(line.actor);
  expect(await templateMessagesOf(campaign.id)).toMatchObject([
    { contactId: null, status: "invalid", failureCode: "opted_out" },
  ]);
});

it("a tapped option of a menu is never a wish, whatever was written after the menu [W5] [channels 6]", async () => {
  const peer = "5491170007401";
  await line.customer(peer, { text: "Hola" });
  await line.settled();
  await line.customer(peer, { text: "BAJA" });
  await line.settled();
  const conversationId = await line.conversation(peer);
  const say = (body: string, responseOptions: string[] = []) =>
    sendMessage.execute(company.admin, {
      ...{ conversationId, from: company.admin.id, fromType: "user", body, response_options: responseOptions },
    });
  const { id: menu } = await say("Menu", ["Ventas", "Volver", "Baja"]);
  await say("Any other question?");
  const tap = async (index: number, text: string) => {
    await line.customer(peer, { type: "button", choice: `o:${menu}:${index}`, text });
    await line.settled();
  };
  await tap(1, "Volver");
  expect(await optedOut(peer)).toEqual([true]);
  await line.customer(peer, { text: "ALTA" });
  await line.settled();
  await say("Any other question?");
  await tap(2, "Baja");
  expect(await optedOut(peer)).toEqual([false]);
});

it("a word that comes late does not take back a newer one [channels 2.6]", async () => {
  const from = "5491170007501";
  const seconds = Math.floor(Date.now() / 1000);
  const contacts = [{ wa_id: from, profile: { name: "Late" } }];
  const say = (body: string, ago: number) => {
    const about = { from, id: `wamid.late.${body}.${ago}`, timestamp: String(seconds - ago) };
    return line.change({ contacts, messages: [{ ...about, type: "text", text: { body } }] });
  };
  const after = async (...words: Parameters<typeof say>) => {
    await say(...words);
    return optedOut(from);
  };
  expect(await after("Hola", 100)).toEqual([false]);
  expect(await after("BAJA", 60)).toEqual([true]);
  expect(await after("ALTA", 70)).toEqual([true]);
  await line.receive("marketing-resume", { peer: from, seconds: String(seconds - 65) });
  expect(await optedOut(from)).toEqual([true]);
  expect(await after("STOP", 40)).toEqual([true]);
  expect(await after("ALTA", 50)).toEqual([true]);
  expect(await after("ALTA", 40)).toEqual([false]);
  const { rows } = await systemPool().query<{ n: number }>(
    `select count(*)::int as "n" from opt_outs where "companyId" = $1 and "number" = parley_number_hash($1, $2)`,
    [company.companyId, from],
  );
  expect(rows).toEqual([{ n: 0 }]);
});
