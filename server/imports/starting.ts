import type { z } from "zod";
import { sizeJob } from "#server/actions/bulk/rowless.ts";
import { createJob } from "#server/actions/bulk/starting.ts";
import { knownChannel } from "#server/contacts/creating.ts";
import { contactsByKeys } from "#server/contacts/identity/many.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { afterCommit } from "#server/db/outside.ts";
import { prisma } from "#server/db/prisma.ts";
import { fieldsOf } from "#server/fields/access.ts";
import { importRefusal } from "./access.ts";
import { meaningsOf } from "./columns.ts";
import { Drafts } from "./drafting.ts";
import { type FileRow, readRows, type Table, tableOf } from "./reading.ts";
import { addRows } from "./rows.sql.ts";
import { type ImportOptions, type ImportReport, importContactsInput, importReportSchema } from "./schema.ts";
import { wakeImport } from "./waking.ts";
import { keysOf, makingOf, parseRows, settingOf } from "./working.ts";

type Input = z.output<typeof importContactsInput>;
type Context = CommandContext<Input>;

const size = 500;
const shownFaults = 50;
const shownSamples = 3;
const shownLength = 100;

async function optionsOf(actor: Actor, input: Input): Promise<ImportOptions> {
  const { matchBy, existing, tags, events, websiteId } = input;
  return { matchBy, existing, tags, events, websiteId: websiteId ? await knownChannel(actor, websiteId) : "" };
}

/** The header and the first cells, as people check what a column means. */
class Head {
  columns: string[] = [];
  fields: (string | null)[] = [];
  private readonly first: FileRow[] = [];

  see(rows: readonly FileRow[]): void {
    if (this.first.length < shownSamples) this.first.push(...rows.slice(0, shownSamples));
  }

  view({ encoding, delimiter }: Table, fileName: string) {
    const columns = this.columns.map((name, index) => ({
      name,
      field: this.fields[index] ?? null,
      samples: this.first.map(({ cells }) => (cells[index] ?? "").slice(0, shownLength)),
    }));
    return { fileName, encoding, delimiter, columns };
  }
}

async function headOf({ actor, input }: Context) {
  const head = new Head();
  const defined = await fieldsOf(actor, "contact");
  const onHeader = (columns: string[]) => {
    head.columns = columns;
    head.fields = meaningsOf(columns, input.mapping, defined);
  };
  return { head, onHeader };
}

/** What an import would do, without doing it. */
async function rehearse(context: Context, table: Table): Promise<ImportReport> {
  const { actor, input, now } = context;
  const { head, onHeader } = await headOf(context);
  const options = await optionsOf(actor, input);
  const setting = await settingOf(actor, head.fields, options);
  const drafts = new Drafts(options, makingOf(actor, options, now));
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0, waiting: 0 };
  const faults: NonNullable<ImportReport["faults"]> = [];
  const onRows = async (rows: FileRow[]) => {
    head.see(rows);
    const parsed = parseRows(rows, { ...setting, fields: head.fields });
    drafts.know(await contactsByKeys(actor, keysOf(parsed), false));
    for (const [index, one] of parsed.entries()) {
      const { outcome, faults: found, position } = drafts.add(one);
      counts[outcome] += 1;
      if (outcome === "failed" && faults.length < shownFaults)
        faults.push({ row: position, cells: rows[index]?.cells ?? [], faults: found });
    }
  };
  const total = await readRows(table, onHeader, onRows, size);
  const { waiting: _none, ...shown } = counts;
  return { jobId: null, total, ...head.view(table, input.fileName), ...shown, faults };
}

/** All rows are stored with the job: what happens to the file afterwards does not matter. */
async function begin(context: Context, table: Table): Promise<ImportReport> {
  const { actor, input, now, emit } = context;
  const { head, onHeader } = await headOf(context);
  const options = await optionsOf(actor, input);
  const job = await createJob(actor, { kind: "import", actions: [], undoOf: null }, now);
  const { companyId, id } = job;
  const { fileName } = input;
  const data = { companyId, id, fileName, columns: [], fields: [], options, createdAt: now };
  await prisma.contactImport.create({ data });
  const onRows = async (rows: FileRow[]) => {
    head.see(rows);
    await addRows(job, rows);
  };
  const total = await readRows(table, onHeader, onRows, size);
  await prisma.contactImport.updateMany({
    where: { companyId, id },
    data: { columns: head.columns, fields: head.fields },
  });
  await sizeJob(actor, id, total);
  emit({ type: "import/started", data: { id, total } });
  afterCommit(() => wakeImport(job));
  return { jobId: id, total, ...head.view(table, fileName) };
}

/** POST /v1/contacts/import (W9): a file of people, as a job; or what it would do. */
export const importContacts = command({
  name: "imports.start",
  access: "clients_write",
  input: importContactsInput,
  output: importReportSchema,
  example: () => ({ text: "name,email\nAna García,ana@example.com\n", fileName: "people.csv" }),
  async run(context) {
    const { actor, input } = context;
    const refused = importRefusal(actor, input.matchBy);
    if (refused) throw refused;
    const table = await tableOf(actor, input);
    return input.dryRun ? rehearse(context, table) : begin(context, table);
  },
});
