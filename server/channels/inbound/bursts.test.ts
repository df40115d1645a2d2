import { createHmac } from "node:crypto";
import pg from "pg";
import { expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { systemActor } from "#server/core/actor.ts";
import { mapDatabaseError } from "#server/db/errors.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createChannel } from "../creating.ts";
import { appSecretOf, type SimulatedAccount, simulatedAccount } from "../simulator/accounts.ts";
import { isTemporary } from "./momentary.ts";
import { processInbound } from "./processing.ts";
import { receiveMessage } from "./receiving.ts";

const company = await openCompany();

async function openNumber(): Promise<SimulatedAccount> {
  const made = await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "Number", sandbox: true });
  return simulatedAccount({ companyId: company.companyId, channelId: made.id, platform: "whatsapp" });
}

type Said = { from: string; id: string; body: string };

/** One signed payload with all of these, through the door and its job. */
async function receive(account: SimulatedAccount, said: Said[]): Promise<void> {
  const messages = said.map(({ from, id, body }, place) => ({
    ...{ from, id, type: "text", text: { body } },
    timestamp: String(1_749_416_383 + place),
  }));
  const value = { messaging_product: "whatsapp", metadata: { phone_number_id: account.id }, messages };
  const entry = [{ id: account.wabaId, changes: [{ field: "messages", value }] }];
  const body = JSON.stringify({ object: "whatsapp_business_account", entry });
  const signature = createHmac("sha256", appSecretOf(account)).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
  expect((await app.request("/hooks/whatsapp", { method: "POST", body, headers })).status).toBe(200);
  await processInbound(systemActor(account.companyId), account.channelId);
}

type Written = { visitorId: string; text: string; transaction: string; events: number };

/** What became of them, in the order of each thread. */
async function written(account: SimulatedAccount): Promise<Written[]> {
  const { rows } = await systemPool().query<Written>(
    `select c."visitorId", m."text", m.xmin::text as "transaction", (select count(*)::int from events e
       where e."companyId" = m."companyId" and e."messageId" = m."id" and e."type" = 'conversation/message') as "events"
     from messages m join conversations c on c."companyId" = m."companyId" and c."id" = m."conversationId"
     where c."channelId" = $1 and m."fromType" = 'visitor' order by c."visitorId", m."seq"`,
    [account.channelId],
  );
  return rows;
}

const people = Array.from({ length: 12 }, (_, n) => String(5491177000000 + n));

/** Each person writes these, turn by turn. */
const burst = (rounds: number): Said[] =>
  Array.from({ length: rounds }, (_, round) =>
    people.map((from) => ({ from, id: `wamid.${from}.${round}`, body: `Line ${round}` })),
  ).flat();

const inOrder = (rounds: number) =>
  people.flatMap((visitorId) => Array.from({ length: rounds }, (_, round) => [visitorId, `Line ${round}`]));

it("writes a burst in few transactions, each thread in its order, and once however often it comes", async () => {
  const account = await openNumber();
  await receive(account, burst(4));
  await receive(account, burst(4));
  const all = await written(account);
  expect(all.map(({ visitorId, text }) => [visitorId, text])).toEqual(inOrder(4));
  expect(all.every(({ events }) => events === 1)).toBe(true);
  expect(new Set(all.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(6);
});

it("writes the others of a burst when one of them cannot be written, and says which payload failed", async () => {
  const account = await openNumber();
  const said = burst(3);
  const unwritable = { from: people[4] ?? "", id: `wamid.${"x".repeat(1100)}`, body: "Too long an id" };
  await receive(account, [...said.slice(0, 20), unwritable, ...said.slice(20)]);
  const all = await written(account);
  expect(all.map(({ visitorId, text }) => [visitorId, text])).toEqual(inOrder(3));
  expect(all.every(({ events }) => events === 1)).toBe(true);
  const { rows } = await systemPool().query<{ status: string; error: string }>(
    `select "status", "error" from inbound_payloads where "channelId" = $1`,
    [account.channelId],
  );
  expect(rows).toEqual([{ status: "failed", error: expect.stringMatching(/externalId|1024|long/i) }]);
});

it("is tried again where what it refers to is deleted while it is written (E2, L5)", () => {
  const gone = mapDatabaseError(Object.assign(new Error("violates foreign key constraint"), { code: "23503" }));
  const refusals = [gone, new AppError("conflict")];
  expect(refusals.map((error) => isTemporary(error as Error))).toEqual([true, false]);
});

function receiveOne(): Promise<unknown> {
  return receiveMessage.execute(systemActor(company.companyId), {
    channelId: company.given.channelId ?? "",
    message: {
      externalId: `wamid.${newId()}`,
      from: { phone: "5491155551234", userId: null, name: "Ana", username: "" },
      at: new Date(),
      content: { type: "text/plain", text: "Hola", attachments: [], extra: {}, missing: [], places: [] },
    },
  });
}

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const original = pg.Client.prototype.query;
  const spy = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given;
    texts.push(typeof asked === "string" ? asked : (asked as { text: string }).text);
    return Reflect.apply(original, this, given);
  };
  Reflect.set(pg.Client.prototype, "query", spy);
  await work().finally(() => Reflect.set(pg.Client.prototype, "query", original));
  return texts;
}

it("writes a known person's message once, and reads nothing twice for the bells", async () => {
  await receiveOne();
  const rounds: string[][] = [];
  for (let round = 0; round < 3; round += 1) rounds.push(await statementsOf(receiveOne));
  // In the others something else may have run meanwhile.
  const texts = rounds.reduce((fewest, sent) => (sent.length < fewest.length ? sent : fewest));
  const among = (pattern: RegExp) => texts.filter((text) => pattern.test(text));
  expect(among(/^\s*insert into messages/)).toHaveLength(1);
  expect(among(/^\s*update messages/)).toEqual([]);
  expect(among(/^\s*select \* from conversations/).length).toBeLessThanOrEqual(1);
  // Begin and commit are two of them.
  expect(texts.length).toBeLessThanOrEqual(21);
});
