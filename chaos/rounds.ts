import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createChannel } from "#server/channels/creating.ts";
import { createCompany } from "#server/companies/creating.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { permissionsOfRole } from "#server/core/permissions.ts";
import { applyMigrations } from "#server/db/migrate.ts";
import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { createToken } from "#server/tokens/creating.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import type { Balancer } from "./balancer.ts";
import { type Desk, openDesk } from "./desk.ts";
import { faults as allFaults, type Fault } from "./faults.ts";
import type { Database, Product } from "./product.ts";
import { openEcho, Reader, Receiver, Refusals, Writer } from "./programs.ts";
import {
  faultsOfBot,
  faultsOfDeliveries,
  faultsOfFeed,
  faultsOfWrites,
  type StoredEvent,
  storedEvents,
  storedMessages,
} from "./truth.ts";
import { Visitor } from "./visitors.ts";

const visitorCount = 4;
const toldTypes = ["conversation/created", "conversation/message"] as const;
const settleMs = 90_000;

export type Options = { minutes: number; seed: number; only: readonly string[] };
type Given = {
  database: Database;
  product: Product;
  balancer: Balancer;
  options: Options;
  say: (line: string) => void;
};

/** Repeats what a seed did: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export async function prepareDatabase(url: string): Promise<void> {
  await applyMigrations(url);
  openTenantPool(url, 4);
  openSystemPool(url, 2);
  connectListeners();
  allowPrivateTargets(true);
}

async function openClients({ balancer, product }: Given) {
  const echo = await openEcho();
  const receiver = await Receiver.open();
  const email = "ada@chaos.example";
  const made = await createCompany({
    name: "Chaos",
    email,
    admin: { name: "Ada", email, password: "correct horse 9" },
  });
  const { companyId, userId } = made;
  const admin: Actor = {
    ...{ type: "user" as const, companyId, id: userId, userId, name: "Ada", seesUnassigned: false },
    permissions: new Set(permissionsOfRole("admin")),
  };
  const owner = await connect(product.databaseUrl);
  await owner.query(
    `update chatbots set "settings" = "settings" || jsonb_build_object('global_fulfillment_url', $2::text)
     where "companyId" = $1`,
    [companyId, echo.url],
  );
  await owner.end();
  await createWebhook.execute(systemActor(companyId), { url: receiver.url, eventTypes: [...toldTypes] });
  const { token } = await createToken.execute(admin, { name: "chaos", permissions: ["admin"] });
  const refusals = new Refusals();
  const caller = { base: balancer.url, token, refusals };
  const visitors: Visitor[] = [];
  for (let index = 1; index <= visitorCount; index += 1) {
    // A channel each: what a browser keeps is kept by channel.
    const own =
      index === 1
        ? made.channelId
        : (await createChannel.execute(admin, { type: "WEBSITE", label: `Site ${index}` })).id;
    const address = `198.51.100.${index}`;
    visitors.push(new Visitor({ name: `visitor ${index}`, base: balancer.url, channelId: own, address }));
  }
  for (const one of visitors) await one.start();
  for (const one of visitors) one.client.send(`${one.name} begins`);
  await until(
    () => visitors.every(({ conversationId, isSettled }) => conversationId && isSettled),
    "the first messages",
  );
  const writers = [1, 2].map((index) => new Writer({ ...caller, name: `program ${index}`, userId }));
  const reader = new Reader(caller, toldTypes);
  const { cookie } = await signedIn(admin);
  const conversations = visitors.map(({ conversationId }) => conversationId);
  const desk = await openDesk({ name: "Ada's tab", base: balancer.url, cookie, userId, conversations });
  return { companyId, echo, receiver, refusals, visitors, writers, reader, desk };
}

/** The bot has the first site; people answer the others. */
const served = (visitors: readonly Visitor[]) => visitors.slice(0, 1).map(({ conversationId }) => conversationId);

type Clients = Awaited<ReturnType<typeof openClients>>;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Cut by the very faults it makes: the next question says so.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function until(condition: () => boolean | Promise<boolean>, what: string, ms = settleMs): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); await sleep(25))
    if (Date.now() > end) throw new Error(`${what} did not come in ${ms / 1000} s`);
}

/** Milliseconds from the end of the fault until every process is ready and a write that began afterwards is taken. */
async function untilWell({ product }: Given, { writers }: Clients, mended: number): Promise<number> {
  await product.ready();
  await until(() => writers.every(({ lastAt }) => lastAt > mended), "a write after the fault");
  return Date.now() - mended;
}

/** Everyone stops writing; then all that was stored must have been told, and stand on every screen. */
async function compare({ product }: Given, clients: Clients): Promise<string[]> {
  const { companyId, visitors, writers, reader, receiver, desk } = clients;
  await Promise.all([...visitors, ...writers].map((one) => one.rest()));
  const client = await connect(product.databaseUrl);
  try {
    const found: string[] = [];
    const quiet = async (condition: () => boolean | Promise<boolean>, what: string) =>
      until(condition, what).catch((error: Error) => void found.push(error.message));
    await quiet(() => visitors.every(({ isSettled }) => isSettled), "the end of what visitors send");
    const told = (events: readonly StoredEvent[]) => events.filter(({ type }) => toldTypes.some((one) => one === type));
    const isQuiet = async () => {
      const [messages, events] = [await storedMessages(client, companyId), told(await storedEvents(client, companyId))];
      const taken = [...faultsOfFeed(events, reader.read), ...faultsOfDeliveries(events, receiver.taken)];
      return (
        taken.length === 0 &&
        faultsOfBot(messages, served(visitors)).length === 0 &&
        events.every(({ seq }) => seq !== null)
      );
    };
    await quiet(isQuiet, "the telling of all that was stored");
    await quiet(() => desk.isOnline(), "the tab's connection");
    const shown = async () => {
      const messages = await storedMessages(client, companyId);
      return [...visitors.flatMap((one) => one.faults(messages)), ...(await desk.faults())];
    };
    await until(async () => (await shown()).length === 0, "equal screens", 20_000).catch(async () =>
      found.push(...(await shown())),
    );
    const messages = await storedMessages(client, companyId);
    const events = told(await storedEvents(client, companyId));
    found.push(
      ...faultsOfWrites(
        messages,
        [...visitors, ...writers].map((one) => one.claims()),
      ),
      ...faultsOfBot(messages, served(visitors)),
      ...faultsOfFeed(events, reader.read),
      ...faultsOfDeliveries(events, receiver.taken),
      ...receiver.faults.splice(0),
      ...clients.refusals.wrong.splice(0),
    );
    return found;
  } finally {
    await client.end();
  }
}

function begin({ visitors, writers }: Clients): void {
  for (const one of visitors) one.write();
  // Where a person or a program writes, the bot is silent.
  const others = visitors.slice(1);
  let turn = 0;
  for (const one of writers) {
    one.write(() => {
      turn += 1;
      return others[turn % others.length]?.conversationId ?? "";
    });
  }
}

type Outcome = { fault: string; wellMs: number; wrong: string[] };

async function round(given: Given, clients: Clients, fault: Fault, random: () => number): Promise<Outcome> {
  begin(clients);
  await sleep(1500 + random() * 1500);
  const owner = () => connect(given.product.databaseUrl);
  await fault.run({ product: given.product, owner, receiver: clients.receiver, random });
  const mended = Date.now();
  const wellMs = await untilWell(given, clients, mended);
  await sleep(1000);
  return { fault: fault.name, wellMs, wrong: await compare(given, clients) };
}

/** Answers what went wrong, by round. */
export async function runRounds(given: Given): Promise<Outcome[]> {
  const { options, say } = given;
  const random = randomFrom(options.seed);
  const chosen = allFaults.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  if (chosen.length === 0) throw new Error(`There are these faults: ${allFaults.map(({ name }) => name).join(", ")}`);
  const clients = await openClients(given);
  const outcomes: Outcome[] = [];
  const end = Date.now() + options.minutes * 60_000;
  try {
    let bag: Fault[] = [];
    while (Date.now() < end) {
      // Each kind once before any comes again.
      if (bag.length === 0) bag = [...chosen].sort(() => random() - 0.5);
      const fault = bag.pop();
      if (!fault) break;
      const outcome = await round(given, clients, fault, random);
      outcomes.push(outcome);
      const how = outcome.wrong.length === 0 ? "ok  " : "FAIL";
      say(`${how} ${fault.name}: well again after ${(outcome.wellMs / 1000).toFixed(1)} s`);
      for (const line of outcome.wrong.slice(0, 20)) say(`       ${line}`);
    }
    const { unavailable, cut } = clients.refusals;
    const written = [...clients.visitors, ...clients.writers].reduce(
      (sum, one) => sum + one.claims().acknowledged.length,
      0,
    );
    say(
      `${written} messages taken, ${clients.receiver.taken.length} webhooks, ${clients.reader.read.length} events read;`,
    );
    say(`${unavailable} answers of 503 with Retry-After, ${cut} calls cut.`);
    return outcomes;
  } finally {
    await close(clients);
  }
}

async function close({ visitors, reader, desk, echo, receiver }: Clients): Promise<void> {
  for (const one of visitors) one.stop();
  desk.stop();
  await reader.stop();
  await echo.close();
  await receiver.close();
}

export type { Desk };
