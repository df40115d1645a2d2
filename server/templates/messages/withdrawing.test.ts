import { expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { createCampaign } from "#server/campaigns/creating.ts";
import { forgetListed } from "#server/campaigns/forgetting.ts";
import { readCampaign } from "#server/campaigns/listing.ts";
import { runCampaigns, startDue } from "#server/campaigns/running.ts";
import { cancelCampaign, settleLeft } from "#server/campaigns/stopping.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import { deleteContact } from "#server/contacts/deleting.ts";
import { systemPool } from "#server/db/system.ts";
import { mergeContacts } from "#server/merges/merging.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate, received, templateMessagesOf } from "#server/testing/processes/campaigning.ts";
import { sendToContacts } from "../bulk-sending.ts";
import { deliverWaiting } from "../delivering.ts";
import { sendTemplate } from "../sending.ts";
import { putOff } from "./withdrawing.ts";

const company = await openCompany("Withdrawing", ["whatsapp"]);
await runPlatform();
const line = await Line.open(company);
const { channelId } = line;
const { id: templateId } = await approvedTemplate(company, line, "withdrawn", "Hola, hay novedades hoy.");

const people = (phones: readonly string[]) =>
  Promise.all(
    phones.map(async (phone) => {
      const made = { websiteId: channelId, name: `P${phone}`, phone: `+${phone}` };
      return (await createContact.execute(company.admin, made)).id;
    }),
  );
const create = (audience: object) =>
  createCampaign.execute(company.admin, {
    ...{ channelId, templateId, name: "Withdrawn", sendRate: 4800 },
    audience: audience as { type: "contacts"; contactIds: string[] },
  });
const remove = (contactId: string) => deleteContact.execute(company.admin, { contactId });

async function run(): Promise<void> {
  await runCampaigns(line.actor);
  await line.settled(20_000);
}

/** Each number's status, with why it failed. */
async function outcomes(campaignId: string): Promise<string[]> {
  const found = await templateMessagesOf(campaignId);
  return found.map(({ status, failureCode }) => (failureCode ? `${status} ${failureCode}` : status));
}

it("who is deleted while a campaign sends gets nothing, known before or not, and the others go on [D4] [J9]", async () => {
  const phones = ["5491170107101", "5491170107102", "5491170107103"];
  const [first = "", unknown = "", known = ""] = await people(phones);
  await line.customer(phones[2] ?? "", { text: "Hello" });
  await line.settled();
  const listed = "5491170107104";
  const chosen = await create({ type: "contacts", contactIds: [unknown, known, first] });
  const filed = await create({ type: "csv", text: `phone\n+${listed}\n+5491170107105` });
  await startDue(line.actor);
  const [inFile = ""] = await people([listed]);
  for (const id of [unknown, known, inFile]) await remove(id);
  await forgetListed.execute(line.actor, { contactId: inFile, email: "", phone: `+${listed}` });
  await run();
  const got = await received(line);
  expect([phones[1], phones[2], listed].map((phone) => got.get(phone ?? ""))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect((await outcomes(chosen.id)).sort()).toEqual([
    "invalid contact_not_found",
    "invalid contact_not_found",
    "read",
  ]);
  expect(await outcomes(filed.id)).toEqual(["invalid contact_not_found", "read"]);
});

it("of many written to at once, those deleted before their turn fail, and the others get theirs [D4] [J5]", async () => {
  const phones = Array.from({ length: 101 }, (_, index) => String(5_491_170_202_100 + index));
  const contacts = await people(phones);
  const sent = await sendToContacts.execute(company.admin, { channelId, templateId, contacts });
  expect(sent.accepted).toBe(101);
  for (const id of contacts.slice(0, 2)) await remove(id);
  await deliverWaiting(line.actor);
  await line.settled(20_000);
  const { rows } = await systemPool().query<{ status: string; failureCode: string | null; count: number }>(
    `select "status", "failureCode", count(*)::int as "count" from campaign_messages
     where "companyId" = $1 and "campaignId" is null group by 1, 2 order by 1`,
    [company.companyId],
  );
  expect(rows).toEqual([
    { status: "failed", failureCode: "contact_not_found", count: 2 },
    { status: "read", failureCode: null, count: 99 },
  ]);
}, 60_000);

it("one message that cannot be made does not hold up its campaign, and is given up in the end [J9]", async () => {
  const phones = ["5491170107201", "5491170107202"];
  const campaign = await create({ type: "contacts", contactIds: await people(phones) });
  await startDue(line.actor);
  const [broken] = await templateMessagesOf(campaign.id);
  await systemPool().query(`update campaign_messages set "templateId" = gen_random_uuid() where "id" = $1`, [
    broken?.id,
  ]);
  await run();
  expect(await outcomes(campaign.id)).toEqual(["pending", "read"]);
  for (let tries = 1; tries < 5; tries += 1)
    await putOff.execute(line.actor, { eventId: broken?.id ?? "", error: "No such template." });
  expect(await outcomes(campaign.id)).toEqual(["invalid internal_error", "read"]);
});

it("who was merged after they were chosen gets it as the contact that stays, once [J9]", async () => {
  const [winner = "", loser = ""] = await people(["5491170107501", "5491170107502"]);
  const campaign = await create({ type: "contacts", contactIds: [loser, winner] });
  await mergeContacts.execute(company.admin, { contactId: winner, loserId: loser });
  await run();
  const sent = await templateMessagesOf(campaign.id);
  expect(sent.map(({ contactId, status }) => [contactId, status])).toEqual([
    [winner, "read"],
    [winner, "invalid"],
  ]);
});

it("who opts out while a message waits for its next try does not get it [channels 6]", async () => {
  const phones = ["5491170107301", "5491170107302"];
  const [listed = "", direct = ""] = await people(phones);
  await line.faults({ errorRate: 100, errorCode: 130429 });
  const campaign = await create({ type: "contacts", contactIds: [listed] });
  await run();
  await sendTemplate.execute(company.admin, { templateId, contactId: direct });
  await deliverWaiting(line.actor);
  await line.faults({ errorRate: 0 });
  expect(await outcomes(campaign.id)).toEqual(["enqueued"]);
  for (const contactId of [listed, direct]) await setOptOut.execute(company.admin, { contactId, optedOut: true });
  shiftClock(10 * minute);
  await run();
  await deliverWaiting(line.actor);
  await line.settled();
  shiftClock(0);
  expect(await outcomes(campaign.id)).toEqual(["failed opted_out"]);
  const bubbles = await Promise.all(phones.map(async (phone) => line.messages(await line.conversation(phone))));
  expect(bubbles.flat().map(({ status, extra }) => [status, extra?.failureCode])).toEqual([
    ["failed", "opted_out"],
    ["failed", "opted_out"],
  ]);
  const got = await received(line);
  expect(phones.map((phone) => got.get(phone))).toEqual([undefined, undefined]);
});

it("what waits for its next try when its campaign is cancelled has failed, and its bubble says so [J9] [J10]", async () => {
  const phone = "5491170107401";
  await line.faults({ errorRate: 100, errorCode: 130429 });
  const campaign = await create({ type: "contacts", contactIds: await people([phone]) });
  await run();
  await line.faults({ errorRate: 0 });
  await cancelCampaign.execute(company.admin, { campaignId: campaign.id });
  expect(await settleLeft.execute(line.actor, {})).toEqual({ settled: 1 });
  expect(await settleLeft.execute(line.actor, {})).toEqual({ settled: 0 });
  expect(await outcomes(campaign.id)).toEqual(["failed cancelled"]);
  const { eventCounter } = await readCampaign.execute(company.admin, { campaignId: campaign.id });
  expect(eventCounter).toMatchObject({ enqueued: 0, failed: 1 });
  const [bubble] = await line.messages(await line.conversation(phone));
  expect([bubble?.status, bubble?.extra?.failureCode]).toEqual(["failed", "cancelled"]);
});
