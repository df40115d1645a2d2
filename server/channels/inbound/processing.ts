import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { isCallbackData, reportUpTo } from "#server/messages/status/delivery-status.ts";
import { findConnection } from "../connection/connecting.ts";
import type { Platform } from "../connection/credentials.ts";
import type { Connector } from "../connector.ts";
import { connectorFor } from "../connectors.ts";
import { stagePart } from "../history/staging.ts";
import { finishPayloads, type Payload, type PayloadOutcome, takePayloads } from "../journal/payloads.ts";
import {
  type Asking,
  asksPlatform,
  fetched,
  hasFiles,
  type InboundMessage,
  pictured,
  type Received,
} from "../media/completing.ts";
import { keepContent } from "../media/media.ts";
import { patienceOf } from "../media/patience.ts";
import { noteStatus } from "../outbound/reporting.ts";
import type { InboundItem, InboundStatus, Person } from "./items.ts";
import { parseLossless } from "./lossless.ts";
import { isTemporary } from "./momentary.ts";
import { mostTogether, receiveMessage, receiveMessages } from "./receiving.ts";
import { receiveChange, receiveEcho, receivePlatformChange } from "./reflecting.ts";
import { findThread } from "./threads.ts";

const parallel = 6;
/**
 * The message of a reaction, edit or deletion may arrive after it, late where we could not take it at once; after this
 * many rounds, an hour and more (payloads.sql.ts), it is given up.
 */
const patience = 12;

type Task = { payload: Payload; item: InboundItem };
/** `late`: done, and something of it is still to be fetched. */
type Result = "done" | "again" | "late" | "nothing";

async function applyStatus({ actor, channelId }: Asking, item: InboundStatus): Promise<Result> {
  if (item.externalId === "") return "nothing";
  await noteStatus.execute(actor, { channelId, report: item });
  return "done";
}

async function applyWatermark({ actor, channelId }: Asking, person: Person, status: "delivered" | "read", upTo: Date) {
  const { conversationId } = await findThread.execute(actor, { channelId, person });
  // Allows for a small difference between the platform's clock and ours.
  const at = new Date(upTo.getTime() + 1000);
  if (conversationId) await reportUpTo.execute(actor, { conversationId, status, upTo: at });
}

async function apply(job: Asking, item: Exclude<InboundItem, InboundMessage>): Promise<Result> {
  const { actor, channelId, connection } = job;
  switch (item.kind) {
    case "echo": {
      const { externalId, to, at, metadata } = item;
      if (await hasFiles(job, externalId, item.content)) return "done";
      // Files of our own need not come back to us.
      const { text } = item.content;
      const own = isCallbackData(metadata) ? { type: "text/plain" as const, text } : item.content;
      const content = await keepContent(actor, connection, own, patienceOf(channelId));
      await receiveEcho.execute(actor, { channelId, message: { externalId, to, at, metadata, content } });
      return "done";
    }
    case "status":
      return applyStatus(job, item);
    case "watermark":
      await applyWatermark(job, item.person, item.status, item.upTo);
      return "done";
    case "platform":
      await receivePlatformChange.execute(actor, { channelId, field: item.field, value: item.value, at: item.at });
      return "done";
    case "history":
    case "contacts":
      await stagePart(actor, channelId, item);
      return "done";
    case "ignored":
      return "nothing";
    default: {
      const picture = item.kind === "referral" ? await pictured(job, item.referral) : undefined;
      const { outcome } = await receiveChange.execute(actor, { channelId, change: { ...item, ...picture } });
      return outcome === "unknown" ? "again" : picture && picture.missing.length > 0 ? "late" : "done";
    }
  }
}

/** Of two simultaneous deliveries of a message, the second finds that the first has stored it. */
async function twice(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "already_exists") return work();
    throw error;
  }
}

/** Groups that keep their order: everything of one person, and statuses of one message. */
function groupOf(item: InboundItem): string {
  if (item.kind === "message" || item.kind === "reaction") return `person:${item.from.userId ?? item.from.phone}`;
  if (item.kind === "echo") return `person:${item.to.userId ?? item.to.phone}`;
  return item.kind === "status" ? `status:${item.externalId}` : "rest";
}

const isWriting = (item: InboundItem) => item.kind === "message" || item.kind === "echo";

type Note = (task: Task, result: Result | Error) => void;

const written: Result = "done";

type Ready = { task: Task; message: Received };

async function writeAlone({ actor, channelId }: Asking, { task, message }: Ready, note: Note): Promise<void> {
  const write = async () => {
    await receiveMessage.execute(actor, { channelId, message });
    return "done" as const;
  };
  note(task, await twice(write).catch(asError));
}

/** One wait for the disk for all of them; one that fails does not hold the others up. */
async function writeTogether(job: Asking, ready: readonly Ready[], note: Note): Promise<void> {
  const messages = ready.map(({ message }) => message);
  const failure = await receiveMessages
    .execute(job.actor, { channelId: job.channelId, messages })
    .then(() => undefined, asError);
  if (failure) log.info({ error: failure, channelId: job.channelId }, "a burst of messages is written one by one");
  for (const one of ready) {
    if (failure) await writeAlone(job, one, note);
    else note(one.task, written);
  }
}

/** In its order; messages that follow one another are written together. */
async function runLot(job: Asking, lot: readonly Task[], note: Note): Promise<void> {
  let ready: Ready[] = [];
  const flush = async () => {
    const [together, [first]] = [ready, ready];
    ready = [];
    if (together.length > 1) await writeTogether(job, together, note);
    else if (first) await writeAlone(job, first, note);
  };
  for (const task of lot) {
    const { item } = task;
    // What the platform is asked for may take long.
    if (item.kind !== "message" || asksPlatform(item)) await flush();
    if (item.kind !== "message") {
      note(task, await twice(() => apply(job, item)).catch(asError));
      continue;
    }
    const message = await fetched(job, item).catch(asError);
    if (typeof message === "string" || message instanceof Error) note(task, message);
    else ready.push({ task, message });
    if (ready.length === mostTogether) await flush();
  }
  await flush();
}

/** Sorted by the platform's own times, several lots at once. A message comes before the reactions to it. */
async function runAll(job: Asking, tasks: readonly Task[], note: Note): Promise<void> {
  const groups = Object.values(Object.groupBy(tasks, ({ item }) => groupOf(item))).map((group = []) =>
    group.toSorted((a, b) => a.item.at.getTime() - b.item.at.getTime()),
  );
  const lots = lotsOf(groups, Math.min(mostTogether, Math.ceil(tasks.length / parallel)));
  const worker = async () => {
    for (let lot = lots.shift(); lot; lot = lots.shift()) await runLot(job, lot, note);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** Whole groups, joined until a lot has that many tasks. */
function lotsOf(groups: readonly Task[][], size: number): Task[][] {
  const lots: Task[][] = [];
  for (const group of groups) {
    const last = lots.at(-1);
    if (last && last.length < size) last.push(...group);
    else lots.push([...group]);
  }
  return lots;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

class Outcome {
  readonly kinds = new Set<string>();
  error: string | null = null;
  momentary = false;
  again = false;
  done = false;

  note(task: Task, result: Result | Error): void {
    this.kinds.add(task.item.kind);
    if (result instanceof Error) {
      this.error = result.message;
      this.momentary ||= isTemporary(result);
    }
    if (result === "again" || result === "late") this.again = true;
    if (result === "done" || result === "late") this.done = true;
  }

  of(payload: Payload): PayloadOutcome {
    const waits = (this.again || this.momentary) && payload.attempts < patience;
    const status = waits ? "received" : this.error ? "failed" : this.done ? "processed" : "ignored";
    const error = this.error ?? (this.again && !this.done ? "What it is about is not known here." : null);
    return { id: payload.id, status, error: error?.slice(0, 1000) ?? null, kinds: [...this.kinds] };
  }
}

function itemsOf(connector: Connector, payload: Payload): InboundItem[] | Error {
  try {
    return connector.parse(parseLossless(payload.body), payload.receivedAt);
  } catch (error) {
    return asError(error);
  }
}

async function processBatch(job: Asking, payloads: readonly Payload[]): Promise<void> {
  const outcomes = new Map(payloads.map((payload) => [payload.id, new Outcome()]));
  const tasks: Task[] = [];
  for (const payload of payloads) {
    const items = itemsOf(connectorFor(payload.platform satisfies Platform), payload);
    const outcome = outcomes.get(payload.id);
    if (items instanceof Error && outcome) outcome.error = items.message;
    else if (!(items instanceof Error)) tasks.push(...items.map((item) => ({ payload, item })));
  }
  const note = (task: Task, result: Result | Error) => {
    if (result instanceof Error) log.warn({ error: result, channelId: job.channelId }, "an inbound payload failed");
    outcomes.get(task.payload.id)?.note(task, result);
  };
  await runAll(
    job,
    tasks.filter(({ item }) => isWriting(item)),
    note,
  );
  await runAll(
    job,
    tasks.filter(({ item }) => !isWriting(item)),
    note,
  );
  await finishPayloads.execute(job.actor, {
    outcomes: payloads.map((one) => outcomes.get(one.id)?.of(one)).filter((one) => one !== undefined),
  });
}

/** Works through everything that has come for a channel. Safe to run again and to be cut off anywhere. */
export async function processInbound(actor: Actor, channelId: string): Promise<void> {
  const connection = await findConnection(actor, channelId);
  let after = "";
  for (;;) {
    const { payloads } = await takePayloads.execute(actor, { channelId, after });
    if (payloads.length === 0) return;
    await processBatch({ actor, channelId, connection }, payloads);
    after = payloads.at(-1)?.id ?? after;
  }
}
