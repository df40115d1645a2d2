import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import type { SavedView } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import {
  createViewInput,
  deletedSchema,
  listViewsInput,
  savedViewSchema,
  updateViewInput,
  viewIdInput,
} from "./schema.ts";

const maxViews = 100;

/** Whose views the actor has: only people have any. */
const ownerOf = ({ companyId, userId }: Actor) => ({ companyId, userId: userId ?? "" });

/** One of the person's own views; not_found otherwise. */
async function ownView(actor: Actor, id: string): Promise<SavedView> {
  const found = await lockRow("saved_views", { companyId: actor.companyId, id });
  if (found?.userId !== actor.userId) throw notFound("view");
  return found;
}

/** The person's own views, the oldest first. */
export const listViews = query({
  name: "views.list",
  access: "person",
  input: listViewsInput,
  output: z.array(savedViewSchema),
  example: () => ({ page: "inbox" as const }),
  run: ({ actor, input: { page } }) =>
    prisma.savedView.findMany({
      where: { ...ownerOf(actor), ...(page ? { page } : {}) },
      orderBy: { id: "asc" },
      take: maxViews,
    }),
});

export const createView = command({
  name: "views.create",
  access: "person",
  input: createViewInput,
  output: savedViewSchema,
  example: () => ({ page: "inbox" as const, name: "Mine on WhatsApp", query: "tab=mine&channel=WHATSAPP" }),
  async run({ actor, input, now, emit }) {
    const owner = ownerOf(actor);
    const count = await prisma.savedView.count({ where: owner });
    if (count >= maxViews) throw new AppError("limit_reached", { message: `At most ${maxViews} views.` });
    const id = newId();
    const made = await prisma.savedView.create({ data: { ...owner, id, ...input, createdAt: now } });
    emit({ type: "view/changed", data: { id, userId: actor.userId } });
    return made;
  },
});

export const updateView = command({
  name: "views.update",
  access: "person",
  input: updateViewInput,
  output: savedViewSchema,
  example: (given) => ({ viewId: given.savedViewId ?? "", name: "Mine today" }),
  async run({ actor, input, emit }) {
    const { companyId, id, ...before } = await ownView(actor, input.viewId);
    const { name = before.name, query = before.query } = input;
    const after = await prisma.savedView.update({ where: { companyId_id: { companyId, id } }, data: { name, query } });
    emit({ type: "view/changed", data: { id, userId: actor.userId } });
    return after;
  },
});

export const deleteView = command({
  name: "views.delete",
  access: "person",
  input: viewIdInput,
  output: deletedSchema,
  example: (given) => ({ viewId: given.savedViewId ?? "" }),
  async run({ actor, input, emit }) {
    const { companyId, id } = await ownView(actor, input.viewId);
    await prisma.savedView.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "view/changed", data: { id, userId: actor.userId } });
    return { id, deleted: true as const };
  },
});
