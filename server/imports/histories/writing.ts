import { z } from "zod";
import { actingFor } from "#server/actions/bulk/access.ts";
import { moveJob, openJob } from "#server/actions/bulk/rowless.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { BulkJob, HistoryImport } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemOf } from "./access.ts";
import { maxHistoryItems } from "./choices.ts";
import { addItems, countItems, itemsAt, labelItems, type Marked, markItems, rehearseItems } from "./items.sql.ts";
import { writePeople } from "./people.ts";
import { settleHistoryInput, stageHistoryInput, writePeopleInput, writeThreadInput } from "./schema.ts";
import { asThread, writeThread } from "./threads.ts";

type Context = CommandContext<{ jobId: string }>;
type Open = { job: BulkJob; found: HistoryImport };

/** Held until the transaction ends; undefined where it has ended. */
async function openHistory(actor: Actor, id: string) {
  const { companyId } = actor;
  const job = await openJob(actor, id);
  const found = job && (await prisma.historyImport.findFirst({ where: { companyId, id: job.id } }));
  return job && found ? { job, found } : undefined;
}

const goneOn = { tries: 0, error: "", errorCode: "" as const, retryAt: null };

async function end(context: Context, { job }: Open, status: "done" | "cancelled", counts: Partial<BulkJob> = {}) {
  const { actor, emit, now } = context;
  const { id, total, done, failed, userId } = { ...job, ...counts };
  await moveJob(actor, id, { total, done, failed, status }, now);
  emit({ type: "import/changed", data: { id, doneFor: userId } });
}

/** Who began it may do so no more: it ends. */
async function stillActing(context: Context, open: Open): Promise<boolean> {
  const acting = await actingFor(open.job);
  if (acting && can(acting, "admin")) return true;
  await end(context, open, "cancelled");
  return false;
}

/** Writes outcomes down and counts them; ends the run where they were the last. */
async function note(context: Context, { job, found }: Open, marked: readonly Marked[]): Promise<void> {
  const { actor, emit, now } = context;
  const { companyId, id } = found;
  await markItems(found, marked);
  const count = (outcome: Marked["outcome"]) => marked.filter((one) => one.outcome === outcome).length;
  const sum = (of: "messages" | "notes" | "leftOut") => marked.reduce((all, one) => all + one[of], 0);
  const failed = count("failed");
  await prisma.historyImport.updateMany({
    where: { companyId, id },
    data: {
      created: { increment: count("created") },
      updated: { increment: count("updated") },
      skipped: { increment: count("skipped") },
      failed: { increment: failed },
      messages: { increment: sum("messages") },
      notes: { increment: sum("notes") },
      leftOut: { increment: sum("leftOut") },
      ...goneOn,
    },
  });
  const moved = { total: job.total, done: job.done + marked.length - failed, failed: job.failed + failed };
  if (found.cursor === null && moved.done + moved.failed >= moved.total)
    return end(context, { job, found }, "done", moved);
  await moveJob(actor, id, { ...moved, status: "running" }, now);
  emit({ type: "import/changed", data: { id } });
}

/** All has been read: a rehearsal says what would become of it and ends; else writing begins. */
async function allRead(context: Context, open: Open, total: number): Promise<void> {
  const { actor, now, emit } = context;
  const { found } = open;
  const { companyId, id } = found;
  if (found.dryRun) {
    const counts = await rehearseItems(found, systemOf(found));
    await prisma.historyImport.updateMany({ where: { companyId, id }, data: counts });
    return end(context, open, "done", { total, done: total });
  }
  if (total === 0) return end(context, open, "done", { total });
  await moveJob(actor, id, { total, done: 0, failed: 0, status: "running" }, now);
  emit({ type: "import/changed", data: { id } });
}

/** Puts a page of what there is behind the rest, and says where reading goes on. */
export const stageHistory = command({
  name: "imports.stageHistory",
  access: "system",
  input: stageHistoryInput,
  output: z.object({ open: z.boolean() }),
  example: (given) => ({ jobId: given.historyJobId ?? "", items: [], cursor: null, found: null }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const open = await openHistory(actor, input.jobId);
    if (!open || open.found.cursor === null || !(await stillActing(context, open))) return { open: false };
    const { found } = open;
    const { companyId, id } = found;
    await addItems(found, input.items);
    if (input.labelled) await labelItems(found, input.labelled);
    const total = await countItems(found);
    const full = total >= maxHistoryItems;
    const error = full
      ? `A run takes at most ${maxHistoryItems} contacts and conversations: what came after is left out.`
      : "";
    const cursor = full ? null : input.cursor;
    await prisma.historyImport.updateMany({
      where: { companyId, id },
      data: {
        ...goneOn,
        error,
        errorCode: full ? "too_many" : "",
        cursor,
        ...(input.found ? { found: input.found } : {}),
      },
    });
    if (cursor === null) await allRead(context, open, total);
    else {
      await moveJob(actor, id, { total, done: 0, failed: 0, status: "running" }, now);
      emit({ type: "import/changed", data: { id } });
    }
    return { open: true };
  },
});

/** Contacts that wait, with their outcomes, in one transaction. */
export const writeHistoryPeople = command({
  name: "imports.writeHistoryPeople",
  access: "system",
  input: writePeopleInput,
  output: z.object({ open: z.boolean() }),
  example: (given) => ({ jobId: given.historyJobId ?? "", positions: [1] }),
  async run(context) {
    const { actor, input, now } = context;
    const open = await openHistory(actor, input.jobId);
    if (!open || !(await stillActing(context, open))) return { open: false };
    const items = await itemsAt(open.found, input.positions);
    if (items.length > 0) await note(context, open, await writePeople(actor, open.found, items, now));
    return { open: true };
  },
});

/** One conversation that waits, with its new lines. */
export const writeHistoryThread = command({
  name: "imports.writeHistoryThread",
  access: "system",
  input: writeThreadInput,
  output: z.object({ open: z.boolean() }),
  example: (given) => ({ jobId: given.historyJobId ?? "", position: 2, lines: [], leftOut: 0 }),
  async run(context) {
    const { actor, input } = context;
    const open = await openHistory(actor, input.jobId);
    if (!open || !(await stillActing(context, open))) return { open: false };
    const [item] = await itemsAt(open.found, [input.position]);
    if (!item) return { open: true };
    const marked =
      item.data === null
        ? {
            position: item.position,
            outcome: "skipped" as const,
            ownId: null,
            messages: 0,
            notes: 0,
            leftOut: 0,
            faults: [],
          }
        : await writeThread(context, open.found, asThread(item), input.lines, input.leftOut);
    await note(context, open, [marked]);
    return { open: true };
  },
});

/** What could not be taken, or why the run waits or stops. */
export const settleHistory = command({
  name: "imports.settleHistory",
  access: "system",
  input: settleHistoryInput,
  output: z.object({ open: z.boolean() }),
  example: (given) => ({ jobId: given.historyJobId ?? "", pause: null, failed: [] }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const open = await openHistory(actor, input.jobId);
    if (!open) return { open: false };
    const { companyId, id } = open.found;
    const none = { ownId: null, messages: 0, notes: 0, leftOut: 0 };
    const failed = input.failed.map(({ position, code, message }): Marked => {
      return { position, outcome: "failed", ...none, faults: [{ field: "", code, message }] };
    });
    if (failed.length > 0) await note(context, open, failed);
    if (!input.pause) return { open: true };
    const { code, error, retryInMs } = input.pause;
    const retryAt = retryInMs === null ? null : new Date(now.getTime() + retryInMs);
    await prisma.historyImport.updateMany({
      where: { companyId, id },
      data: { error: error.slice(0, 1000), errorCode: code, retryAt, tries: { increment: 1 } },
    });
    if (retryAt === null) await end(context, open, "cancelled");
    else emit({ type: "import/changed", data: { id } });
    return { open: retryAt !== null };
  },
});
