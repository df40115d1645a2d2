import { type Actor, personBehind } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { notedExportSchema, noteExportInput } from "./schema.ts";

/** Filters whose values may name people: that there was one is noted, and not which. */
const personal: ReadonlySet<string> = new Set([
  ...["search", "name", "email", "phone", "exactEmail", "exactPhone", "externalId", "customFields"],
]);

/** Records in the audit log who exported which data as a file. Called by the exports themselves. */
const note = command({
  name: "audit.noteExport",
  access: "anyone",
  input: noteExportInput,
  output: notedExportSchema,
  example: () => ({ what: "conversations" as const, filters: {} }),
  async run({ input, emit }) {
    const given = Object.entries(input.filters).filter(([, value]) => value !== undefined);
    const filters = Object.fromEntries(given.map(([name, value]) => [name, personal.has(name) ? true : value]));
    emit({ type: "export/made", data: { ...(input.id ? { id: input.id } : {}), what: input.what, filters } });
    return { noted: true as const };
  },
});

type Noted = Parameters<typeof note.execute>[1];

/** Under the name of who took it, also where they look as somebody else. */
export async function noteExport(actor: Actor, noted: Noted): Promise<void> {
  await note.execute(personBehind(actor), noted);
}
