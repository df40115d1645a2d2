import { z } from "zod";
import { minute } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { lockAnyConversation, lockConversation } from "#server/conversations/access.sql.ts";
import { peopleMentioned } from "#server/conversations/noting/mentioning.ts";
import { type Restored, restoreConversation } from "#server/conversations/restoring/restoring.ts";
import { difference } from "#server/conversations/restoring/snapshot.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type NewEvent, storeEvents } from "#server/core/events/storing.ts";
import { command } from "#server/core/operation.ts";
import type { BulkJob } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { moment } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { inSavepoint } from "#server/db/transactions/savepoint.ts";
import { repliedSince } from "#server/messages/external.sql.ts";
import { bringBack } from "#server/scheduled/following.ts";
import { skips } from "../action.ts";
import type { RowOutcome } from "../choices.ts";
import { failed, type Outcome, refusalOf, runActions } from "../running.ts";
import { actingFor } from "./access.ts";
import { capturedIn, removeCaptured } from "./captured.ts";
import { type Done, markRow, type Taken, takeWaiting } from "./rows.sql.ts";
import { atOnce } from "./schema.ts";

type Changed = Pick<Done, "was" | "left">;

function summed(outcomes: readonly Outcome[]): RowOutcome {
  if (outcomes.some(({ outcome }) => outcome === "failed")) return "failed";
  return outcomes.some(({ outcome }) => outcome === "done") ? "done" : "skipped";
}

function doneRow(position: number, outcomes: readonly Outcome[], changed: Changed | null): Done {
  const failure = outcomes.find(({ outcome }) => outcome === "failed");
  const actions = outcomes.map(({ status: _status, ...outcome }) => outcome);
  const { was, left } = changed ?? { was: null, left: null };
  return { position, outcome: summed(outcomes), status: failure?.status ?? 200, actions, was, left };
}

/** Whether a person of the team has written in it after a seq. */
const answeredSince = async ({ companyId, id, lastSeq }: ConversationRow, seq: number) =>
  lastSeq > seq && (await repliedSince(companyId, id, "user", seq));

/** Does the actions, and keeps what they changed of the conversation. */
async function actOn(actor: Actor, job: BulkJob, { position, conversationId }: Taken): Promise<Done> {
  const before = await lockAnyConversation(actor, conversationId);
  // A closing ends what mentioned people see.
  const closes = job.actions.some(({ name }) => name === "close");
  const mentions = before && closes ? await peopleMentioned(before) : [];
  const outcomes = await runActions(actor, conversationId, job.actions);
  const after = before && (await lockAnyConversation(actor, conversationId));
  if (!(before && after)) return doneRow(position, outcomes, null);
  const changed = difference(before, after, await answeredSince(after, before.lastSeq));
  if (!changed) return doneRow(position, outcomes, null);
  const captured = before.contactId ? {} : await capturedIn(actor, after);
  const left = { ...changed.left, seq: after.lastSeq, ...captured };
  const was = mentions.length > 0 ? { ...changed.was, mentions } : changed.was;
  return doneRow(position, outcomes, { was, left });
}

function restoredPart(restored: Restored): Outcome {
  const { part, outcome } = restored;
  if (outcome === "failed") return failed(part, restored.why);
  const why = outcome === "done" ? null : { code: "changed_since", message: skips.changed_since };
  return { name: part, outcome, why, status: 200 };
}

/** So long after it ended a job is taken back also where it went out of sight of who ran it. */
const grace = minute;

/** Whether an undo was asked for so late that it is no correction of what was just done: it gives nobody sight back. */
async function isLate({ companyId, kind, undoOf, createdAt }: BulkJob): Promise<boolean> {
  if (kind !== "undo" || undoOf === null) return false;
  const undone = await prisma.bulkJob.findFirst({ where: { companyId, id: undoOf }, select: { finishedAt: true } });
  return createdAt.getTime() - (undone?.finishedAt?.getTime() ?? 0) > grace;
}

/** Puts the conversation back as the row says that it was. */
async function takeBack(actor: Actor, { position, conversationId, was, left }: Taken, late: boolean): Promise<Done> {
  const events: NewEvent[] = [];
  const context = { actor, emit: (event: NewEvent) => void events.push(event) };
  try {
    const restored = await inSavepoint(async () => {
      const locked = late
        ? await lockConversation(actor, conversationId, "chat_talk")
        : await lockAnyConversation(actor, conversationId);
      if (!locked) throw notFound("conversation");
      const seq = left?.seq;
      const answered = typeof seq === "number" && (await answeredSince(locked, seq));
      const parts = await restoreConversation(context, locked, { was: was ?? {}, left: left ?? {}, answered });
      const reopened = parts.some(({ part, outcome }) => part === "status" && outcome === "done");
      const contact = await removeCaptured(context, locked, left ?? {}, reopened);
      const closedAt = left?.closedAt;
      if (reopened && typeof closedAt === "string")
        await bringBack({ ...context, now: moment() }, locked, new Date(closedAt));
      await storeEvents(actor, events, moment(), "actions.undo");
      return [...parts.map(restoredPart), ...contact];
    });
    return doneRow(position, restored, null);
  } catch (error) {
    return doneRow(position, [failed("undo", refusalOf(error, "undo"))], null);
  }
}

const lost = () =>
  new AppError("unauthorized", { message: "Who ran this is no longer active, or the token was revoked." });

async function outcomeOf(job: BulkJob, actor: Actor | undefined, taken: Taken, late: boolean): Promise<Done> {
  if (!actor) {
    const names = job.kind === "undo" ? ["undo"] : job.actions.map(({ name }) => name);
    const refused = names.map((name) => failed(name, lost()));
    return doneRow(taken.position, refused, null);
  }
  return job.kind === "undo" ? takeBack(actor, taken, late) : actOn(actor, job, taken);
}

/**
 * Does the next rows that wait, with their outcomes in the same transaction; false where none waits. By the
 * conversations' ids, so that two transactions that hold several meet in one order.
 */
export async function doNext(job: BulkJob, actor: Actor | undefined, atMost: number): Promise<boolean> {
  const taken = await takeWaiting(job, atMost);
  const inOrder = taken.toSorted((a, b) => (a.conversationId < b.conversationId ? -1 : 1));
  const late = await isLate(job);
  for (const one of inOrder) await markRow(job, await outcomeOf(job, actor, one, late));
  return taken.length > 0;
}

/** Its rows keep what they did; what the actions said stands where they said it, and is not kept a second time here. */
export async function finish({ companyId, id, actions }: BulkJob, status: "done" | "cancelled", now: Date) {
  const named = actions.map(({ name }) => ({ name, input: {} }) as (typeof actions)[number]);
  await prisma.bulkJob.updateMany({
    where: { companyId, id, finishedAt: null },
    data: { status, actions: named, finishedAt: now, movedAt: now },
  });
}

/** Rows of a job in one transaction, one unless told: a kill leaves each done, with its outcome, or waiting. */
export const workOnJob = command({
  name: "actions.workOnJob",
  access: "system",
  input: z.object({ jobId: z.string(), atMost: z.int().min(1).max(atOnce).optional() }),
  output: z.object({ more: z.boolean() }),
  example: (given) => ({ jobId: given.bulkJobId ?? "" }),
  async run({ actor: { companyId }, input, now }) {
    const job = await lockRow("bulk_jobs", { companyId, id: input.jobId }, "to change");
    if (!job || job.finishedAt) return { more: false };
    if (await doNext(job, await actingFor(job), input.atMost ?? 1)) return { more: true };
    await finish(job, "done", now);
    return { more: false };
  },
});

/** A slice begins: the job is seen to be worked on. */
export const beginSlice = command({
  name: "actions.beginSlice",
  access: "system",
  input: z.object({ jobId: z.string() }),
  output: z.object({ open: z.boolean() }),
  example: (given) => ({ jobId: given.bulkJobId ?? "" }),
  async run({ actor: { companyId }, input, now }) {
    const job = await lockRow("bulk_jobs", { companyId, id: input.jobId }, "to change");
    if (!job || job.finishedAt) return { open: false };
    const data = { status: "running" as const, movedAt: now, startedAt: job.startedAt ?? now };
    await prisma.bulkJob.updateMany({ where: { companyId, id: job.id }, data });
    return { open: true };
  },
});
