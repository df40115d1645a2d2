import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { createContact } from "#server/contacts/creating.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { readContact } from "#server/contacts/list/listing.ts";
import { addContactTag } from "#server/contacts/tagging.ts";
import { patchConversation } from "#server/conversations/editing.ts";
import { readConversation } from "#server/conversations/list/listing.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { addTag, removeTag } from "#server/conversations/tags/tagging.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { createWebhook } from "../creating.ts";
import { listLogs } from "../logs.ts";
import { redeliver } from "../redelivering.ts";
import { type Deliveries, startDeliveries } from "./delivering.ts";

/** How many operations race; by hand, 5000. */
const operations = 600;

let company: TestCompany;
let relay: Relay;
let deliveries: Deliveries;
let receiver: Receiver;
const url = () => env.databaseUrl ?? "";

beforeAll(async () => {
  openDoors();
  await prepareJobs(url());
  allowPrivateTargets(true);
  company = await furnishedCompany("Order");
  relay = await startRelay({ url: url(), consumers: [], ticks: [] });
  deliveries = await startDeliveries({ url: url(), follow: followRelay, backoffMs: 50 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await deliveries.stop();
  await relay.stop();
  await receiver.close();
  await closeOutbound();
  allowPrivateTargets(false);
  await closeDoors();
});

type Told = { id: string; sequence: number; event: string; timestamp: string; data: Record<string, unknown> };

/** What came, each event once by its id, in the order of its number. */
function told(): Told[] {
  const seen = new Map<string, Told>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers["x-webhook-event-id"]);
    const sequence = Number(headers["x-webhook-sequence"]);
    seen.set(id, { id, sequence, ...(JSON.parse(body) as Omit<Told, "id" | "sequence">) });
  }
  return [...seen.values()].sort((a, b) => a.sequence - b.sequence);
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

async function operate(ids: { conversations: string[]; contacts: string[] }): Promise<void> {
  const { admin, agent } = company;
  const conversationId = pick(ids.conversations);
  const contactId = pick(ids.contacts);
  const tag = `t${Math.floor(Math.random() * 8)}`;
  const name = `Name ${Math.floor(Math.random() * 1e6)}`;
  await pick<() => Promise<unknown>>([
    () => addTag.execute(admin, { conversationId, tag }),
    () => removeTag.execute(admin, { conversationId, tag }),
    () => patchConversation.execute(admin, { conversationId, context: { visitorName: name } }),
    () => switchChatbot.execute(admin, { conversationId, chatbotState: pick(["ON", "OFF"] as const) }),
    () =>
      sendMessage.execute(admin, {
        conversationId,
        from: agent.id,
        fromType: "user",
        type: "text/plain",
        body: name,
      }),
    () => updateContact.execute(admin, { contactId, name, status: pick(["new", "client"] as const) }),
    () => addContactTag.execute(admin, { contactId, tag: `${tag}-${name.slice(-2)}` }).catch(tooMany),
  ])();
}

/** Fifty tags are the most: then nothing happens, and nothing is told. */
function tooMany(error: { code?: string }): void {
  if (error.code !== "validation_error") throw error;
}

async function eventCount(): Promise<number> {
  const { rows } = await systemPool().query<{ count: number }>(
    `select count(*) as "count" from events e join webhooks w on w."companyId" = e."companyId"
     where e."companyId" = $1 and e."type" = any($2) and e."createdAt" >= w."createdAt" and w."url" = $3`,
    [company.companyId, publicEventTypes, receiver.url],
  );
  return rows[0]?.count ?? 0;
}

async function pendingDeliveries(): Promise<number> {
  const { rows } = await systemPool().query<{ count: number }>(
    `select count(*) as "count" from webhook_deliveries where "companyId" = $1 and "status" = 'pending'`,
    [company.companyId],
  );
  return rows[0]?.count ?? 0;
}

it("deliveries in the order of X-Webhook-Sequence replay to the final state, and ids tell repeats [found A2]", async () => {
  const { id: webhookId } = await createWebhook.execute(company.admin, {
    url: receiver.url,
    eventTypes: [...publicEventTypes],
    retryCount: 10,
  });
  let calls = 0;
  receiver.answer((_request, response) => {
    calls += 1;
    response.writeHead(calls % 7 === 0 ? 503 : 200).end();
  });
  const { companyId, given, admin } = company;
  const channelId = given.channelId ?? "";
  const ids = { conversations: [] as string[], contacts: [] as string[] };
  for (let n = 0; n < 3; n += 1) {
    const body = { channelId, companyId, channel: "WEB" as const, from: `visitor-${n}` };
    ids.conversations.push((await createConversation.execute(admin, body)).id);
    ids.contacts.push((await createContact.execute(admin, { websiteId: channelId, name: `Carl ${n}` })).id);
  }
  let left = operations;
  const racer = async () => {
    while (left > 0) {
      left -= 1;
      await operate(ids);
    }
  };
  await Promise.all(Array.from({ length: 8 }, racer));
  const expected = await eventCount();
  await until(() => told().length >= expected);
  const events = told();
  expect(events).toHaveLength(expected);
  expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(expected);
  expect(receiver.received.length).toBeGreaterThan(expected);

  for (const id of ids.conversations) {
    const own = events.filter(({ data }) => data.id === id);
    const tagged = own.filter(({ event }) => event.includes("/tag_")).at(-1);
    const now = await readConversation.execute(admin, { conversationId: id });
    const { visitorName, chatbotState, assignedTo } = now;
    expect(own.at(-1)?.data).toMatchObject({ visitorName, chatbotState, assignedTo });
    expect(tagged?.data.tags).toEqual(now.operatorTags.map(({ tagName }) => tagName));
    const times = own.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect(own.at(-1)?.timestamp).toBe(events.filter(({ data }) => data.id === id).at(-1)?.timestamp);
  }
  for (const id of ids.contacts) {
    const { name, status, tags } = await readContact.execute(admin, { contactId: id });
    expect(events.filter(({ data }) => data.id === id).at(-1)?.data).toMatchObject({ name, status, tags });
  }

  receiver.answer(200);
  // What was refused is on its way again: it must not be taken for the redelivery.
  await until(async () => (await pendingDeliveries()) === 0, "every delivery");
  const [log] = (await listLogs.execute(admin, { webhookId, limit: 1, success: true })).data;
  const before = receiver.received.length;
  await redeliver.execute(admin, { webhookId, logId: log?.id ?? "" });
  const again = receiver.received.slice(before)[0];
  const first = events.find(({ id }) => id === again?.headers["x-webhook-event-id"]);
  expect(Number(again?.headers["x-webhook-sequence"])).toBe(first?.sequence);
  expect(log?.requestHeaders).toMatchObject({ "X-Webhook-Event-Id": first?.id });
});
