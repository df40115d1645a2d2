import { createHmac } from "node:crypto";
import { Agent, request } from "undici";
import { log } from "#server/base/log.ts";
import { later } from "#server/db/outside.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import type { Platform } from "../connection/credentials.ts";
import { appSecretOf, type SimulatedAccount, simulatedAccount } from "./accounts.ts";
import { simulatorOrigin } from "./address.ts";
import type { Faults } from "./faults.ts";
import { objectOf, removeObject } from "./objects.sql.ts";
import { faultsOf, onCallback } from "./state.ts";

type Callback = {
  companyId: string;
  channelId: string;
  id: string;
  platform: Platform;
  change: { entryId: string; change: object };
  attempts: number;
};

const batch = 200;
const leaseMs = 15_000;
const pollMs = 1000;
const mostAttempts = 12;

const objects: Record<Platform, string> = {
  whatsapp: "whatsapp_business_account",
  messenger: "page",
  instagram: "instagram",
};

/** ASCII only, as the platform sends it and signs it: \uXXXX in lower case, \/ for a slash. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("/", "\\/")
    .replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function entryOf(platform: Platform, { entryId, change }: Callback["change"]): object {
  if (platform === "whatsapp") return { id: entryId, time: Math.floor(Date.now() / 1000), changes: [change] };
  return { id: entryId, time: Date.now(), messaging: [change] };
}

/** Signed bytes, as they go over the wire. */
export function signedBody(
  account: SimulatedAccount,
  entries: readonly object[],
  faults?: Faults,
): { body: string; headers: Record<string, string> } {
  const body = escapedJson({ object: objects[account.platform], entry: entries });
  const signature = createHmac("sha256", appSecretOf(account)).update(body).digest("hex");
  const wrong = signature.replace(/^./, (char) => (char === "0" ? "1" : "0"));
  const headers: Record<string, string> = { "content-type": "application/json", "user-agent": "facebookexternalua" };
  if (faults?.badSignature !== "missing") {
    headers["x-hub-signature-256"] = `sha256=${faults?.badSignature === "wrong" ? wrong : signature}`;
  }
  return { body, headers };
}

let agent: Agent | undefined;

async function post(account: SimulatedAccount, callbacks: readonly Callback[], faults: Faults): Promise<boolean> {
  agent ??= new Agent({ connections: 32 });
  const entries = callbacks.map(({ change }) => entryOf(account.platform, change));
  const { body, headers } = signedBody(account, entries, faults);
  try {
    const url = `${simulatorOrigin()}/hooks/${account.platform}/${account.channelId}`;
    const answer = await request(url, {
      method: "POST",
      body,
      headers,
      dispatcher: agent,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

/** Without a subscription no webhook is sent: the most frequent fault of a set-up. */
async function subscribed(account: SimulatedAccount): Promise<boolean> {
  return (await objectOf(account, "switches", "subscription")) !== undefined;
}

async function finish(callbacks: readonly Callback[], done: boolean): Promise<void> {
  const ids = callbacks.map(({ id }) => id);
  const gone = callbacks.filter(({ attempts }) => done || attempts >= mostAttempts).map(({ id }) => id);
  await systemPool().query(`delete from simulator_callbacks where "id" = any($1::uuid[])`, [gone]);
  if (done) return;
  // Again until it is answered with 200, in seconds what takes the real one days.
  await systemPool().query(
    `update simulator_callbacks set "dueAt" = now() + least(30, power(2, "attempts")) * interval '1 second'
     where "id" = any($1::uuid[])`,
    [ids],
  );
}

async function deliver(account: SimulatedAccount, callbacks: readonly Callback[]): Promise<void> {
  const { faults, told } = await inCompany(account.companyId, async () => ({
    faults: await faultsOf(account),
    told: await subscribed(account),
  }));
  if (!told) return finish(callbacks, true);
  const { disableAfter } = faults;
  const given = account.platform !== "whatsapp" && disableAfter > 0;
  // The real one does so after an hour of failures.
  if (given && callbacks.some(({ attempts }) => attempts > disableAfter)) {
    await inCompany(account.companyId, () => removeObject(account, "switches", "subscription"));
    return finish(callbacks, true);
  }
  const shuffled = faults.reorder ? callbacks.toSorted(() => Math.random() - 0.5) : callbacks;
  if (faults.batch) return finish(shuffled, await post(account, shuffled, faults));
  await Promise.all(shuffled.map(async (one) => finish([one], await post(account, [one], faults))));
}

/** Takes what is due under a lease: a process that dies leaves it to the next. */
async function claim(): Promise<Callback[]> {
  const { rows } = await systemPool().query<Callback>(
    `update simulator_callbacks set "dueAt" = now() + $1 * interval '1 millisecond', "attempts" = "attempts" + 1
     where ("companyId", "id") in (select "companyId", "id" from simulator_callbacks where "dueAt" <= now()
       order by "dueAt" limit ${batch} for update skip locked)
     returning "companyId", "channelId", "id", "platform", "change", "attempts"`,
    [leaseMs],
  );
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function round(): Promise<number> {
  const due = await claim();
  const groups = Object.values(Object.groupBy(due, ({ channelId }) => channelId));
  await Promise.all(
    groups.map(async (callbacks = []) => {
      const [first] = callbacks;
      if (first) await deliver(simulatedAccount(first), callbacks);
    }),
  );
  return due.length;
}

/** Sends the simulator's webhooks to this installation's own /hooks until stopped. */
export function startCallbacks(): { stop: () => Promise<void> } {
  let stopped = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** When the last look at what is due began: what was queued later has not been seen by it. */
  let lookedAt = 0;
  const run = async () => {
    do lookedAt = Date.now();
    while ((await round()) > 0 && !stopped);
  };
  const wake = (ms: number) => {
    if (stopped) return;
    clearTimeout(timer);
    timer = later(() => {
      running ??= run()
        .catch((error: unknown) => log.warn({ error }, "the simulator could not call back"))
        .finally(() => {
          running = undefined;
          wake(nextMs());
        });
    }, ms);
  };
  const soon: number[] = [];
  const nextMs = () => {
    const at = Date.now();
    while (soon[0] !== undefined && soon[0] < lookedAt) soon.shift();
    return Math.max(5, Math.min(pollMs, (soon[0] ?? at + pollMs) - at));
  };
  const forget = onCallback((dueAt) => {
    soon.push(dueAt.getTime());
    soon.sort((a, b) => a - b);
    wake(nextMs());
  });
  wake(pollMs);
  return {
    async stop() {
      stopped = true;
      forget();
      clearTimeout(timer);
      await running;
    },
  };
}
