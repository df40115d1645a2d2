import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import type { CannedResponse } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { cannedIdInput, cannedSchema, createCannedInput, deletedSchema, updateCannedInput } from "./schema.ts";

const maxCanned = 1000;

async function lockCanned({ companyId }: Actor, id: string): Promise<CannedResponse> {
  const found = await lockRow("canned_responses", { companyId, id });
  if (!found) throw notFound("canned response");
  return found;
}

async function requireFreeShortcut(companyId: string, shortcut: string): Promise<void> {
  const taken = await prisma.cannedResponse.count({ where: { companyId, shortcut } });
  if (taken > 0) throw new AppError("already_exists", { message: `/${shortcut} already exists.` });
}

/** The company's ready answers, by shortcut. */
export const listCanned = query({
  name: "views.listCanned",
  access: "chat_talk",
  input: z.object({}),
  output: z.array(cannedSchema),
  example: () => ({}),
  run: ({ actor: { companyId } }) =>
    prisma.cannedResponse.findMany({ where: { companyId }, orderBy: { shortcut: "asc" }, take: maxCanned }),
});

export const createCanned = command({
  name: "views.createCanned",
  access: "clients_write",
  input: createCannedInput,
  output: cannedSchema,
  example: () => ({ shortcut: "hours", text: "We are here from nine to six." }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await requireFreeShortcut(companyId, input.shortcut);
    const count = await prisma.cannedResponse.count({ where: { companyId } });
    if (count >= maxCanned) throw new AppError("limit_reached");
    const id = newId();
    const data = { companyId, id, ...input, createdAt: now, updatedAt: now };
    const made = await prisma.cannedResponse.create({ data });
    emit({ type: "view/changed", data: { id } });
    return made;
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
    const { companyId, id } = before;
    const { shortcut = before.shortcut, text = before.text } = input;
    if (shortcut !== before.shortcut) await requireFreeShortcut(companyId, shortcut);
    const data = { shortcut, text, updatedAt: now };
    const after = await prisma.cannedResponse.update({ where: { companyId_id: { companyId, id } }, data });
    emit({ type: "view/changed", data: { id } });
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
    const { companyId, id } = await lockCanned(actor, input.cannedId);
    await prisma.cannedResponse.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "view/changed", data: { id } });
    return { id, deleted: true as const };
  },
});
