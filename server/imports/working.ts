import { z } from "zod";
import { actingFor } from "#server/actions/bulk/access.ts";
import { moveJob, openJob } from "#server/actions/bulk/rowless.ts";
import {
  contactsByKeys,
  insertMany,
  lockManyKeys,
  type ManyKeys,
  updateMany,
} from "#server/contacts/identity/many.sql.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { eventsOf } from "#server/contacts/saving.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { eventContact } from "#server/contacts/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { BulkJob, ContactImport } from "#server/db/generated/client.ts";
import { moment, momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { fieldsOf } from "#server/fields/access.ts";
import { insertNotes } from "#server/notes/writing.ts";
import { peopleByWord } from "#server/users/assignable.ts";
import { importRefusal } from "./access.ts";
import { type Done, type Draft, Drafts } from "./drafting.ts";
import { type Parsed, parseRow, type Setting } from "./parsing.ts";
import type { FileRow } from "./reading.ts";
import { markRows, takeRows } from "./rows.sql.ts";
import type { ImportOptions } from "./schema.ts";

/** So many rows are one transaction: a kill takes back at most these, and they are done again. */
const batch = 250;

export async function settingOf(actor: Actor, fields: Setting["fields"], options: ImportOptions): Promise<Setting> {
  const { country } = await matchingSettings(actor);
  return { fields, options, country, people: await peopleByWord(actor), defined: await fieldsOf(actor, "contact") };
}

export function parseRows(rows: readonly FileRow[], setting: Setting): Parsed[] {
  return rows.map((row) => parseRow(row, setting));
}

export function keysOf(parsed: readonly Parsed[]): ManyKeys {
  const good = parsed.filter(({ faults }) => faults.length === 0).map(({ said }) => said.columns);
  return {
    externalIds: [...new Set(good.flatMap(({ externalId }) => externalId || []))],
    emailKeys: [...new Set(good.flatMap(({ emailKey }) => emailKey || []))],
    phoneKeys: [...new Set(good.flatMap(({ phoneKeys }) => phoneKeys ?? []))],
  };
}

export function makingOf({ companyId }: Actor, { websiteId }: ImportOptions, now: Date) {
  return { companyId, channelId: websiteId || null, now };
}

function differs({ before, after }: Draft): boolean {
  return before === null || JSON.stringify(before) !== JSON.stringify(after);
}

/** Writes what a batch has made of people; those that are as they were before stay untouched. */
async function write(actor: Actor, drafts: readonly Draft[]): Promise<Draft[]> {
  const changed = drafts.filter(differs);
  const now = moment();
  for (const draft of changed) draft.after.updatedAt = draft.before ? momentAfter(draft.before.updatedAt) : now;
  await insertMany(changed.filter(({ before }) => !before).map(({ after }) => after));
  await updateMany(
    actor,
    changed.filter(({ before }) => before).map(({ after }) => after),
  );
  const notes = drafts.flatMap(({ after, notes: texts }) => texts.map((text) => ({ contactId: after.id, text })));
  await insertNotes({ actor, now }, notes);
  return changed;
}

/** As if each were written by itself; asked for only. */
function told(drafts: readonly Draft[]): NewEvent[] {
  return drafts.flatMap(({ before, after }): NewEvent[] => {
    const about = { contactId: after.id, channelId: after.channelId, at: after.updatedAt };
    if (!before) return [{ type: "contact/created", ...about, data: eventContact(after) }];
    const columns = (Object.keys(after) as (keyof ContactRow)[]).filter(
      (column) => JSON.stringify(after[column]) !== JSON.stringify(before[column]),
    );
    return eventsOf(before, after, columns).map((event) => ({ ...event, at: after.updatedAt }));
  });
}

async function work(actor: Actor, found: ContactImport, rows: readonly FileRow[], now: Date) {
  const { fields, options } = found;
  const parsed = parseRows(rows, await settingOf(actor, fields, options));
  const keys = keysOf(parsed);
  await lockManyKeys(actor, keys);
  const drafts = new Drafts(options, makingOf(actor, options, now));
  drafts.know(await contactsByKeys(actor, keys, true));
  const done = parsed.map((one) => drafts.add(one));
  const changed = await write(actor, [...drafts.changed]);
  return { done, changed };
}

async function note(found: ContactImport, job: BulkJob, done: readonly Done[], now: Date): Promise<void> {
  const marked = done.map(({ position, outcome, draft, faults }) => {
    return { position, outcome, contactId: draft?.after.id ?? null, faults };
  });
  await markRows(found, marked);
  const count = (outcome: Done["outcome"]) => done.filter((one) => one.outcome === outcome).length;
  const { companyId, id } = found;
  const failed = count("failed");
  await prisma.contactImport.updateMany({
    where: { companyId, id },
    data: {
      created: { increment: count("created") },
      updated: { increment: count("updated") },
      skipped: { increment: count("skipped") },
      failed: { increment: failed },
    },
  });
  const progress = { total: job.total, done: job.done + done.length - failed, failed: job.failed + failed };
  await moveJob({ companyId } as Actor, id, { ...progress, status: "running" }, now);
}

type Context = CommandContext<{ jobId: string }>;

/** Nobody acts for it any more, or all is done. */
async function end(context: Context, job: BulkJob, status: "done" | "cancelled"): Promise<{ more: false }> {
  const { actor, emit, now } = context;
  const { id, total, done, failed, userId } = job;
  await moveJob(actor, id, { total, done, failed, status }, now);
  emit({ type: "import/changed", data: { id, doneFor: userId } });
  return { more: false };
}

/** Some rows of an import, with their outcomes, in one transaction. */
export const workOnImport = command({
  name: "imports.work",
  access: "system",
  input: z.object({ jobId: z.string() }),
  output: z.object({ more: z.boolean() }),
  example: (given) => ({ jobId: given.importJobId ?? "" }),
  async run(context) {
    const { actor, input, emit, now } = context;
    const { companyId } = actor;
    const job = await openJob(actor, input.jobId);
    const found = job && (await prisma.contactImport.findFirst({ where: { companyId, id: job.id } }));
    if (!job || !found) return { more: false };
    const acting = await actingFor(job);
    if (!acting || importRefusal(acting, found.options.matchBy)) return end(context, job, "cancelled");
    const rows = await takeRows(job, job.done + job.failed, batch);
    if (rows.length === 0) return end(context, job, "done");
    const { done, changed } = await work(acting, found, rows, now);
    await note(found, job, done, now);
    const by = { type: acting.type, id: acting.userId ?? acting.id, name: acting.name };
    if (found.options.events) for (const event of told(changed)) emit({ ...event, by });
    emit({ type: "import/changed", data: { id: job.id } });
    return { more: true };
  },
});
