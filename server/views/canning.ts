import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";
import {
  type CannedResponse,
  cannedIdInput,
  cannedSchema,
  createCannedInput,
  deletedSchema,
  updateCannedInput,
} from "./schema.ts";

type CannedRow = Omit<CannedResponse, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const maxCanned = 1000;
const columns = sql`"id", "shortcut", "text", "createdAt", "updatedAt"`;

async function lockCanned(actor: Actor, id: string): Promise<CannedRow> {
  const found = isId(id)
    ? await row<CannedRow>(sql`
        select ${columns} from canned_responses where "companyId" = ${actor.companyId} and "id" = ${id} for update`)
    : undefined;
  if (!found) throw notFound("canned response");
  return found;
}

async function requireFreeShortcut(companyId: string, shortcut: string): Promise<void> {
  const taken = await row(sql`
    select 1 from canned_responses where "companyId" = ${companyId} and "shortcut" = ${shortcut}`);
  if (taken) throw new AppError("already_exists", { message: `/${shortcut} already exists.` });
}

/** The company's ready answers, by shortcut. */
export const listCanned = query({
  name: "views.listCanned",
  access: "chat_talk",
  input: z.object({}),
  output: z.array(cannedSchema),
  example: () => ({}),
  run: ({ actor }) =>
    rows<CannedRow>(sql`
      select ${columns} from canned_responses where "companyId" = ${actor.companyId} order by "shortcut" limit ${maxCanned}`),
});

export const createCanned = command({
  name: "views.createCanned",
  access: "clients_write",
  input: createCannedInput,
  output: cannedSchema,
  example: () => ({ shortcut: "hours", text: "We are here from nine to six." }),
  async run({ actor, input, now, emit }) {
    await requireFreeShortcut(actor.companyId, input.shortcut);
    const counted = await row<{ count: number }>(sql`
      select count(*) as "count" from canned_responses where "companyId" = ${actor.companyId}`);
    if ((counted?.count ?? 0) >= maxCanned) throw new AppError("limit_reached");
    const id = newId();
    await execute(sql`
      insert into canned_responses ("companyId", "id", "shortcut", "text", "createdAt", "updatedAt")
      values (${actor.companyId}, ${id}, ${input.shortcut}, ${input.text}, ${now}, ${now})`);
    emit({ type: "view/changed", data: { id } });
    return { id, ...input, createdAt: now, updatedAt: now };
  },
});

export const updateCanned = command({
  name: "views.updateCanned",
  access: "clients_write",
  input: updateCannedInput,
  output: cannedSchema,
  example: (given) => ({ cannedId: given.cannedId ?? "", text: "We are here from nine to seven." }),
  async run({ actor, input, now, emit }) {
    const before = await lockCanned(actor, input.cannedId);
    const after = {
      ...before,
      shortcut: input.shortcut ?? before.shortcut,
      text: input.text ?? before.text,
      updatedAt: now,
    };
    if (after.shortcut !== before.shortcut) await requireFreeShortcut(actor.companyId, after.shortcut);
    await execute(sql`
      update canned_responses set "shortcut" = ${after.shortcut}, "text" = ${after.text}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${before.id}`);
    emit({ type: "view/changed", data: { id: before.id } });
    return after;
  },
});

export const deleteCanned = command({
  name: "views.deleteCanned",
  access: "clients_write",
  input: cannedIdInput,
  output: deletedSchema,
  example: (given) => ({ cannedId: given.cannedId ?? "" }),
  async run({ actor, input, emit }) {
    const { id } = await lockCanned(actor, input.cannedId);
    await execute(sql`delete from canned_responses where "companyId" = ${actor.companyId} and "id" = ${id}`);
    emit({ type: "view/changed", data: { id } });
    return { id, deleted: true as const };
  },
});
