import { setTimeout as sleep } from "node:timers/promises";
import { applyMigrations } from "#server/db/migrate.ts";
import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import type { Balancer } from "./balancer.ts";
import { begin, type Clients, closeClients, openClients } from "./clients.ts";
import { compare } from "./comparing.ts";
import { faults as allFaults, type Fault, type Means } from "./faults.ts";
import type { Platform } from "./platform.ts";
import type { Product } from "./product.ts";
import type { Outcome } from "./tally.ts";
import { connect, until } from "./waiting.ts";

/** `kills`: so many of each kind, a few in a short round; without it rounds go on until the time is over. */
type Options = { minutes: number; kills: number | undefined; seed: number; only: readonly string[] };
/** Where many are asked for: most of a round is waiting for what comes late. */
const killsInRound = 10;

type Given = {
  product: Product;
  balancer: Balancer;
  platform: Platform;
  means: Means;
  options: Options;
  say: (line: string) => void;
};

/** Repeats what a seed did: mulberry32. */
function randomFrom(seed: number): () => number {
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

/** Milliseconds from the end of the fault until every process is ready and a write that began afterwards is taken. */
async function untilWell({ product }: Given, { writers }: Clients, mended: number): Promise<number> {
  await product.ready();
  await until(() => writers.every(({ lastAt }) => lastAt > mended), "a write after the fault");
  return Date.now() - mended;
}

const takenBy = ({ visitors, writers }: Clients) =>
  [...visitors, ...writers].reduce((sum, one) => sum + one.claims().acknowledged.length, 0);

/** A fault, and all well again: what it took, and how many requests felt it. */
async function strike(given: Given, clients: Clients, fault: Fault, random: () => number) {
  const { product, means, options } = given;
  const { refusals, receiver } = clients;
  const isShort = options.kills !== undefined;
  await sleep(isShort ? 300 + random() * 900 : 1500 + random() * 1500);
  const felt = refusals.unavailable + refusals.cut;
  const pace = isShort ? 0.5 : 1;
  await fault.run({ ...means, product, receiver, random, pace, owner: () => connect(product.databaseUrl) });
  const mended = Date.now();
  const wellMs = await untilWell(given, clients, mended);
  await sleep(isShort ? 200 : 1000);
  return { wellMs, felt: refusals.unavailable + refusals.cut - felt };
}

type Turn = { fault: Fault; strikes: number };

async function round(given: Given, clients: Clients, turn: Turn, random: () => number): Promise<Outcome> {
  const { fault, strikes } = turn;
  const taken = takenBy(clients);
  await begin(clients);
  const wellMs: number[] = [];
  let felt = 0;
  while (wellMs.length < strikes) {
    const struck = await strike(given, clients, fault, random);
    wellMs.push(struck.wellMs);
    felt += struck.felt;
  }
  const wrong = fault.unfelt && felt > 0 ? [`${felt} requests were refused or cut by what they need not feel`] : [];
  wrong.push(...(await compare(given.product.databaseUrl, clients)));
  return { fault: fault.name, wellMs, messages: takenBy(clients) - taken, wrong };
}

/** Each kind once before any comes again; without end where no number of kills was asked for. */
function* turns(chosen: readonly Fault[], kills: number | undefined, random: () => number): Generator<Turn> {
  const mixed = () => [...chosen].sort(() => random() - 0.5);
  for (let left = kills ?? Number.POSITIVE_INFINITY; left > 0; ) {
    const strikes = kills === undefined ? 1 : Math.min(left, killsInRound);
    for (const fault of mixed()) yield { fault, strikes };
    left -= strikes;
  }
}

/** The kinds that this machine allows, of those that were asked for. */
function chosenFaults({ options, means, say }: Given): Fault[] {
  const asked = allFaults.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  if (asked.length === 0) throw new Error(`There are these faults: ${allFaults.map(({ name }) => name).join(", ")}`);
  const lacks = { disk: "this user may not mount a disk", redis: "there is no redis-server or valkey-server" };
  return asked.filter(({ name, needs }) => {
    const isThere = needs === undefined || means[needs] !== undefined;
    if (!isThere && needs) say(`skipped: ${name}, because ${lacks[needs]}`);
    return isThere;
  });
}

function told(say: (line: string) => void, { fault, wellMs, wrong }: Outcome): void {
  const times = wellMs.map((ms) => (ms / 1000).toFixed(1)).join(", ");
  say(`${wrong.length === 0 ? "ok  " : "FAIL"} ${fault}: well again after ${times} s`);
  for (const line of wrong.slice(0, 20)) say(`       ${line}`);
}

function sum(say: (line: string) => void, clients: Clients): void {
  const { refusals, receiver, reader, scheduler, campaigner } = clients;
  const written = takenBy(clients);
  say(`${written} messages taken, ${receiver.taken.length} webhooks, ${reader.read.length} events read;`);
  say(`${refusals.unavailable} answers of 503 with Retry-After, ${refusals.cut} calls cut;`);
  const late = (scheduler.latestMs / 1000).toFixed(1);
  say(`scheduled messages left at most ${late} s after their time; ${campaigner.doubtful} of a campaign in doubt.`);
}

/** Notes what came of each round, also where a later one ends in an error. */
export async function runRounds(given: Given, outcomes: Outcome[]): Promise<void> {
  const { options, say, platform, balancer, product, means } = given;
  const random = randomFrom(options.seed);
  const chosen = chosenFaults(given);
  const own: [string, string] = [product.web[0].base, product.web[1].base];
  const { databaseUrl } = product;
  const counts = means.redis !== undefined;
  const clients = await openClients({ base: balancer.url, databaseUrl, platform, own, counts });
  const end = Date.now() + options.minutes * 60_000;
  try {
    for (const turn of turns(chosen, options.kills, random)) {
      if (Date.now() >= end) break;
      const outcome = await round(given, clients, turn, random);
      outcomes.push(outcome);
      told(say, outcome);
    }
    sum(say, clients);
  } finally {
    await closeClients(clients);
  }
}
