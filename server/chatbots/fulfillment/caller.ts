import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { waitAtMost } from "#server/base/lifetime.ts";
import { log } from "#server/base/log.ts";
import { robotActor } from "#server/core/actor.ts";
import { limitConcurrency } from "#server/core/concurrency.ts";
import { takeBotTurn } from "../turn/turn.ts";
import { callEndpoint, failedCall, overdueMs } from "./calling.ts";
import type { Asking, CallResult } from "./schema.ts";

/**
 * Calls endpoints outside jobs and transactions: a turn that waits costs a row and a socket, nothing else. A process
 * that dies leaves the row, by which another one lets the turn go on (sweeping.ts).
 */

const maxOpen = 4000;
const maxOpenOfCompany = 1000;
/** Of turns that continue: many replies in one moment do not keep other conversations from the database. */
const inTurn = limitConcurrency(4);

const open = new Map<string, Promise<void>>();
const openOfCompany = new Map<string, number>();
let stopped = false;

type Call = Pick<Asking, "conversationId" | "seq" | "calls">;

/** A turn may ask again when it has a reply: by another node's address. */
const keyOf = (companyId: string, { conversationId, seq, calls }: Call) =>
  [companyId, conversationId, seq, ...calls.map(({ nodeName }) => nodeName)].join(":");

/** Whether this process still has the call under way. */
export function isCalling(companyId: string, asked: Call): boolean {
  return open.has(keyOf(companyId, asked));
}

function count(companyId: string, by: 1 | -1): void {
  const left = (openOfCompany.get(companyId) ?? 0) + by;
  if (left > 0) openOfCompany.set(companyId, left);
  else openOfCompany.delete(companyId);
}

/**
 * Continues a turn with the replies. If it asks endpoints again, they are called in its turn. Answers whether it went
 * on: not while a person's reply can still be undone.
 */
export async function continueTurn(
  companyId: string,
  asked: Omit<Asking, "request" | "calls"> & { request: unknown },
  results: CallResult[],
): Promise<boolean> {
  const { conversationId, chatbot, seq, startedAt, until, earlier } = asked;
  const request = JSON.stringify(asked.request);
  const reply = { chatbotId: chatbot.id, seq, startedAt, until, earlier, request, results };
  const actor = robotActor(companyId, chatbot);
  const turn = { conversationId, messageId: null, reply };
  const { asking, undecided } = await inTurn(() => takeBotTurn.execute(actor, turn));
  if (asking) startCalls(companyId, asking);
  return !undecided;
}

const againMs = 300;

/**
 * The database may be away as the replies come: they are kept, and tried again until another process lets the turn go
 * on without them (sweeping.ts). They apply once. So they are while a person's reply is held.
 */
async function continueInTime(companyId: string, asked: Asking, results: CallResult[]): Promise<void> {
  for (;;) {
    try {
      if ((await continueTurn(companyId, asked, results)) || stopped) return;
    } catch (error) {
      const passing = error instanceof AppError && error.status === 503;
      if (!passing || stopped || now().getTime() - asked.startedAt.getTime() > overdueMs) throw error;
    }
    await sleep(againMs);
  }
}

async function call(companyId: string, asked: Asking): Promise<CallResult[]> {
  const full = open.size >= maxOpen || (openOfCompany.get(companyId) ?? 0) >= maxOpenOfCompany;
  if (full) return asked.calls.map((one) => failedCall(one, "busy", "Too many calls were under way."));
  count(companyId, 1);
  const how = { owner: companyId, timeoutMs: asked.until.getTime() - asked.startedAt.getTime() };
  try {
    return await Promise.all(asked.calls.map((one) => callEndpoint(one, asked.request, how)));
  } finally {
    count(companyId, -1);
  }
}

/** Starts the calls of a turn in the background. */
export function startCalls(companyId: string, asked: Asking): void {
  const key = keyOf(companyId, asked);
  if (open.has(key)) return;
  const work = call(companyId, asked)
    .then((results) => (stopped ? undefined : continueInTime(companyId, asked, results)))
    .catch((error: unknown) => log.warn({ error, companyId }, "a turn could not go on after its fulfillment calls"))
    .finally(() => open.delete(key));
  open.set(key, work);
}

/** Called when the process ends: calls without a reply by then are left to their row. */
export async function stopCalls(withinMs: number): Promise<void> {
  await settleCalls(withinMs);
  stopped = true;
}

/** Waits until no call is under way. */
export async function settleCalls(withinMs: number): Promise<void> {
  const settled = (async () => {
    while (open.size > 0) await Promise.all(open.values());
  })();
  await waitAtMost(withinMs, settled);
}
