import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { empty, execute, row, rows, sql } from "#server/db/sql.ts";
import {
  createViewInput,
  deletedSchema,
  listViewsInput,
  type SavedView,
  savedViewSchema,
  updateViewInput,
  viewIdInput,
} from "./schema.ts";

type ViewRow = Omit<SavedView, "createdAt"> & { createdAt: Date };

const maxViews = 100;

/** One of the person's own views; not_found otherwise. */
async function ownView(actor: Actor, id: string): Promise<ViewRow> {
  const found = isId(id)
    ? await row<ViewRow>(sql`
        select "id", "page", "name", "query", "createdAt" from saved_views
        where "companyId" = ${actor.companyId} and "id" = ${id} and "userId" = ${actor.userId} for update`)
    : undefined;
  if (!found) throw notFound("view");
  return found;
}

/** The person's own views, the oldest first. */
export const listViews = query({
  name: "views.list",
  access: "person",
  input: listViewsInput,
  output: z.array(savedViewSchema),
  example: () => ({ page: "inbox" as const }),
  run: ({ actor, input }) =>
    rows<ViewRow>(sql`
      select "id", "page", "name", "query", "createdAt" from saved_views
      where "companyId" = ${actor.companyId} and "userId" = ${actor.userId}
        ${input.page ? sql` and "page" = ${input.page}` : empty}
      order by "id" limit ${maxViews}`),
});

export const createView = command({
  name: "views.create",
  access: "person",
  input: createViewInput,
  output: savedViewSchema,
  example: () => ({ page: "inbox" as const, name: "Mine on WhatsApp", query: "tab=mine&channel=WHATSAPP" }),
  async run({ actor, input, now, emit }) {
    const counted = await row<{ count: number }>(sql`
      select count(*) as "count" from saved_views where "companyId" = ${actor.companyId} and "userId" = ${actor.userId}`);
    if ((counted?.count ?? 0) >= maxViews)
      throw new AppError("limit_reached", { message: `At most ${maxViews} views.` });
    const id = newId();
    await execute(sql`
      insert into saved_views ("companyId", "id", "userId", "page", "name", "query", "createdAt")
      values (${actor.companyId}, ${id}, ${actor.userId}, ${input.page}, ${input.name}, ${input.query}, ${now})`);
    emit({ type: "view/changed", data: { id, userId: actor.userId } });
    return { id, ...input, createdAt: now };
  },
});

export const updateView = command({
  name: "views.update",
  access: "person",
  input: updateViewInput,
  output: savedViewSchema,
  example: (given) => ({ viewId: given.savedViewId ?? "", name: "Mine today" }),
  async run({ actor, input, emit }) {
    const before = await ownView(actor, input.viewId);
    const after = { ...before, name: input.name ?? before.name, query: input.query ?? before.query };
    await execute(sql`
      update saved_views set "name" = ${after.name}, "query" = ${after.query}
      where "companyId" = ${actor.companyId} and "id" = ${before.id}`);
    emit({ type: "view/changed", data: { id: before.id, userId: actor.userId } });
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
    const { id } = await ownView(actor, input.viewId);
    await execute(sql`delete from saved_views where "companyId" = ${actor.companyId} and "id" = ${id}`);
    emit({ type: "view/changed", data: { id, userId: actor.userId } });
    return { id, deleted: true as const };
  },
});
