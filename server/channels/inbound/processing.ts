import { minute } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { knowsExternal } from "#server/messages/latest.ts";
import { isCallbackData, reportUpTo } from "#server/messages/status/delivery-status.ts";
import { type Connection, findConnection } from "../connection/connecting.ts";
import type { Platform } from "../connection/credentials.ts";
import type { Connector } from "../connector.ts";
import { connectorFor } from "../connectors.ts";
import { isTransient } from "../graph/errors.ts";
import { GraphError } from "../graph/graph.ts";
import { stagePart } from "../history/staging.ts";
import { finishPayloads, type Payload, type PayloadOutcome, takePayloads } from "../journal/payloads.ts";
import { keepContent } from "../media/media.ts";
import { noteStatus } from "../outbound/reporting.ts";
import type { InboundContent, InboundItem, InboundStatus, Person, Referral } from "./items.ts";
import { parseLossless } from "./lossless.ts";
import { isTemporary } from "./momentary.ts";
import { receiveMessage } from "./receiving.ts";
import { receiveChange, receiveEcho, receivePlatformChange } from "./reflecting.ts";
import { findThread } from "./threads.ts";

const parallel = 6;
/** The message of a reaction, edit or status may arrive after it; after this many rounds it is given up. */
const patience = 5;

type Job = { actor: Actor; channelId: string; connection: Connection | undefined };
type Task = { payload: Payload; item: InboundItem };
type Result = "done" | "again" | "nothing";

async function applyStatus({ actor, channelId }: Job, item: InboundStatus): Promise<Result> {
  if (item.externalId === "") return "nothing";
  await noteStatus.execute(actor, { channelId, report: item });
  return "done";
}

async function applyWatermark({ actor, channelId }: Job, person: Person, status: "delivered" | "read", upTo: Date) {
  const { conversationId } = await findThread.execute(actor, { channelId, person });
  // Allows for a small difference between the platform's clock and ours.
  const at = new Date(upTo.getTime() + 1000);
  if (conversationId) await reportUpTo.execute(actor, { conversationId, status, upTo: at });
}

const introducedMs = 60 * minute;
const people = new Map<string, { person: Person; until: number }>();

/**
 * Empty where the platform gives no name; undefined where it could not be asked, so that the next message asks again.
 */
async function profileOf(connection: Connection, userId: string) {
  try {
    return await connectorFor(connection.platform).profile(connection, userId);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    log.info({ code: error.code, channelId: connection.channelId }, "the platform did not tell a name");
    return isTransient(error.action) ? undefined : { name: "", username: "" };
  }
}

/** Payloads of pages carry no names: the platform is asked, rarely, and may not answer. */
async function introduced(connection: Connection | undefined, person: Person): Promise<Person> {
  if (!connection?.connected || person.name || !person.userId || connection.platform === "whatsapp") return person;
  const key = `${connection.channelId}:${person.userId}`;
  const known = people.get(key);
  if (known && known.until > Date.now()) return known.person;
  const told = await profileOf(connection, person.userId);
  if (!told) return person;
  const after = { ...person, ...told };
  if (people.size > 5000) people.clear();
  people.set(key, { person: after, until: Date.now() + introducedMs });
  return after;
}

/** A repeated delivery does not fetch the files again. */
async function hasFiles({ actor, channelId }: Job, externalId: string, content: InboundContent): Promise<boolean> {
  if (!("media" in content) || !content.media) return false;
  return (await knowsExternal.execute(actor, { channelId, externalId })).known;
}

/** The platform keeps an ad's picture for days only. Without the picture the ad is still recorded. */
async function pictured({ actor, connection }: Job, referral: Referral): Promise<Referral> {
  if (!referral.image) return referral;
  const picture = { type: "any" as const, id: "", url: referral.image, mimeType: "", sha256: "", fileName: "" };
  const kept = await keepContent(actor, connection, { type: "image", text: "", media: [picture] });
  const image = kept.type === "image" ? (kept.attachments[0]?.image_url ?? "") : "";
  return { ...referral, image };
}

async function apply(job: Job, item: InboundItem): Promise<Result> {
  const { actor, channelId, connection } = job;
  switch (item.kind) {
    case "message": {
      const { kind: _kind, routingId: _id, content, ...message } = item;
      if (!message.from.phone && !message.from.userId) return "nothing";
      if (await hasFiles(job, message.externalId, content)) return "done";
      const kept = await keepContent(actor, connection, content);
      const from = await introduced(connection, message.from);
      const referral = message.referral ? { referral: await pictured(job, message.referral) } : {};
      await receiveMessage.execute(actor, { channelId, message: { ...message, ...referral, from, content: kept } });
      return "done";
    }
    case "echo": {
      const { externalId, to, at, metadata } = item;
      if (await hasFiles(job, externalId, item.content)) return "done";
      // Files of our own need not come back to us.
      const { text } = item.content;
      const own = isCallbackData(metadata) ? { type: "text/plain" as const, text } : item.content;
      const content = await keepContent(actor, connection, own);
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
      const change = item.kind === "referral" ? { ...item, referral: await pictured(job, item.referral) } : item;
      const { outcome } = await receiveChange.execute(actor, { channelId, change });
      return outcome === "applied" ? "done" : "again";
    }
  }
}

/** Of two simultaneous deliveries of a message, the second finds that the first has stored it. */
async function applyTwice(job: Job, item: InboundItem): Promise<Result> {
  try {
    return await apply(job, item);
  } catch (error) {
    if (error instanceof AppError && error.code === "already_exists") return apply(job, item);
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

/** Sorted by the platform's own times, several groups at once. A message comes before the reactions to it. */
async function runAll(
  job: Job,
  tasks: readonly Task[],
  note: (task: Task, result: Result | Error) => void,
): Promise<void> {
  const groups = Object.values(Object.groupBy(tasks, ({ item }) => groupOf(item))).map((group = []) =>
    group.toSorted((a, b) => a.item.at.getTime() - b.item.at.getTime()),
  );
  const worker = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      for (const task of group) {
        note(task, await applyTwice(job, task.item).catch((error: unknown) => asError(error)));
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
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
    if (result === "again") this.again = true;
    if (result === "done") this.done = true;
  }

  of(payload: Payload): PayloadOutcome {
    const waits = (this.again || this.momentary) && payload.attempts < patience;
    const status = waits ? "received" : this.error ? "failed" : this.done ? "processed" : "ignored";
    const error = this.error ?? (this.again ? "What it is about is not known here." : null);
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

async function processBatch(job: Job, payloads: readonly Payload[]): Promise<void> {
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
